import struct
import zlib
from collections.abc import Iterator

import pytest

from roofline_gui.io.document_file import png
from roofline_gui.io.strict_json import JsonError

TEXT = '{"é": "IEND"}'.encode()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


# One grey pixel, written out by hand after the PNG specification.
PIXEL = (
    png.SIGNATURE
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(b"\0\x80"))
    + chunk(b"IEND", b"")
)


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of every chunk, with the checks that a reader makes."""
    assert data.startswith(png.SIGNATURE)
    at = len(png.SIGNATURE)
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size]) == (zlib.crc32(kind + content),)
        yield kind, content
        at += 12 + size


def test_the_text_stands_in_a_compressed_chunk_before_the_end() -> None:
    found = list(chunks(png.put_text(PIXEL, TEXT)))
    assert [kind for kind, _ in found] == [b"IHDR", b"IDAT", b"iTXt", b"IEND"]
    keyword, packed = found[2][1].split(b"\0", 1)
    assert keyword == b"roofline-document"
    assert packed[:4] == b"\1\0\0\0"  # compressed, with zlib, no language, no other keyword
    assert zlib.decompress(packed[4:]) == TEXT
    assert png.take_text(png.put_text(PIXEL, TEXT)) == TEXT


def test_a_picture_without_a_document_is_told() -> None:
    other = PIXEL[:-12] + chunk(b"iTXt", b"Comment\0\0\0\0\0hello") + PIXEL[-12:]
    for picture in (PIXEL, other):
        with pytest.raises(JsonError, match="carries no document"):
            png.take_text(picture)


def test_a_damaged_picture_is_told() -> None:
    whole = png.put_text(PIXEL, TEXT)
    for damaged in (whole[:-20], whole.replace(zlib.compress(TEXT, 6)[-6:], b"xxxxxx"), whole[:50]):
        with pytest.raises(JsonError, match="damaged"):
            png.take_text(damaged)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\0\0\0\0" + TEXT, "unknown way"),
        (b"\1\0\0\0" + TEXT, "damaged"),
        (b"\1\0\0\0" + zlib.compress(TEXT)[:-3], "damaged"),
    ],
)
def test_a_chunk_that_is_packed_wrongly_is_told(content: bytes, told: str) -> None:
    picture = PIXEL[:-12] + chunk(b"iTXt", b"roofline-document\0" + content) + PIXEL[-12:]
    with pytest.raises(JsonError, match=told):
        png.take_text(picture)


def test_a_small_chunk_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "MOST_BYTES", 10_000)
    with pytest.raises(JsonError, match="far too large"):
        png.take_text(png.put_text(PIXEL, b" " * 10_001))
