"""Fields that say below themselves what is wrong with what was typed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit

from roofline_gui.ui.widgets.text import label


class CountField(QLineEdit):
    """A number, typed as such or as arithmetic; `hint` belongs below it."""

    def __init__(self, name: str, about: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(about)
        self.hint = label("", wraps=True)
        self.hint.hide()

    def explain(self, wrong: str) -> None:
        """Say what is wrong; nothing where the text can be used."""
        say(self, self.hint, wrong)


class PathField(QLineEdit):
    """A path. `entered(text)` when Enter is pressed, or when it is left after it was changed."""

    entered = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.editingFinished.connect(self._enter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the path and does not close the dialog."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.text().strip():
            self.setModified(True)
            self._enter()
        else:
            super().keyPressEvent(event)

    def _enter(self) -> None:
        if self.isModified():
            self.setModified(False)
            self.entered.emit(self.text().strip())


def say(field: QLineEdit, hint: QLabel, wrong: str) -> None:
    """Mark `field` as wrong for a reason, which `hint` shows; or as right."""
    hint.setText(wrong)
    hint.setVisible(bool(wrong))
    field.setAccessibleDescription(wrong)
    for widget in (field, hint):
        widget.setProperty("state", "bad" if wrong else "")
        widget.style().unpolish(widget)
        widget.style().polish(widget)
