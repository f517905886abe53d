"""A table of rows whose columns are sorted by a click on their heads, moved, hidden and shown."""

from collections.abc import Collection

from PySide6.QtCore import QAbstractTableModel, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QFrame, QMenu, QTableView

ROW_HEIGHT = 24


class TableView(QTableView):
    """Shows `model`, with whole rows selected. `name` is what it is called, `order` the one that rows have by nature.

    A right click on the heads offers the columns. never_offered: those (indices) that come and go by themselves.
    """

    def __init__(self, model: QAbstractTableModel, name: str, order: str) -> None:
        super().__init__()
        self.never_offered: Collection[int] = ()
        self._order = order
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(name)
        vertical = self.verticalHeader()
        vertical.hide()
        vertical.setMinimumSectionSize(ROW_HEIGHT)
        vertical.setDefaultSectionSize(ROW_HEIGHT)
        vertical.setSectionResizeMode(vertical.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setHighlightSections(False)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._offer_columns)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def shown_columns(self) -> list[int]:
        """The columns (indices of the model) that are shown, from left to right."""
        header = self.horizontalHeader()
        logical = [header.logicalIndex(i) for i in range(header.count())]
        return [i for i in logical if not header.isSectionHidden(i)]

    def _offer_columns(self, position: QPoint) -> None:
        header = self.horizontalHeader()
        menu = QMenu(self)
        order = menu.addAction(self._order)
        order.triggered.connect(lambda: header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder))
        menu.addSeparator()
        for i in range(header.count()):
            if i in self.never_offered:
                continue
            choice = QAction(str(self.model().headerData(i, Qt.Orientation.Horizontal)), menu)
            choice.setCheckable(True)
            choice.setChecked(not header.isSectionHidden(i))
            choice.toggled.connect(lambda shown, i=i: header.setSectionHidden(i, not shown))
            menu.addAction(choice)
        menu.exec(header.viewport().mapToGlobal(position))
