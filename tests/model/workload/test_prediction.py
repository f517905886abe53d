"""Predictions: the law, its limits, and the check against two captures of the same step."""

import csv
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from roofline_gui.model.demand import Demand, demand
from roofline_gui.model.machine import Figure, Kind, Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES, Resource
from roofline_gui.model.workload.elements import Element
from roofline_gui.model.workload.prediction import Change, predict
from roofline_gui.model.workload.recorded import RecordedBatch
from roofline_gui.resources import EXAMPLE_PROFILE
from tests.model import builders
from tests.model.workload.samples import MACHINES

DATA = Path(__file__).parents[2] / "data" / "h200"
# Round figures: ridge 100 in BF16, 200 in FP8.
MACHINE = builders.machine(
    {Precision.FP32: 50e12, Precision.BF16_TENSOR: 100e12, Precision.FP8_TENSOR: 200e12},
    {Level.L2: 10e12, Level.DRAM: 1e12},
    launch_overhead=2e-6,
)


def memory_bound(time: float = 12e-6) -> Demand:
    return demand(time, {Precision.BF16_TENSOR: 1e8}, {Level.L2: 2e7, Level.DRAM: 5e6})  # t_bound 5 µs at DRAM


def test_the_same_fraction_of_roof_above_a_fixed_cost() -> None:
    found = predict(memory_bound(), MACHINE, Change(precision=Precision.FP8_TENSOR))
    assert found.time[0] == pytest.approx(2e-6 + 10e-6 / 2)
    assert found.speedup[0] == pytest.approx(12 / 7)
    assert found.demand.traffic(Level.DRAM)[0] == 2.5e6
    assert found.demand.traffic(Level.L2)[0] == 1e7
    assert found.demand.flop[Precision.FP8_TENSOR][0] == 1e8
    assert found.demand.flop[Precision.BF16_TENSOR][0] == 0


def test_fewer_flops_at_the_memory_roof_gain_nothing() -> None:
    found = predict(memory_bound(), MACHINE, Change(flop=0.6))
    assert found.time[0] == pytest.approx(12e-6)
    assert found.speedup[0] == pytest.approx(1)


def test_fewer_bytes_gain_until_compute_binds() -> None:
    kernels = demand(10e-6, {Precision.BF16_TENSOR: 3e8}, {Level.DRAM: 5e6})  # 3 µs of compute, 5 µs of DRAM
    assert predict(kernels, MACHINE, Change(bytes=0.8), fixed_time=0).time[0] == pytest.approx(8e-6)
    assert predict(kernels, MACHINE, Change(bytes=0.1), fixed_time=0).time[0] == pytest.approx(6e-6)


def test_another_machine_brings_its_own_fixed_cost() -> None:
    levels = {Level.L2: 10e12, Level.DRAM: 2.5e12}
    faster = builders.machine({Precision.BF16_TENSOR: 200e12}, levels, launch_overhead=3e-6)
    found = predict(memory_bound(), MACHINE, Change(machine=faster))
    assert found.time[0] == pytest.approx(3e-6 + 10e-6 / 2.5)


@pytest.mark.parametrize("kind", [Kind.PUBLISHED, Kind.DERIVED])
def test_a_fixed_cost_that_nobody_measured_there_stays(kind: Kind) -> None:
    faster = builders.machine({Precision.BF16_TENSOR: 200e12}, {Level.L2: 10e12, Level.DRAM: 2.5e12})
    faster = replace(faster, launch_overhead=Figure(5e-6, kind, "a rule of thumb"))
    assert predict(memory_bound(), MACHINE, Change(machine=faster)).time[0] == pytest.approx(2e-6 + 10e-6 / 2.5)
    # As little is known the other way round; its own figure, 5 µs, is what stays.
    assert predict(memory_bound(), faster, Change(machine=MACHINE)).time[0] == pytest.approx(5e-6 + 7e-6 * 2.5)


