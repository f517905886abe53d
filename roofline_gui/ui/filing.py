"""New, open, save: the commands on the document's file, and the questions before something is lost."""

import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from roofline_gui.session.files import DocumentFile, Then, nothing
from roofline_gui.session.messages import Message, Severity
from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.file_dialogs import FileDialogs, OnConflict, OnUnsaved

DOCUMENTS = "Roofline document (*.roofline)"

_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')


class Filing:
    """Commands of `window` on the file of its session's document; `dialogs` asks."""

    def __init__(self, window: QWidget, session: Session, file: DocumentFile, dialogs: FileDialogs) -> None:
        self._window = window
        self._session = session
        self._file = file
        self._dialogs = dialogs

    def new(self) -> None:
        """Start with an empty document."""
        self.guard(self._file.new)

    def choose_and_open(self) -> None:
        """Ask for files and open them."""
        settings = self._session.settings
        paths = self._dialogs.choose_files(self._window, settings.folder)
        if paths:
            settings.folder = str(paths[0].parent)
            self.open(paths)

    def open(self, paths: Sequence[Path], first: bool = False) -> None:
        """Open files: a document takes the place of the one that is open, profiles come into it. With `first` they are
        what the program starts with.
        """
        from roofline_gui.io.document_file import is_document  # imports msgspec, which the first paint can spare

        documents = [path for path in paths if is_document(path)]
        others = [path for path in paths if path not in documents]
        if not documents:
            self._session.open(others, first)
            return

        def go_on() -> None:
            self._session.open(others)
            if len(documents) > 1:
                names = ", ".join(path.name for path in documents[1:])
                text = "A window holds one document: open another one in a window of its own."
                self._session.tell(Message(Severity.NOTE, f"Not opened: {names}.", text))

        self.guard(lambda: self._file.open(documents[0], go_on))

    def save(self, then: Then = nothing) -> None:
        """Save the document in its file, asking for one where it has none; `then` go on if it was saved."""
        path = self._file.path
        if path is None:
            self.save_as(then)
        else:
            self._file.save(path, then, lambda: self._ask_conflict(path, then))

    def save_as(self, then: Then = nothing) -> None:
        """Ask for a file and save the document there."""
        settings = self._session.settings
        path = self._file.path
        name = _NOT_IN_NAMES.sub("_", Path(self._session.document.title).stem).strip(" .") or "document"
        suggested = path or Path(settings.folder or Path.home()) / f"{name}.roofline"
        target = self._dialogs.choose_target(self._window, "Save document", str(suggested), DOCUMENTS)
        if target is not None:
            settings.folder = str(target.parent)
            self._file.save(target, then, lambda: self._ask_conflict(target, then))

    def guard(self, then: Then) -> None:
        """Go on with what would lose the document, once its changes are saved or given up."""
        if self._is_settled(then):
            then()

    def may_close(self) -> bool:
        """Whether the window can go now. Else it is closed once its changes are saved, or stays."""
        if self._file.is_busy:
            self._file.when_idle(self._window.close)
            return False
        return self._is_settled(self._window.close) or not self._file.is_modified

    def _is_settled(self, later: Then) -> bool:
        """Whether no change can be lost any more; `later` is called once they are saved, where the user wants that."""
        if not self._file.is_modified:
            return True
        match self._dialogs.ask_unsaved(self._window, self.name):
            case OnUnsaved.SAVE:
                self.save(later)
            case OnUnsaved.DISCARD:
                self._file.forget_changes()
                return True
        return False

    @property
    def name(self) -> str:
        """What the document is called in titles and questions."""
        return self._file.path.name if self._file.path is not None else self._session.document.title

    def _ask_conflict(self, path: Path, then: Then) -> None:
        """Another program has changed the file: ask what to do with it."""
        match self._dialogs.ask_conflict(self._window, path):
            case OnConflict.OVERWRITE:
                self._file.save(path, then)
            case OnConflict.SAVE_AS:
                self.save_as(then)
