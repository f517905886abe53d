"""Where the keyboard goes when what has it is put away."""

from PySide6.QtWidgets import QApplication, QWidget


def hand_keyboard(leaving: QWidget, to: QWidget | None) -> None:
    """Before `leaving` is hidden: give the keyboard to `to` if it is there; Qt would give it to whatever comes next."""
    focus = QApplication.focusWidget()
    if to is not None and focus is not None and (focus is leaving or leaving.isAncestorOf(focus)):
        to.setFocus()
