"""What is held against a calculated kernel: a button, and where there is something, a word and a button more."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from roofline_gui.ui.widgets.text import ElidedLabel, tip


class PinRow(QWidget):
    """pin_wanted: make the kernel the ideal of the selected rows. unpin_wanted: let it be the ideal of nothing."""

    pin_wanted = Signal()
    unpin_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._pin, self._unpin = _button("Ideal of the selected rows"), _button("Unpin")
        self._pin.clicked.connect(self.pin_wanted)
        self._unpin.clicked.connect(self.unpin_wanted)
        self._about = ElidedLabel("", "muted", Qt.TextElideMode.ElideRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 4, 10, 6)
        column.setSpacing(3)
        column.addWidget(self._pin, 0, Qt.AlignmentFlag.AlignLeft)
        self._pinned = QWidget()
        line = QHBoxLayout(self._pinned)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._about, 1)
        line.addWidget(self._unpin)
        column.addWidget(self._pinned)

    def show_pins(self, pinned: int, selected: int, *, all_pinned: bool) -> None:
        """Of how many launches the kernel is the ideal, how many are selected, and whether those are among them."""
        self._pin.setEnabled(selected > 0 and not all_pinned)
        if not selected:
            about = "Select rows or dots of the profile first."
        elif all_pinned:
            about = "It is the ideal of what is selected already."
        else:
            about = f"Hold {_launches(selected)} against this kernel: arrows in the picture, factors in the panel."
        self._pin.setToolTip(tip(about))
        self._unpin.setToolTip(tip(f"Hold {_launches(pinned)} against nothing any more."))
        self._about.set_full_text(f"Ideal of {_launches(pinned)}")
        self._pinned.setVisible(pinned > 0)


def _launches(count: int) -> str:
    return f"{count:,} launch{'' if count == 1 else 'es'}"


def _button(text: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setProperty("role", "button")
    return button
