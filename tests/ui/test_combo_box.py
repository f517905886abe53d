"""The wheel passes over boxes of choices, wherever they stand."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from roofline_gui.session.session import Session
from roofline_gui.ui.main_window import MainWindow
from roofline_gui.ui.widgets.choice_box import ChoiceBox
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.theme import ThemeSwitch


def choice_box() -> QComboBox:
    return ChoiceBox("Choice")


def machine_box() -> QComboBox:
    return MachineBox("Machine", "")


@pytest.mark.parametrize("make", [ComboBox, choice_box, machine_box])
def test_the_wheel_changes_no_choice_and_takes_no_keyboard(make: type[QComboBox], qtbot: QtBot) -> None:
    box = make()
    qtbot.addWidget(box)
    box.addItems(["one", "two"])
    box.setCurrentIndex(0)
    place = QPointF(5, 5)
    turn = QWheelEvent(
        place,
        place,
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, turn)
    assert not turn.isAccepted()
    assert box.currentIndex() == 0
    assert box.focusPolicy() is Qt.FocusPolicy.StrongFocus


def test_every_box_of_the_window_is_such_a_box(session: Session, qapp: QApplication, qtbot: QtBot) -> None:
    palette, sheet = qapp.palette(), qapp.styleSheet()
    window = MainWindow(session, ThemeSwitch(qapp, session.settings))
    qtbot.addWidget(window)
    with qtbot.waitSignal(window.first_painted):
        window.show()
    boxes = window.findChildren(QComboBox)
    assert len(boxes) > 5
    assert [box for box in boxes if not isinstance(box, ComboBox)] == []
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)
