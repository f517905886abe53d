"""Painting a laid out scene with a QPainter: the same strokes for the window and for exported pictures.

Everything arrives in pixels; nothing is computed here but colours and outlines.
"""

import math

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from roofline_gui.model.machine import Level
from roofline_gui.present.axis import Ticks, Viewport
from roofline_gui.present.layout import EdgeMark, Layout
from roofline_gui.present.lines import Word
from roofline_gui.present.palette import Palette, Shape, group_colour
from roofline_gui.present.scene import LEVELS, Scene
from roofline_gui.present.style import Role, Style
from roofline_gui.ui.fonts import Fonts

HALO = 1.5  # pixels of background around a dot
DENSE_OPACITY = 0.5
TRAIL_OPACITY = 0.55
# Part of the disc that is filled, in degrees: from DRAM (all) to the levels next to the cores (none).
_FILLED = {Level.DRAM: 360, Level.LLC: 270, Level.L2: 180, Level.L1: 0, Level.SHARED: 0}
_QUIET = frozenset(
    {Role.TICK, Role.REGION, Role.CEILING_QUIET, Role.RIDGE, Role.DETAIL, Role.SUBTITLE, Role.CAPTION, Role.LEGEND}
)


def colour(text: str, opacity: float = 1.0) -> QColor:
    """A palette colour with an opacity."""
    made = QColor(text)
    made.setAlphaF(opacity)
    return made


def text_colour(palette: Palette, role: Role) -> QColor:
    """The colour of a text by what it is for."""
    return QColor(palette.muted if role in _QUIET else palette.text)


def paint_backdrop(painter: QPainter, layout: Layout, palette: Palette) -> None:
    """Regions, grid, ceilings and ridge points."""
    viewport = layout.viewport
    tints = {"memory": palette.memory, "mixed": palette.mixed, "compute": palette.compute}
    for band in layout.bands:
        rect = QRectF(band.left, viewport.y, band.right - band.left, viewport.height)
        painter.fillRect(rect, colour(tints[band.side.value], palette.tint))
    _paint_grid(painter, layout, palette)
    painter.save()
    painter.setClipRect(QRectF(viewport.x, viewport.y, viewport.width, viewport.height))
    for line in layout.lines:
        pen = QPen(QColor(palette.ceiling if line.main else palette.ceiling_quiet), layout.style.line(line.main))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        if line.compared:
            pen.setDashPattern([9, 3.5, 1, 3.5])
        elif line.dashed:
            pen.setDashPattern([5, 3.5] if line.main else [8, 5])
        painter.setPen(pen)
        painter.drawLine(QPointF(line.x0, line.y0), QPointF(line.x1, line.y1))
    for ridge in layout.ridges:
        strength = palette.ceiling if ridge.main else palette.ceiling_quiet
        painter.setPen(QPen(QColor(palette.window), HALO))
        painter.setBrush(QColor(strength))
        radius = layout.style.text * (0.3 if ridge.main else 0.2)
        painter.drawEllipse(QPointF(ridge.x, ridge.y), radius, radius)
    painter.restore()


def _paint_grid(painter: QPainter, layout: Layout, palette: Palette) -> None:
    viewport = layout.viewport
    for shade, x_marks, y_marks in (
        (palette.grid_minor, layout.x_ticks.minor, layout.y_ticks.minor),
        (palette.grid, layout.x_ticks.major, layout.y_ticks.major),
    ):
        painter.setPen(QPen(QColor(shade), 1))
        columns = viewport.x_pixels(np.array(x_marks)).tolist()
        rows = viewport.y_pixels(np.array(y_marks)).tolist()
        # On half pixels a line of width 1 stays sharp.
        columns, rows = [math.floor(x) + 0.5 for x in columns], [math.floor(y) + 0.5 for y in rows]
        painter.drawLines(
            [QLineF(x, viewport.y, x, viewport.bottom) for x in columns]
            + [QLineF(viewport.x, y, viewport.right, y) for y in rows]
        )


