"""The desk of calculated kernels: edits as undo steps, the choice, ideals of what is selected, what opening does."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from roofline_gui.model.document import Document
from roofline_gui.model.estimates import FORMULA, WHOLE_STEP
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.kernel_edits import pin, set_law
from roofline_gui.model.launches import Texts
from roofline_gui.model.source import BatchLaw, Pin
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.architecture import Architecture, GroupedQuery
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.session.files import DocumentFile
from roofline_gui.session.jobs import JobRunner
from roofline_gui.session.kernels import Chosen, kernel_at
from roofline_gui.session.session import Session
from tests.session.builders import KERNELS, document, example, profile, session

BF16 = element_types("bf16")
STEP = StepEntry(
    0,
    "tiny step",
    Architecture("tiny", hidden=64, layers=2, vocabulary=100, attention=GroupedQuery(4, 2, 16), mlp_width=128),
    Span(True, 10),
    BF16,
)


def gemm(name: str = "", n: float = 4096) -> KernelEntry:
    return KernelEntry(0, Workload("gemm", {"m": 1, "n": n, "k": 4096}, BF16, name=name))


@pytest.fixture
def here(tmp_path: Path) -> Session:
    made = session(tmp_path)
    made.start_with(document(profiles=(profile("a.csv"), profile("b.csv"))))
    return made


def names(here: Session) -> list[str]:
    return [entry.name for entry in here.document.kernels]


# Edits


def test_every_edit_is_one_named_step(here: Session) -> None:
    desk, before = here.kernel_desk, here.document
    steps: list[tuple[Callable[[], object], str]] = [
        (lambda: desk.add(gemm("qkv")), "Add qkv"),
        (lambda: desk.add(STEP), "Add tiny step"),
        (lambda: desk.duplicate(1), "Add qkv"),
        (lambda: desk.put(replace(gemm("qkv", n=64), id=1)), "Change qkv"),
        (lambda: desk.show([1, 3], False), "Hide calculated kernels"),
        (lambda: desk.show([3], True), "Show calculated kernels"),
        (lambda: desk.remove([2]), "Remove tiny step"),
        (lambda: desk.remove([1, 3]), "Remove 2 kernels"),
    ]
    for run, text in steps:
        run()
        assert here.undo_stack.undoText() == text
    assert here.undo_stack.count() == len(steps)
    assert here.document.kernels == ()
    for _ in steps:
        here.undo_stack.undo()
    assert here.document is before


def test_what_changes_nothing_is_no_step(here: Session) -> None:
    desk = here.kernel_desk
    id_ = desk.add(gemm())
    desk.put(desk.entries[0])
    desk.show([id_], True)
    desk.remove([77])
    desk.unpin(id_)
    desk.pin_to_selection(id_)
    assert desk.duplicate(77) is None
    assert here.undo_stack.count() == 1


def test_copies_have_names_and_ids_of_their_own(here: Session) -> None:
    desk = here.kernel_desk
    first = desk.add(STEP)
    second, third = desk.duplicate(first), desk.duplicate(first)
    assert names(here) == ["tiny step", "tiny step (2)", "tiny step (3)"]
    assert len({first, second, third}) == 3


def test_typing_is_one_step_until_something_else_is_typed(here: Session) -> None:
    desk = here.kernel_desk
    id_ = desk.add(gemm("qkv", n=1))
    before = here.document
    for n in (4, 40, 409, 4096):
        desk.put(replace(gemm("qkv", n), id=id_), merge="n")
    for batch in (1, 16):
        entry = desk.entries[0]
        assert isinstance(entry, KernelEntry)
        desk.put(replace(entry, workload=replace(entry.workload, batch=batch)), merge="batch")
    assert here.undo_stack.count() == 3
    here.undo_stack.undo()
    (entry,) = desk.entries
    assert isinstance(entry, KernelEntry)
    assert entry.workload.values["n"] == 4096
    assert entry.workload.batch == 1
    here.undo_stack.undo()
    assert here.document is before


def _pin(here: Session, index: int) -> None:
    here.select({index})
    here.kernel_desk.pin_to_selection(index)


def _give_law(here: Session, index: int) -> None:
    here.select({index})
    here.what_if_desk.give_law(index + 1, 1e6 * index)


def _take_law(here: Session, index: int) -> None:
    here.select({index, 0})
    here.what_if_desk.take_law()


ACTIONS: list[Callable[[Session, int], object]] = [
    lambda here, i: here.kernel_desk.add(gemm(f"k{i}")),
    lambda here, i: here.kernel_desk.add(STEP),
    lambda here, i: here.kernel_desk.duplicate(i),
    lambda here, i: here.kernel_desk.remove([i, i + 2]),
    lambda here, i: here.kernel_desk.show([i], i % 2 == 0),
    lambda here, i: here.kernel_desk.unpin(i),
    lambda here, i: here.what_if_desk.set_batch(2**i, "batch"),
    lambda here, i: here.what_if_desk.change("FLOP", replace(here.what_if_desk.what_if, flop=0.5 + i)),
    lambda here, i: here.what_if_desk.reset(),
    _pin,
    _give_law,
    _take_law,
]


@hypothesis_settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 5)), max_size=12))
def test_undo_and_redo_lead_to_the_same_documents(
    tmp_path: Path, actions: list[tuple[Callable[[Session, int], object], int]]
) -> None:
    here = session(tmp_path)
    here.start_with(document(profiles=(profile("a.csv"), profile("b.csv"))))
    first = here.document
    for act, index in actions:
        act(here, index)
    last, seen = here.document, []
    while here.undo_stack.canUndo():
        seen.append(here.document)
        here.undo_stack.undo()
    assert here.document is first
    while here.undo_stack.canRedo():
        here.undo_stack.redo()
        assert here.document is seen.pop()
    assert here.document is last
    ids = [entry.id for entry in last.kernels]
    assert len(set(ids)) == len(ids)
    assert {p.entry for s in last.sources for p in s.pins} <= set(ids)


# Estimates


def test_estimates_follow_the_document(here: Session) -> None:
    desk = here.kernel_desk
    desk.add(gemm())
    first = desk.estimates
    assert first is not None
    assert desk.estimates is first  # worked out once
    # 2·4096² FLOP per row; from 222 rows on compute takes longer than DRAM.
    here.what_if_desk.set_batch(512)
    second = desk.estimates
    assert second is not None
    assert second.calculated is first.calculated
    assert second.time[0] == pytest.approx(512 * 2 * 4096**2 / 1e15)
    here.undo_stack.undo()
    again = desk.estimates
    assert again is not None
    assert again.time[0] == first.time[0] == pytest.approx(2 * (4096**2 + 2 * 4096) / 5e12)
    here.undo_stack.undo()
    assert here.document.kernels == ()
    assert here.kernel_desk.estimates is None


# The choice


def test_the_choice_is_told_once_and_is_not_the_selection(here: Session) -> None:
    desk = here.kernel_desk
    told: list[frozenset[Chosen]] = []
    desk.chosen_changed.connect(told.append)
    id_ = desk.add(gemm())
    here.select({1})
    desk.choose([Chosen(id_, FORMULA)])
    desk.choose([Chosen(id_, FORMULA)])
    here.select({2})
    assert told == [frozenset({Chosen(id_, FORMULA)})]
    assert here.selection == {2}
    assert desk.chosen_rows() == (0,)
    desk.choose([])
    assert desk.chosen_rows() == ()


def test_operations_of_a_step_are_chosen_one_by_one(here: Session) -> None:
    desk = here.kernel_desk
    desk.add(gemm())
    step = desk.add(STEP)
    desk.choose([Chosen(step, WHOLE_STEP), Chosen(step, 3)])
    assert desk.chosen_rows() == (1, 5)  # behind the formula: the whole step, then its operations
    estimates = desk.estimates
    assert estimates is not None
    assert kernel_at(estimates, 5) == Chosen(step, 3)


def test_an_entry_that_is_gone_is_not_chosen(here: Session) -> None:
    desk = here.kernel_desk
    one, two = desk.add(gemm("one")), desk.add(gemm("two"))
    desk.choose([Chosen(one, FORMULA), Chosen(two, FORMULA)])
    told: list[frozenset[Chosen]] = []
    desk.chosen_changed.connect(told.append)
    desk.remove([one])
    assert desk.chosen == {Chosen(two, FORMULA)}
    here.undo_stack.undo()  # it comes back, its choice does not
    assert told == [frozenset({Chosen(two, FORMULA)})]
    here.start_with(Document())
    assert desk.chosen == frozenset()


# Ideals


def test_an_entry_is_pinned_to_all_launches_of_the_selected_rows(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(document(profiles=(profile("a.csv"), profile("b.csv")), grouping=Grouping.KERNEL))
    id_ = here.kernel_desk.add(gemm("qkv"))
    analysis = here.analysis
    assert analysis is not None
    rows = [r for r in range(len(analysis.groups.kernels)) if analysis.groups.kernels[r] == ("gemm",)]
    here.select(rows)  # launches #0 and #2 of both profiles
    here.kernel_desk.pin_to_selection(id_)
    assert here.undo_stack.undoText() == "Pin qkv"
    assert [s.pins for s in here.document.sources] == [(Pin((0, 2), id_),)] * 2
    assert here.selection == frozenset(rows)
    here.kernel_desk.unpin(id_)
    assert here.undo_stack.undoText() == "Unpin qkv"
    assert [s.pins for s in here.document.sources] == [(), ()]
    here.undo_stack.undo()
    here.kernel_desk.remove([id_])
    assert [s.pins for s in here.document.sources] == [(), ()]
    here.undo_stack.undo()
    assert [s.pins for s in here.document.sources] == [(Pin((0, 2), id_),)] * 2


def test_hidden_sources_do_not_shift_what_is_pinned(here: Session) -> None:
    id_ = here.kernel_desk.add(gemm())
    here.source_desk.show(here.source_desk.sources[:1], False)
    here.select({3})
    here.kernel_desk.pin_to_selection(id_)
    assert [s.pins for s in here.document.sources] == [(), (Pin((3,), id_),)]


def test_each_selected_row_has_an_ideal_of_its_own(here: Session) -> None:
    id_ = here.kernel_desk.add(gemm("qkv"))
    here.select({0, 2, 5})  # two launches of the first profile, one of the second
    here.kernel_desk.pin_to_selection(id_)
    assert [s.pins for s in here.document.sources] == [(Pin((0,), id_), Pin((2,), id_)), (Pin((1,), id_),)]
    assert [(held.row, held.executions) for held in here.kernel_desk.held] == [(0, 1), (2, 1), (5, 1)]
    assert here.undo_stack.count() == 2


def test_the_ideals_of_the_selection_can_be_taken_away(here: Session) -> None:
    id_ = here.kernel_desk.add(gemm("qkv"))
    here.select({0, 2, 5})
    here.kernel_desk.pin_to_selection(id_)
    here.select({0, 1, 5})
    here.kernel_desk.unpin_selection()
    assert [s.pins for s in here.document.sources] == [(Pin((2,), id_),), ()]
    here.select({1})
    here.kernel_desk.unpin_selection()
    assert here.undo_stack.count() == 3


def test_what_is_held_is_worked_out_once(here: Session) -> None:
    desk = here.kernel_desk
    id_ = desk.add(gemm("qkv", n=4096))
    here.select({0})
    desk.pin_to_selection(id_)
    first = desk.held
    # 8.5 GFLOP for 2·4096² useful ones.
    assert first[0].flop_factor == pytest.approx(8.5e9 / (2 * 4096**2))
    here.what_if_desk.set_batch(64)
    assert desk.held is first
    desk.put(replace(gemm("qkv", n=2048), id=id_))
    assert desk.held[0].flop_factor == pytest.approx(8.5e9 / (4096**2))


def test_a_step_gives_each_row_the_operation_of_its_name(tmp_path: Path) -> None:
    here = session(tmp_path)
    named = replace(KERNELS, operation=Texts.of(["b=1 / qkv_proj", "b=2 / qkv_proj", "x / o_proj", "x / copy"]))
    here.start_with(document(profiles=(profile(of=named),)))
    desk = here.kernel_desk
    step = desk.add(STEP)
    here.select({0, 1, 2, 3})
    desk.pin_to_selection(step)
    assert here.document.sources[0].pins == (Pin((0,), step, "qkv_proj"), Pin((2,), step, "o_proj"))
    assert here.undo_stack.undoText() == "Pin tiny step"
    desk.pin_to_selection(step, "lm_head")
    assert [p.operation for p in here.document.sources[0].pins] == ["lm_head"] * 4
    assert here.undo_stack.undoText() == "Pin lm_head"
    here.select({3})
    desk.pin_to_selection(step)
    assert here.undo_stack.count() == 3
    assert "No selected row is called after an operation of tiny step." in [m.title for m in here.messages]


# Opening, reading anew, new documents


def with_everything(before: Document) -> Document:
    """`before` with a calculated kernel, a what-if, and a law and an ideal on its first source."""
    kernels: tuple[Entry, ...] = (replace(gemm("qkv"), id=1),)
    found = replace(before, kernels=kernels, what_if=WhatIf(batch=64))
    found = set_law(found, found.sources[0], BatchLaw((0, 2), 1, 1e6))
    found = set_law(found, found.sources[0], BatchLaw((3,), 1, 0))
    return pin(found, found.sources[0], Pin((1,), 1))


def test_another_profile_takes_nothing_away(tmp_path: Path) -> None:
    here = session(tmp_path, {"new.csv": profile("new.csv")})
    here.start_with(with_everything(document()))
    before = here.document
    here.open([Path("new.csv")])
    assert len(here.document.sources) == 2
    assert (here.document.kernels, here.document.what_if) == (before.kernels, before.what_if)
    assert here.document.sources[0] is before.sources[0]
    assert (here.document.sources[1].laws, here.document.sources[1].pins) == ((), ())


def test_the_example_gives_way_and_the_calculated_kernels_stay(tmp_path: Path) -> None:
    here = session(tmp_path, {"new.csv": profile("new.csv")})
    here.start_with(with_everything(document(profiles=(example(),))))
    here.open([Path("new.csv")])
    assert [s.name for s in here.document.sources] == ["new.csv"]
    assert names(here) == ["qkv"]
    assert here.document.what_if == WhatIf(batch=64)
    assert here.document.sources[0].pins == ()
    here.undo_stack.undo()
    assert [s.pins for s in here.document.sources] == [(Pin((1,), 1),)]


def test_a_new_document_has_nothing_calculated(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(with_everything(document()))
    here.kernel_desk.choose([Chosen(1, FORMULA)])
    DocumentFile(here, JobRunner(lambda run: run())).new()
    assert (here.document.kernels, here.document.what_if) == ((), WhatIf())
    assert here.kernel_desk.chosen == frozenset()
    assert here.kernel_desk.estimates is None


def test_a_file_read_anew_keeps_what_was_said_of_launches_that_are_still_there(tmp_path: Path) -> None:
    """Without its last launch the second law goes; with other kernels in it all that was said of those goes."""
    shorter = replace(profile("a.csv"), launches=KERNELS.take(np.array([0, 1, 2])))
    turned = replace(profile("a.csv"), launches=KERNELS.take(np.array([2, 0, 1, 3])))
    here = session(tmp_path, {"a.csv": shorter})
    here.start_with(with_everything(document(profiles=(profile("a.csv"),))))
    read = here.document.sources[0]
    here.read_again(Path("/data/a.csv"), "Read anew", read.profile.options)
    again = here.document.sources[0]
    assert again.laws == (BatchLaw((0, 2), 1, 1e6),)
    assert again.pins == read.pins
    assert names(here) == ["qkv"]
    here.undo_stack.undo()
    assert here.document.sources[0] is read

    other = session(tmp_path, {"a.csv": turned})
    other.start_with(with_everything(document(profiles=(profile("a.csv"),))))
    other.read_again(Path("/data/a.csv"), "Read anew", read.profile.options)
    assert other.document.sources[0].laws == (BatchLaw((3,), 1, 0),)
    assert other.document.sources[0].pins == ()
