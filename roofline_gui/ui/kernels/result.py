"""What comes of a calculated kernel: six figures that are always in sight, and how they come about."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from roofline_gui.present.calculated.calculation import Line
from roofline_gui.ui.widgets.text import ElidedLabel, label, tip

_SHARES = (4, 3, 5)  # of the width: work and ridge, bytes and time, intensity and the attainable rate, the longest
_COLUMNS, _SUMMARY_LINES = len(_SHARES), 3
_KEPT_UNIT = "\u00a0B"  # no line ends between a number and its unit
_NOTHING = (Line("", "–"),) * (2 * _COLUMNS)


class KeyFigures(QFrame):
    """Six figures and a sentence. They keep their places whatever they say."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("keyFigures")
        self._place = ElidedLabel("", "muted", Qt.TextElideMode.ElideRight)
        self._cells: list[tuple[QLabel, ElidedLabel]] = []
        self._summary = label("", wraps=True, selectable=True)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._summary.setAccessibleName("Where the kernel stands")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 6)
        column.setSpacing(3)
        column.addWidget(self._place)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(0)
        for place, share in enumerate(_SHARES):
            self._grid.setColumnStretch(place, share)
        for i in range(2 * _COLUMNS):
            name, value = label("", "muted"), ElidedLabel("", "heading", Qt.TextElideMode.ElideRight)
            row, place = divmod(i, _COLUMNS)
            self._grid.addWidget(name, 2 * row, place)
            self._grid.addWidget(value, 2 * row + 1, place)
            self._cells.append((name, value))
        column.addLayout(self._grid)
        column.addWidget(self._summary)

    def show_figures(self, place: str, figures: Sequence[Line], summary: str, problem: str = "") -> None:
        """Show `figures`, which hold at `place`; with a `problem` they are pale, as the last ones that held."""
        self._place.set_full_text(place)
        self._place.setVisible(bool(place))
        for (name, value), line in zip(self._cells, figures or _NOTHING, strict=True):
            if name.text() != line.name:
                name.setText(line.name)
                name.setToolTip(tip(line.about))
            value.set_full_text(line.value)
            for cell in (name, value):
                cell.setEnabled(not problem)
        self._summary.setText(problem or summary)
        self._summary.setToolTip(tip(problem or summary))
        state = "bad" if problem else ""
        if self._summary.property("state") != state:
            self._summary.setProperty("state", state)
            self._summary.style().unpolish(self._summary)
            self._summary.style().polish(self._summary)
        self._summary.setFixedHeight(_SUMMARY_LINES * self._summary.fontMetrics().lineSpacing())


class Derivation(QWidget):
    """Line by line what follows from what: the value, and below it the formula in symbols and with its numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 0, 10, 10)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(1, 1)
        self._rows: list[tuple[QLabel, QLabel, QLabel]] = []

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show `lines` in the rows that there are; more are made where they are needed."""
        while len(self._rows) < len(lines):
            self._add_row()
        for i, cells in enumerate(self._rows):
            line = lines[i] if i < len(lines) else None
            renamed = cells[0].text() != (line.name if line is not None else "")
            for cell, text in zip(cells, _texts(line), strict=True):
                if cell.text() != text:
                    cell.setText(text)
                    cell.setVisible(bool(text))
                if renamed:
                    cell.setToolTip(tip("" if line is None else line.about))

    def _add_row(self) -> None:
        name, value = label("", "muted"), label("", wraps=True, selectable=True)
        steps = label("", "muted", wraps=True, selectable=True)
        row = 2 * len(self._rows)
        self._grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, row, 1)
        self._grid.addWidget(steps, row + 1, 1)
        for cell in (name, value, steps):
            cell.hide()
        self._rows.append((name, value, steps))


def _texts(line: Line | None) -> tuple[str, str, str]:
    if line is None:
        return "", "", ""
    return line.name, line.value, "\n".join(f"= {step}" for step in line.steps).replace(" B", _KEPT_UNIT)
