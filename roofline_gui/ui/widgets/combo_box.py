"""A box of choices that the wheel passes over."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox


class ComboBox(QComboBox):
    """Takes neither the keyboard nor another choice from a wheel that is turned over it: what it stands in scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to what is around."""
        event.ignore()
