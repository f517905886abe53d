"""Kernels whose work runs in several precisions: a roof between the ceilings of these.

Precisions that share a pipe queue up and their times add; different pipes overlap. The slowest pipe decides: the
compute roof is W / max over pipes of Σ W_p / P_p.
"""

from dataclasses import dataclass

from roofline_gui.model.demand import Demand
from roofline_gui.model.machine import Machine
from roofline_gui.model.precision import Pipe, Precision
from roofline_gui.model.roofline import NEGLIGIBLE_WORK


@dataclass(frozen=True, slots=True)
class WorkPart:
    """Work in one precision, FLOP, its share of all, the peak, FLOP/s, and the time that its pipe needs for it, s."""

    precision: Precision
    flop: float
    share: float
    peak: float
    time: float


@dataclass(frozen=True, slots=True)
class Composite:
    """The parts of a kernel's work, most pipe time first.

    flop: W. pipes: time of each pipe, s, the slowest first. roof: W over the time of the slowest pipe, FLOP/s.
    """

    parts: tuple[WorkPart, ...]
    flop: float
    pipes: tuple[tuple[Pipe, float], ...]
    roof: float


def composite_roof(demand: Demand, row: int, machine: Machine) -> Composite | None:
    """The parts of the work of kernel `row`; None where one precision does it all but for a negligible rest, or where
    work or a ceiling that matters is unknown.
    """
    total = float(demand.total_flop[row])
    parts = []
    for precision, work in demand.flop.items():
        flop, peak = float(work[row]), machine.peak(precision)
        if flop > 0 and peak is not None:
            parts.append(WorkPart(precision, flop, flop / total, peak, flop / peak))
        elif flop > NEGLIGIBLE_WORK * total:
            return None
    slowest = max((part.time for part in parts), default=0.0)
    parts = [p for p in parts if p.share > NEGLIGIBLE_WORK or p.time > NEGLIGIBLE_WORK * slowest]
    if len(parts) < 2 or not total > 0:
        return None
    times: dict[Pipe, float] = {}
    for part in parts:
        times[part.precision.pipe] = times.get(part.precision.pipe, 0.0) + part.time
    pipes = sorted(times.items(), key=lambda item: -item[1])
    return Composite(tuple(sorted(parts, key=lambda part: -part.time)), total, tuple(pipes), total / pipes[0][1])
