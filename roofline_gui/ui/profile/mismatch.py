"""The hint that sources are judged on a machine that is probably not theirs, with the way to put it right."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from roofline_gui.session.sources import Mismatch
from roofline_gui.ui.widgets.text import label


class MismatchHint(QFrame):
    """Says what does not fit; `accepted(Mismatch)` when its remedy is wanted. Hidden while all is well."""

    accepted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("message")
        self.setProperty("severity", "note")
        self._mismatch: Mismatch | None = None
        self._text = label("", wraps=True, selectable=True)
        self._button = QPushButton()
        self._button.clicked.connect(lambda: self.accepted.emit(self._mismatch))
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 7, 10, 8)
        column.setSpacing(6)
        column.addWidget(self._text)
        column.addWidget(self._button)

    def show_mismatch(self, mismatch: Mismatch | None) -> None:
        """Show `mismatch`, or nothing."""
        self._mismatch = mismatch
        self.setVisible(mismatch is not None)
        if mismatch is not None:
            self._text.setText(mismatch.text)
            self._button.setText(mismatch.remedy.replace("&", "&&"))
            self._button.setVisible(bool(mismatch.remedy))
