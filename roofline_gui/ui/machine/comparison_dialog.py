"""Two machines side by side; the picture shows the ceilings of both."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QFont, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.present.machine.comparison import ComparedRow, comparison_rows, comparison_text
from roofline_gui.present.palette import Palette
from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.text import label

_NAME, _LEFT, _RIGHT, _RATIO = range(4)


class ComparisonDialog(QDialog):
    """Follows the document: its machine on the left, the compared one on the right; choosing is an edit."""

    def __init__(self, session: Session, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Compare machines")
        self.resize(560, 560)
        self._session = session
        self._desk = session.machine_desk
        self._palette = palette
        self._left = MachineBox("Left machine", "The machine that the kernels are judged against")
        self._right = MachineBox("Right machine", "The machine whose ceilings are drawn beside, dash-dotted")
        self._left.picked.connect(self._desk.choose)
        self._right.picked.connect(self._desk.compare)
        self._table = _table()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._copy = buttons.addButton("C&opy table", QDialogButtonBox.ButtonRole.ActionRole)
        self._copy.clicked.connect(self._copy_table)
        buttons.rejected.connect(self.reject)
        choice = QHBoxLayout()
        choice.setSpacing(8)
        choice.addWidget(self._left, 1)
        choice.addWidget(label("with", "muted"))
        choice.addWidget(self._right, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 12)
        column.setSpacing(10)
        column.addLayout(choice)
        column.addWidget(self._table, 1)
        column.addWidget(label("The ratio is right over left. Dense peaks, theoretical figures.", "muted", wraps=True))
        column.addWidget(buttons)
        session.document_changed.connect(self._refresh)
        self._refresh()
        self._right.setFocus()

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        self._palette = palette
        self._refresh()

    def _refresh(self) -> None:
        left, right = self._desk.machine, self._session.document.view.compared
        choices = self._desk.choices
        self._left.show_choices(choices, left)
        self._right.show_choices(choices, right, none="No other machine")
        self._copy.setEnabled(right is not None)
        position = self._table.verticalScrollBar().value()
        self._table.clear()
        if left is None:
            return
        other = right or left
        self._table.setHeaderLabels(["", left.name, other.name if right is not None else "", "Ratio"])
        section, heading = "", None
        for row in comparison_rows(left, other):
            if heading is None or row.section != section:
                section, heading = row.section, self._heading(row.section)
            self._add(heading, row, alone=right is None)
        self._table.expandAll()
        self._table.verticalScrollBar().setValue(position)

    def _heading(self, title: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self._table, [title])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setFirstColumnSpanned(True)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        item.setFont(_NAME, font)
        item.setForeground(_NAME, QBrush(QColor(self._palette.muted)))
        return item

    @staticmethod
    def _add(heading: QTreeWidgetItem, row: ComparedRow, *, alone: bool) -> None:
        texts = [row.name, row.left, *(("", "") if alone else (row.right, row.ratio))]
        item = QTreeWidgetItem(heading, texts)
        for column in (_LEFT, _RIGHT, _RATIO):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _copy_table(self) -> None:
        left, right = self._desk.machine, self._session.document.view.compared
        if left is not None and right is not None:
            QGuiApplication.clipboard().setText(comparison_text(left, right))
            self._session.said.emit("Copied the comparison")


def _table() -> QTreeWidget:
    table = QTreeWidget()
    table.setColumnCount(4)
    table.setRootIsDecorated(False)
    table.setIndentation(6)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setUniformRowHeights(True)
    table.setAccessibleName("Figures of both machines")
    header = table.header()
    header.setStretchLastSection(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
    for column in (_LEFT, _RIGHT, _RATIO):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    return table
