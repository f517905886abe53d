"""The table on screen: the performance table, sorted and filtered by index arrays so that 50,000 rows stay fluid."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.model.diagnosis import Verdict
from roofline_gui.model.forecast import Forecast
from roofline_gui.present.names import group_labels
from roofline_gui.present.palette import Palette
from roofline_gui.present.provenance import column_provenance
from roofline_gui.present.table import FORECAST_COLUMNS, PREDICTED_TIME, Table, table, with_forecast
from roofline_gui.present.what_if.forecast import forecast_cells, prediction_text
from roofline_gui.ui.table.columns import COLUMNS, NAME_KEY, PREDICTED, Column
from roofline_gui.ui.widgets.icons import pixmap
from roofline_gui.ui.widgets.text import tip
from roofline_gui.ui.widgets.verdicts import ICONS, verdict_colour

_Index = QModelIndex | QPersistentModelIndex
LABELLED_AT_ONCE = 256  # rows
_NO_ORDER = Qt.SortOrder.AscendingOrder


class Rows:
    """The rows of one analysis by screen column; labels and the text to search are made when first needed."""

    def __init__(self, analysis: Analysis, forecast: Forecast | None = None) -> None:
        self._analysis = analysis
        self._forecast = forecast
        self._labels: dict[int, str] = {}
        self.table: Table = table(analysis, forecast)

    def __len__(self) -> int:
        return len(self.table)

    def show_forecast(self, forecast: Forecast | None) -> None:
        """Take the predictions of another what-if, None: of none."""
        self._forecast = forecast
        self.table = with_forecast(self.table, forecast)

    @cached_property
    def haystack(self) -> list[str]:
        """The text of each row that a filter looks into, case folded."""
        columns = (self.table.texts("group"), self.table.texts("kernel"))
        return ["\n".join(parts).casefold() for parts in zip(*columns, strict=True)]

    def text(self, column: Column, row: int) -> str:
        """A cell of a text column."""
        if column.key != NAME_KEY:
            return self.table.texts(column.key)[row]
        if row not in self._labels:
            self.label((row,))
        return self._labels[row]

    def has_label(self, row: int) -> bool:
        """Whether the label of `row` is made."""
        return row in self._labels

    def label(self, rows: Sequence[int]) -> None:
        """Make the labels of `rows`: many at once cost little more than one."""
        self._labels.update(zip(rows, group_labels(self._analysis.groups, rows), strict=True))

    def texts(self, column: Column) -> list[str]:
        """A whole text column."""
        return group_labels(self._analysis.groups) if column.key == NAME_KEY else self.table.texts(column.key)

    def numbers(self, column: Column) -> Floats:
        """A whole number column; that of a forecast is unknown without one."""
        if column.key in FORECAST_COLUMNS and self._forecast is None:
            return np.full(len(self), np.nan)
        return self.table.numbers(column.key)

    def shown(self, column: Column, row: int) -> str:
        """A cell as it is written on screen."""
        if column.key == PREDICTED_TIME and self._forecast is not None:
            return forecast_cells(self._forecast, row)[0]
        if column.write is not None:
            value = float(self.numbers(column)[row])
            return "–" if value != value else column.write(value)
        return column.word(self.text(column, row))

    def origin(self, column: Column, row: int) -> str:
        """Where a number comes from: a measured one in full with its counters, a predicted one with what was measured
        at that batch, or why it is unknown; empty for other numbers.
        """
        if column.key in FORECAST_COLUMNS:
            return "" if self._forecast is None else prediction_text(self._forecast, row)
        value = float(self.table.numbers(column.key)[row])
        if column.in_full is None or value != value:
            return ""
        return f"{column.in_full(value)}\n{column_provenance(self._analysis.groups, row, column.key)}"

    def order(self, column: Column, descending: bool) -> Ints:
        """All rows sorted by `column`, stable; unknown numbers and empty texts come last either way."""
        if column.is_number:
            values = self.numbers(column)
            unknown = np.isnan(values)
        else:
            texts = self.texts(column)
            keys = np.array([t.casefold() for t in texts], dtype=object)
            _, codes = np.unique(keys, return_inverse=True)
            values = codes.astype(np.float64)
            unknown = np.array([not t for t in texts], dtype=np.bool_)
        keyed = np.where(unknown, np.inf, -values if descending else values)
        return np.argsort(keyed, kind="stable")


class TableModel(QAbstractTableModel):
    """Rows of an analysis as Qt wants them. Position = line on screen; row = row of the analysis."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._rows: Rows | None = None
        self._order: Ints = np.zeros(0, dtype=np.int64)
        self._position: Ints = np.zeros(0, dtype=np.int64)
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None
        self._text = ""
        self._verdict: Verdict | None = None
        self._least_share = 0.0

    @property
    def rows(self) -> Rows | None:
        """What is shown, None without an analysis."""
        return self._rows

    def show_analysis(self, analysis: Analysis | None, forecast: Forecast | None = None) -> None:
        """Show `analysis` with its forecast, sorted and filtered as before."""
        self._rows = None if analysis is None else Rows(analysis, forecast)
        self._arrange()

    def show_forecast(self, forecast: Forecast | None) -> None:
        """Show the predictions of another what-if; rows stay where they are unless they are sorted by them."""
        if self._rows is None:
            return
        self._rows.show_forecast(forecast)
        if self._sorted_by is not None and self._sorted_by[0] in PREDICTED:
            self._arrange()
        elif len(self._order):
            self.dataChanged.emit(
                self.index(0, PREDICTED[0]),
                self.index(len(self._order) - 1, PREDICTED[-1]),
                [Qt.ItemDataRole.DisplayRole],
            )

    def set_colours(self, palette: Palette) -> None:
        """Draw verdicts in the colours of `palette`."""
        self._palette = palette
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)

    def filter_by(self, text: str, verdict: Verdict | None, least_share: float) -> None:
        """Show rows whose names hold `text`, with this verdict (None: any) and at least this share of the time."""
        self._text, self._verdict, self._least_share = text.strip().casefold(), verdict, least_share
        self._arrange()

    def analysis_rows(self, positions: Iterable[int]) -> list[int]:
        """Rows of the analysis at positions on screen."""
        return _integers(self._order[np.fromiter(positions, dtype=np.int64)])

    def row_range(self, first: int, last: int) -> list[int]:
        """Rows of the analysis at the positions from `first` to `last`."""
        return _integers(self._order[first : last + 1])

    def positions(self, rows: Iterable[int]) -> list[int]:
        """Sorted positions of those `rows` that the filter leaves."""
        index = np.fromiter(rows, dtype=np.int64)
        found = self._position[index[index < len(self._position)]]
        return _integers(np.sort(found[found >= 0]))

    def shown_rows(self) -> list[int]:
        """All rows that the filter leaves, in the order on screen."""
        return _integers(self._order)

    def _arrange(self) -> None:
        self.beginResetModel()
        rows = self._rows
        if rows is None:
            self._order = self._position = np.zeros(0, dtype=np.int64)
        else:
            order = np.arange(len(rows))
            if self._sorted_by is not None:
                column, direction = self._sorted_by
                order = rows.order(COLUMNS[column], direction is Qt.SortOrder.DescendingOrder)
            self._order = order[self._passing(rows)[order]]
            self._position = np.full(len(rows), -1, dtype=np.int64)
            self._position[self._order] = np.arange(len(self._order))
        self.endResetModel()

    def _passing(self, rows: Rows) -> Bools:
        passing = np.ones(len(rows), dtype=np.bool_)
        if self._text:
            passing &= np.fromiter((self._text in t for t in rows.haystack), dtype=np.bool_, count=len(rows))
        if self._verdict is not None:
            wanted = self._verdict.value
            passing &= np.fromiter((v == wanted for v in rows.table.texts("verdict")), dtype=np.bool_, count=len(rows))
        if self._least_share > 0:
            passing &= rows.table.numbers("time_share") >= self._least_share
        return passing

    # Qt's interface

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """Rows that the filter leaves."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        """All columns, the hidden ones too."""
        return 0 if parent.isValid() else len(COLUMNS)

    def sort(self, column: int, order: Qt.SortOrder = _NO_ORDER) -> None:
        """Sort by `column`; a column of -1 is the order of the launches."""
        self._sorted_by = (column, order) if column >= 0 else None
        self._arrange()

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles and tips of columns."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(f"{column.tip}\nClick to sort, right click to choose columns")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell: text, full text as tip, alignment, and the verdict's icon."""
        if self._rows is None or not index.isValid():
            return None
        column, position = COLUMNS[index.column()], index.row()
        row = int(self._order[position])
        if column.key == NAME_KEY and not self._rows.has_label(row):
            self._rows.label(self.row_range(position, position + LABELLED_AT_ONCE))
        if role == Qt.ItemDataRole.DisplayRole:
            return self._rows.shown(column, row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._tip(column, row))
        if column.key == "verdict" and role == Qt.ItemDataRole.DecorationRole:
            verdict = Verdict(self._rows.text(column, row))
            return pixmap(ICONS[verdict], verdict_colour(self._palette, verdict), 14, 2)
        if column.key == "roof_fraction" and role == Qt.ItemDataRole.ForegroundRole:
            verdict = Verdict(self._rows.table.texts("verdict")[row])
            return QColor(verdict_colour(self._palette, verdict))
        return None

    def _tip(self, column: Column, row: int) -> str:
        assert self._rows is not None
        if column.key == NAME_KEY:
            operation, kernel = self._rows.table.texts("group")[row], self._rows.table.texts("kernel")[row]
            return f"{operation}\n{kernel}" if operation else kernel
        return self._rows.origin(column, row) if column.is_number else self._rows.shown(column, row)


def _integers(values: Ints) -> list[int]:
    numbers: list[int] = values.tolist()
    return numbers


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
