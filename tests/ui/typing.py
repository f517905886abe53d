"""Typing into fields as a person does."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from roofline_gui.ui.widgets.number_box import NumberBox
from tests.ui.find import child


def number_box(parent: QWidget, name: str = "") -> NumberBox:
    return child(parent, NumberBox, name)


def type_number(box: NumberBox, text: str) -> None:
    """Replace what stands in `box` by `text`, pasted where keyboards lack its signs, and finish with Enter."""
    box.setFocus()
    box.selectAll()
    if text.isascii():
        QTest.keyClicks(box, text)
    else:
        QGuiApplication.clipboard().setText(text)
        QTest.keyClick(box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(box, Qt.Key.Key_Return)
