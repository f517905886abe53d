"""What a session does with calculated kernels: adding, editing, choosing, and holding them against measured ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from roofline_gui.model.document import Document, choose_machine
from roofline_gui.model.estimates import Calculated, Estimates, estimate_document
from roofline_gui.model.ideals import Held, hold_against, operations_of_rows
from roofline_gui.model.kernel_edits import add_entries, entry_of, pin, put_entry, remove_entries, unpin
from roofline_gui.model.machine import Machine
from roofline_gui.model.source import Pin
from roofline_gui.model.workload.entry import Entry, StepEntry
from roofline_gui.session.messages import Message, Severity

if TYPE_CHECKING:
    from roofline_gui.session.other_files import ModelFile
    from roofline_gui.session.session import Session


@dataclass(frozen=True, slots=True)
class Chosen:
    """One calculated kernel: the entry with this id, and which of its kernels (`WHOLE_STEP`, `FORMULA` or an index)."""

    entry: int
    operation: int


class KernelDesk(QObject):
    """Edits of the calculated kernels of `session` as undo steps, and which of them are chosen.

    chosen_changed(frozenset of Chosen): other kernels are chosen; the choice is independent of the selected rows.
    chosen_again: those that are chosen were chosen once more.
    models_read(tuple of ModelInput): configurations of models were opened and wait for a decision.
    """

    chosen_changed = Signal(object)
    chosen_again = Signal()
    models_read = Signal(object)

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._session = session
        self._chosen: frozenset[Chosen] = frozenset()
        self._calculated: Calculated | None = None
        self._estimates: tuple[object, Estimates | None] | None = None
        self._held: tuple[object, tuple[Held, ...]] = None, ()
        session.document_changed.connect(self._follow)

    # What there is

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the document."""
        return self._session.document.kernels

    @property
    def estimates(self) -> Estimates | None:
        """The calculated kernels under the what-if, None without any or without a machine."""
        document = self._session.document
        key = (document.kernels, document.what_if, document.machine, document.ceilings)
        if self._estimates is None or self._estimates[0] != key:
            if not document.kernels:
                self._calculated = None
            found = estimate_document(document, self._calculated)
            self._calculated = self._calculated if found is None else found.calculated
            self._estimates = key, found
        return self._estimates[1]

    @property
    def held(self) -> tuple[Held, ...]:
        """The measured rows that have an ideal, held against it."""
        document, analysis, estimates = self._session.document, self._session.analysis, self.estimates
        if analysis is None or estimates is None or not any(source.pins for source in document.shown):
            return ()
        key = (analysis, document.sources, document.kernels)
        if self._held[0] != key:  # whatever the what-if is
            self._held = key, hold_against(document, analysis, estimates)
        return self._held[1]

    # The choice

    @property
    def chosen(self) -> frozenset[Chosen]:
        """The chosen kernels."""
        return self._chosen

    def choose(self, chosen: Iterable[Chosen]) -> None:
        """Choose these kernels and no others."""
        wanted = frozenset(chosen)
        if wanted != self._chosen:
            self._chosen = wanted
            self.chosen_changed.emit(wanted)
        else:
            self.chosen_again.emit()

    def chosen_rows(self) -> tuple[int, ...]:
        """The chosen kernels as rows of the estimates, in order."""
        estimates = self.estimates
        if estimates is None or not self._chosen:
            return ()
        calculated = estimates.calculated
        found = [(calculated.rows_of(c.entry), c.operation) for c in self._chosen]
        return tuple(
            sorted(int(row) for rows, operation in found for row in rows[calculated.operation[rows] == operation])
        )

    def _follow(self, old: Document, new: Document) -> None:
        """Entries that are gone are no longer chosen."""
        if old.kernels is not new.kernels and self._chosen:
            there = {entry.id for entry in new.kernels}
            self.choose(c for c in self._chosen if c.entry in there)

    # Edits

    def add(self, entry: Entry) -> int:
        """Add a copy of `entry` under a new id, which is returned, and a name of its own."""
        return self.add_all(f"Add {entry.name}", [entry])[0]

    def add_all(self, text: str, entries: Sequence[Entry], machine: Machine | None = None) -> tuple[int, ...]:
        """Add copies of `entries` as one step called `text`; returns their ids. A document without a machine takes
        `machine`.
        """
        document, ids = add_entries(self._session.document, entries)
        if document.machine is None and machine is not None:
            document = choose_machine(document, machine)
        self._session.edit(text, document)
        return ids

    def put(self, entry: Entry, merge: str | None = None) -> None:
        """Put `entry` in the place of the one with its id; edits in a row with the same `merge` key are one step."""
        document = self._session.document
        if entry != entry_of(document, entry.id):
            self._session.edit(f"Change {entry.name}", put_entry(document, entry), merge)

    def remove(self, ids: Iterable[int]) -> None:
        """Remove the entries with these ids."""
        document, gone = self._session.document, frozenset(ids)
        names = [e.name for e in document.kernels if e.id in gone]
        if names:
            text = f"Remove {names[0]}" if len(names) == 1 else f"Remove {len(names)} kernels"
            self._session.edit(text, remove_entries(document, gone))

    def duplicate(self, id: int) -> int | None:  # noqa: A002 (as the field)
        """Add a copy of an entry under a name of its own; returns the new id."""
        entry = entry_of(self._session.document, id)
        return None if entry is None else self.add(entry)

    def show(self, ids: Iterable[int], shown: bool) -> None:
        """Draw these entries, or leave them out of the picture."""
        wanted = frozenset(ids)
        document = self._session.document
        kernels = tuple(replace(e, shown=shown) if e.id in wanted else e for e in document.kernels)
        if kernels != document.kernels:
            text = "Show calculated kernels" if shown else "Hide calculated kernels"
            self._session.edit(text, replace(document, kernels=kernels))

    # Files

    def take_models(self, found: "dict[Path, ModelFile]") -> None:
        """Go on with configurations of models that were opened: ask what to do with them, and tell faults."""
        from roofline_gui.io.hf_config import ConfigError

        models = []
        for path, content in found.items():
            if isinstance(content, ConfigError):
                title = f"{path.name}: this model cannot be used."
                self._session.tell(Message(Severity.ERROR, title, content.reason))
            else:
                models.append(content)
        if models:
            self.models_read.emit(tuple(models))

    # Ideals of measured launches

    def pin_to_selection(self, id: int, operation: str = "") -> None:  # noqa: A002 (as the field)
        """Make a formula, or an operation of a step by its name, the ideal of what each selected row did. A step
        without one gives every row the operation that the row is called after, if there is one.
        """
        document, analysis = self._session.document, self._session.analysis
        entry = entry_of(document, id)
        chosen = self._session.source_desk.launches_by_row()
        if entry is None or analysis is None or not chosen:
            return
        if isinstance(entry, StepEntry) and not operation:
            operations = operations_of_rows(analysis, chosen, entry)
        else:
            operations = dict.fromkeys(chosen, operation)
        for row, name in operations.items():
            source, launches = chosen[row]
            document = pin(document, document.sources[source], Pin(launches, id, name))
        if operations:
            self._session.edit(f"Pin {operation or entry.name}", document)
        else:
            text = "Choose one of its operations and pin that."
            self._session.tell(
                Message(Severity.NOTE, f"No selected row is called after an operation of {entry.name}.", text)
            )

    def unpin_selection(self) -> None:
        """Take the ideals of the launches behind the selected rows away."""
        document = self._session.document
        for source, launches in self._session.source_desk.selected_launches():
            document = unpin(document, document.sources[source], launches)
        self._session.edit("Unpin the selection", document)

    def unpin(self, id: int) -> None:  # noqa: A002 (as the field)
        """Let an entry be the ideal of nothing."""
        document = self._session.document
        entry = entry_of(document, id)
        for source in document.sources:
            launches = [i for p in source.pins if p.entry == id for i in p.launches]
            document = unpin(document, source, launches) if launches else document
        if entry is not None:
            self._session.edit(f"Unpin {entry.name}", document)


def kernel_at(estimates: Estimates, row: int) -> Chosen:
    """The calculated kernel in a row of the estimates."""
    calculated = estimates.calculated
    entry = calculated.entries[int(calculated.entry[row])]
    return Chosen(entry.id, int(calculated.operation[row]))
