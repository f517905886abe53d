"""The symbols that dots are painted as, and the marks on them; everything arrives in pixels."""

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from roofline_gui.model.machine import Level
from roofline_gui.present.palette import Palette, Shape, group_colour
from roofline_gui.present.picture.dot_pixels import EdgeMark
from roofline_gui.present.picture.dots import DRAM, LEVELS, Dots, Kind
from roofline_gui.present.picture.style import Style

HALO = 1.5  # pixels of background around a dot
SMALL = 7.0  # pixels: hollow dots of at most this radius hide what is behind them
GHOST_FILL, GHOST_RIM = 0.25, 0.9  # opacities
# Part of the disc that is filled, in degrees: from DRAM (all) to the levels next to the cores (none).
_FILLED = {Level.DRAM: 360, Level.LLC: 270, Level.L2: 180, Level.L1: 0, Level.SHARED: 0}


class Look(NamedTuple):
    """How a dot is painted: a colour index, a shape, what it stands for, which level, hollow or not."""

    colour: int
    shape: int
    kind: int = Kind.MEASURED
    level: int = DRAM
    hollow: bool = False


def look_of(dots: Dots, dot: int) -> Look:
    """How one of the dots is painted."""
    return Look(
        int(dots.colour[dot]), int(dots.shape[dot]), int(dots.kind[dot]), int(dots.level[dot]), bool(dots.hollow[dot])
    )


def colour(text: str, opacity: float = 1.0) -> QColor:
    """A palette colour with an opacity."""
    made = QColor(text)
    made.setAlphaF(opacity)
    return made


def paint_symbol(painter: QPainter, x: float, y: float, radius: float, look: Look, palette: Palette) -> None:
    """One dot."""
    own = QColor(group_colour(palette, look.colour))
    if look.kind == Kind.GHOST:
        paint_ghost(painter, x, y, radius, look.shape, own)
    elif look.hollow:
        through = look.kind == Kind.WHOLE_STEP or radius > SMALL  # what it is made of, or stands beside it, is inside
        paint_hollow(painter, x, y, radius, look.shape, own, palette, through=through)
    elif LEVELS[look.level] is not Level.DRAM:
        paint_level_marker(painter, x, y, radius, LEVELS[look.level], own, palette)
    else:
        paint_marker(painter, x, y, radius, look.shape, own, palette)


def paint_marker(
    painter: QPainter, x: float, y: float, radius: float, shape: int, fill: QColor, palette: Palette
) -> None:
    """A filled marker with a halo: measured. All shapes of a radius cover the same area."""
    painter.setPen(QPen(QColor(palette.window), HALO))
    painter.setBrush(fill)
    _draw(painter, x, y, radius, shape)


def paint_hollow(
    painter: QPainter,
    x: float,
    y: float,
    radius: float,
    shape: int,
    stroke: QColor,
    palette: Palette,
    *,
    through: bool,
) -> None:
    """A ring with a halo: calculated. `through`: one sees what is behind it."""
    width = max(1.6, radius * 0.3)
    painter.setPen(QPen(QColor(palette.window), width + 2 * HALO))
    painter.setBrush(Qt.BrushStyle.NoBrush if through else QColor(palette.window))
    _draw(painter, x, y, radius - width / 2, shape)
    painter.setPen(QPen(stroke, width))
    _draw(painter, x, y, radius - width / 2, shape)


def paint_ghost(painter: QPainter, x: float, y: float, radius: float, shape: int, stroke: QColor) -> None:
    """A marker that one can see through, with a thin rim: predicted."""
    fill, rim = QColor(stroke), QColor(stroke)
    fill.setAlphaF(GHOST_FILL)
    rim.setAlphaF(GHOST_RIM)
    painter.setPen(QPen(rim, 1.2))
    painter.setBrush(fill)
    _draw(painter, x, y, radius - 0.6, shape)


