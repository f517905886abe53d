"""Calculated dots and ghosts answer to the mouse and the keys like measured ones."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from roofline_gui.model.document import Document, View
from roofline_gui.present.picture.dots import Kind
from roofline_gui.present.picture.shown import Shown
from roofline_gui.ui.canvas.canvas import RooflineCanvas
from roofline_gui.ui.canvas.key_row import KeyRow
from tests.present.pictures import calculated, gemm, measured_at, shown, stays
from tests.ui.canvas.builders import shown_at
from tests.ui.canvas.mouse import card_of, click, drag, hover, position

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
POINTS = [(10.0, 2e13), (100.0, 1e14)]


@pytest.fixture
def canvas(qtbot: QtBot) -> Iterator[RooflineCanvas]:
    made = RooflineCanvas()
    qtbot.addWidget(made)
    made.resize(900, 600)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.close()


def picks(canvas: RooflineCanvas) -> list[tuple[set[int], set[int]]]:
    """What is selected after each change: measured and calculated rows."""
    seen: list[tuple[set[int], set[int]]] = []
    canvas.picked.connect(lambda rows, chosen: seen.append((set(rows), set(chosen))))
    return seen


def both() -> Shown:
    return shown(replace(measured_at(POINTS), kernels=(gemm(), stays())))


def test_a_click_chooses_and_a_click_on_the_other_kind_clears(canvas: RooflineCanvas) -> None:
    canvas.show_content(both())
    seen = picks(canvas)
    click(canvas, position(canvas, 0, Kind.CALCULATED))
    QTest.qWait(450)  # not a double click
    click(canvas, position(canvas, 1))
    QTest.qWait(450)
    click(canvas, position(canvas, 0, Kind.CALCULATED), CONTROL)
    QTest.qWait(450)
    click(canvas, position(canvas, 0, Kind.CALCULATED))
    assert seen == [(set(), {0}), ({1}, set()), ({1}, {0}), (set(), {0})]


def test_a_rubber_band_takes_both_kinds(canvas: RooflineCanvas) -> None:
    canvas.show_content(both())
    seen = picks(canvas)
    frame = canvas.frame
    start = position(canvas, 0, Kind.CALCULATED) + QPoint(-50, 50)
    drag(canvas, start, position(canvas, 1) + QPoint(60, -60), SHIFT)
    assert seen == [({0, 1}, {0, 1})]
    assert canvas.frame == frame


def test_keys_walk_on_to_calculated_dots(canvas: RooflineCanvas) -> None:
    canvas.show_content(both())
    seen = picks(canvas)
    for key in (Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_Escape):
        QTest.keyClick(canvas, key)
    assert [rows or chosen for rows, chosen in seen] == [{0}, {1}, {0}, set()]
    assert seen[2] == (set(), {0})


def test_they_work_without_a_profile(canvas: RooflineCanvas) -> None:
    canvas.show_content(shown(calculated(gemm())))
    hints = [label for label in canvas.findChildren(QLabel) if label.text().startswith("Open a profile")]
    assert all(hint.isHidden() for hint in hints)
    seen = picks(canvas)
    click(canvas, position(canvas, 0, Kind.CALCULATED))
    assert seen == [(set(), {0})]
    canvas.show_content(Shown(Document()))
    assert not hints[0].isHidden()


def test_a_ghost_has_a_card_and_selects_its_row(canvas: RooflineCanvas) -> None:
    canvas.show_content(shown(measured_at(POINTS), bytes=0.1))
    seen = picks(canvas)
    hover(canvas, position(canvas, 1, Kind.GHOST))
    assert "Predicted: −90 % bytes" in card_of(canvas).text
    click(canvas, position(canvas, 1, Kind.GHOST))
    assert seen == [({1}, set())]


def test_a_card_says_what_dragging_does_and_the_pointer_shows_it(canvas: RooflineCanvas) -> None:
    canvas.show_content(both())
    hover(canvas, position(canvas, 0, Kind.CALCULATED))
    lines = card_of(canvas).text.splitlines()
    assert lines[:2] == ["gemm", "Calculated from a formula"]
    assert "Drag: along its trail, to another batch" in lines
    widget = canvas.childAt(canvas.width() // 2, canvas.height() // 2)
    assert widget is not None
    assert widget.cursor().shape() is Qt.CursorShape.OpenHandCursor
    hover(canvas, position(canvas, 1))
    assert "Drag" not in card_of(canvas).text
    assert widget.cursor().shape() is Qt.CursorShape.ArrowCursor


def test_symbols_are_explained_above_the_plot(canvas: RooflineCanvas) -> None:
    (keys,) = canvas.findChildren(KeyRow)
    canvas.show_content(shown_at(POINTS))
    assert keys.isHidden()
    document = shown_at(POINTS).document
    canvas.show_content(shown(replace(document, view=View(all_levels=True), kernels=(gemm(),)), bytes=0.5))
    assert keys.isVisible()
    assert keys.texts == (
        "hollow: calculated",
        "ghost: predicted",
        "batch 1 to 4,096, ring: crosses the ridge",
        "dram",
        "l2",
        "l1 (data path)",
    )
    assert keys.height() > 0
