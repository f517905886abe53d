"""The pane itself: the totals of a step above, the table of its operations and of all formulas below."""

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QMenu, QStackedLayout, QVBoxLayout, QWidget

from roofline_gui.model.document import Document
from roofline_gui.model.estimates import Estimates
from roofline_gui.model.step_totals import step_totals
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.present import cells
from roofline_gui.present.calculated.step_table import STEP_COLUMNS, formula_totals
from roofline_gui.present.calculated.step_totals import (
    formulas_line,
    memory_text,
    step_notes,
    totals_heading,
    totals_line,
)
from roofline_gui.session.session import Session
from roofline_gui.ui.step_table.model import StepTableModel
from roofline_gui.ui.step_table.totals import TotalsStrip
from roofline_gui.ui.widgets.table_view import TableView
from roofline_gui.ui.widgets.text import label

LAYOUT_NAME = "step_table_header_2"  # a number, so that a stored layout of other columns is not taken for this one
_WIDTHS = {  # pixels at first
    "name": 172,
    "launches": 88,
    "flop": 106,
    "bytes_dram": 82,
    "intensity_dram": 128,
    "time_s": 76,
    "time_share": 84,
    "bound_by": 92,
    "kind": 110,
    "entry": 160,
    "batch": 60,
    "bound_time_s": 84,
    "regime_ratio": 76,
    "regime": 176,
    "ridge_flop_per_byte": 92,
    "roof_flop_per_s": 104,
    "precision": 100,
    "tokens_per_s": 116,
    "special_ops": 84,
    "what_if": 200,
    "note": 240,
}
_EMPTY = "Nothing is calculated yet: add a formula or a whole model in the Kernels pane."
_NO_MACHINE = "Choose a machine in the Machine pane: without one nothing is bounded."


