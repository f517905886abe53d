"""Verdicts: every row of the verdict table, the thresholds, closeness, waste and evidence."""

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from roofline_gui.model.demand import Demand, demand
from roofline_gui.model.diagnosis import Judgement, Regime, Thresholds, Verdict, judge
from roofline_gui.model.launches import Evidence
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import bound
from tests.model.builders import ROUND

NAN = np.nan


def used(dram: float, fma: float, *, l2: float = 0, l1: float = 0, xu: float = 0, time: float = 1.0) -> Demand:
    """A kernel that uses these fractions of each resource of ROUND within `time` seconds."""
    return demand(
        time,
        {Precision.FP32: fma * time * 100e12},
        {Level.DRAM: dram * time * 5e12, Level.L2: l2 * time * 10e12, Level.L1: l1 * time * 40e12},
        special_ops=xu * time * 4e12,
    )


def judged(
    kernel: Demand,
    evidence: Mapping[Evidence, float] | None = None,
    thresholds: Thresholds | None = None,
    launches: int = 1,
    on: Machine = ROUND,
) -> Judgement:
    columns = {item: np.array([value]) for item, value in (evidence or {}).items()}
    return judge(bound(kernel, on), kernel, columns, np.array([launches]), thresholds or Thresholds())


def verdict(
    kernel: Demand, evidence: Mapping[Evidence, float] | None = None, thresholds: Thresholds | None = None
) -> Verdict:
    return judged(kernel, evidence, thresholds).verdict_of(0)


HALF_OCCUPIED = {Evidence.OCCUPANCY: 50.0, Evidence.WAVES: 4.0}
STARVED = {Evidence.OCCUPANCY: 24.9}
LESS_THAN_A_WAVE = {Evidence.WAVES: 0.9}
WASTED_WAVEFRONTS = {Evidence.WAVEFRONTS_OVER_MINIMUM: 2.1}


@pytest.mark.parametrize(
    ("kernel", "evidence", "expected"),
    [
        # f ≥ near on a memory level, no waste
        (used(dram=0.8, fma=0.01), {}, Verdict.MEMORY_OPTIMAL),
        (used(dram=0.1, fma=0.01, l2=0.9), {}, Verdict.MEMORY_OPTIMAL),
        (used(dram=0.1, fma=0.01, l1=0.95), HALF_OCCUPIED, Verdict.MEMORY_OPTIMAL),
        (used(dram=0.9, fma=0.01), STARVED, Verdict.MEMORY_OPTIMAL),  # parallelism suffices, the roof is reached
        (used(dram=1.3, fma=0.01), {}, Verdict.MEMORY_OPTIMAL),
        # far ≤ f < near on a memory level
        (used(dram=0.79, fma=0.01), {}, Verdict.MEMORY_SUBOPTIMAL),
        (used(dram=0.25, fma=0.25), STARVED, Verdict.MEMORY_SUBOPTIMAL),
        (used(dram=0.1, fma=0.2, l2=0.5), {}, Verdict.MEMORY_SUBOPTIMAL),
        # f < far on the memory side, nothing points to latency
        (used(dram=0.2, fma=0.01), {}, Verdict.MEMORY_SUBOPTIMAL),
        (used(dram=0.2, fma=0.01), HALF_OCCUPIED, Verdict.MEMORY_SUBOPTIMAL),
        # f ≥ near, more than half of the binding level's traffic is waste
        (used(dram=0.1, fma=0.01, l1=0.95), WASTED_WAVEFRONTS, Verdict.MEMORY_SUBOPTIMAL),
        # f ≥ near on a pipe or the XU
        (used(dram=0.01, fma=0.8), {}, Verdict.COMPUTE_OPTIMAL),
        (used(dram=0.3, fma=0.1, xu=0.96), {}, Verdict.COMPUTE_OPTIMAL),
        # far ≤ f < near on a pipe
        (used(dram=0.01, fma=0.79), {}, Verdict.COMPUTE_SUBOPTIMAL),
        (used(dram=0.01, fma=0.25), {}, Verdict.COMPUTE_SUBOPTIMAL),
        (used(dram=0.2, fma=0.4), STARVED, Verdict.COMPUTE_SUBOPTIMAL),
        # f < far on the compute side, nothing points to latency
        (used(dram=0.01, fma=0.2), HALF_OCCUPIED, Verdict.COMPUTE_SUBOPTIMAL),
        # f < far in the mixed regime, or with evidence of too little parallelism
        (used(dram=0.1, fma=0.1), {}, Verdict.LATENCY),
        (used(dram=0.24, fma=0.024), {}, Verdict.LATENCY),
        (used(dram=0.2, fma=0.01), STARVED, Verdict.LATENCY),
        (used(dram=0.2, fma=0.01), LESS_THAN_A_WAVE, Verdict.LATENCY),
        (used(dram=0.01, fma=0.2), STARVED, Verdict.LATENCY),
        (used(dram=0.2, fma=0.01, time=3.9e-6), {}, Verdict.LATENCY),  # launch overhead 2 µs
        (used(dram=0.2, fma=0.01, time=4.1e-6), {}, Verdict.MEMORY_SUBOPTIMAL),
        # no FLOP
        (used(dram=0.9, fma=0), {}, Verdict.BANDWIDTH_ONLY),
        (used(dram=0.1, fma=0), STARVED, Verdict.BANDWIDTH_ONLY),
        (used(dram=0.1, fma=0, l2=0.4), {}, Verdict.BANDWIDTH_ONLY),
        (used(dram=0.1, fma=0, xu=0.9), {}, Verdict.COMPUTE_OPTIMAL),  # no FLOP, but the XU is what it waits for
        # something unknown
        (used(dram=NAN, fma=0.5), {}, Verdict.INCOMPLETE),
        (used(dram=0.9, fma=NAN), {}, Verdict.INCOMPLETE),
        (demand(NAN, {Precision.FP32: 1e12}, {Level.DRAM: 1e12}), {}, Verdict.INCOMPLETE),
        (demand(0.0, {Precision.FP32: 1e12}, {Level.DRAM: 1e12}), {}, Verdict.INCOMPLETE),
        (demand(1.0, {Precision.INT8_TENSOR: 1e12}, {Level.DRAM: 5e12}), {}, Verdict.INCOMPLETE),  # no such ceiling
        (demand(1.0), {}, Verdict.INCOMPLETE),
    ],
)
def test_verdict_table(kernel: Demand, evidence: Mapping[Evidence, float], expected: Verdict) -> None:
    assert verdict(kernel, evidence) is expected


