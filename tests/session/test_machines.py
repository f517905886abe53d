"""What a session does with machines: every edit an undo step, catalogue machines untouched, files told apart."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from roofline_gui.io.ceilings import IncompleteMachineError, Reading, read_ceilings
from roofline_gui.io.machines import Catalogue, save_machine
from roofline_gui.io.user_machines import UserMachines
from roofline_gui.model.machine import CeilingSet, Figure, Kind, Level
from roofline_gui.model.machine_edits import MachineEditError, Part, Slot, figure_at
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.session.jobs import JobRunner
from roofline_gui.session.session import Session
from tests.model.builders import ROUND
from tests.session.builders import document, profile, settings

DATA = Path(__file__).parents[1] / "data" / "ceilings"
OTHER = replace(ROUND, id="other", name="Other", device_names=("example k",))
OWN = replace(
    ROUND, id="profile-test", name="NVIDIA Test (ceilings of the profile)", clock=Figure(1.5e9, Kind.PROFILE, "run")
)
BOOST = replace(
    ROUND, id="boost", name="Boost", device_names=("test",), clock=Figure(2e9, Kind.DATASHEET, "sheet"), notes=("x",)
)
DRAM = Slot(Part.BANDWIDTH, Level.DRAM)
FIGURE = Figure(4e12, Kind.USER, "typed")


@pytest.fixture
def store(tmp_path: Path) -> UserMachines:
    return UserMachines(tmp_path / "machines")


@pytest.fixture
def session(tmp_path: Path, store: UserMachines, qtbot: QtBot) -> Session:
    made = new_session(tmp_path, store)
    made.start_with(document(profiles=(profile(own=OWN, device="Test"),)))
    return made


def new_session(folder: Path, store: UserMachines | None) -> Session:
    def read(path: Path, progress: object) -> Profile | Refusal:
        if path.name == "new.csv":
            return profile("new.csv", device="Test")
        return Refusal(path.name, "This is no profile.", "Open something else.")

    return Session(
        settings(folder),
        JobRunner(lambda run: run()),
        read,
        lambda: Catalogue((ROUND, OTHER, BOOST)),
        None if store is None else lambda: store,
    )


def dram(session: Session) -> float | None:
    machine = session.document.machine
    return None if machine is None else machine.bandwidth(Level.DRAM)


def test_editing_a_catalogue_machine_makes_a_copy(session: Session) -> None:
    session.machine_desk.put(DRAM, FIGURE)
    machine = session.document.machine
    assert machine is not None
    assert (machine.id, machine.name, dram(session)) == ("test-edited", "Test (edited)", 4e12)
    assert session.undo_stack.undoText() == "Change Test dram bandwidth"
    assert ROUND in session.catalogue.machines
    session.undo_stack.undo()
    assert session.document.machine is ROUND


def test_editing_goes_on_in_the_copy(session: Session) -> None:
    desk = session.machine_desk
    desk.put(DRAM, FIGURE)
    desk.remove(Slot(Part.BANDWIDTH, Level.L2))
    machine = session.document.machine
    assert machine is not None
    assert (machine.id, [m.level for m in machine.levels]) == ("test-edited", [Level.L1, Level.DRAM])
    assert session.undo_stack.undoText() == "Remove Test (edited) l2 bandwidth"
    desk.put(Slot(Part.PEAK, Precision.FP4_TENSOR), Figure(4e15, Kind.USER, "typed"))
    assert session.undo_stack.undoText() == "Add Test (edited) FP4 tensor peak"
    for _ in range(3):
        session.undo_stack.undo()
    assert session.document.machine is ROUND


def test_an_edit_that_cannot_be_made_changes_nothing(session: Session) -> None:
    desk = session.machine_desk
    desk.remove(Slot(Part.BANDWIDTH, Level.L1))
    desk.remove(Slot(Part.BANDWIDTH, Level.L2))
    before = session.document
    with pytest.raises(MachineEditError):
        desk.remove(DRAM)
    assert session.document is before


def test_small_steps_merge_into_one(session: Session) -> None:
    for value in (4.9e12, 4.8e12, 4.7e12):
        session.machine_desk.put(DRAM, Figure(value, Kind.USER, "typed"), merge="nudge")
    session.undo_stack.undo()
    assert session.document.machine is ROUND
    session.undo_stack.redo()
    assert dram(session) == 4.7e12


def test_verdicts_follow_an_edit_at_once(session: Session) -> None:
    before = session.analysis
    session.machine_desk.put(DRAM, FIGURE)
    after = session.analysis
    assert before is not None
    assert after is not None
    # copy: 20 MB in 5 µs are 4 TB/s, 80 % of 5 TB/s
    assert (before.bounds.fraction[3], after.bounds.fraction[3]) == (pytest.approx(0.8), pytest.approx(1.0))


def test_choosing_duplicating_comparing_and_judging_are_undo_steps(session: Session) -> None:
    desk = session.machine_desk
    desk.choose(OTHER)
    desk.duplicate()
    desk.compare(BOOST)
    desk.use(CeilingSet.MEASURED)
    names = []
    while session.undo_stack.canUndo():
        names.append(session.undo_stack.undoText())
        session.undo_stack.undo()
    assert names == ["Judge by measured ceilings", "Compare with Boost", "Duplicate Other", "Machine Other"]
    desk.compare(None)
    desk.use(CeilingSet.THEORETICAL)
    desk.choose(ROUND)
    assert not session.undo_stack.undoText()  # nothing of it changed anything


def test_choices_are_grouped_by_origin(session: Session, store: UserMachines) -> None:
    desk = session.machine_desk
    titles = {c.title: [m.id for m in c.machines] for c in desk.choices}
    assert titles == {"From the profile": ["profile-test"], "Catalogue": ["test", "other", "boost"]}
    assert (desk.is_changeable, desk.is_unsaved) == (False, False)
    desk.put(DRAM, FIGURE)
    assert desk.choices[0].title == "In this document"
    assert (desk.is_changeable, desk.is_unsaved, desk.was_saved) == (True, True, False)
    desk.save()
    assert [m.id for m in desk.choices[0].machines] == ["test-edited"]
    assert desk.choices[0].title == "Your machines"
    assert not desk.is_unsaved
    desk.put(DRAM, replace(FIGURE, value=3e12))
    assert (desk.is_unsaved, desk.was_saved) == (True, True)
    desk.choose(ROUND)
    desk.put(DRAM, FIGURE)  # a second copy does not take the place of the first
    machine = session.document.machine
    assert machine is not None
    assert (machine.id, machine.name) == ("test-edited-2", "Test (edited 2)")


def test_saved_machines_are_there_in_the_next_session(session: Session, store: UserMachines, tmp_path: Path) -> None:
    session.machine_desk.put(DRAM, FIGURE)
    session.machine_desk.save()
    store.folder.joinpath("broken.json").write_text("{", encoding="utf-8")
    later = new_session(tmp_path, store)
    assert [m.id for m in later.machine_desk.own] == ["test-edited"]
    assert later.machines[-1].bandwidth(Level.DRAM) == 4e12
    assert [m.title for m in later.messages] == ["A machine of yours could not be used. The file stays as it is."]
    assert "broken.json" in later.messages[0].text
    assert store.folder.joinpath("broken.json").exists()
    later.machine_desk.choose(later.machine_desk.own[0])
    later.machine_desk.forget(later.machine_desk.own[0])
    assert later.machine_desk.own == ()
    assert later.machine_desk.is_unsaved


def test_a_machine_that_cannot_be_saved_is_told(session: Session, store: UserMachines, tmp_path: Path) -> None:
    store.folder.write_text("in the way", encoding="utf-8")
    session.machine_desk.put(DRAM, FIGURE)
    session.machine_desk.save()
    session.machine_desk.save_to(tmp_path / "no such folder" / "m.json")
    assert [m.title for m in session.messages] == ["The machine was not saved."] * 2
    assert session.machine_desk.is_unsaved


def test_a_machine_is_one_file_to_hand_on(session: Session, tmp_path: Path) -> None:
    session.machine_desk.put(DRAM, FIGURE)
    edited = session.document.machine
    session.machine_desk.save_to(tmp_path / "handed.json")
    other = new_session(tmp_path, None)
    other.start_with(document())
    other.open([tmp_path / "handed.json"])
    assert other.document.machine == edited
    assert other.undo_stack.undoText() == "Machine Test (edited)"
    assert other.messages == ()


def test_a_damaged_machine_file_is_told_with_its_fault(session: Session, tmp_path: Path) -> None:
    save_machine(tmp_path / "bad.json", OTHER)
    text = (tmp_path / "bad.json").read_text(encoding="utf-8")
    (tmp_path / "bad.json").write_text(text.replace("5e12", "-5e12"), encoding="utf-8")
    session.open([tmp_path / "bad.json"])
    assert [m.title for m in session.messages] == ["bad.json: this machine cannot be used."]
    assert "levels[2].bandwidth" in session.messages[0].text
    assert session.document.machine is ROUND


def test_files_that_are_neither_are_refused_as_before(session: Session, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of use\n", encoding="utf-8")
    session.open([tmp_path / "notes.txt"])
    assert [m.title for m in session.messages] == ["notes.txt: This is no profile."]


# Measured ceilings


def reading(name: str = "plain.txt") -> Reading:
    found = read_ceilings(DATA / name)
    assert isinstance(found, Reading)
    return found


def test_output_of_a_benchmark_waits_for_a_decision(session: Session) -> None:
    seen: list[Reading] = []
    session.machine_desk.ceilings_read.connect(seen.append)
    session.open([DATA / "plain.txt"])
    assert [r.tool for r in seen] == ["plain text"]
    assert session.messages == ()
    assert session.document.machine is ROUND  # nothing changes before


def test_measured_values_stand_beside_the_theoretical_ones(session: Session) -> None:
    found = reading()
    session.machine_desk.take_measured(ROUND, found, found.configurations[0])
    machine = session.document.machine
    assert machine is not None
    assert machine.id == "test-measured"
    assert dram(session) == 5e12
    measured = figure_at(machine, replace(DRAM, measured=True))
    assert measured is not None
    assert (measured.value, measured.kind, measured.alternatives) == (3.021e12, Kind.MEASURED, ())
    # L1 and shared are one path here: the higher of 18.9 and 19.3 TB/s counts
    path = figure_at(machine, Slot(Part.BANDWIDTH, Level.L1, measured=True))
    assert path is not None
    assert path.value == 19.3e12
    # what the machine had no ceiling for becomes one of its own
    int8 = figure_at(machine, Slot(Part.PEAK, Precision.INT8_TENSOR))
    assert int8 is not None
    assert (int8.value, int8.kind) == (1480e12, Kind.MEASURED)
    assert machine.with_ceilings(CeilingSet.MEASURED).peak(Precision.FP64) == 31.2e12
    assert session.undo_stack.undoText() == "Measured ceilings of Test"
    session.undo_stack.undo()
    assert session.document.machine is ROUND


def test_values_measured_later_go_into_the_users_machine(session: Session) -> None:
    desk = session.machine_desk
    desk.put(DRAM, FIGURE)
    found = reading("nvbandwidth.txt")
    desk.take_measured(session.document.machine, found, found.configurations[1])
    machine = session.document.machine
    assert machine is not None
    measured = figure_at(machine, replace(DRAM, measured=True))
    assert measured is not None
    assert machine.id == "test-edited"
    assert measured.value == pytest.approx(2.94376e12)


def test_a_machine_of_measurements_alone_needs_enough_of_them(session: Session) -> None:
    found = reading("nvbandwidth.txt")
    with pytest.raises(IncompleteMachineError, match="compute peak"):
        session.machine_desk.take_measured(None, found, found.configurations[0])
    both = reading("mixbench.txt")
    session.machine_desk.take_measured(None, both, both.configurations[0])
    machine = session.document.machine
    assert machine is not None
    assert machine.name == "Example K (measured)"
    assert machine.bandwidth(Level.DRAM) == pytest.approx(171.85e9)


# From a profile


def test_a_machine_of_the_profile_names_the_clock_and_the_lock(session: Session) -> None:
    desk = session.machine_desk
    desk.make_from_profile(session.document.sources[0].profile)
    machine = session.document.machine
    assert machine is not None
    assert machine.name == "Boost at 1.50 GHz"
    assert session.undo_stack.undoText() == "Make Boost at 1.50 GHz from run.csv"
    assert [m.title for m in session.messages] == ["This profile ran at 1.5 GHz, below the 2 GHz of the Boost."]
    assert desk.is_unsaved


def test_the_boost_clock_is_offered_and_scaled_to(session: Session) -> None:
    desk = session.machine_desk
    desk.choose(replace(BOOST, id="mine", clock=Figure(1.6e9, Kind.PROFILE, "run")))
    assert desk.boost_clock() == 2e9
    desk.scale_to(2e9)  # × 1.25
    machine = session.document.machine
    assert machine is not None
    assert machine.peak(Precision.FP32) == pytest.approx(125e12)
    assert session.undo_stack.undoText() == "Scale Boost to 2 GHz"


def test_without_a_machine_nothing_can_be_edited(session: Session, tmp_path: Path) -> None:
    empty = new_session(tmp_path, None)
    desk = empty.machine_desk
    desk.put(DRAM, FIGURE)
    desk.remove(DRAM)
    desk.duplicate()
    desk.scale_to(1e9)
    desk.save()
    desk.save_to(tmp_path / "none.json")
    assert empty.undo_stack.count() == 0
    assert not (tmp_path / "none.json").exists()
    assert (desk.suspects(), desk.is_unsaved, desk.boost_clock()) == ((), False, None)


def test_a_new_profile_of_the_same_device_is_judged_on_the_edited_machine(session: Session) -> None:
    session.start_with(document(machine=BOOST))
    session.machine_desk.put(DRAM, FIGURE)
    edited = session.document.machine
    session.open([Path("new.csv")])
    assert session.document.machine is edited
    assert [s.machine for s in session.document.sources] == [None, None]  # the document's, not the catalogue's
    assert dram(session) == 4e12
