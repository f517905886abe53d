"""The user's own machines on disk, and files about machines that turn up among profiles."""

import dataclasses
import json
import stat
from pathlib import Path

import pytest

from roofline_gui.io.ceilings import Reading
from roofline_gui.io.machine_input import read_machine_input
from roofline_gui.io.machines import MachineFileError, read_machine, save_machine
from roofline_gui.io.user_machines import UserMachines, user_folder
from roofline_gui.model.machine import Figure, Kind, Level, Machine
from roofline_gui.model.machine_edits import Part, Slot, put_figure
from tests.model.builders import ROUND

DATA = Path(__file__).parents[1] / "data" / "ceilings"
MINE = dataclasses.replace(ROUND, id="mine", name="Mine")
DAMAGED = '{"id": "mine", "name": "Mine", "ceilings": [], "levels": [{'


@pytest.fixture
def store(tmp_path: Path) -> UserMachines:
    return UserMachines(tmp_path / "share" / "machines")


def test_a_saved_machine_comes_back_with_all_its_figures(store: UserMachines) -> None:
    assert store.load().machines == ()
    assert store.load().problems == ()
    measured = put_figure(
        MINE, Slot(Part.BANDWIDTH, Level.DRAM, measured=True), Figure(4.4e12, Kind.MEASURED, "stream", "one run")
    )
    path = store.save(measured)
    assert path == store.folder / "mine.json"
    assert store.load().machines == (measured,)
    assert json.loads(path.read_text(encoding="utf-8"))["levels"][-1]["measured"]["value"] == 4.4e12


def test_saving_again_replaces_the_file_that_holds_the_id_whatever_its_name(store: UserMachines) -> None:
    store.folder.mkdir(parents=True)
    kept = store.folder / "lab node 7.json"
    save_machine(kept, MINE)
    changed = dataclasses.replace(MINE, name="Mine, again")
    assert store.save(changed) == kept
    assert store.load().machines == (changed,)


def test_a_damaged_file_is_reported_and_stays_whatever_happens(store: UserMachines) -> None:
    store.folder.mkdir(parents=True)
    damaged = store.folder / "mine.json"
    damaged.write_text(DAMAGED, encoding="utf-8")
    save_machine(store.folder / "other.json", dataclasses.replace(ROUND, id="other"))
    found = store.load()
    assert [m.id for m in found.machines] == ["other"]
    assert [p.path for p in found.problems] == [damaged]
    assert store.save(MINE) == store.folder / "mine-2.json"
    assert store.remove(MINE) == store.folder / "removed" / "mine-2.json"
    assert damaged.read_text(encoding="utf-8") == DAMAGED


def test_a_removed_machine_is_moved_aside(store: UserMachines) -> None:
    for _ in range(2):
        store.save(MINE)
        moved = store.remove(MINE)
        assert moved is not None
        assert read_machine(moved) == MINE
    assert store.load().machines == ()
    assert sorted(p.name for p in (store.folder / "removed").iterdir()) == ["mine-2.json", "mine.json"]
    assert store.remove(MINE) is None


def test_a_machine_that_a_file_may_not_hold_is_refused(store: UserMachines) -> None:
    with pytest.raises(MachineFileError, match="id"):
        store.save(dataclasses.replace(MINE, id="No Id"))


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"HOME": "/home/a"}, "/home/a/.local/share/roofline-gui/machines"),
        ("linux", {"HOME": "/home/a", "XDG_DATA_HOME": "/data"}, "/data/roofline-gui/machines"),
        ("darwin", {"HOME": "/Users/a"}, "/Users/a/Library/Application Support/roofline-gui/machines"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/roofline-gui/machines"),
    ],
)
def test_the_folder_is_that_of_the_users_data(platform: str, environment: dict[str, str], folder: str) -> None:
    assert user_folder(environment, platform) == Path(folder)


# What a file holds that is no profile


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_machine_file_is_a_machine(tmp_path: Path) -> None:
    save_machine(tmp_path / "mine.json", MINE)
    assert isinstance(read_machine_input(tmp_path / "mine.json"), Machine)


@pytest.mark.parametrize("text", [DAMAGED, '{"id": "x", "levels": 3}', '{"ceilings": []}'])
def test_a_damaged_machine_file_tells_its_fault(tmp_path: Path, text: str) -> None:
    assert isinstance(read_machine_input(written(tmp_path, "mine.json", text)), MachineFileError)


@pytest.mark.parametrize("name", ["rocprof-compute.csv", "nvbandwidth.txt", "nvbandwidth.json", "plain.txt"])
def test_output_of_benchmarks_is_a_reading(name: str) -> None:
    assert isinstance(read_machine_input(DATA / name), Reading)


@pytest.mark.parametrize(
    ("name", "text"), [("notes.csv", "to do,done\nprofile,no\n"), ("x.json", "{}"), ("x.json", "[1]"), ("x.json", "{")]
)
def test_other_files_are_nothing(tmp_path: Path, name: str, text: str) -> None:
    assert read_machine_input(written(tmp_path, name, text)) is None


def test_files_that_cannot_be_read_are_nothing(tmp_path: Path) -> None:
    assert read_machine_input(tmp_path / "missing.json") is None
    assert read_machine_input(tmp_path) is None


def test_a_folder_that_cannot_be_written_raises(store: UserMachines) -> None:
    store.folder.parent.mkdir(parents=True)
    store.folder.parent.joinpath("machines").write_text("a file", encoding="utf-8")
    assert stat.S_ISREG(store.folder.stat().st_mode)
    with pytest.raises(OSError, match="exists"):
        store.save(MINE)
