"""The calculated kernels of a document as Qt's trees want them: entries, and below a step its operations."""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from roofline_gui.model.estimates import FORMULA, WHOLE_STEP, Estimates
from roofline_gui.model.workload.entry import Entry, StepEntry
from roofline_gui.present.calculated.kernel_rows import kind_text, operation_name, standing_text
from roofline_gui.session.kernels import Chosen, kernel_at
from roofline_gui.ui.widgets.text import tip

KIND_ROLE = Qt.ItemDataRole.UserRole  # "GEMM"; empty where the name says it, and for steps
STANDING_ROLE = Qt.ItemDataRole.UserRole + 1  # "I 1365, 139 µs, tensor pipe"
_Index = QModelIndex | QPersistentModelIndex
_KEYS = "Space shows or hides it, F2 renames it, a right click offers more."
_TOP = 0  # internal id of entries; that of an operation is 1 + the row of its step


class KernelListModel(QAbstractItemModel):
    """One row per entry. Renaming and showing are wishes: `renamed(Entry, str)` and `shown(Entry, bool)`."""

    renamed = Signal(object, str)
    shown = Signal(object, bool)

    def __init__(self) -> None:
        super().__init__()
        self._entries: tuple[Entry, ...] = ()
        self._estimates: Estimates | None = None
        self._first: list[int] = []  # row of each entry in the estimates
        self._operations: list[int] = []  # kernels below each entry

    def show_kernels(self, entries: tuple[Entry, ...], estimates: Estimates | None) -> None:
        """Show `entries`, standing where `estimates` say; rows that stay keep their selection."""
        first, operations = _layout(entries, estimates)
        same = [e.id for e in entries] == [e.id for e in self._entries] and operations == self._operations
        if not same:
            self.beginResetModel()
        self._entries, self._estimates = entries, estimates
        self._first, self._operations = first, operations
        if not same:
            self.endResetModel()
        else:
            self._tell_changes()

    def show_estimates(self, estimates: Estimates | None) -> None:
        """Let the same kernels stand where `estimates` say."""
        self._estimates = estimates
        self._tell_changes()

    @property
    def steps(self) -> list[QModelIndex]:
        """The entries that have operations."""
        return [self.index(row, 0) for row, count in enumerate(self._operations) if count]

    def entry(self, index: _Index) -> Entry:
        """The entry at `index`; for an operation its step."""
        return self._entries[index.row() if index.internalId() == _TOP else index.internalId() - 1]

    def chosen(self, index: _Index) -> Chosen:
        """The kernel at `index`."""
        if (row := self._row(index)) is not None and self._estimates is not None:
            return kernel_at(self._estimates, row)
        entry = self.entry(index)
        return Chosen(entry.id, WHOLE_STEP if isinstance(entry, StepEntry) else FORMULA)

    def indexes(self, chosen: Iterable[Chosen]) -> list[QModelIndex]:
        """Where these kernels are, as far as they are here."""
        wanted = frozenset(chosen)
        parents = [self.index(row, 0) for row in range(len(self._entries))]
        below = (self.index(i, 0, p) for p, count in zip(parents, self._operations, strict=True) for i in range(count))
        return [index for index in (*parents, *below) if self.chosen(index) in wanted] if wanted else []

    # Qt's interface

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """Entries, or the operations of one."""
        if not parent.isValid():
            return len(self._entries)
        return self._operations[parent.row()] if parent.internalId() == _TOP else 0

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """One."""
        return 1

    def index(self, row: int, column: int, parent: _Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """The row of an entry, or that of an operation below its step."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, index: _Index) -> QModelIndex:  # type: ignore[override]
        """The step of an operation."""
        if not index.isValid() or index.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _TOP)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Everything can be selected; entries can be renamed and shown."""
        flag = Qt.ItemFlag
        usual = flag.ItemIsEnabled | flag.ItemIsSelectable
        return usual | flag.ItemIsEditable | flag.ItemIsUserCheckable if index.internalId() == _TOP else usual

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Name, whether it is shown, what it is and where it stands; all of it as tip and for screen readers."""
        if not index.isValid():
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return self._name(index)
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if self.entry(index).shown else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                keys = "" if index.internalId() != _TOP else _KEYS
                parts = self._name(index), self._kind(index), self._standing(index), keys
                return tip("\n".join(filter(None, parts)))
            case Qt.ItemDataRole.AccessibleTextRole:
                state = "shown" if self.entry(index).shown else "hidden"
                return ", ".join(filter(None, [self._name(index), state, self._kind(index), self._standing(index)]))
        if role == KIND_ROLE:
            return "" if isinstance(self.entry(index), StepEntry) else self._kind(index)
        return self._standing(index) if role == STANDING_ROLE else None

    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Wish for another name, or to show or hide."""
        if role == Qt.ItemDataRole.EditRole:
            self.renamed.emit(self.entry(index), str(value))
        elif role == Qt.ItemDataRole.CheckStateRole:
            self.shown.emit(self.entry(index), Qt.CheckState(value) is Qt.CheckState.Checked)
        return role in (Qt.ItemDataRole.EditRole, Qt.ItemDataRole.CheckStateRole)

    def _tell_changes(self) -> None:
        for parent in (QModelIndex(), *self.steps):
            if rows := self.rowCount(parent):
                self.dataChanged.emit(self.index(0, 0, parent), self.index(rows - 1, 0, parent))

    def _row(self, index: _Index) -> int | None:
        """The row of the estimates that stands at `index`; None without a machine."""
        if self._estimates is None:
            return None
        if index.internalId() == _TOP:
            return self._first[index.row()]
        return self._first[index.internalId() - 1] + 1 + index.row()

    def _name(self, index: _Index) -> str:
        row = self._row(index)
        if index.internalId() == _TOP or row is None or self._estimates is None:
            return self.entry(index).name
        return operation_name(self._estimates, row)

    def _kind(self, index: _Index) -> str:
        entry = self.entry(index)
        if index.internalId() != _TOP:
            return ""
        kind = kind_text(entry)
        return "" if kind == entry.name else kind

    def _standing(self, index: _Index) -> str:
        row = self._row(index)
        return "no machine" if row is None or self._estimates is None else standing_text(self._estimates, row)


def _layout(entries: tuple[Entry, ...], estimates: Estimates | None) -> tuple[list[int], list[int]]:
    """The row of the estimates at which each entry starts, and how many operations follow it."""
    if estimates is None:
        return [0] * len(entries), [0] * len(entries)
    counts = np.bincount(estimates.calculated.entry, minlength=len(entries))
    return (np.cumsum(counts) - counts).tolist(), (counts - 1).tolist()