def paint_level_marker(
    painter: QPainter, x: float, y: float, radius: float, level: Level, stroke: QColor, palette: Palette
) -> None:
    """A disc filled as far as its level is from the cores."""
    painter.setPen(QPen(QColor(palette.window), 2 * HALO + radius * 0.35))
    painter.setBrush(QColor(palette.window))
    painter.drawEllipse(QPointF(x, y), radius, radius)
    painter.setPen(QPen(stroke, max(1.0, radius * 0.35)))
    painter.drawEllipse(QPointF(x, y), radius, radius)
    if _FILLED[level]:
        painter.setBrush(stroke)
        painter.drawPie(QRectF(x - radius, y - radius, 2 * radius, 2 * radius), 90 * 16, _FILLED[level] * 16)


def paint_ring(painter: QPainter, x: float, y: float, radius: float, ring: str, width: float) -> None:
    """A ring around a dot: selected, or under the pointer."""
    painter.setPen(QPen(QColor(ring), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius += HALO + width / 2
    painter.drawEllipse(QPointF(x, y), radius, radius)


def paint_recorded(painter: QPainter, x: float, y: float, radius: float, style: Style, palette: Palette) -> None:
    """The ring around a dot that was measured at just what the what-if asks for."""
    paint_ring(painter, x, y, radius, palette.what_if, max(1.2, style.text * 0.12))


def paint_close(painter: QPainter, x: float, y: float, radius: float, style: Style, palette: Palette) -> None:
    """The dashed ring around a dot whose verdict is close."""
    pen = QPen(QColor(palette.muted), max(1.0, style.text * 0.08))
    pen.setDashPattern([2.2, 2.2])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius += style.text * 0.2
    painter.drawEllipse(QPointF(x, y), radius, radius)


def paint_above_roof(painter: QPainter, x: float, y: float, style: Style, palette: Palette) -> None:
    """The chevron over a dot that stands above its roof; (x, y) is the top of the dot."""
    size = style.text * 0.3
    pen = QPen(QColor(palette.warn), style.text * 0.16)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    y -= style.text * 0.28
    painter.drawPolyline(QPolygonF([QPointF(x - size, y), QPointF(x, y - size * 0.9), QPointF(x + size, y)]))


def paint_edge_mark(painter: QPainter, mark: EdgeMark, size: float, fill: QColor, palette: Palette) -> None:
    """A triangle that points out of the frame."""
    length = math.hypot(mark.dx, mark.dy)
    dx, dy = mark.dx / length, mark.dy / length
    corners = ((dx, dy), (-dy - dx * 0.7, dx - dy * 0.7), (dy - dx * 0.7, -dx - dy * 0.7))
    painter.setPen(QPen(QColor(palette.window), HALO))
    painter.setBrush(fill)
    painter.drawPolygon(QPolygonF([QPointF(mark.x + size * a, mark.y + size * b) for a, b in corners]))


def _draw(painter: QPainter, x: float, y: float, radius: float, shape: int) -> None:
    if shape == Shape.CIRCLE:
        painter.drawEllipse(QPointF(x, y), radius, radius)
        return
    painter.drawPolygon(QPolygonF([QPointF(x + radius * a, y + radius * b) for a, b in _OUTLINES[Shape(shape)]]))


def reach(shape: int) -> float:
    """How far the corners of a marker lie from its centre, as a multiple of its radius."""
    return 1.0 if shape == Shape.CIRCLE else max(math.hypot(*corner) for corner in _OUTLINES[Shape(shape)])


def _regular(corners: int, turn: float) -> list[tuple[float, float]]:
    """Corners of a regular polygon with the area of the unit circle."""
    radius = math.sqrt(2 * math.pi / (corners * math.sin(2 * math.pi / corners)))
    angles = [turn + 2 * math.pi * i / corners for i in range(corners)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


_OUTLINES = {
    Shape.SQUARE: _regular(4, math.pi / 4),
    Shape.DIAMOND: _regular(4, 0),
    Shape.TRIANGLE: _regular(3, -math.pi / 2),
    Shape.HEXAGON: _regular(6, 0),
}
