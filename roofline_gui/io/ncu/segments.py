"""Blocks of lines taken apart into headers, rows of the table, and everything else."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from roofline_gui.io.ncu.decode import Block
from roofline_gui.io.ncu.layout import Header, Shape, read_header, split_line
from roofline_gui.model.ledger import SkippedLine

LONGEST_SHOWN = 500  # characters of a skipped line that are kept
MOST_JOINED = 1000  # lines that one quoted kernel name may span
_NO_TABLE = re.compile(rb"(?!)")
_GLUED_ROW = re.compile(rb'"\d+","\d+","')


@dataclass(frozen=True, slots=True)
class Units:
    """The units row of a wide table."""

    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of the table after the last header: `data` holds `count` of them.

    lines: (row, line number) where a stretch of consecutive lines begins. cut: the (single) row ends inside its last
    cell, whose value must not be used.
    """

    data: bytes
    count: int
    lines: tuple[tuple[int, int], ...]
    cut: bool = False

    def line_of(self, row: int) -> int:
        """Line number of a row."""
        start, line = next(mark for mark in reversed(self.lines) if mark[0] <= row)
        return line + row - start


def merge_rows(parts: Sequence[Rows]) -> Rows:
    """Rows of one table, none of them cut, as one."""
    if len(parts) == 1:
        return parts[0]
    lines: list[tuple[int, int]] = []
    count = 0
    for part in parts:
        lines += ((count + row, line) for row, line in part.lines)
        count += part.count
    data = b"".join(p.data if p.data.endswith(b"\n") else p.data + b"\n" for p in parts)
    return Rows(data, count, tuple(lines))


@dataclass(frozen=True, slots=True)
class Progress:
    """The share of the file that has been taken apart."""

    fraction: float


Segment: TypeAlias = Header | Units | Rows | SkippedLine | Progress


def split_segments(blocks: Iterable[Block]) -> Iterator[list[Segment]]:
    """Take blocks of whole lines apart, in order: the segments of each block; blank lines are dropped.

    Lines that start and end like a row are passed on in bulk. Only where one does not is it looked at: it may be the
    rest of a quoted kernel name, a header, or text of the profiler or the program.
    """
    splitter = _Splitter()
    for block in blocks:
        yield [*splitter.feed(block.data, last=False), Progress(block.fraction)]
    yield [*splitter.feed(b"", last=True)]


class _Splitter:
    def __init__(self) -> None:
        self._header: Header | None = None
        self._is_row = self._whole_rows = _NO_TABLE.match
        self._quoted, self._row_ends = True, b'"'
        self._line = 1
        self._joined = 0  # line ends inside the quotes of the rows not yet passed on
        self._held_back = b""

    def feed(self, data: bytes, *, last: bool) -> Iterator[Segment]:
        """Pass on what `data` holds; an unfinished row is held back for the next call unless this is the last."""
        data, self._held_back = self._held_back + data, b""
        size = len(data)
        begin = at = 0  # what is not yet passed on, and the line looked at
        count, latest = 0, -1  # rows not yet passed on, and the start of the latest of them
        while at < size:
            whole = self._whole_rows(data, at)
            if whole is not None:
                count += data.count(b"\n", at, whole.end())
                latest = data.rfind(b"\n", at, whole.end() - 1) + 1 or at
                at = whole.end()
                continue
            end = _line_end(data, at)
            if self._is_row(data, at) and self._is_whole(data, at, end):
                count, latest = count + 1, at
                at = end + 1
                continue
            row = self._open_row(data, at, latest)
            if row is None:
                yield from self._rows(data[begin:at], count)
                yield from self._odd_line(data[at:end])
                begin = at = end + 1
                count, latest = 0, -1
                continue
            if row != latest:
                count, latest = count + 1, row
            closed = self._row_end(data, row)
            if closed is not None:
                self._joined += data.count(b"\n", row, closed - 1)
                at = closed
                continue
            yield from self._rows(data[begin:row], count - 1)
            end = _line_end(data, row)
            if not last and not self._row_follows(data, end + 1):
                self._held_back = data[row:]
                return
            yield from self._rows(data[row:end], 1, cut=True)
            begin = at = end + 1
            count, latest = 0, -1
        yield from self._rows(data[begin:], count)

    def _is_whole(self, data: bytes, at: int, end: int) -> bool:
        """Whether a line that starts like a row ends like one: with a quote or a delimiter, outside of quotes."""
        if not self._quoted or (data[end - 1 : end] == b'"' and data[end - 2] not in self._row_ends):
            return True
        return data[end - 1] in self._row_ends and data.count(b'"', at, end) % 2 == 0

    def _rows(self, data: bytes, count: int, *, cut: bool = False) -> Iterator[Rows]:
        if count:
            yield Rows(data, count, ((0, self._line),), cut)
        self._line += count + self._joined
        self._joined = 0

    def _open_row(self, data: bytes, at: int, latest: int) -> int | None:
        """Start of the row that the line at `at` leaves open or continues, None if it is no part of one."""
        if self._is_row(data, at):
            return at
        if latest >= 0 and data.count(b'"', latest, at) % 2:
            return latest
        return None

    def _row_end(self, data: bytes, row: int) -> int | None:
        """Where the row at `row` ends with all quotes closed; None if another row or the end comes first."""
        quotes, at = 0, row
        for _ in range(MOST_JOINED):
            end = _line_end(data, at)
            quotes += data.count(b'"', at, end)
            at = min(len(data), end + 1)
            if quotes % 2 == 0:
                return at
            if at == len(data) or self._is_row(data, at):
                return None
        return None

    def _row_follows(self, data: bytes, at: int) -> bool:
        """Whether within the next lines another row starts, so that the one before it was cut off."""
        for _ in range(MOST_JOINED):
            if at >= len(data):
                return False
            if self._is_row(data, at):
                return True
            at = _line_end(data, at) + 1
        return True

    def _begin_table(self, header: Header) -> None:
        self._header = header
        self._is_row = header.row_start.match
        # The rows of a wide table are so long that they are better looked at one by one.
        self._whole_rows = _NO_TABLE.match if header.shape is Shape.WIDE else header.whole_rows.match
        self._quoted, self._row_ends = header.quoted, b'"' + header.delimiter.encode()

    def _odd_line(self, line: bytes) -> Iterator[Segment]:
        number = self._line
        self._line += 1
        text = line.decode("utf-8", "replace")
        if not text.strip():
            return
        header = read_header(text, number)
        if header is not None:
            self._begin_table(header)
            yield header
            return
        if self._header is not None:
            delimiter = self._header.delimiter
            fields = split_line(text, delimiter) if text.count(delimiter) >= self._header.last_needed else []
            if self._header.is_units_row(fields):
                yield Units(tuple(fields))
                return
            unquoted = self._header.without_quotes(fields)
            if unquoted is not None:
                self._begin_table(unquoted)
                yield Rows(line, 1, ((0, number),))
                return
            glued = _GLUED_ROW.search(line) if self._header.quoted else None
            if glued is not None:
                yield SkippedLine(number, shown_line(line[: glued.start()].decode("utf-8", "replace")))
                yield Rows(line[glued.start() :], 1, ((0, number),))
                return
        yield SkippedLine(number, shown_line(text))


def _line_end(data: bytes, at: int) -> int:
    """Index of the line's end: its LF, or the end of the data."""
    end = data.find(b"\n", at)
    return len(data) if end < 0 else end


def shown_line(text: str) -> str:
    """A line as the ledger shows it: without its end, cut where it is very long."""
    text = text.rstrip()
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
