"""The layers of the canvas: each paints one part of the layout and keeps what it painted until that part changes."""

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget


class Layer(QGraphicsItem):
    """Paints with a function, in pixels of the view that it belongs to."""

    def __init__(self, parent: QGraphicsItem, paint: Callable[[QPainter], None], *, kept: bool) -> None:
        super().__init__(parent)
        self._paint = paint
        self._rect = QRectF()
        if kept:
            self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def resize(self, rect: QRectF) -> None:
        """Cover `rect`."""
        if rect != self._rect:
            self.prepareGeometryChange()
            self._rect = QRectF(rect)

    def boundingRect(self) -> QRectF:
        """The covered rectangle."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the part."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter)
