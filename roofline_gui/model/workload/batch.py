"""What the batch does to a calculated kernel: its trail, and where it crosses the ridge."""

import math
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Demand, Floats
from roofline_gui.model.machine import Machine
from roofline_gui.model.roofline import Bounds, bound
from roofline_gui.model.workload.kernel import FormulaKernel

LARGEST_BATCH = 4096  # end of the slider and of trails
_SEARCHED = 2**30  # a ridge beyond this batch is never reached


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

    def beyond(batch: int) -> bool:
        return bool(_regime_ratio(kernel, machine, batch) >= 1)

    if math.isnan(_regime_ratio(kernel, machine, 1)):
        return math.nan
    if beyond(1):
        return 1
    if not beyond(_SEARCHED):
        return math.inf
    below, above = 1, _SEARCHED
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if beyond(middle) else (middle, above)
    return above


def _regime_ratio(kernel: FormulaKernel, machine: Machine, batch: int) -> float:
    bounds = bound(kernel.demand(batch), machine)
    return math.nan if bounds.lacks_ceiling[0] else float(bounds.regime_ratio[0])
