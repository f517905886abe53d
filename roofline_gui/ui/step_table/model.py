"""The table of calculated kernels as Qt wants it: sorted by an index array, numbers changed in place."""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from roofline_gui.model.demand import Ints
from roofline_gui.model.estimates import WHOLE_STEP, Estimates
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.entry import Entry
from roofline_gui.present.calculated.step_table import STEP_COLUMNS, StepColumn, StepTable, step_table
from roofline_gui.session.kernels import Chosen, kernel_at
from roofline_gui.ui.widgets.text import tip

_Index = QModelIndex | QPersistentModelIndex
_NO_ORDER = Qt.SortOrder.AscendingOrder


class StepTableModel(QAbstractTableModel):
    """Calculated kernels. Position = line on screen; row = row of the table, in the order of the document."""

    def __init__(self) -> None:
        super().__init__()
        self._table: StepTable | None = None
        self._entries: tuple[Entry, ...] | None = None
        self._kernels: tuple[Chosen, ...] = ()
        self._order: Ints = np.zeros(0, dtype=np.int64)
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None
        self._bold = QFont()
        self._bold.setWeight(QFont.Weight.DemiBold)

    @property
    def table(self) -> StepTable | None:
        """What is shown, None without calculated kernels."""
        return self._table

    def show_estimates(self, estimates: Estimates | None, what_if: WhatIf = AS_GIVEN, settled: bool = True) -> None:
        """Show the kernels of `estimates` under `what_if`. The same kernels with other numbers change in place; they
        are sorted anew once the numbers are `settled`.
        """
        if estimates is None:
            self._entries = None
            self._reset(None, ())
            return
        table, entries = step_table(estimates, what_if), estimates.calculated.entries
        kernels = self._kernels
        if entries is not self._entries:
            kernels = tuple(kernel_at(estimates, row) for row in table.rows.tolist())
        self._entries = entries
        if kernels != self._kernels:
            self._reset(table, kernels)
            return
        self._table = table
        self.dataChanged.emit(self.index(0, 0), self.index(len(table) - 1, len(STEP_COLUMNS) - 1))
        if settled:
            self._sort_in_place()

    def kernel(self, position: int) -> Chosen:
        """The kernel at a position."""
        return self._kernels[int(self._order[position])]

    def positions(self, kernels: Iterable[Chosen]) -> list[int]:
        """Sorted positions of those `kernels` that are shown."""
        wanted = frozenset(kernels)
        return [i for i, row in enumerate(self._order.tolist()) if self._kernels[row] in wanted]

    def rows(self, positions: Iterable[int]) -> list[int]:
        """Rows of the table at positions on screen."""
        return [int(self._order[position]) for position in positions]

    def _reset(self, table: StepTable | None, kernels: tuple[Chosen, ...]) -> None:
        self.beginResetModel()
        self._table, self._kernels = table, kernels
        self._order = self._wanted_order()
        self.endResetModel()

    def _wanted_order(self) -> Ints:
        if self._table is None:
            return np.zeros(0, dtype=np.int64)
        if self._sorted_by is None:
            return np.arange(len(self._table))
        column, order = self._sorted_by
        return _order(self._table, STEP_COLUMNS[column], order is Qt.SortOrder.DescendingOrder)

    def _sort_in_place(self) -> None:
        """Bring the rows into their order, with what is selected and in view following them."""
        order = self._wanted_order()
        if np.array_equal(order, self._order):
            return
        self.layoutAboutToBeChanged.emit()
        position = np.empty_like(order)
        position[order] = np.arange(len(order))
        before = self.persistentIndexList()
        after = [self.index(int(position[self._order[i.row()]]), i.column()) for i in before]
        self._order = order
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    # Qt's interface

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """The shown kernels."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """All columns, the hidden ones too."""
        return 0 if parent.isValid() else len(STEP_COLUMNS)

    def sort(self, column: int, order: Qt.SortOrder = _NO_ORDER) -> None:
        """Sort by `column`; a column of -1 is the order of the document."""
        self._sorted_by = (column, order) if column >= 0 else None
        self._sort_in_place()

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles and tips of columns."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = STEP_COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(f"{column.tip}\nClick to sort, right click to choose columns")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell: text, full text as tip, alignment; steps as a whole stand out."""
        if self._table is None or not index.isValid():
            return None
        column, row = STEP_COLUMNS[index.column()], int(self._order[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return self._table.shown(column, row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._table.shown(column, row))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.FontRole and self._kernels[row].operation == WHOLE_STEP:
            return self._bold
        return None


def _order(table: StepTable, column: StepColumn, descending: bool) -> Ints:
    """All rows sorted by `column`, stable; unknown numbers and empty texts come last either way."""
    if column.is_number:
        values = table.numbers(column.key)
        unknown = np.isnan(values)
    else:
        texts = table.texts(column.key)
        _, codes = np.unique(np.array([t.casefold() for t in texts], dtype=object), return_inverse=True)
        values = codes.astype(np.float64)
        unknown = np.array([not t for t in texts], dtype=np.bool_)
    return np.argsort(np.where(unknown, np.inf, -values if descending else values), kind="stable")


def _alignment(column: StepColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