def test_what_binds_a_kernel_must_have_a_ceiling_there() -> None:
    # The first spends 5 µs at L2 and 1 µs at DRAM, the second as much the other way round; nothing is known of the L2
    # of the other machine, whose DRAM alone would promise a twelfth of the time of the first.
    l2_and_dram = {Level.L2: np.array([50e6, 10e6]), Level.DRAM: np.array([1e6, 5e6])}
    kernels = demand(np.array([12e-6, 12e-6]), {Precision.BF16_TENSOR: 1e6}, l2_and_dram)
    other = builders.machine({Precision.BF16_TENSOR: 200e12}, {Level.DRAM: 2e12}, launch_overhead=2e-6)
    found = predict(kernels, MACHINE, Change(machine=other))
    np.testing.assert_allclose(found.time, [np.nan, 2e-6 + 10e-6 / 2])
    assert found.lost_roof.tolist() == [RESOURCES.index(Resource.L2), NO_RESOURCE]
    assert found.total_time(kernels.time) == pytest.approx(12e-6 + 7e-6)
    assert predict(kernels, MACHINE, Change(bytes=0.5)).lost_roof.tolist() == [NO_RESOURCE] * 2
    # Judged on the other machine the L2 of the first is no part of its roof, and would make ten times its time here.
    back = predict(kernels, other, Change(machine=MACHINE))
    np.testing.assert_allclose(back.time, [np.nan, 2e-6 + 10e-6 * 2])
    assert back.lost_roof.tolist() == [RESOURCES.index(Resource.L2), NO_RESOURCE]


def test_shared_memory_apart_from_l1_is_part_of_one_path_on_another_machine() -> None:
    apart = {Level.SHARED: 40e12, Level.L1: 20e12, Level.DRAM: 1e12}
    other = builders.machine({Precision.BF16_TENSOR: 100e12}, apart, launch_overhead=2e-6)
    path = builders.machine({Precision.BF16_TENSOR: 100e12}, {Level.L1: 20e12, Level.DRAM: 1e12}, launch_overhead=2e-6)
    moved = {Level.L1: 100e6, Level.SHARED: 80e6, Level.DRAM: 1e5}  # 5 µs on the one path; apart 2 and 1 µs
    kernels = demand(12e-6, {Precision.BF16_TENSOR: 1e6}, moved)
    assert predict(kernels, path, Change(machine=other)).time[0] == pytest.approx(2e-6 + 10e-6 * 2 / 5)
    assert predict(kernels, other, Change(machine=path)).time[0] == pytest.approx(2e-6 + 10e-6 * 5 / 2)


def test_a_kernel_shorter_than_the_fixed_cost_stays() -> None:
    found = predict(memory_bound(time=1.5e-6), MACHINE, Change(bytes=0.1))
    assert found.time[0] == 1.5e-6


def test_a_batch_law_keeps_the_weights() -> None:
    kernels = demand(12e-6, {Precision.BF16_TENSOR: 1e6}, {Level.L2: 1e7, Level.DRAM: 5e6})
    recorded = RecordedBatch.of_weights(np.array([1.0]), np.array([4e6 / 5e6]))
    found = predict(kernels, MACHINE, Change(batch=16), recorded)
    assert found.demand.flop[Precision.BF16_TENSOR][0] == 16e6
    assert found.demand.traffic(Level.DRAM)[0] == pytest.approx(4e6 + 16 * 1e6)
    assert found.demand.traffic(Level.L2)[0] == pytest.approx(1e7 * (0.8 + 0.2 * 16))
    assert found.time[0] == pytest.approx(2e-6 + 10e-6 * 20 / 5)


def test_without_a_law_the_batch_changes_nothing() -> None:
    no_law = RecordedBatch.none(1)
    for recorded in (None, no_law):
        assert predict(memory_bound(), MACHINE, Change(batch=64), recorded).time[0] == pytest.approx(12e-6)


def test_a_batch_may_leave_work_and_time_as_well() -> None:
    # A tile of 16 rows is full anyway, and 7 of the 12 µs are no matter of a roof.
    kernels = demand(12e-6, {Precision.BF16_TENSOR: 1e6}, {Level.DRAM: 5e6})
    shares = (np.array([x]) for x in (1.0, 1.0, 0.8, 0.8, 7e-6, 0.0, 1.0))
    found = predict(kernels, MACHINE, Change(batch=16), RecordedBatch(*shares))
    assert found.demand.flop[Precision.BF16_TENSOR][0] == 1e6
    assert found.time[0] == pytest.approx(7e-6 + 5e-6 * 20 / 5)


def test_padded_work_grows_once_the_batch_exceeds_its_tile() -> None:
    # 800 MFLOP take 8 µs at batch 1 and, padded to 8, at batch 8 too; 16 µs at batch 16. All traffic, 2 µs, stays.
    kernels = demand(10e-6, {Precision.BF16_TENSOR: 8e8}, {Level.DRAM: 2e6})
    law = RecordedBatch(*(np.array([x]) for x in (1.0, 0.0, 1.0, 1.0, 2e-6, 8.0, 1.0)))
    for batch, needed in ((2, 8e-6), (8, 8e-6), (16, 16e-6)):
        found = predict(kernels, MACHINE, Change(batch=batch), law)
        assert found.after.bound_time[0] == pytest.approx(needed)
        assert found.time[0] == pytest.approx(2e-6 + needed)


