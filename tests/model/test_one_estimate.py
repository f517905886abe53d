"""One calculated kernel worked out by itself: it must say what the columns say."""

import math

import pytest

from roofline_gui.io.model_presets import find_model
from roofline_gui.model.estimates import calculate_entries, estimate, work_out
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from tests.model.workload.samples import H100

BF16 = element_types("bf16")
GEMM = KernelEntry(1, Workload("gemm", {"m": 1, "n": 4096, "k": 4096}, BF16, time=20e-6))
TYPED = KernelEntry(2, Workload("custom", {"flop": 1e9, "bytes": 1e6}, BF16, batch=4))
STEP = StepEntry(3, "step", find_model("llama-3-8b"), Span(True, 1024), BF16, batch=2)
ENTRIES: tuple[Entry, ...] = (GEMM, TYPED, STEP)


@pytest.mark.parametrize(
    "what_if", [WhatIf(), WhatIf(batch=64), WhatIf(precision=Precision.FP8_TENSOR), WhatIf(8, Precision.FP8_TENSOR)]
)
def test_a_row_by_itself_agrees_with_the_columns(what_if: WhatIf) -> None:
    estimates = estimate(calculate_entries(ENTRIES, what_if), H100, what_if.batch)
    for row in range(len(estimates)):
        found = work_out(estimates, row)
        assert found.kernel.batch == estimates.batch[row]
        assert found.flop == pytest.approx(estimates.bounds.flop[row], rel=1e-12)
        assert found.bound_time == pytest.approx(estimates.bounds.bound_time[row], rel=1e-12)


def test_the_text_is_written_for_the_batch_of_the_what_if() -> None:
    estimates = estimate(calculate_entries((GEMM, TYPED)), H100, 64)
    gemm, typed = work_out(estimates, 0), work_out(estimates, 1)
    assert gemm.kernel.text[0] == "W = 2·b·m·n·k = 2·64·1·4096·4096 = 2.15 GFLOP"
    assert typed.kernel.batch == 4  # it has no batch law: it stays
    assert math.isnan(gemm.time)  # measured at batch 1
    assert work_out(estimate(calculate_entries((GEMM,)), H100), 0).time == 20e-6
