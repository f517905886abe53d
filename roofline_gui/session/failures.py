"""Errors that nobody expected: logged, the document saved, and told once."""

import logging
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from roofline_gui.model.document import Document

if TYPE_CHECKING:
    from roofline_gui.session.diagnostics import Failure

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rescue:
    """Where the document was saved, None if there was nothing to save or a `problem`."""

    place: Path | None
    problem: str = ""


class Failures(QObject):
    """Watches for errors that reach nobody.

    `save` puts the document where it is safe and returns the place, None if there is nothing to save.
    `told(failure, rescue)` is emitted once, from the thread of the window and outside of whatever failed: an error
    while painting comes back with every paint.
    """

    told = Signal(object, object)
    _happened = Signal(object, object)

    def __init__(
        self,
        save: Callable[[], Path | None],
        clock: Callable[[], datetime] = datetime.now,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._save = save
        self._clock = clock
        self.last: Failure | None = None
        self._happened.connect(self.told, Qt.ConnectionType.QueuedConnection)

    def watch(self) -> None:
        """Take all uncaught errors of this process, of every thread."""
        sys.excepthook = self.take
        threading.excepthook = self._take_from_thread

    def take(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log an error; at the first one save the document and tell."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        _log.critical("unexpected error", exc_info=(kind, error, trace))
        from roofline_gui.session.diagnostics import Failure  # which the first paint can spare

        first, self.last = self.last is None, Failure.of(error, trace, self._clock())
        if first:
            self._happened.emit(self.last, self._rescue())

    def _take_from_thread(self, seen: threading.ExceptHookArgs) -> None:
        if seen.exc_value is not None:  # None while the interpreter shuts down
            self.take(seen.exc_type, seen.exc_value, seen.exc_traceback)

    def _rescue(self) -> Rescue:
        try:
            return Rescue(self._save())
        except Exception as error:  # noqa: BLE001 - it must not hide what happened before
            _log.exception("the document could not be saved")
            return Rescue(None, str(error))


def save_copy(document: Document, folders: Sequence[Path], now: datetime) -> Path | None:
    """Write a document into the first of the `folders` that can be written; None if it holds no profile.

    Raises:
        OSError: none of them can be written.
    """
    from roofline_gui.io.document_file import SUFFIX, write_document  # imports what the first paint can spare

    if not document.sources:
        return None
    problem = OSError("there is no folder for it")
    for folder in folders:
        place = folder / f"saved-{now:%Y-%m-%d-%H%M%S}{SUFFIX}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_document(place, document)
        except OSError as error:
            problem = error
        else:
            return place
    raise problem
