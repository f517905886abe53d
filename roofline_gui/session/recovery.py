"""After a crash: what was not saved is offered when the program starts again."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject

from roofline_gui.session.autosave import Autosave, Slot, slots_of_the_dead
from roofline_gui.session.files import DocumentFile, Then
from roofline_gui.session.jobs import JobRunner, Progress
from roofline_gui.session.messages import Action, Message, Severity
from roofline_gui.session.prepared import Prepared, prepare
from roofline_gui.session.session import Session

if TYPE_CHECKING:
    from roofline_gui.io.document_file import DocumentFileError, Unsaved


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """What a process left behind: its slot, when it was written, and the changes or why they cannot be read."""

    slot: Slot
    when: str
    content: "tuple[Unsaved, Prepared] | DocumentFileError"


class Recovery(QObject):
    """Offers unsaved changes of processes that have died, one after the other. `guard` asks about the changes of the
    open document before it calls what would replace it.
    """

    def __init__(
        self,
        session: Session,
        file: DocumentFile,
        autosave: Autosave,
        guard: Callable[[Then], None],
        runner: JobRunner | None = None,
    ) -> None:
        super().__init__(session)
        self._session = session
        self._file = file
        self._autosave = autosave
        self._guard = guard
        self._runner = runner or JobRunner(parent=self)
        self._slots: list[Slot] = []

    def offer(self, folder: Path) -> None:
        """Look in `folder` in the background, and offer the newest changes there."""
        self._slots = list(slots_of_the_dead(folder))
        self._offer_next()

    def close(self) -> None:
        """Leave what was not decided for the next start."""
        self._runner.close()
        for slot in self._slots:
            slot.release()

    def _offer_next(self) -> None:
        if not self._slots:
            return
        slot = self._slots[0]

        def work(progress: Progress) -> _Found:
            from roofline_gui.io.document_file import DocumentFileError, read_unsaved

            when = QDateTime.fromSecsSinceEpoch(int(slot.path.stat().st_mtime))
            shown = QLocale().toString(when, QLocale.FormatType.ShortFormat)
            try:
                unsaved = read_unsaved(slot.path)
            except DocumentFileError as error:
                return _Found(slot, shown, error)
            return _Found(slot, shown, (unsaved, prepare(unsaved.document)))

        self._runner.start("Look for unsaved changes", work, self._offer, lambda error: None)

    def _offer(self, found: _Found) -> None:
        content = found.content
        discard = Action("&Discard", lambda: self._discard(found, message))
        if isinstance(content, Exception):
            where = f" (at {content.place})" if content.place else ""
            title = "An earlier run ended unexpectedly, and its unsaved changes cannot be read."
            text = f"Why: {content.wrong}{where}. They are in {found.slot.path}."
            message = Message(Severity.ERROR, title, text, alternative=discard, waits=True)
        else:
            unsaved, prepared = content

            def recover() -> None:
                self._file.restore(unsaved, prepared)
                self._autosave.adopt(found.slot)
                self._done(found, message)

            name = unsaved.path.name if unsaved.path is not None else unsaved.document.title or "an unnamed document"
            message = Message(
                Severity.NOTE,
                "An earlier run ended unexpectedly.",
                f"Unsaved changes of {name} from {found.when} were kept.",
                action=Action("&Recover", lambda: self._guard(recover)),
                alternative=discard,
                waits=True,
            )
        self._session.tell(message)

    def _discard(self, found: _Found, message: Message) -> None:
        found.slot.clear()
        found.slot.release()
        self._done(found, message)

    def _done(self, found: _Found, message: Message) -> None:
        self._slots.remove(found.slot)
        self._session.dismiss(message)
        self._offer_next()
