"""Icons of the program and its documents, rendered from the drawings in resources/icons/app."""

import os
import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

DRAWINGS = Path(__file__).parents[1] / "resources" / "icons" / "app"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_TYPES = {b"icp4": 16, b"icp5": 32, b"icp6": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512}


def render_icons(target: Path) -> None:
    """Write NAME-SIZE.png for each drawing, and its icon for Windows (.ico) and macOS (.icns)."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication(["icons"])
    target.mkdir(parents=True, exist_ok=True)
    for drawing in sorted(DRAWINGS.glob("*.svg")):
        for size in SIZES:
            (target / f"{drawing.stem}-{size}.png").write_bytes(png(drawing, size))
        (target / f"{drawing.stem}.ico").write_bytes(ico({size: png(drawing, size) for size in ICO_SIZES}))
        (target / f"{drawing.stem}.icns").write_bytes(icns({kind: png(drawing, s) for kind, s in ICNS_TYPES.items()}))
    del application


def png(drawing: Path, size: int) -> bytes:
    """The drawing as PNG, `size` pixels wide and high."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(drawing)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, PySide takes text
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """PNG pictures by size as one Windows icon: a directory of 16 bytes for each, then the pictures."""
    entries, bodies, offset = b"", b"", 6 + 16 * len(pictures)
    for size, body in pictures.items():
        side = size % 256  # 0 stands for 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(body), offset + len(bodies))
        bodies += body
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + bodies


def icns(pictures: dict[bytes, bytes]) -> bytes:
    """PNG pictures by their type of Apple's icon format as one icon."""
    body = b"".join(kind + struct.pack(">I", 8 + len(picture)) + picture for kind, picture in pictures.items())
    return b"icns" + struct.pack(">I", 8 + len(body)) + body
