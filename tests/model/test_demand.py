"""Demand of kernels: totals, unknown parts, sums."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.demand import Demand, demand, sum_groups, weighted_mean
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision

NAN = np.nan
AMOUNTS = st.floats(0, 1e15)


def test_work_is_the_sum_over_precisions() -> None:
    kernels = demand(flop={Precision.FP32: np.array([1e9, 2e9]), Precision.BF16_TENSOR: np.array([3e9, 0.0])})
    assert kernels.total_flop.tolist() == [4e9, 2e9]


def test_a_precision_that_nobody_counted_adds_nothing() -> None:
    kernels = demand(flop={Precision.FP32: np.array([1e9, NAN]), Precision.FP64: np.array([NAN, NAN])})
    assert kernels.total_flop[0] == 1e9
    assert np.isnan(kernels.total_flop[1])  # nothing was counted: unknown, not 0


def test_an_unreadable_counter_makes_work_unknown() -> None:
    counted = {Precision.FP32: np.array([1e9])}
    kernels = Demand(np.array([1.0]), counted, np.array([False]), np.array([NAN]), {})
    assert np.isnan(kernels.total_flop[0])


def test_what_is_not_given_is_unknown() -> None:
    kernels = demand(bytes={Level.DRAM: 1e6})
    assert np.isnan(kernels.total_flop[0])
    assert np.isnan(kernels.time[0])
    assert np.isnan(kernels.special_ops[0])
    assert np.isnan(kernels.traffic(Level.L2)[0])
    assert kernels.traffic(Level.DRAM)[0] == 1e6


def test_no_work_is_known_work() -> None:
    assert demand(flop={Precision.FP32: 0.0}).total_flop[0] == 0


def test_taking_rows_by_index_and_by_mask() -> None:
    kernels = demand(time=np.array([1.0, 2, 3]), flop={Precision.FP32: np.array([10.0, 20, 30])})
    assert kernels.take(np.array([2, 0])).total_flop.tolist() == [30, 10]
    assert kernels.take(np.array([False, True, False])).time.tolist() == [2]


@given(st.lists(st.tuples(AMOUNTS, AMOUNTS, AMOUNTS, st.integers(0, 3)), min_size=1, max_size=30))
def test_groups_are_sums(rows: list[tuple[float, float, float, int]]) -> None:
    work, traffic, time, owner = (np.array(column) for column in zip(*rows, strict=True))
    summed = sum_groups(demand(time, {Precision.FP32: work}, {Level.DRAM: traffic}), owner.astype(np.int64), 4)
    for g in range(4):
        members = [r for r in rows if r[3] == g]
        assert summed.traffic(Level.DRAM)[g] == pytest.approx(sum(r[1] for r in members))
        assert summed.time[g] == pytest.approx(sum(r[2] for r in members))
        if members:  # a group of nothing has no work
            assert summed.total_flop[g] == pytest.approx(sum(r[0] for r in members))


def test_an_unknown_part_makes_its_sum_unknown_and_no_other() -> None:
    kernels = demand(
        time=np.array([1.0, NAN, 1.0]),
        flop={Precision.FP32: np.array([1.0, 1.0, 1.0])},
        bytes={Level.DRAM: np.array([1.0, 1.0, 1.0]), Level.L2: np.array([1.0, 1.0, NAN])},
    )
    summed = sum_groups(kernels, np.array([0, 0, 1]), 2)
    assert np.isnan(summed.time).tolist() == [True, False]
    assert np.isnan(summed.traffic(Level.L2)).tolist() == [False, True]
    assert summed.traffic(Level.DRAM).tolist() == [2, 1]


def test_means_are_weighted_and_skip_the_unknown() -> None:
    values, time = np.array([10.0, 40.0, NAN, NAN]), np.array([3.0, 1.0, 100.0, 1.0])
    mean = weighted_mean(values, time, np.array([0, 0, 0, 1]), 2)
    assert mean[0] == 17.5  # (3·10 + 1·40) / 4
    assert np.isnan(mean[1])