@pytest.mark.parametrize(
    ("near", "far", "dram", "expected"),
    [
        (0.5, 0.25, 0.5, Verdict.MEMORY_OPTIMAL),
        (0.9, 0.25, 0.85, Verdict.MEMORY_SUBOPTIMAL),
        (0.8, 0.6, 0.55, Verdict.LATENCY),
        (0.8, 0.5, 0.55, Verdict.MEMORY_SUBOPTIMAL),
        (1.0, 0.25, 1.0, Verdict.MEMORY_OPTIMAL),
    ],
)
def test_the_thresholds_move_the_verdict(near: float, far: float, dram: float, expected: Verdict) -> None:
    assert verdict(used(dram=dram, fma=0.3 * dram), thresholds=Thresholds(near, far)) is expected


@pytest.mark.parametrize(("near", "far"), [(0.2, 0.3), (0.5, 0.5), (1.1, 0.2), (0.8, 0.0), (0.8, -0.1), (NAN, 0.2)])
def test_thresholds_must_be_in_order(near: float, far: float) -> None:
    with pytest.raises(ValueError, match="0 < far < near ≤ 1"):
        Thresholds(near, far)


@pytest.mark.parametrize(
    ("dram", "fma", "regime"),
    [
        (0.5, 0.0499, Regime.MEMORY),
        (0.5, 0.05, Regime.MIXED),
        (0.05, 0.5, Regime.MIXED),
        (0.05, 0.51, Regime.COMPUTE),
        (0.0, 0.5, Regime.COMPUTE),
        (NAN, 0.5, Regime.UNKNOWN),
        (0.5, NAN, Regime.UNKNOWN),
    ],
)
def test_regimes(dram: float, fma: float, regime: Regime) -> None:
    assert judged(used(dram=dram, fma=fma)).regime_of(0) is regime


@pytest.mark.parametrize(
    ("kernel", "close"),
    [
        (used(dram=0.82, fma=0.01), True),  # 0.82 / 1.1 = 0.75
        (used(dram=0.87, fma=0.01), True),  # 0.87 / 1.1 = 0.79
        (used(dram=0.89, fma=0.01), False),  # 0.89 / 1.1 = 0.81
        (used(dram=0.73, fma=0.01), True),  # 0.73 / 0.9 = 0.81
        (used(dram=0.71, fma=0.01), False),  # 0.71 / 0.9 = 0.79
        (used(dram=0.90, fma=0.85), True),  # with a faster memory the pipe binds
        (used(dram=0.26, fma=0.1), True),  # with a faster memory it falls below far, in the mixed regime
        (used(dram=0.26, fma=0.01), False),  # below far it would be memory_suboptimal too
        (used(dram=0.9, fma=0), False),
        (used(dram=NAN, fma=0.8), False),
    ],
)
def test_a_verdict_that_ten_percent_would_flip_is_close(kernel: Demand, close: bool) -> None:
    assert judged(kernel).close[0] == close


FRACTIONS = st.floats(0.001, 1.2)


@given(FRACTIONS, FRACTIONS, FRACTIONS)
def test_close_is_what_another_machine_says(dram: float, fma: float, l2: float) -> None:
    fraction, largest = max((dram, "dram"), (fma, "fp32"), (l2, "l2"))
    assume(len({dram, fma, l2}) == 3)
    edges = {0.8, 0.25, dram, fma, l2} - {fraction}
    # Where rounding decides is of no interest.
    assume(all(abs(fraction / factor - edge) > 1e-9 for factor in (1.1, 1.0, 0.9) for edge in edges))
    kernel = used(dram=dram, fma=fma, l2=l2)
    here = judged(kernel)
    others = {judged(kernel, on=ROUND.scaled(largest, factor)).verdict_of(0) for factor in (1.1, 0.9)}
    assert here.close[0] == (others != {here.verdict_of(0)})


