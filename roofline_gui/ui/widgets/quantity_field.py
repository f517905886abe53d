"""A field for a quantity with its unit, which says beside it what it understood or why it did not."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLabel, QLineEdit

from roofline_gui.model.machine_checks import parse_figure
from roofline_gui.model.units import QuantityError, Unit, format_quantity
from roofline_gui.present.machine.words import ALL_DIGITS
from roofline_gui.ui.widgets.text import label

_FACTORS: dict[int, float] = {
    Qt.Key.Key_Up: 1.01,
    Qt.Key.Key_Down: 1 / 1.01,
    Qt.Key.Key_PageUp: 1.1,
    Qt.Key.Key_PageDown: 1 / 1.1,
}


class Field(QLineEdit):
    """A line of text whose undo keys take back edits of the document, unless something is being typed."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)

    def event(self, event: QEvent) -> bool:
        """Leave the undo keys to the window."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and not self.isModified():
            key = QKeySequence.StandardKey
            if event.matches(key.Undo) or event.matches(key.Redo):
                event.ignore()
                return False
        return super().event(event)


class QuantityField(Field):
    """Emits `entered(value)` for a typed value that can be read, and `nudged(factor)` for the arrow keys. A text that
    cannot be read stays, marked, with the reason in `hint`; Esc brings back what was there.
    """

    entered = Signal(float)
    nudged = Signal(float)
    left = Signal()

    def __init__(self, name: str, unit: Unit = Unit.BYTE_PER_SECOND) -> None:
        super().__init__(name)
        self.hint: QLabel = label("", "muted", wraps=True)
        self.hint.hide()
        self._unit = unit
        self._value: float | None = None
        self.textEdited.connect(self._explain)
        self.editingFinished.connect(self._finish)

    @property
    def value(self) -> float | None:
        """What the text says, None where it cannot be read."""
        try:
            return parse_figure(self.text(), self._unit)
        except QuantityError:
            return None

    def show_value(self, value: float | None, unit: Unit) -> None:
        """Show `value` in base units of `unit`, with all its digits; None leaves the field empty."""
        self._unit, self._value = unit, value
        self.setText("" if value is None else format_quantity(value, unit, ALL_DIGITS))
        self._say("", bad=False)

    def explain(self, text: str) -> None:
        """Say why what was wanted was not done."""
        self._say(text, bad=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys nudge, Esc brings the shown value back."""
        factor = _FACTORS.get(event.key())
        if factor is not None and self._value is not None:
            self.nudged.emit(factor)
        elif event.key() == Qt.Key.Key_Escape and self.isModified():
            self.show_value(self._value, self._unit)
        else:
            super().keyPressEvent(event)

    def _finish(self) -> None:
        if self.isModified() and (value := self.value) is not None:
            self.setModified(False)
            self.entered.emit(value)
        self.left.emit()

    def _explain(self) -> None:
        """While a binary prefix or exponent is typed: the value as it will be shown; else what is wrong."""
        text = self.text().strip()
        if not text:
            self._say("", bad=False)
            return
        try:
            shown = format_quantity(parse_figure(text, self._unit), self._unit, ALL_DIGITS)
        except QuantityError as error:
            self._say(str(error), bad=True)
            return
        self._say("" if shown == text else f"= {shown}", bad=False)

    def _say(self, text: str, *, bad: bool) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))
        for widget in (self, self.hint):
            widget.setProperty("state", "bad" if bad else "")
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self.setAccessibleDescription(text)
