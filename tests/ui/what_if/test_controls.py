"""Bar and strip in the window: there after the first paint, hidden on demand, gone in a presentation."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from roofline_gui.present.palette import DARK
from roofline_gui.session.messages import Message, Severity
from roofline_gui.session.session import Session
from roofline_gui.session.settings import Theme
from roofline_gui.ui.main_window import MainWindow
from roofline_gui.ui.what_if.bar import WhatIfBar
from roofline_gui.ui.what_if.strip import WhatIfStrip
from roofline_gui.ui.widgets.file_dialogs import FileDialogs, OnUnsaved
from roofline_gui.ui.widgets.theme import ThemeSwitch
from tests.ui.find import child


class Discards(FileDialogs):
    """Leaves the changes behind."""

    def ask_unsaved(self, parent: QWidget, name: str) -> OnUnsaved:
        return OnUnsaved.DISCARD


@pytest.fixture
def window(session: Session, qapp: QApplication, qtbot: QtBot) -> Iterator[MainWindow]:
    """Light or dark, with all panes."""
    palette, sheet = qapp.palette(), qapp.styleSheet()
    made = MainWindow(session, ThemeSwitch(qapp, session.settings), Discards())
    qtbot.addWidget(made)
    made.resize(1280, 800)
    with qtbot.waitSignal(made.first_painted):
        made.show()
    yield made
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)


def command(window: MainWindow, name: str) -> QAction:
    found = window.findChild(QAction, name)
    assert found is not None
    return found


def test_the_strip_stands_below_the_picture_and_can_be_hidden(window: MainWindow, session: Session) -> None:
    strip = child(window, WhatIfStrip)
    assert strip.isVisible()
    assert strip.geometry().isValid()
    below = strip.mapTo(window, strip.rect().topLeft()).y()
    assert below >= window.canvas.mapTo(window, window.canvas.rect().bottomLeft()).y()
    assert strip.height() <= 64
    command(window, "what_if_strip").trigger()
    assert not strip.isVisible()
    assert not session.settings.what_if_shown
    command(window, "what_if_strip").trigger()
    assert strip.isVisible()


def test_a_hidden_strip_stays_hidden_at_the_next_start(session: Session, qapp: QApplication, qtbot: QtBot) -> None:
    session.settings.what_if_shown = False
    made = MainWindow(session, ThemeSwitch(qapp, session.settings), Discards())
    qtbot.addWidget(made)
    with qtbot.waitSignal(made.first_painted):
        made.show()
    assert not child(made, WhatIfStrip).isVisible()
    assert not command(made, "what_if_strip").isChecked()


def test_a_presentation_has_neither_bar_nor_strip(window: MainWindow, session: Session) -> None:
    session.what_if_desk.set_batch(64)
    bar, strip = child(window, WhatIfBar), child(window, WhatIfStrip)
    assert bar.isVisible()
    window.toggle_presentation()
    assert not bar.isVisible()
    assert not strip.isVisible()
    window.toggle_presentation()
    assert bar.isVisible()
    assert strip.isVisible()


def test_the_shortcuts_work_while_the_picture_has_the_focus(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    session.select([2])
    session.what_if_desk.give_law(1, 0.0)
    window.activateWindow()
    window.canvas.setFocus()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window.canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert session.what_if_desk.what_if.batch == 2
    QTest.keyClick(window.canvas, Qt.Key.Key_PageDown, Qt.KeyboardModifier.AltModifier)
    assert session.what_if_desk.what_if.precision is not None
    QTest.keyClick(window.canvas, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert not session.what_if_desk.what_if.changes_something


def test_the_keyboard_goes_to_the_picture_when_the_bar_or_a_message_goes(
    window: MainWindow, session: Session, qtbot: QtBot
) -> None:
    for title in ("First", "Second"):
        session.tell(Message(Severity.NOTE, title))
    session.what_if_desk.set_batch(64)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    back = child(child(window, WhatIfBar), QPushButton)
    back.setFocus()
    QTest.keyClick(back, Qt.Key.Key_Space)
    assert not session.what_if_desk.what_if.changes_something
    assert window.focusWidget() is window.canvas
    close = child(window, QToolButton, "Close the message")
    close.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(close, Qt.Key.Key_Space)
    assert len(session.messages) == 1
    assert window.focusWidget() is window.canvas


def test_the_strip_follows_the_theme(window: MainWindow) -> None:
    strip = child(window, WhatIfStrip)
    before = strip.grab().toImage()
    window._dress(DARK)
    assert strip.grab().toImage() != before


def test_more_grows_the_strip_after_a_switch_of_the_theme(window: MainWindow, qtbot: QtBot) -> None:
    strip, folded = child(window, WhatIfStrip), child(window, WhatIfStrip).height()
    window._theme.choose(Theme.DARK)
    QTest.qWait(1)  # what the style asks to be laid out anew
    command(window, "what_if_more").trigger()
    qtbot.waitUntil(lambda: strip.height() >= strip.minimumSizeHint().height() > folded)
