"""The launches of the explained group: a click shows one of them alone."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.model.units import Unit, format_quantity
from roofline_gui.session.launch_list import LaunchList
from roofline_gui.ui.widgets.text import label, tip

ROW_HEIGHT, MOST_ROWS = 22, 8
ID, NAME, TIME = range(3)


class LaunchesSection(QWidget):
    """Title, a button for all launches, and one line for each of the longest.

    one_chosen(int): a line was clicked, or Enter pressed on it; its launch. all_chosen: the button was.
    """

    one_chosen = Signal(int)
    all_chosen = Signal()

    def __init__(self, launches: LaunchList) -> None:
        super().__init__()
        shown = len(launches.lines)
        cut = shown < launches.total
        title = f"The {shown} longest of {launches.total:,} launches" if cut else "Launches, longest first"
        button = QToolButton()
        button.setText("Show all")
        button.setProperty("role", "button")
        button.setToolTip("Make single launches the rows, with these selected")
        button.setAccessibleName("Show all launches")
        button.clicked.connect(self.all_chosen)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(label(title, "section"))
        head.addStretch(1)
        head.addWidget(button)
        self._list = _list(launches)
        self._list.itemClicked.connect(self._choose)
        self._list.itemActivated.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._list)

    def _choose(self, item: QTreeWidgetItem) -> None:
        self.one_chosen.emit(item.data(NAME, Qt.ItemDataRole.UserRole))


def _list(launches: LaunchList) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setColumnCount(3)
    tree.setHeaderHidden(True)
    tree.setRootIsDecorated(False)
    tree.setIndentation(0)
    tree.setUniformRowHeights(True)
    tree.setObjectName("figures")
    tree.setFrameShape(QFrame.Shape.NoFrame)
    tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    tree.setAccessibleName("Launches, longest first")
    header = tree.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
    for line in launches.lines:
        item = QTreeWidgetItem(tree, [f"#{line.launch_id}", line.label, format_quantity(line.time, Unit.SECOND)])
        item.setData(NAME, Qt.ItemDataRole.UserRole, line.launch)
        item.setSizeHint(NAME, QSize(0, ROW_HEIGHT))
        item.setTextAlignment(TIME, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setForeground(ID, tree.palette().placeholderText())
        for column in (ID, NAME, TIME):
            item.setToolTip(column, tip(f"#{line.launch_id} {line.kernel}\nClick to show this launch alone"))
    tree.setFixedHeight(ROW_HEIGHT * min(len(launches.lines), MOST_ROWS) + 2)
    return tree
