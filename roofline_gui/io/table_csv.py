"""The performance table as CSV: UTF-8, comma, SI base units, full precision, unknown = empty field."""

import csv
import io
from collections.abc import Mapping
from typing import Protocol, TextIO

import numpy as np

from roofline_gui.model.demand import Floats


class Columns(Protocol):
    """A table by columns of n rows: text columns as lists, number columns as arrays with NaN for unknown."""

    @property
    def columns(self) -> Mapping[str, list[str] | Floats]:
        """The columns by name, in the order in which they are written."""
        ...


# A spreadsheet takes a cell that starts with one of these for a formula.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
_GUARD = "'"


def write_table(stream: TextIO, table: Columns) -> None:
    """Write `table` with one header row. `stream` must be opened with newline=""."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    cells = (_number_cells(c) if isinstance(c, np.ndarray) else map(guard, c) for c in table.columns.values())
    writer.writerows(zip(*cells, strict=True))


def table_text(table: Columns) -> str:
    """The CSV as one text."""
    stream = io.StringIO(newline="")
    write_table(stream, table)
    return stream.getvalue()


def guard(text: str) -> str:
    """Neutralise a text cell against spreadsheet formulas; `unguard` gives it back unchanged."""
    return _GUARD + text if text.startswith((*_FORMULA_STARTS, _GUARD)) else text


def unguard(cell: str) -> str:
    """The text that `guard` was given."""
    return cell[1:] if cell.startswith(_GUARD) and cell[1:].startswith((*_FORMULA_STARTS, _GUARD)) else cell


def _number_cells(values: Floats) -> list[str]:
    """Shortest text that reads back as the same number; whole numbers without a fraction; unknown empty."""
    return ["" if v != v else str(int(v)) if v.is_integer() and abs(v) < 2**53 else repr(v) for v in values.tolist()]
