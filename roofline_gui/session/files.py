"""The file of a session's document: new, open, save, and whether there is something to save."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal

from roofline_gui.model.document import Document
from roofline_gui.session.jobs import JobRunner, Progress
from roofline_gui.session.messages import Message, Severity
from roofline_gui.session.prepared import Prepared, prepare
from roofline_gui.session.session import Session

if TYPE_CHECKING:
    from roofline_gui.io.document_file import StoredDocument, Unsaved
    from roofline_gui.io.files import Fingerprint

Then: TypeAlias = Callable[[], object]


@dataclass(frozen=True, slots=True)
class _Fault:
    """Why a file was not read or written, in words; `is_conflict`: another program has changed it."""

    words: str = ""
    is_conflict: bool = False


def nothing() -> None:
    """Nothing is to follow."""


class DocumentFile(QObject):
    """Knows where the document of `session` is kept and what is saved of it. `changed`: the path or `is_modified` is
    another one. Reading and writing run in the background; saves follow one another and none is dropped.
    """

    changed = Signal()

    def __init__(self, session: Session, runner: JobRunner | None = None) -> None:
        super().__init__(session)
        self._session = session
        self._runner = runner or JobRunner(parent=self)
        self._path: Path | None = None
        self._known: Fingerprint | None = None
        self._saved: Document | None = session.document
        self._as_opened: tuple[Document, ...] = ()  # profiles and nothing else: their files hold it all
        self._was_modified = False
        self._waiting: list[Then] = []
        session.started.connect(self._start)
        session.document_changed.connect(self._follow)
        session.files_opened.connect(self._take_opened)

    @property
    def path(self) -> Path | None:
        """The file of the document, None while it has none."""
        return self._path

    @property
    def is_modified(self) -> bool:
        """Whether there is something to lose: the document differs from what was opened or saved last."""
        return all(self._session.document is not kept for kept in (self._saved, *self._as_opened))

    @property
    def is_busy(self) -> bool:
        """Whether a save is running."""
        return self._runner.is_busy

    @property
    def unsaved(self) -> "Unsaved":
        """The document as it is now, and the file that it came from."""
        from roofline_gui.io.document_file import Unsaved  # imports msgspec, which the first paint can spare

        return Unsaved(self._session.document, self._path, self._known)

    def new(self) -> None:
        """Start with an empty document."""
        self._session.clear_messages()
        self._session.start_with(Document(thresholds=self._session.settings.thresholds))
        self.changed.emit()

    def open(self, path: Path, then: Then = nothing) -> None:
        """Read `path` in the background and show it in place of the document, `then` go on. A file that cannot be used
        is told, and the document stays as it is.
        """

        def work(progress: Progress) -> "tuple[StoredDocument, Prepared] | _Fault":
            from roofline_gui.io.document_file import DocumentFileError, read_document

            try:
                stored = read_document(path)
            except DocumentFileError as error:
                where = f" The place in the file: {error.place}." if error.place else ""
                return _Fault(f"{error.wrong[0].upper()}{error.wrong[1:]}.{where} The open document stays as it is.")
            progress(0.5)
            return stored, prepare(stored.document)

        def finish(result: "tuple[StoredDocument, Prepared] | _Fault") -> None:
            if isinstance(result, _Fault):
                self._fail(f"{path.name} cannot be opened.", result.words)
            else:
                self._show_stored(path, *result)
            then()

        self._session.runner.start(f"Open {path.name}", work, finish, lambda error: self._fail_oddly(path, error))

    def _show_stored(self, path: Path, stored: "StoredDocument", prepared: Prepared) -> None:
        self._session.clear_messages()
        self._session.start_with(stored.document, prepared)
        if not stored.in_picture:  # which a save must not replace
            self._path, self._known = path.absolute(), stored.fingerprint
        self._session.settings.add_recent_files((path.absolute(),))
        self.changed.emit()

    def save(self, path: Path, then: Then = nothing, conflict: Then | None = None) -> None:
        """Write the document to `path` in the background, which becomes its file; `then` go on.

        Where another program has changed the document's own file meanwhile, nothing is written and `conflict` is
        called; without one the file is written all the same.
        """
        if self.is_busy:
            self._waiting.append(lambda: self.save(path, then, conflict))
            return
        document = self._session.document
        known = self._known if path == self._path and conflict is not None else None

        def work(progress: Progress) -> "Fingerprint | _Fault":
            from roofline_gui.io.document_file import encode_document
            from roofline_gui.io.files import fingerprint, write_atomically

            data = encode_document(document)
            if known is not None and fingerprint(path) not in (known, None):
                return _Fault(is_conflict=True)
            try:
                return write_atomically(path, data)
            except OSError as error:
                return _Fault(f"{path}: {error.strerror or error}. Your changes are still here.")

        def finish(result: "Fingerprint | _Fault") -> None:
            if not isinstance(result, _Fault):
                self._path, self._known, self._saved, self._as_opened = path, result, document, ()
                self._session.settings.add_recent_files((path,))
                self._session.said.emit(f"Saved {path}")
                self._note()
                self.changed.emit()
                then()
            elif not result.is_conflict:
                self._fail(f"{path.name} was not saved.", result.words)
            elif conflict is not None:
                conflict()
            self._go_on()

        def fail(error: Exception) -> None:
            self._fail_oddly(path, error)
            self._go_on()

        self._runner.start(f"Save {path.name}", work, finish, fail)

    def when_idle(self, then: Then) -> None:
        """Call `then` once no save is running or waiting."""
        if self.is_busy:
            self._waiting.append(lambda: self.when_idle(then))
        else:
            then()

    def restore(self, unsaved: "Unsaved", prepared: Prepared) -> None:
        """Go on with changes that were not saved, and still are not."""
        self._session.start_with(unsaved.document, prepared)
        self._path, self._known, self._saved = unsaved.path, unsaved.fingerprint, None
        self._as_opened = ()
        self._note()
        self.changed.emit()

    def forget_changes(self) -> None:
        """Take the document as it is for saved: the user wants to lose the changes."""
        self._saved = self._session.document
        self._note()
        self.changed.emit()

    def close(self) -> None:
        """Wait for what runs in the background."""
        self._runner.close()

    def _start(self, document: Document) -> None:
        self._path, self._known, self._saved = None, None, document
        self._as_opened = ()
        self._was_modified = False

    def _take_opened(self, before: Document, after: Document) -> None:
        """Profiles that take the place of the example, or of nothing, are nothing to lose yet."""
        if self._path is None and any(before is kept for kept in (self._saved, *self._as_opened)):
            self._as_opened = (*self._as_opened, after)
            self._follow()

    def _follow(self) -> None:
        if self._note():
            self.changed.emit()

    def _note(self) -> bool:
        """Take note of `is_modified`; whether it has become another."""
        before, self._was_modified = self._was_modified, self.is_modified
        return before is not self._was_modified

    def _go_on(self) -> None:
        while self._waiting and not self.is_busy:
            self._waiting.pop(0)()

    def _fail(self, title: str, text: str) -> None:
        self._session.tell(Message(Severity.ERROR, title, text))

    def _fail_oddly(self, path: Path, error: Exception) -> None:
        text = f"Nothing was changed. Please report this with the file ({type(error).__name__}: {error})."
        self._fail(f"{path.name}: something unexpected happened.", text)
