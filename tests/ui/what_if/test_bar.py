"""The bar that says that one looks at a prediction."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.session.session import Session
from roofline_gui.ui.what_if.bar import ONE_LINE, WhatIfBar
from roofline_gui.ui.what_if.strip import WhatIfStrip
from roofline_gui.ui.widgets.text import ElidedLabel
from tests.ui.find import child


@pytest.fixture
def bar(session: Session, strip: WhatIfStrip, actions: dict[str, QAction], qtbot: QtBot) -> WhatIfBar:
    """The strip brings the commands along."""
    made = WhatIfBar(session, actions["what_if_reset"])
    qtbot.addWidget(made)
    made.resize(1200, 40)
    return made


def said(bar: WhatIfBar) -> list[str]:
    return [w.full_text for w in bar.findChildren(ElidedLabel) if w.full_text]


def test_it_is_there_while_something_is_different(session: Session, bar: WhatIfBar) -> None:
    assert bar.isHidden()
    session.what_if_desk.set_precision(Precision.FP8_TENSOR)
    assert not bar.isHidden()
    assert said(bar)[0] == "Prediction: FP8 tensor"
    session.undo_stack.undo()
    assert bar.isHidden()
    session.undo_stack.redo()
    assert not bar.isHidden()


def test_it_tells_what_the_step_would_take(session: Session, bar: WhatIfBar) -> None:
    session.what_if_desk.set_precision(Precision.FP8_TENSOR)
    # 10, 4, 20 µs of BF16 above 2 µs halve with their bytes and peaks; the copy has no work and keeps its 5 µs.
    assert said(bar)[1] == "Kernel time 39 µs → 25 µs, 1.56 × faster"


def test_one_click_leads_back(session: Session, bar: WhatIfBar) -> None:
    session.what_if_desk.set_batch(64)
    session.what_if_desk.set_precision(Precision.FP8_TENSOR)
    button = child(bar, QPushButton)
    assert button.text() == "Back to measured"
    assert "Ctrl+Backspace" in button.toolTip()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert session.what_if_desk.what_if == AS_GIVEN
    assert bar.isHidden()
    session.undo_stack.undo()
    assert session.what_if_desk.what_if.batch == 64


def test_without_a_profile_it_leads_back_to_what_is_given(session: Session, bar: WhatIfBar) -> None:
    session.source_desk.remove(session.document.sources)
    session.what_if_desk.set_batch(64)
    assert child(bar, QPushButton).text() == "Back to as given"
    assert said(bar) == ["Prediction: batch 64"]


@pytest.mark.parametrize("on_button", [True, False])
def test_escape_leads_back_when_the_bar_has_the_focus(session: Session, bar: WhatIfBar, on_button: bool) -> None:
    session.what_if_desk.set_batch(64)
    bar.show()
    target = child(bar, QPushButton) if on_button else bar
    target.setFocus()
    QTest.keyClick(target, Qt.Key.Key_Space if not on_button else Qt.Key.Key_A)
    assert session.what_if_desk.what_if.batch == 64
    QTest.keyClick(target, Qt.Key.Key_Escape)
    assert session.what_if_desk.what_if == AS_GIVEN


def test_it_follows_a_drag(session: Session, bar: WhatIfBar, qtbot: QtBot) -> None:
    desk = session.what_if_desk
    desk.begin_slide()
    for batch in (2, 64):
        desk.set_batch(batch, "batch")
        qtbot.waitUntil(lambda batch=batch: said(bar)[0] == f"Prediction: batch {batch}")  # type: ignore[misc]
    desk.end_slide()


def test_it_does_not_push_a_dot_away_that_is_being_dragged(
    session: Session, actions: dict[str, QAction], strip: WhatIfStrip, qtbot: QtBot
) -> None:
    made = WhatIfBar(session, actions["what_if_reset"], lambda: True)
    qtbot.addWidget(made)
    desk = session.what_if_desk
    desk.begin_slide()
    desk.set_batch(64, "batch")
    assert made.isHidden()
    desk.end_slide()
    assert not made.isHidden()
    desk.set_batch(None)
    assert made.isHidden()


def test_words_are_not_cut_while_there_is_room(session: Session, bar: WhatIfBar, qtbot: QtBot) -> None:
    desk = session.what_if_desk
    desk.change("Much", WhatIf(64, Precision.FP8_TENSOR, flop=0.6, bytes=0.8))
    bar.resize(1900, bar.height())
    bar.show()
    labels = [w for w in bar.findChildren(ElidedLabel) if w.full_text]
    assert len(labels) == 3
    assert "none has a batch law" in labels[2].full_text
    qtbot.waitUntil(lambda: all(w.text() == w.full_text for w in labels))


def test_notes_go_to_a_second_line_in_a_narrow_window(session: Session, bar: WhatIfBar) -> None:
    session.what_if_desk.set_batch(64)
    bar.show()
    bar.resize(ONE_LINE + 50, bar.height())
    assert tops(bar) == 1
    bar.resize(660, bar.height())
    assert tops(bar) == 2


def tops(bar: WhatIfBar) -> int:
    """In how many lines the words stand."""
    return len({w.geometry().center().y() // 8 for w in bar.findChildren(QLabel) if w.text()})
