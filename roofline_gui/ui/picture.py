"""The picture for slides and reports: the canvas with title and provenance, painted in one pass without a window."""

import os
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageWriter, QPainter

from roofline_gui.io.document_file import put_into_picture
from roofline_gui.io.files import write_atomically
from roofline_gui.model.document import Document
from roofline_gui.present.palette import LIGHT, Palette
from roofline_gui.present.picture.axis import Frame
from roofline_gui.present.picture.page import Page, compose
from roofline_gui.present.picture.scene import Scene, scene
from roofline_gui.present.picture.shown import Shown
from roofline_gui.present.picture.style import picture_style
from roofline_gui.ui.canvas.dot_painting import paint_dots
from roofline_gui.ui.canvas.keys import paint_key
from roofline_gui.ui.canvas.moving_painting import paint_moving
from roofline_gui.ui.canvas.painting import paint_backdrop, paint_word, paint_words, paint_x_axis, paint_y_axis
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
    shown: Shown,
    size: tuple[int, int] = (1600, 900),
    scale: float = 1.0,
    palette: Palette = LIGHT,
    transparent: bool = False,
    frame: Frame | None = None,
) -> QImage:
    """Paint the picture of what is `shown`: `size` in layout pixels, `scale` device pixels for each of them.

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
    content = scene(shown)
    page = compose(content, width, height, style, fonts.measure, frame)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_page(painter, page, content, fonts, palette)
    painter.end()
    return image


def paint_page(painter: QPainter, page: Page, content: Scene, fonts: Fonts, palette: Palette) -> None:
    """Paint a page on any paint device."""
    layout, style = page.layout, page.layout.style
    paint_backdrop(painter, layout, palette)
    paint_dots(painter, layout, content, palette)
    paint_moving(painter, layout, content, palette)
    paint_words(painter, layout.words, layout.leaders, style, fonts, palette)
    paint_x_axis(painter, layout.x_ticks, layout.viewport, fonts, palette, style)
    paint_y_axis(painter, layout.y_ticks, layout.viewport, fonts, palette, style)
    for word in page.words:
        paint_word(painter, word, fonts, palette)
    for key in page.keys:
        paint_key(painter, key, style, fonts, palette)


def save_png(
    path: Path,
    shown: Shown,
    size: tuple[int, int] = (1600, 900),
    scale: float = 1.0,
    palette: Palette = LIGHT,
    transparent: bool = False,
    frame: Frame | None = None,
) -> None:
    """Write the picture of what is `shown` as PNG, with the document in it; an existing file is replaced only when the
    new one is complete.

    Raises:
        PictureError: the size is out of range, or the file cannot be written.
    """
    write_picture(path, render_image(shown, size, scale, palette, transparent, frame), shown.document)


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
