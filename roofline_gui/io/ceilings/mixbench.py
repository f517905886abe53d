"""mixbench (CUDA, HIP, OpenCL, SYCL, CPU): a table with a group of four columns per precision.

The highest GFLOPS of a group is the peak of its precision on the vector units, the highest GB/sec of all that of DRAM.
The "theoretical" figures above the table are computed from the device's properties and are not used.
"""

import re

from roofline_gui.io.ceilings.format import Format
from roofline_gui.io.ceilings.numbers import GIGA, rate
from roofline_gui.io.ceilings.reading import Configuration, Extra, MeasuredValue, Reading, Target, highest
from roofline_gui.io.ceilings.source import Source, cells, table_rows
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision

TOOL = "mixbench"

_GROUPS: dict[str, Target] = {
    "single precision ops": Precision.FP32,
    "packed single precision ops": Precision.FP32,
    "double precision ops": Precision.FP64,
    "half precision ops": Precision.FP16,
    "integer operations": Extra("INT32"),
}
_FIRST = re.compile(r"Experiment ID\s*,.*Precision ops.*", re.IGNORECASE)
_TITLE = re.compile(r"(mixbench\S*)\s+\((\S+)\)")
_READS = "mixbench counts the bytes that its kernels read; few are written."


def _headers(source: Source) -> list[int]:
    """Indices of the lines that name the groups; the line below each names the columns."""
    return [i for i, line in enumerate(source.lines[:-1]) if _FIRST.fullmatch(line.strip())]


def _read(source: Source) -> Reading:
    title = next((m for line in source.lines if (m := _TITLE.match(line))), None)
    found: list[Configuration] = []
    headers = _headers(source)
    for header, stop in zip(headers, [*headers[1:], len(source.lines)], strict=True):
        device = next((v[7:].strip() for v in reversed(source.lines[:header]) if v.startswith("Device:")), "")
        values = _values(source, header, stop)
        if values:
            name = device or f"table {len(found) + 1}"
            found.append(Configuration(name, values, device=device))
    why = () if found else ("The table below “CSV data” holds no rates.",)
    return Reading(title[1] if title else TOOL, title[2] if title else "", tuple(found), why)


def _values(source: Source, header: int, stop: int) -> tuple[MeasuredValue, ...]:
    groups, columns = cells(source.lines[header]), cells(source.lines[header + 1])
    group_of, current = {}, ""
    for i in range(len(columns)):
        current = (groups[i] if i < len(groups) else "") or current
        group_of[i] = current
    found: list[MeasuredValue] = []
    for line, fields in table_rows(source, header + 1, len(columns)):
        if line >= stop or not fields[0].isdecimal():
            break
        for i, field in enumerate(fields[: len(columns)]):
            value, group = rate(field, GIGA), group_of[i]
            if value is None:
                continue
            if columns[i] == "GB/sec":
                found.append(MeasuredValue(Level.DRAM, value, f"{group}, GB/sec, line {line + 1}", _READS))
            elif columns[i] in ("GFLOPS", "GIOPS") and group.lower() in _GROUPS:
                target = _GROUPS[group.lower()]
                found.append(MeasuredValue(target, value, f"{group}, {columns[i]}, line {line + 1}"))
    return highest(found)


FORMAT = Format(TOOL, lambda source: bool(_headers(source)), _read)
