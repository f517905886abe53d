"""Axes in decades for the window: they show log10 values and paint as pictures do."""

import pyqtgraph as pg
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from roofline_gui.present.palette import Palette
from roofline_gui.present.picture.axis import Y_TICK_SAMPLE, Frame, Viewport
from roofline_gui.present.picture.layout import x_ticks, y_ticks
from roofline_gui.present.picture.lines import Word
from roofline_gui.present.picture.style import Role, Style
from roofline_gui.ui.canvas.painting import paint_word, paint_x_axis, paint_y_axis
from roofline_gui.ui.fonts import Fonts


class DecadeAxis(pg.AxisItem):  # type: ignore[misc]
    """A left or bottom axis on log10 values with its title."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self._dress: tuple[Fonts, Palette, Style] | None = None
        self._title = ""

    def dress(self, fonts: Fonts, palette: Palette, style: Style) -> None:
        """Set type and colours; the axis takes the room that they need."""
        self._dress = (fonts, palette, style)
        sample, tick_height = fonts.measure(Y_TICK_SAMPLE, Role.TICK)
        title_height = fonts.measure("x", Role.AXIS)[1]
        ticks = style.text * 0.35 + style.gap
        if self.orientation == "left":
            self.setWidth(round(title_height + 2 * style.gap + sample + ticks))
        else:
            self.setHeight(round(ticks + tick_height + style.gap * 0.8 + title_height))
        self.update()

    def set_title(self, title: str) -> None:
        """Set the title."""
        self._title = title
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint line, ticks, labels and title."""
        if self._dress is None:
            return
        fonts, palette, style = self._dress
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low, high = self.range
        width, height = self.size().width(), self.size().height()
        title_width, title_height = fonts.measure(self._title, Role.AXIS)
        if self.orientation == "left":
            viewport = Viewport(Frame(0, 1, low, high), width, 0, 1, height)
            paint_y_axis(painter, y_ticks(viewport, style), viewport, fonts, palette, style)
            word = Word(style.gap * 0.5, (height + title_width) / 2, self._title, Role.AXIS, 90.0)
        else:
            viewport = Viewport(Frame(low, high, 0, 1), 0, -1, width, 1)
            paint_x_axis(painter, x_ticks(viewport, style), viewport, fonts, palette, style)
            word = Word((width - title_width) / 2, height - title_height, self._title, Role.AXIS)
        paint_word(painter, word, fonts, palette)
