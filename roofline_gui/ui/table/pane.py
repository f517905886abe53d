"""The pane itself: filters above, the table below, its selection shared with the session."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.diagnosis import VERDICTS, Verdict
from roofline_gui.model.forecast import Forecast
from roofline_gui.present.palette import Palette
from roofline_gui.present.table_footer import footer
from roofline_gui.present.typed_number import TypedNumber
from roofline_gui.present.words import VERDICT_NAMES
from roofline_gui.session.session import Session
from roofline_gui.ui.table.columns import COLUMNS, PREDICTED, Column
from roofline_gui.ui.table.copying import markdown, tab_separated
from roofline_gui.ui.table.model import Rows, TableModel
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.icons import pixmap
from roofline_gui.ui.widgets.number_box import NumberBox
from roofline_gui.ui.widgets.table_view import TableView
from roofline_gui.ui.widgets.text import label, tip
from roofline_gui.ui.widgets.verdicts import ICONS, verdict_colour

SORTED_AT_FIRST = next(i for i, column in enumerate(COLUMNS) if column.key == "time_s")
_SHARE, _SHARE_WIDTH = TypedNumber(0, 100, unit="%"), 84  # pixels
LAYOUT_NAME = "table_header_2"  # a number, so that a stored layout of other columns is not taken for this one


class TablePane(QWidget):
    """The performance table of a session. A double click or Enter on a row opens it to its launches; `chosen` is
    emitted where it stands for one launch.
    """

    chosen = Signal()

    def __init__(self, session: Session, palette: Palette) -> None:
        super().__init__()
        self.setObjectName("pane")
        self._session = session
        self._palette = palette
        self._analysis: Analysis | None = None
        self._forecast: Forecast | None = None
        self._following = False
        self._model = TableModel(palette)
        self._view = TableView(self._model, "Performance table", "Order of launches")
        self._view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._view.selectionModel().selectionChanged.connect(self._tell_selection)
        self._view.clicked.connect(lambda index: self._tell_selection())  # what is selected already may be meant anew
        self._view.customContextMenuRequested.connect(self._show_menu)
        self._view.activated.connect(lambda index: self._open_row())
        self._model.modelReset.connect(self._show_selection)
        self._build_filters()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._filters())
        layout.addWidget(self._view, 1)
        self._restore_columns()
        session.document_changed.connect(self._refresh)
        session.what_if_desk.sliding_changed.connect(self._refresh)
        session.selection_changed.connect(lambda rows: self._show_selection())
        self._refresh()

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        self._palette = palette
        self._model.set_colours(palette)
        self._fill_verdicts()
        self._view.viewport().update()

    def focus_filter(self) -> None:
        """Put the cursor into the name filter."""
        self._text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._text.selectAll()

    def copy_selection(self) -> None:
        """Copy the selected rows (all shown ones if none), tab separated in full precision."""
        self._copy(self._selected_rows() or self._model.shown_rows(), tab_separated)

    def copy_markdown(self) -> None:
        """Copy the selected rows (all shown ones if none) as Markdown."""
        self._copy(self._selected_rows() or self._model.shown_rows(), markdown)

    def copy_all(self) -> None:
        """Copy every row that the filter leaves, tab separated in full precision."""
        self._copy(self._model.shown_rows(), tab_separated)

    def show_launches(self) -> None:
        """Show the launches behind the selected rows, whatever the filters are."""
        self._session.show_launches()
        self._show_filtered()
        self._scroll_to_selection()

    def save_layout(self) -> None:
        """Remember widths, order and choice of columns."""
        self._session.settings.set_layout(LAYOUT_NAME, self._view.horizontalHeader().saveState())

    # Filters

    def _build_filters(self) -> None:
        self._text = QLineEdit()
        self._text.setPlaceholderText("Filter by name")
        self._text.setClearButtonEnabled(True)
        self._text.setAccessibleName("Filter the table by name")
        self._text.setToolTip("Part of a kernel or operation name")
        self._text.setMinimumWidth(110)
        self._text.setMaximumWidth(260)
        self._verdict = ComboBox()
        self._verdict.setAccessibleName("Filter the table by verdict")
        self._verdict.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._verdict.setMinimumContentsLength(9)
        self._verdict.setMaximumWidth(200)
        self._verdict.setToolTip("Show rows with this verdict only")
        about = "Show rows with at least this share of the kernel time"
        self._share = NumberBox(_SHARE, "Least share of the kernel time", about, live=True)
        self._share.setFixedWidth(_SHARE_WIDTH)
        self._share.show_value(0.0)
        self._count = label("", "muted")
        self._fill_verdicts()
        self._text.textChanged.connect(self._filter)
        self._verdict.currentIndexChanged.connect(self._filter)
        self._share.entered.connect(lambda share: self._filter())

    def _filters(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(8, 6, 10, 6)
        row.setSpacing(8)
        row.addWidget(self._text, 3)
        row.addWidget(self._verdict, 2)
        row.addWidget(label("share ≥", "muted"))
        row.addWidget(self._share)
        row.addStretch(1)
        row.addWidget(self._count)
        return row

    def _fill_verdicts(self) -> None:
        chosen = max(0, self._verdict.currentIndex())
        self._verdict.blockSignals(True)
        self._verdict.clear()
        self._verdict.addItem("All verdicts")
        for verdict in VERDICTS:
            symbol = pixmap(ICONS[verdict], verdict_colour(self._palette, verdict), 14, 2)
            self._verdict.addItem(symbol, VERDICT_NAMES[verdict], verdict.value)
        self._verdict.setCurrentIndex(chosen)
        self._verdict.blockSignals(False)

    def _filter(self) -> None:
        code = self._verdict.currentData()
        self._model.filter_by(
            self._text.text(), None if code is None else Verdict(code), (self._share.value or 0.0) / 100
        )
        self._count_rows()

    def _count_rows(self) -> None:
        analysis = self._analysis
        words, about = ("", "") if analysis is None else footer(analysis, self._model.shown_rows(), self._forecast)
        self._count.setText(words)
        self._count.setToolTip(tip(about))

    def _show_filtered(self) -> None:
        """Take the filters away where they hide something that is selected."""
        selection = self._session.selection
        if len(self._model.positions(selection)) < len(selection):
            self._text.clear()
            self._verdict.setCurrentIndex(0)
            self._share.show_value(0.0)
            self._filter()

    # Selection

    def _open_row(self) -> None:
        if self._session.can_show_launches:
            self.show_launches()
        else:
            self.chosen.emit()

    def _scroll_to_selection(self) -> None:
        positions = self._model.positions(self._session.selection)
        if positions:
            self._view.scrollTo(self._model.index(positions[0], 0))

    def _tell_selection(self) -> None:
        if not self._following:
            self._session.select(self._selected_rows())

    def _selected_rows(self) -> list[int]:
        """Selected rows of the analysis in the order on screen."""
        ranges = sorted((r.top(), r.bottom()) for r in self._view.selectionModel().selection().toList())
        return [row for top, bottom in ranges for row in self._model.row_range(top, bottom)]

    def _show_selection(self) -> None:
        """Select in the table what the session has selected; rows that the filter hides stay selected there."""
        positions = self._model.positions(self._session.selection)
        self._following = True
        selection = QItemSelection()
        last = self._model.columnCount() - 1
        for top, bottom in _runs(positions):
            selection.select(self._model.index(top, 0), self._model.index(bottom, last))
        if sorted(self._selected_rows()) != sorted(self._model.analysis_rows(positions)):
            self._view.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self._scroll_to_selection()
        self._following = False

    # Columns

    def _restore_columns(self) -> None:
        header = self._view.horizontalHeader()
        stored = self._session.settings.layout(LAYOUT_NAME)
        if stored.isEmpty() or not header.restoreState(stored):
            for i, column in enumerate(COLUMNS):
                header.resizeSection(i, column.width)
                header.setSectionHidden(i, column.hidden)
            header.setSortIndicator(SORTED_AT_FIRST, Qt.SortOrder.DescendingOrder)
        self._show_predicted()
        self._model.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())

    def _show_predicted(self) -> None:
        """Show the columns of predictions if there are any; a table sorted by those that go is sorted as at first."""
        header, shown = self._view.horizontalHeader(), self._forecast is not None
        self._view.never_offered = () if shown else PREDICTED
        for i in PREDICTED:
            header.setSectionHidden(i, not shown)
        if not shown and header.sortIndicatorSection() in PREDICTED:
            header.setSortIndicator(SORTED_AT_FIRST, Qt.SortOrder.DescendingOrder)

    def _show_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction("&Copy", self.copy_selection)
        menu.addAction("Copy as &Markdown", self.copy_markdown)
        menu.addSeparator()
        menu.addAction("Show &launches", self.show_launches).setEnabled(self._session.can_show_launches)
        menu.addSeparator()
        menu.addAction("Select &all", self._view.selectAll)
        menu.addAction("Select &none", self._view.clearSelection)
        menu.exec(self._view.viewport().mapToGlobal(position))

    def _copy(self, chosen: list[int], write: Callable[[Rows, Sequence[int], Sequence[Column]], str]) -> None:
        rows = self._model.rows
        if rows is not None:
            QGuiApplication.clipboard().setText(write(rows, chosen, [COLUMNS[i] for i in self._view.shown_columns()]))

    # Following the session

    def _refresh(self) -> None:
        """Show what is measured and what is predicted as it is now; predictions wait until a slide has ended."""
        analysis, desk = self._session.analysis, self._session.what_if_desk
        if analysis is not self._analysis:
            self._analysis = analysis
            self._take(desk.forecast)
            self._model.show_analysis(analysis, self._forecast)
            self._count_rows()
        elif not desk.sliding and desk.forecast is not self._forecast:
            self._take(desk.forecast)
            place = self._view.verticalScrollBar().value()
            self._model.show_forecast(self._forecast)
            self._count_rows()
            self._view.verticalScrollBar().setValue(place)

    def _take(self, forecast: Forecast | None) -> None:
        """Take another forecast; the columns come with the first and go with the last one."""
        begins_or_ends = (forecast is None) is not (self._forecast is None)
        self._forecast = forecast
        if begins_or_ends:
            self._show_predicted()


def _runs(positions: list[int]) -> list[tuple[int, int]]:
    """Sorted positions as runs of neighbours (first, last)."""
    runs: list[tuple[int, int]] = []
    for position in positions:
        if runs and position == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], position)
        else:
            runs.append((position, position))
    return runs
