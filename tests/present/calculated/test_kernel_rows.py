"""Calculated kernels in the words of the short list."""

from dataclasses import replace

from roofline_gui.io.model_presets import find_model
from roofline_gui.model.estimates import Estimates, calculate_entries, estimate
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.calculated.kernel_rows import kind_text, operation_name, standing_text
from tests.model.workload.samples import H100

BF16 = element_types("bf16")
CUBE = {"m": 4096.0, "n": 4096.0, "k": 4096.0}
GEMM = KernelEntry(1, Workload("gemm", CUBE, BF16))
STEP = StepEntry(2, "step", find_model("llama-3-8b"), Span(True, 4096), BF16)


def estimates(*entries: Entry, batch: int | None = None) -> Estimates:
    return estimate(calculate_entries(entries), H100, batch)


def standing(workload: Workload, batch: int | None = None) -> str:
    return standing_text(estimates(KernelEntry(1, workload), batch=batch), 0)


def test_where_a_kernel_stands() -> None:
    assert standing(GEMM.workload) == "I 1365, tensor pipe, 139 µs"
    assert standing(Workload("decode", {"params": 70e9}, BF16)) == "I 1, HBM3, 41.8 ms"
    assert standing(Workload("custom", {"bytes": 1e6}, BF16)) == "work unknown"
    assert standing(Workload("custom", {"flop": 1e9}, BF16)) == "traffic unknown"
    assert standing(Workload("gemm", CUBE, element_types("fp4"))) == "no FP4 tensor ceiling"


def test_a_time_is_measured_or_predicted_from_one_that_was() -> None:
    measured = replace(GEMM.workload, time=2 * 4096**3 / 400e12)
    assert standing(measured) == "I 1365, tensor pipe, 344 µs (40 %)"
    assert standing(replace(measured, time=100e-6)) == "I 1365, 100 µs (139 %, impossible)"
    assert standing(measured, batch=2).endswith(" predicted")


def test_kinds_and_operations() -> None:
    assert kind_text(GEMM) == "GEMM"
    assert kind_text(STEP) == "decode after 4,096 tokens"
    assert kind_text(replace(STEP, span=Span(False, 2048))) == "prefill of 2,048 tokens"
    found = estimates(STEP)
    names = [operation_name(found, row) for row in range(len(found))]
    assert names[0] == "whole step"
    assert "qkv_proj × 32" in names  # once per layer
    assert "lm_head × 1" in names
