"""Dragging calculated dots moves the what-if of the session; everything else stays where it is meanwhile."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from roofline_gui.model.document import Document
from roofline_gui.model.source import BatchLaw
from roofline_gui.present.picture.dots import Kind
from roofline_gui.session.session import Session
from roofline_gui.ui.canvas.canvas import RooflineCanvas
from roofline_gui.ui.canvas.link import CanvasLink
from roofline_gui.ui.canvas.moving import MovingSurface
from tests.present.pictures import calculated, gemm, measured_at, stays
from tests.session import builders
from tests.ui.canvas.mouse import drag, plot, position, press, pull, release

GEMM, STAYS = 0, 1  # rows of the estimates


@dataclass
class Desk:
    """A canvas that shows a session."""

    session: Session
    canvas: RooflineCanvas

    @property
    def surface(self) -> MovingSurface:
        (found,) = self.canvas.findChildren(MovingSurface)
        return found

    def batch(self) -> int | None:
        """That of the what-if."""
        return self.session.document.what_if.batch

    def dot(self, row: int, kind: Kind = Kind.CALCULATED) -> QPoint:
        return position(self.canvas, row, kind)

    def open(self, document: Document) -> None:
        self.session.start_with(document)
        QTest.qWait(20)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    session = builders.session(tmp_path)
    session.start_with(calculated(gemm(), stays()))
    canvas = RooflineCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(900, 640)
    link = CanvasLink(session, canvas)
    link.complete()
    with qtbot.waitExposed(canvas):
        canvas.show()
    QTest.qWait(20)
    yield Desk(session, canvas)
    canvas.close()


def test_a_dot_follows_the_pointer_along_its_trail_as_one_undo_step(desk: Desk) -> None:
    start, other = desk.dot(GEMM), desk.dot(STAYS)
    frame = desk.canvas.frame
    # The other one stands at 10 FLOP/B, where b / (1 + b / 2048) = 10: batch 10.05.
    drag(desk.canvas, start, other)
    batch = desk.batch()
    assert batch is not None
    assert 9 <= batch <= 11
    assert desk.canvas.frame == frame
    assert desk.session.undo_stack.count() == 1
    assert desk.session.undo_stack.undoText() == f"Batch {batch}"
    assert desk.session.kernel_desk.chosen_rows() == (GEMM,)
    near = desk.dot(GEMM) - other
    assert abs(near.x()) <= 6
    assert abs(near.y()) <= 6
    desk.session.undo_stack.undo()
    assert desk.batch() is None


def test_a_dot_does_not_jump_to_a_pointer_that_took_it_at_its_rim(desk: Desk) -> None:
    start = desk.dot(GEMM) + QPoint(4, 3)
    press(desk.canvas, start)
    pull(desk.canvas, start, start + QPoint(12, -12))
    pull(desk.canvas, start + QPoint(12, -12), start)
    release(desk.canvas, start)
    assert desk.batch() in (None, 1)


def test_a_kernel_without_a_batch_law_moves_through_the_precisions(desk: Desk) -> None:
    start = desk.dot(STAYS)
    decade = (desk.dot(STAYS) - desk.dot(GEMM)).x()  # from 1 to 10 FLOP/B
    drag(desk.canvas, start, start + QPoint(round(0.6 * decade), -round(0.6 * decade)))  # to 40 FLOP/B: a quarter
    precision = desk.session.document.what_if.precision
    assert precision is not None
    assert precision.value == "fp8_tensor"
    assert desk.batch() is None


def test_escape_takes_a_drag_back(desk: Desk) -> None:
    start, other = desk.dot(GEMM), desk.dot(STAYS)
    press(desk.canvas, start)
    pull(desk.canvas, start, other)
    assert desk.batch() is not None
    QTest.keyClick(desk.canvas, Qt.Key.Key_Escape)
    assert desk.batch() is None
    assert not desk.session.what_if_desk.sliding
    pull(desk.canvas, other, other + QPoint(40, -40))  # the button is still held
    release(desk.canvas, other + QPoint(40, -40))
    assert desk.batch() is None
    assert not desk.session.undo_stack.canUndo()


def test_elsewhere_dragging_pans(desk: Desk) -> None:
    frame = desk.canvas.frame
    drag(desk.canvas, QPoint(300, 420), QPoint(360, 380))
    assert desk.canvas.frame != frame
    assert desk.batch() is None


def test_measured_dots_and_the_view_around_them_are_not_dragged(desk: Desk) -> None:
    desk.open(measured_at([(10.0, 2e13)]))
    start = desk.dot(0, Kind.MEASURED)
    frame = desk.canvas.frame
    drag(desk.canvas, start, start + QPoint(60, 40))
    assert desk.canvas.frame != frame  # it pans
    assert not desk.session.document.what_if.changes_something


def test_the_surface_is_there_while_something_slides_and_gone_after(desk: Desk) -> None:
    what_ifs = desk.session.what_if_desk
    what_ifs.begin_slide()
    assert desk.surface.isHidden()
    what_ifs.set_batch(8, merge="x")
    assert desk.surface.isVisible()
    what_ifs.set_batch(64, merge="x")
    assert "0 selected" in desk.canvas.accessibleDescription()
    what_ifs.end_slide()
    assert desk.surface.isHidden()
    before = desk.dot(GEMM)
    desk.open(calculated(gemm(), stays(), what_if=desk.session.document.what_if))
    assert desk.dot(GEMM) == before


def pixels(desk: Desk) -> QImage:
    return plot(desk.canvas).grab().toImage()


def colours(image: QImage, at: QPoint) -> float:
    """How far a pixel is from white."""
    colour = image.pixelColor(at)
    return 3 * 255 - colour.red() - colour.green() - colour.blue()


def test_what_does_not_follow_the_batch_is_fainter_while_it_slides(desk: Desk) -> None:
    document = measured_at([(10.0, 2e13), (100.0, 1e14)], law=BatchLaw((1,), 8, 0.0))
    desk.open(document)
    still, moving = desk.dot(0, Kind.MEASURED), desk.dot(1, Kind.MEASURED)
    before = pixels(desk)
    desk.session.what_if_desk.begin_slide()
    desk.session.what_if_desk.set_batch(2, merge="x")
    during = pixels(desk)
    assert colours(during, still) < 0.6 * colours(before, still)
    assert colours(during, moving) == colours(before, moving)
    desk.session.what_if_desk.end_slide()
    QTest.qWait(20)  # the key above the plot has one more symbol
    assert colours(pixels(desk), desk.dot(0, Kind.MEASURED)) == colours(before, still)


def test_a_slide_of_the_precision_makes_nothing_fainter(desk: Desk) -> None:
    desk.open(measured_at([(10.0, 2e13)]))
    at = desk.dot(0, Kind.MEASURED)
    before = colours(pixels(desk), at)
    desk.session.what_if_desk.begin_slide()
    desk.session.what_if_desk.change("x", replace(desk.session.document.what_if, bytes=0.5), merge="x")
    assert colours(pixels(desk), at) == before
    desk.session.what_if_desk.end_slide()


def test_zooming_while_it_slides_moves_everything(desk: Desk) -> None:
    desk.session.what_if_desk.begin_slide()
    desk.session.what_if_desk.set_batch(8, merge="x")
    before = desk.dot(STAYS)
    desk.canvas.zoom(2)
    assert desk.surface.isVisible()
    assert desk.dot(STAYS) != before
    desk.session.what_if_desk.end_slide()
