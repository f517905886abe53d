"""Shortcuts of the window that hold wherever the keyboard is."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QPlainTextEdit, QWidget

_KEY = QKeySequence.StandardKey
_OF_TYPING = (_KEY.Undo, _KEY.Redo, _KEY.DeleteStartOfWord)


class Shortcuts(QObject):
    """Fields of text keep keys for the editing of lines that are shortcuts of `window` too (Ctrl+E: to the end of the
    line). They go to the window; a field keeps what it copies, and what belongs to typing while something is typed.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._watch)  # only the widget with the keyboard has events to look at

    def _watch(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None:
            old.removeEventFilter(self)
        if new is not None and new.window() is self._window:
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Decide who gets a key that is a shortcut of the window: the window, or the field that is typed in."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if event.matches(_KEY.Copy) or not self._has(QKeySequence(event.keyCombination())):
            return False
        is_typing = any(event.matches(key) for key in _OF_TYPING) and _is_typed_in(watched)
        event.setAccepted(is_typing)  # “mine”; where nobody says so, Qt looks for a shortcut
        return True

    def _has(self, keys: QKeySequence) -> bool:
        return any(keys in action.shortcuts() for action in self._window.findChildren(QAction))


def _is_typed_in(field: QObject) -> bool:
    from roofline_gui.ui.widgets.number_box import NumberBox  # which the first paint can spare

    if isinstance(field, NumberBox):
        return field.is_typed_in
    if isinstance(field, QLineEdit):
        return field.isModified()
    return isinstance(field, QPlainTextEdit) and not field.isReadOnly()
