"""Paths of calculated kernels on a round machine: DRAM 5 TB/s, BF16 tensor 1 PFLOP/s (ridge 200), FP8 tensor 2 P."""

import math

import numpy as np
import pytest

from roofline_gui.io.model_presets import find_model
from roofline_gui.model.analysis import analyse
from roofline_gui.model.demand import Floats
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import Estimates, estimate_document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level
from roofline_gui.model.measured import measure
from roofline_gui.model.paths import batch_paths, measured_paths, precision_path
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import BatchLaw, Source
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from tests.model.builders import ROUND, launches

SIZE = 4096


def gemm(id: int = 1, time: float = math.nan) -> KernelEntry:  # noqa: A002 (as the field)
    """W = 2·4096²·b, Q = 2·(4096² + 2·4096·b) in BF16."""
    return KernelEntry(id, Workload("gemm", {"m": 1, "n": SIZE, "k": SIZE}, time=time))


def moved(batch: Floats | float, element: float = 2) -> Floats | float:
    return element * (SIZE**2 + 2 * SIZE * batch)


def worked_out(*entries: Entry, what_if: WhatIf | None = None) -> tuple[Document, Estimates]:
    document = Document(machine=ROUND, kernels=entries, what_if=what_if or WhatIf())
    found = estimate_document(document)
    assert found is not None
    return document, found


def test_a_path_climbs_the_roof_to_the_ridge() -> None:
    (path,) = batch_paths(*worked_out(gemm()), [0])
    assert (path.batches[0], path.batches[-1]) == (1, 4096)
    assert {2.0**i for i in range(13)} <= set(path.batches.tolist())
    assert (np.diff(path.batches) > 0).all()
    intensity = 2 * SIZE**2 * path.batches / moved(path.batches)
    assert path.intensity == pytest.approx(intensity)
    assert path.flop_per_s == pytest.approx(np.minimum(1000e12, 5e12 * intensity))
    # b / (1 + b / 2048) = 200 FLOP/B at b = 221.6
    assert path.ridge_batch == 222
    assert 222 in path.batches


def test_a_path_is_the_same_whatever_the_batch_is() -> None:
    (one,) = batch_paths(*worked_out(gemm()), [0])
    (other,) = batch_paths(*worked_out(gemm(), what_if=WhatIf(batch=300)), [0])
    assert np.array_equal(one.intensity, other.intensity)


def test_several_paths_at_once_leave_out_what_does_not_grow() -> None:
    fixed = KernelEntry(2, Workload("custom", {"flop": 1e9, "bytes": 1e9}))
    document, found = worked_out(gemm(), fixed, gemm(3))
    paths = batch_paths(document, found, [2, 1, 0])
    assert [p.row for p in paths] == [2, 0]
    assert np.array_equal(paths[0].flop_per_s, paths[1].flop_per_s)
    assert batch_paths(document, found, [1]) == ()


def test_a_measured_time_stays_on_its_path() -> None:
    # At batch 1 the roof needs moved(1) / 5 TB/s = 6.71 µs; 20 µs were measured, 2 µs of them launch cost.
    (path,) = batch_paths(*worked_out(gemm(time=20e-6)), [0])
    assert path.flop_per_s[0] == pytest.approx(2 * SIZE**2 / 20e-6)
    at = path.batches.tolist().index(64)
    time = 2e-6 + 18e-6 * moved(64) / moved(1)
    assert path.flop_per_s[at] == pytest.approx(64 * 2 * SIZE**2 / time)


def test_precisions_widest_first_halve_the_bytes() -> None:
    document, found = worked_out(gemm(), what_if=WhatIf(batch=4))
    path = precision_path(document, found, 0)
    assert [p.value for p in path.precisions] == ["fp64", "fp32", "bf16_tensor", "fp16", "fp8_tensor"]
    at_4 = 4 * 2 * SIZE**2
    assert path.intensity == pytest.approx([at_4 / moved(4, size) for size in (8, 4, 2, 2, 1)])
    assert path.flop_per_s == pytest.approx(5e12 * path.intensity)


def test_an_operation_of_a_step_has_its_own_path() -> None:
    step = StepEntry(1, "step", find_model("llama-3-8b"), Span(True, 1000), element_types("bf16"))
    document, found = worked_out(step)
    row = next(i for i, kernel in enumerate(found.calculated.kernels) if kernel.name == "qkv_proj")
    path = precision_path(document, found, row)
    flop, elements = 2 * 4096 * 6144, 4096 * 6144 + 4096 + 6144
    at = path.precisions.index(Precision.FP8_TENSOR)
    assert path.intensity[at] == pytest.approx(flop / elements)


def test_measured_rows_move_from_where_they_were_recorded() -> None:
    # Recorded at batch 8, half of the 40 MB are weights: Q(b) = 20 MB + 2.5 MB·b, W(b) = 1 MFLOP·b; DRAM binds.
    found = launches(["k", "other"], [10e-6, 9e-6], {Precision.FP32: [8e6, 1e6]}, {Level.DRAM: [40e6, 30e6]})
    profile = Profile("p.csv", "p.csv", found, Ledger(2))
    source = Source(profile, "p.csv", laws=(BatchLaw((0,), 8, 20e6),))
    document = Document("", (source,), ROUND, Grouping.LAUNCH)
    analysis = analyse(document)
    assert analysis is not None
    measured = measure(document.shown, analysis)
    (path,) = measured_paths(measured, WhatIf(batch=3), [1, 0])
    assert path.row == 0
    assert path.intensity == pytest.approx(1e6 * path.batches / (20e6 + 2.5e6 * path.batches))
    at = path.batches.tolist()
    # DRAM needs 8 µs at batch 8 and 12 µs at batch 16; of the 10 µs measured 2 µs are the cost of a launch.
    assert path.flop_per_s[at.index(8)] == pytest.approx(8e6 / 10e-6)
    assert path.flop_per_s[at.index(16)] == pytest.approx(16e6 / (2e-6 + 8e-6 * 12 / 8))
