"""Totals of whole steps against decode steps that were worked out independently, as given and under a what-if."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.model_presets import find_model
from roofline_gui.model.estimates import calculate_entries, estimate
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.step_totals import given_totals, step_totals
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.elements import Element, element_types
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.operations import Span
from tests.model import builders

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "transformer_steps.json").read_text(encoding="utf-8"))
H100 = next(m for m in load_catalogue().machines if m.id == "h100-sxm")  # 3.35 TB/s, 990 TFLOP/s in BF16
STEPS = [(model, step["batch"], step["context"]) for model in GOLDEN for step in GOLDEN[model].get("steps", [])]


def entry(model: str, context: int, batch: int = 1, decode: bool = True) -> StepEntry:
    shape = find_model(model)
    return StepEntry(3, f"{shape.name} step", shape, Span(decode, context), element_types("bf16"), batch)


@pytest.mark.parametrize(("model", "batch", "context"), STEPS)
def test_golden_steps(model: str, batch: int, context: int) -> None:
    golden = next(s for s in GOLDEN[model]["steps"] if (s["batch"], s["context"]) == (batch, context))
    given = given_totals(entry(model, context, batch), H100)
    moved = step_totals(estimate(calculate_entries((entry(model, context),)), H100, batch), entry(model, context))
    for totals in (given, moved):
        assert totals.batch == batch
        assert totals.flop == pytest.approx(golden["W"], rel=1e-9)
        assert totals.bytes == pytest.approx(golden["Q"], rel=1e-9)
        assert totals.bound_time == pytest.approx(golden["t_roof"], rel=1e-9)
        assert totals.tokens_per_s == pytest.approx(batch / golden["t_roof"], rel=1e-9)
        assert totals.kernel_time >= totals.bound_time
    assert moved.kernel_time == pytest.approx(given.kernel_time, rel=1e-9)
    assert moved.kv_bytes == given.kv_bytes


def test_memory_that_weights_and_cache_take() -> None:
    totals = given_totals(entry("llama-3-70b", 4096, 8), H100)
    assert totals.parameters == 70_553_706_496
    assert totals.needed == 2 * 70_553_706_496 + 8 * 4096 * 327_680
    assert totals.fits is False
    assert totals.memory == 80e9
    assert given_totals(entry("llama-3-8b", 4096, 8), H100).fits is True
    unsized = builders.machine({Precision.BF16_TENSOR: 1e15}, {Level.DRAM: 1e12})
    assert given_totals(entry("llama-3-8b", 4096), unsized).fits is None


def test_without_a_machine_there_are_amounts_and_no_times() -> None:
    totals = given_totals(entry("llama-3-8b", 0), None)
    assert totals.flop == 15_009_316_864
    assert totals.bytes == 15_009_857_536
    assert totals.fits is None
    assert totals.bound_time != totals.bound_time
    assert totals.tokens_per_s != totals.tokens_per_s


def test_positions_of_the_model() -> None:
    assert given_totals(entry("gpt-2", 1025), H100).is_beyond_positions
    assert not given_totals(entry("gpt-2", 1024), H100).is_beyond_positions


def test_a_precision_that_is_thought_changes_types_and_memory() -> None:
    step = entry("llama-3-8b", 1000)
    for what_if, weights, kv, precision in (
        (WhatIf(precision=Precision.FP8_TENSOR), 1, 1, Precision.FP8_TENSOR),
        (WhatIf(weights=Element.INT4), 0.5, 2, Precision.BF16_TENSOR),
    ):
        totals = step_totals(estimate(calculate_entries((step,), what_if), H100), step)
        assert totals.weight_bytes == weights * 8_030_261_248
        assert totals.kv_bytes == kv * 1000 * 65_536
        assert totals.precision is precision


def test_tokens_of_a_prompt() -> None:
    totals = given_totals(entry("llama-3-8b", 2048, 2, decode=False), H100)
    assert totals.flop == pytest.approx(2 * 29_688_401_494_016, rel=1e-9)
    assert totals.tokens_per_s == pytest.approx(2 * 2048 / totals.bound_time)
    one = given_totals(replace(totals.entry, batch=1), H100)
    assert one.bytes == pytest.approx(15_295_062_016, rel=1e-9)
