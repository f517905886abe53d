"""The picture for slides and reports: the canvas with title and provenance, painted in one pass without a window."""

import os
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageWriter, QPainter

from roofline_gui.io.document_file import put_into_picture
from roofline_gui.io.files import write_atomically
from roofline_gui.model.analysis import Analysis
from roofline_gui.model.document import Document
from roofline_gui.model.machine import Level
from roofline_gui.present.axis import Frame
from roofline_gui.present.page import Key, Mark, Page, compose
from roofline_gui.present.palette import LIGHT, Palette, group_colour
from roofline_gui.present.scene import LegendEntry, Scene, scene
from roofline_gui.present.style import Style, picture_style
from roofline_gui.ui.canvas.painting import (
    paint_above_roof,
    paint_backdrop,
    paint_close,
    paint_dots,
    paint_level_marker,
    paint_marker,
    paint_word,
    paint_words,
    paint_x_axis,
    paint_y_axis,
)
from roofline_gui.ui.fonts import Fonts

SMALLEST_SIDE, LARGEST_SIDE = 200, 16_000  # pixels of an exported picture

COMPRESSION = 50  # of 100; more takes a quarter longer for 3 % less


class PictureError(Exception):
    """A picture that cannot be made or written; the message says why and what to do."""


def offscreen_application() -> QGuiApplication:
    """The running application, or one that needs no display."""
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # whatever the session's is: its display may not be reached from here
    return QGuiApplication(["roofline-gui"])


def render_image(
    document: Document,
    analysis: Analysis | None,
    size: tuple[int, int] = (1600, 900),
    scale: float = 1.0,
    palette: Palette = LIGHT,
    selection: frozenset[int] = frozenset(),
    transparent: bool = False,
    frame: Frame | None = None,
) -> QImage:
    """Paint the picture of a document: `size` in layout pixels, `scale` device pixels for each of them.

    `frame` is the machine's own unless given (the part that a window shows). Needs a running application.

    Raises:
        PictureError: the size is out of range.
    """
    width, height = size
    pixels = (round(width * scale), round(height * scale))
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (*size, *pixels)):
        raise PictureError(
            f"A picture of {pixels[0]} × {pixels[1]} pixels cannot be made: "
            f"each side must lie between {SMALLEST_SIDE} and {LARGEST_SIDE} pixels."
        )
    pixel = QImage.Format.Format_ARGB32_Premultiplied if transparent else QImage.Format.Format_RGB32
    image = QImage(*pixels, pixel)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent if transparent else QColor(palette.window))
    style = picture_style(width, height)
    fonts = Fonts(style)
    shown = scene(document, analysis, selection)
    page = compose(shown, width, height, style, fonts.measure, frame)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_page(painter, page, shown, fonts, palette)
    painter.end()
    return image


def paint_page(painter: QPainter, page: Page, shown: Scene, fonts: Fonts, palette: Palette) -> None:
    """Paint a page on any paint device."""
    layout, style = page.layout, page.layout.style
    paint_backdrop(painter, layout, palette)
    paint_dots(painter, layout, shown, palette)
    paint_words(painter, layout, fonts, palette)
    paint_x_axis(painter, layout.x_ticks, layout.viewport, fonts, palette, style)
    paint_y_axis(painter, layout.y_ticks, layout.viewport, fonts, palette, style)
    for word in page.words:
        paint_word(painter, word, fonts, palette)
    for key in page.keys:
        _paint_key(painter, key, style, palette)
        paint_word(painter, key.word, fonts, palette)


def save_png(
    path: Path,
    document: Document,
    analysis: Analysis | None,
    size: tuple[int, int] = (1600, 900),
    scale: float = 1.0,
    palette: Palette = LIGHT,
    selection: frozenset[int] = frozenset(),
    transparent: bool = False,
    frame: Frame | None = None,
) -> None:
    """Write the picture of a document as PNG, with the document in it; an existing file is replaced only when the new
    one is complete.

    Raises:
        PictureError: the size is out of range, or the file cannot be written.
    """
    write_picture(path, render_image(document, analysis, size, scale, palette, selection, transparent, frame), document)


def write_picture(path: Path, image: QImage, document: Document | None) -> None:
    """Write an image as PNG, with the document that it shows unless that is None. For any thread.

    Raises:
        PictureError: the file cannot be written.
    """
    data = png_bytes(image)
    try:
        write_atomically(path, data if document is None else put_into_picture(data, document))
    except OSError as error:
        raise PictureError(f"Cannot write {path}: {error.strerror}.") from error


def png_bytes(image: QImage) -> bytes:
    """An image as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"png")
    writer.setCompression(COMPRESSION)
    if not writer.write(image):
        raise PictureError(f"Cannot make a PNG: {writer.errorString()}.")
    return bytes(buffer.data().data())


def _paint_key(painter: QPainter, key: Key, style: Style, palette: Palette) -> None:
    radius = style.level_radius
    match key.symbol:
        case LegendEntry(colour=index, shape=shape):
            paint_marker(painter, key.x, key.y, radius, shape, QColor(group_colour(palette, index)), palette)
        case Level() as level:
            paint_level_marker(painter, key.x, key.y, radius, level, QColor(palette.muted), palette)
        case Mark.ABOVE_ROOF:
            paint_above_roof(painter, key.x, key.y + style.text * 0.4, style, palette)
        case Mark.CLOSE:
            paint_close(painter, key.x, key.y, radius * 0.7, style, palette)
