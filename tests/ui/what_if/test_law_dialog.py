"""Giving selected rows a batch law, by keyboard, through the command."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from roofline_gui.model.source import BatchLaw
from roofline_gui.session.session import Session
from roofline_gui.ui.what_if.law_dialog import LawDialog
from roofline_gui.ui.what_if.strip import WhatIfStrip
from tests.ui.find import child
from tests.ui.typing import number_box, type_number

Ask = Callable[..., LawDialog]


@pytest.fixture
def ask(session: Session, strip: WhatIfStrip, actions: dict[str, QAction], qtbot: QtBot) -> Ask:
    """Select rows and open the dialog. Row 2 has 2 GFLOP and 5 MB in one launch."""

    def made(*rows: int) -> LawDialog:
        session.select(rows)
        actions["batch_law"].trigger()
        QApplication.processEvents()
        (dialog,) = [d for d in strip.findChildren(LawDialog) if d.isVisible()]
        return dialog

    return made


def button(dialog: LawDialog, text: str) -> QPushButton:
    (found,) = [b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == text]
    return found


def type_into(field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def said(dialog: LawDialog) -> str:
    return "\n".join(w.text() for w in dialog.findChildren(QLabel) if not w.isHidden())


def laws(session: Session) -> tuple[BatchLaw, ...]:
    return session.document.sources[0].laws


def test_a_law_is_given_in_one_step(session: Session, ask: Ask) -> None:
    dialog = ask(2)
    assert "1 launch, 5 MB of DRAM traffic" in said(dialog)
    assert "Nothing is known to stay" in said(dialog)
    batch, weights = number_box(dialog), child(dialog, QLineEdit, "Weight bytes")
    batch.setFocus()
    batch.selectAll()
    QTest.keyClicks(batch, "8")
    type_into(weights, "4.5 MB")
    assert "W(b) = 250 MFLOP·b\nQ(b) = 4.5 MB + 62.5 kB·b\nCrosses the ridge at batch 4" in said(dialog)
    assert "4.5 MB, 90 % of the traffic" in said(dialog)
    QTest.keyClick(weights, Qt.Key.Key_Return)
    assert laws(session) == (BatchLaw((2,), 8, 4.5e6),)
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert laws(session) == ()


def test_several_rows_share_the_weights_by_their_traffic(session: Session, ask: Ask) -> None:
    dialog = ask(0, 3)  # 5 and 20 MB
    assert "2 launches, 25 MB" in said(dialog)
    type_into(child(dialog, QLineEdit, "Weight bytes"), "40 %")
    dialog.accept()
    assert laws(session) == (BatchLaw((0, 3), 1, 10e6),)


@pytest.mark.parametrize(
    ("text", "complaint"), [("6 MB", "More than the 5 MB that these launches moved"), ("many", "many")]
)
def test_what_cannot_be_is_told_at_the_field_and_nothing_is_given(
    session: Session, ask: Ask, text: str, complaint: str
) -> None:
    dialog = ask(2)
    field = child(dialog, QLineEdit, "Weight bytes")
    type_into(field, text)
    assert complaint in said(dialog)
    assert field.property("state") == "bad"
    assert not button(dialog, "Give").isEnabled()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert dialog.isVisible()
    type_into(field, "5 MB")
    assert field.property("state") == ""
    assert button(dialog, "Give").isEnabled()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert laws(session) == ()


def test_a_batch_that_cannot_be_is_told_at_the_field_and_nothing_is_given(ask: Ask) -> None:
    dialog = ask(2)
    type_number(number_box(dialog), "2.5")
    assert number_box(dialog).problem == "2.5 is no whole number."
    assert not button(dialog, "Give").isEnabled()
    type_number(number_box(dialog), "2^3")
    assert button(dialog, "Give").isEnabled()
    assert dialog.batch == 8


def test_a_law_can_be_changed_and_taken_away(session: Session, ask: Ask) -> None:
    session.select([2])
    session.what_if_desk.give_law(8, 4.5e6)
    dialog = ask(2)
    assert number_box(dialog).value == 8
    assert child(dialog, QLineEdit, "Weight bytes").text() == "4.5 MB"
    assert "As it was given." in said(dialog)
    QTest.mouseClick(button(dialog, "Remove the law"), Qt.MouseButton.LeftButton)
    assert laws(session) == ()
    assert session.undo_stack.undoText() == "Remove the batch law"
    other = ask(1)
    assert not [b for b in other.findChildren(QPushButton) if "emove" in b.text()]
    other.reject()
