"""Rows of a table as columns: texts encoded, numbers parsed. In two ways that give the same."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np

from roofline_gui.io.ncu.layout import INVOCATIONS, KERNEL_NAME, Header
from roofline_gui.io.ncu.numbers import parse_numbers
from roofline_gui.io.ncu.segments import Rows, shown_line
from roofline_gui.model.demand import Bools, Floats
from roofline_gui.model.launches import Texts
from roofline_gui.model.ledger import SkippedLine
from roofline_gui.model.read_options import NumberFormat

MOST_INVOCATIONS = 2**53  # up to which floats count


@dataclass(frozen=True, slots=True, eq=False)
class BlockColumns:
    """Columns of n rows by their index in the header.

    texts: encoded texts. numbers: shape (n,), NaN where the cell is no number. unread: the texts of those cells, by
    column and row; a cell that the row lacks is an empty text. rejected: lines that were left out, since they name no
    kernel or have more cells than the header.
    """

    count: int
    texts: dict[int, Texts]
    numbers: dict[int, Floats]
    unread: dict[int, dict[int, str]] = field(default_factory=dict)
    rejected: tuple[SkippedLine, ...] = ()

    def take(self, rows: Bools) -> "BlockColumns":
        """The rows of a mask."""
        position = np.cumsum(rows) - 1
        return BlockColumns(
            int(rows.sum()),
            {i: Texts(t.codes[rows], t.values) for i, t in self.texts.items()},
            {i: v[rows] for i, v in self.numbers.items()},
            {i: {int(position[r]): t for r, t in cells.items() if rows[r]} for i, cells in self.unread.items()},
        )


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which columns of a table to parse: those kept as texts, the kernel name among them, and those of numbers."""

    header: Header
    texts: tuple[int, ...]
    numbers: tuple[int, ...]
    number_format: NumberFormat


class IrregularRowsError(ValueError):
    """Rows that do not have the shape of their table, so that the fast way must not be used."""


def parse_cells(rows: Rows, wanted: Wanted) -> BlockColumns:
    """Parse rows cell by cell: no import to wait for, and every cell is looked at."""
    cells = list(csv.reader(io.StringIO(rows.data.decode(), newline=""), delimiter=wanted.header.delimiter))
    width = len(wanted.header.fields)
    for row in cells:
        if rows.cut:
            row.pop()
        if any(row[width : width + 1]):  # a surplus cell may stand anywhere, so none can be trusted
            row.clear()
        row.extend([""] * (width - len(row)))
    unread: dict[int, dict[int, str]] = {}
    numbers: dict[int, Floats] = {}
    for i in wanted.numbers:
        column = [row[i] for row in cells]
        numbers[i] = parse_numbers(column, wanted.number_format)
        unread[i] = {row: column[row] for row in np.flatnonzero(np.isnan(numbers[i])).tolist()}
    texts = {i: Texts.of([row[i] for row in cells]) for i in wanted.texts}
    lines = rows.data.decode().split("\n")
    return _complete_rows(
        BlockColumns(len(cells), texts, numbers, unread),
        wanted.header,
        lambda row: SkippedLine(rows.line_of(row), shown_line(lines[row])),
    )


def parse_in_bulk(rows: Iterable[Rows], wanted: Wanted) -> BlockColumns:
    """Parse the rows of a large table with the tokenizer of pandas, which takes them as they come.

    It leaves all cells as texts: left to parse numbers, it would make 61460 of a garbled ``6,146,0``.

    Raises:
        IrregularRowsError: some row does not have the shape of the table. What `rows` raises travels on.
    """
    import pandas as pd

    source = _Source(rows, wanted.header)
    surplus = len(wanted.header.fields)
    try:
        frame = pd.read_csv(
            source,  # type: ignore[call-overload]  # only its read() is used
            usecols=[*{*wanted.texts, *wanted.numbers}, surplus],
            index_col=False,
            sep=wanted.header.delimiter,
            dtype=object,
            na_filter=False,
            engine="c",
        )
    except pd.errors.ParserError as error:
        source.reraise()
        raise IrregularRowsError(str(error)) from error
    source.reraise()
    if len(frame) != source.count or frame[str(surplus)].any():
        raise IrregularRowsError("rows of another width than the header")
    columns = {i: _encoded(frame[str(i)]) for i in {*wanted.texts, *wanted.numbers}}
    numbers: dict[int, Floats] = {}
    unread: dict[int, dict[int, str]] = {}
    for i in wanted.numbers:
        numbers[i] = parse_numbers(columns[i].values, wanted.number_format)[columns[i].codes]
        unread[i] = {row: columns[i][row] for row in np.flatnonzero(np.isnan(numbers[i])).tolist()}
    return _complete_rows(
        BlockColumns(len(frame), {i: columns[i] for i in wanted.texts}, numbers, unread),
        wanted.header,
        lambda row: SkippedLine(source.line_of(row), "a row that names no kernel, or not how often it ran"),
    )


class _Source:
    """Rows as a file that pandas reads. A first line of column numbers tells it the width of the table, since rows may
    have fewer cells; the extra column must stay empty, for further cells would be dropped in silence.
    """

    def __init__(self, rows: Iterable[Rows], header: Header) -> None:
        numbers = header.delimiter.join(map(str, range(len(header.fields) + 1)))
        self._rows = chain([Rows(numbers.encode(), 0, ())], rows)
        self._error: BaseException | None = None
        self.count = 0
        self._lines: list[tuple[int, int]] = []

    def line_of(self, row: int) -> int:
        """Line number of a row."""
        return Rows(b"", self.count, tuple(self._lines)).line_of(row)

    def __iter__(self) -> Iterator[bytes]:
        """Only here so that pandas takes it for a file."""
        return iter(())

    def read(self, size: int) -> bytes:
        """The next rows, whatever `size`; nothing at the end or after an error, which the tokenizer would swallow."""
        try:
            rows = next(self._rows, None)
        except BaseException as error:  # noqa: BLE001  # raised again by `reraise`
            self._error = error
            rows = None
        if rows is None:
            return b""
        self._lines += ((self.count + row, line) for row, line in rows.lines)
        self.count += rows.count
        return rows.data if rows.data.endswith(b"\n") else rows.data + b"\n"

    def reraise(self) -> None:
        """Raise what interrupted the reading."""
        if self._error is not None:
            raise self._error


def _encoded(column: Any) -> Texts:
    """The texts of a column of a data frame."""
    import pandas as pd

    codes, values = pd.factorize(column.to_numpy())
    return Texts(codes.astype(np.int64, copy=False), tuple(values.tolist()))


def _complete_rows(block: BlockColumns, header: Header, line_of: Callable[[int], SkippedLine]) -> BlockColumns:
    """Only rows that name a kernel, and in a summary its number of executions: others are parts of something else."""
    kernel = block.texts[header.fields.index(KERNEL_NAME)]
    is_row = np.array([bool(name) for name in kernel.values] or [False])[kernel.codes]
    count = header.column(INVOCATIONS)
    if count in block.numbers:
        is_row &= (block.numbers[count] >= 1) & (block.numbers[count] <= MOST_INVOCATIONS)
    if is_row.all():
        return replace(block, unread={i: found for i, found in block.unread.items() if found})
    return replace(block.take(is_row), rejected=tuple(map(line_of, np.flatnonzero(~is_row).tolist())))
