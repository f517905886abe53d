"""Reading a profile: a file to launches and ledger, or to the reason why it cannot be used."""

import csv
import io
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from itertools import chain, islice
from pathlib import Path
from typing import TypeAlias, TypeVar

from roofline_gui.io.ncu import refusals
from roofline_gui.io.ncu.account import LineAccount, write_ledger
from roofline_gui.io.ncu.assemble import Assembly, assemble
from roofline_gui.io.ncu.block import BlockColumns, IrregularRowsError, parse_cells, parse_in_bulk
from roofline_gui.io.ncu.decode import read_blocks
from roofline_gui.io.ncu.device import devices_of, own_ceilings
from roofline_gui.io.ncu.evaluate import Evaluator
from roofline_gui.io.ncu.layout import Header, Shape
from roofline_gui.io.ncu.long import LongTable
from roofline_gui.io.ncu.numbers import FormatGuess, guess_format
from roofline_gui.io.ncu.refusals import Refused
from roofline_gui.io.ncu.segments import Progress, Rows, Segment, Units, merge_rows, split_segments
from roofline_gui.io.ncu.wide import WideTable
from roofline_gui.model.launches import concatenate
from roofline_gui.model.ledger import SkippedLine
from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.model.read_options import ReadOptions

BULK_FROM = 6 << 20  # bytes of rows from which importing pandas pays off
PIECE = 128 << 20  # bytes of rows in one data frame, so that joining its parts does not take long
SMALL_STEP = 1 << 20  # bytes of rows parsed at once without it
TICK = 0.03  # seconds between reports of progress
MOST_SAMPLED = 50_000  # cells looked at to find the number format
DEFAULT_OPTIONS = ReadOptions()


def ignore(fraction: float) -> None:
    """No progress wanted."""


def read_profile(
    path: Path, progress: Callable[[float], None] = ignore, options: ReadOptions = DEFAULT_OPTIONS
) -> Profile | Refusal:
    """Read whatever `ncu` left in `path`; `options` are what the user decides instead of the file.

    `progress` is called with the share of the file that is read, 0 to 1, every few ten milliseconds and in the calling
    thread, while another one reads; what it raises ends the reading and travels on. A file that cannot be used gives a
    `Refusal`, never an exception.
    """
    progress(0.0)
    reading = _Reading(path, options)
    with ThreadPoolExecutor(1, "profile-reader") as pool:
        result = pool.submit(reading.run)
        try:
            while not wait([result], TICK).done:
                progress(reading.fraction)
        finally:
            reading.stop()
    progress(1.0)
    return result.result()


class _StoppedError(Exception):
    """The reading has been stopped from outside."""


_Table: TypeAlias = WideTable | LongTable
_T = TypeVar("_T")


