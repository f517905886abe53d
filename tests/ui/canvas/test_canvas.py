"""The canvas answers to mouse and keys, and shows names literally."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from roofline_gui.model.analysis import analyse
from roofline_gui.model.document import View
from roofline_gui.present.palette import DARK, LIGHT
from roofline_gui.present.picture.axis import LARGEST_SPAN, SMALLEST_SPAN, Frame
from roofline_gui.present.picture.card import Card
from roofline_gui.present.picture.dots import Kind
from roofline_gui.present.picture.shown import Shown
from roofline_gui.ui.canvas.canvas import RooflineCanvas
from tests.ui.canvas.builders import AWKWARD_NAME, document_at, shown_at
from tests.ui.canvas.mouse import card_of, click, drag, hover, plot, position

POINTS = [(1.0, 1e12), (10.0, 1e13), (100.0, 5e13)]
FRAME = Frame(-2, 4, 10, 16)


@pytest.fixture
def canvas(qtbot: QtBot) -> Iterator[RooflineCanvas]:
    made = RooflineCanvas()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show_content(shown_at(POINTS, time=[3.0, 2.0, 1.0]))
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.close()


def selections(canvas: RooflineCanvas) -> list[frozenset[int]]:
    seen: list[frozenset[int]] = []
    canvas.picked.connect(lambda rows, chosen: seen.append(rows))
    return seen


CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
PLAIN = Qt.KeyboardModifier.NoModifier


def test_a_click_selects_and_a_click_beside_clears(canvas: RooflineCanvas) -> None:
    seen = selections(canvas)
    click(canvas, position(canvas, 1))
    QTest.qWait(450)  # not a double click
    click(canvas, QPoint(300, 40))
    assert seen == [frozenset({1}), frozenset()]


def test_control_click_adds_and_takes_away(canvas: RooflineCanvas) -> None:
    seen = selections(canvas)
    for row in (0, 2, 0):
        click(canvas, position(canvas, row), CONTROL)
        QTest.qWait(450)
    assert seen == [frozenset({0}), frozenset({0, 2}), frozenset({2})]


def test_a_rubber_band_selects_what_it_holds(canvas: RooflineCanvas) -> None:
    seen = selections(canvas)
    frame = canvas.frame
    drag(canvas, position(canvas, 1) + QPoint(-60, 60), position(canvas, 2) + QPoint(50, -50), SHIFT)
    assert seen == [frozenset({1, 2})]
    assert canvas.frame == frame


def test_a_drag_pans(canvas: RooflineCanvas) -> None:
    drag(canvas, QPoint(400, 300), QPoint(500, 300), PLAIN)
    frame = canvas.frame
    assert frame.left < -2.3
    assert frame.right - frame.left == pytest.approx(6)
    assert (frame.bottom, frame.top) == pytest.approx((10, 16), abs=0.05)


def test_a_double_click_resets(canvas: RooflineCanvas) -> None:
    canvas.zoom(3)
    assert canvas.frame != FRAME
    at = QPoint(300, 40)
    QTest.mouseClick(plot(canvas), Qt.MouseButton.LeftButton, PLAIN, at)
    QTest.mouseDClick(plot(canvas), Qt.MouseButton.LeftButton, PLAIN, at)
    QTest.mouseRelease(plot(canvas), Qt.MouseButton.LeftButton, PLAIN, at)
    assert canvas.frame == FRAME


def test_zoom_is_limited_both_ways(canvas: RooflineCanvas) -> None:
    for _ in range(60):
        canvas.zoom(1.5)
    assert canvas.frame.right - canvas.frame.left == pytest.approx(SMALLEST_SPAN)
    for _ in range(80):
        canvas.zoom(1 / 1.5)
    assert canvas.frame.right - canvas.frame.left <= LARGEST_SPAN + 1e-9
    assert canvas.frame.top - canvas.frame.bottom <= LARGEST_SPAN + 1e-9


@pytest.mark.parametrize(
    ("key", "check"),
    [
        (Qt.Key.Key_Plus, lambda f: f.right - f.left < 6),
        (Qt.Key.Key_Minus, lambda f: f.right - f.left > 6),
        (Qt.Key.Key_Left, lambda f: f.left < -2 and f.right < 4),
        (Qt.Key.Key_Right, lambda f: f.left > -2 and f.right > 4),
        (Qt.Key.Key_Up, lambda f: f.bottom > 10 and f.top > 16),
        (Qt.Key.Key_Down, lambda f: f.bottom < 10 and f.top < 16),
    ],
)
def test_keys_zoom_and_pan(canvas: RooflineCanvas, key: Qt.Key, check: Callable[[Frame], bool]) -> None:
    QTest.keyClick(canvas, key)
    assert check(canvas.frame)
    QTest.keyClick(canvas, Qt.Key.Key_0)
    assert canvas.frame == FRAME


def test_keys_walk_through_the_dots_by_time(canvas: RooflineCanvas) -> None:
    seen = selections(canvas)
    for key in (Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_P, Qt.Key.Key_P, Qt.Key.Key_Escape):
        QTest.keyClick(canvas, key)
    assert seen == [frozenset({0}), frozenset({1}), frozenset({0}), frozenset({2}), frozenset()]


def test_keys_with_modifiers_are_left_to_the_window(canvas: RooflineCanvas) -> None:
    seen = selections(canvas)
    QTest.keyClick(canvas, Qt.Key.Key_N, CONTROL)
    assert seen == []


def test_dots_outside_are_counted_and_fetched_with_one_click(canvas: RooflineCanvas) -> None:
    canvas.show_content(shown_at([*POINTS, (1e6, 1e13), (1.0, 1e8)]))
    (button,) = canvas.findChildren(QPushButton)
    assert button.isVisible()
    assert button.text() == "2 dots outside – show"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert canvas.outside == 0
    assert not button.isVisible()


def test_fit_holds_all_dots_and_keeps_the_frame_where_they_fit(canvas: RooflineCanvas) -> None:
    canvas.fit()
    assert canvas.frame == FRAME
    canvas.show_content(shown_at([(1e6, 1e13)]))
    QTest.keyClick(canvas, Qt.Key.Key_F)
    assert canvas.frame == Frame(-2, 7, 10, 16)


def test_hover_shows_the_card_with_the_name_as_it_is(canvas: RooflineCanvas) -> None:
    canvas.show_content(shown_at([(10.0, 1e13)], names=[AWKWARD_NAME]))
    rows: list[int] = []
    canvas.hovered.connect(rows.append)
    hover(canvas, position(canvas, 0))
    card = card_of(canvas)
    assert card.isVisible()
    assert rows == [0]
    lines = card.text.splitlines()
    assert "at::<unnamed>::f<int>" in lines[1]
    assert "Intensity I: 10 FLOP/B" in lines
    assert "Performance: 10 TFLOP/s" in lines
    assert "Work W: 10 TFLOP" in lines
    assert "Fraction of roof: 20 % of dram" in lines  # 5 TB/s · 10 FLOP/B = 50 TFLOP/s
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in canvas.findChildren(QLabel))
    hover(canvas, QPoint(300, 40))
    assert not card.isVisible()
    assert rows == [0, -1]


def test_the_card_stays_inside_the_canvas(canvas: RooflineCanvas) -> None:
    canvas.show_content(shown_at([(9000.0, 1.1e10)]))
    hover(canvas, position(canvas, 0))
    card = card_of(canvas)
    assert card.isVisible()
    assert canvas.rect().contains(card.geometry())


def test_the_caller_can_describe_dots(qtbot: QtBot) -> None:
    def describe(shown: Shown, kind: Kind, row: int) -> Card:
        return Card(f"{kind.name} row {row}", "", ())

    made = RooflineCanvas(describe=describe)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show_content(shown_at(POINTS))
    with qtbot.waitExposed(made):
        made.show()
    hover(made, position(made, 2))
    assert card_of(made).text.startswith("MEASURED row 2")


def test_without_an_analysis_a_hint_says_what_to_do(qtbot: QtBot) -> None:
    made = RooflineCanvas()
    qtbot.addWidget(made)
    hint = next(label for label in made.findChildren(QLabel) if label.text().startswith("Open a profile"))
    assert not hint.isHidden()
    document, analysis = document_at(POINTS)
    made.show_content(Shown(document, analysis))
    assert hint.isHidden()
    made.show_content(Shown(replace(document, machine=None)))
    assert not hint.isHidden()
    assert hint.text().startswith("Choose the machine")
    hidden = tuple(replace(s, shown=False) for s in document.sources)
    made.show_content(Shown(replace(document, sources=hidden)))
    assert hint.text().startswith("All profiles are hidden")


def test_the_view_stays_on_regrouping_and_moves_to_a_new_profile(canvas: RooflineCanvas) -> None:
    document, _ = document_at(POINTS)
    canvas.show_content(Shown(document, analyse(document)))
    canvas.zoom(2)
    zoomed = canvas.frame
    other = replace(document, view=View(all_levels=True))
    canvas.show_content(Shown(other, analyse(other)))
    assert canvas.frame == zoomed
    canvas.show_content(shown_at(POINTS))
    assert canvas.frame == FRAME


def pixels(canvas: RooflineCanvas) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    image = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return flat[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def test_selecting_repaints_the_dot_and_nothing_far_from_it(canvas: RooflineCanvas) -> None:
    before = pixels(canvas)
    canvas.show_content(replace(canvas.shown, selection=frozenset({1})))
    changed = (before != pixels(canvas)).any(axis=2)
    at = canvas.position_of(1)
    assert at is not None
    assert changed[at.y() - 25 : at.y() + 25, at.x() - 25 : at.x() + 25].any()
    assert not changed[-120:, :200].any()


def test_themes_change_the_ground(canvas: RooflineCanvas) -> None:
    for palette in (DARK, LIGHT):
        canvas.set_palette(palette)
        corner = pixels(canvas)[3, 3]
        assert "#{:02X}{:02X}{:02X}".format(*corner) == palette.window


def test_large_type_takes_more_room(canvas: RooflineCanvas) -> None:
    before = position(canvas, 0)
    canvas.set_text_size(24)
    QTest.qWait(20)
    assert position(canvas, 0).x() > before.x()


def test_the_canvas_describes_itself(canvas: RooflineCanvas) -> None:
    assert canvas.accessibleName() == "Roofline"
    assert canvas.accessibleDescription() == "3 dots, 0 outside the frame, 0 selected"
