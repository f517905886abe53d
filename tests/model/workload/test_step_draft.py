"""A step as it is typed: what comes of it, and the reason at each text that cannot be used."""

from dataclasses import replace
from typing import Any

import pytest

from roofline_gui.io.model_presets import find_model
from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.model.workload.step_draft import StepDraft, read_step_draft, step_draft_of

LLAMA = find_model("llama-3-8b")


def read(draft: StepDraft, before: StepEntry | None = None) -> StepEntry:
    outcome = read_step_draft(draft, before)
    assert outcome.problems == {}
    assert outcome.entry is not None
    return outcome.entry


def test_a_new_draft_is_a_decode_step_of_one_sequence_in_bf16() -> None:
    entry = read(StepDraft(LLAMA))
    assert (entry.name, entry.architecture, entry.span, entry.batch) == (
        "Llama-3-8B decode",
        LLAMA,
        Span(True, 4096),
        1,
    )
    assert entry.types == element_types("bf16")
    assert read(StepDraft(LLAMA, decode=False)).span == Span(False, 2048)


def test_sizes_may_be_typed_as_arithmetic() -> None:
    entry = read(StepDraft(LLAMA, context="2^17", batch="4*64"))
    assert (entry.span.length, entry.batch) == (131_072, 256)


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        ("batch", "0", "Expected a whole number of at least 1, not 0."),
        ("batch", "-3", "Expected a whole number of at least 1, not -3."),
        ("batch", "1.5", "Expected a whole number, not 1.5."),
        ("batch", "", "Nothing was typed"),
        ("batch", "many", "“many”"),
        ("context", "-1", "not negative"),
        ("context", "1e12", "too large"),
    ],
)
def test_what_cannot_be_used_has_a_reason(field: str, text: str, reason: str) -> None:
    typed: dict[str, Any] = {field: text}
    outcome = read_step_draft(StepDraft(LLAMA, **typed))
    assert outcome.entry is None
    assert set(outcome.problems) == {field}
    assert reason in outcome.problems[field]


def test_only_the_length_of_what_is_done_counts() -> None:
    assert read(StepDraft(LLAMA, tokens="none")).span == Span(True, 4096)
    assert read(StepDraft(LLAMA, decode=False, context="none")).span == Span(False, 2048)
    assert set(read_step_draft(StepDraft(LLAMA, decode=False, tokens="0", batch="0")).problems) == {"tokens", "batch"}


def test_an_entry_comes_back_unchanged_from_its_draft() -> None:
    plain = replace(read(StepDraft(LLAMA, batch="8")), id=7, shown=False)
    assert read(step_draft_of(plain), plain) == plain
    # A precision that was asked for, and a name, are kept as well.
    asked = replace(plain, types=replace(plain.types, compute=Precision.FP16_TENSOR), name="Mine", span=Span(False, 5))
    assert read(step_draft_of(asked), asked) == asked


def test_the_name_follows_the_model_until_one_is_typed() -> None:
    entry = read(StepDraft(LLAMA))
    assert step_draft_of(entry).name == ""
    other = replace(step_draft_of(entry), architecture=replace(LLAMA, name="meta-llama/Llama-9"), decode=False)
    assert read(other, entry).name == "Llama-9 prefill"
    assert read(replace(other, name=" Mine "), entry).name == "Mine"
