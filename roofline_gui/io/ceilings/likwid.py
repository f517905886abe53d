"""likwid-bench: ``peakflops`` tests give compute peaks, all other tests the bandwidth of a level that is not named.

MByte/s and MFlops/s are decimal. The other figure of each test is a by-product and is not used.
"""

import re
from dataclasses import dataclass, field

from roofline_gui.io.ceilings.format import Format
from roofline_gui.io.ceilings.numbers import MEGA, rate
from roofline_gui.io.ceilings.reading import ONLY, Configuration, MeasuredValue, Reading, highest, threads_setting
from roofline_gui.io.ceilings.source import Source
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit, format_quantity

TOOL = "likwid-bench"

_TITLE = "LIKWID MICRO BENCHMARK"
_THREADS = re.compile(r"Using ([0-9]+) threads")
# Largest working set per core (L1, L2) or of all (LLC) that is taken for the level, bytes; today's servers.
_L1, _L2, _LLC = 48 * 2**10, 2 * 2**20, 256e6
_LEVEL_NAMES = {Level.L1: "L1", Level.L2: "L2", Level.LLC: "L3", Level.DRAM: "DRAM"}


@dataclass(slots=True)
class _Run:
    """One test: the figures that it prints as ``name: value``."""

    fields: dict[str, str] = field(default_factory=dict)
    threads: str = ""

    @property
    def test(self) -> str:
        return self.fields.get("Test", "")


def _runs(source: Source) -> list[_Run]:
    runs: list[_Run] = []
    for i, line in enumerate(source.lines):
        if line.strip() == _TITLE:
            runs.append(_Run())
        elif not runs:
            continue
        elif match := _THREADS.fullmatch(line.strip()):
            runs[-1].threads = match[1]
        elif ":" in line and source.whole(i):
            name, _, value = line.partition(":")
            runs[-1].fields.setdefault(name.strip(), value.strip())
    return runs


def _read(source: Source) -> Reading:
    by_threads: dict[str, list[MeasuredValue]] = {}
    for run in _runs(source):
        value = _peak(run) if run.test.startswith("peakflops") else _bandwidth(run)
        if value is not None:
            by_threads.setdefault(run.threads, []).append(value)
    found = tuple(
        Configuration(threads_setting(threads) or ONLY, highest(values)) for threads, values in by_threads.items()
    )
    return Reading(TOOL, "", found, () if found else ("No test shows its MByte/s or MFlops/s.",))


def _peak(run: _Run) -> MeasuredValue | None:
    value = rate(run.fields.get("MFlops/s"), MEGA)
    if value is None:
        return None
    precision = Precision.FP32 if "sp" in run.test.split("_") else Precision.FP64
    return MeasuredValue(precision, value, f"test {run.test}, MFlops/s")


def _bandwidth(run: _Run) -> MeasuredValue | None:
    value = rate(run.fields.get("MByte/s"), MEGA)
    size = rate(run.fields.get("Size (Byte)", run.fields.get("Size")))
    if value is None or size is None:
        return None
    level = _proposed(size, rate(run.threads) or 1.0)
    shown = format_quantity(size, Unit.BYTE)
    doubt = f"likwid-bench does not name the level: {_LEVEL_NAMES[level]} is proposed for a working set of {shown}."
    stores = rate(run.fields.get("Stores per update"))
    if stores is not None and "mem" not in run.test.split("_"):
        doubt += " Write-allocate traffic is not counted."
    return MeasuredValue(level, value, f"test {run.test}, MByte/s", doubt, "L3" if level is Level.LLC else "")


def _proposed(size: float, threads: float) -> Level:
    if size / threads <= _L1:
        return Level.L1
    if size / threads <= _L2:
        return Level.L2
    return Level.LLC if size <= _LLC else Level.DRAM


FORMAT = Format(TOOL, lambda source: any(line.strip() == _TITLE for line in source.lines), _read)
