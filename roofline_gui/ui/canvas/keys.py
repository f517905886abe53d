"""The keys of a picture: the symbol and what it means."""

from PySide6.QtGui import QColor, QPainter

from roofline_gui.model.machine import Level
from roofline_gui.present.palette import REST, Palette, Shape
from roofline_gui.present.picture.colours import LegendEntry
from roofline_gui.present.picture.dots import Kind
from roofline_gui.present.picture.keys import Key, Mark
from roofline_gui.present.picture.style import Style
from roofline_gui.ui.canvas.arrow_painting import paint_arrow_key
from roofline_gui.ui.canvas.moving_painting import paint_way
from roofline_gui.ui.canvas.painting import paint_word
from roofline_gui.ui.canvas.symbols import (
    Look,
    paint_above_roof,
    paint_close,
    paint_level_marker,
    paint_recorded,
    paint_symbol,
)
from roofline_gui.ui.fonts import Fonts


def paint_key(painter: QPainter, key: Key, style: Style, fonts: Fonts, palette: Palette) -> None:
    """One symbol and its word."""
    x, y, radius = key.x, key.y, style.level_radius
    match key.symbol:
        case LegendEntry(colour=index, shape=shape, hollow=hollow):
            paint_symbol(painter, x, y, radius, Look(index, shape, hollow=hollow), palette)
        case Level() as level:
            paint_level_marker(painter, x, y, radius, level, QColor(palette.muted), palette)
        case Mark.CALCULATED:
            paint_symbol(painter, x, y, radius, Look(REST, Shape.CIRCLE, hollow=True), palette)
        case Mark.WHOLE_STEP:
            paint_symbol(painter, x, y, radius, Look(REST, Shape.DIAMOND, Kind.WHOLE_STEP, hollow=True), palette)
        case Mark.PREDICTED:
            paint_symbol(painter, x, y, radius, Look(REST, Shape.CIRCLE, Kind.GHOST), palette)
        case Mark.RECORDED:
            paint_recorded(painter, x, y, radius * 0.6, style, palette)
        case Mark.TRAIL | Mark.PRECISIONS:
            paint_way(painter, x, y, radius, style, palette, dotted=key.symbol is Mark.PRECISIONS)
        case Mark.IDEAL:
            paint_arrow_key(painter, x, y, radius, style, palette)
        case Mark.ABOVE_ROOF:
            paint_above_roof(painter, x, y + style.text * 0.4, style, palette)
        case Mark.CLOSE:
            paint_close(painter, x, y, radius * 0.7, style, palette)
    paint_word(painter, key.word, fonts, palette)
