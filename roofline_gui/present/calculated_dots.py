"""Calculated kernels as dots."""

import numpy as np

from roofline_gui.model.demand import Floats, Ints
from roofline_gui.model.estimates import WHOLE_STEP, Estimates
from roofline_gui.model.machine import Level
from roofline_gui.present.dots import ABOVE_ROOF, DRAM, Dots, Kind
from roofline_gui.present.palette import Shape

WHOLE_STEP_AREA = 0.6  # of the longest operation's


def calculated_dots(estimates: Estimates, rows: Ints, colour: Ints, shape: Ints) -> Dots:
    """Dots for `rows` of the estimates, whose `colour` and `shape` are given; a whole step is a diamond."""
    whole = estimates.calculated.operation[rows] == WHOLE_STEP
    x, y, area = calculated_places(estimates, rows)
    return Dots(
        kind=np.where(whole, Kind.WHOLE_STEP, Kind.CALCULATED),
        row=rows,
        x=x,
        y=y,
        area=area,
        colour=colour,
        shape=np.where(whole, Shape.DIAMOND, shape),
        level=np.full(len(rows), DRAM),
        hollow=~estimates.is_measured[rows],
        follows=estimates.moves[rows],
        above_roof=estimates.bounds.fraction[rows] > ABOVE_ROOF,
        close=np.zeros(len(rows), dtype=np.bool_),
    )


def calculated_places(estimates: Estimates, rows: Ints) -> tuple[Floats, Floats, Floats]:
    """log10 FLOP/B and FLOP/s of `rows`, and their time in all launches as a share of the longest operation's."""
    flop = estimates.bounds.flop[rows]
    x = np.log10(flop / estimates.demand.traffic(Level.DRAM)[rows])
    y = np.log10(flop / estimates.time[rows])
    whole = estimates.calculated.operation[rows] == WHOLE_STEP
    time = np.where(whole, 0.0, estimates.time[rows] * estimates.calculated.count[rows])
    longest = time.max(initial=0.0)
    return x, y, np.where(whole, WHOLE_STEP_AREA, time / longest if longest > 0 else 1.0)
