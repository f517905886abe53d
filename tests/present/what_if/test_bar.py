"""What the bar says while one looks at a prediction."""

from dataclasses import replace

import pytest

from roofline_gui.io.model_presets import find_model
from roofline_gui.model.document import Document
from roofline_gui.model.forecast import forecast_document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import Element, element_types, with_types
from roofline_gui.model.workload.entry import KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.what_if.bar import WhatIfBarWords, bar_words
from tests.model.builders import launches, machine

BF16, FP8, FP4 = Precision.BF16_TENSOR, Precision.FP8_TENSOR, Precision.FP4_TENSOR
PLAIN = machine({BF16: 1000e12, FP8: 2000e12}, {Level.DRAM: 5e12}, launch_overhead=2e-6)
# Both at DRAM: 10 and 20 µs at half the roof above 2 µs; half the bytes leave 2 + 4 and 2 + 9 µs.
MEASURED = launches(["a", "b"], [10e-6, 20e-6], {BF16: [1e6, 1e6]}, {Level.DRAM: [20e6, 45e6]})


def words(what_if: WhatIf) -> WhatIfBarWords:
    made = Document(
        sources=(Source(Profile("a", "a", MEASURED, Ledger(read=2)), "a"),),
        machine=PLAIN,
        grouping=Grouping.LAUNCH,
        what_if=what_if,
    )
    return bar_words(what_if, forecast_document(replace(made, what_if=what_if)))


def test_the_step_before_and_after() -> None:
    found = words(WhatIf(precision=FP8))
    assert found.sentence == "Prediction: FP8 tensor"
    assert found.result == (
        "Kernel time 30 µs → 17 µs, 1.76 × faster",
        "30 µs → 17 µs, 1.76 × faster",
        "30 µs → 17 µs",
    )
    assert found.notes == ""
    assert found.back == "Back to measured"


def test_what_cannot_be_predicted_is_counted_with_its_reason() -> None:
    found = words(WhatIf(precision=FP4))
    assert found.notes.startswith("2 rows not predicted: Test has no ceiling for FP4 tensor")
    assert found.result == ("Kernel time 30 µs, no row predicted", "30 µs, no row predicted", "30 µs as measured")


def test_without_a_profile_there_is_nothing_measured_to_go_back_to() -> None:
    assert bar_words(WhatIf(batch=64), None) == WhatIfBarWords("Prediction: batch 64", (), "", "Back to as given")


INT4_WEIGHTS = StepEntry(
    1, "step", find_model("llama-3-70b"), Span(True, 100), with_types(element_types("bf16"), weights="int4")
)


@pytest.mark.parametrize(
    ("what_if", "note"),
    [
        (WhatIf(precision=FP8), "INT4 weights become FP8; set weights apart under More… to keep them."),
        (WhatIf(precision=FP8, weights=Element.INT4), ""),  # set apart
        (WhatIf(precision=FP4), ""),  # as narrow
        (WhatIf(batch=64), ""),
    ],
)
def test_data_that_were_narrower_than_the_precision_are_told(what_if: WhatIf, note: str) -> None:
    assert bar_words(what_if, None, [INT4_WEIGHTS]).notes == note
    assert bar_words(what_if, None, [replace(INT4_WEIGHTS, shown=False)]).notes == ""
    gemm = KernelEntry(2, Workload("gemm", {"m": 1, "n": 1, "k": 1}))  # all data in BF16: wider on purpose
    assert bar_words(WhatIf(precision=Precision.FP64), None, [gemm]).notes == ""


def test_several_kinds_of_data_are_told_once() -> None:
    types = with_types(element_types("bf16"), weights="int4", kv="fp8")
    steps = [replace(INT4_WEIGHTS, id=i, types=types) for i in (1, 2)]
    assert bar_words(WhatIf(precision=BF16), None, steps).notes == (
        "INT4 weights become BF16, FP8 KV cache becomes BF16; set weights and KV cache apart under More… to keep them."
    )
