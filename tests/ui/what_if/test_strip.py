"""The sliders under the canvas: real mouse, wheel and keys move the what-if of the document, and follow it."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction, QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QSlider, QToolButton, QToolTip
from pytestqt.qtbot import QtBot

from roofline_gui.model.grouping import Grouping
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN
from roofline_gui.present.palette import DARK, LIGHT
from roofline_gui.present.what_if.batch_scale import LAST_VALUE, value_of
from roofline_gui.session.kernels import Chosen
from roofline_gui.session.session import Session
from roofline_gui.ui.what_if.fitting_label import FittingLabel
from roofline_gui.ui.what_if.strip import WhatIfStrip
from roofline_gui.ui.what_if.track import Track
from roofline_gui.ui.widgets.bubble import Bubble
from roofline_gui.ui.widgets.number_box import NumberBox
from tests.model.builders import launches
from tests.session.builders import document, profile
from tests.ui.find import child
from tests.ui.typing import number_box, type_number

NO_KEY = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton
BF16, FP8 = Precision.BF16_TENSOR, Precision.FP8_TENSOR


def batch_track(strip: WhatIfStrip) -> Track:
    return child(strip, Track, "Batch")


def precision_track(strip: WhatIfStrip) -> Track:
    return child(strip, Track, "Precision")


def spin_box(strip: WhatIfStrip) -> NumberBox:
    return number_box(strip, "Batch")


def at(track: Track, value: int, dx: float = 0.0) -> QPoint:
    """Where the handle stands at `value`, `dx` pixels beside it."""
    return QPoint(round(track.x_of(value) + dx), 9)


def drag(track: Track, *places: QPoint) -> None:
    QTest.mousePress(track, LEFT, NO_KEY, places[0])
    for place in places[1:]:
        QTest.mouseMove(track, place)
    QTest.mouseRelease(track, LEFT, NO_KEY, places[-1])


def words(strip: WhatIfStrip) -> list[str]:
    return [w.text() for w in strip.findChildren(QLabel) if w.text() and not w.isHidden()]


# Batch


def test_a_drag_of_the_batch_is_one_undo_step(session: Session, strip: WhatIfStrip) -> None:
    track, desk = batch_track(strip), session.what_if_desk
    seen: list[int | None] = []
    slid: list[bool] = []
    session.document_changed.connect(lambda old, new: seen.append(new.what_if.batch))
    desk.sliding_changed.connect(slid.append)
    drag(track, at(track, 0), at(track, value_of(8)), at(track, value_of(100)), at(track, value_of(512)))
    assert desk.what_if.batch == 512
    assert len(seen) >= 3
    assert seen[0] == 8
    assert slid == [True, False]
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "Batch 512"
    session.undo_stack.undo()
    assert desk.what_if == AS_GIVEN
    assert track.value() == 0
    assert spin_box(strip).text() == "as given"


def test_a_click_beside_the_handle_brings_it_there(session: Session, strip: WhatIfStrip) -> None:
    track = batch_track(strip)
    QTest.mouseClick(track, LEFT, NO_KEY, at(track, value_of(64)))
    assert session.what_if_desk.what_if.batch == 64
    QTest.mouseClick(track, LEFT, NO_KEY, at(track, value_of(64), 5))  # on the handle: nothing moves
    assert session.what_if_desk.what_if.batch == 64
    assert session.undo_stack.count() == 1
    QTest.mouseClick(track, Qt.MouseButton.RightButton, NO_KEY, at(track, value_of(8)))
    assert session.what_if_desk.what_if.batch == 64
    QTest.mouseClick(track, LEFT, NO_KEY, at(track, 0))
    assert session.what_if_desk.what_if.batch is None


def test_it_knows_when_it_is_dragged(strip: WhatIfStrip) -> None:
    seen = []
    for track in (batch_track(strip), precision_track(strip)):
        QTest.mousePress(track, LEFT, NO_KEY, at(track, 0))
        seen.append(strip.is_dragged)
        QTest.mouseRelease(track, LEFT, NO_KEY, at(track, 0))
        seen.append(strip.is_dragged)
    assert seen == [True, False, True, False]


def test_recorded_batches_and_the_ridge_draw_the_handle(session: Session, strip: WhatIfStrip) -> None:
    of = launches(
        ["gemm"] * 2,
        [1e-5] * 2,
        {BF16: [1e9, 3e9]},
        {Level.DRAM: [5e6, 9e6]},
        operations=["step batch=21 / gemm", "step batch=300 / gemm"],
    )
    kernels = session.document.kernels
    session.start_with(document(profiles=(profile(of=of),), grouping=Grouping.NVTX, kernels=kernels))
    track = batch_track(strip)
    for batch, dx in ((21, 5), (21, -5), (300, 4), (200, -5)):  # 200 is the ridge of the decode step
        QTest.mouseClick(track, LEFT, NO_KEY, at(track, 0))
        QTest.mouseClick(track, LEFT, NO_KEY, at(track, value_of(batch), dx))
        assert session.what_if_desk.what_if.batch == batch
    QTest.mouseClick(track, LEFT, NO_KEY, at(track, value_of(300), 12))
    assert session.what_if_desk.what_if.batch != 300


def test_a_burst_of_keys_is_one_step(session: Session, strip: WhatIfStrip) -> None:
    track, desk = batch_track(strip), session.what_if_desk
    slid: list[bool] = []
    desk.sliding_changed.connect(slid.append)
    track.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Down):
        QTest.keyClick(track, key)
    assert desk.what_if.batch == 10  # 1, 2, 3, then eight more, and one less
    assert slid == [True]
    assert session.undo_stack.count() == 1
    spin_box(strip).setFocus()  # the keys go elsewhere
    assert slid == [True, False]
    track.setFocus()
    QTest.keyClick(track, Qt.Key.Key_End)
    assert track.value() == LAST_VALUE
    QTest.keyClick(track, Qt.Key.Key_Home)
    assert desk.what_if == AS_GIVEN
    assert session.undo_stack.count() == 2
    session.undo_stack.undo()
    assert desk.what_if.batch == 10


def test_a_pause_ends_the_burst(session: Session, strip: WhatIfStrip) -> None:
    track, desk = batch_track(strip), session.what_if_desk
    QTest.keyClick(track, Qt.Key.Key_Right)
    (running,) = [timer for timer in strip.findChildren(QTimer) if timer.isActive()]
    running.timeout.emit()
    assert not desk.sliding
    QTest.keyClick(track, Qt.Key.Key_Right)
    assert session.undo_stack.count() == 2


def test_keys_that_mean_something_else_are_left_to_the_window(strip: WhatIfStrip, session: Session) -> None:
    QTest.keyClick(batch_track(strip), Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(batch_track(strip), Qt.Key.Key_A)
    assert session.undo_stack.count() == 0


def test_the_wheel_takes_steps(session: Session, strip: WhatIfStrip) -> None:
    track = batch_track(strip)
    place = QPointF(at(track, 0))
    for turned, batch in ((60, None), (60, 1), (240, 3), (-120, 2)):
        event = QWheelEvent(
            place,
            track.mapToGlobal(place),
            QPoint(),
            QPoint(0, turned),
            Qt.MouseButton.NoButton,
            NO_KEY,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(track, event)
        assert session.what_if_desk.what_if.batch == batch
    assert session.undo_stack.count() == 1


def test_any_batch_can_be_typed(session: Session, strip: WhatIfStrip) -> None:
    spin, desk = spin_box(strip), session.what_if_desk
    spin.setFocus()
    QTest.keyClick(spin, Qt.Key.Key_End)
    QTest.keyClicks(spin, "10000")  # behind “as given”
    assert desk.what_if == AS_GIVEN  # not before it is entered
    QTest.keyClick(spin, Qt.Key.Key_Return)
    assert desk.what_if.batch == 10_000
    assert batch_track(strip).value() == LAST_VALUE
    type_number(spin, "8*8")
    assert desk.what_if.batch == 64
    assert spin.text() == "64"
    type_number(spin, "as given")
    assert desk.what_if == AS_GIVEN
    assert session.undo_stack.count() == 3


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("12.5", "12.5 is no whole number."),
        ("-5", "−5 is too small: at least 1."),
        ("0", "0 is too small: at least 1."),
        ("99999999999", "99,999,999,999 is too large: at most 1,000,000,000."),
        ("4k", "“k” in “4k”: a plain number is needed, for example 4096 or 70e9."),
        ("1,024", "“,” is not understood in “1,024”: decimals have a point, thousands a blank."),
    ],
)
def test_a_batch_that_cannot_be_is_refused_at_the_field(
    session: Session, strip: WhatIfStrip, text: str, complaint: str
) -> None:
    spin, desk = spin_box(strip), session.what_if_desk
    desk.set_batch(64)
    type_number(spin, text)
    assert spin.text() == text
    assert spin.property("state") == "bad"
    assert spin.problem == complaint
    bubble = child(strip, Bubble)
    assert bubble.isVisible()
    assert bubble.text() == complaint
    assert desk.what_if.batch == 64
    assert session.undo_stack.count() == 1
    batch_track(strip).setFocus()
    assert bubble.isHidden()
    assert spin.property("state") == "bad"  # what stands there is still not what holds
    spin.setFocus()
    QTest.keyClick(spin, Qt.Key.Key_Escape)
    assert spin.text() == "64"
    assert spin.property("state") == ""


def test_the_arrows_of_the_spin_box_take_the_steps_of_the_slider(session: Session, strip: WhatIfStrip) -> None:
    session.what_if_desk.set_batch(64)
    spin = spin_box(strip)
    spin.setFocus()
    QTest.keyClick(spin, Qt.Key.Key_Up)
    QTest.keyClick(spin, Qt.Key.Key_Up)
    assert session.what_if_desk.what_if.batch == 80
    assert spin.text() == "80"
    assert session.undo_stack.count() == 2


def test_slider_and_twin_follow_the_document(session: Session, strip: WhatIfStrip) -> None:
    desk = session.what_if_desk
    desk.change("Dragged a dot", replace(desk.what_if, batch=512, precision=FP8))
    assert batch_track(strip).value() == value_of(512)
    assert batch_track(strip).accessibleDescription() == "batch 512"
    assert spin_box(strip).value == 512
    assert precision_track(strip).accessibleDescription() == "FP8 tensor"
    assert child(strip, QComboBox, "Precision").currentText() == "FP8 tensor"
    session.start_with(document())
    assert batch_track(strip).accessibleDescription() == "as given"
    assert child(strip, QComboBox, "Precision").currentText() == "as given"


# What is said beside it


def test_the_ridge_is_told_with_the_law_in_the_tip(session: Session, strip: WhatIfStrip) -> None:
    assert "crosses the ridge at batch 200" in words(strip)
    tips = [w.toolTip() for w in strip.findChildren(QLabel)]
    assert any("W(b) = 2 GFLOP·b" in t and "Q(b) = 2 GB" in t for t in tips)
    two = session.kernel_desk.duplicate(session.document.kernels[0].id)
    assert two is not None
    assert "crosses the ridge at batch 200" not in words(strip)
    session.kernel_desk.choose([Chosen(two, -2)])
    assert "crosses the ridge at batch 200" in words(strip)


def test_a_selected_row_with_a_law_is_looked_at(session: Session, strip: WhatIfStrip) -> None:
    session.kernel_desk.remove([session.document.kernels[0].id])
    session.select([2])  # 2 GFLOP and 5 MB
    session.what_if_desk.give_law(8, 4.5e6)
    # 0.25 µs·b of compute meet 0.9 µs + 0.0125 µs·b of DRAM at 3.8.
    assert "crosses the ridge at batch 4" in words(strip)
    session.select([1])
    assert "crosses the ridge at batch 4" not in words(strip)


def test_the_words_are_about_what_was_touched_last(session: Session, strip: WhatIfStrip) -> None:
    session.select([2])  # 2 GFLOP and 5 MB: crosses the ridge at 4 with its law, as above
    session.what_if_desk.give_law(8, 4.5e6)
    session.kernel_desk.choose([Chosen(session.document.kernels[0].id, -2)])
    assert "crosses the ridge at batch 200" in words(strip)
    session.select([2])  # selected already, but now it is looked at
    assert "crosses the ridge at batch 4" in words(strip)
    assert "crosses the ridge at batch 200" not in words(strip)
    session.select([1])  # without a law: nothing to say, and not of the calculated kernel either
    assert not any("ridge" in text for text in words(strip))
    session.kernel_desk.choose([Chosen(session.document.kernels[0].id, -2)])
    assert "crosses the ridge at batch 200" in words(strip)
    session.select([])
    assert "crosses the ridge at batch 200" in words(strip)


def test_a_slider_that_moves_nothing_is_off_and_says_what_to_do(
    session: Session, strip: WhatIfStrip, actions: dict[str, QAction]
) -> None:
    session.kernel_desk.remove([session.document.kernels[0].id])
    track = batch_track(strip)
    assert not track.isEnabled()
    assert spin_box(strip).isHidden()
    assert "Select rows to give a law" in words(strip)
    strip.resize(1600, strip.height())
    assert "No row grows with the batch: select some and give them a law" in words(strip)
    link = child(strip, QToolButton, "Batch law")
    assert not link.isHidden()
    assert not link.isEnabled()
    session.select([0])
    assert link.isEnabled()
    assert any("give the selected ones a law" in w.toolTip() for w in strip.findChildren(QLabel))
    assert precision_track(strip).isEnabled()
    session.what_if_desk.set_batch(8)  # from a document, say: the way back stays open
    assert not spin_box(strip).isHidden()
    session.undo_stack.undo()
    session.what_if_desk.give_law(1, 0.0)
    assert track.isEnabled()
    assert link.isHidden()


def test_without_anything_both_sliders_are_off(empty: Session, actions: dict[str, QAction], qtbot: QtBot) -> None:
    made = WhatIfStrip(empty, LIGHT, actions)
    qtbot.addWidget(made)
    assert not batch_track(made).isEnabled()
    assert not precision_track(made).isEnabled()
    assert "Choose a machine first" in [w.full_text for w in made.findChildren(FittingLabel)]


# Precision


def test_a_drag_of_the_precision_is_one_step(session: Session, strip: WhatIfStrip) -> None:
    track, desk = precision_track(strip), session.what_if_desk
    drag(track, at(track, 0), at(track, 1), at(track, 4), at(track, 5, 3))
    assert desk.what_if.precision is FP8  # FP64, FP32, BF16 tensor, packed FP16, FP8 tensor
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "Precision FP8 tensor"
    assert "2 PFLOP/s, ridge 400 FLOP/byte" in words(strip)
    session.undo_stack.undo()
    assert track.value() == 0


def test_keys_step_through_the_precisions(session: Session, strip: WhatIfStrip) -> None:
    track = precision_track(strip)
    track.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(track, key)
    assert session.what_if_desk.what_if.precision is Precision.FP32
    assert session.undo_stack.count() == 1


def test_the_precision_can_be_picked_from_a_list(session: Session, strip: WhatIfStrip) -> None:
    choice = child(strip, QComboBox, "Precision")
    assert [choice.itemText(i) for i in range(choice.count())] == [
        "as given", "FP64", "FP32", "BF16 tensor", "packed FP16", "FP8 tensor",
    ]
    choice.setFocus()
    QTest.keyClick(choice, Qt.Key.Key_End)
    assert session.what_if_desk.what_if.precision is FP8
    assert not session.what_if_desk.sliding
    QTest.keyClick(choice, Qt.Key.Key_Home)
    assert session.what_if_desk.what_if.precision is None


# Looks


def test_the_tip_tells_what_the_pointer_is_on(strip: WhatIfStrip, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda place, text, widget: shown.append(text))  # Qt offscreen has none

    def tip_at(track: Track, value: int, dx: float = 0) -> str:
        place = at(track, value, dx)
        QApplication.sendEvent(track, QHelpEvent(QEvent.Type.ToolTip, place, track.mapToGlobal(place)))
        return shown[-1]

    assert "crosses the ridge at batch 200" in tip_at(batch_track(strip), value_of(200))
    assert "W(b) = 2 GFLOP·b" in tip_at(batch_track(strip), value_of(200), 4)
    assert "batch law stand" in tip_at(batch_track(strip), value_of(4096))
    assert "FP8 tensor: 2 PFLOP/s, ridge 400 FLOP/byte" in tip_at(precision_track(strip), 5)


@pytest.mark.parametrize("width", [640, 1400])
def test_labels_never_overlap(strip: WhatIfStrip, width: int) -> None:
    strip.resize(width, strip.height())
    for track in (batch_track(strip), precision_track(strip)):
        spans = sorted((placed.left, placed.left + placed.width) for placed in track.placed_labels())
        assert len(spans) >= 3
        assert all(left[1] < right[0] for left, right in pairwise(spans))
        assert spans[0][0] >= 0
        assert spans[-1][1] <= track.width()


def test_it_paints_in_both_themes_and_when_it_is_off(session: Session, strip: WhatIfStrip) -> None:
    light = strip.grab().toImage()
    strip.set_colours(DARK)
    dark = strip.grab().toImage()
    assert light != dark
    session.what_if_desk.set_batch(64)
    assert strip.grab().toImage() != dark


def test_sliders_are_told_as_sliders_to_screen_readers(strip: WhatIfStrip) -> None:
    assert isinstance(batch_track(strip), QSlider)
    assert batch_track(strip).focusPolicy() is Qt.FocusPolicy.StrongFocus
