"""The header line of a table: where it is, what shape the table has, how its rows look."""

import csv
import re
from dataclasses import dataclass, replace
from enum import StrEnum

KERNEL_NAME = "Kernel Name"
METRIC_NAME = "Metric Name"  # of a long table, one metric per row
INVOCATIONS = "Invocations"  # of a summary, whose rows stand for many launches
_DELIMITERS = (",", ";", "\t")
_TEXTS_FIRST = ("Domain", "Device Name", KERNEL_NAME)  # first columns that hold no numbers
_NUMBERS_FIRST = ("ID", "Process ID", "Device")
_FIRST_COLUMNS = f"(?:{'|'.join((*_NUMBERS_FIRST, *_TEXTS_FIRST))})"
_INDEX = r'(?:^"?(?:index|Unnamed: 0)?"?[,;\t])?'  # the column that data frames are saved with
_HEADER_START = re.compile(rf'{_INDEX}"?{_FIRST_COLUMNS}"?[,;\t]')
LONGEST_CELL = (1 << 31) - 1  # characters; the csv module would refuse kernel names of more than 131,072
csv.field_size_limit(LONGEST_CELL)
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
    def last_needed(self) -> int:
        """Index of the last cell that every row has; in the long layouts rules and blanks may lack behind it."""
        return len(self.fields) - 1 if self.shape is Shape.WIDE else self.fields.index(METRIC_NAME)

    @property
    def row_start(self) -> re.Pattern[bytes]:
        """What every row of the table starts with: its ID or process ID; where texts come first, any cell that is not
        that of a header.
        """
        delimiter = re.escape(self.delimiter.encode())
        if self.fields[0] not in _TEXTS_FIRST:
            number = (rb'"\d+"' if self.quoted else rb'"?\d+"?') + delimiter
            return re.compile(number if self.fields[0] in _NUMBERS_FIRST else number + number)
        no_header = rb'(?!"?' + _FIRST_COLUMNS.encode() + rb'"?' + delimiter + rb")"
        cell = rb'"(?:[^"\n]|"")*+"' if self.quoted else rb"[^\n" + delimiter + rb"]*+"
        return re.compile(no_header + cell + delimiter)

    @property
    def whole_rows(self) -> re.Pattern[bytes]:
        """Rows one after the other that end where their line does, as nearly all do: in a table with quotes, behind the
        closing quote of a cell that is not empty.
        """
        delimiter = re.escape(self.delimiter.encode())
        closed = rb'(?<=[^"' + delimiter + rb']")' + delimiter + b"?" if self.quoted else b""
        # Not a possessive group (…)++: Python 3.11.2, that of Debian 12, adds to it a part of what follows.
        return re.compile(rb"(?:" + self.row_start.pattern + rb".*+" + closed + rb"\n)+")

    def is_units_row(self, fields: list[str]) -> bool:
        """Whether a line is the units row of a wide table: no ID, no kernel, but a cell for every column."""
        if self.shape is not Shape.WIDE or len(fields) != len(self.fields):
            return False
        return not fields[self.fields.index("ID")] and not fields[self.fields.index(KERNEL_NAME)]

    def without_quotes(self, fields: list[str]) -> "Header | None":
        """The same header for rows whose numbers stand without quotes, if `fields` are a row; None if they are not."""
        is_row = len(fields) > self.last_needed and fields[0].isdigit() and bool(fields[self.fields.index(KERNEL_NAME)])
        return replace(self, quoted=False) if self.quoted and is_row else None


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
    """The cells of one line, none where it is no row of a table."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _shape(fields: list[str]) -> Shape | None:
    if KERNEL_NAME not in fields:
        return None
    if METRIC_NAME in fields:
        if "Metric Value" in fields:
            return Shape.LONG
        return Shape.SUMMARY if "Average" in fields else None
    return Shape.WIDE if "ID" in fields else None
