"""STREAM (McCalpin), C or Fortran: the best of Copy, Scale, Add and Triad is the DRAM bandwidth. MB/s is decimal."""

import re
from dataclasses import dataclass, field

from roofline_gui.io.ceilings.format import Format
from roofline_gui.io.ceilings.numbers import MEGA, rate
from roofline_gui.io.ceilings.reading import ONLY, Configuration, MeasuredValue, Reading, highest, threads_setting
from roofline_gui.io.ceilings.source import Source
from roofline_gui.model.machine import Level
from roofline_gui.model.units import Unit, format_quantity

TOOL = "STREAM"

_HEADER = re.compile(r"\s*Function\s+(?:Best\s+)?Rate\s+\(?MB/s\)?\s.*")
_ROW = re.compile(r"\s*(Copy|Scale|Add|Triad):\s+(\S+)\s+\S+\s+\S+\s+\S+")
_VERSION = re.compile(r"STREAM version \$Revision: (\S+)")
_ARRAY = re.compile(r"\s*Array size\s*=\s*([0-9]+).*")
_BYTES = re.compile(r".*\buses\s+([0-9]+) bytes per .*")
_THREADS = re.compile(r"\s*Number of Threads (?:counted|requested|in use)\s*=\s*([0-9]+)")
_FAILED = re.compile(r"\s*(?:Failed Validation|.*\bfailed validation)\b.*", re.IGNORECASE)
_WRITE_ALLOCATE = "Write-allocate traffic is not counted: with ordinary stores memory moves up to half as much again."
_CACHE = 256e6  # bytes; arrays below this may stay in the last-level caches of today's sockets


@dataclass(slots=True)
class _Run:
    threads: str
    rates: list[tuple[str, float]] = field(default_factory=list)
    array_bytes: float | None = None
    failed: bool = False


def _read(source: Source) -> Reading:
    version = next((m[1] for line in source.lines if (m := _VERSION.search(line))), "")
    runs: list[_Run] = []
    elements, width, threads = None, 8.0, ""
    for line in source.lines:
        if match := _ARRAY.fullmatch(line):
            elements, threads = rate(match[1]), ""
        elif match := _BYTES.fullmatch(line):
            width = rate(match[1]) or width
        elif match := _THREADS.fullmatch(line):
            threads = match[1]
        elif _HEADER.fullmatch(line):
            runs.append(_Run(threads, array_bytes=None if elements is None else elements * width))
        elif runs and (match := _ROW.fullmatch(line)) and (value := rate(match[2], MEGA)) is not None:
            runs[-1].rates.append((match[1], value))
        elif runs and _FAILED.fullmatch(line):
            runs[-1].failed = True
    found = tuple(_configuration(run, i, len(runs)) for i, run in enumerate(runs, 1) if run.rates)
    return Reading(TOOL, version, found, () if found else ("None of Copy, Scale, Add and Triad shows a rate.",))


def _configuration(run: _Run, number: int, runs: int) -> Configuration:
    doubts = []
    if run.failed:
        doubts.append("STREAM says that the results are wrong (failed validation).")
    if run.array_bytes is not None and 3 * run.array_bytes < _CACHE:
        size = format_quantity(3 * run.array_bytes, Unit.BYTE)
        doubts.append(f"Three arrays are {size} only: caches may have helped.")
    doubts.append(_WRITE_ALLOCATE)
    doubt = " ".join(doubts)
    values = highest([MeasuredValue(Level.DRAM, value, f"kernel {name}", doubt) for name, value in run.rates])
    threads = threads_setting(run.threads) or ONLY
    return Configuration(f"run {number}, {threads}" if runs > 1 else threads, values)


FORMAT = Format(TOOL, lambda source: any(_HEADER.fullmatch(line) for line in source.lines), _read)
