"""Measured rows beside their ideals: on the bundled capture, and where something is unknown."""

import math
from dataclasses import replace

import pytest

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.estimates import Estimates, estimate_document
from roofline_gui.model.ideals import Held, hold_against
from roofline_gui.model.source import Pin
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.calculated.ideals import (
    factor_text,
    held_advice,
    held_doubts,
    held_facts,
    held_text,
    ideal_name,
)
from roofline_gui.present.explanation import explain
from tests.model.test_ideals import SHAPE, example, row_of

QKV = KernelEntry(1, Workload("gemm", {"m": 1, "n": 6144, "k": 4096}, element_types("bf16"), name="q, k and v"))
DOWN = KernelEntry(1, Workload("gemm", {"m": 1, "n": 4096, "k": 14336}, element_types("bf16")))
STEP = StepEntry(1, "my step", SHAPE, Span(True, 1024), element_types("bf16"))


def held(entry: Entry, operation: str, pinned: str = "") -> tuple[Analysis, Estimates, Held]:
    document, analysis = example(entry)
    (source,) = document.sources
    launches = tuple(analysis.groups.members(row_of(analysis, operation)).tolist())
    document = replace(document, sources=(replace(source, pins=(Pin(launches, 1, pinned),)),))
    estimates = estimate_document(document)
    assert estimates is not None
    (found,) = hold_against(document, analysis, estimates)
    return analysis, estimates, found


def test_waste_and_lost_rate_of_a_product_at_batch_1() -> None:
    """403 MFLOP for 2·6144·4096 = 50.3 useful ones, 52.7 MB for 50.35, at 3.13 of 4.8 TB/s."""
    analysis, _, found = held(QKV, "decode batch=1 / layer 0 / qkv_proj")
    assert held_text(analysis, found) == "8.0 × the useful FLOPs (tile padding), 1.05 × the ideal bytes, 65 % of roof"
    assert [(fact.label, fact.text) for fact in held_facts(found)] == [
        ("Work W", "403 MFLOP, ideal 50.3 MFLOP"),
        ("DRAM traffic Q", "52.7 MB, ideal 50.4 MB"),
        ("Time t", "16.8 µs, ideal 10.5 µs"),
        ("Of the ideal", "62 %"),  # 50.352 MB / 4.8 TB/s = 10.49 µs of 16.80
    ]
    assert held_doubts(found) == ()


def test_advice_does_not_contradict_the_ideal() -> None:
    """The row moves the bytes that it must, at 65 % of the DRAM roof, with a grid that does not fill the machine."""
    analysis, _, found = held(QKV, "decode batch=1 / layer 0 / qkv_proj")
    assert "coalescing" in explain(analysis, found.row).advice  # without an ideal
    advice = held_advice(analysis, found)
    assert advice.startswith("It moves 1.05 × the ideal bytes, so its access is good; the rate is lost.")
    assert "(0.73 waves): split-K" in advice
    wasteful = held_advice(analysis, replace(found, bytes_factor=2.5))
    assert wasteful.startswith("It moves 2.5 × the ideal bytes: read once and reuse")
    assert wasteful.endswith("Then keep more loads in flight.")
    for unclear in (
        replace(found, bytes_factor=1.3),  # neither near nor far
        replace(found, bytes_factor=0.4),  # the ideal of something else
        replace(found, bytes_factor=math.nan),
        replace(found, is_as_given=True, recorded=(32,)),
    ):
        assert held_advice(analysis, unclear) == ""


def test_a_row_at_its_roof_may_still_move_too_much() -> None:
    analysis, _, found = held(QKV, "decode batch=1 / lm_head")  # 88 % of the DRAM roof
    assert "Tuning this kernel will not help" in explain(analysis, found.row).advice
    assert held_advice(analysis, replace(found, bytes_factor=1.02)) == ""
    assert "3.0 × the ideal bytes: read once and reuse" in held_advice(analysis, replace(found, bytes_factor=3.0))


