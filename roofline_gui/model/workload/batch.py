"""What the batch does to a calculated kernel: its trail, and where it crosses the ridge."""

import math
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Demand, Floats
from roofline_gui.model.machine import Machine
from roofline_gui.model.roofline import Bounds, bound
from roofline_gui.model.workload.kernel import FormulaKernel

LARGEST_BATCH = 4096  # end of the slider and of trails
_DOUBLINGS = 30  # a ridge beyond a batch of 2^30 is never reached
_PARTS = 64  # into which the search divides what is left, so that a slider can ask at every step


@dataclass(frozen=True, slots=True, eq=False)
class Trail:
    """The path of one kernel over n batches; `demand` and `bounds` have one row per batch."""

    batches: Floats
    demand: Demand
    bounds: Bounds


def trail(kernel: FormulaKernel, machine: Machine, batches: Floats | None = None) -> Trail:
    """Where a kernel stands at each of `batches`, shape (n,); default about eight per doubling from 1 to 4096."""
    if batches is None:
        batches = np.unique(np.round(np.geomspace(1, LARGEST_BATCH, 97)))
    demand = kernel.demand(batches)
    return Trail(batches, demand, bound(demand, machine))


def ridge_batch(kernel: FormulaKernel, machine: Machine) -> float:
    """The smallest batch at which compute takes as long as DRAM (ρ ≥ 1): infinite where the law saturates below the
    ridge, NaN where ρ is unknown.
    """
    batches: Floats = np.exp2(np.arange(_DOUBLINGS + 1, dtype=np.float64))
    while True:
        ratio = _regime_ratio(kernel, machine, batches)
        if np.isnan(ratio[0]):
            return math.nan
        beyond = np.flatnonzero(ratio >= 1)
        if not len(beyond):
            return math.inf
        first = int(beyond[0])
        if first == 0 or batches[first] - batches[first - 1] == 1:
            return float(batches[first])
        batches = np.unique(np.round(np.linspace(batches[first - 1], batches[first], _PARTS + 1)))


def _regime_ratio(kernel: FormulaKernel, machine: Machine, batches: Floats) -> Floats:
    """ρ at each of `batches`, same shape, NaN without a ceiling."""
    bounds = bound(kernel.demand(batches), machine)
    return np.where(bounds.lacks_ceiling, np.nan, bounds.regime_ratio)
