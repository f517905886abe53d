"""Painting the arrows from ideals to what was measured."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from roofline_gui.present.palette import Palette
from roofline_gui.present.picture.arrow_pixels import ArrowPixels
from roofline_gui.present.picture.labels import Segment
from roofline_gui.present.picture.style import Style
from roofline_gui.ui.canvas.symbols import HALO

HEAD, HEAD_SPREAD = 0.7, 0.3  # length and half the width of a head, in text sizes
LARGEST_HEAD = 0.6  # share of a short arrow that its head takes
WIDTH = 0.13  # text sizes


def paint_arrows(painter: QPainter, arrows: Sequence[ArrowPixels], style: Style, palette: Palette) -> None:
    """The arrows of all rows, their ideals as small rings."""
    for one in arrows:
        if one.guide is not None:
            pen = QPen(QColor(palette.muted), style.text * 0.1)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setDashPattern([0.1, 3.0])
            painter.setPen(pen)
            painter.drawLine(QLineF(*one.guide))
        for arrow in (one.across, one.down):
            if arrow is not None:
                paint_arrow(painter, arrow, style, palette)
        if one.ideal is not None:
            painter.setPen(QPen(QColor(palette.text), style.text * WIDTH))
            painter.setBrush(QColor(palette.window))
            painter.drawEllipse(QPointF(*one.ideal), style.level_radius, style.level_radius)


def paint_arrow(painter: QPainter, arrow: Segment, style: Style, palette: Palette) -> None:
    """A line with a head at its end, with a halo that keeps it apart from dots."""
    x0, y0, x1, y1 = arrow
    length = math.hypot(x1 - x0, y1 - y0)
    head = min(style.text * HEAD, length * LARGEST_HEAD)
    along_x, along_y = (x1 - x0) / length, (y1 - y0) / length
    spread = head * HEAD_SPREAD / HEAD
    x, y = x1 - along_x * head, y1 - along_y * head
    corners = (x - along_y * spread, y + along_x * spread), (x + along_y * spread, y - along_x * spread)
    tip = QPolygonF([QPointF(x1, y1), *(QPointF(*corner) for corner in corners)])
    width = style.text * WIDTH
    for stroke, halo in ((QColor(palette.window), HALO), (QColor(palette.text), 0.0)):
        pen = QPen(stroke, width + 2 * halo)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(QLineF(x0, y0, x, y))
        painter.setPen(QPen(stroke, 2 * halo) if halo else Qt.PenStyle.NoPen)
        painter.setBrush(stroke)
        painter.drawPolygon(tip)


def paint_arrow_key(painter: QPainter, x: float, y: float, radius: float, style: Style, palette: Palette) -> None:
    """Both arrows, for a key."""
    left, right, above, below = x - 1.7 * radius, x + 1.2 * radius, y - radius, y + 1.4 * radius
    paint_arrow(painter, (right, above, right, below), style, palette)
    paint_arrow(painter, (left, above, right - 0.3 * radius, above), style, palette)
