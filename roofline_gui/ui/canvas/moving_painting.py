"""Painting what a what-if moves: ghosts with the lines to their dots, paths, calculated dots."""

from collections.abc import Callable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from roofline_gui.model.demand import Ints
from roofline_gui.present.palette import Palette
from roofline_gui.present.picture.layout import Layout
from roofline_gui.present.picture.path_pixels import PathPixels
from roofline_gui.present.picture.scene import Scene
from roofline_gui.present.picture.style import Style
from roofline_gui.ui.canvas.dot_painting import FAINT, dot_colour, paint_recorded_rings, place_of
from roofline_gui.ui.canvas.symbols import look_of, paint_edge_mark, paint_ring, paint_symbol
from roofline_gui.ui.widgets.theme import blend

PATH_OPACITY, LINK_STRENGTH = 0.85, 0.5
MANY_LINKS = 300  # from here on the lines to ghosts are painted without smoothing, which takes longest
# Paints some dots (indices) of a layout
PaintDots = Callable[[QPainter, Ints, Layout, Scene], None]


def paint_moving(painter: QPainter, layout: Layout, scene: Scene, palette: Palette) -> None:
    """All of it as it stands."""

    def paint(painter: QPainter, order: Ints, layout: Layout, scene: Scene) -> None:
        for dot in order.tolist():
            paint_symbol(painter, *place_of(layout, dot), look_of(scene.dots, dot), palette)

    paint_with(painter, layout, scene, palette, paint)


def paint_with(
    painter: QPainter, layout: Layout, scene: Scene, palette: Palette, paint: PaintDots, *, faint: bool = False
) -> None:
    """All of it, its dots by `paint`. With `faint`, kernels that do not follow the batch are drawn fainter."""
    viewport, style, dots = layout.viewport, layout.style, layout.dots
    painter.save()
    painter.setClipRect(QRectF(viewport.x, viewport.y, viewport.width, viewport.height))
    _paint_links(painter, layout, palette, smooth=not faint and len(layout.links) <= MANY_LINKS)
    for path in layout.paths:
        _paint_path(painter, path, layout, dot_colour(scene, palette, path.dot, PATH_OPACITY), palette)
    order = dots.moving
    if faint:
        follows = scene.dots.follows[order]
        painter.setOpacity(FAINT)
        paint(painter, order[~follows], layout, scene)
        painter.setOpacity(1)
        order = order[follows]
    paint(painter, order, layout, scene)
    paint_recorded_rings(painter, layout, scene, palette)
    for mark in layout.edge_marks:
        if mark.dot >= scene.dots.still:
            paint_edge_mark(painter, mark, style.edge_mark, dot_colour(scene, palette, mark.dot), palette)
    for dot in scene.selected:
        if dots.inside[dot] and dot >= scene.dots.still:
            paint_symbol(painter, *place_of(layout, dot), look_of(scene.dots, dot), palette)
            paint_ring(painter, *place_of(layout, dot), palette.accent, style.text * 0.15)
    painter.restore()


def _paint_links(painter: QPainter, layout: Layout, palette: Palette, *, smooth: bool) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
    grey = QColor(blend(palette.muted, palette.window, LINK_STRENGTH))  # opaque, which takes half the time
    painter.setPen(QPen(grey, layout.style.text * 0.08 if smooth else 1))
    painter.drawLines([QLineF(*link) for link in layout.links.tolist()])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def paint_way(
    painter: QPainter, x: float, y: float, radius: float, style: Style, palette: Palette, *, dotted: bool
) -> None:
    """A short path, for a key."""
    painter.setPen(_path_pen(QColor(palette.muted), style, dotted=dotted))
    painter.drawLine(QLineF(x - 1.4 * radius, y, x + 1.4 * radius, y))
    painter.setPen(_path_pen(QColor(palette.muted), style, dotted=False))
    painter.drawLine(QLineF(x, y - 0.7 * radius, x, y + 0.7 * radius))


def _paint_path(painter: QPainter, path: PathPixels, layout: Layout, stroke: QColor, palette: Palette) -> None:
    style = layout.style
    painter.setPen(_path_pen(stroke, style, dotted=False))
    painter.drawLines([QLineF(*tick) for tick in path.ticks])
    painter.setPen(_path_pen(stroke, style, dotted=path.dotted))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in path.points.tolist()]))
    painter.setPen(QPen(stroke, style.text * 0.14))
    painter.setBrush(QColor(palette.window))
    for x, y in path.crossings:
        painter.drawEllipse(QPointF(x, y), style.text * 0.3, style.text * 0.3)


def _path_pen(stroke: QColor, style: Style, *, dotted: bool) -> QPen:
    pen = QPen(stroke, style.text * 0.12)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if dotted:
        pen.setDashPattern([0.1, 2.6])
    return pen
