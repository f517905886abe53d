"""Measured rows under a what-if: launch by launch, on their machines, and the totals of a step."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.document import Document
from roofline_gui.model.forecast import Forecast, Reason, forecast, forecast_document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import CeilingSet, Level, Machine
from roofline_gui.model.measured import LawKind, laws_of, measure
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES, Resource
from roofline_gui.model.source import BatchLaw, Source
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.elements import Element
from tests.model import builders
from tests.model.builders import ROUND, figure, launches

NAN = float("nan")
TENSOR, FP8, DRAM = Precision.BF16_TENSOR, Precision.FP8_TENSOR, Level.DRAM
# Twice the bandwidth of ROUND and a launch that costs 3 µs; no FP8.
FASTER = builders.machine({Precision.FP32: 100e12, TENSOR: 1000e12}, {DRAM: 10e12}, launch_overhead=3e-6)


def kernels(time: Sequence[float], dram: Sequence[float], flop: float | Sequence[float] = 1e6, **more: Any) -> Launches:
    """Launches, µs and MB, whose work is that of BF16 tensor and matters little; 5 MB are 1 µs on ROUND."""
    n = len(time)
    work = [flop] * n if isinstance(flop, float) else flop
    return launches(["k"] * n, 1e-6 * np.array(time), {TENSOR: work}, {DRAM: 1e6 * np.array(dram)}, **more)


def document(*sources: Source | Launches, grouping: Grouping = Grouping.LAUNCH, **more: Any) -> Document:
    made = tuple(s if isinstance(s, Source) else source(s) for s in sources)
    return Document(sources=made, machine=ROUND, grouping=grouping, **more)


def source(of: Launches, *laws: BatchLaw, machine: Machine | None = None) -> Source:
    return Source(Profile("run.csv", "run.csv", of, Ledger(read=len(of))), "run.csv", laws=laws, machine=machine)


def predicted(made: Document, **what_if: Any) -> Forecast:
    found = forecast_document(replace(made, what_if=WhatIf(**what_if)))
    assert found is not None
    return found


def micro(values: Any) -> Any:
    return pytest.approx([v * 1e-6 for v in values], nan_ok=True)


def test_every_launch_of_a_row_pays_the_fixed_cost() -> None:
    of = kernels([12, 7, 3], [50, 25, 5])
    single = predicted(document(of), bytes=0.5)
    assert single.time == micro([2 + 10 / 2, 2 + 5 / 2, 2 + 1 / 2])
    together = predicted(document(of, grouping=Grouping.KERNEL), bytes=0.5)
    assert together.time == micro([14])
    assert together.speedup == pytest.approx([22 / 14])
    assert together.bytes_dram == pytest.approx([40e6])
    assert together.bound_time == micro([8])
    assert (single.total_before, single.total_after) == pytest.approx((22e-6, 14e-6))
    assert (together.total_before, together.total_after) == pytest.approx((22e-6, 14e-6))
    assert together.speedup_of_all == pytest.approx(22 / 14)


def test_another_resource_may_bind_then() -> None:
    # 8 GFLOP take 8 µs on the tensor pipe and 25 MB 5 µs from DRAM; in FP8 the work takes 4 µs.
    of = kernels([12, 12], [25, 25], [8e9, NAN])
    made = document(of)
    assert [RESOURCES[i] for i in predicted(made, flop=1.1).bound_by[:1]] == [Resource.TENSOR]
    assert [RESOURCES[i] for i in predicted(made, flop=0.5).bound_by[:1]] == [Resource.DRAM]
    assert predicted(made, flop=0.5).bound_by[1] == NO_RESOURCE
    together = predicted(document(kernels([12, 12], [25, 25], 8e9), grouping=Grouping.KERNEL), flop=0.5)
    assert RESOURCES[together.bound_by[0]] is Resource.DRAM


def test_a_row_that_sums_up_executions_pays_it_in_each() -> None:
    of = replace(kernels([48], [200]), invocations=np.array([4]))
    assert predicted(document(of), bytes=0.5).time == micro([4 * (2 + 10 / 2)])


def test_each_source_is_predicted_on_its_own_machine_and_all_on_the_other() -> None:
    # The same launch: 10 MB are 2 µs on ROUND and 1 µs on the faster one.
    of = kernels([12], [10])
    made = document(of, source(of, machine=FASTER))
    assert predicted(made, bytes=0.5).time == micro([2 + 10 / 2, 3 + 9 / 2])
    assert predicted(made, machine=FASTER).time == micro([3 + 10 / 2, 12])
    assert predicted(made, machine=FASTER).speedup[1] == 1
    assert predicted(made, machine=ROUND).time == micro([12, 2 + 9 * 2])


def test_bounds_are_of_the_ceilings_that_count() -> None:
    levels = (replace(ROUND.levels[-1], measured=figure(4e12)),)
    other = replace(FASTER, levels=(replace(FASTER.levels[0], measured=figure(5e12)),), launch_overhead=None)
    made = replace(document(kernels([12], [40])), machine=replace(ROUND, levels=levels))
    assert predicted(made, machine=other).time == micro([2 + 10 * 5 / 10])
    assert predicted(replace(made, ceilings=CeilingSet.MEASURED), machine=other).time == micro([2 + 10 * 4 / 5])


def test_a_precision_moves_its_kind_and_leaves_the_rest_alone() -> None:
    of = launches(
        ["gemm", "norm", "copy"],
        [12e-6, 7.7e-6, 5e-6],
        {TENSOR: [1e8, 0, 0], Precision.FP32: [0, 1e6, 0]},
        {DRAM: [50e6, 5e6, 5e6]},
    )
    found = predicted(document(of), precision=FP8)
    assert found.time == micro([2 + 10 / 2, 7.7, 5])
    assert found.time[1:].tolist() == [7.7e-6, 5e-6]
    assert found.speedup[1:].tolist() == [1, 1]
    assert found.flop == pytest.approx([1e8, 1e6, 0])
    assert found.bytes_dram == pytest.approx([25e6, 5e6, 5e6])
    assert found.bound_time == micro([5, 1, 1])
    assert (found.total_before, found.total_after) == pytest.approx((24.7e-6, 19.7e-6))  # Amdahl
    assert found.reason.tolist() == [Reason.NONE] * 3


def test_what_cannot_be_predicted_says_why_and_keeps_its_time_in_the_total() -> None:
    of = kernels([12, 7, 5, NAN], [50, 25, NAN, 5], flop=[1e6, NAN, 1e6, 1e6])
    found = predicted(document(of), machine=FASTER, precision=FP8)
    assert np.isnan(found.time).all()
    assert found.reason.tolist() == [Reason.TARGET_CEILING, Reason.WORK, Reason.TRAFFIC, Reason.TIME]
    assert (found.total_before, found.total_after) == pytest.approx((24e-6, 24e-6))
    assert predicted(document(of), machine=FASTER).time == micro([3 + 10 / 2, NAN, NAN, NAN])
    lacking = predicted(replace(document(kernels([12], [50])), machine=without(TENSOR)), bytes=0.5)
    assert lacking.reason.tolist() == [Reason.CEILING]
    idle = predicted(document(kernels([5], [0], flop=0.0)), bytes=0.5)
    assert idle.reason.tolist() == [Reason.ROOF]


def test_what_binds_a_row_must_have_a_ceiling_on_the_other_machine() -> None:
    # 90 MB through L2 take 9 µs and 5 MB from DRAM 1 µs; of the faster machine only DRAM is known.
    moved = {Level.L2: [90e6, 0, 0], DRAM: [5e6, 50e6, 25e6]}
    of = launches(["k"] * 3, [12e-6, 12e-6, 7e-6], {TENSOR: [1e6] * 3}, moved)
    found = predicted(document(of), machine=FASTER)
    assert found.time == micro([NAN, 3 + 10 / 2, 3 + 5 / 2])
    assert found.reason.tolist() == [Reason.LOST_ROOF, Reason.NONE, Reason.NONE]
    assert RESOURCES[found.lost_roof[0]] is Resource.L2
    assert found.total_after == pytest.approx((12 + 8 + 5.5) * 1e-6)
    together = predicted(document(of, grouping=Grouping.KERNEL), machine=FASTER)
    assert np.isnan(together.time).all()
    assert together.reason.tolist() == [Reason.LOST_ROOF]


def test_no_row_is_predicted_beyond_its_roof_unless_it_was_measured_there() -> None:
    # All traffic grows tenfold. 55 MB need 11 µs: the law alone gives 2 + 10·10 = 102 of 110 µs. What was measured in
    # 10 µs, 1.1 × its roof, may stay there. The third is all fixed cost, 1.5 µs, but needs 1 µs now and 10 µs then.
    of = kernels([12, 10, 1.5, 12], [55, 55, 5, 25])
    made = document(source(of, BatchLaw((0, 1, 2, 3), 1, 0.0)))
    found = predicted(made, batch=10)
    assert found.time == micro([110, 100, 10, 2 + 10 * 10])
    assert found.bound_time / found.time == pytest.approx([1, 1.1, 1, 50 / 102])
    assert found.total_after == pytest.approx(322e-6)
    assert predicted(made, batch=1).time == micro([12, 10, 1.5, 12])
    assert predicted(made, bytes=10.0).time == micro([110, 100, 10, 102])


def without(precision: Precision) -> Machine:
    return replace(ROUND, ceilings=tuple(c for c in ROUND.ceilings if c.precision is not precision))


def test_an_unknown_row_is_left_alone_where_the_change_does_not_mean_it() -> None:
    of = launches(["norm"], [7e-6], {Precision.FP32: [1e6]}, {DRAM: [NAN]})
    assert predicted(document(of), precision=FP8).speedup.tolist() == [1]
    asked = predicted(document(of), precision=FP8, batch=2)
    assert asked.reason.tolist() == [Reason.LAW]
    assert asked.total_after == 7e-6


def test_a_given_law_moves_its_launches_and_no_others() -> None:
    # Two launches of one kernel with 80 MB of weights among 100 MB in all, recorded at batch 4; a third without a law.
    of = kernels([12, 12, 9], [50, 50, 10])
    law = BatchLaw((0, 1), 4, 80e6)
    found = predicted(document(source(of, law)), batch=16)
    assert found.time == micro([2 + 10 * 80 / 50, 2 + 10 * 80 / 50, NAN])
    assert found.reason.tolist() == [Reason.NONE, Reason.NONE, Reason.LAW]
    assert found.flop == pytest.approx([4e6, 4e6, 1e6])
    assert found.follows.tolist() == [True, True, False]
    assert found.counted.all()
    assert found.total_after == pytest.approx((18 + 18 + 9) * 1e-6)
    row = predicted(document(source(of, law), grouping=Grouping.KERNEL), batch=16)
    assert row.time == micro([18 + 18 + 9])
    at_once = predicted(document(source(of, law)), batch=16, bytes=0.5)
    assert at_once.time == micro([2 + 8, 2 + 8, 2 + 7 / 2])
    assert predicted(document(source(of, law)), batch=4).time[:2].tolist() == [12e-6, 12e-6]


def test_a_law_for_more_launches_than_a_file_has_holds_for_those_that_are_there() -> None:
    found = predicted(document(source(kernels([12], [50]), BatchLaw((0, 7), 1, 40e6))), batch=2)
    assert found.time == micro([2 + 10 * 60 / 50])


def test_only_weights_are_known_to_be_stored_in_a_type() -> None:
    of = kernels([12, 12], [50, 50])
    made = document(source(of, BatchLaw((0,), 1, 40e6)))
    assert predicted(made, weights=Element.INT4).time == micro([2 + 10 * 20 / 50, 12])
    untouched = predicted(made, activations=Element.FP8, kv=Element.FP8)
    assert untouched.time.tolist() == [12e-6, 12e-6]


# A step recorded at batch 1, 8 and 32. The gemm moves 45 MB of weights and 5 MB per sequence; it takes 4 µs whatever
# happens and 1.2 of its roof's time besides: 16 µs at batch 1. The copy has no FLOP and moves 5 MB per sequence.
BATCHES = (8, 1, 32)
GEMM = {b: 4 + 1.2 * (45 + 5 * b) / 5 for b in (1, 8, 16, 32)}
COPY = {b: 2 + b for b in (1, 8, 16, 32)}


def step(*more: tuple[str, float, float, float]) -> Launches:
    rows = [
        row
        for b in BATCHES
        for row in (
            (f"decode batch={b} / gemm", GEMM[b], 45.0 + 5 * b, 1e6 * b),
            (f"decode batch={b} / copy", COPY[b], 5.0 * b, 0.0),
        )
    ]
    operations, time, dram, flop = zip(*rows, *more, strict=True)
    return kernels(time, dram, flop, operations=operations)


def test_a_recorded_series_is_predicted_from_its_smallest_batch() -> None:
    found = predicted(document(step(), grouping=Grouping.NVTX), batch=16)
    expected = [NAN, NAN, GEMM[16], COPY[16], NAN, NAN]
    assert found.time == micro(expected)
    other = Reason.OTHER_BATCH
    assert found.reason.tolist() == [other, other, Reason.NONE, Reason.NONE, other, other]
    assert found.follows.tolist() == [False, False, True, True, False, False]
    assert found.counted.tolist() == [False, False, True, True, False, False]
    assert found.total_before == pytest.approx((GEMM[1] + COPY[1]) * 1e-6)
    assert found.total_after == pytest.approx((GEMM[16] + COPY[16]) * 1e-6)
    assert found.bytes_dram[2:4] == pytest.approx([125e6, 80e6])
    assert found.flop[2:4] == pytest.approx([16e6, 0])
    assert (found.stands_for == -1).all()


def test_a_recorded_batch_stands_beside_its_prediction() -> None:
    made = document(step(), grouping=Grouping.NVTX)
    assert predicted(made, batch=32).stands_for.tolist() == [-1, -1, 4, 5, -1, -1]
    assert predicted(made, batch=32).time[2:4] == micro([GEMM[32], COPY[32]])
    assert predicted(made, batch=1).stands_for.tolist() == [-1, -1, 2, 3, -1, -1]
    assert predicted(made, batch=1).speedup[2:4].tolist() == [1, 1]
    assert (predicted(made, batch=32, bytes=0.5).stands_for == -1).all()  # was not recorded


def test_what_is_lost_where_compute_binds_is_taken_from_the_recorded_sizes() -> None:
    # 45 MB take 9 µs at any batch, the work 1 µs with each. Memory is met at 90 % of its roof and compute, at batch 32,
    # at 60 %: it takes 1.5 times as long, and binds from 6 on. No t₀ explains the times, so it is the 2 µs of ROUND.
    paths = [f"batch={b} / gemm" for b in (1, 8, 32)]
    of = kernels([10, 10 * 12 / 9, 32 / 0.6], [45, 45, 45], [1e9, 8e9, 32e9], operations=paths)
    for batch, needed in ((4, 9), (16, 24), (32, 48)):
        found = predicted(document(of, grouping=Grouping.NVTX), batch=batch)
        assert found.time[0] == pytest.approx((2 + 8 * needed / 9) * 1e-6)
        assert found.bound_time[0] == pytest.approx(max(9, batch) * 1e-6)


def test_the_error_of_a_prediction_is_that_against_the_recorded_time() -> None:
    # Four times the traffic took 4.6 times as long. No t₀ above 0 explains that, so it is the 2 µs of an empty kernel.
    of = kernels([10, 46], [40, 160], operations=["batch=8 / copy", "batch=32 / copy"])
    found = predicted(document(of, grouping=Grouping.NVTX), batch=32)
    assert found.time[0] == pytest.approx((2 + 8 * 4) * 1e-6)
    assert found.error(0) == pytest.approx(34 / 46 - 1)
    assert np.isnan(found.error(1))
    assert np.isnan(predicted(document(of, grouping=Grouping.NVTX), batch=8).error(0))
    assert np.isnan(predicted(document(of, grouping=Grouping.NVTX), batch=16).error(0))


def test_without_a_batch_all_rows_count_and_are_predicted() -> None:
    found = predicted(document(step(), grouping=Grouping.NVTX), bytes=0.5)
    assert found.counted.all()
    assert found.time[:2] == micro([2 + (GEMM[8] - 2) / 2, 2 + (COPY[8] - 2) / 2])


def test_rows_without_a_batch_belong_to_every_step() -> None:
    made = document(step(("warm-up", 9.0, 5.0, 1e6)), grouping=Grouping.NVTX)
    found = predicted(made, batch=16)
    assert found.counted.tolist() == [False, False, True, True, False, False, True]
    assert found.reason[-1] == Reason.LAW
    assert found.total_after == pytest.approx((GEMM[16] + COPY[16] + 9) * 1e-6)


def test_an_incomplete_row_of_another_batch_is_of_another_step_too() -> None:
    made = document(step(("decode batch=8 / gemm", 3.0, NAN, 1e6)), grouping=Grouping.NVTX)
    found = predicted(made, batch=16)
    assert not found.counted[-1]
    assert found.reason[-1] == Reason.OTHER_BATCH
    assert found.total_before == pytest.approx((GEMM[1] + COPY[1]) * 1e-6)


def test_a_law_of_the_users_at_another_batch_is_predicted_beside_the_series_and_in_no_total() -> None:
    # Launch 4 is the gemm at batch 32; of its 205 MB 164 MB stay and 41 MB grow.
    made = document(source(step(), BatchLaw((4,), 32, 164e6)), grouping=Grouping.NVTX)
    found = predicted(made, batch=16)
    assert found.follows.tolist() == [False, False, True, True, True, False]
    assert found.counted.tolist() == [False, False, True, True, False, False]
    assert found.time[2:5] == micro([GEMM[16], COPY[16], 2 + (GEMM[32] - 2) * (164 + 41 / 2) / 205])
    assert found.total_before == pytest.approx((GEMM[1] + COPY[1]) * 1e-6)
    assert found.total_after == pytest.approx((GEMM[16] + COPY[16]) * 1e-6)
    assert predicted(made, batch=8).stands_for.tolist() == [-1, -1, 0, 1, 0, -1]


def test_a_law_of_the_users_at_the_smallest_batch_takes_the_place_of_the_series() -> None:
    # 50 MB at batch 1, of which 40 MB stay: 40 + 10·16 at batch 16.
    made = document(source(step(), BatchLaw((2,), 1, 40e6)), grouping=Grouping.NVTX)
    found = predicted(made, batch=16)
    assert found.time[2:4] == micro([2 + (GEMM[1] - 2) * 200 / 50, COPY[16]])
    assert found.total_before == pytest.approx((GEMM[1] + COPY[1]) * 1e-6)
    assert found.total_after == pytest.approx((2 + (GEMM[1] - 2) * 200 / 50 + COPY[16]) * 1e-6)


def test_the_totals_compare_one_step_that_ran() -> None:
    # The scan was recorded from batch 8 on: whatever it takes is no part of the step at batch 1. Prefill is another.
    more = [(f"decode batch={b} / scan", 2.0 + b, 5.0 * b, 0.0) for b in (8, 32)]
    made = document(step(*more, ("prefill batch=4 / gemm", 9.0, 5.0, 1e6)), grouping=Grouping.NVTX)
    found = predicted(made, batch=16)
    assert found.time[6:] == micro([18, NAN, NAN])
    assert found.counted.tolist() == [False, False, True, True, False, False, False, False, True]
    assert found.total_before == pytest.approx((GEMM[1] + COPY[1] + 9) * 1e-6)
    assert found.total_after == pytest.approx((GEMM[16] + COPY[16] + 9) * 1e-6)


def test_an_operation_whose_smallest_row_lacks_something_stays_out_of_the_prediction_of_the_step() -> None:
    # The norm has no known traffic at batch 1, and is predicted from batch 8; the step holds what batch 1 took.
    more = [(f"decode batch={b} / norm", 2.0 + b, dram, 0.0) for b, dram in ((1, NAN), (8, 40.0), (32, 160.0))]
    found = predicted(document(step(*more), grouping=Grouping.NVTX), batch=16)
    assert found.time[6:] == micro([NAN, 18, NAN])
    assert found.reason[6:].tolist() == [Reason.LAW, Reason.NONE, Reason.OTHER_BATCH]
    assert found.total_before == pytest.approx((GEMM[1] + COPY[1] + 3) * 1e-6)
    assert found.total_after == pytest.approx((GEMM[16] + COPY[16] + 3) * 1e-6)
    assert found.kept.tolist() == [False] * 6 + [True, False, False]
    assert found.kept_share == pytest.approx(3 / (16 + 3 + 3))


def test_two_captures_of_a_step_have_series_of_their_own() -> None:
    one = predicted(document(step(), grouping=Grouping.NVTX), batch=16)
    two = predicted(document(step(), step(), grouping=Grouping.NVTX), batch=16)
    assert two.time == pytest.approx(np.tile(one.time, 2), nan_ok=True)
    assert two.total_after == pytest.approx(2 * one.total_after)


def test_weights_of_a_series_are_what_stays_of_a_matrix_product() -> None:
    # The fixed traffic of a product are its weights; that of other kernels may be anything.
    found = predicted(document(step(), grouping=Grouping.NVTX), weights=Element.INT4)
    gemms = [2 + (GEMM[b] - 2) * (45 / 4 + 5 * b) / (45 + 5 * b) for b in BATCHES]
    assert found.time[[0, 2, 4]] == micro(gemms)
    assert found.speedup[[1, 3, 5]].tolist() == [1, 1, 1]


def test_what_is_known_of_how_rows_grow() -> None:
    made = document(source(step(("warm-up", 9.0, 5.0, 1e6)), BatchLaw((3,), 1, 2e6)), grouping=Grouping.NVTX)
    analysis = analysed(made)
    gemm, copy, at_32, none = laws_of(measure(made.shown, analysis), (2, 3, 4, 6))
    assert (gemm.kind, gemm.batch, gemm.batches) == (LawKind.RECORDED, 1, (1, 8, 32))
    assert (gemm.fixed_bytes, gemm.fixed_flop) == pytest.approx((45e6, 0), abs=1e-3)
    assert (copy.kind, copy.batch) == (LawKind.GIVEN, 1)
    assert copy.fixed_bytes == pytest.approx(2e6)
    assert replace(at_32, row=2) == gemm
    assert none.kind is LawKind.NONE


def test_without_a_change_or_a_measurement_there_is_no_forecast() -> None:
    made = document(kernels([12], [50]))
    assert forecast_document(made) is None
    assert forecast_document(Document(machine=ROUND, what_if=WhatIf(batch=2))) is None
    nothing = forecast(measure(made.shown, analysed(made)), AS_GIVEN)
    assert nothing.time.tolist() == [12e-6]


def analysed(made: Document) -> Analysis:
    found = analyse(made)
    assert found is not None
    return found
