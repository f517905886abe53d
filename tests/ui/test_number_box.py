"""A field for one number: what is typed, refused, given up, stepped to."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from roofline_gui.present.typed_number import TypedNumber
from roofline_gui.ui.widgets.bubble import Bubble
from roofline_gui.ui.widgets.number_box import NumberBox
from tests.ui.find import child
from tests.ui.typing import type_number

SHARE = TypedNumber(0, 100, unit="%")


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    """A window with room below its fields."""
    made = QWidget()
    QVBoxLayout(made)
    made.resize(400, 300)
    qtbot.addWidget(made)
    return made


def box_on(page: QWidget, qtbot: QtBot, *, live: bool = False) -> tuple[NumberBox, list[Any]]:
    """A field that holds 20 % above a second one, and what it tells."""
    entered: list[Any] = []
    box = NumberBox(SHARE, "Share", live=live)
    box.show_value(20)
    box.entered.connect(entered.append)
    layout = page.layout()
    assert layout is not None
    layout.addWidget(box)
    layout.addWidget(QLineEdit())
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    return box, entered


def test_a_number_is_taken_when_it_is_finished(page: QWidget, qtbot: QtBot) -> None:
    box, entered = box_on(page, qtbot)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "3*4")
    assert entered == []
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert (entered, box.text()) == ([12], "12 %")
    QTest.keyClicks(box, "7")  # in the place of what was entered
    page.findChildren(QLineEdit)[-1].setFocus()
    assert (entered, box.text()) == ([12, 7], "7 %")


def test_a_live_number_that_is_refused_in_the_end_leaves_what_was_there(page: QWidget, qtbot: QtBot) -> None:
    box, entered = box_on(page, qtbot, live=True)
    type_number(box, "120")
    assert entered == [1, 12, 20]
    assert (box.value, box.text()) == (20, "120")
    bubble = child(page, Bubble)
    assert bubble.text() == "120 % is too large: at most 100 %."
    assert bubble.geometry().top() >= box.geometry().bottom()
    type_number(box, "30")
    assert (box.value, box.problem, bubble.isVisible()) == (30, "", False)


def test_escape_brings_back_what_was_there(page: QWidget, qtbot: QtBot) -> None:
    box, entered = box_on(page, qtbot, live=True)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "45")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert entered == [4, 45, 20]
    assert box.text() == "20 %"


def test_arrows_step_from_what_holds(page: QWidget, qtbot: QtBot) -> None:
    box, entered = box_on(page, qtbot)
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Up)
    QTest.keyClick(box, Qt.Key.Key_PageDown)
    box.selectAll()
    QTest.keyClicks(box, "xyz")
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert entered == [21, 11, 10]
    assert (box.text(), box.problem) == ("10 %", "")


def test_the_bubble_stands_above_where_there_is_no_room_below(page: QWidget, qtbot: QtBot) -> None:
    box, _ = box_on(page, qtbot)
    page.resize(400, 60)
    page.layout().removeWidget(box)  # type: ignore[union-attr]
    box.move(20, 36)
    type_number(box, "abc")
    bubble = child(page, Bubble)
    assert bubble.geometry().bottom() < box.geometry().top()
