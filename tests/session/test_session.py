import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document, choose_machine, group_by, rename, set_thresholds
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.profile import Refusal
from roofline_gui.resources import EXAMPLE_PROFILE
from roofline_gui.session.messages import Message, Severity
from roofline_gui.session.session import MOST_MESSAGES
from tests.model.builders import ROUND
from tests.session.builders import KERNELS, document, example, profile, session

OTHER = dataclasses.replace(ROUND, id="other", name="Other", device_names=("other gpu",))
NO_TABLE = Refusal("notes.csv", "No kernels in it.", "Profile with ncu.", "ncu --csv", "line 3")


def test_every_edit_is_told_once_and_can_be_undone(tmp_path: Path) -> None:
    here = session(tmp_path)
    first, second = document(), document(title="second")
    here.start_with(first)
    told: list[tuple[Document, Document]] = []
    here.document_changed.connect(lambda old, new: told.append((old, new)))
    here.edit("Rename", second)
    here.undo_stack.undo()
    here.undo_stack.redo()
    assert told == [(first, second), (second, first), (first, second)]
    assert here.undo_stack.undoText() == "Rename"
    here.edit("Nothing", second)
    assert here.undo_stack.count() == 1


def test_a_drag_is_one_step(tmp_path: Path) -> None:
    here = session(tmp_path)
    first = document()
    here.start_with(first)
    for near in (0.81, 0.82, 0.83):
        here.edit(f"Move to {near}", set_thresholds(here.document, Thresholds(near=near)), merge="thresholds")
    assert here.undo_stack.undoText() == "Move to 0.83"
    here.end_merge()
    here.edit("Move", set_thresholds(here.document, Thresholds(near=0.9)), merge="thresholds")
    assert here.undo_stack.count() == 2
    here.undo_stack.undo()
    assert here.document.thresholds.near == 0.83
    here.undo_stack.undo()
    assert here.document is first


EDITS = st.lists(
    st.one_of(
        st.sampled_from(Grouping).map(lambda g: lambda d: group_by(d, g)),
        st.floats(0.3, 1).map(lambda n: lambda d: set_thresholds(d, Thresholds(near=n))),
        st.text(max_size=5).map(lambda t: lambda d: rename(d, t)),
        st.sampled_from([ROUND, OTHER]).map(lambda m: lambda d: choose_machine(d, m)),
    ),
    max_size=8,
)


@given(EDITS)
@hypothesis_settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undo_and_redo_of_all_edits_lead_to_the_same_documents(tmp_path: Path, edits: list) -> None:  # type: ignore[type-arg]
    here = session(tmp_path)
    here.start_with(document())
    states = [here.document]
    for edit in edits:
        here.edit("Edit", edit(here.document))
        states.append(here.document)
    for state in reversed(states[:-1]):
        here.undo_stack.undo()
        assert here.document is state
    for state in states[1:]:
        here.undo_stack.redo()
        assert here.document is state


