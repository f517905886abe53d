"""Calculated kernels as dots."""

import numpy as np

from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.model.estimates import WHOLE_STEP, Estimates
from roofline_gui.model.machine import Level
from roofline_gui.present.picture.dots import ABOVE_ROOF, DRAM, Dots, Kind

LONGEST_AREA, WHOLE_STEP_AREA = 0.5, 1.0  # of the longest operation and of steps, where the longest measured dot has 1


def calculated_dots(estimates: Estimates, rows: Ints, colour: Ints, shape: Ints) -> Dots:
    """Dots for `rows` of the estimates, whose `colour` and `shape` are given."""
    x, y, area = calculated_places(estimates, rows)
    return Dots(
        kind=np.where(whole_steps(estimates, rows), Kind.WHOLE_STEP, Kind.CALCULATED),
        row=rows,
        x=x,
        y=y,
        area=area,
        colour=colour,
        shape=shape,
        level=np.full(len(rows), DRAM),
        hollow=~estimates.is_measured[rows],
        follows=estimates.moves[rows],
        above_roof=estimates.bounds.fraction[rows] > ABOVE_ROOF,
        close=np.zeros(len(rows), dtype=np.bool_),
    )


def calculated_places(estimates: Estimates, rows: Ints) -> tuple[Floats, Floats, Floats]:
    """log10 FLOP/B and FLOP/s of `rows`, and their areas by the time of all launches."""
    flop = estimates.bounds.flop[rows]
    x = np.log10(flop / estimates.demand.traffic(Level.DRAM)[rows])
    y = np.log10(flop / estimates.time[rows])
    whole = whole_steps(estimates, rows)
    time = np.where(whole, 0.0, estimates.time[rows] * estimates.calculated.count[rows])
    longest = time.max(initial=0.0)
    return x, y, np.where(whole, WHOLE_STEP_AREA, LONGEST_AREA * (time / longest if longest > 0 else 1.0))


def whole_steps(estimates: Estimates, rows: Ints) -> Bools:
    """Which of `rows` are whole steps."""
    return np.equal(estimates.calculated.operation[rows], WHOLE_STEP)
