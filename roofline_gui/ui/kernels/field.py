"""A field for arithmetic."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent

from roofline_gui.ui.widgets.quantity_field import Field
from roofline_gui.ui.widgets.text import tip

_PADDING = 9  # pixels between the text or the meaning and the edge of the field


class ArithmeticField(Field):
    """A line of arithmetic. Behind the text stands what it comes to; where it comes to nothing, the field is marked.

    given_up: Esc was pressed while something stood there that was not taken. focus_moved: the keyboard came or went.
    """

    given_up = Signal()
    focus_moved = Signal()

    def __init__(self, name: str, about: str) -> None:
        super().__init__(name)
        self._about = about
        self._meaning = ""
        self.problem = ""
        self.setToolTip(tip(about))

    def show_text(self, text: str) -> None:
        """Show `text` as what is held."""
        if self.text() != text:
            self.setText(text)
            self.setCursorPosition(0)
        self.setModified(False)

    def say(self, meaning: str, problem: str) -> None:
        """Say what the text comes to, or why it cannot be used."""
        if (meaning, problem) == (self._meaning, self.problem):
            return
        restyled = bool(problem) is not bool(self.problem)
        self._meaning, self.problem = meaning, problem
        self.setToolTip(tip(problem or self._about))
        self.setAccessibleDescription(problem or meaning)
        if restyled:
            self.setProperty("state", "bad" if problem else "")
            self.style().unpolish(self)
            self.style().polish(self)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc brings back what is held."""
        if event.key() == Qt.Key.Key_Escape and (self.problem or self.isModified()):
            self.given_up.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell that the keyboard is here."""
        super().focusInEvent(event)
        self.focus_moved.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the keyboard is elsewhere."""
        super().focusOutEvent(event)
        self.focus_moved.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the meaning at the right end, where there is room for it."""
        super().paintEvent(event)
        metrics = self.fontMetrics()
        room = self.width() - 2 * _PADDING - metrics.horizontalAdvance(self.text() or self.placeholderText())
        if self._meaning and metrics.horizontalAdvance(self._meaning) + _PADDING <= room:
            painter = QPainter(self)
            painter.setPen(self.palette().placeholderText().color())
            place = self.rect().adjusted(_PADDING, 0, -_PADDING, 0)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._meaning)
            painter.end()
