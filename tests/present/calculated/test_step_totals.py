"""The totals of a step in words."""

import pytest

from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.model_presets import find_model
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.step_totals import StepTotals, given_totals
from roofline_gui.model.workload.elements import element_types, with_types
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.calculated.calculation import rate_text
from roofline_gui.present.calculated.step_totals import (
    count_text,
    formulas_line,
    memory_text,
    span_text,
    step_notes,
    stored_sentence,
    total_figures,
    totals_heading,
    totals_line,
)
from tests.model import builders

MACHINES = {machine.id: machine for machine in load_catalogue().machines}


def totals(model: str, context: int, batch: int, machine: str | None = "h100-sxm", **types: str) -> StepTotals:
    shape = find_model(model)
    stored = with_types(element_types("bf16"), **types)
    entry = StepEntry(1, f"{shape.name} decode", shape, Span(True, context), stored, batch)
    return given_totals(entry, None if machine is None else MACHINES[machine])


def test_a_step_in_one_line() -> None:
    # W = 8·17.16 GFLOP, Q = 15.01 GB + 8·537 MB at 3.35 TB/s; 8 tokens in 5.76 ms.
    found = totals("llama-3-8b", 4096, 8)
    assert totals_heading(found) == "Llama-3-8B decode · batch 8 · 4,096 tokens of context · BF16"
    line = totals_line(found).replace("\N{NO-BREAK SPACE}", " ")
    assert line.startswith("137 GFLOP · 19.3 GB · 5.76 ms at the roof · ")
    assert line.endswith(" kernel by kernel · at most 1,390 tokens/s · 16.1 GB of weights · 4.29 GB of KV cache")
    assert totals_line(found, 3).replace("\N{NO-BREAK SPACE}", " ") == f"{line} · this step alone, of 3"
    assert all(" " not in part for part in totals_line(found).split(" · "))  # broken between figures only


def test_figures_are_named() -> None:
    figures = {figure.name: figure.value for figure in total_figures(totals("llama-3-8b", 4096, 8))}
    assert figures["Parameters"] == "8.03 billion"
    assert figures["Intensity"] == "7.11 FLOP/B"
    assert figures["Time at the roof"] == "5.76 ms"
    assert figures["Tokens per second"] == "at most 1,390"
    without = {figure.name: figure.value for figure in total_figures(totals("llama-3-8b", 4096, 8, None))}
    assert (without["Work, W"], without["Time at the roof"], without["Tokens per second"]) == ("137 GFLOP", "–", "–")


def test_whether_it_fits() -> None:
    assert memory_text(totals("llama-3-8b", 4096, 8)) == "20.4 GB fit into 80 GB of HBM3"
    assert memory_text(totals("llama-3-70b", 4096, 8)) == "152 GB do not fit into 80 GB of HBM3"
    # 16,060,522,496 B of weights and 488,000 tokens of 131,072 B: 24 MB too much.
    assert memory_text(totals("llama-3-8b", 488_000, 1)) == "80.024 GB do not fit into 80 GB of HBM3"
    assert memory_text(totals("llama-3-8b", 4096, 8, None)) == "needs 20.4 GB of memory"
    bare = builders.machine({Precision.BF16_TENSOR: 1e15}, {Level.DRAM: 1e12})
    unsized = given_totals(totals("llama-3-8b", 4096, 8).entry, bare)
    assert memory_text(unsized) == "needs 20.4 GB; the size of the memory of Test is unknown"


def test_what_cannot_run_like_this_is_noted() -> None:
    assert step_notes(totals("gpt-2", 1024, 1)) == ()
    assert step_notes(totals("gpt-2", 4096, 1)) == (
        "GPT-2 (small) has 1,024 positions: 4,096 tokens are beyond them.",
    )
    (note,) = step_notes(totals("gpt-2", 10, 1, weights="fp4", activations="fp4"))
    assert note.startswith("H100 SXM has no ceiling for FP4 tensor; it has FP8 tensor")


def test_a_decode_step_without_context_is_noted() -> None:
    assert step_notes(totals("llama-3-8b", 0, 8)) == ("No context: attention reads no KV cache and counts nothing.",)
    assert step_notes(totals("llama-3-8b", 1, 8)) == ()


def test_types_in_words() -> None:
    assert stored_sentence(totals("gpt-2", 10, 1)) == "Stored as BF16, computed in BF16 tensor."
    apart = totals("gpt-2", 10, 1, weights="int4", kv="fp8")
    assert stored_sentence(apart) == (
        "Stored as weights INT4, activations BF16, KV FP8, computed in BF16 tensor."
    )


def test_small_words() -> None:
    assert span_text(Span(True, 1)) == "1 token of context"
    assert span_text(Span(False, 2048)) == "2,048 tokens of prompt"
    line = formulas_line(2, 3e12, 4e9, 5e-3).replace("\N{NO-BREAK SPACE}", " ")
    assert line == "2 formulas · 3.00 TFLOP · 4.00 GB · 5.00 ms one after the other"
    assert formulas_line(1, 1, 1, 1).startswith("1\N{NO-BREAK SPACE}formula ·")


@pytest.mark.parametrize(
    ("count", "text"), [(124_439_808, "124 million"), (70_553_706_496, "70.6 billion"), (999, "999")]
)
def test_counts_of_parameters(count: float, text: str) -> None:
    assert count_text(count) == text


@pytest.mark.parametrize(
    ("rate", "text"), [(float("nan"), "–"), (23.93, "23.9"), (4345.6, "4,350"), (12_345_678, "12,300,000")]
)
def test_rates(rate: float, text: str) -> None:
    assert rate_text(rate) == text