def test_a_kernel_may_come_less_near_to_the_roof_of_compute() -> None:
    # 10 MB take 10 µs at any batch, and 100 MFLOP 1 µs at batch 1. Where compute binds it takes 1.5 times as long: from
    # batch 7 on, 1.5 µs for each.
    kernels = demand(22e-6, {Precision.BF16_TENSOR: 1e8}, {Level.DRAM: 1e7})
    law = RecordedBatch(*(np.array([x]) for x in (1.0, 0.0, 1.0, 1.0, 2e-6, 0.0, 1.5)))
    for batch, needed in ((6, 10e-6), (8, 12e-6), (20, 30e-6)):
        found = predict(kernels, MACHINE, Change(batch=batch), law)
        assert found.time[0] == pytest.approx(2e-6 + 2 * needed)
        assert found.after.bound_time[0] == pytest.approx(max(10e-6, batch * 1e-6))


def test_a_law_does_not_undercut_the_fixed_cost_but_for_a_kernel_that_does() -> None:
    kernels = demand(np.array([12e-6, 1.8e-6]), {Precision.BF16_TENSOR: 1e6}, {Level.DRAM: 1e5})
    law = RecordedBatch(
        np.ones(2), np.zeros(2), np.zeros(2), np.zeros(2), np.array([0.5e-6, 1.7e-6]), np.zeros(2), np.ones(2)
    )
    found = predict(kernels, MACHINE, Change(batch=2), law)
    np.testing.assert_allclose(found.time, [2e-6 + 10e-6 * 2, 1.7e-6 + 0.1e-6 * 2])


def test_what_else_changes_does_so_at_the_new_batch() -> None:
    kernels = demand(12e-6, {Precision.BF16_TENSOR: 1e6}, {Level.DRAM: 5e6})
    shares = (np.array([x]) for x in (1.0, 0.0, 0.8, 0.8, 7e-6, 0.0, 1.0))
    found = predict(kernels, MACHINE, Change(batch=16, bytes=0.5), RecordedBatch(*shares))
    at_16 = 7e-6 + 5e-6 * 20 / 5  # 27 µs, of which half a launch's 2 µs apart
    assert found.time[0] == pytest.approx(2e-6 + (at_16 - 2e-6) / 2)


def test_weights_in_another_type_leave_the_rest_and_the_arithmetic() -> None:
    kernels = demand(12e-6, {Precision.BF16_TENSOR: 1e8}, {Level.DRAM: 5e6})
    law = RecordedBatch.of_weights(np.array([1.0]), np.array([0.8]))
    found = predict(kernels, MACHINE, Change(weights=Element.INT4), law)
    assert found.demand.traffic(Level.DRAM)[0] == pytest.approx(4e6 / 4 + 1e6)
    assert found.demand.flop[Precision.BF16_TENSOR][0] == 1e8
    assert found.time[0] == pytest.approx(2e-6 + 10e-6 * 2 / 5)
    both = predict(kernels, MACHINE, Change(precision=Precision.FP8_TENSOR, weights=Element.INT4), law)
    assert both.demand.traffic(Level.DRAM)[0] == pytest.approx(4e6 / 4 + 1e6 / 2)
    at_16 = predict(kernels, MACHINE, Change(batch=16, weights=Element.INT4), law)
    assert at_16.demand.traffic(Level.DRAM)[0] == pytest.approx(4e6 / 4 + 16e6)
    assert predict(kernels, MACHINE, Change(weights=Element.INT4)).time[0] == 12e-6  # nothing tells the weights


def test_several_executions_pay_the_fixed_cost_each() -> None:
    kernels = demand(48e-6, {Precision.BF16_TENSOR: 4e8}, {Level.DRAM: 2e7})
    found = predict(kernels, MACHINE, Change(bytes=0.5), executions=4.0)
    assert found.time[0] == pytest.approx(4 * (2e-6 + 10e-6 / 2))


def test_what_is_not_concerned_keeps_its_time_to_the_last_digit() -> None:
    times = np.array([12.3e-6, 7.7e-6, 0.9e-6])
    kernels = demand(times, {Precision.FP32: 1e7}, {Level.DRAM: 5e6})
    found = predict(kernels, MACHINE, Change(precision=Precision.FP8_TENSOR, weights=Element.FP8, batch=64))
    assert found.time.tolist() == times.tolist()
    assert found.speedup.tolist() == [1, 1, 1]
    assert not found.concerned.any()


