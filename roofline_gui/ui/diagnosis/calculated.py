"""Calculated kernels explained: what the pane shows for those that are chosen."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.present.calculated.explanation import CalculatedExplanation
from roofline_gui.present.explanation import Fact
from roofline_gui.present.palette import Palette
from roofline_gui.ui.diagnosis.bars import UtilisationBars
from roofline_gui.ui.diagnosis.chip import Chip, VerdictChip
from roofline_gui.ui.diagnosis.explained import SECTION_GAP, add_section, start_column
from roofline_gui.ui.diagnosis.facts import FactsGrid
from roofline_gui.ui.diagnosis.ideal import button
from roofline_gui.ui.diagnosis.lines import LinesGrid
from roofline_gui.ui.widgets.text import ElidedLabel, label
from roofline_gui.ui.widgets.verdicts import verdict_colour


class CalculatedView(QWidget):
    """One calculated kernel: what binds it, its formula with the numbers, the measured rows that it is the ideal of.

    row_wanted(int): one of these rows is to be shown. pin_wanted: the selected rows are to be held against it.
    """

    row_wanted = Signal(int)
    pin_wanted = Signal()

    def __init__(self, found: CalculatedExplanation, thresholds: Thresholds, palette: Palette) -> None:
        super().__init__()
        self._found = found
        column = start_column(self)
        self._title = ElidedLabel("", "title")
        self._about = label("", "muted", wraps=True)
        self._condition = label("", "section", wraps=True)
        self._condition.setStyleSheet(f"color: {palette.what_if};")
        for part in (self._title, self._about, self._condition):
            column.addWidget(part)
        column.addSpacing(6)
        colour = palette.accent if found.verdict is None else verdict_colour(palette, found.verdict)
        if found.is_impossible:
            colour = palette.bad
            self._chip = Chip("", colour, palette, "error")
        elif found.verdict is None:
            self._chip = Chip("", colour, palette)
        else:
            self._chip = VerdictChip(found.verdict, "", palette)
        column.addWidget(self._chip)
        self._warnings = label("", "warning", wraps=True)
        column.addWidget(self._warnings)
        self._totals = FactsGrid()
        self._memory = label("", "muted" if found.fits else "warning" if found.fits is False else "", wraps=True)
        if found.totals:
            add_section(column, "The step")
            column.addWidget(self._memory)
            column.addWidget(self._totals)
        self._bars_title = label("", "section")
        self._bars = UtilisationBars(found.bars, thresholds if found.verdict is not None else None, palette, colour)
        if found.bars:
            column.addSpacing(SECTION_GAP)
            column.addWidget(self._bars_title)
            column.addWidget(self._bars)
        add_section(column, "Calculation")
        self._lines = LinesGrid()
        column.addWidget(self._lines)
        column.addSpacing(4)
        self._assumption = label("", "muted", wraps=True, selectable=True)
        column.addWidget(self._assumption)
        column.addSpacing(SECTION_GAP)
        self._ideal_of = QVBoxLayout()
        self._ideal_of.setSpacing(4)
        column.addLayout(self._ideal_of)
        column.addStretch(1)
        self.show_explanation(found)

    def can_show(self, found: CalculatedExplanation) -> bool:
        """Whether `found` has the parts of what is shown, so that only words and bars change."""
        now = self._found
        return (now.verdict, now.is_impossible, now.fits, bool(now.totals), len(now.bars)) == (
            found.verdict, found.is_impossible, found.fits, bool(found.totals), len(found.bars)
        )  # fmt: skip

    def show_explanation(self, found: CalculatedExplanation) -> None:
        """Show other words and bars in the same parts."""
        self._found = found
        self._title.set_full_text(found.title)
        self._about.setText(found.about)
        self._condition.setText(f"What if: {found.condition}")
        self._condition.setVisible(bool(found.condition))
        self._chip.show_text(found.headline)
        self._totals.show_facts(found.totals)
        self._memory.setText(found.memory)
        self._warnings.setText("\n".join(found.warnings))
        self._warnings.setVisible(bool(found.warnings))
        self._bars_title.setText(found.bars_title)
        self._bars.show_bars(found.bars)
        self._lines.show_lines(found.lines)
        self._assumption.setText(found.assumption)

    def show_ideal_of(self, rows: Sequence[tuple[int, str, str]], pin_text: str) -> None:
        """Show the measured rows that the kernel is the ideal of: row, name and how it differs; and a button to pin it
        to those that are selected, where `pin_text` says what for.
        """
        while (item := self._ideal_of.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        left = Qt.AlignmentFlag.AlignLeft  # without it the narrowest button would bound the width of all
        if rows or pin_text:
            self._ideal_of.addWidget(label("Measured rows", "section"))
        for row, name, text in rows:
            self._ideal_of.addWidget(self._row_link(row, name), 0, left)
            self._ideal_of.addWidget(label(text, wraps=True, selectable=True))
        if pin_text:
            pin = button(pin_text, "Hold them against this calculated kernel", self.pin_wanted)
            self._ideal_of.addWidget(pin, 0, left)

    def _row_link(self, row: int, name: str) -> QToolButton:
        link = QToolButton()
        link.setText(name.replace("&", "&&"))
        link.setProperty("role", "link")
        link.setToolTip("Explain this row")
        link.setAccessibleName(f"Explain {name}")
        link.clicked.connect(lambda checked=False: self.row_wanted.emit(row))
        return link


def sums_view(title: str, facts: Sequence[Fact]) -> QWidget:
    """Several calculated kernels together."""
    view = QWidget()
    column = start_column(view)
    column.addWidget(ElidedLabel(title, "title"))
    column.addSpacing(6)
    column.addWidget(FactsGrid(facts))
    column.addStretch(1)
    return view
