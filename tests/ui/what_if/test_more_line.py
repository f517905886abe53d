"""The second line of the strip: machine, factors, storage types."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QToolButton
from pytestqt.qtbot import QtBot

from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.elements import Element
from roofline_gui.present.palette import LIGHT
from roofline_gui.session.session import Session
from roofline_gui.ui.what_if.more_line import ONE_LINE, MoreLine
from roofline_gui.ui.what_if.strip import WhatIfStrip
from roofline_gui.ui.widgets.machine_box import MachineBox
from tests.model.builders import ROUND, machine
from tests.ui.find import child

FAST = replace(machine({Precision.BF16_TENSOR: 4e15}, {Level.DRAM: 20e12}), id="fast", name="Fast")
FLOP, BYTES = "Change of the work of measured kernels", "Change of the traffic of measured kernels"


@pytest.fixture
def line(strip: WhatIfStrip, actions: dict[str, QAction]) -> MoreLine:
    actions["what_if_more"].trigger()
    return child(strip, MoreLine)


def type_percent(spin: QDoubleSpinBox, text: str) -> None:
    spin.setFocus()
    spin.selectAll()
    QTest.keyClicks(spin, text)
    QTest.keyClick(spin, Qt.Key.Key_Return)


def test_it_unfolds_and_that_is_remembered(
    session: Session, strip: WhatIfStrip, actions: dict[str, QAction], qtbot: QtBot
) -> None:
    line, button = child(strip, MoreLine), child(strip, QToolButton, "Work, traffic, storage types")
    assert line.isHidden()
    assert button.text() == "More…"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not line.isHidden()
    assert button.text() == "Less"
    again = WhatIfStrip(session, LIGHT, actions)
    qtbot.addWidget(again)
    assert not child(again, MoreLine).isHidden()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert line.isHidden()
    assert not session.settings.what_if_unfolded


def test_another_machine_can_be_picked_and_given_up(session: Session, line: MoreLine) -> None:
    box, desk = child(line, MachineBox), session.what_if_desk
    assert [box.itemText(i) for i in range(box.count())] == ["as given", "Test"]
    assert box.currentText() == "as given"
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert desk.what_if.machine == ROUND
    assert session.undo_stack.undoText() == "On Test"
    QTest.keyClick(box, Qt.Key.Key_Up)
    assert desk.what_if == AS_GIVEN
    assert session.undo_stack.count() == 2


def test_a_machine_that_only_the_document_knows_is_shown(session: Session, line: MoreLine) -> None:
    session.what_if_desk.change("Opened", WhatIf(machine=FAST))
    assert child(line, MachineBox).currentText() == "Fast"
    session.undo_stack.undo()
    assert child(line, MachineBox).currentText() == "as given"


@pytest.mark.parametrize(("name", "field"), [(FLOP, "flop"), (BYTES, "bytes")])
def test_less_work_or_traffic_is_typed_in_percent(session: Session, line: MoreLine, name: str, field: str) -> None:
    spin, desk = child(line, QDoubleSpinBox, name), session.what_if_desk
    assert spin.text() == "0 %"
    type_percent(spin, "-40")
    assert getattr(desk.what_if, field) == pytest.approx(0.6)
    assert spin.text() == "−40 %"
    assert not desk.sliding
    type_percent(spin, "+12.5")
    assert getattr(desk.what_if, field) == pytest.approx(1.125)
    assert spin.text() == "+12.5 %"
    assert session.undo_stack.count() == 2
    QGuiApplication.clipboard().setText("−25")  # with the sign as it is shown
    spin.selectAll()
    QTest.keyClick(spin, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(spin, Qt.Key.Key_Return)
    assert getattr(desk.what_if, field) == pytest.approx(0.75)
    type_percent(spin, "0")
    assert desk.what_if == AS_GIVEN
    session.undo_stack.undo()
    assert spin.text() == "−25 %"


def test_arrows_change_in_one_step(session: Session, line: MoreLine) -> None:
    spin = child(line, QDoubleSpinBox, FLOP)
    spin.setFocus()
    for _ in range(3):
        QTest.keyClick(spin, Qt.Key.Key_Down)
    assert session.what_if_desk.what_if.flop == pytest.approx(0.85)
    child(line, QDoubleSpinBox, BYTES).setFocus()
    assert not session.what_if_desk.sliding
    assert session.undo_stack.count() == 1


def test_what_cannot_be_is_not_taken(session: Session, line: MoreLine) -> None:
    spin = child(line, QDoubleSpinBox, FLOP)
    type_percent(spin, "-100")  # no work at all
    assert session.what_if_desk.what_if.flop > 0
    type_percent(spin, "abc")
    assert session.what_if_desk.what_if.flop > 0
    assert spin.text().endswith(" %")


@pytest.mark.parametrize(
    ("name", "field"), [("Weights", "weights"), ("Activations", "activations"), ("KV cache", "kv")]
)
def test_storage_types_are_set_apart(session: Session, line: MoreLine, name: str, field: str) -> None:
    box = child(line, QComboBox, f"{name} stored as")
    assert box.currentText() == "as the precision"
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_End)
    assert getattr(session.what_if_desk.what_if, field) is Element.INT4
    assert session.undo_stack.undoText() == f"{name} INT4"
    QTest.keyClick(box, Qt.Key.Key_Home)
    assert session.what_if_desk.what_if == AS_GIVEN


def test_it_breaks_where_the_strip_is_narrow(strip: WhatIfStrip, line: MoreLine, qtbot: QtBot) -> None:
    strip.resize(ONE_LINE + 60, strip.height())
    machine_box, weights = child(line, MachineBox), child(line, QComboBox, "Weights stored as")

    def top(widget: QComboBox) -> int:
        return widget.mapTo(line, QPoint()).y()

    qtbot.waitUntil(lambda: abs(top(machine_box) - top(weights)) <= 1)
    strip.resize(700, strip.height())
    qtbot.waitUntil(lambda: top(weights) >= top(machine_box) + machine_box.height())
    assert strip.minimumSizeHint().width() <= 660  # the centre of a window of 1280 between its panes
