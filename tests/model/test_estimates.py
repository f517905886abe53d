"""Calculated kernels on a round machine: DRAM 5 TB/s, BF16 tensor 1 PFLOP/s, FP8 tensor 2 PFLOP/s, 2 µs per launch."""

import math
from dataclasses import replace

import numpy as np
import pytest

from roofline_gui.model.document import Document
from roofline_gui.model.estimates import (
    FORMULA,
    WHOLE_STEP,
    Estimates,
    calculate_entries,
    estimate_document,
    is_current,
)
from roofline_gui.model.machine import CeilingSet, Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.architecture import Architecture, GroupedQuery
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import Element, element_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.model.workload.parameters import ParameterError
from tests.model.builders import ROUND, figure

SIZE = 4096
WORK = 2 * SIZE**2  # FLOP per batch element of a SIZE × SIZE product with one row
BF16 = element_types("bf16")


def moved(batch: int, element: float = 2) -> float:
    return element * (SIZE**2 + 2 * SIZE * batch)


def gemm(time: float = math.nan, id: int = 1, batch: int = 1) -> KernelEntry:  # noqa: A002 (as the field)
    return KernelEntry(id, Workload("gemm", {"m": 1, "n": SIZE, "k": SIZE}, BF16, batch=batch, time=time))


def custom(id: int = 2, **values: float) -> KernelEntry:  # noqa: A002 (as the field)
    return KernelEntry(id, Workload("custom", values, BF16))


def estimates(*entries: Entry, what_if: WhatIf = AS_GIVEN, machine: Machine = ROUND) -> Estimates:
    found = estimate_document(Document(machine=machine, kernels=entries, what_if=what_if))
    assert found is not None
    return found


def test_a_kernel_stands_at_its_roof() -> None:
    found = estimates(gemm())
    assert found.time[0] == pytest.approx(moved(1) / 5e12)  # 6.71 µs, bound by DRAM
    assert found.flop_per_s[0] == pytest.approx(WORK / (moved(1) / 5e12))
    assert found.batch.tolist() == [1]
    assert not found.is_measured[0]
    assert found.moves[0]
    assert found.drawn[0]
    assert found.machine is ROUND


def test_the_batch_moves_those_with_a_law_over_the_ridge() -> None:
    found = estimates(gemm(), custom(flop=1e9, bytes=1e9), gemm(id=3, batch=8), what_if=WhatIf(batch=512))
    assert found.batch.tolist() == [512, 1, 512]
    # 512 rows: 17.2 GFLOP take 17.2 µs, their 42 MB only 8.4 µs.
    assert found.time.tolist() == pytest.approx([512 * WORK / 1e15, 1e9 / 5e12, 512 * WORK / 1e15])
    assert found.moves.tolist() == [True, False, True]


def test_the_precision_halves_the_bytes_and_raises_the_roof() -> None:
    eight = WhatIf(batch=512, precision=Precision.FP8_TENSOR)
    assert estimates(gemm(), what_if=eight).time[0] == pytest.approx(512 * WORK / 2e15)
    weights = estimates(gemm(), what_if=WhatIf(weights=Element.INT4))
    assert weights.demand.traffic(Level.DRAM)[0] == 0.5 * SIZE**2 + 2 * 2 * SIZE
    assert weights.time[0] == pytest.approx((0.5 * SIZE**2 + 4 * SIZE) / 5e12)


# Measured times


def test_a_measured_time_stands_as_long_as_nothing_changes() -> None:
    for unchanged in (AS_GIVEN, WhatIf(batch=1), WhatIf(machine=ROUND), WhatIf(flop=0.6, bytes=2)):
        found = estimates(gemm(20e-6), what_if=unchanged)
        assert found.time[0] == 20e-6
        assert found.is_measured[0]
        assert found.bounds.fraction[0] == pytest.approx(moved(1) / 5e12 / 20e-6)


def test_a_measured_time_keeps_its_fraction_of_roof_above_the_launch() -> None:
    given = moved(1) / 5e12
    found = estimates(gemm(20e-6), what_if=WhatIf(batch=512))
    assert found.time[0] == pytest.approx(2e-6 + 18e-6 * (512 * WORK / 1e15) / given)
    assert not found.is_measured[0]
    assert np.isnan(found.demand.time[0])
    halved = estimates(gemm(20e-6), what_if=WhatIf(precision=Precision.FP8_TENSOR))
    assert halved.time[0] == pytest.approx(2e-6 + 18e-6 / 2)


def test_a_measured_time_never_outruns_the_roof() -> None:
    # 6.71 µs at the roof, 7 µs measured: the law alone gives 2 + 5·17.2/6.71 = 14.8 µs for what needs 17.2.
    found = estimates(gemm(7e-6), what_if=WhatIf(batch=512))
    assert found.time[0] == pytest.approx(512 * WORK / 1e15)
    # Measured in 5 µs, 1.34 × its roof, it may be as far beyond it then; the law alone gives 9.7 µs.
    beyond = estimates(gemm(5e-6), what_if=WhatIf(batch=512))
    assert beyond.time[0] == pytest.approx(512 * WORK / 1e15 * 5e-6 / (moved(1) / 5e12))


