"""Regime, side and verdict of many kernels at once, from their bounds and the evidence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from roofline_gui.model.demand import Bools, Demand, Floats, Ints
from roofline_gui.model.launches import Evidence
from roofline_gui.model.machine import Level
from roofline_gui.model.roofline import NO_RESOURCE, Bounds, Resource, largest


class Verdict(StrEnum):
    """What the position means. The values are the codes of the `verdict` column."""

    MEMORY_OPTIMAL = "memory_optimal"
    MEMORY_SUBOPTIMAL = "memory_suboptimal"
    COMPUTE_OPTIMAL = "compute_optimal"
    COMPUTE_SUBOPTIMAL = "compute_suboptimal"
    LATENCY = "latency"
    BANDWIDTH_ONLY = "bandwidth_only"
    INCOMPLETE = "incomplete"


class Regime(StrEnum):
    """Where the regime ratio ρ puts a kernel."""

    MEMORY = "memory"
    MIXED = "mixed"
    COMPUTE = "compute"
    UNKNOWN = ""


VERDICTS = tuple(Verdict)
REGIMES = tuple(Regime)

CLEARLY_MEMORY, CLEARLY_COMPUTE = 0.1, 10.0  # limits of ρ for the mixed regime
CLOSE = 0.10  # a change of the binding ceiling by this share that flips the verdict makes it close
WASTEFUL_WAVEFRONTS = 2.0  # wavefronts over the minimum: above it, more than half of the traffic is waste
WASTEFUL_SECTOR_USE = 50.0  # percent of each sector used: below it, more than half of the traffic is waste
LOW_OCCUPANCY = 25.0  # percent
ONE_WAVE = 1.0
LAUNCH_SIZED = 2.0  # a duration below this multiple of the launch overhead is launch cost


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Fractions of roof that separate done from headroom (`near`) and headroom from far below (`far`)."""

    near: float = 0.80
    far: float = 0.25

    def __post_init__(self) -> None:
        if not 0 < self.far < self.near <= 1:
            given = f"far = {self.far:g}, near = {self.near:g}"
            raise ValueError(f"Thresholds must satisfy 0 < far < near ≤ 1, not {given}.")


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """Verdicts of n kernels; arrays have shape (n,).

    verdict, regime: indices into VERDICTS and REGIMES. close: a 10 % change of the binding ceiling flips the verdict.
    wasteful: more than half of the binding level's traffic is waste. starved: evidence of too little parallelism.
    sector_use: percent of the transferred sectors that loads and stores used, weighted by DRAM reads and writes.
    """

    verdict: Ints
    regime: Ints
    close: Bools
    wasteful: Bools
    starved: Bools
    sector_use: Floats

    def verdict_of(self, row: int) -> Verdict:
        """The verdict of one row."""
        return VERDICTS[int(self.verdict[row])]

    def regime_of(self, row: int) -> Regime:
        """The regime of one row."""
        return REGIMES[int(self.regime[row])]


