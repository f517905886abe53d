"""RRZE gpu-benches: ``gpu-cache`` and ``gpu-l2-cache`` sweep the size of the data; levels show as plateaus.

gpu-cache gives L1 and L2: every block reads the same data, so it never reaches DRAM. gpu-l2-cache prints two sizes, of
one block and of all; it gives L2 and DRAM. kB is 1024 bytes there, GB/s is decimal.
"""

import re
from dataclasses import dataclass

from roofline_gui.io.ceilings.format import Format
from roofline_gui.io.ceilings.numbers import GIGA, Plateau, plateaus, rate
from roofline_gui.io.ceilings.reading import ONLY, Configuration, MeasuredValue, Reading
from roofline_gui.io.ceilings.source import Source
from roofline_gui.model.machine import Level
from roofline_gui.model.units import Unit, format_quantity

TOOL = "gpu-benches"

_HEADER = re.compile(r"\s*data set\s+exec time\s+spread\s+Eff\. bw.*")
_ROW = re.compile(r"\s*([0-9]+) kB(?:\s+([0-9]+) kB)?\s+[0-9.]+ ?ms\s+([0-9.]+)%\s+([0-9.eE+]+) GB/s.*")
_LOWER = 0.9  # the next level is at least this much slower


@dataclass(frozen=True, slots=True)
class _Point:
    kilobytes: int
    total: bool
    spread: float
    rate: float


def _sweeps(source: Source) -> list[list[_Point]]:
    sweeps: list[list[_Point]] = []
    for line in source.lines:
        if _HEADER.fullmatch(line):
            sweeps.append([])
        elif sweeps and (match := _ROW.fullmatch(line)) and (value := rate(match[4], GIGA)) is not None:
            size = match[2] or match[1]
            sweeps[-1].append(_Point(int(size[:15]), match[2] is not None, rate(match[3]) or 0.0, value))
    return sweeps


def _read(source: Source) -> Reading:
    sweeps = _sweeps(source)
    found = []
    for i, points in enumerate(sweeps, 1):
        configuration = _configuration(points, f"sweep {i}" if len(sweeps) > 1 else ONLY)
        if configuration.values:
            found.append(configuration)
    why = () if found else ("No plateau: three neighbouring sizes within 3 % are needed. Run the whole sweep.",)
    return Reading(TOOL, "", tuple(found), why)


def _configuration(points: list[_Point], name: str) -> Configuration:
    steps = plateaus([point.rate for point in points])
    if not steps:
        return Configuration(name, ())
    near = max(steps, key=lambda step: step.rate)
    beyond = [step for step in steps if step.first > near.last and step.rate <= _LOWER * near.rate]
    if points[near.first].total:
        tool, levels = "gpu-l2-cache", {Level.L2: near} | ({Level.DRAM: beyond[-1]} if beyond else {})
    else:
        tool, levels = "gpu-cache", {Level.L1: near} | ({Level.L2: beyond[0]} if beyond else {})
    values = tuple(
        MeasuredValue(level, step.rate, f"{tool}, Eff. bw, plateau {_sizes(points, step)}")
        for level, step in levels.items()
    )
    return Configuration(name, values, tuple(_unused(points, step) for step in steps if step not in levels.values()))


def _sizes(points: list[_Point], step: Plateau) -> str:
    return f"{points[step.first].kilobytes} to {points[step.last].kilobytes} kB"


def _unused(points: list[_Point], step: Plateau) -> str:
    spread = max(point.spread for point in points[step.first : step.last + 1])
    shown = format_quantity(step.rate, Unit.BYTE_PER_SECOND)
    return f"Another plateau, {shown} at {_sizes(points, step)} (spread up to {spread:g} %), is not used."


FORMAT = Format(TOOL, lambda source: any(_HEADER.fullmatch(line) for line in source.lines), _read)
