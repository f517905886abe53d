import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from roofline_gui.model.document import choose_machine, rename
from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Refusal
from roofline_gui.model.read_options import NumberFormat, ReadOptions
from roofline_gui.model.source import Source
from roofline_gui.session.session import Session
from roofline_gui.session.showing import shown_by
from tests.model.builders import ROUND
from tests.session.builders import document, profile, session

OLD = dataclasses.replace(ROUND, id="old", name="Old GPU", device_names=("nvidia old",))
NEW = dataclasses.replace(ROUND, id="new", name="New GPU", device_names=("nvidia new",))
OWN = dataclasses.replace(ROUND, id="own", name="Odd (ceilings of the profile)")


def opened(folder: Path, *devices: str, machine: Machine | None = OLD, own: Machine | None = None) -> Session:
    """A session with one profile per device, all judged on the document's machine."""
    here = session(folder, machines=(OLD, NEW))
    profiles = tuple(profile(f"{i}.csv", device=device, own=own) for i, device in enumerate(devices))
    here.start_with(document(title=", ".join(p.name for p in profiles), profiles=profiles, machine=machine))
    return here


def shown(here: Session) -> list[bool]:
    return [s.shown for s in here.document.sources]


def judged_on(here: Session) -> list[str | None]:
    return [None if s.machine is None else s.machine.name for s in here.document.sources]


