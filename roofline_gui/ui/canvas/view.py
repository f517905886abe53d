"""The view of the plane in log10 coordinates: pan, zoom within limits, click, rubber band, things that are pulled."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal

from roofline_gui.present.picture.axis import FARTHEST, LARGEST_SPAN, SMALLEST_SPAN, Frame


class _Drag(Enum):
    PAN = auto()
    BAND = auto()
    PULL = auto()


class RooflineView(pg.ViewBox):  # type: ignore[misc]
    """Emits what the mouse means; positions are in pixels of the view.

    clicked: position and whether the selection is to be extended. double_clicked: on any place. band_moved: the rubber
    band while it is drawn. banded: its final rectangle and whether the selection is to be extended. pulled: where the
    pointer is that pulls what it took; let_go: it does so no more. `take` takes what lies at a position, if anything.
    """

    clicked = Signal(QPointF, bool)
    double_clicked = Signal()
    band_moved = Signal(QRectF)
    banded = Signal(QRectF, bool)
    pulled = Signal(QPointF)
    let_go = Signal()

    def __init__(self, take: Callable[[QPointF], bool] = lambda position: False) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self._take = take
        self._drag = _Drag.PAN
        self.disableAutoRange()
        self.setLimits(
            xMin=-FARTHEST,
            xMax=FARTHEST,
            yMin=-FARTHEST,
            yMax=FARTHEST,
            minXRange=SMALLEST_SPAN,
            maxXRange=LARGEST_SPAN,
            minYRange=SMALLEST_SPAN,
            maxYRange=LARGEST_SPAN,
        )

    @property
    def frame(self) -> Frame:
        """What is shown."""
        (left, right), (bottom, top) = self.viewRange()
        return Frame(left, right, bottom, top)

    def show_frame(self, frame: Frame) -> None:
        """Show a frame exactly, as far as the limits allow."""
        self.setRange(xRange=(frame.left, frame.right), yRange=(frame.bottom, frame.top), padding=0)

    def zoom_by(self, factor: float) -> None:
        """Zoom about the centre; above 1 is nearer."""
        self.scaleBy((1 / factor, 1 / factor))

    def pan_by(self, right: float, up: float) -> None:
        """Move by shares of what is shown."""
        frame = self.frame
        self.translateBy(x=right * (frame.right - frame.left), y=up * (frame.top - frame.bottom))

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        """Left drag pulls what it took, else it pans; begun with shift it draws a rubber band."""
        if event.button() == Qt.MouseButton.RightButton:
            event.ignore()
            return
        if event.isStart():
            self._drag = self._what_begins(event)
        if self._drag is _Drag.PAN:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        if self._drag is _Drag.PULL:
            self.pulled.emit(QPointF(event.pos()))
            if event.isFinish():
                self.let_go.emit()
            return
        rect = QRectF(event.buttonDownPos(), event.pos()).normalized()
        self.band_moved.emit(QRectF() if event.isFinish() else rect)
        if event.isFinish():
            self.banded.emit(rect, _extends(event))

    def _what_begins(self, event: Any) -> _Drag:
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return _Drag.BAND
        left = event.button() == Qt.MouseButton.LeftButton
        return _Drag.PULL if left and self._take(QPointF(event.buttonDownPos())) else _Drag.PAN

    def mouseClickEvent(self, event: Any) -> None:
        """A click selects; a double click is told apart."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        event.accept()
        if event.double():
            self.double_clicked.emit()
        else:
            self.clicked.emit(QPointF(event.pos()), _extends(event))


def _extends(event: Any) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
