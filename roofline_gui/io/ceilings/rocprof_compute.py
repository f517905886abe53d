"""ROCm Compute Profiler (rocprof-compute, once Omniperf): ``roofline.csv``, one row per HIP device.

Columns come in threes, ``X,XLow,XHigh``: the mean and its 95 % interval. GB/s, GFLOP/s and GOP/s are decimal.
"""

from roofline_gui.io.ceilings.format import Format
from roofline_gui.io.ceilings.numbers import GIGA, rate
from roofline_gui.io.ceilings.reading import Configuration, Extra, MeasuredValue, Reading, Target, highest
from roofline_gui.io.ceilings.source import Source, cells, separator_of, table_rows
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit

TOOL = "ROCm Compute Profiler"

# Column → what it measures, and what AMD calls the level.
_LEVELS: dict[str, tuple[Target, str]] = {
    "LDSBw": (Level.SHARED, "LDS"),
    "L0Bw": (Extra("L0", Unit.BYTE_PER_SECOND), ""),
    "L1Bw": (Level.L1, "Vector L1"),
    "L2Bw": (Level.L2, ""),
    "MALLBw": (Level.LLC, "MALL"),
    "HBMBw": (Level.DRAM, "HBM"),
}
_VECTOR: dict[str, Target] = {
    "FP64Flops": Precision.FP64,
    "FP32Flops": Precision.FP32,
    "FP16Flops": Precision.FP16,
    "BF16Flops": Precision.BF16,
    "FP8Flops": Extra("vector FP8", Unit.FLOP_PER_SECOND),
    "I8Ops": Extra("vector INT8"),
    "I32Ops": Extra("INT32"),
    "I64Ops": Extra("INT64"),
}
# RDNA writes the same names with WMMA in place of MFMA.
_MATRIX: dict[str, Target] = {
    "F64Flops": Precision.FP64_TENSOR,
    "F32Flops": Precision.FP32_TENSOR,
    "F16Flops": Precision.FP16_TENSOR,
    "BF16Flops": Precision.BF16_TENSOR,
    "F8Flops": Precision.FP8_TENSOR,
    "F6Flops": Precision.FP6_TENSOR,
    "F4Flops": Precision.FP4_TENSOR,
    "I8Ops": Precision.INT8_TENSOR,
    "F6F4Flops": Extra("matrix FP6 × FP4", Unit.FLOP_PER_SECOND),
    "MXF8Flops": Extra("matrix MXFP8", Unit.FLOP_PER_SECOND),
}
_TARGETS: dict[str, tuple[Target, str]] = {
    **_LEVELS,
    **{column: (target, "") for column, target in _VECTOR.items()},
    **{f"{unit}{column}": (target, "") for unit in ("MFMA", "WMMA") for column, target in _MATRIX.items()},
}
_DEVICE = ("device", "devid")
_HBM_DOUBT = "Measured with a copy; versions from mid-2026 on measure reads only."
_HALF_BF16 = "About half of the FP16 rate: a known defect of this benchmark."


def _header(source: Source) -> int | None:
    """Index of the header line: a device column and the HBM bandwidth."""
    for i, line in enumerate(source.lines):
        if "hbmbw" in line.lower():
            names = [name.lower() for name in cells(line, separator_of(line))]
            if "hbmbw" in names and any(name in names for name in _DEVICE):
                return i
    return None


def _read(source: Source) -> Reading:
    header = _header(source)
    assert header is not None  # that is how the format is recognised
    separator = separator_of(source.lines[header])
    names = cells(source.lines[header], separator)
    found: list[Configuration] = []
    notes = []
    for line, fields in table_rows(source, header, len(names), separator):
        row = dict(zip(names, fields, strict=False))
        device = next((row[name] for name in names if name.lower() in _DEVICE and name in row), "")
        if not device.isdecimal():  # shell output below the table
            continue
        if len(fields) < len(names):
            notes.append(f"The row of device {device} (line {line + 1}) breaks off after {len(fields)} columns.")
        name = f"device {device}"
        if any(c.name == name for c in found):
            name += f" (line {line + 1})"
        found.append(Configuration(name, _values(row)))
    notes.append("A row is one HIP device: on an MI200 one die, in CPX mode probably one XCD.")
    return Reading(TOOL, _layout(names), tuple(c for c in found if c.values), tuple(notes))


def _values(row: dict[str, str]) -> tuple[MeasuredValue, ...]:
    """All rates of a row; an unsupported type stands there as 0."""
    means = {column: value for column in row if (value := rate(row[column], GIGA)) is not None}
    found = []
    for column, (target, name) in _TARGETS.items():
        actual = next((c for c in means if c.lower() == column.lower()), None)
        if actual is None:
            continue
        doubt = _HBM_DOUBT if target is Level.DRAM else ""
        fp16 = means.get(column.replace("BF16", "F16"))
        if target is Precision.BF16_TENSOR and fp16 is not None and 0.4 < means[actual] / fp16 < 0.6:
            doubt = _HALF_BF16
        found.append(MeasuredValue(target, means[actual], f"column {actual}", doubt, name))
    return highest(found)


def _layout(names: list[str]) -> str:
    """The file does not tell the version; its columns tell the generation."""
    if "MALLBw" not in names:
        return "(Omniperf 2 layout)"
    if "HBMBwHigh" in names or "MFMAF6F4Flops" in names or any(name.startswith("WMMA") for name in names):
        return "(layout of 2026)"
    return "(layout of 2025)" if "FP8Flops" in names or "BF16Flops" in names else "(layout of late 2025)"


FORMAT = Format(TOOL, lambda source: _header(source) is not None, _read)
