"""A calculation line by line: what it is, what it comes to, and how."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from roofline_gui.present.calculated.calculation import Line
from roofline_gui.ui.widgets.text import label, tip


class LinesGrid(QWidget):
    """One line of a calculation under the other: name, value, and below the value the steps that lead to it."""

    def __init__(self, lines: Sequence[Line] = ()) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(1, 1)
        self._names: list[tuple[str, bool]] = []
        self._cells: list[tuple[QLabel, QLabel, QLabel | None]] = []
        self.show_lines(lines)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show these lines; where only values and steps differ from those before, nothing is laid out anew."""
        names = [(line.name, bool(line.steps)) for line in lines]
        if names != self._names:
            self._names = names
            self._lay_out()
        for line, (name, value, steps) in zip(lines, self._cells, strict=True):
            value.setText(line.value)
            for cell in (name, value):
                cell.setToolTip(tip(line.about))
            if steps is not None:
                steps.setText("\n".join(f"= {step}" for step in line.steps))

    def _lay_out(self) -> None:
        for cell in (cell for cells in self._cells for cell in cells if cell is not None):
            self._grid.removeWidget(cell)
            cell.hide()
            cell.deleteLater()
        self._cells = []
        for i, (text, has_steps) in enumerate(self._names):
            name, value = label(text, "muted"), label(wraps=True, selectable=True)
            self._grid.addWidget(name, 3 * i, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, 3 * i, 1)
            steps = label("", "muted", wraps=True, selectable=True) if has_steps else None
            if steps is not None:
                self._grid.addWidget(steps, 3 * i + 1, 1)
            self._grid.setRowMinimumHeight(3 * i + 2, 2)
            self._cells.append((name, value, steps))
