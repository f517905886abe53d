"""The parts of a roof that lies between two ceilings."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from roofline_gui.present.calculated.composite import ABOUT, CompositeWords
from roofline_gui.ui.widgets.text import label, tip


def composite_section(words: CompositeWords) -> QWidget:
    """Each precision with its time, and below them how the roof follows."""
    section = QWidget()
    section.setToolTip(tip(ABOUT))
    column = QVBoxLayout(section)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    grid = QGridLayout()
    grid.setHorizontalSpacing(10)
    grid.setVerticalSpacing(1)
    grid.setColumnStretch(0, 1)
    for i, (name, work, time) in enumerate(words.rows):
        grid.addWidget(label(name), 2 * i, 0)
        grid.addWidget(label(time, selectable=True), 2 * i, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(label(work, "muted", wraps=True, selectable=True), 2 * i + 1, 0, 1, 2)
    column.addLayout(grid)
    for text in words.pipes:
        column.addWidget(label(text, wraps=True, selectable=True))
    column.addWidget(label(words.roof, wraps=True, selectable=True))
    return section