def judge(
    bounds: Bounds,
    kernels: Demand,
    evidence: Mapping[Evidence, Floats],
    launches: Ints,
    thresholds: Thresholds,
) -> Judgement:
    """Judge n kernels (or groups of `launches` launches each, shape (n,)) against their bounds.

    Evidence that is absent or NaN argues for nothing.
    """
    n = len(bounds)

    def known(item: Evidence) -> Floats:
        return evidence.get(item, np.full(n, np.nan))

    sector_use = _sector_use(known)
    wasteful = _wasteful(bounds, known(Evidence.WAVEFRONTS_OVER_MINIMUM), sector_use)
    starved = (known(Evidence.OCCUPANCY) < LOW_OCCUPANCY) | (known(Evidence.WAVES) < ONE_WAVE)
    if bounds.machine.launch_overhead is not None:
        starved |= kernels.time / launches < LAUNCH_SIZED * bounds.machine.launch_overhead.value
    dram = kernels.traffic(Level.DRAM)
    incomplete = np.isnan(bounds.flop) | np.isnan(dram) | ~(kernels.time > 0) | bounds.lacks_ceiling
    incomplete |= bounds.binding == NO_RESOURCE
    binds_memory = np.array([r.is_memory for r in bounds.resources] + [False])
    bandwidth_only = ~incomplete & (bounds.flop == 0) & binds_memory[bounds.binding]

    def classify(needed: Floats) -> tuple[Ints, Ints]:
        binding, bound_time = largest(needed)
        with np.errstate(divide="ignore", invalid="ignore"):
            fraction = bound_time / kernels.time
            regime_ratio = _regime_ratio(bounds, needed)
        regime = regimes(regime_ratio)
        memory = binds_memory[binding]
        mixed = regime == REGIMES.index(Regime.MIXED)
        below = fraction < thresholds.far
        verdict = np.select(
            [
                incomplete,
                bandwidth_only,
                below & (mixed | starved),
                below & (regime_ratio < 1),
                below,
                memory & (fraction >= thresholds.near) & ~wasteful,
                memory,
                fraction >= thresholds.near,
            ],
            [
                VERDICTS.index(v)
                for v in (
                    Verdict.INCOMPLETE,
                    Verdict.BANDWIDTH_ONLY,
                    Verdict.LATENCY,
                    Verdict.MEMORY_SUBOPTIMAL,
                    Verdict.COMPUTE_SUBOPTIMAL,
                    Verdict.MEMORY_OPTIMAL,
                    Verdict.MEMORY_SUBOPTIMAL,
                    Verdict.COMPUTE_OPTIMAL,
                )
            ],
            default=VERDICTS.index(Verdict.COMPUTE_SUBOPTIMAL),
        )
        return verdict, regime

    verdict, regime = classify(bounds.needed)
    close = np.zeros(n, dtype=np.bool_)
    for factor in (1 + CLOSE, 1 - CLOSE):
        changed = bounds.needed.copy()
        rows = np.flatnonzero(bounds.binding != NO_RESOURCE)
        changed[bounds.binding[rows], rows] /= factor
        close |= classify(changed)[0] != verdict
    return Judgement(verdict, regime, close, wasteful, starved, sector_use)


def _sector_use(known: Callable[[Evidence], Floats]) -> Floats:
    """Percent of each 32-byte sector used; loads and stores weighted by the bytes that DRAM read and wrote."""
    load, store = known(Evidence.SECTOR_USE_LOAD), known(Evidence.SECTOR_USE_STORE)
    read, write = known(Evidence.DRAM_READ), known(Evidence.DRAM_WRITE)
    # ncu prints 0 where a kernel has no such access through the LSU (TMA, none at all): not a use of 0 %.
    read = np.where(load > 0, read, 0.0)
    write = np.where(store > 0, write, 0.0)
    used = np.where(load > 0, load * read, 0.0) + np.where(store > 0, store * write, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(read + write > 0, used / (read + write), np.nan)


def _wasteful(bounds: Bounds, wavefronts_over_minimum: Floats, sector_use: Floats) -> Bools:
    """Whether more than half of the binding level's traffic is waste; unknown evidence means no."""
    path = _binds(bounds, Resource.L1) | _binds(bounds, Resource.SHARED)
    far_levels = _binds(bounds, Resource.L2) | _binds(bounds, Resource.DRAM) | _binds(bounds, Resource.LLC)
    return (path & (wavefronts_over_minimum > WASTEFUL_WAVEFRONTS)) | (far_levels & (sector_use < WASTEFUL_SECTOR_USE))


def _binds(bounds: Bounds, resource: Resource) -> Bools:
    if resource not in bounds.resources:
        return np.zeros(len(bounds), dtype=np.bool_)
    return np.equal(bounds.binding, bounds.resources.index(resource))


def _regime_ratio(bounds: Bounds, needed: Floats) -> Floats:
    _, compute = largest(needed[[not r.is_memory for r in bounds.resources]])
    if Resource.DRAM not in bounds.resources:
        return np.full(len(bounds), np.nan)
    dram = needed[bounds.resources.index(Resource.DRAM)]
    return np.where(np.isnan(bounds.flop), np.nan, compute / dram)


def regimes(ratio: Floats) -> Ints:
    """Where each ρ puts its kernel: indices into REGIMES, same shape."""
    return np.select(
        [np.isnan(ratio), ratio < CLEARLY_MEMORY, ratio <= CLEARLY_COMPUTE],
        [REGIMES.index(r) for r in (Regime.UNKNOWN, Regime.MEMORY, Regime.MIXED)],
        default=REGIMES.index(Regime.COMPUTE),
    )
