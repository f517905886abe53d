"""The lines of the picture that come from the machine: ceilings, ridges, regions."""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Bools
from roofline_gui.model.diagnosis import CLEARLY_COMPUTE, CLEARLY_MEMORY
from roofline_gui.model.machine import ComputeCeiling, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import NO_RESOURCE
from roofline_gui.model.units import Unit, format_number, format_quantity

SAME_PEAK = 0.005  # peaks nearer than this share one line


@dataclass(frozen=True, slots=True)
class Slope:
    """The line of a memory level: log10 P = log10 I + `bandwidth` (log10 B/s), up to the intensity `reach` (log10).

    main: it is the roof that counts. dashed: measured, not theoretical.
    """

    level: Level
    name: str
    value: str
    bandwidth: float
    reach: float
    main: bool
    dashed: bool


@dataclass(frozen=True, slots=True)
class Flat:
    """The line of one or several precisions with the same `peak` (log10 FLOP/s), from the intensity `start` (log10).

    main: it is the roof that counts, from `ridge` (log10 FLOP/B, where DRAM meets it) on.
    """

    precisions: tuple[Precision, ...]
    name: str
    value: str
    peak: float
    start: float
    ridge: float
    main: bool
    dashed: bool


@dataclass(frozen=True, slots=True)
class Ridge:
    """Where the slope of `level` meets a flat, log10; `value` is the intensity as text."""

    level: Level
    precisions: tuple[Precision, ...]
    x: float
    y: float
    value: str
    main: bool


class Side(StrEnum):
    """The three regions of a picture."""

    MEMORY = "memory"
    MIXED = "mixed"
    COMPUTE = "compute"


@dataclass(frozen=True, slots=True)
class Region:
    """A range of intensities (log10, may be infinite) with its word."""

    side: Side
    left: float
    right: float
    word: str


@dataclass(frozen=True, slots=True)
class Roofs:
    """All lines of a machine, and the precision whose roof counts most."""

    slopes: tuple[Slope, ...] = ()
    flats: tuple[Flat, ...] = ()
    ridges: tuple[Ridge, ...] = ()
    regions: tuple[Region, ...] = ()
    main: Precision | None = None
    main_kinds: tuple[Kind, ...] = ()


def roofs(
    machine: Machine, analysis: Analysis | None, drawn: Bools | None, hidden: frozenset[Precision] | None
) -> Roofs:
    """The ceilings to draw for the rows `drawn` of an analysis.

    `hidden` names precisions to leave out; None chooses those that occur, FP32 and the highest. Sparse peaks are never
    drawn.
    """
    occurring, main = _precisions(analysis, drawn)
    main = main or (machine.dense_ceilings[0].precision if machine.dense_ceilings else None)
    chosen = [c for c in machine.dense_ceilings if _is_drawn(c, machine, occurring, hidden)]
    slopes_by_bandwidth = sorted(machine.levels, key=lambda m: -m.bandwidth.value)
    dram = machine.bandwidth(Level.DRAM)
    highest = math.log10(chosen[0].peak.value) if chosen else math.inf
    flats = []
    for alike in _by_peak(chosen):
        peak = math.log10(alike[0].peak.value)
        flats.append(
            Flat(
                precisions=tuple(c.precision for c in alike),
                name=_joined([c.precision for c in alike]),
                value=_rate(alike[0]),
                peak=peak,
                start=peak - math.log10(slopes_by_bandwidth[0].bandwidth.value) if machine.levels else -math.inf,
                ridge=peak - math.log10(dram) if dram else -math.inf,
                main=main in [c.precision for c in alike],
                dashed=alike[0].peak.kind is Kind.MEASURED,
            )
        )
    slopes = tuple(_slope(level, highest) for level in machine.levels)
    ridges = tuple(
        Ridge(
            level=slope.level,
            precisions=flat.precisions,
            x=flat.peak - slope.bandwidth,
            y=flat.peak,
            value=_intensity(10 ** (flat.peak - slope.bandwidth)),
            main=slope.main and flat.main,
        )
        for slope in slopes
        for flat in flats
    )
    kinds = dict.fromkeys(m.bandwidth.kind for m in machine.levels if m.level is Level.DRAM)
    kinds.update(dict.fromkeys(c.peak.kind for c in machine.dense_ceilings if c.precision is main))
    ridge = None if main is None else machine.ridge(main)
    return Roofs(slopes, tuple(flats), ridges, _regions(ridge), main, tuple(kinds))