def test_sector_use_is_weighted_by_what_dram_read_and_wrote() -> None:
    moved = {Evidence.DRAM_READ: 3e9, Evidence.DRAM_WRITE: 1e9}
    uses = {Evidence.SECTOR_USE_LOAD: 25.0, Evidence.SECTOR_USE_STORE: 100.0}
    found = judged(used(dram=0.9, fma=0.01), moved | uses)
    assert found.sector_use[0] == 43.75  # (25 · 3 + 100 · 1) / 4
    assert found.wasteful[0]
    assert found.verdict_of(0) is Verdict.MEMORY_SUBOPTIMAL


@pytest.mark.parametrize(
    ("load", "store", "expected"),
    [
        (40.0, 100.0, 70.0),
        (0.0, 30.0, 30.0),  # a 0 stands for “no such access”, not for a use of 0 %
        (30.0, 0.0, 30.0),
        (NAN, 30.0, 30.0),
        (30.0, NAN, 30.0),
        (0.0, 0.0, NAN),
        (NAN, NAN, NAN),
    ],
)
def test_sector_use_of_accesses_that_there_are(load: float, store: float, expected: float) -> None:
    evidence = {Evidence.SECTOR_USE_LOAD: load, Evidence.SECTOR_USE_STORE: store}
    found = judged(used(dram=0.9, fma=0.01), evidence | {Evidence.DRAM_READ: 1e9, Evidence.DRAM_WRITE: 1e9})
    assert found.sector_use[0] == pytest.approx(expected, nan_ok=True)
    assert found.wasteful[0] == (expected < 50)


@pytest.mark.parametrize(
    ("kernel", "wasted"),
    [
        (used(dram=0.9, fma=0.01), "sectors"),
        (used(dram=0.1, fma=0.01, l2=0.9), "sectors"),
        (used(dram=0.1, fma=0.01, l1=0.9), "wavefronts"),
        (used(dram=0.1, fma=0.9), "nothing"),
    ],
)
def test_only_waste_at_the_binding_level_counts(kernel: Demand, wasted: str) -> None:
    half_used = {Evidence.SECTOR_USE_LOAD: 49.0, Evidence.DRAM_READ: 1e9, Evidence.DRAM_WRITE: 0.0}
    assert judged(kernel, half_used).wasteful[0] == (wasted == "sectors")
    assert judged(kernel, WASTED_WAVEFRONTS).wasteful[0] == (wasted == "wavefronts")


@pytest.mark.parametrize(
    "limit",
    [
        {Evidence.SECTOR_USE_LOAD: 50.0, Evidence.DRAM_READ: 1e9, Evidence.DRAM_WRITE: 0.0},
        {Evidence.WAVEFRONTS_OVER_MINIMUM: 2.0},
    ],
)
def test_exactly_half_is_not_more_than_half(limit: Mapping[Evidence, float]) -> None:
    assert not judged(used(dram=0.9, fma=0.01), limit).wasteful[0]
    assert not judged(used(dram=0.1, fma=0.01, l1=0.9), limit).wasteful[0]


def test_the_launch_overhead_is_compared_with_one_launch() -> None:
    kernel = used(dram=0.2, fma=0.01, time=30e-6)
    assert judged(kernel, launches=5).verdict_of(0) is Verdict.MEMORY_SUBOPTIMAL  # 6 µs each
    assert judged(kernel, launches=10).verdict_of(0) is Verdict.LATENCY  # 3 µs each


def test_evidence_that_is_unknown_argues_for_nothing() -> None:
    unknown = dict.fromkeys(Evidence, NAN)
    found = judged(used(dram=0.2, fma=0.01), unknown)
    assert found.verdict_of(0) is Verdict.MEMORY_SUBOPTIMAL
    assert not found.starved[0]
    assert not found.wasteful[0]


def test_verdicts_of_many_kernels_do_not_mix() -> None:
    kernels = [used(dram=0.9, fma=0.01), used(dram=0.01, fma=0.9), used(dram=0.1, fma=0.1), used(dram=NAN, fma=0.1)]
    together = Demand(
        np.concatenate([k.time for k in kernels]),
        {Precision.FP32: np.concatenate([k.flop[Precision.FP32] for k in kernels])},
        np.ones(4, dtype=np.bool_),
        np.concatenate([k.special_ops for k in kernels]),
        {level: np.concatenate([k.traffic(level) for k in kernels]) for level in (Level.L1, Level.L2, Level.DRAM)},
    )
    found = judge(bound(together, ROUND), together, {}, np.ones(4, dtype=np.int64), Thresholds())
    assert [found.verdict_of(i) for i in range(4)] == [
        Verdict.MEMORY_OPTIMAL,
        Verdict.COMPUTE_OPTIMAL,
        Verdict.LATENCY,
        Verdict.INCOMPLETE,
    ]
