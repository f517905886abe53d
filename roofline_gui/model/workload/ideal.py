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

    ideal_flop, ideal_bytes, ideal_time: useful work, DRAM traffic with perfect reuse, their least time; FLOP, B, s.
    flop_factor: executed over useful FLOP (tile padding, recomputation). bytes_factor: moved over ideal DRAM bytes.
    fraction: of the roof at the executed work and the moved bytes. ideal_fraction: ideal over measured time; it holds
    the waste and the lost rate together.
    """

    ideal_flop: float
    ideal_bytes: float
    ideal_time: float
    flop_factor: Floats
    bytes_factor: Floats
    fraction: Floats
    ideal_fraction: Floats


def compare_with_ideal(
    ideal: FormulaKernel,
    measured: Demand,
    machine: Machine,
    batches: Floats | None = None,
    shares: Floats | None = None,
) -> Gap:
    """The gap between one formula and n launches or groups of what it describes. It is taken at its own batch, or as
    the mean of `batches`, each of which has a share of the executions (1 in all); both of shape (k,).
    """
    demand, each = ideal.demand(batches), np.ones(1) if shares is None else shares
    bounds = bound(demand, machine)
    flop, moved = float(each @ demand.total_flop), float(each @ demand.traffic(Level.DRAM))
    least = np.nan if bounds.lacks_ceiling.any() else float(each @ bounds.bound_time)
    with np.errstate(divide="ignore", invalid="ignore"):
        return Gap(
            ideal_flop=flop,
            ideal_bytes=moved,
            ideal_time=least,
            flop_factor=measured.total_flop / flop,
            bytes_factor=measured.traffic(Level.DRAM) / moved,
            fraction=bound(measured, machine).fraction,
            ideal_fraction=np.where(measured.time > 0, least / measured.time, np.nan),
        )
