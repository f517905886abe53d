"""What a forecast says: the step before and after, and what is not predicted and why."""

from dataclasses import replace
from typing import Any

import pytest

from roofline_gui.model.document import Document
from roofline_gui.model.forecast import Forecast, forecast_document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import BatchLaw, Source
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.elements import Element
from roofline_gui.present.what_if.forecast import (
    forecast_cells,
    forecast_notes,
    forecast_text,
    prediction_text,
    reason_text,
    totals_texts,
)
from tests.present.builders import MACHINE, launches

NAN = float("nan")
TENSOR = Precision.BF16_TENSOR
HAS = "it has BF16 tensor, FP32, FP64."


def forecast_of(
    found: Launches,
    *laws: BatchLaw,
    grouping: Grouping = Grouping.LAUNCH,
    of: Machine = MACHINE,
    **what_if: Any,
) -> Forecast:
    profile = Profile("p.csv", "p.csv", found, Ledger(read=len(found)))
    made = Document(
        sources=(Source(profile, "p.csv", laws=laws),), machine=of, grouping=grouping, what_if=WhatIf(**what_if)
    )
    found_forecast = forecast_document(made)
    assert found_forecast is not None
    return found_forecast


def products(*time: float, dram: float = 50e6, operations: list[str] | None = None) -> Launches:
    n = len(time)
    return launches(["k"] * n, [*time], {TENSOR: [1e6] * n}, {Level.DRAM: [dram] * n}, operations=operations)


@pytest.mark.parametrize(
    ("what_if", "text"),
    [
        ({"bytes": 0.5}, "−50 % bytes: 12 µs → 7 µs, 1.71 × faster"),
        ({"bytes": 2.0}, "+100 % bytes: 12 µs → 22 µs, 0.545 × as fast"),
        ({"flop": 0.6, "batch": 64}, "Batch 64, −40 % FLOP: 12 µs → 12 µs, same time"),
        ({"weights": Element.INT4}, "Weights INT4: 12 µs → 12 µs, same time"),
    ],
)
def test_the_sentence_of_a_what_if(what_if: dict[str, Any], text: str) -> None:
    assert forecast_text(forecast_of(products(12e-6), **what_if)) == text


def test_totals_that_are_partly_measured_say_so_however_short_they_are() -> None:
    # 12 µs become 7, and 9 µs without known work stay; what has no known time is in no total.
    found = launches(["a", "b", "c"], [12e-6, 9e-6, NAN], {TENSOR: [1e6, NAN, 1e6]}, {Level.DRAM: [50e6, 5e6, 5e6]})
    assert totals_texts(forecast_of(found, bytes=0.5)) == (
        "21 µs → 16 µs, 1.31 × faster; partial: 1 of 2 rows, 43 % of the time, as measured",
        "21 µs → 16 µs, 1.31 × faster (partial)",
        "21 µs → 16 µs (partial)",
    )
    assert totals_texts(forecast_of(products(12e-6), bytes=0.5)) == ("12 µs → 7 µs, 1.71 × faster", "12 µs → 7 µs")


def test_cells_of_a_row() -> None:
    found = forecast_of(products(12e-6, NAN), bytes=0.5)
    assert forecast_cells(found, 0) == ("7 µs", "1.71 ×")
    assert forecast_cells(found, 1) == ("–", "–")


def test_a_missing_ceiling_is_told_once_for_all_rows_that_lack_it() -> None:
    found = forecast_of(products(12e-6, 13e-6), precision=Precision.FP8_TENSOR)
    assert forecast_notes(found) == (f"2 rows not predicted: Round has no ceiling for FP8 tensor; {HAS}",)
    assert reason_text(found, 0) == f"Not predicted: Round has no ceiling for FP8 tensor; {HAS}"


def test_a_roof_that_the_other_machine_lacks_is_told_apart_from_a_precision() -> None:
    other = replace(MACHINE, id="other", name="Other", levels=MACHINE.levels[-1:], special_ops=None)
    found = launches(
        ["a", "b", "c", "d"],
        [9e-6] * 4,
        {Precision.FP32: [1e6] * 4},
        {Level.L2: [50e6, 50e6, 1e6, 1e6], Level.DRAM: [1e6] * 4},
        special_ops=[0, 0, 20e6, 0],
    )
    told = forecast_of(found, machine=other)
    assert forecast_notes(told) == (
        "2 rows not predicted: bound by L2, for which Other has no ceiling.",
        "1 row not predicted: bound by XU (special functions), for which Other has no ceiling.",
    )
    assert reason_text(told, 2) == "Not predicted: bound by XU (special functions), for which Other has no ceiling."
    assert reason_text(told, 3) == ""
    back = forecast_of(found, of=other, machine=MACHINE)
    assert forecast_notes(back)[0] == "2 rows not predicted: bound by L2 there, for which Other has no ceiling."


