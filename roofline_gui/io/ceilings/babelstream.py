"""BabelStream, text or CSV: the best of its copying kernels at the largest array is the DRAM bandwidth.

Dot is left out: it writes nothing. Init and Read are transfers from and to the host, in a table of their own ("phase").
"""

import re
from dataclasses import dataclass

from roofline_gui.io.ceilings.format import Format
from roofline_gui.io.ceilings.numbers import prefixed, rate
from roofline_gui.io.ceilings.reading import ONLY, Configuration, MeasuredValue, Reading, highest
from roofline_gui.io.ceilings.source import Source, cells
from roofline_gui.model.machine import Level
from roofline_gui.model.units import Unit, format_quantity

TOOL = "BabelStream"

_KERNELS = ("Copy", "Mul", "Add", "Triad", "Nstream")
_CACHE = 256e6  # bytes; arrays below this may stay in the last-level cache of today's devices
_CSV_RATE = re.compile(r"(?:max_)?([kmgt]?)(i?)b(?:ytes)?_per_sec", re.IGNORECASE)
_TEXT_HEADER = re.compile(r"\s*(GPU Id\s+)?Function\s+([KMGT]?)(i?)B(?:ytes)?/s(?:ec)?\s+Min\b.*")
_TRIAD_ONLY = re.compile(r"Bandwidth \(([KMGT]?)(i?)B/s\):\s+(\S+)")
_ARRAY = re.compile(r"Array size: ([0-9.]+) ([KMGT]?)(i?)B\b.*")


@dataclass(frozen=True, slots=True)
class _Run:
    device: str
    kernel: str
    rate: float
    array_bytes: float | None


def _reading(source: Source, runs: list[_Run]) -> Reading:
    version = next((line.partition(":")[2].strip() for line in source.lines if line.startswith("Version:")), "")
    product = next((m[1] for v in source.lines if (m := re.fullmatch(r"Using \S+ device:? (.+)", v))), "")
    found = []
    for device in dict.fromkeys(run.device for run in runs):
        mine = [run for run in runs if run.device == device]
        largest = max((run.array_bytes or 0.0 for run in mine), default=0.0)
        mine = [run for run in mine if (run.array_bytes or 0.0) == largest]
        values = highest([_value(run) for run in mine if run.kernel in _KERNELS])
        dot = next((run for run in mine if run.kernel == "Dot"), None)
        notes = [] if dot is None else [f"Dot reached {_shown(dot.rate)}; it only reads, and is not used."]
        notes += [line for line in source.lines if line.startswith("Validation failed")]
        if values:
            found.append(Configuration(device or ONLY, values, tuple(notes), product))
    why = () if found else ("None of Copy, Mul, Add, Triad and Nstream shows a bandwidth.",)
    return Reading(TOOL, version, tuple(found), why)


def _value(run: _Run) -> MeasuredValue:
    doubt = ""
    if run.array_bytes and 3 * run.array_bytes < _CACHE:
        doubt = f"Three arrays are {format_quantity(3 * run.array_bytes, Unit.BYTE)} only: caches may have helped."
    return MeasuredValue(Level.DRAM, run.rate, f"kernel {run.kernel}", doubt)


def _shown(value: float) -> str:
    return format_quantity(value, Unit.BYTE_PER_SECOND)


# CSV --------------------------------------------------------------------------------------------------------------


def _csv_header(line: str) -> tuple[list[str], int, float] | None:
    """Column names, the index of the bandwidth and its factor, if the line is the header of the kernels' table."""
    names = cells(line)
    if "function" not in names:
        return None
    for i, name in enumerate(names):
        if match := _CSV_RATE.fullmatch(name):
            return names, i, prefixed(match[1], bool(match[2]))
    return None


def _read_csv(source: Source) -> Reading:
    runs = []
    header: tuple[list[str], int, float] | None = None
    for i, line in enumerate(source.lines):
        if new := _csv_header(line):  # several runs in one file, each with its header
            header = new
            continue
        fields = cells(line)
        if header is None or len(fields) < len(header[0]):
            continue
        names, column, factor = header
        row = dict(zip(names, fields, strict=False))
        value = rate(fields[column], factor)
        if value is not None and (source.whole(i) or column < len(fields) - 1):
            elements, width = rate(row.get("n_elements")), rate(row.get("sizeof"))
            size = elements * width if elements and width else None
            device = f"device {row['gpu_id']}" if "gpu_id" in row else ""
            runs.append(_Run(device, row["function"], value, size))
    return _reading(source, runs)


# Text -------------------------------------------------------------------------------------------------------------


def _read_text(source: Source) -> Reading:
    runs = []
    factor: float | None = None
    size: float | None = None
    by_device = False
    for line in source.lines:
        if match := _ARRAY.fullmatch(line):
            size = rate(match[1], prefixed(match[2], bool(match[3])))
        elif match := _TEXT_HEADER.fullmatch(line):
            factor, by_device = prefixed(match[2], bool(match[3])), bool(match[1])
        elif match := _TRIAD_ONLY.fullmatch(line):
            value = rate(match[3], prefixed(match[1], bool(match[2])))
            runs += [] if value is None else [_Run("", "Triad", value, size)]
        elif factor is not None and len(fields := line.split()) >= 5 + by_device:
            device = f"device {fields.pop(0)}" if by_device else ""
            value = rate(fields[1], factor)
            runs += [] if value is None else [_Run(device, fields[0], value, size)]
    return _reading(source, runs)


FORMATS = (
    Format(TOOL, lambda source: any(_csv_header(line) for line in source.lines), _read_csv),
    Format(
        TOOL,
        lambda source: (
            any(_TEXT_HEADER.fullmatch(line) for line in source.lines)
            or ("BabelStream" in source.lines and any(_TRIAD_ONLY.fullmatch(line) for line in source.lines))
        ),
        _read_text,
    ),
)
