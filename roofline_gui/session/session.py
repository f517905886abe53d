"""The session: the one document, its undo, what is selected, what is being opened, and what there is to say."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.document import Document, group_by, read_anew
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.model.read_options import ReadOptions
from roofline_gui.resources import EXAMPLE_PROFILE
from roofline_gui.session.edit import Edit
from roofline_gui.session.jobs import JobRunner, Progress
from roofline_gui.session.messages import Action, Message, Severity, message_of_refusal
from roofline_gui.session.opening import Opened, ReadProfile, machine_message, read_files
from roofline_gui.session.prepared import Prepared, analysis_key, ledger_key, prepare
from roofline_gui.session.selection import follow_profiles
from roofline_gui.session.settings import Settings
from roofline_gui.session.sources import SourceDesk

if TYPE_CHECKING:
    from roofline_gui.io.machines import Catalogue
    from roofline_gui.io.user_machines import UserMachines
    from roofline_gui.present.ledger import LedgerView
    from roofline_gui.session.attention import Attention
    from roofline_gui.session.kernels import KernelDesk
    from roofline_gui.session.machines import MachineDesk
    from roofline_gui.session.other_files import OtherFiles
    from roofline_gui.session.what_if import WhatIfDesk

MOST_MESSAGES = 3
KEPT_ANALYSES = 4  # so that undo and redo need no new one


def load_machines() -> "Catalogue":
    """Load the bundled machines."""
    from roofline_gui.io.machines import load_catalogue  # imports msgspec, which the first paint can spare

    return load_catalogue()


def read_file(path: Path, progress: Callable[[float], None], options: ReadOptions | None = None) -> Profile | Refusal:
    """Read what the profiler wrote, binary reports included where there is an `ncu`, or a table of this program.

    `options` are what the user decides about reading instead of the file.
    """
    from roofline_gui.io.table_source import read_source  # imports what the first paint can spare

    return read_source(path, progress, options or ReadOptions())


class Session(QObject):
    """Owns one immutable document; every edit replaces it and can be undone.

    Signals: `started(document)` before a document is shown that cannot be undone; `files_opened(old, new)` after
    profiles were opened into the document; `document_changed(old, new)` after every change, undo and redo included;
    `selection_changed(rows)` with a frozenset of rows of the analysis, `selected_again()` where they were selected
    already; `messages_changed()`; `said(text)` for a word in passing (saved, copied).
    """

    started = Signal(object)
    document_changed = Signal(object, object)
    files_opened = Signal(object, object)
    selection_changed = Signal(object)
    selected_again = Signal()
    messages_changed = Signal()
    said = Signal(str)

    def __init__(
        self,
        settings: Settings,
        runner: JobRunner | None = None,
        read: ReadProfile = read_file,
        load: "Callable[[], Catalogue]" = load_machines,
        own_machines: "Callable[[], UserMachines] | None" = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self.runner = runner or JobRunner(parent=self)
        self.undo_stack = QUndoStack(self)
        self._read = read
        self._load = load
        self._document = Document(thresholds=settings.thresholds)
        self._analyses: dict[object, Analysis | None] = {}
        self._latest: tuple[object, Analysis | None] | None = None
        self._ledger: tuple[object, LedgerView] | None = None
        self._launches: frozenset[int] = frozenset()
        self._selection: frozenset[int] = frozenset()
        self._messages: tuple[Message, ...] = ()
        self._merges = 0
        self._own_machines = own_machines
        self.source_desk = SourceDesk(self)

    @cached_property
    def machine_desk(self) -> "MachineDesk":
        """Edits of the machine, and the user's own machines."""
        from roofline_gui.session.machines import MachineDesk  # imports what the first paint can spare

        return MachineDesk(self, self._own_machines)

    @cached_property
    def kernel_desk(self) -> "KernelDesk":
        """Edits of the calculated kernels, and which are chosen."""
        from roofline_gui.session.kernels import KernelDesk  # imports what the first paint can spare

        return KernelDesk(self)

    @cached_property
    def what_if_desk(self) -> "WhatIfDesk":
        """Changes of the what-if."""
        from roofline_gui.session.what_if import WhatIfDesk  # imports what the first paint can spare

        return WhatIfDesk(self)

    @cached_property
    def attention(self) -> "Attention":
        """Whether chosen kernels or selected rows are looked at."""
        from roofline_gui.session.attention import Attention  # imports what the first paint can spare

        return Attention(self)

    # The document

    @property
    def document(self) -> Document:
        """The document as it is now."""
        return self._document

    @property
    def analysis(self) -> Analysis | None:
        """The document worked out, None without a profile or a machine."""
        key = analysis_key(self._document)
        if self._latest is None or self._latest[0] != key:  # looks at identity first; a hash visits the machine
            if key not in self._analyses:
                self._keep_analysis(self._document, analyse(self._document))
            self._latest = key, self._analyses[key]
        return self._latest[1]

    @property
    def ledger(self) -> "LedgerView":
        """The account of the open profiles."""
        from roofline_gui.present.ledger import ledger_view  # for the time after the first paint

        key = ledger_key(self._document)
        if self._ledger is None or self._ledger[0] != key:
            self._ledger = key, ledger_view(self._document.shown, self.analysis)
        return self._ledger[1]

    def edit(self, text: str, document: Document, merge: str | None = None) -> None:
        """Make `document` the current one, as an undo step called `text`.

        Edits in a row with the same `merge` key become one step, until `end_merge`.
        """
        key = merge and f"{merge} {self._merges}"
        if document is not self._document:
            self.undo_stack.push(Edit(text, self._document, document, self._show_edited, key))

    def end_merge(self) -> None:
        """Let the next edit be a step of its own (a slider was let go)."""
        self._merges += 1

    def start_with(self, document: Document, prepared: Prepared | None = None) -> None:
        """Make `document` the current one, with nothing to undo."""
        self.undo_stack.clear()
        if prepared is not None:
            self._keep(prepared)
        self.started.emit(document)
        self._show(document)

    def _show_edited(self, document: Document) -> None:
        if self._document.machine is not document.machine:  # what was told of the machine before holds no more
            self._set_messages(tuple(m for m in self._messages if m.severity is not Severity.NOTE or m.waits))
        if self._document.thresholds != document.thresholds:
            self.settings.thresholds = document.thresholds
        self._show(document)

    def _show(self, document: Document) -> None:
        old, self._document = self._document, document
        before = self._selection
        self._launches = follow_profiles(self._launches, old.profiles, document.profiles)
        self._selection = self._rows_of(self._launches)
        self.document_changed.emit(old, document)
        if self._selection != before:
            self.selection_changed.emit(self._selection)

    def _keep(self, prepared: Prepared) -> None:
        self._keep_analysis(prepared.document, prepared.analysis)
        self._ledger = ledger_key(prepared.document), prepared.ledger

    def _keep_analysis(self, document: Document, analysis: Analysis | None) -> None:
        while len(self._analyses) >= KEPT_ANALYSES:
            del self._analyses[next(iter(self._analyses))]
        self._analyses[analysis_key(document)] = analysis

    # The selection

    @property
    def selection(self) -> frozenset[int]:
        """The selected rows of the analysis."""
        return self._selection

    @property
    def selected_launches(self) -> frozenset[int]:
        """The launches behind the selected rows, as indices over all shown profiles."""
        return self._launches

    def select(self, rows: Iterable[int]) -> None:
        """Select `rows`. Their launches stay selected when the grouping changes."""
        analysis = self.analysis
        chosen = frozenset(int(r) for r in rows)
        if analysis is None:
            return
        if chosen == self._selection:
            self.selected_again.emit()
            return
        self._launches = _launches_in(analysis, chosen)
        self._selection = chosen
        self.selection_changed.emit(chosen)

    def select_launches(self, launches: Iterable[int]) -> None:
        """Select the rows that hold these launches (indices over all profiles)."""
        self.select(self._rows_of(frozenset(launches)))

    @property
    def can_show_launches(self) -> bool:
        """Whether a selected row stands for several launches."""
        analysis = self.analysis
        return analysis is not None and len(_launches_in(analysis, self._selection)) > len(self._selection)

    def show_launches(self, launch: int | None = None) -> None:
        """Make single launches the rows, with those of the selected rows selected, or `launch` alone."""
        analysis = self.analysis
        if analysis is not None and self._document.grouping is not Grouping.LAUNCH:
            self._launches = _launches_in(analysis, self._selection)
            self.edit("Show launches", group_by(self._document, Grouping.LAUNCH))
        if launch is not None:
            self.select_launches((launch,))

    def _rows_of(self, launches: frozenset[int]) -> frozenset[int]:
        analysis = self.analysis if launches else None
        if analysis is None:
            return frozenset()
        index = np.fromiter(launches, dtype=np.int64, count=len(launches))
        return frozenset(np.unique(analysis.groups.of_launch[index]).tolist())

    # Files

    @cached_property
    def catalogue(self) -> "Catalogue":
        """The machines that the program knows; files that could not be used are told once."""
        catalogue = self._load()
        for problem in catalogue.problems:
            self.tell(Message(Severity.ERROR, "A machine file could not be used.", str(problem)))
        return catalogue

    @property
    def machines(self) -> tuple[Machine, ...]:
        """What can be chosen: the catalogue, the user's machines, then the ceilings that the open profiles carry."""
        return (*self.catalogue.machines, *self.machine_desk.own, *self.machine_desk.profiled)

    def open(self, paths: Sequence[Path], first: bool = False) -> None:
        """Read `paths` in the background and show them together, as one undoable edit.

        With `first` they become what the session starts with: nothing to undo, and not among the recent files. A file
        that is refused is told; if all are refused, or the reading is cancelled, the document stays as it is.
        """
        if not paths:
            return
        if not first:
            self.clear_messages()
        read, document = self._read, self._document
        here = () if document.machine is None else (document.machine,)
        machines = (*here, *self.catalogue.machines, *self.machine_desk.own)
        title = f"Open {paths[0].name}" if len(paths) == 1 else f"Open {len(paths)} files"

        def work(progress: Progress) -> "tuple[Opened, OtherFiles, Prepared | None]":
            opened = read_files(paths, machines, read, progress)
            from roofline_gui.session.other_files import read_other_files

            others = read_other_files(p for p in paths if p not in opened.paths)
            opened = opened.without_refusals(p.name for p in others.paths)
            return opened, others, prepare(opened.lay_into(document)) if opened.sources else None

        def finish(result: "tuple[Opened, OtherFiles, Prepared | None]") -> None:
            opened, others, prepared = result
            if prepared is not None:
                self._keep(prepared)
            self._finish_open(title, opened, machines, first)
            if others.machines:
                self.machine_desk.take_files(others.machines)
            if others.models:
                self.kernel_desk.take_models(others.models)

        self.runner.start(title, work, finish, lambda error: self.tell(_unreadable(paths, error)))

    def _finish_open(self, title: str, opened: Opened, machines: Sequence[Machine], first: bool) -> None:
        if opened.sources:
            document = opened.lay_into(self._document)
            if first:
                self.start_with(document)
            else:
                self.settings.add_recent_files(tuple(p.absolute() for p in opened.paths if p != EXAMPLE_PROFILE))
                before = self._document
                self.edit(title, document)
                self.files_opened.emit(before, document)
            if (note := machine_message(opened, document, machines)) is not None:
                self.tell(note)
        instead = None if self._document.profiles else Action("Open the example", lambda: self.open([EXAMPLE_PROFILE]))
        for refusal in opened.refusals:
            self.tell(message_of_refusal(refusal, instead))

    def read_again(self, path: Path, title: str, options: ReadOptions) -> None:
        """Read the file `path` of some sources again with `options`, in the background, as one undoable edit. A file
        that is gone or refused is told, and the sources stay as they are.
        """
        read = self._read

        def finish(result: Profile | Refusal) -> None:
            if isinstance(result, Refusal):
                self.tell(message_of_refusal(result))
            else:
                self.edit(title, read_anew(self._document, result))

        self.clear_messages()
        self.runner.start(
            title,
            lambda progress: read(path, progress, options),
            finish,
            lambda error: self.tell(_unreadable([path], error)),
        )

    # Messages

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is told at the moment, oldest first."""
        return self._messages

    def tell(self, message: Message) -> None:
        """Show `message`; the oldest ones give way when there are too many, unless they wait for an answer."""
        messages = [*self._messages, message]
        while len(messages) > MOST_MESSAGES and (give_way := [m for m in messages if not m.waits]):
            messages.remove(give_way[0])
        self._set_messages(tuple(messages))

    def clear_messages(self) -> None:
        """Take away what was told about earlier files; what waits for an answer stays."""
        self._set_messages(tuple(m for m in self._messages if m.waits))

    def dismiss(self, message: Message) -> None:
        """Take `message` away."""
        self._set_messages(tuple(m for m in self._messages if m is not message))

    def _set_messages(self, messages: tuple[Message, ...]) -> None:
        if messages != self._messages:
            self._messages = messages
            self.messages_changed.emit()

    def close(self) -> None:
        """Stop what runs in the background and wait for it."""
        self.runner.close()


def _launches_in(analysis: Analysis, rows: frozenset[int]) -> frozenset[int]:
    """The launches of `rows` of an analysis."""
    wanted = np.isin(analysis.groups.of_launch, np.fromiter(rows, dtype=np.int64, count=len(rows)))
    return frozenset(np.flatnonzero(wanted).tolist())


def _unreadable(paths: Sequence[Path], error: Exception) -> Message:
    """The message about a file on which the reader itself failed."""
    names = ", ".join(p.name for p in paths)
    text = f"Nothing was changed. Please report this with the file ({type(error).__name__}: {error})."
    return Message(Severity.ERROR, f"{names} could not be read: it holds something unexpected.", text)