def test_stray_special_functions_do_not_come_to_count() -> None:
    # 2 µs of XU in 10 µs of a copy without FLOP are integer division at most, and no roof of it.
    machine = builders.machine({Precision.FP32: 50e12}, {Level.DRAM: 1e12}, special_ops=1e12, launch_overhead=2e-6)
    kernels = demand(10e-6, {Precision.FP32: 0.0}, {Level.DRAM: 1e6}, special_ops=2e6)
    assert predict(kernels, machine, Change(bytes=0.5)).time[0] == pytest.approx(2e-6 + 8e-6 / 2)


def test_a_matrix_precision_leaves_vector_kernels_alone() -> None:
    kernels = demand(
        np.array([12e-6, 12e-6]),
        {Precision.BF16_TENSOR: np.array([1e8, 0.0]), Precision.FP32: np.array([1e6, 1e7])},
        {Level.DRAM: np.array([5e6, 5e6])},
    )
    found = predict(kernels, MACHINE, Change(precision=Precision.FP8_TENSOR))
    np.testing.assert_allclose(found.time, [7e-6, 12e-6])
    np.testing.assert_array_equal(found.demand.flop[Precision.FP32], [1e6, 1e7])
    assert found.total_time(kernels.time) == pytest.approx(19e-6)


def test_unknown_stays_unknown() -> None:
    nothing = Change(bytes=0.5)
    without_work = demand(1e-5, {Precision.BF16_TENSOR: np.nan}, {Level.DRAM: 5e6})
    without_traffic = demand(1e-5, {Precision.BF16_TENSOR: 1e8})
    assert np.isnan(predict(without_work, MACHINE, nothing).time[0])
    assert np.isnan(predict(without_traffic, MACHINE, nothing).time[0])
    no_ceiling = predict(memory_bound(), MACHINE, Change(precision=Precision.FP4_TENSOR))
    assert np.isnan(no_ceiling.time[0])
    assert no_ceiling.total_time(np.array([12e-6])) == 12e-6  # keeps its measured time


@pytest.mark.parametrize("factor", [0.0, -0.5, float("nan"), float("inf")])
def test_senseless_changes_are_refused(factor: float) -> None:
    with pytest.raises(ValueError, match="flop: expected a positive number"):
        Change(flop=factor)
    with pytest.raises(ValueError, match="bytes: expected a positive number"):
        Change(bytes=factor)
    with pytest.raises(ValueError, match="batch: expected a positive number"):
        Change(batch=factor)


def products(path: Path, work: str) -> dict[tuple[int, str], tuple[float, float, float]]:
    """Time in s, DRAM bytes and tensor FLOP of the matrix products of a capture, by batch and operation."""
    with path.open(newline="", encoding="utf-8") as stream:
        lines = stream.readlines()
    start = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    found = {}
    for row in csv.DictReader(lines[start:]):
        ranges = re.findall(r"<default domain>:(.*?):none", next(v for k, v in row.items() if "Push/Pop" in k))
        if "nvjet" not in row["Kernel Name"]:
            continue
        batch = int(ranges[0].removeprefix("decode batch="))

        def number(column: str, row: dict[str, str] = row) -> float:
            return float(row[column].replace(",", ""))

        moved = number("dram__bytes_read.sum") + number("dram__bytes_write.sum")
        found[batch, ranges[-1]] = (number("gpu__time_duration.sum") * 1e-9, moved, number(work))
    return found


def test_fp8_products_are_predicted_from_bf16_ones(record_property: Callable[[str, object], None]) -> None:
    before = products(EXAMPLE_PROFILE, "sm__ops_path_tensor_src_bf16_dst_fp32.sum")
    after = products(DATA / "decode-fp8-recommended-raw.csv", "sm__ops_path_tensor_src_fp8.sum")
    keys = sorted(key for key in before if key[0] <= 64)
    assert len(keys) == 20  # five products at batch 1, 8, 32 and 64
    time, moved, work = np.array([before[key] for key in keys]).T
    kernels = demand(time, {Precision.BF16_TENSOR: work}, {Level.DRAM: moved})
    found = predict(kernels, MACHINES["h200-sxm"], Change(precision=Precision.FP8_TENSOR))
    measured = np.array([after[key][0] for key in keys])
    error = found.time / measured - 1
    for (batch, operation), deviation in zip(keys, error, strict=True):
        record_property(f"{operation} batch={batch}", f"{deviation:+.1%}")
        print(f"{operation:<9} batch {batch:>3} {deviation:+6.1%}")  # noqa: T201 (pytest -rP shows the table)
    assert np.mean(np.abs(error) <= 0.15) >= 0.75