def test_what_is_unknown_is_named() -> None:
    found = launches(
        ["a", "b", "c"],
        [NAN, 5e-6, 5e-6],
        {Precision.FP32: [1e6, NAN, 1e6]},
        {Level.DRAM: [1e6, 1e6, NAN]},
    )
    assert forecast_notes(forecast_of(found, bytes=0.5)) == (
        "1 row not predicted: time unknown.",
        "1 row not predicted: work unknown.",
        "1 row not predicted: DRAM traffic unknown.",
    )


def test_a_batch_that_nothing_follows_is_told() -> None:
    found = forecast_of(products(12e-6), batch=64)
    assert forecast_notes(found) == (
        "Batch 64 changes no measured row: none has a batch law or was recorded at several batches.",
    )
    assert reason_text(found, 0) == "Not predicted: no batch law."


def test_rows_that_stay_and_steps_that_are_left_out_are_counted() -> None:
    paths = ["batch=1 / gemm", "batch=8 / gemm", "warm-up"]
    found = forecast_of(products(12e-6, 14e-6, 9e-6, operations=paths), grouping=Grouping.NVTX, batch=4)
    assert forecast_notes(found) == (
        "1 row of steps at other batches left out.",
        "1 row kept as measured: no batch law.",
    )
    assert reason_text(found, 0) == ""
    assert reason_text(found, 1) == "Not predicted: part of a step at another batch."


def test_a_prediction_that_is_part_of_no_step_is_told() -> None:
    paths = ["batch=1 / gemm", "batch=8 / gemm", "batch=8 / norm"]
    law = BatchLaw((1,), 8, 40e6)
    found = forecast_of(products(12e-6, 14e-6, 9e-6, operations=paths), law, grouping=Grouping.NVTX, batch=4)
    assert forecast_notes(found) == (
        "2 rows of steps at other batches left out.",
        "1 row of them predicted, yet in no total: a step of several batches never ran.",
    )


def test_what_was_measured_at_the_batch_stands_beside_the_prediction() -> None:
    # Work and traffic are the same at both batches, so nothing is predicted to change: 12 µs, 2/14 less than measured.
    paths = ["batch=1 / gemm", "batch=8 / gemm"]
    found = forecast_of(products(12e-6, 14e-6, operations=paths), grouping=Grouping.NVTX, batch=8)
    assert prediction_text(found, 0) == "Measured at batch 8: 14 µs, predicted −14 %"
    assert forecast_cells(found, 0) == ("12 µs (−14 %)", "1 ×")
    assert forecast_cells(found, 1) == ("–", "–")
    assert forecast_notes(found)[-1] == (
        "Single rows miss what was measured at batch 8 by up to 14 %, as the table tells in brackets."
    )
    assert prediction_text(found, 1) == "Not predicted: part of a step at another batch."
    at_first = forecast_of(products(12e-6, 14e-6, operations=paths), grouping=Grouping.NVTX, batch=1)
    assert prediction_text(at_first, 0) == ""
    assert forecast_cells(at_first, 0) == ("12 µs", "1 ×")


def test_a_precision_that_changes_nothing_says_why() -> None:
    vector = launches(["norm"], [5e-6], {Precision.FP32: [1e6]}, {Level.DRAM: [1e6]})
    assert forecast_notes(forecast_of(vector, precision=TENSOR)) == (
        "BF16 tensor changes no measured row: none computes on matrix units.",
    )
    assert forecast_notes(forecast_of(products(12e-6), precision=TENSOR)) == (
        "BF16 tensor is what measured rows on matrix units compute in already.",
    )


def test_storage_types_that_change_nothing_say_why() -> None:
    assert forecast_notes(forecast_of(products(12e-6), weights=Element.INT4)) == (
        "Weights in INT4 change no measured row: no batch law tells how many bytes are weights.",
    )
    law = BatchLaw((0,), 1, 40e6)
    assert forecast_notes(forecast_of(products(12e-6), law, weights=Element.INT4)) == ()
    assert forecast_notes(forecast_of(products(12e-6), kv=Element.FP8)) == (
        "Types of activations and KV cache change calculated kernels only: no capture tells their bytes apart.",
    )
