"""What the panel says of calculated kernels, on a round machine: DRAM 5 TB/s, BF16 tensor 1 PFLOP/s."""

from dataclasses import replace

from roofline_gui.io.model_presets import find_model
from roofline_gui.model.diagnosis import Thresholds, Verdict
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import estimate_document
from roofline_gui.model.machine import Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import Element, element_types, with_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.calculated.explanation import (
    CalculatedExplanation,
    calculated_sums,
    explain_calculated,
    place_text,
)
from roofline_gui.present.calculated.kernel_rows import standing_text
from roofline_gui.present.calculated.step_table import step_table
from tests.model.builders import ROUND
from tests.model.workload.samples import H100

BF16 = element_types("bf16")
# 33.6 MFLOP and 33.6 MB per row: 6.71 µs from DRAM, 0.0336 µs on the tensor pipe.
GEMM = KernelEntry(1, Workload("gemm", {"m": 1, "n": 4096, "k": 4096}, BF16, name="qkv"), count=80)
STEP = StepEntry(2, "my step", find_model("llama-3-70b"), Span(True, 4096), BF16, batch=8)


def explained(
    entry: Entry, what_if: WhatIf = AS_GIVEN, row: int = 0, machine: Machine = ROUND
) -> CalculatedExplanation:
    estimates = estimate_document(Document(machine=machine, kernels=(entry,), what_if=what_if))
    assert estimates is not None
    return explain_calculated(estimates, row, what_if, Thresholds())


def lines(found: CalculatedExplanation) -> dict[str, str]:
    return {line.name: line.value for line in found.lines}


def timed(time: float) -> KernelEntry:
    return replace(GEMM, workload=replace(GEMM.workload, time=time))


def test_a_formula_with_its_numbers_and_what_binds() -> None:
    found = explained(GEMM)
    assert found.title == "qkv"
    assert found.about == "Matrix product C (M×N) = A (M×K) · B (K×N); B holds the weights, 80 launches per step"
    assert found.condition == ""
    assert found.headline.startswith("Bound by dram, 200 × below the ridge")
    assert found.verdict is None
    assert found.bars_title == "Time of each resource, % of the least time"
    bars = [(bar.name, bar.text, bar.binding) for bar in found.bars]
    assert bars == [("dram", "100 %", True), ("Tensor pipe", "0.5 %", False)]
    told = lines(found)
    assert list(told) == [
        "W", "Q", "I", "Ridge", "t_min", "Attainable", "Right metric", "Batch", "W(b)", "Q(b)"
    ]  # fmt: skip
    assert told["t_min"] == "6.71 µs, bound by dram"
    assert told["Batch"] == "crosses the ridge at 222"  # b / (1 + b / 2048) = 200
    assert told["Q(b)"] == "33.6 MB + 16.4 kB·b"
    assert found.assumption.startswith("Perfect reuse")
    assert found.assumption.endswith("Stored as BF16, computed in BF16 tensor.")
    assert (found.totals, found.memory, found.warnings) == ((), "", ())


def test_a_measured_time_has_a_verdict() -> None:
    found = explained(timed(8e-6))  # 6.71 of 8 µs
    assert found.verdict is Verdict.MEMORY_OPTIMAL
    assert found.headline == "Measured: 84 % of roof. Memory-bound, at the roof."
    assert found.bars_title == "Time of each resource, % of the measured time"
    assert found.bars[0].text == "84 %"


def test_faster_than_the_roof_is_no_verdict() -> None:
    found = explained(timed(3e-6))  # 6.71 µs are needed
    assert (found.verdict, found.is_impossible) == (None, True)
    assert found.headline.startswith("Measured: 224 % of roof, impossible. ")
    moved = explained(timed(3e-6), WhatIf(batch=2))
    assert not moved.is_impossible  # what is predicted is not measured
    assert "of roof, impossible; 3.00 µs was measured" in lines(moved)["Predicted"]


def test_a_time_that_holds_no_more_is_predicted_from() -> None:
    found = explained(timed(8e-6), WhatIf(precision=Precision.FP8_TENSOR))
    assert found.verdict is None
    # 2 + 6 / 2 µs, of which 3.357 are needed
    assert lines(found)["Predicted"] == "5.00 µs, 67 % of roof; 8.00 µs was measured"
    assert found.bars_title == "Time of each resource, % of the predicted time"
    assert "Predicted" not in lines(explained(GEMM, WhatIf(precision=Precision.FP8_TENSOR)))


