"""The sources of a document as Qt's lists want them."""

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from roofline_gui.model.document import Document
from roofline_gui.model.source import Source
from roofline_gui.present.ledger import device_name
from roofline_gui.ui.widgets.text import tip

COUNT_ROLE = Qt.ItemDataRole.UserRole  # "90 launches"
MACHINE_ROLE = Qt.ItemDataRole.UserRole + 1  # what the source is judged on
OWN_ROLE = Qt.ItemDataRole.UserRole + 2  # whether that is a machine of its own
_Index = QModelIndex | QPersistentModelIndex


class SourceModel(QAbstractListModel):
    """One row per source. Renaming and showing are wishes: `renamed(Source, str)` and `shown(Source, bool)`."""

    renamed = Signal(object, str)
    shown = Signal(object, bool)

    def __init__(self) -> None:
        super().__init__()
        self._document = Document()

    def show_document(self, document: Document) -> None:
        """Show the sources of `document`; rows that stay keep their selection."""
        old, new = self._document.sources, document.sources
        if [s.profile for s in old] == [s.profile for s in new]:
            self._document = document
            if new:
                self.dataChanged.emit(self.index(0), self.index(len(new) - 1))
            return
        self.beginResetModel()
        self._document = document
        self.endResetModel()

    def source(self, index: _Index) -> Source:
        """The source at `index`."""
        return self._document.sources[index.row()]

    # Qt's interface

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """Sources."""
        return 0 if parent.isValid() else len(self._document.sources)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Every source can be selected, renamed and checked."""
        flag = Qt.ItemFlag
        return flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsEditable | flag.ItemIsUserCheckable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Name, whether it is shown, its launches and its machine; all of it as tip and for screen readers."""
        source = self.source(index)
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return source.name
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if source.shown else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                return tip(self._about(source))
            case Qt.ItemDataRole.AccessibleTextRole:
                state = "shown" if source.shown else "hidden"
                return f"{source.name}, {state}, {_count(source)}, {self._judged_on(source)}"
        if role == COUNT_ROLE:
            return _count(source)
        if role == MACHINE_ROLE:
            return self._judged_on(source)
        return source.machine is not None if role == OWN_ROLE else None

    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Wish for another name, or to show or hide."""
        if role == Qt.ItemDataRole.EditRole:
            self.renamed.emit(self.source(index), str(value))
        elif role == Qt.ItemDataRole.CheckStateRole:
            self.shown.emit(self.source(index), Qt.CheckState(value) is Qt.CheckState.Checked)
        return role in (Qt.ItemDataRole.EditRole, Qt.ItemDataRole.CheckStateRole)

    def _judged_on(self, source: Source) -> str:
        machine = source.machine or self._document.machine
        return "no machine" if machine is None else f"on {machine.name}"

    def _about(self, source: Source) -> str:
        profile = source.profile
        devices = ", ".join(device_name(name, capability) for name, capability in profile.devices)
        lines = [
            source.name,
            profile.path or profile.name,
            f"{_count(source)} on {devices}" if devices else _count(source),
            f"judged {self._judged_on(source)}{'' if source.machine else ', the document’s machine'}",
            "Space shows or hides it, F2 renames it, a right click offers more.",
        ]
        return "\n".join(dict.fromkeys(lines))


def _count(source: Source) -> str:
    count = len(source.profile.launches)
    return f"{count:,} launch{'' if count == 1 else 'es'}"
