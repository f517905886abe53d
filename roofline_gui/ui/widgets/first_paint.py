"""Knowing when a window has been painted for the first time."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QWindow


class FirstPaint(QObject):
    """Calls `then` once, after `window` has been painted: an expose event paints while it is handled."""

    def __init__(self, window: QWindow, then: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._then = then
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Call when the loop comes round again after the first expose event."""
        if event.type() == QEvent.Type.Expose:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self._then)
        return False
