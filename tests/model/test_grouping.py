"""Grouping: what is one group, in which order, and how it adds up."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.analysis import analyse_launches
from roofline_gui.model.diagnosis import Thresholds, Verdict
from roofline_gui.model.grouping import Grouping, Lack, default_grouping, group
from roofline_gui.model.launches import Evidence, Flag, Launches, Texts, concatenate
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from tests.model.builders import ROUND, launches

NAN = np.nan


def plain(
    kernels: Sequence[str],
    *,
    grids: Sequence[str] | None = None,
    blocks: Sequence[str] | None = None,
    operations: Sequence[str] | None = None,
    devices: Sequence[str] | None = None,
) -> Launches:
    """Launches that take 1 s, 2 s, 3 s … and of which nothing is unknown."""
    n = len(kernels)
    return launches(
        kernels,
        np.arange(1.0, n + 1),
        {Precision.FP32: np.ones(n)},
        {Level.DRAM: np.ones(n)},
        grids=grids,
        blocks=blocks,
        operations=operations,
        devices=devices,
    )


def test_every_launch_for_itself() -> None:
    groups = group(plain(["a", "a", "b"]), Grouping.LAUNCH)
    assert groups.of_launch.tolist() == [0, 1, 2]
    assert groups.count.tolist() == [1, 1, 1]
    assert groups.kernels == (("a",), ("a",), ("b",))


def test_groups_come_in_the_order_of_their_first_launch() -> None:
    groups = group(plain(["z", "a", "z", "m", "a"]), Grouping.KERNEL)
    assert groups.kernels == (("z",), ("a",), ("m",))
    assert groups.first.tolist() == [0, 1, 3]
    assert groups.count.tolist() == [2, 2, 1]
    assert groups.of_launch.tolist() == [0, 1, 0, 2, 1]
    assert groups.members(1).tolist() == [1, 4]
    assert groups.demand.time.tolist() == [1 + 3, 2 + 5, 4]


def test_shapes_are_kernel_block_and_grid() -> None:
    found = plain(["a"] * 4, grids=["1", "2", "1", "1"], blocks=["x", "x", "x", "y"])
    assert group(found, Grouping.KERNEL).count.tolist() == [4]
    assert group(found, Grouping.SHAPE).of_launch.tolist() == [0, 1, 0, 2]


def test_an_operation_takes_all_its_kernels_and_the_rest_goes_by_kernel() -> None:
    found = plain(["a", "b", "a", "c", "c"], operations=["decode / qkv", "decode / qkv", "", "", ""])
    groups = group(found, Grouping.NVTX)
    assert groups.of_launch.tolist() == [0, 0, 1, 2, 2]
    assert groups.kernels == (("b", "a"), ("a",), ("c",))  # most time first
    assert [groups.operation(i) for i in range(3)] == ["decode / qkv", "", ""]


@pytest.mark.parametrize("grouping", [Grouping.KERNEL, Grouping.SHAPE, Grouping.NVTX])
def test_devices_stay_apart(grouping: Grouping) -> None:
    found = plain(["a", "a", "a"], devices=["0", "1", "0"], operations=["step"] * 3)
    assert group(found, grouping).of_launch.tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("time", "work", "traffic", "lack"),
    [
        (NAN, 1e9, 1e9, Lack.TIME),
        (0.0, 1e9, 1e9, Lack.TIME),
        (1.0, NAN, 1e9, Lack.WORK),
        (1.0, 1e9, NAN, Lack.TRAFFIC),
        (NAN, NAN, 1e9, Lack.TIME | Lack.WORK),
    ],
)
@pytest.mark.parametrize("grouping", [Grouping.KERNEL, Grouping.SHAPE, Grouping.NVTX])
def test_a_bad_launch_takes_no_others_along(
    grouping: Grouping, time: float, work: float, traffic: float, lack: Lack
) -> None:
    found = launches(
        ["a", "a", "a"],
        [1.0, time, 2.0],
        {Precision.FP32: [1e9, work, 2e9]},
        {Level.DRAM: [1e9, traffic, 2e9]},
        operations=["step"] * 3,
    )
    groups = group(found, grouping)
    assert groups.of_launch.tolist() == [0, 1, 0]
    assert groups.lack.tolist() == [Lack.NONE, lack]
    assert groups.demand.time[0] == 3
    assert groups.demand.total_flop[0] == 3e9
    assert groups.demand.traffic(Level.DRAM)[0] == 3e9


def test_no_work_and_no_traffic_are_no_lack() -> None:
    found = launches(["a"], [1.0], {Precision.FP32: [0.0]}, {Level.DRAM: [0.0]})
    assert group(found, Grouping.SHAPE).lack.tolist() == [Lack.NONE]


def test_300_launches_are_summed_before_anything_is_divided() -> None:
    """Launches that differ by 100 ×: mean of ratios and ratio of sums are far apart."""
    rng = np.random.default_rng(20)
    time = 10.0 ** rng.uniform(-6, -4, 300)
    work = 10.0 ** rng.uniform(6, 8, 300)
    traffic = 10.0 ** rng.uniform(6, 8, 300)
    found = launches(["gemm"] * 300, time, {Precision.FP32: work}, {Level.DRAM: traffic})
    analysis = analyse_launches(found, ROUND, Grouping.SHAPE, Thresholds())
    assert len(analysis) == 1
    assert analysis.groups.count[0] == 300
    assert analysis.bounds.flop[0] == pytest.approx(work.sum())
    achieved = analysis.bounds.flop[0] / analysis.groups.demand.time[0]
    assert achieved == pytest.approx(work.sum() / time.sum())
    assert achieved != pytest.approx((work / time).mean(), rel=0.5)
    assert analysis.bounds.fraction[0] == pytest.approx(max(traffic.sum() / 5e12, work.sum() / 100e12) / time.sum())
    assert analysis.total_time == pytest.approx(time.sum())


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=40))
def test_grouping_loses_nothing(kernels: list[str]) -> None:
    found = plain(kernels)
    groups = group(found, Grouping.KERNEL)
    assert [names[0] for names in groups.kernels] == list(dict.fromkeys(kernels))
    assert groups.count.sum() == len(kernels)
    assert groups.demand.time.sum() == pytest.approx(found.demand.time.sum())
    for i in range(len(groups)):
        assert {kernels[m] for m in groups.members(i)} == set(groups.kernels[i])
        assert groups.first[i] == groups.members(i).min()


def test_percentages_are_weighted_by_time_and_counts_add_up() -> None:
    found = launches(
        ["a", "a"],
        [3.0, 1.0],
        {Precision.FP32: [1.0, 1.0]},
        {Level.DRAM: [1.0, 1.0]},
        evidence={
            Evidence.OCCUPANCY: np.array([20.0, 60.0]),
            Evidence.BANK_CONFLICTS: np.array([5.0, 7.0]),
            Evidence.DRAM_READ: np.array([1e6, 2e6]),
        },
        flags=[Flag.ROUNDED, Flag.TENSOR_ASSUMED],
    )
    groups = group(found, Grouping.SHAPE)
    assert groups.evidence[Evidence.OCCUPANCY].tolist() == [30]  # (3 · 20 + 1 · 60) / 4
    assert groups.evidence[Evidence.BANK_CONFLICTS].tolist() == [12]
    assert groups.evidence[Evidence.DRAM_READ].tolist() == [3e6]
    assert groups.flags.tolist() == [Flag.ROUNDED | Flag.TENSOR_ASSUMED]
    assert (groups.shortest.tolist(), groups.longest.tolist()) == ([1], [3])


@pytest.mark.parametrize("grouping", Grouping)
def test_nothing_makes_no_groups(grouping: Grouping) -> None:
    assert len(group(plain([]), grouping)) == 0


def test_operations_are_the_default_where_there_are_any() -> None:
    assert default_grouping(plain(["a"], operations=["step"])) is Grouping.NVTX
    assert default_grouping(plain(["a"])) is Grouping.SHAPE


def test_profiles_with_other_counters_stand_side_by_side() -> None:
    first = launches(["a"], [1.0], {Precision.FP32: [1e9]}, {Level.DRAM: [1e9], Level.L2: [2e9]})
    second = launches(
        ["b"], [1.0], {Precision.FP64: [3e9]}, {Level.DRAM: [4e9]}, evidence={Evidence.WAVES: np.array([2.0])}
    )
    both = concatenate([first, second])
    assert both.kernel.rows() == ["a", "b"]
    assert both.demand.total_flop.tolist() == [1e9, 3e9]
    assert both.demand.traffic(Level.DRAM).tolist() == [1e9, 4e9]
    assert np.isnan(both.demand.traffic(Level.L2)).tolist() == [False, True]
    assert np.isnan(both.evidence[Evidence.WAVES]).tolist() == [True, False]


def test_the_same_kernel_of_two_profiles_is_one_group_with_the_counted_work_of_both() -> None:
    first = launches(["a"], [1.0], {Precision.FP32: [10e12]}, {Level.DRAM: [4e12]})
    second = launches(["a"], [1.0], {Precision.FP32: [10e12]}, {Level.DRAM: [4e12]})
    analysis = analyse_launches(concatenate([first, second]), ROUND, Grouping.SHAPE, Thresholds())
    assert len(analysis) == 1
    assert analysis.bounds.fraction[0] == pytest.approx(0.8)
    assert analysis.judgement.verdict_of(0) is Verdict.MEMORY_OPTIMAL


def test_text_columns_keep_their_rows() -> None:
    column = Texts.of(["b", "a", "b"])
    assert column.values == ("b", "a")
    assert column.codes.tolist() == [0, 1, 0]
    assert (column[2], column.rows()) == ("b", ["b", "a", "b"])
    assert Texts.concatenate([column, Texts.constant("a", 2), Texts.of(["c"])]).rows() == ["b", "a", "b", "a", "a", "c"]
