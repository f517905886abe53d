"""The ledger as a tree of two levels: headings and entries. Holds any number of entries without an item for each."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont, QGuiApplication

from roofline_gui.present.ledger import Entry, EntryKind, folded, joined
from roofline_gui.ui.widgets.text import tip

HEADINGS = {
    EntryKind.NOT_DRAWN: "Not drawn",
    EntryKind.UNREAD: "Values that could not be read",
    EntryKind.MISSING: "Not collected",
    EntryKind.NOTE: "Notes",
    EntryKind.DEFINITION: "How the file was read",
    EntryKind.SKIPPED: "Other lines in the file",
}
TEXT, SOURCE = range(2)  # columns
_HEADING = 0  # internal id of headings; an entry has 1 + the row of its heading
_Index = QModelIndex | QPersistentModelIndex


class LedgerModel(QAbstractItemModel):
    """Entries by kind, those only that hold the filter text."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: tuple[Entry, ...] = ()
        self._sources: tuple[str, ...] = ()
        self._wanted = ""
        self._kind: EntryKind | None = None
        self._sections: list[tuple[EntryKind, list[Entry]]] = []

    def show_entries(self, entries: Sequence[Entry], sources: Sequence[str]) -> None:
        """Show `entries` of `sources`. What is said alike of several launches or sources is one entry; where it is not
        said of all sources, it says of which.
        """
        self._sources = tuple(sources)
        self._entries = folded(entries)
        self._arrange()

    def filter_by(self, text: str, kind: EntryKind | None) -> None:
        """Show the entries of `kind` (None: of any) whose text holds `text`, in any case."""
        self._wanted = text.casefold()
        self._kind = kind
        self._arrange()

    def counts(self) -> dict[EntryKind, int]:
        """Of how many launches or files something is said, by kind, filtered or not, in the order of the headings."""
        counted: Counter[EntryKind] = Counter()
        for e in self._entries:
            counted[e.kind] += e.count
        return {kind: counted[kind] for kind in HEADINGS if counted[kind]}

    def entry(self, index: _Index) -> Entry | None:
        """The entry at `index`, None for a heading."""
        if not index.isValid() or index.internalId() == _HEADING:
            return None
        return self._sections[index.internalId() - 1][1][index.row()]

    def kind(self, section: int) -> EntryKind:
        """The kind of entries below heading `section`."""
        return self._sections[section][0]

    def text(self, entry: Entry) -> str:
        """An entry as one line to copy, tab separated: file, id, kernel, text, fix."""
        return f"{entry.source}\t{entry.ids}\t{entry.kernel}\t{entry.text}\t{entry.fix}".rstrip()

    def shown_entries(self) -> list[Entry]:
        """All entries that the filter leaves."""
        return [e for _, entries in self._sections for e in entries]

    def _arrange(self) -> None:
        self.beginResetModel()
        found = [e for e in self._entries if self._wanted in self.text(e).casefold()] if self._wanted else self._entries
        kinds = HEADINGS if self._kind is None else (self._kind,)
        by_kind = [(kind, [e for e in found if e.kind is kind]) for kind in kinds]
        self._sections = [(kind, entries) for kind, entries in by_kind if entries]
        self.endResetModel()

    # Qt's interface

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """Headings, or the entries of one."""
        if not parent.isValid():
            return len(self._sections)
        return len(self._sections[parent.row()][1]) if parent.internalId() == _HEADING else 0

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """The entry, and the source that it is of."""
        return 2

    def index(self, row: int, column: int, parent: _Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's default
        """The index of a heading or of an entry."""
        return self.createIndex(row, column, 1 + parent.row() if parent.isValid() else _HEADING)

    def parent(self, index: _Index) -> QModelIndex:  # type: ignore[override]
        """The heading of an entry."""
        if not index.isValid() or index.internalId() == _HEADING:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _HEADING)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Text, tip, and bold headings."""
        entry = self.entry(index)
        if entry is None:
            if index.column() != TEXT:
                return None
            kind, entries = self._sections[index.row()]
            if role == Qt.ItemDataRole.DisplayRole:
                count = "" if kind is EntryKind.DEFINITION else f" ({sum(e.count for e in entries):,})"
                return f"{HEADINGS[kind]}{count}"
            if role == Qt.ItemDataRole.FontRole:
                font = QFont()
                font.setWeight(QFont.Weight.DemiBold)
                return font
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._line(entry) if index.column() == TEXT else self._origin(entry)
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == SOURCE:
            return QGuiApplication.palette().placeholderText()
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(
                f"{self.whole(entry)}\nDouble click shows it in the table."
                if entry.launch is not None
                else self.whole(entry)
            )
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Headings cannot be selected."""
        return Qt.ItemFlag.ItemIsEnabled | (
            Qt.ItemFlag.ItemIsSelectable if self.entry(index) is not None else Qt.ItemFlag.NoItemFlags
        )

    def _line(self, entry: Entry) -> str:
        return f"{entry.text}: {entry.who}" if entry.kernel else entry.text

    def _origin(self, entry: Entry) -> str:
        """The sources that an entry is of, empty if it is of all."""
        return "" if entry.source == joined(self._sources) else entry.source

    def whole(self, entry: Entry) -> str:
        """Everything about an entry, in lines."""
        lines = [entry.text, f"Fix: {entry.fix}" if entry.fix else "", entry.who]
        if self._origin(entry):
            lines.append(f"In {entry.source}")
        return "\n".join(line for line in lines if line)