class _Reading:
    """The state of reading one file."""

    def __init__(self, path: Path, options: ReadOptions) -> None:
        self._path = path
        self._options = options
        chosen = options.number_format
        self._chosen = None if chosen is None else FormatGuess(chosen, decided=True)
        self._stop = threading.Event()
        self.fraction = 0.0
        self._start(in_bulk=True)

    def _start(self, *, in_bulk: bool) -> None:
        self._in_bulk = in_bulk
        self._tables: list[_Table] = []
        self._lines = LineAccount()
        self._formats: dict[_Table, FormatGuess] = {}
        self._decided: FormatGuess | None = None  # the latest that was certain
        self._waiting: list[tuple[_Table, Rows]] = []
        self._waiting_size = 0

    def stop(self) -> None:
        """Let a running `run` end soon."""
        self._stop.set()

    def run(self) -> Profile | Refusal:
        try:
            try:
                self._read_file()
            except IrregularRowsError:  # rare: once more, looking at every cell
                self._start(in_bulk=False)
                self._read_file()
            return self._finish()
        except Refused as refused:
            return refused.refusal

    def _read_file(self) -> None:
        """Take up the file's rows; those of small tables wait for the end, those of large ones are parsed meanwhile."""
        with closing(read_blocks(self._path)) as blocks, closing(_ahead(split_segments(blocks))) as batches:
            segments = self._watched(batches)
            for segment in segments:
                self._take(segment)
                if self._waiting_size >= BULK_FROM and not self._in_bulk:
                    self._parse_waiting()
                elif self._waiting_size >= BULK_FROM:
                    self._parse_large(segments)
        self._parse_waiting()

    def _watched(self, batches: Iterable[Sequence[Segment]]) -> Iterator[Segment]:
        """The segments, with progress taken note of; ends the reading where it has been stopped."""
        for batch in batches:
            if self._stop.is_set():
                raise _StoppedError
            for segment in batch:
                if isinstance(segment, Progress):
                    self.fraction = segment.fraction
                else:
                    yield segment

    def _take(self, segment: Segment) -> None:
        match segment:
            case Header(shape=Shape.WIDE):
                self._tables.append(WideTable(segment))
            case Header():
                self._tables.append(LongTable(segment))
            case Units(fields):
                if isinstance(self._tables[-1], WideTable):
                    self._tables[-1].units = fields
            case Rows():
                self._waiting.append((self._tables[-1], segment))
                self._waiting_size += len(segment.data)
            case SkippedLine():
                self._lines.add(segment)

    # --- rows ---

    def _decide_formats(self) -> None:
        """Decide the number format of each table from the rows of it that wait, or else from those of all tables."""
        undecided: dict[_Table, list[tuple[_Table, Rows]]] = {}
        for table, rows in self._waiting:
            if table not in self._formats:
                undecided.setdefault(table, []).append((table, rows))
        of_all: FormatGuess | None = None
        for table, parts in undecided.items():
            guess = self._chosen or _guess(parts)
            if not guess.decided:
                of_all = of_all or _guess(self._waiting)
                guess = next((g for g in (of_all, self._decided) if g is not None and g.decided), guess)
            if guess.decided:
                self._decided = guess
            self._formats[table] = guess

    def _parse_waiting(self) -> None:
        """Parse what waits, cell by cell."""
        self._decide_formats()
        for table, rows in _merged(self._waiting, SMALL_STEP):
            if self._stop.is_set():
                raise _StoppedError
            if rows.cut:
                self._lines.cut.append(rows.line_of(0))
            if not (rows.cut and isinstance(table, LongTable)):  # there the value comes last, and is lost
                self._add(table, parse_cells(rows, table.wanted(self._formats[table].format)))
        self._waiting = []
        self._waiting_size = 0

    def _parse_large(self, segments: Iterator[Segment]) -> None:
        """Parse the rest of the current table as it comes, together with what waits of it."""
        self._decide_formats()
        table = self._waiting[-1][0]
        first = len(self._waiting)
        while first and self._waiting[first - 1][0] is table and not self._waiting[first - 1][1].cut:
            first -= 1
        waiting = [rows for _, rows in self._waiting[first:]]
        self._waiting = self._waiting[:first]
        self._parse_waiting()
        for piece in _pieces(chain(waiting, self._rest_of_table(segments)), PIECE) if waiting else ():
            self._add(table, parse_in_bulk(piece, table.wanted(self._formats[table].format)))

    def _rest_of_table(self, segments: Iterator[Segment]) -> Iterator[Rows]:
        """The rows up to the next table or to a row that is cut off, which are left for later."""
        for segment in segments:
            if isinstance(segment, Rows) and not segment.cut:
                yield segment
                continue
            self._take(segment)
            if not isinstance(segment, SkippedLine):
                return

    def _add(self, table: _Table, block: BlockColumns) -> None:
        for line in block.rejected:
            self._lines.add(line)
        if block.count:
            table.add(block)

    # --- the end ---

    def _finish(self) -> Profile | Refusal:
        name = self._path.name
        parts = [t for t in self._tables if not t.is_empty]
        if not parts:
            return self._explain()
        tables = _joined(parts)
        assemblies: list[Assembly] = []
        machines: list[Machine] = []
        devices: dict[tuple[str, str], None] = {}
        for table in tables:
            evaluator = Evaluator(table.build())
            assemblies.append(assemble(evaluator, self._options))
            devices.update(dict.fromkeys(devices_of(evaluator.table)))
            machine = own_ceilings(evaluator)
            machines += [] if machine is None else [machine]
        launches = concatenate([a.launches for a in assemblies])
        if not any(a.is_usable for a in assemblies):
            return refusals.no_counters(name, launches, [m for t in tables for m in t.metrics])
        return Profile(
            name=name,
            path=str(self._path),
            launches=launches,
            ledger=write_ledger(
                assemblies, [t.shape for t in tables], [self._formats[t] for t in parts], self._lines, self._options
            ),
            devices=tuple(devices),
            own_ceilings=machines[0] if machines else None,
            options=self._options,
        )

    def _explain(self) -> Refusal:
        """Why there are no launches."""
        name, lines = self._path.name, self._lines.telling
        refusal = refusals.explain(name, lines)
        if refusal is None and self._tables:
            return refusals.no_rows(name, self._tables[0].header.line)
        return refusal or refusals.measured_ceilings(self._path) or refusals.unknown(name, lines)


def _joined(parts: Sequence[_Table]) -> list[_Table]:
    """Tables that follow one another and are alike taken together: some files hold thousands, one for each launch."""
    tables: list[_Table] = []
    for part in parts:
        if not tables or not tables[-1].absorb(part):
            tables.append(part)
    return tables


def _ahead(items: Iterator[_T]) -> Generator[_T]:
    """The items, each worked out in another thread while the one before is used."""
    with ThreadPoolExecutor(1, "profile-splitter") as pool:
        coming = pool.submit(next, items, None)
        while (item := coming.result()) is not None:
            coming = pool.submit(next, items, None)
            yield item


def _pieces(rows: Iterator[Rows], size: int) -> Iterator[Iterator[Rows]]:
    """The rows in pieces of about `size` bytes, each to be used up before the next."""

    def piece(first: Rows) -> Iterator[Rows]:
        yield first
        taken = len(first.data)
        while taken < size and (following := next(rows, None)) is not None:
            taken += len(following.data)
            yield following

    for first in rows:
        yield piece(first)


def _merged(waiting: Sequence[tuple[_Table, Rows]], limit: int) -> Iterator[tuple[_Table, Rows]]:
    """The rows in steps of about `limit` bytes, each of one table; a cut row stands alone."""
    parts: list[Rows] = []
    size = 0
    for i, (table, rows) in enumerate(waiting):
        parts.append(rows)
        size += len(rows.data)
        following = waiting[i + 1] if i + 1 < len(waiting) else None
        if following is None or following[0] is not table or size >= limit or rows.cut or following[1].cut:
            yield table, merge_rows(parts)
            parts, size = [], 0


def _guess(waiting: Iterable[tuple[_Table, Rows]]) -> FormatGuess:
    """The number format that some rows speak for."""
    return guess_format(islice(_sample(waiting), MOST_SAMPLED))


def _sample(waiting: Iterable[tuple[_Table, Rows]]) -> Iterator[tuple[str, bool]]:
    """Number cells, each with whether it must be a whole number. Part of a number may look like another format."""
    for table, rows in waiting:
        if rows.cut:
            continue
        text = io.StringIO(rows.data.decode(), newline="")
        for cells in csv.reader(text, delimiter=table.header.delimiter):
            yield from table.sample(cells)
