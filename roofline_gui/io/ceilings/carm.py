"""CARM Tool, the cache-aware roofline of INESC-ID: roofline CSV of CPU or GPU, memory curve CSV, ``benchmarks.jsonl``.

Row 1 names the machine and, above each pair of columns, what they measure; row 2 gives units. GB/s is decimal, and the
memory curve's header ``Gbps`` means GB/s too. Bytes are counted at the core: a "DRAM" rate is what the cores saw.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from roofline_gui.io.ceilings.format import Format
from roofline_gui.io.ceilings.numbers import GIGA, plateaus, rate
from roofline_gui.io.ceilings.reading import (
    ONLY,
    Configuration,
    Extra,
    MeasuredValue,
    Reading,
    Target,
    highest,
    threads_setting,
)
from roofline_gui.io.ceilings.source import Source, cells, shown_text, table_rows
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit

TOOL = "CARM Tool"

_CACHE_AWARE = "Cache-aware: bytes are counted at the core, whatever level serves them."
_NO_FMA = "Measured with {}, not FMA: the peak may be twice as high."
_LEVELS: dict[str, tuple[Level, str]] = {
    "SHARED": (Level.SHARED, "Shared"),
    "L1": (Level.L1, ""),
    "L2": (Level.L2, ""),
    "L3": (Level.LLC, "L3"),
    "DRAM": (Level.DRAM, ""),
    "GLOBAL": (Level.DRAM, "Global"),
}
_VECTOR: dict[str, Target] = {
    "dp": Precision.FP64,
    "sp": Precision.FP32,
    "hp": Precision.FP16,
    "hp2": Precision.FP16,
    "fp16_32": Precision.FP16,
    "bf16": Precision.BF16,
    "int": Extra("INT32"),
}
_TENSOR: dict[str, Target] = {
    "dp": Precision.FP64_TENSOR,
    "sp": Precision.FP32_TENSOR,
    "tf32": Precision.TF32_TENSOR,
    "hp": Precision.FP16_TENSOR,
    "fp16_32": Precision.FP16_TENSOR,
    "fp16_16": Precision.FP16_TENSOR,
    "bf16": Precision.BF16_TENSOR,
    "int": Extra("matrix integer"),
    "int8": Precision.INT8_TENSOR,
}


@dataclass(frozen=True, slots=True)
class _Setting:
    """Rows that belong together: one thread setting, on a CPU also one instruction set."""

    isa: str
    threads: str

    def __str__(self) -> str:
        return ", ".join(part for part in (self.isa, threads_setting(self.threads)) if part) or ONLY


def _header(source: Source) -> int | None:
    """Index of the first of the two header rows."""
    for i in range(len(source.lines) - 1):
        if source.lines[i].startswith("Name:,") and source.lines[i + 1].startswith("Date,ISA,Precision"):
            return i
    return None


def _read(source: Source) -> Reading:
    header = _header(source)
    assert header is not None  # that is how the format is recognised
    above, below = cells(source.lines[header]), cells(source.lines[header + 1])
    rows = [
        dict(enumerate(fields))
        for _, fields in table_rows(source, header + 1, len(below))
        if len(fields) > 4 and fields[0][:1].isdigit()
    ]
    found: dict[_Setting, list[MeasuredValue]] = {}
    on_gpu = any(name.upper() in ("SHARED", "GLOBAL") for name in above)
    for row in rows:
        setting = _Setting("" if on_gpu else row[1], row[3])
        values = _curve(above, below, row) if "Gbps" in below else _roofline(above, below, row)
        found.setdefault(setting, []).extend(values)
    machine = above[1] if len(above) > 1 else ""
    settings = (Configuration(str(s), highest(v), device=machine) for s, v in found.items() if v)
    return Reading(TOOL, "", tuple(settings))


def _roofline(above: list[str], below: list[str], row: dict[int, str]) -> list[MeasuredValue]:
    isa, precision = row[1], row[2]
    found, peaks = [], {}
    for i, (name, unit) in enumerate(zip(above, below, strict=False)):
        value = rate(row.get(i), GIGA)
        if value is None:
            continue
        if unit == "GB/s" and name.upper() in _LEVELS:
            level, label = _LEVELS[name.upper()]
            found.append(MeasuredValue(level, value, f"{isa} {precision}, {name}", _CACHE_AWARE, label))
        elif unit.lower() in ("gflop/s", "gop/s", "gflops/s"):
            peaks[name.upper().replace("_", " ")] = value
    return found + _peak(isa, precision, peaks, row.get(below.index("FP Inst."), "") if "FP Inst." in below else "")


def _peak(isa: str, precision: str, peaks: dict[str, float], instruction: str) -> list[MeasuredValue]:
    """The FMA rate, or where it was not measured (CARM writes 0) that of the other instruction."""
    target = (_TENSOR if isa == "tensor" else _VECTOR).get(precision, Extra(f"{isa} {precision}", Unit.FLOP_PER_SECOND))
    for column in ("FP FMA", "FP"):
        if column in peaks:
            other = column == "FP" and isa != "tensor" and instruction not in ("", "fma", "FMA")
            doubt = _NO_FMA.format(instruction) if other else ""
            return [MeasuredValue(target, peaks[column], f"{isa} {precision}, {column}", doubt)]
    return []


# Memory curve: bandwidth over the size per thread --------------------------------------------------------------------


def _curve(above: list[str], below: list[str], row: dict[int, str]) -> list[MeasuredValue]:
    """Plateaus inside each level. Sizes are kB per thread; L1 and L2 belong to a core, L3 is shared by the threads."""
    sizes = {name: rate(size) or 0.0 for name, size in pairwise(above) if name.endswith("Size:")}
    l1, l2, l3 = (sizes.get(f"{level} Size:", 0.0) for level in ("L1", "L2", "L3"))
    threads = rate(row[3]) or 1.0
    points: dict[Level, list[tuple[str, float]]] = {}
    for i, (size, unit) in enumerate(zip(above, below, strict=False)):
        kilobytes, value = rate(size), rate(row.get(i), GIGA)
        if unit != "Gbps" or kilobytes is None or value is None or not l1:
            continue
        if kilobytes <= l1:
            level = Level.L1
        elif kilobytes <= l2:
            level = Level.L2
        elif kilobytes * threads <= l3:
            level = Level.LLC
        elif kilobytes * threads >= 2 * max(l3, l2 * threads):
            level = Level.DRAM
        else:
            continue
        points.setdefault(level, []).append((size, value))
    found = []
    for level, measured in points.items():
        best = max(plateaus([value for _, value in measured]), key=lambda p: p.rate, default=None)
        if best is not None:
            where = f"{row[1]} {row[2]}, {measured[best.first][0]} to {measured[best.last][0]} kB per thread"
            found.append(MeasuredValue(level, best.rate, where, _CACHE_AWARE, "L3" if level is Level.LLC else ""))
    return found


# JSON lines of the newest version ------------------------------------------------------------------------------------

_TYPES = {"DOUBLE": "dp", "SINGLE": "sp", "FLOAT": "sp", "HALF": "hp", "FP64": "dp", "FP32": "sp", "FP16": "hp"}


def _records(source: Source) -> Iterator[dict[str, object]]:
    for line in source.lines:
        if "bandwidth_gbps" in line or "performance_gops" in line:
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(record, dict):
                yield record


def _read_records(source: Source) -> Reading:
    found: dict[tuple[str, _Setting], list[MeasuredValue]] = {}
    for record in _records(source):
        isa, precision = shown_text(record.get("isa")), _type(record)
        key = shown_text(record.get("machine")), _Setting(isa, shown_text(record.get("num_threads")))
        values = found.setdefault(key, [])
        level = str(record.get("cache_level") or record.get("memory_level_name") or "").upper()
        bandwidth = rate(record.get("bandwidth_gbps"), GIGA)
        if bandwidth is not None and level in _LEVELS:
            target, label = _LEVELS[level]
            values.append(MeasuredValue(target, bandwidth, f"{isa} {precision}, {level}", _CACHE_AWARE, label))
        performance = rate(record.get("performance_gops"), GIGA)
        if performance is not None:
            operation = shown_text(record.get("operation"))
            column = "FP FMA" if operation.lower() == "fma" else "FP"
            values += _peak(isa, precision, {column: performance}, operation)
    settings = (Configuration(str(s), highest(v), device=machine) for (machine, s), v in found.items() if v)
    return Reading(TOOL, "(JSON lines)", tuple(settings))


def _type(record: dict[str, object]) -> str:
    name = shown_text(record.get("data_type"))
    return _TYPES.get(name.upper(), name.lower())


FORMATS = (
    Format(TOOL, lambda source: _header(source) is not None, _read),
    Format(TOOL, lambda source: next(_records(source), None) is not None, _read_records),
)