def test_analysis_is_worked_out_once_per_document(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(document())
    first = here.analysis
    assert first is not None
    here.edit("Rename", rename(here.document, "another title"))
    assert here.analysis is first
    here.edit("Group", group_by(here.document, Grouping.KERNEL))
    assert here.analysis is not first
    here.undo_stack.undo()
    assert here.analysis is first


def test_nothing_is_worked_out_without_profile_or_machine(tmp_path: Path) -> None:
    here = session(tmp_path)
    assert here.analysis is None
    here.start_with(document(machine=None))
    assert here.analysis is None


def test_moved_thresholds_are_those_of_the_next_start(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.edit("Move", set_thresholds(here.document, Thresholds(near=0.7, far=0.2)))
    assert session(tmp_path).document.thresholds == Thresholds(near=0.7, far=0.2)


# Selection


def test_selection_keeps_its_launches_when_the_grouping_changes(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(document())
    here.select({2})
    told: list[frozenset[int]] = []
    here.selection_changed.connect(told.append)
    here.edit("Group", group_by(here.document, Grouping.KERNEL))
    assert here.selection == {0}  # both gemm launches are the first group
    here.edit("Group", group_by(here.document, Grouping.LAUNCH))
    assert here.selection == {2}  # and the one launch is selected again, not both
    assert told == [{0}, {2}]


def test_selecting_a_group_selects_all_its_launches(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(document(grouping=Grouping.KERNEL))
    here.select({0})
    here.edit("Group", group_by(here.document, Grouping.LAUNCH))
    assert here.selection == {0, 2}
    here.select_launches((3,))
    assert here.selection == {3}


def test_selection_is_told_only_when_it_changes(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(document())
    told: list[frozenset[int]] = []
    here.selection_changed.connect(told.append)
    here.select([1, 2])
    here.select({2, 1})
    here.select(())
    assert told == [{1, 2}, frozenset()]


# Opening


def test_opening_is_one_edit_on_the_machine_of_the_profile(tmp_path: Path) -> None:
    here = session(tmp_path, {"new.csv": profile("new.csv", device="Other GPU")}, machines=(ROUND, OTHER))
    before = document(profiles=(example(),))
    here.start_with(before)
    here.select({1})
    here.open([Path("/data/new.csv")])
    assert here.undo_stack.count() == 1
    assert here.undo_stack.undoText() == "Open new.csv"
    assert here.document.title == "new.csv"
    assert here.document.machine is OTHER
    assert here.document.grouping is Grouping.NVTX  # the launches carry operations
    assert here.selection == frozenset()
    assert here.messages == ()
    assert here.settings.recent_files == (Path("/data/new.csv"),)
    here.undo_stack.undo()
    assert here.document is before


def test_several_files_are_opened_together(tmp_path: Path) -> None:
    here = session(
        tmp_path, {"a.csv": profile("a.csv", device="Test"), "b.csv": profile("b.csv"), "notes.csv": NO_TABLE}
    )
    here.start_with(document(profiles=(example(),)))
    here.open([Path("a.csv"), Path("notes.csv"), Path("b.csv")])
    assert [p.name for p in here.document.profiles] == ["a.csv", "b.csv"]
    assert here.analysis is not None
    assert len(here.analysis.groups.launches) == 2 * len(KERNELS)
    assert any("notes.csv: No kernels in it." in m.title for m in here.messages)
    assert here.undo_stack.undoText() == "Open 3 files"


def test_a_file_opened_later_becomes_another_source(tmp_path: Path) -> None:
    here = session(tmp_path, {"new.csv": profile("new.csv", device="Other GPU")}, machines=(ROUND, OTHER))
    here.start_with(document())
    here.open([Path("/data/new.csv")])
    assert [s.name for s in here.document.sources] == ["run.csv", "new.csv"]
    assert here.document.machine is ROUND
    assert here.document.sources[1].machine is OTHER  # judged on the device that it names
    assert here.analysis is not None
    judged_on = {
        here.analysis.source_of_launch[int(here.analysis.groups.first[r])]: here.analysis.machine_of(r).name
        for r in range(len(here.analysis))
    }
    assert judged_on == {"run.csv": ROUND.name, "new.csv": OTHER.name}
    here.undo_stack.undo()
    assert [s.name for s in here.document.sources] == ["run.csv"]


def test_a_source_with_a_machine_gives_a_document_without_one_its_machine(tmp_path: Path) -> None:
    here = session(tmp_path, {"new.csv": profile("new.csv", device="Other GPU")}, machines=(ROUND, OTHER))
    here.start_with(document(machine=None))
    here.open([Path("new.csv")])
    assert here.document.machine is OTHER
    assert here.document.sources[1].machine is None
    assert here.analysis is not None


def test_what_was_told_of_a_machine_goes_when_another_is_chosen(tmp_path: Path) -> None:
    here = session(tmp_path, {"new.csv": profile("new.csv")})
    here.start_with(document(profiles=(example(),)))
    here.open([Path("new.csv")])
    assert "does not name its device" in here.messages[0].title
    here.edit("Machine", choose_machine(here.document, OTHER))
    assert here.messages == ()


def test_refused_file_leaves_the_document_as_it_was(tmp_path: Path) -> None:
    here = session(tmp_path, {"notes.csv": NO_TABLE})
    before = document()
    here.start_with(before)
    here.open([Path("notes.csv")])
    assert here.document is before
    assert here.undo_stack.count() == 0
    assert here.settings.recent_files == ()
    (message,) = here.messages
    assert message.severity is Severity.ERROR
    assert message.title == "notes.csv: No kernels in it."
    assert message.text == "Profile with ncu.\nline 3"
    assert message.command == "ncu --csv"


def test_without_a_profile_a_refusal_offers_the_example(tmp_path: Path) -> None:
    here = session(tmp_path, {"notes.csv": NO_TABLE, EXAMPLE_PROFILE.name: profile("example.csv", device="Test")})
    here.open([Path("notes.csv")], first=True)
    (message,) = here.messages
    assert message.action is not None
    message.action.run()
    assert here.document.title == "example.csv"
    assert here.settings.recent_files == ()  # the example has an entry of its own
    here.open([Path("notes.csv")])
    assert here.messages[0].action is None


def test_reader_that_fails_is_told_without_a_traceback(tmp_path: Path) -> None:
    here = session(tmp_path, {"odd.csv": RuntimeError("column 7")})
    before = document()
    here.start_with(before)
    here.open([Path("odd.csv")])
    assert here.document is before
    (message,) = here.messages
    assert "odd.csv could not be read" in message.title
    assert "column 7" in message.text
    assert "Traceback" not in message.text


def test_cancelled_opening_leaves_the_document_as_it_was(tmp_path: Path) -> None:
    kept: list[Callable[[], None]] = []
    here = session(tmp_path, {"new.csv": profile("new.csv")}, executor=kept.append)
    before = document()
    here.start_with(before)
    here.open([Path("new.csv")])
    here.runner.cancel()
    kept[0]()
    assert here.document is before
    assert here.undo_stack.count() == 0
    assert here.messages == ()


def test_edits_made_while_a_file_is_read_stay(tmp_path: Path) -> None:
    kept: list[Callable[[], None]] = []
    here = session(tmp_path, {"new.csv": profile("new.csv")}, executor=kept.append)
    here.start_with(document(profiles=(example(),)))
    here.open([Path("new.csv")])
    here.edit("Move", set_thresholds(here.document, Thresholds(near=0.9)))
    here.edit("Machine", choose_machine(here.document, OTHER))
    kept[0]()
    assert here.document.title == "new.csv"
    assert here.document.thresholds.near == 0.9
    assert here.document.machine is OTHER


def test_the_first_file_can_not_be_undone(tmp_path: Path) -> None:
    here = session(tmp_path, {"new.csv": profile("new.csv")})
    here.open([Path("new.csv")], first=True)
    assert here.document.title == "new.csv"
    assert here.undo_stack.count() == 0
    assert here.settings.recent_files == ()


@pytest.mark.parametrize(
    ("device", "own", "before", "expected", "told"),
    [
        ("Mystery GPU", OTHER, ROUND, OTHER, "“Mystery GPU” is not in the catalogue: judged against the ceilings"),
        (
            "Mystery GPU",
            None,
            ROUND,
            ROUND,
            "“Mystery GPU” is not in the catalogue: judged against the Test, as before",
        ),
        ("", None, ROUND, ROUND, "The file does not name its device: judged against the Test, as before"),
        ("", None, None, None, "The file does not name its device."),
    ],
)
def test_machine_of_an_unknown_device(
    tmp_path: Path, device: str, own: object, before: object, expected: object, told: str
) -> None:
    here = session(tmp_path, {"new.csv": profile("new.csv", device=device, own=own)})  # type: ignore[arg-type]
    here.start_with(document(profiles=(example(),), machine=before))
    here.open([Path("new.csv")])
    assert here.document.machine is expected
    (message,) = here.messages
    assert message.severity is Severity.NOTE
    assert message.title.startswith(told)


def test_machines_to_choose_from(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(document(profiles=(profile(own=OTHER),)))
    assert here.machines == (ROUND, OTHER)


# Messages


def test_oldest_message_gives_way(tmp_path: Path) -> None:
    here = session(tmp_path)
    told = [Message(Severity.NOTE, str(i)) for i in range(MOST_MESSAGES + 1)]
    for message in told:
        here.tell(message)
    assert here.messages == tuple(told[1:])
    here.dismiss(told[1])
    assert here.messages == tuple(told[2:])


def test_a_message_that_waits_for_an_answer_stays(tmp_path: Path) -> None:
    here = session(tmp_path, {"new.csv": profile("new.csv")})
    question = Message(Severity.NOTE, "?", waits=True)
    here.tell(question)
    for i in range(MOST_MESSAGES):
        here.tell(Message(Severity.NOTE, str(i)))
    assert [m.title for m in here.messages] == ["?", *(str(i) for i in range(1, MOST_MESSAGES))]
    here.open([Path("new.csv")])
    assert question in here.messages
    here.clear_messages()
    assert here.messages == (question,)
    here.dismiss(question)
    assert not here.messages
