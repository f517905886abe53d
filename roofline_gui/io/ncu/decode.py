"""A profile file as blocks of text lines, whatever it is compressed and encoded with."""

import codecs
import gzip
import io
import os
import stat
import zlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from roofline_gui.io.ncu import refusals
from roofline_gui.io.ncu.refusals import Refused

try:
    from compression import zstd  # type: ignore[import-not-found]  # in the standard library since Python 3.14
except ImportError:
    zstd = None

SNIFFED_BYTES = 4096
FIRST_BLOCKS = 1 << 20  # bytes per block at first, so that small files are read in small steps
BLOCK = 8 << 20  # bytes per block of a large file
LARGE = 8 * FIRST_BLOCKS
LONGEST_LINE = 64 << 20  # bytes without a line end; beyond this it is not a table
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error, *(() if zstd is None else (zstd.ZstdError,)))
_TEXT_CONTROLS = frozenset(b"\t\n\v\f\r\b\x1b")


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines (the last of the file may lack its end): UTF-8, line ends LF, and how much of the file is read."""

    data: bytes
    fraction: float


def read_blocks(path: Path) -> Generator[Block]:
    """Read `path` in blocks of a few megabytes.

    Raises:
        Refused: it cannot be read, is empty, or is no text.
    """
    try:
        raw = _open(path)
    except OSError as error:
        raise Refused(refusals.unreadable(path.name, error)) from error
    with io.BufferedReader(raw) as file:
        stream, start = _unpack(path, file)
        with stream:
            yield from _blocks(path, raw, stream, start)


def _open(path: Path) -> io.FileIO:
    if stat.S_ISDIR(path.stat().st_mode):
        raise IsADirectoryError(path)
    return io.FileIO(path)


def _blocks(path: Path, raw: io.FileIO, stream: IO[bytes], start: bytes) -> Iterator[Block]:
    total = max(1, os.fstat(raw.fileno()).st_size)
    if not start:
        raise Refused(refusals.empty(path.name))
    decoder = _decoder(path, start)
    chunk = start
    rest = b""
    done = 0
    while chunk:
        done += len(chunk)
        data = rest + decoder.decode(chunk)
        cut = data.rfind(b"\n") + 1
        rest = data[cut:]
        if len(rest) > LONGEST_LINE:
            raise Refused(refusals.no_lines(path.name, _as_utf8(rest[:SNIFFED_BYTES])))
        if cut:
            yield Block(_as_utf8(data[:cut]), min(1.0, raw.tell() / total))
        chunk = _read(path, stream, FIRST_BLOCKS if done < LARGE else BLOCK)
    rest = (rest + decoder.decode(b"", final=True)).rstrip(b"\0")
    if rest.strip():
        yield Block(_as_utf8(rest), 1.0)


def _unpack(path: Path, file: "io.BufferedReader[io.FileIO]") -> tuple[IO[bytes], bytes]:
    """The stream of the file's content, compressed or not, and its first bytes."""
    start = _read(path, file, SNIFFED_BYTES)
    if start.startswith(_GZIP):
        file.seek(0)
        stream = cast(IO[bytes], gzip.GzipFile(fileobj=file, mode="rb"))
    elif start.startswith(_ZSTD):
        if zstd is None:
            raise Refused(refusals.zstandard(path.name))
        file.seek(0)
        stream = zstd.open(file, "rb")
    else:
        return file, start
    return stream, _read(path, stream, SNIFFED_BYTES)


def _read(path: Path, stream: IO[bytes], size: int) -> bytes:
    """The next `size` bytes and, as a rule, the rest of their last line (so that few bytes need to be moved later)."""
    try:
        return stream.read(size) + stream.readline(SNIFFED_BYTES)
    except _DAMAGED as error:
        raise Refused(refusals.damaged(path.name)) from error
    except OSError as error:
        raise Refused(refusals.unreadable(path.name, error)) from error


class _Decoder:
    """Bytes of one encoding to UTF-8 with LF line ends; keeps what a chunk cuts apart for the next one."""

    def __init__(self, encoding: str, skip: int) -> None:
        self._wide = None if encoding == "utf-8" else codecs.getincrementaldecoder(encoding)("replace")
        self._skip = skip
        self._open_end = b""

    def decode(self, chunk: bytes, *, final: bool = False) -> bytes:
        chunk, self._skip = chunk[self._skip :], max(0, self._skip - len(chunk))
        if self._wide is not None:
            chunk = self._wide.decode(chunk, final).encode("utf-8", "replace")
        data = self._open_end + chunk
        self._open_end = b""
        if b"\r" in data:
            if data.endswith(b"\r") and not final:
                data, self._open_end = data[:-1], b"\r"
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return data


def _decoder(path: Path, start: bytes) -> _Decoder:
    """Choose the encoding from the first bytes; refuse what is no text."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if start.startswith(mark):
            return _Decoder(encoding, len(mark))
    if start.startswith(codecs.BOM_UTF8):
        return _Decoder("utf-8", len(codecs.BOM_UTF8))
    if len(start) >= 8 and not any(start[1:200:2]) and all(start[0:200:2]):
        return _Decoder("utf-16-le", 0)
    if len(start) >= 8 and not any(start[0:200:2]) and all(start[1:200:2]):
        return _Decoder("utf-16-be", 0)
    text = start.rstrip(b"\0")
    controls = sum(1 for byte in text if byte < 32 and byte not in _TEXT_CONTROLS)
    if not text or b"\0" in text or controls > len(text) // 20:
        raise Refused(refusals.binary(path, start))
    return _Decoder("utf-8", 0)


def _as_utf8(lines: bytes) -> bytes:
    """Lines that are no UTF-8 come from a spreadsheet on Windows: its code page, unknown bytes shown as “�”."""
    if lines.isascii():
        return lines
    try:
        lines.decode("utf-8")
    except UnicodeDecodeError:
        return lines.decode("cp1252", "replace").encode("utf-8")
    return lines
