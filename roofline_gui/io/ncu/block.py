"""Rows of a table as columns: texts encoded, numbers parsed."""

import csv
import io
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from roofline_gui.io.ncu.layout import KERNEL_NAME, Header
from roofline_gui.io.ncu.numbers import POINT, NumberFormat, parse_number
from roofline_gui.io.ncu.segments import Rows
from roofline_gui.model.demand import Bools, Floats
from roofline_gui.model.launches import Texts


@dataclass(frozen=True, slots=True, eq=False)
class BlockColumns:
    """Columns of n rows by their index in the header.

    texts: encoded texts. numbers: shape (n,), NaN where the cell is no number. unread: the texts of those cells, by
    column and row; a cell that the row lacks is an empty text. rejected: rows of the block that were left out, since
    they name no kernel or have more cells than the header.
    """

    count: int
    texts: dict[int, Texts]
    numbers: dict[int, Floats]
    unread: dict[int, dict[int, str]] = field(default_factory=dict)
    rejected: tuple[int, ...] = ()

    def take(self, rows: Bools) -> "BlockColumns":
        """The rows of a mask."""
        position = np.cumsum(rows) - 1
        return BlockColumns(
            int(rows.sum()),
            {i: Texts(t.codes[rows], t.values) for i, t in self.texts.items()},
            {i: v[rows] for i, v in self.numbers.items()},
            {i: {int(position[r]): t for r, t in cells.items() if rows[r]} for i, cells in self.unread.items()},
        )


def columns_of_block(
    rows: Rows,
    header: Header,
    texts: Collection[int],
    numbers: Collection[int],
    number_format: NumberFormat,
    *,
    in_bulk: bool,
) -> BlockColumns:
    """Parse the `texts` (the kernel name among them) and `numbers` columns of `rows`.

    in_bulk: through pandas, whose import pays off for large files only. Both ways give the same columns.
    """
    block = None
    if in_bulk and not rows.cut:
        block = _parse_in_bulk(rows, header, texts, numbers, number_format)
    if block is None:
        block = _parse_cells(rows, header, texts, numbers, number_format)
    kernel = block.texts[header.fields.index(KERNEL_NAME)]
    named = np.array([bool(name) for name in kernel.values] or [False])[kernel.codes]
    if named.all():
        return block
    return replace(block.take(named), rejected=tuple(np.flatnonzero(~named).tolist()))


def _parse_cells(
    rows: Rows, header: Header, texts: Collection[int], numbers: Collection[int], number_format: NumberFormat
) -> BlockColumns:
    cells = list(csv.reader(io.StringIO(rows.data.decode(), newline=""), delimiter=header.delimiter))
    width = len(header.fields)
    for row in cells:
        if rows.cut:
            row.pop()
        if any(row[width:]):  # the surplus cells may stand anywhere, so none can be trusted
            row.clear()
        row.extend([""] * (width - len(row)))
    unread: dict[int, dict[int, str]] = {}
    columns = {i: [row[i] for row in cells] for i in {*texts, *numbers}}
    return BlockColumns(
        len(cells),
        {i: Texts.of(columns[i]) for i in texts},
        {i: _parse_column(columns[i], number_format, unread.setdefault(i, {})) for i in numbers},
        {i: found for i, found in unread.items() if found},
    )


def _parse_column(cells: Sequence[str], number_format: NumberFormat, unread: dict[int, str]) -> Floats:
    values = np.array([parse_number(c, number_format) for c in cells], dtype=np.float64)
    unread.update((row, cells[row]) for row in np.flatnonzero(np.isnan(values)).tolist())
    return values


def _parse_in_bulk(
    rows: Rows, header: Header, texts: Collection[int], numbers: Collection[int], number_format: NumberFormat
) -> BlockColumns | None:
    """The same with the tokenizer of pandas; None where the rows do not have the shape of the table."""
    import pandas as pd

    width = len(header.fields)
    plain = number_format == POINT  # the only format that the tokenizer reads without misreading others
    try:
        frame = pd.read_csv(
            io.BytesIO(rows.data),
            header=None,
            names=range(width + 1),
            usecols=[*{*texts, *numbers}, width],
            index_col=False,
            sep=header.delimiter,
            # The extra column must stay empty: pandas drops surplus cells in silence.
            dtype=dict.fromkeys([*texts, *(() if plain else numbers), width], "category"),
            thousands=number_format.group if plain else None,
            na_filter=False,
            low_memory=False,
            engine="c",
        )
    except (pd.errors.ParserError, pd.errors.EmptyDataError):
        return None
    if len(frame) != rows.count or any(frame[width].cat.categories):
        return None
    unread: dict[int, dict[int, str]] = {}
    return BlockColumns(
        rows.count,
        {i: _texts_of(frame[i]) for i in texts},
        {i: _numbers_of(frame[i], number_format, unread.setdefault(i, {})) for i in numbers},
        {i: found for i, found in unread.items() if found},
    )


def _texts_of(column: Any) -> Texts:
    return Texts(column.cat.codes.to_numpy(np.int64), tuple(column.cat.categories))


def _numbers_of(column: Any, number_format: NumberFormat, unread: dict[int, str]) -> Floats:
    if column.dtype.kind in "iuf":
        values: Floats = column.to_numpy(np.float64)
        cells: Sequence[str] = ()
    else:  # cells that are no numbers among them, or another number format: parse each distinct text once
        column = column.astype(str).astype("category")
        cells = tuple(column.cat.categories)
        codes = column.cat.codes.to_numpy()
        values = np.array([parse_number(c, number_format) for c in cells], dtype=np.float64)[codes]
        cells = [cells[c] for c in codes.tolist()]
    odd = np.flatnonzero(~np.isfinite(values)).tolist()
    if odd:
        values = values.copy()
        unread.update((row, cells[row] if cells else f"{values[row]}") for row in odd)
        values[odd] = math.nan
    return values
