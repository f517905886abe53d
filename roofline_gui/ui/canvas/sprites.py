"""Ready-made pictures of dots, to paint many of them many times a second."""

import math

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from roofline_gui.model.demand import Ints
from roofline_gui.present.palette import Palette
from roofline_gui.present.picture.layout import Layout
from roofline_gui.present.picture.scene import Scene
from roofline_gui.ui.canvas.symbols import HALO, Look, paint_symbol, reach

STEP = 1  # pixels by which radii are told apart


class Sprites:
    """Dots in the colours of `palette`, for `ratio` device pixels per pixel, each painted once and kept."""

    def __init__(self, palette: Palette, ratio: float) -> None:
        self._palette = palette
        self._ratio = ratio
        self._kept: dict[tuple[int, int, int, int, int, bool], tuple[QPixmap, int]] = {}

    def suit(self, palette: Palette, ratio: float) -> bool:
        """Whether they are those of `palette` and `ratio`."""
        return self._palette is palette and self._ratio == ratio

    def paint(self, painter: QPainter, order: Ints, layout: Layout, scene: Scene) -> None:
        """Paint the dots in this order, each on the nearest whole pixel."""
        dots, pixels = scene.dots, layout.dots
        sizes = np.ceil(pixels.radius[order] / STEP).astype(np.int64)
        looks = (dots.colour, dots.shape, dots.kind, dots.level, dots.hollow)
        keys = zip(sizes.tolist(), *(column[order].tolist() for column in looks), strict=True)
        columns, rows = (np.round(values[order]).astype(np.int64).tolist() for values in (pixels.x, pixels.y))
        kept, draw = self._kept, painter.drawPixmap
        for x, y, key in zip(columns, rows, keys, strict=True):
            if key not in kept:
                kept[key] = self._make(key[0] * STEP, Look(*key[1:]))
            sprite, middle = kept[key]
            draw(x - middle, y - middle, sprite)

    def _make(self, radius: float, look: Look) -> tuple[QPixmap, int]:
        """The picture of a dot, and where its centre lies in it."""
        middle = math.ceil(radius * reach(look.shape) + HALO) + 1
        sprite = QPixmap(round(2 * middle * self._ratio), round(2 * middle * self._ratio))
        sprite.setDevicePixelRatio(self._ratio)
        sprite.fill(Qt.GlobalColor.transparent)
        painter = QPainter(sprite)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_symbol(painter, middle, middle, radius, look, self._palette)
        painter.end()
        return sprite, middle
