"""The dots of a picture in log10 coordinates: measured rows, and the other levels of some of them."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.model.launches import Flag
from roofline_gui.model.machine import Level
from roofline_gui.model.roofline import Resource

LEVELS = tuple(Level)
DRAM = LEVELS.index(Level.DRAM)
LEVELLED = 1000  # dots that show all their levels at most
ABOVE_ROOF = 1.005  # shown as 101 % or more


class Kind(IntEnum):
    """What a dot stands for: a row of the analysis, the same as predicted, or a row of the estimates."""

    MEASURED = 0
    GHOST = 1
    CALCULATED = 2
    WHOLE_STEP = 3

    @property
    def is_calculated(self) -> bool:
        """Whether it is a row of the estimates."""
        return self >= Kind.CALCULATED


@dataclass(frozen=True, slots=True, eq=False)
class Dots:
    """k dots, measured ones first; every array has shape (k,).

    kind: `Kind`. row: row of the analysis or of the estimates. x, y: log10 FLOP/B and FLOP/s. area: share of time, the
    largest dot of a kind is 1. colour: index into the palette's groups or REST. shape: `Shape`. level: which level the
    intensity belongs to, an index into `LEVELS` (DRAM; a nearer one where no byte reached DRAM). hollow: its time was
    not measured. follows: it follows the batch. above_roof, close: marks.
    """

    kind: Ints
    row: Ints
    x: Floats
    y: Floats
    area: Floats
    colour: Ints
    shape: Ints
    level: Ints
    hollow: Bools
    follows: Bools
    above_roof: Bools
    close: Bools

    def __len__(self) -> int:
        return len(self.row)

    @property
    def still(self) -> int:
        """How many are measured: those at the indices below it stay where they are."""
        return int(np.searchsorted(self.kind, Kind.MEASURED, side="right"))

    @property
    def calculated(self) -> Bools:
        """Which are rows of the estimates, shape (k,)."""
        return np.greater_equal(self.kind, Kind.CALCULATED)

    def part(self, where: slice) -> "Dots":
        """Some of them."""
        return Dots(*(getattr(self, field.name)[where] for field in fields(Dots)))

    def same_as(self, other: "Dots") -> bool:
        """Whether `other` has dots for the same things in the same order."""
        return np.array_equal(self.kind, other.kind) and np.array_equal(self.row, other.row)


def no_dots() -> Dots:
    """No dots at all."""
    none, nothing, no = np.zeros(0), np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.bool_)
    return Dots(nothing, nothing, none, none, none, nothing, nothing, nothing, no, no, no, no)


def joined(parts: Sequence[Dots]) -> Dots:
    """The dots of all `parts`, in their order."""
    if len(parts) == 1:
        return parts[0]
    return Dots(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Dots)))


@dataclass(frozen=True, slots=True, eq=False)
class LevelDots:
    """The other levels of some dots, on the height of the dot; arrays of one length.

    dot: index into the dots. level: index into `LEVELS`. x: log10 intensity of that level.
    """

    dot: Ints
    level: Ints
    x: Floats

    def __len__(self) -> int:
        return len(self.dot)


def measured_rows(analysis: Analysis) -> Ints:
    """The rows that have a place on the canvas."""
    return np.flatnonzero(analysis.drawn & (_main_level(log_intensities(analysis)) >= 0))


def measured_dots(analysis: Analysis, rows: Ints, colour: Ints, shape: Ints) -> Dots:
    """Dots for `rows` of an analysis, whose `colour` and `shape` are given."""
    intensities = log_intensities(analysis)
    level = _main_level(intensities)[rows]
    time = analysis.groups.demand.time[rows]
    no = np.zeros(len(rows), dtype=np.bool_)
    return Dots(
        kind=np.full(len(rows), Kind.MEASURED),
        row=rows,
        x=intensities[level, rows],
        y=np.log10(analysis.bounds.flop[rows] / time),
        area=time / time.max() if len(time) else time,
        colour=colour,
        shape=shape,
        level=level,
        hollow=no,
        follows=no,
        above_roof=analysis.bounds.fraction[rows] > ABOVE_ROOF,
        close=analysis.judgement.close[rows],
    )


def level_dots(dots: Dots, analysis: Analysis, chosen: Ints) -> LevelDots:
    """The other levels of the measured dots `chosen`; of very many, those with most time."""
    index = chosen[np.argsort(-dots.area[chosen], kind="stable")][:LEVELLED]
    x = log_intensities(analysis)[:, dots.row[index]]
    level, which = np.nonzero(~np.isnan(x) & (np.arange(len(LEVELS))[:, None] != dots.level[index]))
    return LevelDots(index[which], level, x[level, which])


def no_level_dots() -> LevelDots:
    """No level dots at all."""
    return LevelDots(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0))


def log_intensities(analysis: Analysis) -> Floats:
    """log10 I per level, shape (levels, n); NaN where unknown, where no byte passed, or where kernels bypass L1."""
    bounds = analysis.bounds
    table = np.full((len(LEVELS), len(analysis)), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        for i, level in enumerate(LEVELS):
            traffic = _traffic(analysis, level)
            if traffic is None:
                continue
            values = np.log10(bounds.flop / traffic)
            table[i] = np.where(np.isfinite(values), values, np.nan)
    bypassed = (analysis.groups.flags & Flag.L1_BYPASSED) != 0
    table[LEVELS.index(Level.L1), bypassed] = np.nan
    return table


def _traffic(analysis: Analysis, level: Level) -> Floats | None:
    """Bytes that occupied a level, as the bounds took them (on one data path or two): t_r · B."""
    resource = Resource(level.value)
    if resource in analysis.bounds.resources:
        bandwidth = np.array([m.bandwidth(level) or np.nan for m in analysis.machines])[analysis.machine_of_row]
        return np.asarray(analysis.bounds.needed[analysis.bounds.resources.index(resource)] * bandwidth)
    return analysis.groups.demand.traffic(level) if level is Level.DRAM else None


def _main_level(intensities: Floats) -> Ints:
    """The farthest level with a finite intensity, index into `LEVELS`, shape (n,); -1 where there is none."""
    known = ~np.isnan(intensities)
    farthest = len(LEVELS) - 1 - np.argmax(known[::-1], axis=0)
    return np.where(known.any(axis=0), farthest, -1)
