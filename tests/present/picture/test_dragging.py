"""Along what dots can be dragged, and where the pointer puts them."""

import math
from dataclasses import replace

import pytest

from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.entry import KernelEntry
from roofline_gui.present.picture.axis import Frame, Viewport
from roofline_gui.present.picture.dragging import nearest_stop, way_of
from roofline_gui.present.picture.paths import Over
from roofline_gui.present.picture.scene import scene
from tests.present.pictures import calculated, gemm, intensity_of, measured_at, shown, stays

VIEW = Viewport(Frame(-2, 4, 10, 16), 0, 0, 600, 600)


def over(*kernels: KernelEntry) -> Over | None:
    way = way_of(scene(shown(calculated(*kernels))), 0, VIEW)
    return None if way is None else way.over


def test_over_the_batch_or_through_the_precisions() -> None:
    assert over(gemm()) is Over.BATCH
    # Its intensity is 4·heads·d / (2·kv_heads·d·2 B) whatever the batch is: a point on the roof.
    attention = Workload("attention_decode", {"context": 4096, "d": 128, "heads": 32, "kv_heads": 8})
    assert over(KernelEntry(1, attention)) is Over.PRECISION
    assert over(stays()) is Over.PRECISION


def test_measured_dots_and_ghosts_cannot_be_dragged() -> None:
    picture = scene(shown(replace(measured_at([(10.0, 4e13)]), kernels=(gemm(),)), bytes=0.5))
    assert [way_of(picture, dot, VIEW) is None for dot in range(3)] == [True, True, False]


@pytest.mark.parametrize("batch", [1, 8, 64, 222, 512, 4096])
def test_the_pointer_on_a_batch_means_that_batch(batch: int) -> None:
    way = way_of(scene(shown(calculated(gemm()))), 0, VIEW)
    assert way is not None
    intensity = intensity_of(batch)
    x, y = VIEW.point(math.log10(intensity), math.log10(min(1e15, 5e12 * intensity)))
    assert nearest_stop(way, x, y, VIEW) == batch


def test_beyond_its_ends_a_path_ends() -> None:
    way = way_of(scene(shown(calculated(gemm()))), 0, VIEW)
    assert way is not None
    assert nearest_stop(way, -50, 700, VIEW) == 1
    assert nearest_stop(way, 2000, 100, VIEW) == 4096


def test_the_pointer_on_a_precision_means_that_precision() -> None:
    way = way_of(scene(shown(calculated(stays()))), 0, VIEW)  # 10 FLOP/B in FP32
    assert way is not None
    for intensity, precision in ((5, Precision.FP64), (10, Precision.FP32), (40, Precision.FP8_TENSOR)):
        x, y = VIEW.point(math.log10(intensity), math.log10(5e12 * intensity))
        assert nearest_stop(way, x, y, VIEW) is precision
