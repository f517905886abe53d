"""A measured row beside the calculated kernel that is its ideal."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from roofline_gui.present.explanation import Fact
from roofline_gui.ui.diagnosis.facts import FactsGrid
from roofline_gui.ui.widgets.text import label


class IdealSection(QWidget):
    """Both factors and the fraction in a line, and the numbers behind them.

    ideal_wanted: the calculated kernel is to be shown. unpin_wanted: the row is to have no ideal.
    """

    ideal_wanted = Signal()
    unpin_wanted = Signal()

    def __init__(self, name: str, text: str, doubts: Sequence[str], facts: Sequence[Fact]) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(label("Against its ideal", "section"), 1)
        head.addWidget(button("Show", f"Explain the ideal: {name}", self.ideal_wanted))
        head.addWidget(button("Unpin", "Let this row have no ideal", self.unpin_wanted))
        column.addLayout(head)
        column.addWidget(label(name, "muted", wraps=True))
        column.addWidget(label(text, "heading", wraps=True, selectable=True))
        for doubt in doubts:
            column.addWidget(label(doubt, "warning", wraps=True, selectable=True))
        column.addWidget(FactsGrid(facts))


def button(text: str, about: str, clicked: SignalInstance) -> QToolButton:
    """A small button within a section."""
    made = QToolButton()
    made.setText(text)
    made.setProperty("role", "button")
    made.setToolTip(about)
    made.setAccessibleName(about)
    made.clicked.connect(clicked)
    return made