def test_a_split_product_is_two_launches() -> None:
    analysis, _, found = held(DOWN, "decode batch=1 / layer 0 / down")
    assert held_text(analysis, found) == "8.0 × the useful FLOPs (tile padding), 1.02 × the ideal bytes, 72 % of roof"
    assert held_facts(found)[0].text == "1, 2 launches each"


def test_an_ideal_at_another_batch_than_it_is_given_for_says_so() -> None:
    """At batch 32 all 2·32·6144·4096 = 1.61 GFLOP of a tile of 32 rows are useful."""
    analysis, _, found = held(QKV, "decode batch=32 / layer 0 / qkv_proj")
    assert held_text(analysis, found).startswith("At batch 32: 1.0")
    assert "padding" not in held_text(analysis, found)
    several = replace(found, recorded=(8, 64))
    assert held_text(analysis, several).startswith("At batch 8 to 64: ")


def test_padding_is_only_said_where_it_can_be() -> None:
    analysis, _, found = held(QKV, "decode batch=1 / layer 0 / qkv_proj")
    as_given = replace(found, is_as_given=True, recorded=(32,))
    assert held_text(analysis, as_given).startswith("As given, batch 1: 8.0 × the useful FLOPs, 1.05")
    unknown = replace(found, is_as_given=True, recorded=())
    assert held_text(analysis, unknown).startswith("8.0 × the useful FLOPs (tile padding, or another batch), 1.05")
    huge = replace(found, flop_factor=1000.0)  # no tile has that many rows
    assert held_text(analysis, huge).startswith("1,000 × the useful FLOPs, 1.05")


def test_rows_without_tiles_do_not_pad_them() -> None:
    _, analysis = example(QKV)
    row = row_of(analysis, "decode batch=1 / layer 0 / silu_and_mul")
    other = Held(row, 0, 1, 1, analysis.machine, 2e6, 1e6, 1e-6, 1e6, 1e6, 1e-6, 2.0, 1.0, 0.5, 0.5)
    assert held_text(analysis, other) == "2.0 × the useful FLOPs, 1.00 × the ideal bytes, 50 % of roof"


def test_less_than_the_ideal_needs_is_doubted() -> None:
    small, _, less = held(DOWN, "decode batch=1 / layer 0 / qkv_proj")
    assert held_text(small, less).startswith("3.4 × the useful FLOPs (tile padding), 0.45 × the ideal bytes")
    (doubt,) = held_doubts(less)
    assert doubt.startswith("Fewer bytes than the ideal needs")


def test_what_is_unknown_is_left_out() -> None:
    analysis, _, found = held(QKV, "decode batch=1 / layer 0 / qkv_proj")
    nan = math.nan
    untimed = replace(found, time=nan, fraction=nan, ideal_fraction=nan)
    assert held_text(analysis, untimed) == "8.0 × the useful FLOPs (tile padding), 1.05 × the ideal bytes"
    assert [fact.label for fact in held_facts(untimed)] == ["Work W", "DRAM traffic Q", "Time t"]
    unknown = replace(untimed, flop_factor=nan, bytes_factor=nan)
    assert held_text(analysis, unknown).endswith("nothing can be compared")
    assert held_doubts(unknown) == ()


def test_ideals_are_called_by_entry_and_operation() -> None:
    _, estimates, found = held(QKV, "decode batch=1 / lm_head")
    assert ideal_name(estimates, found.estimate) == "q, k and v"
    _, estimates, found = held(STEP, "decode batch=1 / lm_head", "lm_head")
    assert ideal_name(estimates, found.estimate) == "lm_head of my step"


@pytest.mark.parametrize(
    ("factor", "text"),
    [(8.0, "8.0 ×"), (7.96, "8.0 ×"), (1.046, "1.05 ×"), (1, "1.00 ×"), (0.02, "0.02 ×"), (123.4, "123 ×")],
)
def test_factors_have_a_digit_that_shows_that_they_are_no_counts(factor: float, text: str) -> None:
    assert factor_text(factor) == text
