"""What the step that is being set up asks of the machine."""

from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from roofline_gui.model.step_totals import StepTotals
from roofline_gui.present.calculated.step_totals import memory_text, step_notes, stored_sentence, total_figures
from roofline_gui.ui.widgets.text import label, tip

_COLUMNS = 2


class Preview(QWidget):
    """Shows the totals of a step; they stay until others are shown, in grey where it is disabled."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("preview")
        self._heading = label("", "heading", wraps=True)
        self._stored = label("", "muted", wraps=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._values: list[QLabel] = []
        self._memory = label("", wraps=True, selectable=True)
        self._notes = label("", "warning", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._heading)
        column.addWidget(self._stored)
        column.addLayout(self._grid)
        column.addWidget(self._memory)
        column.addWidget(self._notes)
        column.addStretch(1)

    def show_totals(self, totals: StepTotals) -> None:
        """Show the totals of a step."""
        on = f" on {totals.machine.name}" if totals.machine is not None else ""
        self._heading.setText(f"{totals.entry.name}{on}")
        self._stored.setText(stored_sentence(totals))
        figures = total_figures(totals)
        if not self._values:
            self._values = [self._add(i, figure.name, figure.about, len(figures)) for i, figure in enumerate(figures)]
        for value, figure in zip(self._values, figures, strict=True):
            value.setText(figure.value)
            value.setAccessibleName(f"{figure.name}: {figure.value}")
        text = memory_text(totals)
        self._memory.setText(f"{text[0].upper()}{text[1:]}.")
        self._memory.setProperty("role", "warning" if totals.fits is False else "")
        self._memory.style().polish(self._memory)
        self._notes.setText("\n".join(step_notes(totals)))
        self._notes.setVisible(bool(self._notes.text()))

    def _add(self, index: int, name: str, about: str, count: int) -> QLabel:
        """A row of the grid, filled column by column; returns the label of its value."""
        rows = -(-count // _COLUMNS)
        row, column = index % rows, 2 * (index // rows)
        caption, value = label(name, "muted"), label("", selectable=True)
        for widget in (caption, value):
            widget.setToolTip(tip(about))
        self._grid.addWidget(caption, row, column)
        self._grid.addWidget(value, row, column + 1)
        self._grid.setColumnStretch(column + 1, 1)
        return value
