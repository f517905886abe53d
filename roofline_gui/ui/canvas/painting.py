"""Painting the ground, the words and the axes of a laid out scene with a QPainter: the same strokes for the window and
for exported pictures.

Everything arrives in pixels; nothing is computed here but colours and outlines.
"""

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QTransform

from roofline_gui.present.palette import Palette
from roofline_gui.present.picture.axis import Ticks, Viewport
from roofline_gui.present.picture.labels import Segment
from roofline_gui.present.picture.layout import Layout
from roofline_gui.present.picture.lines import Word
from roofline_gui.present.picture.style import Role, Style
from roofline_gui.ui.canvas.symbols import HALO, colour
from roofline_gui.ui.fonts import Fonts

_QUIET = frozenset(
    {Role.TICK, Role.REGION, Role.CEILING_QUIET, Role.RIDGE, Role.DETAIL, Role.SUBTITLE, Role.CAPTION, Role.LEGEND}
)


def text_colour(palette: Palette, role: Role) -> QColor:
    """The colour of a text by what it is for."""
    if role is Role.CEILING_ASKED:
        return QColor(palette.what_if)
    return QColor(palette.muted if role in _QUIET else palette.text)


def emphasis(palette: Palette, main: bool, asked: bool) -> QColor:
    """The colour of a ceiling and its ridge: the roof that counts, the one that the what-if asks for, or another."""
    return QColor(palette.what_if if asked else palette.ceiling if main else palette.ceiling_quiet)


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
        strong = line.main or line.asked
        pen = QPen(emphasis(palette, line.main, line.asked), layout.style.line(strong))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        if line.compared:
            pen.setDashPattern([9, 3.5, 1, 3.5])
        elif line.dashed:
            pen.setDashPattern([5, 3.5] if strong else [8, 5])
        painter.setPen(pen)
        painter.drawLine(QPointF(line.x0, line.y0), QPointF(line.x1, line.y1))
    for ridge in layout.ridges:
        painter.setPen(QPen(QColor(palette.window), HALO))
        painter.setBrush(emphasis(palette, ridge.main, ridge.asked))
        radius = layout.style.text * (0.3 if ridge.strong else 0.2)
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


def paint_words(
    painter: QPainter,
    words: Sequence[Word],
    leaders: Sequence[Segment],
    style: Style,
    fonts: Fonts,
    palette: Palette,
    *,
    halos: bool = True,
) -> None:
    """Words inside the frame and the lines that lead to them. `halos` around words on lines take most of the time."""
    painter.setPen(QPen(QColor(palette.muted), max(0.8, style.text * 0.06)))
    painter.drawLines([QLineF(*leader) for leader in leaders])
    for word in words:
        if word.halo and halos:
            _paint_halo(painter, word, fonts, palette, style)
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


def _paint_halo(painter: QPainter, word: Word, fonts: Fonts, palette: Palette, style: Style) -> None:
    path = QPainterPath()
    path.addText(QPointF(0, fonts.ascent(word.role)), QFont(fonts[word.role]), word.text)
    turned = QTransform().translate(word.x, word.y).rotate(-word.angle)
    pen = QPen(colour(palette.window, 0.8), style.text * 0.24)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(turned.map(path), pen)
