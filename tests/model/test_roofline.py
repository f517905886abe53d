"""Bounds: every resource's time, the binding one, and what is left unknown."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.demand import Demand, demand, sum_groups
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Pipe, Precision
from roofline_gui.model.roofline import NO_RESOURCE, Bounds, Resource, bound
from tests.model.builders import ROUND, machine

NAN = np.nan
RATES = st.floats(1e9, 1e16)
AMOUNTS = st.floats(1, 1e15)
PRECISIONS = (Precision.FP64, Precision.FP32, Precision.FP16, Precision.BF16_TENSOR, Precision.FP8_TENSOR)
LEVELS = (Level.L1, Level.L2, Level.DRAM)


def full_machines() -> st.SearchStrategy[Machine]:
    return st.builds(
        machine,
        st.fixed_dictionaries(dict.fromkeys(PRECISIONS, RATES)),
        st.fixed_dictionaries(dict.fromkeys(LEVELS, RATES)),
        RATES,
    )


def known_kernels() -> st.SearchStrategy[Demand]:
    return st.builds(
        demand,
        st.floats(1e-7, 1e3),
        st.dictionaries(st.sampled_from(PRECISIONS), AMOUNTS, min_size=1),
        st.fixed_dictionaries(dict.fromkeys(LEVELS, AMOUNTS)),
        AMOUNTS,
    )


def needed_by_hand(kernel: Demand, on: Machine) -> dict[str, float]:
    """Design of the model in plain Python: Q / B per level, the sum of W / P per pipe, N / P of the XU."""
    times: dict[str, float] = {
        level.level.value: kernel.traffic(level.level)[0] / level.bandwidth.value for level in on.levels
    }
    for precision, work in kernel.flop.items():
        peak = on.peak(precision)
        assert peak is not None
        times[precision.pipe.value] = times.get(precision.pipe.value, 0) + work[0] / peak
    assert on.special_ops is not None
    times["xu"] = kernel.special_ops[0] / on.special_ops.value
    return times


def utilisation_of(bounds: Bounds, resource: Resource, row: int = 0) -> float:
    return float(bounds.utilisation[bounds.resources.index(resource), row])


def time_of(bounds: Bounds, resource: Resource, row: int = 0) -> float:
    return float(bounds.needed[bounds.resources.index(resource), row])


@given(known_kernels(), full_machines())
def test_the_bound_is_the_longest_of_all_resources(kernel: Demand, on: Machine) -> None:
    bounds = bound(kernel, on)
    times = needed_by_hand(kernel, on)
    assert {r.value for r in bounds.resources} == times.keys()
    for resource in bounds.resources:
        assert time_of(bounds, resource) == pytest.approx(times[resource.value])
        assert utilisation_of(bounds, resource) == pytest.approx(times[resource.value] / kernel.time[0])
    longest = max(times.values())
    assert bounds.bound_time[0] == pytest.approx(longest)
    assert times[bounds.resources[bounds.binding[0]].value] == pytest.approx(longest)
    assert bounds.fraction[0] == pytest.approx(longest / kernel.time[0])
    assert bounds.fraction[0] == bounds.utilisation[:, 0].max()


@given(known_kernels(), full_machines())
def test_the_roof_lies_under_every_slope_and_every_flat(kernel: Demand, on: Machine) -> None:
    bounds = bound(kernel, on)
    work = sum(w[0] for w in kernel.flop.values())
    slopes = [work / kernel.traffic(level)[0] * (on.bandwidth(level) or math.inf) for level in LEVELS]
    assert bounds.roof[0] <= min(slopes) * (1 + 1e-12)
    for pipe in {p.pipe for p in kernel.flop}:
        flat = max(on.peak(p) or 0 for p in kernel.flop if p.pipe is pipe)
        on_pipe = sum(w[0] for p, w in kernel.flop.items() if p.pipe is pipe)
        assert bounds.roof[0] * on_pipe / work <= flat * (1 + 1e-12)


@given(RATES, RATES, AMOUNTS, AMOUNTS)
def test_one_precision_and_one_level_give_the_textbook_roof(
    peak: float, bandwidth: float, work: float, traffic: float
) -> None:
    bounds = bound(
        demand(flop={Precision.FP32: work}, bytes={Level.DRAM: traffic}),
        machine({Precision.FP32: peak}, {Level.DRAM: bandwidth}),
    )
    assert bounds.roof[0] == pytest.approx(min(peak, work / traffic * bandwidth))
    assert bounds.ridge[0] == pytest.approx(peak / bandwidth)
    assert bounds.regime_ratio[0] == pytest.approx((work / traffic) / (peak / bandwidth))


@given(known_kernels(), full_machines(), st.data())
def test_an_unknown_quantity_concludes_nothing(kernel: Demand, on: Machine, data: st.DataObject) -> None:
    level = data.draw(st.sampled_from(LEVELS))
    without = Demand(
        kernel.time,
        kernel.flop,
        kernel.flop_known,
        kernel.special_ops,
        {k: np.array([NAN]) if k is level else v for k, v in kernel.bytes.items()},
    )
    known, unknown = bound(kernel, on), bound(without, on)
    assert math.isnan(time_of(unknown, Resource(level.value)))
    assert math.isnan(utilisation_of(unknown, Resource(level.value)))
    others = [i for i, r in enumerate(known.resources) if r.value != level.value]
    assert unknown.needed[others, 0].tolist() == known.needed[others, 0].tolist()
    assert unknown.bound_time[0] == known.needed[others, 0].max()


@given(st.lists(known_kernels(), min_size=2, max_size=5), full_machines())
def test_aggregates_divide_the_sums(kernels: list[Demand], on: Machine) -> None:
    together = Demand(
        np.concatenate([k.time for k in kernels]),
        {p: np.array([k.flop.get(p, np.array([0.0]))[0] for k in kernels]) for p in PRECISIONS},
        np.ones(len(kernels), dtype=np.bool_),
        np.concatenate([k.special_ops for k in kernels]),
        {level: np.concatenate([k.traffic(level) for k in kernels]) for level in LEVELS},
    )
    bounds = bound(sum_groups(together, np.zeros(len(kernels), dtype=np.int64), 1), on)
    total_time = sum(k.time[0] for k in kernels)
    for level in LEVELS:
        traffic = sum(k.traffic(level)[0] for k in kernels)
        expected = traffic / (on.bandwidth(level) or math.nan) / total_time
        assert utilisation_of(bounds, Resource(level.value)) == pytest.approx(expected)
    singles = [bound(k, on).fraction[0] * k.time[0] for k in kernels]
    assert bounds.fraction[0] <= sum(singles) / total_time * (1 + 1e-9)  # a sum of maxima is at least the max of sums


@given(st.lists(known_kernels(), min_size=1, max_size=5), full_machines())
def test_many_kernels_at_once_are_as_one_by_one(kernels: list[Demand], on: Machine) -> None:
    together = Demand(
        np.concatenate([k.time for k in kernels]),
        {p: np.array([k.flop.get(p, np.array([NAN]))[0] for k in kernels]) for p in PRECISIONS},
        np.ones(len(kernels), dtype=np.bool_),
        np.concatenate([k.special_ops for k in kernels]),
        {level: np.concatenate([k.traffic(level) for k in kernels]) for level in LEVELS},
    )
    bounds = bound(together, on)
    for row, kernel in enumerate(kernels):
        alone = bound(kernel, on)
        assert bounds.bound_time[row] == alone.bound_time[0]
        assert bounds.resources[bounds.binding[row]] is alone.resources[alone.binding[0]]
        assert bounds.precision_of(row) is alone.precision_of(0)


def test_precisions_on_one_pipe_queue_and_pipes_overlap() -> None:
    tensor = bound(demand(flop={Precision.BF16_TENSOR: 1e15, Precision.FP8_TENSOR: 1e15}), ROUND)
    assert tensor.bound_time[0] == 1 + 0.5
    fma = bound(demand(flop={Precision.FP32: 1e14, Precision.FP16: 1e14}), ROUND)
    assert fma.bound_time[0] == 1 + 0.5
    apart = bound(demand(flop={Precision.FP32: 1e14, Precision.FP64: 1e14, Precision.BF16_TENSOR: 1e15}), ROUND)
    assert apart.bound_time[0] == 2  # FP64 alone; FP32 and tensor take 1 s beside it
    assert apart.resources[apart.binding[0]] is Resource.FP64
    assert apart.roof[0] == 1.2e15 / 2
    assert {Precision.FP32.pipe, Precision.FP16.pipe} == {Pipe.FMA}


def test_the_precision_with_most_pipe_time_decides() -> None:
    bounds = bound(demand(flop={Precision.FP32: 3e12, Precision.BF16_TENSOR: 20e12}, bytes={Level.DRAM: 1e12}), ROUND)
    assert bounds.precision_of(0) is Precision.FP32  # 30 ms against 20 ms
    assert bounds.ridge[0] == 20


def test_special_functions_bind() -> None:
    bounds = bound(demand(time=1.25, flop={Precision.FP32: 10e12}, bytes={Level.DRAM: 1e12}, special_ops=4e12), ROUND)
    assert bounds.resources[bounds.binding[0]] is Resource.XU
    assert bounds.fraction[0] == 0.8
    assert bounds.regime_ratio[0] == 1 / 0.2  # the largest pipe time counts, the XU's too


@pytest.mark.parametrize(("special_ops", "binding"), [(0.9e12, Resource.DRAM), (1.1e12, Resource.XU)])
def test_without_flop_a_few_special_operations_bind_nothing(special_ops: float, binding: Resource) -> None:
    # The XU takes 22.5 % or 27.5 % of the time, DRAM 20 %.
    bounds = bound(demand(time=1, flop={Precision.FP32: 0}, bytes={Level.DRAM: 1e12}, special_ops=special_ops), ROUND)
    assert bounds.resources[bounds.binding[0]] is binding


def test_without_a_time_special_operations_count_in_full() -> None:
    bounds = bound(demand(flop={Precision.FP32: 0}, bytes={Level.DRAM: 1e9}, special_ops=4e12), ROUND)
    assert bounds.bound_time[0] == 1


def test_a_kernel_without_a_time_has_a_roof_but_no_fraction() -> None:
    bounds = bound(demand(flop={Precision.FP32: 1e12}, bytes={Level.DRAM: 1e12}), ROUND)
    assert bounds.roof[0] == 5e12
    assert math.isnan(bounds.fraction[0])
    assert np.isnan(bounds.utilisation).all()


def test_a_fraction_above_1_is_not_clipped() -> None:
    bounds = bound(demand(time=0.1, flop={Precision.FP32: 1e9}, bytes={Level.DRAM: 1e12}), ROUND)
    assert bounds.fraction[0] == 2


def test_nothing_known_binds_nothing() -> None:
    bounds = bound(demand(time=1.0), ROUND)
    assert bounds.binding[0] == NO_RESOURCE
    assert math.isnan(bounds.bound_time[0])
    assert math.isnan(bounds.roof[0])
    assert bounds.precision_of(0) is None


def test_work_unknown_leaves_the_memory_side() -> None:
    bounds = bound(demand(1.0, {Precision.FP32: NAN}, {Level.DRAM: 1e12}, special_ops=1e12), ROUND)
    assert utilisation_of(bounds, Resource.DRAM) == 0.2
    assert math.isnan(utilisation_of(bounds, Resource.FMA))
    assert math.isnan(bounds.roof[0])
    assert math.isnan(bounds.regime_ratio[0])


def test_work_in_a_precision_without_a_ceiling_leaves_its_pipe_unknown() -> None:
    kernels = demand(
        time=np.ones(2),
        flop={Precision.INT8_TENSOR: np.array([1e12, 1e9]), Precision.BF16_TENSOR: np.array([1e12, 1e12])},
        bytes={Level.DRAM: np.full(2, 1e12)},
    )
    bounds = bound(kernels, ROUND)
    assert bounds.lacks_ceiling.tolist() == [True, False]  # half of the work, a thousandth of it
    assert math.isnan(utilisation_of(bounds, Resource.TENSOR, 0))
    assert utilisation_of(bounds, Resource.TENSOR, 1) == 1e-3
    assert bounds.precision_of(0) is Precision.INT8_TENSOR


def test_a_level_that_the_machine_lacks_is_left_out() -> None:
    bounds = bound(demand(time=1.0, bytes={Level.LLC: 1e15, Level.DRAM: 1e12}), ROUND)
    assert bounds.resources[bounds.binding[0]] is Resource.DRAM


def test_l1_and_shared_memory_are_one_path_or_two() -> None:
    kernel = demand(time=1.0, bytes={Level.L1: 30e12, Level.SHARED: 20e12})
    one = bound(kernel, ROUND)
    assert utilisation_of(one, Resource.L1) == 0.75
    assert Resource.SHARED not in one.resources
    two = bound(kernel, machine({Precision.FP32: 1e12}, {Level.SHARED: 80e12, Level.L1: 40e12, Level.DRAM: 5e12}))
    assert utilisation_of(two, Resource.SHARED) == 0.25
    assert utilisation_of(two, Resource.L1) == 0.25
