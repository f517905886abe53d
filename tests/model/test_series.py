"""Recorded series: which rows are one operation at several batch sizes."""

import numpy as np

from roofline_gui.model.analysis import Analysis, Part, analyse_parts
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.series import NO_BATCH, Series, recorded_series, sizes_of_rows
from tests.model.builders import ROUND, launches


def analysis_of(*sources: list[str], grouping: Grouping = Grouping.NVTX) -> Analysis:
    """One launch per operation path, each list a source of its own, all called alike."""
    parts = []
    for paths in sources:
        n = len(paths)
        found = launches(["k"] * n, [1e-5] * n, {Precision.FP32: [1e6] * n}, {Level.DRAM: [1e6] * n}, operations=paths)
        parts.append(Part(found, "run.csv", ROUND))
    return analyse_parts(parts, ROUND, grouping, Thresholds())


def all_series(analysis: Analysis) -> tuple[Series, ...]:
    return recorded_series(analysis, np.ones(len(analysis), dtype=np.bool_))


STEP = [f"decode batch={b} / {name}" for b in (8, 1) for name in ("gemm", "norm")]


def test_rows_of_one_operation_come_by_rising_batch() -> None:
    assert all_series(analysis_of(STEP)) == (Series((2, 0), (1, 8)), Series((3, 1), (1, 8)))


def test_sources_of_one_name_have_series_of_their_own() -> None:
    found = all_series(analysis_of(STEP, STEP))
    assert [s.rows for s in found] == [(2, 0), (3, 1), (6, 4), (7, 5)]


def test_a_size_recorded_in_another_source_makes_no_series() -> None:
    assert all_series(analysis_of(["batch=1 / x"], ["batch=8 / x"])) == ()


def test_only_operations_form_series() -> None:
    assert all_series(analysis_of(STEP, grouping=Grouping.LAUNCH)) == ()


def test_rows_tell_their_operation_their_batch_and_their_step() -> None:
    sizes = sizes_of_rows(analysis_of([*STEP, "prefill batch=1 / gemm", "copy", ""]))
    assert sizes.batch.tolist() == [8, 8, 1, 1, 1, NO_BATCH, NO_BATCH]
    assert sizes.operation[0] == sizes.operation[2] != sizes.operation[1] == sizes.operation[3]
    assert len(set(sizes.operation.tolist())) == 5
    assert len(set(sizes.step[:4].tolist())) == 1
    assert len(set(sizes.step.tolist())) == 4


def test_sources_of_one_name_have_steps_of_their_own() -> None:
    sizes = sizes_of_rows(analysis_of(STEP, STEP))
    assert sizes.step[0] == sizes.step[3] != sizes.step[4] == sizes.step[7]
