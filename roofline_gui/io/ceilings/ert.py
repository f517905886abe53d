"""Berkeley Empirical Roofline Tool: ``roofline.json``, or the text that its scripts print (``sum``)."""

import re
from dataclasses import dataclass, field

from roofline_gui.io.ceilings.format import Format
from roofline_gui.io.ceilings.numbers import GIGA, rate
from roofline_gui.io.ceilings.reading import ONLY, Configuration, Extra, MeasuredValue, Reading, Target, highest
from roofline_gui.io.ceilings.source import Source, entry, items, json_object, shown_text
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit

TOOL = "ERT"

_ASSUMED = "ERT does not name the precision; FP64, its default, is assumed."
_LEVELS: dict[str, tuple[Target, str]] = {
    "L1": (Level.L1, ""),
    "L2": (Level.L2, ""),
    "L3": (Level.LLC, "L3"),
    "L4": (Extra("L4", Unit.BYTE_PER_SECOND), ""),
    "DRAM": (Level.DRAM, ""),
}
_PEAKS: dict[str, tuple[Precision, str]] = {
    "GFLOPs": (Precision.FP64, _ASSUMED),
    "FP64 GFLOPs": (Precision.FP64, ""),
    "FP32 GFLOPs": (Precision.FP32, ""),
    "FP16 GFLOPs": (Precision.FP16, ""),
    "TENSOR GFLOPs": (Precision.FP16_TENSOR, ""),
}
_PEAKS |= {label.removesuffix(" GFLOPs"): peak for label, peak in _PEAKS.items()}  # some forks keep the first word only
_NAMED_BY_ORDER = "ERT names levels by the order of plateaus; on a GPU its L1 may be the L2."
_EMPTY = "The empirical part holds no rates; data-sheet figures (“spec”) are no measured ceilings."
_LINE = re.compile(r"\s*([0-9.eE+-]+)\s+((?:(?:FP64|FP32|FP16|TENSOR) )?GFLOPs|L[1-9]|DRAM|Weight)(\s+EMP)?\s*")


def _value(label: str, found: object, doubt: str = "") -> MeasuredValue | None:
    value = rate(found, GIGA)
    if value is None:
        return None
    if label in _PEAKS:
        target, assumed = _PEAKS[label]
        return MeasuredValue(target, value, f"empirical, {label}", assumed)
    if label in _LEVELS:
        level, name = _LEVELS[label]
        return MeasuredValue(level, value, f"empirical, {label}", doubt, name)
    return None


# JSON -------------------------------------------------------------------------------------------------------------


def _is_json(source: Source) -> bool:
    return '"empirical"' in source.text and ('"gbytes"' in source.text or '"gflops"' in source.text)


def _read_json(source: Source) -> Reading:
    empirical = entry(json_object(source, "empirical"), "empirical")
    if not isinstance(empirical, dict):
        return Reading(TOOL, "", (), ("The JSON is damaged or breaks off: run ERT's last step again.",))
    on_cpu = [str(value) for value in items(entry(empirical, "metadata", "CONFIG", "ERT_GPU"))] == ["False"]
    doubt = "" if on_cpu else _NAMED_BY_ORDER
    values = []
    for kind in ("gbytes", "gflops"):
        for pair in items(entry(empirical, kind, "data")):
            if len(items(pair)) >= 2 and isinstance(pair[0], str):
                value = _value(pair[0].strip(), pair[1], doubt)
                values += [] if value is None else [value]
    host = next((shown_text(h) for h in items(entry(empirical, "metadata", "HOSTNAME"))), "")
    found = Configuration(host or ONLY, highest(values))
    version = shown_text(entry(empirical, "metadata", "ERT_VERSION"))
    return Reading(TOOL, version, (found,) if found.values else (), () if found.values else (_EMPTY,))


# Text -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Block:
    """One run: its peaks, its levels, and the weight by which ERT chooses the run that gives the levels."""

    peaks: list[MeasuredValue] = field(default_factory=list)
    levels: list[MeasuredValue] = field(default_factory=list)
    weight: float = 0.0


def _is_text(source: Source) -> bool:
    """Peaks or levels one a line, with ERT's own marks."""
    matches = [match for line in source.lines if (match := _LINE.fullmatch(line))]
    marked = any(match[3] or match[2] == "Weight" for match in matches)
    return bool(matches) and (marked or "META_DATA" in source.lines)


def _read_text(source: Source) -> Reading:
    blocks = [_Block()]
    for line in source.lines:
        match = _LINE.fullmatch(line)
        if match is None:
            continue
        label = match[2]
        if label == "Weight":
            blocks[-1].weight = rate(match[1]) or 0.0
            continue
        value = _value(label, match[1], _NAMED_BY_ORDER)
        if value is None:
            continue
        if label in _PEAKS:
            if blocks[-1].levels:
                blocks.append(_Block())
            blocks[-1].peaks.append(value)
        else:
            blocks[-1].levels.append(value)
    with_levels = [block for block in blocks if block.levels]
    levels = max(with_levels, key=lambda block: block.weight).levels if with_levels else []
    values = highest([*levels, *(peak for block in blocks for peak in block.peaks)])
    several = f"{len(with_levels)} runs: the highest peak of all, the levels of the run with the largest weight."
    found = Configuration(ONLY, values, (several,) if len(with_levels) > 1 else ())
    return Reading(TOOL, "", (found,) if values else (), () if values else (_EMPTY,))


FORMATS = (Format(TOOL, _is_json, _read_json), Format(TOOL, _is_text, _read_text))
