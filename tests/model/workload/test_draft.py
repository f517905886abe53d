"""What is typed into the fields of a calculated kernel."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.workload.catalogue import FORMULAS, Workload, find_formula
from roofline_gui.model.workload.draft import Draft, Outcome, draft_of, read_draft, with_formula
from roofline_gui.model.workload.elements import element_types, with_types
from roofline_gui.model.workload.entry import KernelEntry
from roofline_gui.model.workload.examples import STARTS, new_entry, start_of

BEFORE = KernelEntry(7, Workload("gemm", {"m": 1.0, "n": 1.0, "k": 1.0}), shown=False)
CUBE = {"m": "4096", "n": "4096", "k": "4096"}


def read(formula: str = "gemm", dtype: str = "bf16", variant: str = "", **texts: str) -> Outcome:
    return read_draft(Draft(formula, texts, element_types(dtype), variant), BEFORE)


def entry_of(outcome: Outcome) -> KernelEntry:
    assert outcome.entry is not None, outcome.problems
    return outcome.entry


def test_arithmetic_and_units_are_read_and_kept_as_typed() -> None:
    entry = entry_of(read(m=" 2*2048 ", n="4 096", k="2^12", batch="2^5", launches="2*40"))
    assert entry.workload.values == {"m": 4096, "n": 4096, "k": 4096}
    assert (entry.workload.batch, entry.count) == (32, 80)
    assert entry.typed == {"m": "2*2048", "n": "4 096", "k": "2^12", "batch": "2^5", "launches": "2*40"}
    assert (entry.id, entry.shown) == (7, False)
    typed = entry_of(read("custom", flop="137 GFLOP", bytes="3*100e6*4 B"))
    assert typed.workload.values == {"flop": 137e9, "bytes": 1.2e9}


def test_what_is_left_empty_takes_its_default() -> None:
    entry = entry_of(read("elementwise", "fp32", n="1e8", reads="", ops=" "))
    assert entry.workload.values == {"n": 1e8}
    assert (entry.workload.batch, entry.count) == (1, 1)
    assert entry.typed == {"n": "1e8"}
    assert math.isnan(entry.workload.time)


@pytest.mark.parametrize(
    ("formula", "texts", "field", "reason"),
    [
        ("gemm", {**CUBE, "m": "0"}, "m", "at least 1, not 0"),
        ("gemm", {**CUBE, "m": "-5"}, "m", "at least 1"),
        ("gemm", {**CUBE, "m": "1.5"}, "m", "expected a whole number, not 1.5"),
        ("gemm", {**CUBE, "m": "1e16"}, "m", "too large"),
        ("gemm", {**CUBE, "m": "9^9^9"}, "m", "too large to be computed"),
        ("gemm", {**CUBE, "m": "1e999"}, "m", "too large to be computed"),
        ("gemm", {**CUBE, "m": ""}, "m", "a number is needed here"),
        ("gemm", {**CUBE, "m": "many"}, "m", "“many” in “many”: a plain number is needed"),
        ("gemm", {**CUBE, "m": "4 MB"}, "m", "a plain number is needed"),
        ("gemm", {**CUBE, "m": "1/0"}, "m", "divides by zero"),
        ("gemm", {**CUBE, "m": "(2"}, "m", "closing bracket"),
        ("gemm", {**CUBE, "m": "4,096"}, "m", "decimals have a point"),
        ("gemm", {**CUBE, "m": "nan"}, "m", "a plain number is needed"),
        ("gemm", {**CUBE, "batch": "0"}, "batch", "at least 1"),
        ("gemm", {**CUBE, "batch": "2.5"}, "batch", "whole number"),
        ("gemm", {**CUBE, "launches": "-1"}, "launches", "at least 1"),
        ("gemm", {**CUBE, "measured": "5"}, "measured", "add the unit"),
        ("gemm", {**CUBE, "measured": "0 us"}, "measured", "at least"),
        ("gemm", {**CUBE, "measured": "-3 us"}, "measured", "at least"),
        ("gemm", {**CUBE, "measured": "5 kg"}, "measured", "neither a duration nor a rate"),
        ("gemm", {**CUBE, "measured": "0 TFLOP/s"}, "measured", "at least"),
        ("custom", {"bytes": "1 GB", "measured": "1 TFLOP/s"}, "measured", "a rate needs work"),
        ("custom", {"flop": "1 GFLOP", "measured": "1 TB/s"}, "measured", "a rate needs traffic"),
        ("custom", {}, "flop", "give flop, bytes, or both"),
        ("custom", {"bytes": "5 FLOP"}, "bytes", "not a unit of B"),
        ("custom", {"bytes": "1 MB", "weight_bytes": "2 MB"}, "weight_bytes", "more than bytes"),
        ("attention", {"seq": "8", "d": "8", "heads": "6", "kv_heads": "4"}, "kv_heads", "evenly"),
        ("attention", {"seq": "8", "d": "8", "causal": "perhaps"}, "causal", "yes or no"),
        ("moe_gemm", {"experts": "4", "top": "5", "n": "1", "k": "1"}, "top", "more than the 4 experts"),
    ],
)
def test_what_cannot_be_used_is_named_at_its_field(
    formula: str, texts: dict[str, str], field: str, reason: str
) -> None:
    outcome = read(formula, **texts)
    assert outcome.entry is None
    assert list(outcome.problems) == [field]
    assert reason in outcome.problems[field]


def test_all_bad_fields_are_named_at_once() -> None:
    outcome = read(m="0", n="x", k="8")
    assert set(outcome.problems) == {"m", "n"}
    assert outcome.values == {"k": 8}


def test_a_way_that_moves_nothing_is_refused_at_the_way() -> None:
    outcome = read("elementwise", "fp32", "unfused", n="8", ops="0")
    assert list(outcome.problems) == ["variant"]
    assert "moves nothing" in outcome.problems["variant"]


@pytest.mark.parametrize(
    ("measured", "seconds"),
    [
        ("180 us", 180e-6),
        ("400 TFLOP/s", 2 * 4096**3 / 400e12),
        ("400 TFLOPS", 2 * 4096**3 / 400e12),
        ("2 TB/s", 6 * 4096**2 / 2e12),
        ("2*4096^3/400e12 s", 2 * 4096**3 / 400e12),
    ],
)
def test_a_measurement_is_a_duration_or_a_rate(measured: str, seconds: float) -> None:
    entry = entry_of(read(**CUBE, measured=measured))
    assert entry.workload.time == pytest.approx(seconds)
    assert draft_of(entry).texts["measured"] == measured


def test_a_rate_stays_a_rate_when_the_work_changes() -> None:
    draft = draft_of(entry_of(read(**CUBE, measured="400 TFLOP/s")))
    larger = read_draft(replace(draft, texts={**draft.texts, "m": "8192"}), BEFORE)
    assert entry_of(larger).workload.time == pytest.approx(4 * 4096**3 / 400e12)


def test_fields_show_what_was_typed_as_long_as_it_is_what_is_held() -> None:
    entry = entry_of(read("custom", flop="2*4096^3", bytes="100 MB", measured="1 ms"))
    assert draft_of(entry).texts == {
        "flop": "2*4096^3", "bytes": "100 MB", "batch": "1", "launches": "1", "measured": "1 ms",
    }  # fmt: skip
    changed = replace(entry, workload=replace(entry.workload, values={"flop": 5e9, "bytes": 1e8}, time=2e-3))
    assert draft_of(changed).texts["flop"] == "5 GFLOP"
    assert draft_of(changed).texts["bytes"] == "100 MB"
    assert draft_of(changed).texts["measured"] == "2 ms"


@pytest.mark.parametrize("formula", list(FORMULAS))
def test_a_new_kernel_can_be_calculated_and_read_back(formula: str) -> None:
    entry = new_entry(start_of(formula))
    assert entry.name == find_formula(formula).name
    assert entry.workload.types == element_types(find_formula(formula).dtype.value)
    assert read_draft(draft_of(entry), entry).entry is not None
    needed = {p.name for p in find_formula(formula).parameters if p.default is None and not p.optional}
    assert needed <= set(STARTS[formula])


def test_another_formula_keeps_what_both_have() -> None:
    draft = draft_of(entry_of(read(m="64", n="128", k="256", batch="8")))
    rows = with_formula(draft, find_formula("softmax"), STARTS["softmax"])
    assert rows.texts == {"n": "128", "rows": "4096", "batch": "8", "launches": "1"}
    assert rows.types == element_types("fp32")  # BF16 was the usual type of a GEMM, FP32 is that of sums
    chosen = replace(draft, types=with_types(draft.types, weights="int4"))
    assert with_formula(chosen, find_formula("softmax"), {}).types == chosen.types


def test_switches_are_shown_as_words() -> None:
    entry = entry_of(read("attention", seq="8", d="8", causal="yes"))
    assert draft_of(replace(entry, typed={})).texts["causal"] == "yes"


typed = st.text(alphabet="0123456789.,+-*/^()eE kMGTBFLOPsu×²∞naif", max_size=24)


@given(st.sampled_from(list(FORMULAS)), st.data())
def test_whatever_is_typed_is_read_or_refused_with_a_reason(formula: str, data: st.DataObject) -> None:
    names = [p.name for p in find_formula(formula).parameters] + ["batch", "launches", "measured"]
    texts = {**STARTS[formula], **data.draw(st.dictionaries(st.sampled_from(names), typed, max_size=3))}
    outcome = read_draft(Draft(formula, texts), BEFORE)
    assert (outcome.entry is None) is bool(outcome.problems)
    assert all(outcome.problems.values())
    assert set(outcome.problems) <= {*names, "variant", "formula"}
    if outcome.entry is not None:
        again = entry_of(read_draft(draft_of(outcome.entry), outcome.entry))
        assert again.workload == outcome.entry.workload
        assert again.count == outcome.entry.count
