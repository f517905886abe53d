"""Painting the measured dots of a laid out scene, with what belongs to them and stays where it is."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from roofline_gui.model.demand import Ints
from roofline_gui.present.palette import Palette, group_colour
from roofline_gui.present.picture.dots import LEVELS, Kind
from roofline_gui.present.picture.layout import Layout
from roofline_gui.present.picture.scene import Scene
from roofline_gui.ui.canvas.arrow_painting import paint_arrows
from roofline_gui.ui.canvas.symbols import (
    colour,
    look_of,
    paint_above_roof,
    paint_close,
    paint_edge_mark,
    paint_level_marker,
    paint_recorded,
    paint_ring,
    paint_symbol,
)

DENSE_OPACITY = 0.5
TRAIL_OPACITY = 0.55
FAINT = 0.35  # opacity of what does not follow while something slides


def paint_dots(painter: QPainter, layout: Layout, scene: Scene, palette: Palette, *, faint: bool = False) -> None:
    """Trails, measured dots, the levels of selected ones, arrows from ideals, marks of dots outside. With `faint`, what
    does not follow the batch is drawn fainter.
    """
    viewport, style, dots = layout.viewport, layout.style, layout.dots
    follows = scene.dots.follows
    painter.save()
    painter.setClipRect(QRectF(viewport.x, viewport.y, viewport.width, viewport.height))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for trail in layout.trails:
        pen = QPen(dot_colour(scene, palette, trail.dot, TRAIL_OPACITY), style.text * 0.1)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in trail.points.tolist()]))
    if faint:
        painter.setOpacity(FAINT)
        _paint_markers(painter, dots.order[~follows[dots.order]], layout, scene, palette)
        painter.setOpacity(1)
        _paint_markers(painter, dots.order[follows[dots.order]], layout, scene, palette)
    else:
        _paint_markers(painter, dots.order, layout, scene, palette)
    for dot in dots.close.tolist():
        paint_close(painter, *place_of(layout, dot), style, palette)
    for dot in dots.above_roof.tolist():
        x, y, radius = place_of(layout, dot)
        paint_above_roof(painter, x, y - radius, style, palette)
    _paint_levels(painter, layout, scene, palette)
    paint_arrows(painter, layout.arrows, style, palette)
    for mark in layout.edge_marks:
        if mark.dot < scene.dots.still:
            paint_edge_mark(painter, mark, style.edge_mark, dot_colour(scene, palette, mark.dot), palette)
    for dot in scene.selected:
        if dots.inside[dot] and dot < scene.dots.still:
            _paint_dot(painter, layout, scene, palette, dot)
            paint_ring(painter, *place_of(layout, dot), palette.accent, style.text * 0.15)
    painter.restore()


def place_of(layout: Layout, dot: int) -> tuple[float, float, float]:
    """Column, row and radius of a dot."""
    dots = layout.dots
    return float(dots.x[dot]), float(dots.y[dot]), float(dots.radius[dot])


def dot_colour(scene: Scene, palette: Palette, dot: int, opacity: float = 1.0) -> QColor:
    """The colour of a dot."""
    return colour(group_colour(palette, int(scene.dots.colour[dot])), opacity)


def _paint_markers(painter: QPainter, order: Ints, layout: Layout, scene: Scene, palette: Palette) -> None:
    if layout.dots.dense:
        _paint_density(painter, order, layout, scene, palette)
        return
    for dot in order.tolist():
        _paint_dot(painter, layout, scene, palette, dot)


def _paint_dot(painter: QPainter, layout: Layout, scene: Scene, palette: Palette, dot: int) -> None:
    paint_symbol(painter, *place_of(layout, dot), look_of(scene.dots, dot), palette)


def _paint_density(painter: QPainter, order: Ints, layout: Layout, scene: Scene, palette: Palette) -> None:
    """Thousands of dots: translucent points, one stroke per colour and size, so that density shows as depth."""
    dots = layout.dots
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
        painter.setPen(QPen(dot_colour(scene, palette, dot, TRAIL_OPACITY), style.text * 0.1))
        painter.drawLine(QLineF(*link))
        if layout.dots.inside[dot]:  # over the end of its line
            _paint_dot(painter, layout, scene, palette, dot)
    for x, y, level, dot in zip(*(a.tolist() for a in (levels.x, levels.y, levels.level, levels.dot)), strict=True):
        paint_level_marker(painter, x, y, style.level_radius, LEVELS[level], dot_colour(scene, palette, dot), palette)


def paint_recorded_rings(painter: QPainter, layout: Layout, scene: Scene, palette: Palette) -> None:
    """Rings around what was measured at just what the what-if asks for."""
    for dot in scene.recorded:
        if layout.dots.inside[dot] and scene.dots.kind[dot] == Kind.MEASURED:
            paint_recorded(painter, *place_of(layout, dot), layout.style, palette)
