"""Calculated kernels in the scene: where they stand, how they are told apart, what is said of them."""

from dataclasses import replace

import numpy as np
import pytest

from roofline_gui.model.precision import Precision
from roofline_gui.present.palette import REST, Shape
from roofline_gui.present.picture.calculated_card import calculated_card
from roofline_gui.present.picture.colours import COLOURS
from roofline_gui.present.picture.dots import Kind
from roofline_gui.present.picture.keys import Mark, marks_of
from roofline_gui.present.picture.scene import scene
from tests.present.pictures import SIZE, calculated, gemm, intensity_of, llama, measured_at, shown, stays


def test_they_stand_on_the_roof_without_a_profile() -> None:
    picture = scene(shown(calculated(gemm(), stays())))
    assert picture.dots.kind.tolist() == [Kind.CALCULATED] * 2
    assert 10**picture.dots.x == pytest.approx([intensity_of(1), 10])
    assert 10**picture.dots.y == pytest.approx([5e12 * intensity_of(1), 5e13])
    assert picture.dots.hollow.all()
    assert picture.dots.follows.tolist() == [True, False]
    assert picture.caption.source == "Test, user-set ceilings · 2 calculated kernels"
    assert picture.caption.title == "gemm, stays"


def test_they_move_to_the_what_if() -> None:
    dots = scene(shown(calculated(gemm(), stays()), batch=64)).dots
    assert 10**dots.x == pytest.approx([intensity_of(64), 10])
    assert 10 ** scene(shown(calculated(gemm()), precision=Precision.FP8_TENSOR)).dots.x == pytest.approx(
        [intensity_of(1, element=1)]
    )


def test_a_measured_time_fills_the_dot_until_something_is_different() -> None:
    document = calculated(gemm(time=20e-6))
    dots = scene(shown(document)).dots
    assert not dots.hollow.any()
    assert 10**dots.y == pytest.approx([2 * SIZE**2 / 20e-6])
    assert scene(shown(document, batch=2)).dots.hollow.all()
    assert scene(shown(calculated(gemm(time=1e-6)))).dots.above_roof.tolist() == [True]  # the roof needs 6.7 µs


def test_a_whole_step_is_a_diamond_beside_its_operations() -> None:
    picture = scene(shown(calculated(llama())))
    whole = picture.dots.kind == Kind.WHOLE_STEP
    assert whole.sum() == 1
    assert picture.dots.shape[whole].tolist() == [Shape.DIAMOND]
    assert (picture.counts.calculated, picture.counts.calculated_not_drawn) == (10, 1)
    assert picture.caption.source.endswith("10 calculated kernels, 1 not drawn")
    (named,) = (entry for entry in picture.legend if entry.text == "Llama")
    assert (named.shape, named.hollow) == (Shape.DIAMOND, True)
    assert {Mark.CALCULATED, Mark.WHOLE_STEP} <= {entry.symbol for entry in marks_of(picture)}


def test_hidden_entries_are_not_drawn() -> None:
    assert len(scene(shown(calculated(replace(gemm(), shown=False), stays()))).dots) == 1


def test_measured_rows_keep_their_colours_and_lend_them_to_kernels_of_the_same_name() -> None:
    document = measured_at([(1, 1e12), (2, 1e12), (3, 1e12)], time=[1e-5, 3e-5, 2e-5], names=["a", "b", "c"])
    before = scene(shown(document)).dots
    dots = scene(shown(replace(document, kernels=(gemm(1, "new"), gemm(2, "c"))))).dots
    assert np.array_equal(dots.colour[:3], before.colour)
    assert before.colour.tolist() == [2, 0, 1]  # most time first
    assert dots.colour[3:].tolist() == [3, 1]


def test_shapes_come_in_when_colours_run_out_and_grey_at_last() -> None:
    dots = scene(shown(calculated(*(gemm(i, f"k{i}", 64 + i) for i in range(1, 50))))).dots
    assert dots.colour[:9].tolist() == [*range(COLOURS), 0]
    assert dots.shape[7:9].tolist() == [Shape.CIRCLE, Shape.SQUARE]
    assert set(dots.colour[40:].tolist()) == {REST}


def test_area_is_the_time_of_all_launches() -> None:
    document = calculated(replace(gemm(1, "one"), count=3), gemm(2, "two"))
    areas = scene(shown(document)).dots.area
    assert areas[0] / areas[1] == pytest.approx(3)


def test_the_longest_and_the_chosen_are_named_with_batch_time_and_roof() -> None:
    entries = [gemm(i, f"k{i}", 512 * i) for i in range(1, 9)]
    picture = scene(shown(calculated(*entries), chosen=[0]))
    full = [label.name for label in picture.labels if label.detail]
    assert full == ["k1", "k8", "k7", "k6", "k5", "k4"]
    # Q = 2·(4096² + 2·4096) B at 5 TB/s
    time = 2 * (SIZE**2 + 2 * SIZE) / 5e12
    detail = next(label.detail for label in picture.labels if label.name == "k8")
    assert detail == f"b = 1, {time * 1e6:.3g} µs at the dram roof"


def test_a_measured_time_is_told_with_its_share_of_the_roof() -> None:
    (label,) = scene(shown(calculated(gemm(time=20e-6)))).labels
    share = 2 * (SIZE**2 + 2 * SIZE) / 5e12 / 20e-6
    assert label.detail == f"b = 1, 20 µs, {100 * share:.0f} % of dram"


def test_operations_of_several_steps_are_told_apart() -> None:
    document = calculated(llama(1, "small"), llama(2, "large"))
    found = shown(document)
    assert found.estimates is not None
    row = next(i for i, kernel in enumerate(found.estimates.calculated.kernels) if kernel.name == "qkv_proj")
    labels = {label.name for label in scene(replace(found, chosen=frozenset({row}))).labels}
    assert "qkv_proj · small" in labels
    assert {"small", "large"} <= labels


def test_ceilings_are_those_of_the_calculated_kernels_too() -> None:
    roofs = scene(shown(calculated(gemm()))).roofs
    assert roofs.main is Precision.BF16_TENSOR
    assert Precision.BF16_TENSOR in {p for flat in roofs.flats for p in flat.precisions}
    beside = replace(measured_at([(1, 1e12)]), kernels=(stays(),))
    assert scene(shown(beside)).roofs.main is Precision.BF16_TENSOR  # what was measured counts


def test_a_card_tells_numbers_roof_and_batch() -> None:
    found = shown(calculated(gemm()), batch=64)
    assert found.estimates is not None
    lines = dict(calculated_card(found.estimates, 0).lines)
    moved = 2 * (SIZE**2 + 2 * SIZE * 64)
    assert lines["Work W"] == "2.15 GFLOP"  # 2·64·4096²
    assert lines["DRAM traffic Q"] == f"{moved / 1e6:.3g} MB"
    assert lines["Intensity I"] == "62.06 FLOP/B"  # 64 / (1 + 64 / 2048)
    assert lines["Least time"] == f"{moved / 5e12 * 1e6:.3g} µs"
    assert (lines["Batch"], lines["Bound by"]) == ("64", "dram")
    assert "Measured time" not in lines
