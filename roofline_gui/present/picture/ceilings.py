"""The lines of the picture that come from the machine: ceilings, ridges, regions."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from roofline_gui.model.diagnosis import CLEARLY_COMPUTE, CLEARLY_MEMORY
from roofline_gui.model.machine import ComputeCeiling, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit, format_number, format_quantity
from roofline_gui.present.picture.precisions import PrecisionUse
from roofline_gui.present.words import KIND_NAMES

SAME_PEAK = 0.005  # peaks nearer than this share one line
_DENSE = ", dense"


@dataclass(frozen=True, slots=True)
class Slope:
    """The line of a memory level: log10 P = log10 I + `bandwidth` (log10 B/s), up to the intensity `reach` (log10).

    main: it is the roof that counts. dashed: measured, not theoretical. compared: of the machine for comparison, or of
    the one that the what-if asks for.
    Without a name it goes by the name of the line that it stands beside.
    """

    level: Level
    name: str
    value: str
    bandwidth: float
    reach: float
    main: bool
    dashed: bool
    compared: bool = False


@dataclass(frozen=True, slots=True)
class Flat:
    """The line of one or several precisions with the same `peak` (log10 FLOP/s), from the intensity `start` (log10).

    main: it is the roof that counts, from `ridge` (log10 FLOP/B, where DRAM meets it) on. compared: of the machine for
    comparison, or of the one that the what-if asks for. asked: its precision is that of the what-if. Without a name it
    goes by the name of the line that it stands beside.
    """

    precisions: tuple[Precision, ...]
    name: str
    value: str
    peak: float
    start: float
    ridge: float
    main: bool
    dashed: bool
    compared: bool = False
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Ridge:
    """Where the slope of `level` meets a flat, log10; `value` is the intensity as text. main, asked: as of the flat."""

    level: Level
    precisions: tuple[Precision, ...]
    x: float
    y: float
    value: str
    main: bool
    asked: bool = False


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
    machine: Machine,
    use: PrecisionUse,
    hidden: frozenset[Precision] | None,
    beside: Machine | None = None,
    compared: Machine | None = None,
    asked: Precision | None = None,
) -> Roofs:
    """The ceilings to draw for the precisions in `use`.

    `hidden` names precisions to leave out; None chooses those that occur, FP32 and the highest. Sparse peaks are never
    drawn. `beside` is the machine with its other figures (measured ones beside theoretical ones, or the reverse), of
    which those that differ get quiet lines; of `compared`, another machine, DRAM and peaks get quiet lines. The ceiling
    of `asked`, the precision of the what-if, is drawn in any case and stands out: that of `compared` where it has one.
    """
    occurring = use.occurring if asked is None else use.occurring | {asked}
    hidden = None if hidden is None else hidden - {asked}
    main = use.main or (machine.dense_ceilings[0].precision if machine.dense_ceilings else None)
    slopes, flats = _lines(machine, _chosen(machine, occurring, hidden), main)
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
    if beside is not None:
        slopes, flats = _with_beside(slopes, flats, beside)
    if compared is not None:
        more_slopes, more_flats = _compared(compared, _chosen(compared, occurring, hidden), slopes, flats)
        slopes, flats = slopes + more_slopes, flats + more_flats
    if asked is not None:
        flats, ridges = _standing_out(flats, ridges, asked)
    return Roofs(slopes, flats, ridges, _regions(ridge), main, tuple(kinds))


def _standing_out(
    flats: tuple[Flat, ...], ridges: tuple[Ridge, ...], asked: Precision
) -> tuple[tuple[Flat, ...], tuple[Ridge, ...]]:
    """The flats with that of `asked` marked, of the compared machine if it is among them, and its ridge with DRAM."""
    ways = sorted((f for f in flats if asked in f.precisions and f.name), key=lambda f: not f.compared)
    if not ways:
        return flats, ridges
    found = ways[0]
    flats = tuple(replace(f, asked=True) if f is found else f for f in flats)
    if math.isinf(found.ridge):
        return flats, ridges
    own = Ridge(Level.DRAM, found.precisions, found.ridge, found.peak, _intensity(10**found.ridge), found.main, True)
    return flats, (*(r for r in ridges if (r.level, r.x, r.y) != (own.level, own.x, own.y)), own)


def _lines(
    machine: Machine, chosen: list[ComputeCeiling], main: Precision | None
) -> tuple[tuple[Slope, ...], tuple[Flat, ...]]:
    """The lines of a machine: its levels, and the `chosen` ceilings."""
    fastest = max((m.bandwidth.value for m in machine.levels), default=math.inf)
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
                start=peak - math.log10(fastest),
                ridge=peak - math.log10(dram) if dram else -math.inf,
                main=main in [c.precision for c in alike],
                dashed=alike[0].peak.kind is Kind.MEASURED,
            )
        )
    return tuple(_slope(level, highest) for level in machine.levels), tuple(flats)


def _with_beside(
    slopes: tuple[Slope, ...], flats: tuple[Flat, ...], beside: Machine
) -> tuple[tuple[Slope, ...], tuple[Flat, ...]]:
    """The lines, and quiet ones without names for the figures of `beside` that differ; their values are told on the
    line that they stand beside.
    """
    fastest = max((m.bandwidth.value for m in beside.levels), default=math.inf)
    all_slopes, all_flats = [], []
    for slope in slopes:
        level = beside.level(slope.level)
        if level is None or _same(10**slope.bandwidth, level.bandwidth.value):
            all_slopes.append(slope)
            continue
        other = replace(_slope(level, slope.reach + slope.bandwidth), name="", main=False)
        both = _two_values(slope.value, level.bandwidth.kind, other.value)
        all_slopes += [replace(slope, value=both), other]
    for flat in flats:
        ceiling = next((c for c in beside.dense_ceilings if c.precision in flat.precisions), None)
        if ceiling is None or _same(10**flat.peak, ceiling.peak.value):
            all_flats.append(flat)
            continue
        peak = math.log10(ceiling.peak.value)
        dashed = ceiling.peak.kind is Kind.MEASURED
        other_flat = replace(flat, name="", peak=peak, start=peak - math.log10(fastest), main=False, dashed=dashed)
        both = _two_values(flat.value, ceiling.peak.kind, _rate(ceiling))
        all_flats += [replace(flat, value=both), other_flat]
    return tuple(all_slopes), tuple(all_flats)


def _two_values(value: str, kind: Kind, other: str) -> str:
    """``4.8 TB/s, measured 4.35``: the unit of the second value is told where it is another one."""
    number, unit = other.split(" ", 1)
    return f"{value}, {KIND_NAMES[kind]} {number if value.endswith(f' {unit}') else other}"


def _compared(
    machine: Machine, chosen: list[ComputeCeiling], slopes: tuple[Slope, ...], flats: tuple[Flat, ...]
) -> tuple[tuple[Slope, ...], tuple[Flat, ...]]:
    """DRAM and peaks of a machine for comparison, without those that equal the same of `slopes` and `flats`."""
    own_slopes, own_flats = _lines(machine, chosen, None)
    return (
        tuple(
            replace(s, name=f"{machine.name} {s.name}", main=False, compared=True)
            for s in own_slopes
            if s.level is Level.DRAM
            and not any(o.level is s.level and _same(10**s.bandwidth, 10**o.bandwidth) for o in slopes)
        ),
        tuple(
            replace(f, name=f"{machine.name} {f.name}", compared=True)
            for f in own_flats
            if not any(set(o.precisions) & set(f.precisions) and _same(10**f.peak, 10**o.peak) for o in flats)
        ),
    )


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= SAME_PEAK * other


def _chosen(
    machine: Machine, occurring: frozenset[Precision], hidden: frozenset[Precision] | None
) -> list[ComputeCeiling]:
    """The dense ceilings to draw, highest first."""
    return [c for c in machine.dense_ceilings if _is_drawn(c, machine, occurring, hidden)]


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
        names.append(f"{', '.join(tensor)} tensor{_DENSE}")
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