def _precisions(analysis: Analysis | None, drawn: Bools | None) -> tuple[frozenset[Precision], Precision | None]:
    """Precisions that decide a drawn row, and the one with most time."""
    if analysis is None or drawn is None:
        return frozenset(), None
    bounds = analysis.bounds
    rows = drawn & (bounds.precision != NO_RESOURCE)
    if not rows.any():
        return frozenset(), None
    time = np.bincount(
        bounds.precision[rows], weights=analysis.groups.demand.time[rows], minlength=len(bounds.precisions)
    )
    occurring = frozenset(bounds.precisions[i] for i in np.unique(bounds.precision[rows]).tolist())
    return occurring, bounds.precisions[int(time.argmax())]


def _is_drawn(
    ceiling: ComputeCeiling, machine: Machine, occurring: frozenset[Precision], hidden: frozenset[Precision] | None
) -> bool:
    if hidden is not None:
        return ceiling.precision not in hidden
    flop = [c.precision for c in machine.dense_ceilings if c.precision is not Precision.INT8_TENSOR]
    return ceiling.precision in occurring or ceiling.precision in (Precision.FP32, *flop[:1])


def _by_peak(ceilings: list[ComputeCeiling]) -> list[list[ComputeCeiling]]:
    """Ceilings, highest first, together where they would be drawn on one line."""
    together: list[list[ComputeCeiling]] = []
    for ceiling in ceilings:
        if together and together[-1][0].peak.value <= ceiling.peak.value * (1 + SAME_PEAK):
            together[-1].append(ceiling)
        else:
            together.append([ceiling])
    return together


def _joined(precisions: list[Precision]) -> str:
    """``FP32``, ``BF16 tensor, dense``, ``BF16 and FP16 tensor, dense``."""
    tensor = [p.label.removesuffix(" tensor") for p in precisions if p.is_tensor]
    names = [p.label for p in precisions if not p.is_tensor]
    if tensor:
        names.append(f"{', '.join(tensor)} tensor, dense")
    return " and ".join(names)


def _rate(ceiling: ComputeCeiling) -> str:
    unit = "OP/s" if ceiling.precision is Precision.INT8_TENSOR else Unit.FLOP_PER_SECOND
    return format_quantity(ceiling.peak.value, unit)


def _intensity(value: float) -> str:
    return format_number(value, 4 if value >= 1000 else 3)


def _slope(level: MemoryLevel, highest: float) -> Slope:
    bandwidth = math.log10(level.bandwidth.value)
    return Slope(
        level=level.level,
        name=level.name,
        value=format_quantity(level.bandwidth.value, Unit.BYTE_PER_SECOND),
        bandwidth=bandwidth,
        reach=highest - bandwidth,
        main=level.level is Level.DRAM,
        dashed=level.bandwidth.kind is Kind.MEASURED,
    )


def _regions(ridge: float | None) -> tuple[Region, ...]:
    """Memory, mixed and compute around the ridge of the main precision (FLOP/B)."""
    if ridge is None:
        return ()
    low, high = math.log10(ridge * CLEARLY_MEMORY), math.log10(ridge * CLEARLY_COMPUTE)
    return (
        Region(Side.MEMORY, -math.inf, low, "memory-bound"),
        Region(Side.MIXED, low, high, "mixed"),
        Region(Side.COMPUTE, high, math.inf, "compute-bound"),
    )
