"""The header line of a table: where it is, what shape the table has, how its rows look."""

import csv
import re
from dataclasses import dataclass
from enum import StrEnum

KERNEL_NAME = "Kernel Name"
_DELIMITERS = (",", ";", "\t")
_HEADER_START = re.compile(r'"?(?:ID|Process ID)"?[,;\t]')
_BYTE_ORDER_MARK = "\ufeff"


class Shape(StrEnum):
    """How a table holds launches and metrics."""

    WIDE = "wide"
    LONG = "long"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class Header:
    """One header line: column names, delimiter, whether cells are quoted, the shape, and its line number."""

    fields: tuple[str, ...]
    delimiter: str
    quoted: bool
    shape: Shape
    line: int

    def column(self, name: str) -> int | None:
        """Index of the first column called `name`."""
        return self.fields.index(name) if name in self.fields else None

    @property
    def row_start(self) -> re.Pattern[bytes]:
        """What every row of the table starts with: its ID or process ID."""
        delimiter = re.escape(self.delimiter.encode())
        return re.compile(rb'"\d+"' + delimiter if self.quoted else rb'"?\d+"?' + delimiter)

    @property
    def whole_rows(self) -> re.Pattern[bytes]:
        """Rows one after the other that end where their line does, as nearly all do: in a table with quotes, behind the
        closing quote of a cell that is not empty.
        """
        delimiter = re.escape(self.delimiter.encode())
        closed = rb'(?<=[^"' + delimiter + rb']")' + delimiter + b"?" if self.quoted else b""
        return re.compile(rb"(?:" + self.row_start.pattern + rb".*+" + closed + rb"\n)++")

    def is_units_row(self, fields: list[str]) -> bool:
        """Whether a line is the units row of a wide table: no ID, no kernel, but a cell for every column."""
        kernel = self.column(KERNEL_NAME)
        is_table_row = self.shape is Shape.WIDE and kernel is not None and len(fields) == len(self.fields)
        return is_table_row and not fields[0] and not fields[kernel or 0]


def read_header(line: str, number: int) -> Header | None:
    """Recognise a header by its column names, wherever it stands in the line (a program's last output may precede it).

    Returns None for every other line.
    """
    if KERNEL_NAME not in line:
        return None
    for start in _HEADER_START.finditer(line):
        text = line[start.start() :].strip().strip(_BYTE_ORDER_MARK)
        for delimiter in _DELIMITERS:
            fields = split_line(text, delimiter)
            shape = _shape(fields)
            if shape is not None:
                return Header(tuple(fields), delimiter, text.startswith('"'), shape, number)
    return None


def split_line(line: str, delimiter: str) -> list[str]:
    """The cells of one line."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _shape(fields: list[str]) -> Shape | None:
    if KERNEL_NAME not in fields:
        return None
    if "Metric Name" in fields:
        if "Metric Value" in fields:
            return Shape.LONG
        return Shape.SUMMARY if "Average" in fields else None
    return Shape.WIDE if "ID" in fields else None
