"""Shortcuts of a window reach it from every kind of widget with the keyboard."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QSlider,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from roofline_gui.present.typed_number import TypedNumber
from roofline_gui.ui.shortcuts import Shortcuts
from roofline_gui.ui.widgets.commands import COMMANDS, action
from roofline_gui.ui.widgets.number_box import NumberBox
from roofline_gui.ui.widgets.quantity_field import Field

Window = tuple[QMainWindow, list[str]]


def number_box() -> NumberBox:
    made = NumberBox(TypedNumber(0, 100), "Number")
    made.show_value(5)
    return made


KINDS: dict[str, Callable[[], QWidget]] = {
    "line": lambda: QLineEdit("text"),
    "field": lambda: Field("Field"),
    "number": number_box,
    "choice": QComboBox,
    "slider": QSlider,
    "table": lambda: QTableWidget(2, 2),
    "words": QPlainTextEdit,
}


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    """With every command of the book, and the names of those that ran."""
    made, ran = QMainWindow(), list[str]()
    for name in COMMANDS:
        command = action(name, made)
        command.triggered.connect(lambda checked=False, name=name: ran.append(name))
        made.addAction(command)
    kept = QAction("Kept", made)  # which keys fields keep differs between systems
    kept.setShortcuts(QKeySequence.keyBindings(QKeySequence.StandardKey.MoveToEndOfLine))
    kept.triggered.connect(lambda: ran.append("kept"))
    made.addAction(kept)
    Shortcuts(made)
    qtbot.addWidget(made)
    return made, ran


def give_keyboard(window: QMainWindow, widget: QWidget, qtbot: QtBot) -> None:
    page = QWidget()
    QVBoxLayout(page).addWidget(widget)
    window.setCentralWidget(page)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)


def press(widget: QWidget, keys: str) -> None:
    QTest.keySequence(widget, QKeySequence(keys))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("name", "keys"),
    [
        (name, command.shortcut)
        for name, command in COMMANDS.items()
        if isinstance(command.shortcut, str) and command.shortcut
    ],
)
def test_a_shortcut_works_whatever_has_the_keyboard(
    window: Window, qtbot: QtBot, kind: str, name: str, keys: str
) -> None:
    made, ran = window
    widget = KINDS[kind]()
    if isinstance(widget, QPlainTextEdit):
        widget.setReadOnly(True)
    give_keyboard(made, widget, qtbot)
    press(widget, keys)
    assert ran == [name]


@pytest.mark.parametrize("kind", ["line", "field", "number"])
def test_a_shortcut_that_fields_keep_for_themselves_goes_to_the_window(window: Window, qtbot: QtBot, kind: str) -> None:
    made, ran = window
    widget = KINDS[kind]()
    give_keyboard(made, widget, qtbot)
    press(widget, QKeySequence.keyBindings(QKeySequence.StandardKey.MoveToEndOfLine)[0].toString())
    assert ran == ["kept"]


@pytest.mark.parametrize("kind", ["line", "field", "number"])
def test_keys_of_typing_stay_with_a_field_while_something_is_typed(window: Window, qtbot: QtBot, kind: str) -> None:
    made, ran = window
    widget = KINDS[kind]()
    give_keyboard(made, widget, qtbot)
    press(widget, "Ctrl+Z")
    press(widget, "Ctrl+Backspace")
    assert ran == ["undo", "what_if_reset"]
    QTest.keyClicks(widget, "7")
    press(widget, "Ctrl+Backspace")
    press(widget, "Ctrl+Z")
    assert ran == ["undo", "what_if_reset"]
    press(widget, "Ctrl+E")
    assert ran[2:] == ["export_picture"]


def test_a_field_keeps_what_it_copies(window: Window, qtbot: QtBot) -> None:
    made, ran = window
    line = QLineEdit("text")
    give_keyboard(made, line, qtbot)
    line.selectAll()
    QTest.keyClick(line, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert ran == []
