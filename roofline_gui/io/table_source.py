"""A performance table that the program exported, read as a source: one launch per row, with what the row sums up."""

import csv
import io
import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from roofline_gui.io.ncu.convert import read_file
from roofline_gui.io.ncu.reader import DEFAULT_OPTIONS
from roofline_gui.io.ncu.refusals import unreadable
from roofline_gui.io.table_csv import unguard
from roofline_gui.model.demand import Bools, Demand, Floats
from roofline_gui.model.launches import Launches, Texts
from roofline_gui.model.ledger import Ledger, SkippedLine, UnreadValue
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.model.read_options import ReadOptions

NEEDED = ("kernel", "group", "source", "launches", "time_s", "precision", "flop", "bytes_dram")
LONGEST_HEADER = 4096  # characters
MOST_SKIPPED = 200  # lines kept in the ledger; all are counted
STEP = 2000  # rows between two reports of progress

_LEVELS = {
    "bytes_dram": Level.DRAM, "bytes_l2": Level.L2, "bytes_l1": Level.L1, "bytes_shared": Level.SHARED,
}  # fmt: skip
_NUMBERS = ("launches", "time_s", "flop", "special_ops", *_LEVELS)
_NOTES = (
    "The file is a performance table of this program: each row stands for the launches that it sums up.",
    "All FLOP of a row are taken as its main precision.",
    "Occupancy, waste and stalls are not in a table: verdicts rest on time, work and traffic alone.",
)


def read_source(
    path: Path, progress: Callable[[float], None], options: ReadOptions = DEFAULT_OPTIONS
) -> Profile | Refusal:
    """Read a source of any kind: what the profiler wrote, or a table of this program. `progress` is called with the
    share that is read; what it raises ends the reading. `options` are for what the profiler wrote.
    """
    return read_table(path, progress) if is_table(path) else read_file(path, progress, options=options)


def is_table(path: Path) -> bool:
    """Whether a file starts with the header of a performance table."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as stream:
            header = next(csv.reader([stream.readline(LONGEST_HEADER)]), [])
    except (OSError, csv.Error):
        return False
    return set(NEEDED) <= set(header)


def read_table(path: Path, progress: Callable[[float], None]) -> Profile | Refusal:
    """Read a performance table. A file that cannot be used gives a `Refusal`."""
    try:
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError as error:
        return unreadable(path.name, error)
    try:
        table = _Table(text, progress)
    except csv.Error as error:
        return Refusal(path.name, f"The table cannot be read: {error}.", "Export it again from the profile.")
    if not table.rows:
        return Refusal(path.name, "The table has a header but no rows.", "Export it again from the profile.")
    launches = table.launches()
    sources = ", ".join(s for s in dict.fromkeys(table.texts("source")) if s)
    return Profile(
        name=path.name,
        path=str(path),
        launches=launches,
        ledger=Ledger(
            read=len(launches),
            layout="performance table",
            notes=(*_NOTES, *([f"Its rows came from {sources}."] if sources else [])),
            skipped=tuple(table.skipped[:MOST_SKIPPED]),
            skipped_count=len(table.skipped),
            unread=tuple(table.unread),
        ),
        profiler="performance table",
    )


class _Table:
    """The cells of a table, by column; what could not be read is noted."""

    def __init__(self, text: str, progress: Callable[[float], None]) -> None:
        reader = csv.reader(io.StringIO(text, newline=""))
        self.header = next(reader)
        self.rows: list[list[str]] = []
        self.skipped: list[SkippedLine] = []
        self.unread: list[UnreadValue] = []
        for row in _watched(reader, text.count("\n") + 1, progress):
            if len(row) == len(self.header):
                self.rows.append(row)
            elif row:
                self.skipped.append(SkippedLine(reader.line_num, ",".join(row)))

    def texts(self, name: str) -> list[str]:
        """A text column as it was before the export."""
        column = self.header.index(name)
        return [unguard(row[column]) for row in self.rows]

    def numbers(self, name: str) -> Floats:
        """A number column, NaN where the cell is empty or no number."""
        values = np.full(len(self.rows), np.nan)
        if name in self.header:
            column = self.header.index(name)
            for i, row in enumerate(self.rows):
                values[i] = self._number(row[column], i, name)
        return values

    def _number(self, cell: str, row: int, name: str) -> float:
        try:
            value = float(cell) if cell else math.nan
        except ValueError:
            value = math.inf
        if math.isinf(value):
            self.unread.append(UnreadValue(row, name, f"“{cell}” is no number"))
            return math.nan
        return value

    def launches(self) -> Launches:
        """One launch per row."""
        n = len(self.rows)
        numbers = {name: self.numbers(name) for name in _NUMBERS}
        flop = self._by_precision(numbers["flop"])
        unknown = Texts.constant("", n)
        return Launches(
            kernel=Texts.of(self.texts("kernel")),
            operation=Texts.of(self.texts("group")),
            block=unknown,
            grid=unknown,
            launch_id=Texts.of([str(i + 1) for i in range(n)]),
            process=unknown,
            device=unknown,
            device_name=unknown,
            compute_capability=unknown,
            demand=Demand(
                time=numbers["time_s"],
                flop=flop,
                flop_known=_any_known(flop, n),
                special_ops=numbers["special_ops"],
                bytes={level: numbers[name] for name, level in _LEVELS.items() if name in self.header},
            ),
            flags=np.zeros(n, dtype=np.int64),
            provenance={
                quantity: Texts.constant(f"{column} of the table", n)
                for quantity, column in (
                    ("time", "time_s"),
                    ("special_ops", "special_ops"),
                    *((f"flop.{precision}", "flop") for precision in flop),
                    *((f"bytes.{level}", name) for name, level in _LEVELS.items()),
                )
            },
            invocations=np.clip(np.nan_to_num(numbers["launches"], nan=1.0), 1.0, 2.0**53).astype(np.int64),
        )

    def _by_precision(self, flop: Floats) -> Mapping[Precision, Floats]:
        """The work of each row in its precision. No work needs none: it counts as 0 FLOP of FP32."""
        work: dict[Precision, Floats] = {}
        for i, name in enumerate(self.texts("precision")):
            if math.isnan(flop[i]):
                continue
            known = name in {precision.value for precision in Precision}
            if not known and flop[i] != 0:
                self.unread.append(UnreadValue(i, "precision", f"“{name}” is no precision, so its FLOP are unknown"))
                continue
            precision = Precision(name) if known else Precision.FP32
            work.setdefault(precision, np.full(len(flop), np.nan))[i] = flop[i]
        return work


def _watched(reader: Iterator[list[str]], lines: int, progress: Callable[[float], None]) -> Iterator[list[str]]:
    for i, row in enumerate(reader):
        if i % STEP == 0:
            progress(i / lines)
        yield row


def _any_known(flop: Mapping[Precision, Floats], n: int) -> Bools:
    known = np.zeros(n, dtype=np.bool_)
    for values in flop.values():
        known |= ~np.isnan(values)
    return known