def paint_dots(painter: QPainter, layout: Layout, scene: Scene, palette: Palette) -> None:
    """Trails, dots, the levels of selected dots, marks of dots outside."""
    viewport, style = layout.viewport, layout.style
    painter.save()
    painter.setClipRect(QRectF(viewport.x, viewport.y, viewport.width, viewport.height))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for trail in layout.trails:
        pen = QPen(_dot_colour(scene, palette, trail.dot, TRAIL_OPACITY), style.text * 0.1)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in trail.points.tolist()]))
    if layout.dots.dense:
        _paint_density(painter, layout, scene, palette)
    else:
        for dot in layout.dots.order.tolist():
            _paint_dot(painter, layout, scene, palette, dot)
    dots = layout.dots
    for dot in dots.close.tolist():
        paint_close(painter, float(dots.x[dot]), float(dots.y[dot]), float(dots.radius[dot]), style, palette)
    for dot in dots.above_roof.tolist():
        paint_above_roof(painter, float(dots.x[dot]), float(dots.y[dot]) - float(dots.radius[dot]), style, palette)
    _paint_levels(painter, layout, scene, palette)
    for mark in layout.edge_marks:
        painter.setPen(QPen(QColor(palette.window), HALO))
        painter.setBrush(_dot_colour(scene, palette, mark.dot))
        painter.drawPolygon(_arrow(mark, style.edge_mark))
    for dot in scene.selected:
        if layout.dots.inside[dot]:
            _paint_dot(painter, layout, scene, palette, dot)
            paint_ring(painter, layout, dot, palette.accent, style.text * 0.15)
    painter.restore()


