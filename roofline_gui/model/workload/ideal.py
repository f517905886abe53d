"""A formula held against the kernel that was measured for it."""

from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Demand, Floats
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.roofline import bound
from roofline_gui.model.workload.kernel import FormulaKernel


@dataclass(frozen=True, slots=True, eq=False)
class Gap:
    """How n measured kernels differ from the ideal; arrays have shape (n,), NaN is unknown.

    flop_factor: executed over useful FLOP (tile padding, recomputation). bytes_factor: moved over ideal DRAM bytes.
    fraction: of the roof at the executed work and the moved bytes. ideal_time: least time of the ideal, s.
    ideal_fraction: this over the measured time; it holds the waste and the lost rate together.
    """

    flop_factor: Floats
    bytes_factor: Floats
    fraction: Floats
    ideal_time: float
    ideal_fraction: Floats


def compare_with_ideal(ideal: FormulaKernel, measured: Demand, machine: Machine) -> Gap:
    """The gap between one formula (at its own batch) and n launches or groups of what it describes."""
    demand = ideal.demand()
    bounds = bound(demand, machine)
    least = np.nan if bounds.lacks_ceiling[0] else float(bounds.bound_time[0])
    with np.errstate(divide="ignore", invalid="ignore"):
        return Gap(
            flop_factor=measured.total_flop / demand.total_flop[0],
            bytes_factor=measured.traffic(Level.DRAM) / demand.traffic(Level.DRAM)[0],
            fraction=bound(measured, machine).fraction,
            ideal_time=least,
            ideal_fraction=np.where(measured.time > 0, least / measured.time, np.nan),
        )
