"""The second line of the strip: machine, factors, storage types."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QToolButton
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
from tests.ui.typing import number_box, type_number

FAST = replace(machine({Precision.BF16_TENSOR: 4e15}, {Level.DRAM: 20e12}), id="fast", name="Fast")
FLOP, BYTES = "Change of the work of measured kernels", "Change of the traffic of measured kernels"


@pytest.fixture
def line(strip: WhatIfStrip, actions: dict[str, QAction]) -> MoreLine:
    actions["what_if_more"].trigger()
    return child(strip, MoreLine)


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
    spin, desk = number_box(line, name), session.what_if_desk
    assert spin.text() == "0 %"
    type_number(spin, "-40")
    assert getattr(desk.what_if, field) == pytest.approx(0.6)
    assert spin.text() == "−40 %"
    assert not desk.sliding
    type_number(spin, "+12.5")
    assert getattr(desk.what_if, field) == pytest.approx(1.125)
    assert spin.text() == "+12.5 %"
    assert session.undo_stack.count() == 2
    QGuiApplication.clipboard().setText("−25")  # with the sign as it is shown
    spin.selectAll()
    QTest.keyClick(spin, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(spin, Qt.Key.Key_Return)
    assert getattr(desk.what_if, field) == pytest.approx(0.75)
    type_number(spin, "0")
    assert desk.what_if == AS_GIVEN
    session.undo_stack.undo()
    assert spin.text() == "−25 %"


def test_arrows_change_in_one_step(session: Session, line: MoreLine) -> None:
    spin = number_box(line, FLOP)
    spin.setFocus()
    for _ in range(3):
        QTest.keyClick(spin, Qt.Key.Key_Down)
    assert session.what_if_desk.what_if.flop == pytest.approx(0.85)
    number_box(line, BYTES).setFocus()
    assert not session.what_if_desk.sliding
    assert session.undo_stack.count() == 1


@pytest.mark.parametrize(("text", "factor"), [("0.6 ×", 0.6), ("x2", 2.0), ("-100/4", 0.75), ("−40 %", 0.6)])
def test_a_factor_and_arithmetic_are_understood(session: Session, line: MoreLine, text: str, factor: float) -> None:
    type_number(number_box(line, FLOP), text)
    assert session.what_if_desk.what_if.flop == pytest.approx(factor)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("-100", "−100 % leaves nothing: give a change above −100 %, or a factor above 0."),
        ("-150", "−150 % leaves nothing: give a change above −100 %, or a factor above 0."),
        ("1e9", "+1,000,000,000 % is too large: at most +99,900 %."),
        ("abc", "“abc” in “abc”: a plain number is needed, for example 4096 or 70e9."),
    ],
)
def test_what_cannot_be_is_refused_at_the_field(session: Session, line: MoreLine, text: str, complaint: str) -> None:
    box, desk = number_box(line, FLOP), session.what_if_desk
    type_number(box, "-40")
    type_number(box, text)
    assert box.problem == complaint
    assert desk.what_if.flop == pytest.approx(0.6)
    session.undo_stack.undo()
    number_box(line, BYTES).setFocus()
    desk.change("Elsewhere", WhatIf(bytes=0.5))
    assert (box.text(), box.problem) == ("0 %", "")


def test_the_wheel_over_a_field_changes_nothing_in_passing(session: Session, line: MoreLine) -> None:
    box = number_box(line, FLOP)
    place = QPointF(box.rect().center())
    nothing = Qt.MouseButton.NoButton
    no_phase, up = Qt.ScrollPhase.NoScrollPhase, QPoint(0, 120)
    QApplication.sendEvent(
        box, QWheelEvent(place, place, QPoint(), up, nothing, Qt.KeyboardModifier.NoModifier, no_phase, False)
    )
    assert session.what_if_desk.what_if == AS_GIVEN
    assert not box.focusPolicy() & Qt.FocusPolicy.WheelFocus & ~Qt.FocusPolicy.StrongFocus


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