def test_a_roof_that_the_other_machine_has_no_figure_for_is_told() -> None:
    # 1 GOP on the XU of an H100 (4.18 Top/s) take 239 µs, 1 MB from its DRAM 0.3 µs.
    values = {"flop": 1e6, "bytes": 1e6, "special_ops": 1e9}
    entry = KernelEntry(1, Workload("custom", values, element_types("fp32"), time=300e-6))
    without = replace(H100, id="other", name="Other", special_ops=None)
    what_if = WhatIf(machine=without)
    told = "bound by XU on H100 SXM; Other has no figure for it"
    assert lines(explained(entry, what_if, machine=H100))["Predicted"] == f"nothing: {told}"
    estimates = estimate_document(Document(machine=H100, kernels=(entry,), what_if=what_if))
    assert estimates is not None
    assert standing_text(estimates, 0).endswith("no prediction")
    assert step_table(estimates).texts("note") == [f"no prediction: {told}"]
    back = lines(explained(entry, WhatIf(machine=H100), machine=without))["Predicted"]
    assert back == f"nothing: {told}"


def test_only_what_concerns_the_kernel_is_named_as_a_condition() -> None:
    everything = WhatIf(batch=64, weights=Element.INT4, flop=0.5, bytes=2)
    assert explained(GEMM, everything).condition == "batch 64, weights INT4"
    fixed = KernelEntry(1, Workload("custom", {"flop": 1e9, "bytes": 1e9}, BF16))
    assert explained(fixed, WhatIf(batch=64)).condition == ""
    assert explained(fixed, WhatIf(machine=H100)).condition == "on H100 SXM"
    assert "weights INT4, activations BF16" in explained(GEMM, everything).assumption


def test_types_of_data_that_a_kernel_does_not_have_do_not_concern_it() -> None:
    sums = KernelEntry(1, Workload("elementwise", {"n": 1e6}, element_types("fp32")))
    assert explained(sums, WhatIf(weights=Element.INT4, kv=Element.FP8)).condition == ""
    assert explained(sums, WhatIf(activations=Element.BF16)).condition == "activations BF16"


def test_where_the_figures_hold() -> None:
    def place(what_if: WhatIf) -> str:
        estimates = estimate_document(Document(machine=ROUND, kernels=(GEMM,), what_if=what_if))
        assert estimates is not None
        return place_text(estimates, 0, what_if)

    assert place(AS_GIVEN) == "On Test"
    assert place(WhatIf(flop=0.6)) == "On Test"  # for measured kernels only
    assert place(WhatIf(batch=64, bytes=0.5)) == "On Test, what if: batch 64"
    assert place(WhatIf(machine=H100)) == "What if: on H100 SXM"
    assert place(WhatIf(machine=H100, batch=64)) == "On H100 SXM, what if: batch 64"


def test_narrower_weights_that_a_precision_widens_are_told() -> None:
    apart = replace(GEMM, workload=replace(GEMM.workload, types=with_types(BF16, weights="int4")))
    fp8 = WhatIf(precision=Precision.FP8_TENSOR)
    (told,) = explained(apart, fp8).warnings
    assert told == "INT4 weights become FP8: set weights apart under More… to keep them."
    assert explained(apart, replace(fp8, weights=Element.INT4)).warnings == ()
    assert explained(GEMM, fp8).warnings == ()
    step = replace(STEP, types=with_types(BF16, weights="int4"))
    assert explained(step, fp8, machine=H100).warnings == (told,)
    assert explained(step, fp8, row=4, machine=H100).warnings == ()  # attention has no weights


def test_without_a_ceiling_nothing_is_bounded() -> None:
    found = explained(replace(GEMM, workload=replace(GEMM.workload, types=element_types("int8"))))
    assert "no ceiling for INT8 tensor" in found.headline
    assert found.bars == ()
    assert lines(found)["No bound"].startswith("Test has no ceiling for INT8 tensor")


def test_a_whole_step_has_totals_and_may_not_fit() -> None:
    found = explained(STEP, machine=H100)
    assert found.title == "my step"
    assert found.about == "The whole step as one ideal kernel, Llama-3-70B"
    figures = {fact.label: fact.text for fact in found.totals}
    assert figures["Parameters"] == "70.6 billion"
    assert figures["Weights"] == "141 GB"
    assert found.fits is False
    assert "do not fit into 80 GB" in found.memory


def test_an_operation_is_one_of_its_step() -> None:
    found = explained(STEP, row=4, machine=H100)
    assert found.title == "attention"
    assert found.about == "Operation of my step, 80 launches per step"
    assert lines(found)["Batch"].startswith("never crosses the ridge")
    assert (found.totals, found.memory, found.fits) == ((), "", None)


def test_several_kernels_add_up_as_often_as_they_run() -> None:
    copy = KernelEntry(2, Workload("custom", {"flop": 1e9, "bytes": 5e9}, BF16))  # 1 ms
    estimates = estimate_document(Document(machine=ROUND, kernels=(GEMM, copy)))
    assert estimates is not None
    sums = {fact.label: fact.text for fact in calculated_sums(estimates, [0, 1])}
    assert sums == {
        "Launches per step": "81",
        "Work W": "3.68 GFLOP",  # 80 · 33.55 MFLOP + 1 GFLOP
        "DRAM traffic Q": "7.69 GB",  # 80 · 33.57 MB + 5 GB
        "Intensity I": "0.4794 FLOP/B",
        "Time": "1.54 ms",  # 80 · 6.714 µs + 1 ms
    }
