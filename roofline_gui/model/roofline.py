"""The bound: how long each resource needs, which one binds, and what follows from it.

Source: Williams, Waterman, Patterson, CACM 2009 (t ≥ max(W/P, Q/B)), widened to all resources of a machine.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from roofline_gui.model.demand import Bools, Demand, Floats, Ints
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Pipe, Precision

NO_RESOURCE = -1
NEGLIGIBLE_WORK = 0.01  # a precision below this share of W may lack a ceiling without making the bound unknown
XU_EXPLAINS = 0.25  # without FLOP, the XU is what binds a kernel only where it explains this share of the time


class Resource(StrEnum):
    """What can bind a kernel. The values are those of the `bound_by` column."""

    SHARED = "shared"
    L1 = "l1"
    L2 = "l2"
    LLC = "llc"
    DRAM = "dram"
    TENSOR = "tensor"
    FMA = "fma"
    FP64 = "fp64"
    XU = "xu"

    @property
    def is_memory(self) -> bool:
        """Whether it is a memory level (else a pipe)."""
        return self.value in _MEMORY


RESOURCES = tuple(Resource)
_MEMORY = frozenset(level.value for level in Level)


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """What the machine allows n kernels, and how near they come.

    resources: the R resources of the machine that were considered; needed: t_r in s, shape (R, n), NaN unknown.
    binding: index into `resources` of the largest t_r, shape (n,), NO_RESOURCE where none is known.
    bound_time: t_bound, s. flop: W. roof: attainable FLOP/s, W / t_bound. fraction: f = t_bound / t.
    utilisation: u_r = t_r / t, shape (R, n). regime_ratio: ρ = largest pipe time / t_DRAM.
    precision: index into `precisions` of the largest share of pipe time, NO_RESOURCE without work.
    ridge: P / B_DRAM of that precision, FLOP/B.
    lacks_ceiling: work that matters runs in a precision for which the machine has no ceiling, shape (n,).
    """

    machine: Machine
    resources: tuple[Resource, ...]
    needed: Floats
    binding: Ints
    bound_time: Floats
    flop: Floats
    roof: Floats
    fraction: Floats
    utilisation: Floats
    regime_ratio: Floats
    precisions: tuple[Precision, ...]
    precision: Ints
    ridge: Floats
    lacks_ceiling: Bools

    def __len__(self) -> int:
        return len(self.bound_time)

    def precision_of(self, row: int) -> Precision | None:
        """The precision that decides row `row`, None without work."""
        code = int(self.precision[row])
        return None if code == NO_RESOURCE else self.precisions[code]


def bound(kernels: Demand, machine: Machine) -> Bounds:
    """Bound n kernels on `machine`: t_r per resource, the binding resource, roof, fraction of roof, regime ratio.

    Vectorised over kernels. Unknown demand or a missing ceiling leaves t_r unknown (NaN), and nothing is concluded
    from it.
    """
    n = len(kernels)
    flop = kernels.total_flop
    needed: dict[Resource, Floats] = {}
    for level, traffic in _traffic_by_level(kernels, machine):
        bandwidth = machine.bandwidth(level)
        if bandwidth is not None:
            needed[Resource(level.value)] = traffic / bandwidth
    precisions, shares, lacking = _pipe_shares(kernels, machine, flop)
    for pipe in (Pipe.TENSOR, Pipe.FMA, Pipe.FP64):
        members = [i for i, p in enumerate(precisions) if p.pipe is pipe]
        if members:
            counted = kernels.flop_known & ~np.isnan(shares[members]).all(axis=0) & ~lacking[members].any(axis=0)
            needed[Resource(pipe.value)] = np.where(counted, np.nansum(shares[members], axis=0), np.nan)
    if machine.special_ops is not None:
        needed[Resource.XU] = _special_time(kernels, flop, machine.special_ops.value)
    resources = tuple(needed)
    matrix = np.stack([*needed.values()]) if needed else np.full((0, n), np.nan)
    binding, bound_time = largest(matrix)
    _, compute_time = largest(matrix[[not r.is_memory for r in resources]])
    dram_time = needed.get(Resource.DRAM, np.full(n, np.nan))
    precision, _ = largest(np.where(lacking, np.inf, np.where(shares > 0, shares, np.nan)))
    ridges = np.array([machine.ridge(p) or np.nan for p in precisions] + [np.nan])
    with np.errstate(divide="ignore", invalid="ignore"):
        return Bounds(
            machine=machine,
            resources=resources,
            needed=matrix,
            binding=binding,
            bound_time=bound_time,
            flop=flop,
            roof=np.where((bound_time > 0) & (flop > 0), flop / bound_time, np.nan),
            fraction=np.where(kernels.time > 0, bound_time / kernels.time, np.nan),
            utilisation=np.where(kernels.time > 0, matrix / kernels.time, np.nan),
            regime_ratio=np.where(np.isnan(flop), np.nan, compute_time / dram_time),
            precisions=precisions,
            precision=precision,
            ridge=ridges[precision],
            lacks_ceiling=np.logical_or.reduce(lacking, axis=0),
        )


def _traffic_by_level(kernels: Demand, machine: Machine) -> list[tuple[Level, Floats]]:
    """Traffic that occupies each level of `machine`, near to far, where it is known."""
    traffic = []
    for level in (m.level for m in machine.levels):
        values = kernels.bytes.get(level)
        if values is None:
            continue
        if level is Level.L1 and not machine.shared_is_part_of_l1:
            values = values - kernels.traffic(Level.SHARED)  # two paths: what ran through the other one is its own
        traffic.append((level, values))
    return traffic


def _pipe_shares(
    kernels: Demand, machine: Machine, flop: Floats
) -> tuple[tuple[Precision, ...], Floats, Bools]:
    """Pipe time W / P per precision, s, shape (precisions, n), NaN where unknown; and where a needed ceiling lacks."""
    precisions = tuple(p for p in Precision if p in kernels.flop)
    shares = np.full((len(precisions), len(kernels)), np.nan)
    lacking = np.zeros(shares.shape, dtype=np.bool_)
    for i, precision in enumerate(precisions):
        peak = machine.peak(precision)
        work = kernels.flop[precision]
        if peak is not None:
            shares[i] = work / peak
        else:
            lacking[i] = work > NEGLIGIBLE_WORK * flop
            shares[i] = np.where(work == 0, 0.0, np.nan)
    return precisions, shares, lacking


def _special_time(kernels: Demand, flop: Floats, rate: float) -> Floats:
    """Time on the XU, s. Without FLOP a few counts (integer division) are no reason to call a kernel XU-bound."""
    time = kernels.special_ops / rate
    stray = (flop == 0) & (time < XU_EXPLAINS * kernels.time)
    return np.where(stray, 0.0, time)


def largest(matrix: Floats) -> tuple[Ints, Floats]:
    """Row index and value of the largest known entry per column; NO_RESOURCE and NaN where none is known."""
    index, value = np.full(matrix.shape[1], NO_RESOURCE), np.full(matrix.shape[1], -np.inf)
    for i, row in enumerate(matrix):  # row by row: several times faster than argmax across rows
        larger = row > value
        index, value = np.where(larger, i, index), np.where(larger, row, value)
    return index, np.where(index == NO_RESOURCE, np.nan, value)
