"""One calculated kernel at the roofs of a machine, as plain numbers."""

import math
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.diagnosis import REGIMES, Regime, Thresholds, Verdict, judge
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import NO_RESOURCE, Resource, bound
from roofline_gui.model.workload.kernel import FormulaKernel


@dataclass(frozen=True, slots=True)
class Calculation:
    """What the model says of one kernel at its batch, in base units; NaN and None are unknown.

    flop: W. special: special-function results. bytes: Q at DRAM. intensity: W / Q. ridge: of the deciding precision.
    resource, bound_time, roof: what binds, the least time in s, attainable FLOP/s; all unknown where work, traffic or
    the ceiling is. time, fraction: a measured time and t_bound over it.
    """

    kernel: FormulaKernel
    machine: Machine
    precision: Precision | None
    flop: float
    special: float
    bytes: float
    intensity: float
    ridge: float
    regime_ratio: float
    regime: Regime
    resource: Resource | None
    bound_time: float
    roof: float
    time: float
    fraction: float
    verdict: Verdict


def calculate(kernel: FormulaKernel, machine: Machine, thresholds: Thresholds | None = None) -> Calculation:
    """Bound and judge one kernel at its own batch."""
    demand = kernel.demand()
    bounds = bound(demand, machine)
    judgement = judge(bounds, demand, {}, np.ones(1, dtype=np.int64), thresholds or Thresholds())
    flop, moved = float(demand.total_flop[0]), float(demand.traffic(Level.DRAM)[0])
    code = int(bounds.binding[0])
    known = not (math.isnan(flop) or math.isnan(moved) or bounds.lacks_ceiling[0] or code == NO_RESOURCE)
    return Calculation(
        kernel=kernel,
        machine=machine,
        precision=bounds.precision_of(0),
        flop=flop,
        special=float(demand.special_ops[0]),
        bytes=moved,
        intensity=flop / moved if moved > 0 else math.nan,
        ridge=float(bounds.ridge[0]),
        regime_ratio=float(bounds.regime_ratio[0]) if known else math.nan,
        regime=REGIMES[int(judgement.regime[0])] if known else Regime.UNKNOWN,
        resource=bounds.resources[code] if known else None,
        bound_time=float(bounds.bound_time[0]) if known else math.nan,
        roof=float(bounds.roof[0]) if known else math.nan,
        time=kernel.time,
        fraction=float(bounds.fraction[0]) if known else math.nan,
        verdict=judgement.verdict_of(0),
    )
