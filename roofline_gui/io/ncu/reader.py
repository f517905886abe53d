"""Reading a profile: a file to launches and ledger, or to the reason why it cannot be used."""

import csv
import io
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import cast

from roofline_gui.io.ncu import refusals
from roofline_gui.io.ncu.account import LineAccount, write_ledger
from roofline_gui.io.ncu.assemble import Assembly, assemble
from roofline_gui.io.ncu.block import columns_of_block
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

BULK_FROM = 6 << 20  # bytes of rows from which importing pandas pays off
SMALL_STEP = 1 << 20  # bytes of rows parsed at once without it
TICK = 0.03  # seconds of work after which progress is reported again
MOST_SAMPLED = 50_000  # cells looked at to find the number format


def ignore(fraction: float) -> None:
    """No progress wanted."""


def read_profile(path: Path, progress: Callable[[float], None] = ignore) -> Profile | Refusal:
    """Read whatever `ncu` left in `path`.

    `progress` gets the share of the work done, 0 to 1, every few ten milliseconds; what it raises ends the reading and
    travels on. A file that cannot be used gives a `Refusal`, never an exception.
    """
    try:
        return _Reading(path, progress).run()
    except Refused as refused:
        return refused.refusal


@dataclass(slots=True)
class _Document:
    """One table of the file; `table` is None for a summary, whose rows are no launches."""

    header: Header
    table: WideTable | LongTable | None
    count: int = 0


class _Reading:
    """The state of reading one file."""

    def __init__(self, path: Path, progress: Callable[[float], None]) -> None:
        self._path = path
        self._progress = progress
        self._ticked = time.perf_counter()
        self._fraction = 0.0
        self._documents: list[_Document] = []
        self._lines = LineAccount()
        self._format: FormatGuess | None = None
        self._in_bulk = False
        self._waiting: list[tuple[_Document, Rows]] = []
        self._waiting_size = 0

    def run(self) -> Profile | Refusal:
        self._progress(0.0)
        with closing(read_blocks(self._path)) as blocks:
            for segment in split_segments(blocks):
                self._take(segment)
                self._tick()
        self._parse_waiting()
        profile = self._finish()
        self._progress(1.0)
        return profile

    def _tick(self) -> None:
        now = time.perf_counter()
        if now - self._ticked > TICK:
            self._ticked = now
            self._progress(self._fraction)

    def _take(self, segment: Segment) -> None:
        match segment:
            case Header():
                self._documents.append(_Document(segment, _table_for(segment)))
            case Units(fields):
                table = self._documents[-1].table
                if isinstance(table, WideTable):
                    table.units = fields
            case Rows():
                self._waiting.append((self._documents[-1], segment))
                self._waiting_size += len(segment.data)
                if self._waiting_size >= BULK_FROM:
                    self._in_bulk = True
                    self._parse_waiting()
            case SkippedLine():
                self._lines.add(segment)
            case Progress(fraction):
                self._fraction = fraction

    # --- rows ---

    def _parse_waiting(self) -> None:
        """Parse the rows that have come in; what came in first also decides the number format of the file."""
        if self._format is None:
            self._format = guess_format(islice(_sample(self._waiting), MOST_SAMPLED))
        limit = BULK_FROM if self._in_bulk else SMALL_STEP
        for document, rows in _merged(self._waiting, limit):
            self._parse(document, rows, self._format)
            self._tick()
        self._waiting.clear()
        self._waiting_size = 0

    def _parse(self, document: _Document, rows: Rows, number_format: FormatGuess) -> None:
        document.count += rows.count
        if document.table is None:
            return
        if rows.cut:
            self._lines.cut.append(rows.line_of(0))
        table, header = document.table, document.header
        block = columns_of_block(rows, header, table.texts, table.numbers, number_format.format, in_bulk=self._in_bulk)
        if block.rejected:
            texts = rows.data.decode().split("\n")
            for row in block.rejected:
                self._lines.add(SkippedLine(rows.line_of(row), texts[row]))
        if block.count:
            table.add(block)

    # --- the end ---

    def _finish(self) -> Profile | Refusal:
        name = self._path.name
        tables = [d.table for d in self._documents if d.table is not None and not d.table.is_empty]
        if not tables:
            return self._explain()
        assemblies: list[Assembly] = []
        machines: list[Machine] = []
        devices: dict[tuple[str, str], None] = {}
        for table in tables:
            evaluator = Evaluator(table.build())
            self._tick()
            assemblies.append(assemble(evaluator))
            self._tick()
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
            ledger=write_ledger(assemblies, [t.shape for t in tables], cast(FormatGuess, self._format), self._lines),
            devices=tuple(devices),
            own_ceilings=machines[0] if machines else None,
        )

    def _explain(self) -> Refusal:
        """Why there are no launches."""
        name, lines = self._path.name, self._lines.telling
        for document in self._documents:
            if document.header.shape is Shape.SUMMARY and document.count:
                return refusals.summary_page(name, document.header.line)
        refusal = refusals.explain(name, lines)
        if refusal is None and self._documents:
            return refusals.no_rows(name, self._documents[0].header.line)
        return refusal or refusals.unknown(name, lines)


def _table_for(header: Header) -> WideTable | LongTable | None:
    if header.shape is Shape.WIDE:
        return WideTable(header)
    return LongTable(header) if header.shape is Shape.LONG else None


def _merged(waiting: Sequence[tuple[_Document, Rows]], limit: int) -> Iterator[tuple[_Document, Rows]]:
    """The rows in steps of about `limit` bytes, each of one document; a cut row stands alone."""
    parts: list[Rows] = []
    size = 0
    for i, (document, rows) in enumerate(waiting):
        parts.append(rows)
        size += len(rows.data)
        following = waiting[i + 1] if i + 1 < len(waiting) else None
        if following is None or following[0] is not document or size >= limit or rows.cut or following[1].cut:
            yield document, merge_rows(parts)
            parts, size = [], 0


def _sample(waiting: Sequence[tuple[_Document, Rows]]) -> Iterator[tuple[str, bool]]:
    """Number cells, each with whether it must be a whole number."""
    for document, rows in waiting:
        if document.table is None:
            continue
        text = io.StringIO(rows.data.decode(), newline="")
        for cells in csv.reader(text, delimiter=document.header.delimiter):
            yield from document.table.sample(cells)
