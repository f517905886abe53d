"""Unsaved changes are kept in the user's data folder, so that a crash loses a few seconds at most."""

import contextlib
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer

from roofline_gui.session.files import DocumentFile
from roofline_gui.session.jobs import JobRunner, Progress
from roofline_gui.session.messages import Message, Severity
from roofline_gui.session.session import Session

DELAY = 3.0  # s from a change to its being kept
SHARE = 0.05  # of the time that may go into keeping: changes of large documents are kept less often
SUFFIX = ".unsaved"


def unsaved_folder() -> Path:
    """Where this user's unsaved changes are kept; it need not exist."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)) / "unsaved"


class Slot:
    """A place for the unsaved changes of one process, locked as long as the process lives."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / f"{name}{SUFFIX}"
        self._lock = QLockFile(str(folder / f"{name}.lock"))
        self._lock.setStaleLockTime(0)  # only the end of its process makes a lock void, not its age

    @staticmethod
    def of_this_process(folder: Path) -> "Slot":
        """A new place, locked.

        Raises:
            OSError: `folder` cannot be made.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        slot = Slot(folder, uuid.uuid4().hex)
        slot.lock()
        return slot

    def lock(self) -> bool:
        """Take the place; False where it belongs to a process that lives."""
        return self._lock.tryLock(0)

    def clear(self) -> None:
        """Throw the changes in it away."""
        with contextlib.suppress(OSError):
            self.path.unlink()

    def release(self) -> None:
        """Leave the place, with what is in it."""
        self._lock.unlock()


def slots_of_the_dead(folder: Path) -> Iterator[Slot]:
    """The places of processes that have ended without clearing them, newest first; each is locked when it comes."""
    names = {path.stem for path in folder.glob("*.lock")}  # of processes that had nothing unsaved, too
    kept = sorted(folder.glob(f"*{SUFFIX}"), key=_modified, reverse=True)
    for name in [path.stem for path in kept] + sorted(names - {path.stem for path in kept}):
        slot = Slot(folder, name)
        if slot.lock():
            if slot.path.exists():
                yield slot
            else:
                slot.release()  # which removes the file of the lock


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


class Autosave(QObject):
    """Keeps the changes of a session in a slot of `folder` while they are unsaved. Written in the background."""

    def __init__(
        self,
        session: Session,
        file: DocumentFile,
        folder: Path,
        runner: JobRunner | None = None,
        delay: float = DELAY,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(session)
        self._session = session
        self._file = file
        self._folder = folder
        self._runner = runner or JobRunner(parent=self)
        self._delay = delay
        self._clock = clock
        self._slot: Slot | None = None
        self._has_failed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(round(1000 * delay))
        self._timer.timeout.connect(self._keep)
        session.document_changed.connect(self._follow)
        file.changed.connect(self._follow)

    def adopt(self, slot: Slot) -> None:
        """Go on in `slot`, whose changes have become those of the session."""
        self._give_up_slot()
        self._slot = slot

    def close(self) -> None:
        """The session ends in peace: nothing is left behind."""
        self._timer.stop()
        self._runner.close()
        self._give_up_slot()

    def _give_up_slot(self) -> None:
        if self._slot is not None:
            self._slot.clear()
            self._slot.release()
            self._slot = None

    def _follow(self) -> None:
        if not self._file.is_modified:
            self._timer.stop()
            if self._slot is not None and not self._runner.is_busy:
                self._slot.clear()
        elif not self._timer.isActive() and not self._runner.is_busy:
            self._timer.start()

    def _keep(self) -> None:
        unsaved, start = self._file.unsaved, self._clock()
        try:
            slot = self._slot = self._slot or Slot.of_this_process(self._folder)
        except OSError as error:
            self._tell(error.strerror or str(error))
            return

        def work(progress: Progress) -> str:
            from roofline_gui.io.document_file import encode_unsaved
            from roofline_gui.io.files import write_atomically

            try:
                write_atomically(slot.path, encode_unsaved(unsaved))
            except OSError as error:
                return error.strerror or str(error)
            return ""

        def finish(fault: str) -> None:
            if fault:
                self._tell(fault)
            self._timer.setInterval(round(1000 * max(self._delay, (self._clock() - start) / SHARE)))
            if slot is not self._slot:  # another one was adopted meanwhile
                slot.clear()
            if not self._file.is_modified or self._session.document is not unsaved.document:
                self._follow()

        self._runner.start("Keep changes", work, finish, lambda error: self._tell(f"{type(error).__name__}: {error}"))

    def _tell(self, reason: str) -> None:
        if not self._has_failed:  # once: saving is the remedy, and the next change would tell the same
            self._has_failed = True
            text = f"A crash would lose your changes ({self._folder}: {reason}). Save them in good time."
            self._session.tell(Message(Severity.NOTE, "Changes cannot be kept until they are saved.", text))
