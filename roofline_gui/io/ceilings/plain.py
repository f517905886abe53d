"""Plain text of this program's own: ``name value unit`` a line, ``#`` starts a comment.

Blanks, tab, “=” or “:” separate; case and hyphens do not matter. A decimal comma is accepted.
"""

import re

from roofline_gui.io.ceilings.format import Format
from roofline_gui.io.ceilings.numbers import rate
from roofline_gui.io.ceilings.reading import ONLY, Configuration, Extra, MeasuredValue, Reading, Target, highest
from roofline_gui.io.ceilings.source import Source
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import BINARY_PREFIXES, DECIMAL_PREFIXES, Unit, format_quantity

TOOL = "plain text"

_LEVELS: dict[str, Target] = {
    "shared": Level.SHARED,
    "lds": Level.SHARED,
    "l1": Level.L1,
    "l2": Level.L2,
    "l3": Level.LLC,
    "llc": Level.LLC,
    "mall": Level.LLC,
    "dram": Level.DRAM,
    "hbm": Level.DRAM,
}
_VECTOR: dict[str, Target] = {
    "fp64": Precision.FP64,
    "fp32": Precision.FP32,
    "fp16": Precision.FP16,
    "bf16": Precision.BF16,
    "fp8": Extra("vector FP8", Unit.FLOP_PER_SECOND),
    "int8": Extra("vector INT8"),
}
_MATRIX: dict[str, Target] = {
    name: Precision(f"{name}_tensor") for name in ("fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "int8")
}
_TARGETS: dict[str, Target] = {
    **_LEVELS,
    **_VECTOR,
    **{f"{name}_{unit}": target for name, target in _MATRIX.items() for unit in ("matrix", "tensor")},
}
_LINE = re.compile(r"\s*([A-Za-z][A-Za-z0-9_-]*)\s*(?:[=:]|\s)\s*([0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?)\s*([A-Za-z/]+)\s*")
_LONGEST = 200  # characters; longer lines are no rates
_UNIT = re.compile(r"([kKMGTP]i?|)(B/s|(?i:bytes?/s|flops?/s|flops|ops?/s|ops))")


def _lines(source: Source) -> list[tuple[int, str, str, str, str]]:
    """Line number, text, name, number and unit of each line that looks like a rate."""
    found = []
    for i, line in enumerate(source.lines, 1):
        text = line.partition("#")[0]
        if len(text) <= _LONGEST and (match := _LINE.fullmatch(text)):
            name = match[1].lower().replace("-", "_").removesuffix("_bandwidth").removesuffix("_bw")
            found.append((i, text.strip(), name, match[2], match[3]))
    return found


def _factor(unit: str, target: Target) -> float | None:
    """The factor of `unit` if it is a rate of the right kind: bytes for levels, operations for the rest."""
    match = _UNIT.fullmatch(unit)
    if match is None or match[2].lower().startswith("b") != isinstance(target, Level):
        return None
    return BINARY_PREFIXES[match[1].upper()[0] + "i"] if match[1].endswith("i") else DECIMAL_PREFIXES[match[1]]


def _recognises(source: Source) -> bool:
    return any(name in _TARGETS and _factor(unit, _TARGETS[name]) is not None for _, _, name, _, unit in _lines(source))


def _read(source: Source) -> Reading:
    values: list[MeasuredValue] = []
    notes = []
    for line, text, name, number, unit in _lines(source):
        target = _TARGETS.get(name)
        factor = None if target is None else _factor(unit, target)
        value = None if factor is None else rate(number, factor)
        if target is None:
            notes.append(f"Line {line}, “{text}”: this name is not known.")
        elif factor is None:
            wanted = "B/s" if isinstance(target, Level) else "FLOP/s or OP/s"
            notes.append(f"Line {line}, “{text}”: expected a unit of {wanted}.")
        elif value is None:
            notes.append(f"Line {line}, “{text}”: this is not a positive number.")
        else:
            doubt = "The comma is read as a decimal comma." if "," in number else ""
            values += [MeasuredValue(target, value, f"line {line}, {name}", doubt, _shown_name(name))]
    best = highest(values)
    notes += [
        f"{value.source}: {format_quantity(value.value, value.unit, 4)} is not used, a higher one is given too."
        for value in values
        if value not in best
    ]
    return Reading(TOOL, "", (Configuration(ONLY, best, tuple(notes)),) if best else (), tuple(notes))


def _shown_name(name: str) -> str:
    return name.upper() if name in ("lds", "l3", "mall", "hbm") else ""


FORMAT = Format(TOOL, _recognises, _read)
