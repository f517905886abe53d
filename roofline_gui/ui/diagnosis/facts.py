"""Labelled values under one another."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from roofline_gui.present.explanation import Fact
from roofline_gui.ui.widgets.text import label, tip

_INDENT = 12


class FactsGrid(QWidget):
    """Labels on the left and values on the right; a label that starts with a blank is part of the one above."""

    def __init__(self, facts: Sequence[Fact] = ()) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._names: list[str] = []
        self._cells: list[tuple[QLabel, QLabel]] = []
        self.show_facts(facts)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these facts; where only values differ from those before, nothing is laid out anew."""
        names = [fact.label for fact in facts]
        if names != self._names:
            self._names = names
            self._lay_out()
        for fact, (name, value) in zip(facts, self._cells, strict=True):
            value.setText(fact.text)
            for cell in (name, value):
                cell.setToolTip(tip(fact.provenance))

    def _lay_out(self) -> None:
        for cell in (cell for cells in self._cells for cell in cells):
            self._grid.removeWidget(cell)
            cell.hide()
            cell.deleteLater()
        self._cells = []
        for row, text in enumerate(self._names):
            name, value = label(text.lstrip(), "muted"), label(wraps=True, selectable=True)
            name.setIndent(_INDENT if text.startswith(" ") else 0)
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, row, 1)
            self._cells.append((name, value))
