"""Icons: line drawings in resources/icons, painted in a colour of the theme."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from roofline_gui.resources import resource_path

SIZE = 16
_SCALES = (1, 2)
_PROGRAM_SIZES = (16, 32, 64)


@lru_cache(maxsize=256)
def pixmap(name: str, colour: str, size: int = SIZE, scale: float = 1) -> QPixmap:
    """Icon `name` drawn in `colour` (#RRGGBB) on nothing, `size` points wide."""
    drawing = resource_path("icons", f"{name}.svg").read_text(encoding="utf-8").replace("currentColor", colour)
    drawn = QPixmap(round(size * scale), round(size * scale))
    drawn.setDevicePixelRatio(scale)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return drawn


def icon(name: str, colour: str) -> QIcon:
    """Icon `name` for buttons and menus, sharp at one and two pixels per point."""
    made = QIcon()
    for scale in _SCALES:
        made.addPixmap(pixmap(name, colour, SIZE, scale))
    return made


def program_icon() -> QIcon:
    """The icon of the program, drawn for title bars, task bars and switchers."""
    made = QIcon()
    for size in _PROGRAM_SIZES:
        made.addPixmap(program_pixmap(size))
    return made


def program_pixmap(size: int, scale: float = 1) -> QPixmap:
    """The icon of the program, `size` points wide."""
    return pixmap("app/roofline-gui", "#FFFFFF", size, scale)
