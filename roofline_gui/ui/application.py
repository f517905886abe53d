"""The application object of Qt, which hears of files that the desktop wants to have opened."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """Takes what macOS asks for: there a double click on a document is told by an event, not by an argument."""

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(list(arguments))
        self._asked: list[Path] = []
        self._open: Callable[[Sequence[Path]], None] = self._asked.extend

    def take_files(self, then: Callable[[Sequence[Path]], None]) -> list[Path]:
        """The files that were asked for so far; those to come are given to `then`."""
        self._open = then
        return self._asked

    def event(self, event: QEvent) -> bool:
        """Take the files, and leave everything else to Qt."""
        if isinstance(event, QFileOpenEvent):
            self._open([Path(event.file())])
            return True
        return super().event(event)