def test_a_measured_time_tells_nothing_where_what_bound_it_is_unknown() -> None:
    # A softmax whose exponentials take longest, on a machine without a figure for them.
    entry = KernelEntry(1, Workload("softmax", {"rows": 1, "n": 10**6}, element_types("fp4"), time=9e-6))
    slow = replace(ROUND, special_ops=figure(0.5e12))  # 2 µs of exponentials, 0.2 µs of DRAM
    there = replace(ROUND, id="there", special_ops=None)
    assert estimates(entry, machine=slow).bounds.bound_time[0] == pytest.approx(2e-6)
    assert np.isnan(estimates(entry, machine=slow, what_if=WhatIf(machine=there)).time[0])


def test_a_measured_time_moves_to_another_machine() -> None:
    there = replace(
        ROUND,
        id="there",
        levels=tuple(replace(x, bandwidth=figure(2 * x.bandwidth.value)) for x in ROUND.levels),
        launch_overhead=figure(1e-6),
    )
    found = estimates(gemm(20e-6), what_if=WhatIf(machine=there))
    assert found.machine is there
    assert found.time[0] == pytest.approx(1e-6 + 18e-6 / 2)


def test_two_rows_one_measured() -> None:
    found = estimates(gemm(20e-6), gemm(id=2), what_if=WhatIf(batch=2))
    assert found.time[1] == pytest.approx(moved(2) / 5e12)
    assert found.time[0] == pytest.approx(2e-6 + 18e-6 * moved(2) / moved(1))


# What is not drawn


def test_what_has_no_place_is_not_drawn() -> None:
    hidden = replace(gemm(), shown=False)
    no_ceiling = KernelEntry(5, Workload("gemm", {"m": 1, "n": 64, "k": 64}, element_types("int8")))
    entries = (hidden, custom(2, flop=1e9), custom(3, bytes=1e6), custom(4, flop=0, bytes=1e6), no_ceiling, gemm(id=6))
    found = estimates(*entries)
    assert found.drawn.tolist() == [False, False, False, False, False, True]
    assert np.isnan(found.time[4])
    assert found.time[3] == pytest.approx(1e6 / 5e12)


def test_nothing_without_a_machine_or_a_kernel() -> None:
    assert estimate_document(Document(machine=ROUND)) is None
    assert estimate_document(Document(kernels=(gemm(),))) is None


def test_measured_ceilings_count_where_the_document_says_so() -> None:
    dram = ROUND.levels[-1]
    measured = replace(ROUND, levels=(*ROUND.levels[:-1], replace(dram, measured=figure(4e12))))
    document = Document(machine=measured, kernels=(gemm(),), ceilings=CeilingSet.MEASURED)
    found = estimate_document(document)
    assert found is not None
    assert found.time[0] == pytest.approx(moved(1) / 4e12)


# Steps


SHAPE = Architecture("tiny", hidden=64, layers=2, vocabulary=100, attention=GroupedQuery(4, 2, 16), mlp_width=128)


def test_a_step_is_its_whole_and_its_operations() -> None:
    step = StepEntry(9, "step", SHAPE, Span(True, 10), BF16, batch=3)
    found = estimates(gemm(), step)
    calculated = found.calculated
    assert calculated.operation.tolist() == [FORMULA, WHOLE_STEP, *range(10)]
    assert calculated.rows_of(9).tolist() == list(range(1, 12))
    assert calculated.rows_of(1).tolist() == [0]
    assert calculated.rows_of(4).tolist() == []
    assert found.batch.tolist() == [1, *[3] * 11]
    names = [kernel.name for kernel in calculated.kernels[2:]]
    counts = dict(zip(names, calculated.count[2:], strict=True))
    assert counts["qkv_proj"] == 2  # once per layer
    assert counts["lm_head"] == 1
    # Weights: per layer q and o 64·64 each, k and v 64·32 each, three 64·128 in the MLP, two norms; the head, a norm.
    weights = 2 * (2 * 64 * 64 + 2 * 64 * 32 + 3 * 64 * 128 + 2 * 64) + 100 * 64 + 64
    cache, rows = 2 * 2 * 16 * 10 * 2, 64  # per sequence: keys and values of 10 tokens in 2 layers, one embedding
    assert found.demand.traffic(Level.DRAM)[1] == 2 * (weights + 3 * (cache + rows))


# What a slider need not work out again


def test_a_batch_or_a_machine_keeps_what_was_calculated() -> None:
    document = Document(machine=ROUND, kernels=(gemm(20e-6),))
    first = estimate_document(document)
    assert first is not None
    for same in (WhatIf(batch=64), WhatIf(machine=replace(ROUND, id="there")), WhatIf(flop=0.5, bytes=0.5)):
        changed = replace(document, what_if=same)
        assert is_current(first.calculated, changed)
        again = estimate_document(changed, first.calculated)
        assert again is not None
        assert again.calculated is first.calculated
    for other in (
        replace(document, what_if=WhatIf(weights=Element.INT4)),
        replace(document, what_if=WhatIf(precision=Precision.FP8_TENSOR)),
        replace(document, kernels=(gemm(30e-6),)),
    ):
        assert not is_current(first.calculated, other)
        again = estimate_document(other, first.calculated)
        assert again is not None
        assert again.calculated is not first.calculated


def test_an_entry_that_cannot_be_calculated_is_told() -> None:
    with pytest.raises(ParameterError, match="k: missing"):
        calculate_entries((KernelEntry(1, Workload("gemm", {"m": 1, "n": 1})),))
