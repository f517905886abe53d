"""All figures of a machine in a list, under headings."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem

from roofline_gui.model.machine_edits import Slot
from roofline_gui.present.machine.rows import FigureRow, FigureSection
from roofline_gui.present.palette import Palette
from roofline_gui.ui.widgets.text import tip

NAME, VALUE, KIND = range(3)
_SLOT = Qt.ItemDataRole.UserRole


class FigureTree(QTreeWidget):
    """Name, value and kind of each figure. Emits `chosen(slot or None)` as the current row changes, `edit_wanted(slot)`
    for a double click, Enter or F2, and `removal_wanted(slot)` for Del.
    """

    chosen = Signal(object)
    edit_wanted = Signal(object)
    removal_wanted = Signal(object)

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._colours = palette
        self._shown: tuple[FigureSection, ...] = ()
        self._items: dict[Slot, QTreeWidgetItem] = {}
        self.setColumnCount(3)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setIndentation(6)
        self.setObjectName("figures")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setAccessibleName("Ceilings of the machine")
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(30)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for column in (NAME, VALUE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(KIND, QHeaderView.ResizeMode.Stretch)  # gives way where space is short
        self.currentItemChanged.connect(lambda item, before: self.chosen.emit(self._slot_of(item)))
        self.itemDoubleClicked.connect(lambda item, column: self._want_edit())

    @property
    def slot(self) -> Slot | None:
        """The figure of the current row."""
        return self._slot_of(self.currentItem())

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        self._colours = palette
        shown, self._shown = self._shown, ()
        self.show_sections(shown)

    def show_sections(self, sections: Sequence[FigureSection]) -> None:
        """Show `sections`; the current row stays on its figure."""
        if tuple(sections) == self._shown:
            return
        self._shown = tuple(sections)
        slot, position = self.slot, self.verticalScrollBar().value()
        with QSignalBlocker(self):
            self.clear()
            self._items.clear()
            for section in sections:
                heading = self._heading(section.title)
                for row in section.rows:
                    self._add(heading, row)
            self.expandAll()
            self.select_slot(slot)
        self.verticalScrollBar().setValue(position)
        if self.slot != slot:
            self.chosen.emit(self.slot)

    def select_slot(self, slot: Slot | None) -> None:
        """Make the row of `slot` the current one; None leaves no row current."""
        item = None if slot is None else self._items.get(slot)
        if item is None:
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentItem(item)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and F2 edit, Del removes, Esc leaves the figure."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self._want_edit()
        elif event.key() == Qt.Key.Key_Delete and self.slot is not None:
            self.removal_wanted.emit(self.slot)
        elif event.key() == Qt.Key.Key_Escape and self.slot is not None:
            self.select_slot(None)
        else:
            super().keyPressEvent(event)

    def moveCursor(  # noqa: N802 - Qt's name
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Pass over headings."""
        index = super().moveCursor(action, modifiers)
        if not index.isValid() or index.parent().isValid():
            return index
        backwards = action in (QAbstractItemView.CursorAction.MoveUp, QAbstractItemView.CursorAction.MovePageUp)
        beyond = self.indexAbove(index) if backwards else self.indexBelow(index)
        return beyond if beyond.isValid() else self.currentIndex()

    def _want_edit(self) -> None:
        if self.slot is not None:
            self.edit_wanted.emit(self.slot)

    def _heading(self, title: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self, [title])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setFirstColumnSpanned(True)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        item.setFont(NAME, font)
        item.setForeground(NAME, self._muted)
        return item

    def _add(self, heading: QTreeWidgetItem, row: FigureRow) -> None:
        name = f"   {row.name}" if row.part_of_row_before else row.name
        item = QTreeWidgetItem(heading, [name, row.value, row.kind])
        item.setData(NAME, _SLOT, row.slot)
        if row.slot is not None:
            self._items[row.slot] = item
        item.setTextAlignment(VALUE, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setForeground(KIND, QBrush(QColor(self._colours.warn)) if row.suspect else self._muted)
        if row.part_of_row_before:
            item.setForeground(NAME, self._muted)
        for column in (NAME, VALUE, KIND):
            item.setToolTip(column, tip(row.about))
        if not row.value:
            item.setFirstColumnSpanned(True)

    @property
    def _muted(self) -> QBrush:
        return QBrush(QColor(self._colours.muted))

    @staticmethod
    def _slot_of(item: QTreeWidgetItem | None) -> Slot | None:
        slot = None if item is None else item.data(NAME, _SLOT)
        return slot if isinstance(slot, Slot) else None
