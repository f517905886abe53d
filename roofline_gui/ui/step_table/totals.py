"""The strip above the table: a whole step in figures, and whether it fits."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from roofline_gui.ui.widgets.text import ElidedLabel, label


class TotalsStrip(QWidget):
    """Two lines: which step and whether it fits; its figures."""

    def __init__(self) -> None:
        super().__init__()
        self._heading = ElidedLabel("", "heading", Qt.TextElideMode.ElideRight)
        self._memory = label("", "muted", selectable=True)
        self._figures = label("", wraps=True, selectable=True)
        self._notes = label("", "warning", wraps=True)
        self._figures.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._memory.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self._heading, 1)
        line.addWidget(self._memory)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 6)
        column.setSpacing(3)
        column.addLayout(line)
        column.addWidget(self._figures)
        column.addWidget(self._notes)

    def show_words(self, heading: str, figures: str, memory: str = "", warns: bool = False, notes: str = "") -> None:
        """Show these words; `warns` marks `memory` as a problem."""
        self._heading.set_full_text(heading)
        self._figures.setText(figures)
        self._memory.setText(memory)
        self._notes.setText(notes)
        self._notes.setVisible(bool(notes))
        role = "warning" if warns else "muted"
        if self._memory.property("role") != role:
            self._memory.setProperty("role", role)
            self._memory.style().unpolish(self._memory)
            self._memory.style().polish(self._memory)
