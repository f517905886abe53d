"""What a mouse does on a canvas."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from roofline_gui.present.picture.dots import Kind
from roofline_gui.ui.canvas.canvas import RooflineCanvas
from roofline_gui.ui.canvas.hover_card import HoverCard

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def plot(canvas: RooflineCanvas) -> QWidget:
    """The widget that takes the mouse at the middle of the canvas."""
    found = canvas.childAt(canvas.width() // 2, canvas.height() // 2)
    assert found is not None
    return found


def position(canvas: RooflineCanvas, row: int, kind: Kind = Kind.MEASURED) -> QPoint:
    """Where the dot of a row stands in the plot's widget."""
    at = canvas.position_of(row, kind)
    assert at is not None
    return plot(canvas).mapFrom(canvas, at)


def click(canvas: RooflineCanvas, at: QPoint, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    """A click."""
    QTest.mouseClick(plot(canvas), LEFT, modifier, at)


def press(canvas: RooflineCanvas, at: QPoint, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    """Press the button."""
    QTest.mousePress(plot(canvas), LEFT, modifier, at)


def pull(canvas: RooflineCanvas, start: QPoint, end: QPoint, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    """Move the pressed mouse."""
    widget = plot(canvas)
    for part in (0.3, 0.6, 1.0):
        at = QPointF(start + (end - start) * part)
        move = QMouseEvent(QEvent.Type.MouseMove, at, widget.mapToGlobal(at), LEFT, LEFT, modifier)
        QApplication.sendEvent(widget, move)
        QTest.qWait(30)  # the scene drops moves that follow too fast


def release(canvas: RooflineCanvas, at: QPoint, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    """Let the button go."""
    QTest.mouseRelease(plot(canvas), LEFT, modifier, at)


def drag(canvas: RooflineCanvas, start: QPoint, end: QPoint, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    """From one place to another."""
    press(canvas, start, modifier)
    pull(canvas, start, end, modifier)
    release(canvas, end, modifier)


def hover(canvas: RooflineCanvas, at: QPoint) -> None:
    """Move the mouse there."""
    QTest.mouseMove(plot(canvas), at - QPoint(40, 40))
    QTest.qWait(30)
    QTest.mouseMove(plot(canvas), at)


def card_of(canvas: RooflineCanvas) -> HoverCard:
    """The card beside the pointer."""
    (card,) = canvas.findChildren(HoverCard)
    return card