def paint_ring(painter: QPainter, layout: Layout, dot: int, ring: str, width: float) -> None:
    """A ring around a dot: selected, or under the pointer."""
    dots = layout.dots
    painter.setPen(QPen(QColor(ring), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = float(dots.radius[dot]) + HALO + width / 2
    painter.drawEllipse(QPointF(float(dots.x[dot]), float(dots.y[dot])), radius, radius)


def paint_words(painter: QPainter, layout: Layout, fonts: Fonts, palette: Palette) -> None:
    """Leader lines and all words inside the frame."""
    painter.setPen(QPen(QColor(palette.muted), max(0.8, layout.style.text * 0.06)))
    painter.drawLines([QLineF(*leader) for leader in layout.leaders])
    for word in layout.words:
        if word.halo:
            _paint_halo(painter, word, fonts, palette, layout.style)
        paint_word(painter, word, fonts, palette)


def paint_word(painter: QPainter, word: Word, fonts: Fonts, palette: Palette) -> None:
    """One word in the colour of its role."""
    painter.setPen(text_colour(palette, word.role))
    painter.setFont(fonts[word.role])
    ascent = fonts.ascent(word.role)
    if not word.angle:
        painter.drawText(QPointF(word.x, word.y + ascent), word.text)
        return
    painter.save()
    painter.translate(word.x, word.y)
    painter.rotate(-word.angle)
    painter.drawText(QPointF(0, ascent), word.text)
    painter.restore()


def paint_x_axis(
    painter: QPainter, ticks: Ticks, viewport: Viewport, fonts: Fonts, palette: Palette, style: Style
) -> None:
    """Line, ticks and labels below the viewport."""
    bottom, length = viewport.bottom, style.text * 0.35
    columns = [(math.floor(x) + 0.5, length) for x in viewport.x_pixels(np.array(ticks.major)).tolist()]
    columns += [(math.floor(x) + 0.5, length * 0.55) for x in viewport.x_pixels(np.array(ticks.minor)).tolist()]
    line = math.floor(bottom) + 0.5
    painter.setPen(QPen(QColor(palette.ceiling_quiet), 1))
    painter.drawLines(
        [QLineF(viewport.x, line, viewport.right, line)] + [QLineF(x, line, x, line + d) for x, d in columns]
    )
    for position, text in ticks.labels:
        width, _ = fonts.measure(text, Role.TICK)
        x = viewport.point(position, 0)[0] - width / 2
        paint_word(painter, Word(x, bottom + length + style.gap * 0.5, text, Role.TICK), fonts, palette)


def paint_y_axis(
    painter: QPainter, ticks: Ticks, viewport: Viewport, fonts: Fonts, palette: Palette, style: Style
) -> None:
    """Line, ticks and labels left of the viewport."""
    length = style.text * 0.35
    rows = [(math.floor(y) + 0.5, length) for y in viewport.y_pixels(np.array(ticks.major)).tolist()]
    rows += [(math.floor(y) + 0.5, length * 0.55) for y in viewport.y_pixels(np.array(ticks.minor)).tolist()]
    line = math.floor(viewport.x) + 0.5
    painter.setPen(QPen(QColor(palette.ceiling_quiet), 1))
    painter.drawLines(
        [QLineF(line, viewport.y, line, viewport.bottom)] + [QLineF(line - d, y, line, y) for y, d in rows]
    )
    for position, text in ticks.labels:
        width, height = fonts.measure(text, Role.TICK)
        y = viewport.point(0, position)[1] - height / 2
        paint_word(painter, Word(viewport.x - length - style.gap - width, y, text, Role.TICK), fonts, palette)


def paint_marker(
    painter: QPainter, x: float, y: float, radius: float, shape: int, fill: QColor, palette: Palette
) -> None:
    """One marker with a halo; all shapes of a radius cover the same area."""
    painter.setPen(QPen(QColor(palette.window), HALO))
    painter.setBrush(fill)
    if shape == Shape.CIRCLE:
        painter.drawEllipse(QPointF(x, y), radius, radius)
        return
    painter.drawPolygon(QPolygonF([QPointF(x + radius * a, y + radius * b) for a, b in _OUTLINES[Shape(shape)]]))


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


def _paint_dot(painter: QPainter, layout: Layout, scene: Scene, palette: Palette, dot: int) -> None:
    x, y, radius = (float(a[dot]) for a in (layout.dots.x, layout.dots.y, layout.dots.radius))
    fill = _dot_colour(scene, palette, dot)
    level = LEVELS[scene.dots.level[dot]]
    if level is Level.DRAM:
        paint_marker(painter, x, y, radius, int(scene.dots.shape[dot]), fill, palette)
    else:
        paint_level_marker(painter, x, y, radius, level, fill, palette)


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


def _paint_density(painter: QPainter, layout: Layout, scene: Scene, palette: Palette) -> None:
    """Thousands of dots: translucent points, one stroke per colour and size, so that density shows as depth."""
    dots = layout.dots
    order = dots.order
    sizes = np.ceil(dots.radius[order]).astype(np.int64)
    colours = scene.dots.colour[order]
    for size in np.unique(sizes)[::-1].tolist():
        for index in np.unique(colours[sizes == size]).tolist():
            chosen = order[(sizes == size) & (colours == index)]
            pen = QPen(colour(group_colour(palette, index), DENSE_OPACITY), 2 * size)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            points = zip(dots.x[chosen].tolist(), dots.y[chosen].tolist(), strict=True)
            painter.drawPoints(QPolygonF([QPointF(x, y) for x, y in points]))


def _paint_levels(painter: QPainter, layout: Layout, scene: Scene, palette: Palette) -> None:
    levels, style = layout.levels, layout.style
    for link, dot in zip(levels.links.tolist(), levels.link_dot.tolist(), strict=True):
        painter.setPen(QPen(_dot_colour(scene, palette, dot, TRAIL_OPACITY), style.text * 0.1))
        painter.drawLine(QLineF(*link))
        if layout.dots.inside[dot]:  # over the end of its line
            _paint_dot(painter, layout, scene, palette, dot)
    for x, y, level, dot in zip(*(a.tolist() for a in (levels.x, levels.y, levels.level, levels.dot)), strict=True):
        paint_level_marker(painter, x, y, style.level_radius, LEVELS[level], _dot_colour(scene, palette, dot), palette)


def _paint_halo(painter: QPainter, word: Word, fonts: Fonts, palette: Palette, style: Style) -> None:
    path = QPainterPath()
    path.addText(QPointF(0, fonts.ascent(word.role)), QFont(fonts[word.role]), word.text)
    turned = QTransform().translate(word.x, word.y).rotate(-word.angle)
    pen = QPen(colour(palette.window, 0.8), style.text * 0.24)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(turned.map(path), pen)


def _dot_colour(scene: Scene, palette: Palette, dot: int, opacity: float = 1.0) -> QColor:
    return colour(group_colour(palette, int(scene.dots.colour[dot])), opacity)


def _arrow(mark: EdgeMark, size: float) -> QPolygonF:
    """A triangle that points out of the frame."""
    length = math.hypot(mark.dx, mark.dy)
    dx, dy = mark.dx / length, mark.dy / length
    corners = ((dx, dy), (-dy - dx * 0.7, dx - dy * 0.7), (dy - dx * 0.7, -dx - dy * 0.7))
    return QPolygonF([QPointF(mark.x + size * a, mark.y + size * b) for a, b in corners])


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
