"""A document in the metadata of a PNG: a compressed text chunk, which other programs pass over.

Source of the layout: PNG specification, third edition, §5.3 (chunks) and §11.3.3.4 (iTXt).
"""

import struct
import zlib
from collections.abc import Iterator

from roofline_gui.io.strict_json import JsonError

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORD = b"roofline-document"
MOST_BYTES = 1 << 30  # of the unpacked text; more is no document but an attack on the memory

_TEXT, _END = b"iTXt", b"IEND"
_BEFORE_TEXT = KEYWORD + b"\0" + b"\1\0" + b"\0" + b"\0"  # compressed with zlib, no language, no translated keyword


def put_text(png: bytes, text: bytes) -> bytes:
    """`png` with `text` (UTF-8) in a chunk at its end, where it delays no program that shows the picture."""
    end = png.rindex(_END) - 4
    data = _BEFORE_TEXT + zlib.compress(text, 6)
    chunk = struct.pack(">I", len(data)) + _TEXT + data + struct.pack(">I", zlib.crc32(_TEXT + data))
    return png[:end] + chunk + png[end:]


def take_text(png: bytes) -> bytes:
    """The text that `put_text` put into a picture.

    Raises:
        JsonError: the picture has none, or is damaged.
    """
    for kind, data in _chunks(png):
        if kind == _TEXT and data.startswith(KEYWORD + b"\0"):
            return _unpacked(data)
    raise JsonError("this picture carries no document; pictures that this program exports do")


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        header = png[at : at + 8]
        size = int.from_bytes(header[:4], "big")
        body = png[at + 4 : at + 8 + size]
        check = png[at + 8 + size : at + 12 + size]
        if len(check) < 4 or zlib.crc32(body) != int.from_bytes(check, "big"):
            raise JsonError(f"the picture is damaged (byte {at:,})")
        yield body[:4], body[4:]
        at += 12 + size


def _unpacked(data: bytes) -> bytes:
    if not data.startswith(_BEFORE_TEXT):
        raise JsonError("the document in this picture is packed in an unknown way")
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(data[len(_BEFORE_TEXT) :], MOST_BYTES)
    except zlib.error as error:
        raise JsonError("the document in this picture is damaged") from error
    if not unpacking.eof:
        raise JsonError("the document in this picture is damaged or far too large")
    return text