def test_every_edit_is_one_named_step(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA Old", "NVIDIA Old", "NVIDIA Old")
    desk, before = here.source_desk, here.document
    steps: list[tuple[Callable[[], None], str]] = [
        (lambda: desk.show(desk.sources[:1], False), "Hide 0.csv"),
        (lambda: desk.show(desk.sources[:1], True), "Show 0.csv"),
        (lambda: desk.show(desk.sources[1:], False), "Hide 2 profiles"),
        (lambda: desk.show_only(desk.sources[1:2]), "Show only 1.csv"),
        (lambda: desk.rename(desk.sources[0], "  before\tfusion "), "Rename 0.csv to before fusion"),
        (lambda: desk.judge(desk.sources[:1], NEW), "Judge before fusion on New GPU"),
        (lambda: desk.judge(desk.sources[:1], None), "Judge before fusion on the document’s machine"),
        (lambda: desk.remove(desk.sources[:2]), "Remove 2 profiles"),
    ]
    for run, text in steps:
        run()
        assert here.undo_stack.undoText() == text
    assert here.undo_stack.count() == len(steps)
    assert [s.name for s in here.document.sources] == ["2.csv"]
    for _ in steps:
        here.undo_stack.undo()
    assert here.document is before


def test_what_changes_nothing_is_no_step(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA Old")
    desk = here.source_desk
    desk.show(desk.sources, True)
    desk.show_only(desk.sources)
    desk.judge(desk.sources, None)
    for name in ("0.csv", "", "  "):
        desk.rename(desk.sources[0], name)
    assert here.undo_stack.count() == 0


def test_hidden_sources_are_neither_grouped_nor_drawn(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA Old", "NVIDIA Old", "NVIDIA Old")
    here.source_desk.show(here.document.sources[:2], False)
    assert here.analysis is not None
    assert len(here.analysis) == 4
    here.source_desk.show_only(here.document.sources[:2])
    assert shown(here) == [True, True, False]
    assert len(here.analysis) == 8
    here.source_desk.show(here.document.sources, False)
    assert here.analysis is None


def test_the_last_source_leaves_an_empty_document(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA Old")
    here.select({1})
    here.source_desk.remove(here.document.sources)
    assert here.document.sources == ()
    assert here.document.title == ""
    assert here.analysis is None
    assert here.selection == frozenset()
    here.undo_stack.undo()
    assert here.document.title == "0.csv"


def test_the_title_follows_the_names_of_sources_until_it_is_given_one(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA Old")
    here.source_desk.rename(here.document.sources[0], "before")
    assert here.document.title == "before"
    here.edit("Title", rename(here.document, "Decode"))
    here.source_desk.rename(here.document.sources[0], "after")
    assert here.document.title == "Decode"


def test_a_document_without_a_machine_takes_the_one_that_a_source_is_judged_on(tmp_path: Path) -> None:
    here = opened(tmp_path, "", machine=None)
    here.source_desk.judge(here.document.sources, NEW)
    assert here.document.machine is NEW
    assert judged_on(here) == [None]
    assert here.analysis is not None


# Machines that do not fit


def test_one_kind_of_device_on_its_machine_is_as_it_should_be(tmp_path: Path) -> None:
    assert opened(tmp_path, "NVIDIA Old", "NVIDIA Old", "").source_desk.mismatch is None
    assert opened(tmp_path).source_desk.mismatch is None
    assert opened(tmp_path, "NVIDIA Old", "NVIDIA New", machine=None).source_desk.mismatch is None


def test_two_kinds_of_device_on_one_machine_can_be_told_apart(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA Old", "NVIDIA New", "NVIDIA New")
    found = here.source_desk.mismatch
    assert found is not None
    assert found.text == "NVIDIA Old and NVIDIA New are judged on one machine, Old GPU."
    assert found.remedy == "Judge each on its own"
    here.source_desk.resolve(found)
    assert judged_on(here) == [None, "New GPU", "New GPU"]
    assert here.source_desk.mismatch is None
    assert here.undo_stack.undoText() == "Judge each on its own"


def test_ceilings_of_a_profile_are_a_machine_of_its_own(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA Old", "Odd", own=OWN)
    found = here.source_desk.mismatch
    assert found is not None
    here.source_desk.resolve(found)
    assert judged_on(here) == [None, OWN.name]


def test_where_no_machine_is_known_only_the_user_can_choose(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA Old", "Odd")
    found = here.source_desk.mismatch
    assert found is not None
    assert found.remedy == ""
    assert "Choose one for each" in found.text
    here.source_desk.resolve(found)
    assert here.undo_stack.count() == 0
    here.source_desk.judge(here.document.sources[1:], NEW)
    assert here.source_desk.mismatch is None


@pytest.mark.parametrize(
    ("devices", "told"),
    [
        ([("NVIDIA Old", "8.0"), ("", "8.0")], None),
        ([("", "8.0"), ("", "8.0"), ("", "")], None),
        ([("NVIDIA Old", "8.0"), ("", "9.0")], "NVIDIA Old and CC 9.0"),
        ([("", "8.0"), ("", "9.0")], "CC 8.0 and CC 9.0"),
        ([("A", "8.0"), ("B", "8.0"), ("C", "9.0")], "A, B and C"),
    ],
)
def test_a_device_without_a_name_may_be_any_of_its_kind(
    tmp_path: Path, devices: list[tuple[str, str]], told: str | None
) -> None:
    here = session(tmp_path, machines=(OLD, NEW))
    here.start_with(document(profiles=tuple(dataclasses.replace(profile(), devices=(d,)) for d in devices)))
    found = here.source_desk.mismatch
    assert (found is None) is (told is None)
    assert found is None or found.text.startswith(f"{told} are judged on one machine")


def test_hidden_sources_are_no_reason(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA Old", "NVIDIA New")
    here.source_desk.show(here.document.sources[1:], False)
    assert here.source_desk.mismatch is None


@pytest.mark.parametrize("of_source", [NEW, OWN])
def test_ceilings_that_judge_nothing_can_be_exchanged(tmp_path: Path, of_source: Machine) -> None:
    here = opened(tmp_path, "NVIDIA New")
    (source,) = here.document.sources
    pinned = dataclasses.replace(here.document, sources=(Source(source.profile, source.name, machine=of_source),))
    here.start_with(pinned)
    found = here.source_desk.mismatch
    assert found is not None
    assert found.text == f"Ceilings are those of Old GPU, yet all is judged on {of_source.name}."
    here.source_desk.resolve(found)
    assert here.document.machine is of_source
    assert judged_on(here) == [None]
    assert here.undo_stack.undoText() == f"Draw those of {of_source.name}"
    here.edit("Machine", choose_machine(here.document, OLD))
    assert judged_on(here) == [None]  # it follows the document again


def test_a_run_judged_on_another_machine_than_its_own_is_told(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA New")
    found = here.source_desk.mismatch
    assert found is not None
    assert found.text.startswith("0.csv was measured on NVIDIA New and is judged on Old GPU")
    assert found.remedy == "Judge on New GPU"
    here.source_desk.resolve(found)
    assert here.document.machine is NEW
    assert judged_on(here) == [None]
    assert here.source_desk.mismatch is None
    here.machine_desk.duplicate()  # a copy is of the same device
    assert here.source_desk.mismatch is None


def test_a_picture_of_the_session_tells_what_is_judged_elsewhere(tmp_path: Path) -> None:
    here = opened(tmp_path, "NVIDIA New")
    assert [(found.device, found.judged) for found in shown_by(here).elsewhere] == [("NVIDIA New", OLD)]
    here.machine_desk.choose(NEW)
    assert shown_by(here).elsewhere == ()
    here.undo_stack.undo()
    here.source_desk.judge(here.document.sources, NEW)
    assert shown_by(here).elsewhere == ()
    here.undo_stack.undo()
    assert len(shown_by(here).elsewhere) == 1


GERMAN = ReadOptions(number_format=NumberFormat.COMMA)


def test_a_file_is_read_again_with_what_the_user_decided(tmp_path: Path) -> None:
    here = session(tmp_path, {"run.csv": profile()})
    here.start_with(document())
    here.source_desk.rename(here.source_desk.sources[0], "mine")
    before = here.document
    here.source_desk.read_again(here.source_desk.sources[0], "Read mine as German", GERMAN)
    (source,) = here.source_desk.sources
    assert source.name == "mine"
    assert source.profile.options == GERMAN
    assert here.undo_stack.undoText() == "Read mine as German"
    here.source_desk.read_again(source, "Read mine as German", GERMAN)  # as it is
    here.undo_stack.undo()
    assert here.document is before


def test_a_file_that_is_gone_keeps_its_source(tmp_path: Path) -> None:
    here = session(tmp_path, {"run.csv": Refusal("run.csv", "There is no such file.", "Look for it.")})
    before = document()
    here.start_with(before)
    here.source_desk.read_again(here.source_desk.sources[0], "Read it", GERMAN)
    assert here.document is before
    assert "There is no such file." in here.messages[0].title
