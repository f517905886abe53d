import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from roofline_gui.io.document_file import read_unsaved, write_document
from roofline_gui.model.document import Document, rename
from roofline_gui.session.autosave import Autosave, Slot, slots_of_the_dead
from roofline_gui.session.files import DocumentFile
from roofline_gui.session.jobs import JobRunner
from roofline_gui.session.messages import Message
from roofline_gui.session.recovery import Recovery
from roofline_gui.session.session import Session
from tests.io.document_file.builders import differences, full_document
from tests.session.builders import document, session
from tests.session.test_files import Later

SOON = 0.01  # s

# A program that locks a slot and keeps changes in it until it is killed.
PROCESS = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from roofline_gui.session.autosave import Slot
application = QCoreApplication([])
slot = Slot.of_this_process(Path(sys.argv[1]))
if len(sys.argv) > 2:
    slot.path.write_bytes(Path(sys.argv[2]).read_bytes())
print(slot.path, flush=True)
sys.stdin.read()
"""


class Window:
    """The parts of the program that matter here, around one session."""

    def __init__(self, folder: Path, later: Later | None = None) -> None:
        self.unsaved = folder / "data" / "unsaved"
        self.session: Session = session(folder)
        self.session.start_with(document())
        at_once = JobRunner(lambda run: run())
        self.file = DocumentFile(self.session, JobRunner(lambda run: run()))
        self.autosave = Autosave(self.session, self.file, self.unsaved, JobRunner(later) if later else at_once, SOON)
        self.asked = 0
        self.recovery = Recovery(self.session, self.file, self.autosave, self.guard, JobRunner(lambda run: run()))

    def guard(self, then: object) -> None:
        self.asked += 1
        assert callable(then)
        then()

    def edit(self, title: str) -> None:
        self.session.edit("Rename", rename(self.session.document, title))

    def kept(self) -> list[str]:
        """Titles of the documents that are kept."""
        return [read_unsaved(path).document.title for path in self.unsaved.glob("*.unsaved")]

    def offer(self) -> Message:
        """The offer after a crash."""
        self.recovery.offer(self.unsaved)
        (message,) = self.session.messages
        return message

    def close(self) -> None:
        self.recovery.close()
        self.autosave.close()


@pytest.fixture
def window(tmp_path: Path, qtbot: QtBot) -> Window:
    return Window(tmp_path)


def crashed(folder: Path, content: Path | None = None) -> Path:
    """What a killed process left behind; with the lock of a process that is no more."""
    command = [sys.executable, "-c", PROCESS, str(folder), *([str(content)] if content else [])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        path = Path(process.stdout.readline().strip())
        os.kill(process.pid, signal.SIGKILL)
    assert path.with_suffix(".lock").exists()
    return path


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """Changes of step.roofline that a killed process left."""
    first = Window(tmp_path)
    first.file.save(tmp_path / "step.roofline")
    first.edit("changed")
    first.autosave._keep()
    (written,) = first.unsaved.glob("*.unsaved")
    copy = tmp_path / "copy"
    copy.write_bytes(written.read_bytes())
    first.close()
    return crashed(first.unsaved, copy)


# Keeping


def test_changes_are_kept_a_little_later(window: Window, qtbot: QtBot) -> None:
    window.edit("x")
    assert window.kept() == []
    qtbot.waitUntil(lambda: window.kept() == ["x"])
    window.edit("y")
    qtbot.waitUntil(lambda: window.kept() == ["y"])
    window.close()


def test_nothing_is_kept_while_nothing_is_unsaved(window: Window, qtbot: QtBot) -> None:
    window.session.start_with(document(title="another"))
    qtbot.wait(round(5000 * SOON))
    assert not window.unsaved.exists()


@pytest.mark.parametrize("way", ["save", "undo", "discard"])
def test_what_is_no_longer_unsaved_is_not_kept(window: Window, qtbot: QtBot, tmp_path: Path, way: str) -> None:
    window.edit("x")
    qtbot.waitUntil(lambda: window.kept() == ["x"])
    if way == "save":
        window.file.save(tmp_path / "a.roofline")
    elif way == "undo":
        window.session.undo_stack.undo()
    else:
        window.file.forget_changes()
    assert window.kept() == []
    window.close()


def test_a_clean_end_leaves_nothing(window: Window, qtbot: QtBot) -> None:
    window.edit("x")
    qtbot.waitUntil(lambda: window.kept() == ["x"])
    window.close()
    assert list(window.unsaved.iterdir()) == []


def test_a_save_while_changes_are_being_kept_wins(tmp_path: Path, qtbot: QtBot) -> None:
    later = Later()
    window = Window(tmp_path, later)
    window.edit("x")
    qtbot.waitUntil(lambda: len(later.jobs) == 1)
    window.file.save(tmp_path / "a.roofline")
    later.run()
    assert window.kept() == []
    window.close()


def test_a_change_while_changes_are_being_kept_is_kept_too(tmp_path: Path, qtbot: QtBot) -> None:
    later = Later()
    window = Window(tmp_path, later)
    window.edit("x")
    qtbot.waitUntil(lambda: len(later.jobs) == 1)
    window.edit("y")
    later.run()
    assert window.kept() == ["x"]
    qtbot.waitUntil(lambda: len(later.jobs) == 1)
    later.run()
    assert window.kept() == ["y"]
    window.close()


def test_large_documents_are_kept_less_often(tmp_path: Path, qtbot: QtBot) -> None:
    window = Window(tmp_path)
    times = iter([0.0, 2.0])
    window.autosave._clock = lambda: next(times)
    window.edit("x")
    qtbot.waitUntil(lambda: window.kept() == ["x"])
    assert window.autosave._timer.interval() == 40_000  # 2 s may be a twentieth of the time
    window.close()


def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "data").write_text("in the way")
    window = Window(tmp_path)
    window.edit("x")
    qtbot.waitUntil(lambda: len(window.session.messages) == 1)
    window.edit("y")
    qtbot.wait(round(5000 * SOON))
    (message,) = window.session.messages
    assert "cannot be kept" in message.title
    assert "data" in message.text
    window.close()


# After a crash


def test_what_a_crash_left_is_offered_and_recovered(tmp_path: Path, window: Window, left: Path) -> None:
    message = window.offer()
    assert "step.roofline" in message.text
    assert message.action is not None
    message.action.run()
    assert window.asked == 1
    assert window.session.document.title == "changed"
    assert window.file.path == tmp_path / "step.roofline"
    assert window.file.is_modified
    assert window.session.messages == ()
    assert left.exists()  # until it is saved: the next crash may come before
    window.file.save(tmp_path / "step.roofline")
    assert not left.exists()
    window.close()
    assert list(window.unsaved.iterdir()) == []


def test_a_recovered_document_does_not_overwrite_a_newer_file(tmp_path: Path, window: Window, left: Path) -> None:
    write_document(tmp_path / "step.roofline", Document(title="newer"))
    message = window.offer()
    assert message.action is not None
    message.action.run()
    done: list[str] = []
    window.file.save(tmp_path / "step.roofline", conflict=lambda: done.append("conflict"))
    assert done == ["conflict"]
    window.close()


def test_what_a_crash_left_can_be_discarded(window: Window, left: Path) -> None:
    message = window.offer()
    assert message.alternative is not None
    message.alternative.run()
    assert window.session.messages == ()
    assert window.session.document.title == "run.csv"
    assert list(window.unsaved.iterdir()) == []
    window.close()


def test_an_offer_that_is_not_taken_is_made_again(tmp_path: Path, window: Window, left: Path) -> None:
    window.session.dismiss(window.offer())
    window.close()
    again = Window(tmp_path)
    assert "step.roofline" in again.offer().text
    again.close()


def test_changes_of_a_running_program_are_not_offered(tmp_path: Path, window: Window, left: Path) -> None:
    copy = tmp_path / "copy"
    command = [sys.executable, "-c", PROCESS, str(window.unsaved), str(copy)]
    left.unlink()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        running = Path(process.stdout.readline().strip())
        window.recovery.offer(window.unsaved)
        assert window.session.messages == ()
        assert running.exists()
        process.kill()
    assert "step.roofline" in window.offer().text
    window.close()


def test_what_one_program_offers_another_does_not(tmp_path: Path, window: Window, left: Path) -> None:
    window.offer()
    other = Window(tmp_path)
    other.recovery.offer(other.unsaved)
    assert other.session.messages == ()
    window.close()


def test_several_crashes_are_offered_one_after_the_other(window: Window, left: Path) -> None:
    older = crashed(window.unsaved, left)
    os.utime(older, (1, 1))
    first = window.offer()
    assert first.alternative is not None
    first.alternative.run()
    assert not left.exists()
    (second,) = window.session.messages
    assert second.alternative is not None
    second.alternative.run()
    assert not older.exists()
    assert window.session.messages == ()
    window.close()


def test_changes_that_cannot_be_read_are_told_and_stay(window: Window, left: Path) -> None:
    left.write_bytes(left.read_bytes()[:-100])
    message = window.offer()
    assert message.action is None
    assert str(left) in message.text
    window.close()
    assert left.exists()


def test_locks_of_the_dead_without_changes_are_cleared_away(tmp_path: Path) -> None:
    path = crashed(tmp_path)
    assert list(slots_of_the_dead(tmp_path)) == []
    assert not path.with_suffix(".lock").exists()


def test_changes_without_a_lock_belong_to_the_dead(tmp_path: Path) -> None:
    (tmp_path / "x.unsaved").write_bytes(b"")
    (slot,) = slots_of_the_dead(tmp_path)
    assert slot.path == tmp_path / "x.unsaved"
    assert list(slots_of_the_dead(tmp_path)) == []  # it is locked now
    slot.release()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_others_may_not_read_what_is_kept(tmp_path: Path) -> None:
    slot = Slot.of_this_process(tmp_path / "unsaved")
    assert (tmp_path / "unsaved").stat().st_mode & 0o077 == 0
    slot.release()


def test_everything_is_recovered_to_the_last_bit(window: Window, qtbot: QtBot) -> None:
    window.session.edit("All", full_document())
    qtbot.waitUntil(lambda: window.kept() == ["A title"])
    (path,) = window.unsaved.glob("*.unsaved")
    assert differences(read_unsaved(path).document, full_document()) == []
    window.close()