class StepTablePane(QWidget):
    """The calculated kernels of a session. `export_wanted` when they are to be written to a file, `chosen` when a row
    was opened.
    """

    export_wanted = Signal()
    chosen = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("pane")
        self._session = session
        self._desk = session.kernel_desk
        self._shown: Estimates | None = None
        self._following = False
        self._is_stale = True
        self._model = StepTableModel()
        self._view = TableView(self._model, "Calculated kernels", "Order of the document")
        self._strip = TotalsStrip()
        self._empty = label(_EMPTY, "muted", wraps=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setMargin(20)
        filled = QWidget()
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._strip)
        column.addWidget(self._view, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(filled)
        self._restore_columns()
        self._view.selectionModel().selectionChanged.connect(self._tell_choice)
        self._view.clicked.connect(lambda index: self._tell_choice())  # what is selected already may be meant anew
        self._view.customContextMenuRequested.connect(self._show_menu)
        self._view.activated.connect(lambda index: self.chosen.emit())
        self._model.modelReset.connect(self._show_choice)
        session.document_changed.connect(self._follow)
        session.what_if_desk.sliding_changed.connect(self._end_slide)
        self._desk.chosen_changed.connect(lambda chosen: self._follow_choice())

    def copy_selection(self) -> None:
        """Copy the selected rows (all if none), tab separated, base units in full precision."""
        columns, rows = [STEP_COLUMNS[i] for i in self._view.shown_columns()], self._selected_rows()
        if (table := self._model.table) is not None:
            raw = ([table.raw(column, row) for column in columns] for row in rows)
            QGuiApplication.clipboard().setText(cells.tab_separated([c.key for c in columns], raw))

    def copy_markdown(self) -> None:
        """Copy the selected rows (all if none) as Markdown, written as on screen."""
        columns, rows = [STEP_COLUMNS[i] for i in self._view.shown_columns()], self._selected_rows()
        if (table := self._model.table) is not None:
            shown = ([table.shown(column, row) for column in columns] for row in rows)
            text = cells.markdown([c.title for c in columns], [c.is_number for c in columns], shown)
            QGuiApplication.clipboard().setText(text)

    def catch_up(self) -> None:
        """Show what changed while the pane was behind another tab."""
        if self._is_stale and self.isVisible():
            self._refresh()
            self._show_choice()

    def save_layout(self) -> None:
        """Remember widths, order and choice of columns."""
        self._session.settings.set_layout(LAYOUT_NAME, self._view.horizontalHeader().saveState())

    # Following the session

    def _follow(self, old: Document, new: Document) -> None:
        parts = ("kernels", "what_if", "machine", "ceilings")
        if any(getattr(old, part) is not getattr(new, part) for part in parts):
            self._refresh_if_seen()

    def _end_slide(self, sliding: bool) -> None:
        if not sliding:
            self._refresh_if_seen()

    def _refresh_if_seen(self) -> None:
        """Behind another tab, where Qt calls a pane visible all the same, the numbers wait."""
        if self.visibleRegion().isEmpty():
            self._is_stale = True
        else:
            self._refresh()

    def _refresh(self) -> None:
        """Show the numbers as they are now."""
        self._is_stale = False
        self._shown = estimates = self._desk.estimates
        self._following = True
        desk = self._session.what_if_desk
        self._model.show_estimates(estimates, desk.what_if, settled=not desk.sliding)
        self._following = False
        is_filled = self._model.rowCount() > 0
        self._pages.setCurrentIndex(int(is_filled))
        if estimates is not None and is_filled:
            self._show_totals(estimates)
        else:
            self._empty.setText(_NO_MACHINE if self._desk.entries and estimates is None else _EMPTY)

    def _show_totals(self, estimates: Estimates) -> None:
        """The totals of the step of the chosen kernels, else of the first step that is shown, else of the formulas."""
        chosen = {c.entry for c in self._desk.chosen}
        steps = [e for e in estimates.calculated.entries if isinstance(e, StepEntry) and e.shown]
        entry = next((e for e in steps if e.id in chosen), steps[0] if steps else None)
        table = self._model.table
        if entry is not None:
            totals = step_totals(estimates, entry)
            notes = "\n".join(step_notes(totals))
            line = totals_line(totals, len(steps))
            self._strip.show_words(totals_heading(totals), line, memory_text(totals), totals.fits is False, notes)
        elif table is not None:
            self._strip.show_words("Formulas", formulas_line(*formula_totals(table, estimates)))

    # The choice

    def _tell_choice(self) -> None:
        if not self._following:
            self._desk.choose(self._model.kernel(i) for i in self._selected_positions())

    def _follow_choice(self) -> None:
        if self._shown is not None and not self._is_stale:
            self._show_choice()
            self._show_totals(self._shown)  # a document that has just changed follows in a moment

    def _show_choice(self) -> None:
        """Select in the table what is chosen."""
        positions = self._model.positions(self._desk.chosen)
        if positions == self._selected_positions():
            return
        self._following = True
        selection = QItemSelection()
        last = self._model.columnCount() - 1
        for position in positions:
            selection.select(self._model.index(position, 0), self._model.index(position, last))
        self._view.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._following = False
        if positions:
            self._view.scrollTo(self._model.index(positions[0], 0))

    def _selected_positions(self) -> list[int]:
        return sorted(index.row() for index in self._view.selectionModel().selectedRows())

    def _selected_rows(self) -> list[int]:
        """Selected rows of the table in the order on screen, all where none is selected."""
        return self._model.rows(self._selected_positions() or range(self._model.rowCount()))

    # Columns and menus

    def _restore_columns(self) -> None:
        header = self._view.horizontalHeader()
        stored = self._session.settings.layout(LAYOUT_NAME)
        if stored.isEmpty() or not header.restoreState(stored):
            for i, column in enumerate(STEP_COLUMNS):
                header.resizeSection(i, _WIDTHS[column.key])
                header.setSectionHidden(i, column.hidden)
        self._model.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())

    def _show_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction("&Copy", self.copy_selection)
        menu.addAction("Copy as &Markdown", self.copy_markdown)
        menu.addSeparator()
        menu.addAction("&Export as CSV…", self.export_wanted.emit)
        menu.addSeparator()
        menu.addAction("Select &all", self._view.selectAll)
        menu.addAction("Select &none", self._view.clearSelection)
        menu.exec(self._view.viewport().mapToGlobal(position))

    # Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed meanwhile."""
        super().showEvent(event)
        self.catch_up()
