"""Batch laws of measured kernels: what of a series stays and what grows."""

import numpy as np
import pytest

from roofline_gui.model.workload.recorded import (
    RecordedBatch,
    compute_factor,
    fixed_shares,
    fixed_time,
    misfit,
    padded_to,
)

BATCHES = np.array([1.0, 8.0, 32.0])


def test_a_line_is_found_exactly() -> None:
    # 4 stay and 1 comes with each: 5 at batch 1, of which 80 % stay.
    assert fixed_shares(BATCHES, 4.0 + BATCHES) == pytest.approx([0.8, 4 / 12, 4 / 36])


def test_what_is_constant_or_proportional_has_no_part_below_zero() -> None:
    assert fixed_shares(BATCHES, np.array([10.0, 10.0, 10.0])) == pytest.approx([1, 1, 1])
    assert fixed_shares(BATCHES, np.array([10.0, 9.0, 8.0])).tolist() == [1, 1, 1]  # a free line falls
    assert fixed_shares(BATCHES, np.array([1.0, 9.0, 40.0])).tolist() == [0, 0, 0]  # a free line starts below 0


def test_small_amounts_count_as_much_as_large_ones() -> None:
    # Errors are relative. Of all pairs a, c ≥ 0 a fine grid holds none with a smaller sum of squares.
    amounts = np.array([5.0, 14.0, 30.0])
    share = fixed_shares(BATCHES, amounts)[0]
    a, c = (x.ravel() for x in np.meshgrid(np.linspace(0, 10, 401), np.linspace(0, 2, 401)))
    errors = (((a[:, None] + c[:, None] * BATCHES) / amounts - 1) ** 2).sum(axis=1)
    best = int(errors.argmin())
    assert share == pytest.approx(a[best] / (a[best] + c[best]), abs=0.01)


@pytest.mark.parametrize("amounts", [[0.0, 0.0, 0.0], [5.0, 0.0, np.nan], [np.nan, np.nan, np.nan]])
def test_too_little_known_grows_as_a_whole(amounts: list[float]) -> None:
    assert fixed_shares(BATCHES, np.array(amounts)).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("work", "vector", "matrix"),
    [
        # 2·max(b, 8). The best line, 10.2 + 1.6·b, misses 16 at batch 8 by 45 %.
        ([16.0, 16.0, 64.0], 8, 8),
        # 2·b, and 14 + 2·b: lines.
        ([2.0, 16.0, 64.0], 0, 0),
        ([16.0, 30.0, 78.0], 0, 0),
        # The same all along: a line without a slope is as good, but the tile of a matrix product is just not full yet.
        ([16.0, 16.0, 16.0], 0, 32),
        # Nearly so: 15.98 + 0.02·b is exact at two sizes, the sum of a split product comes with each of the batch.
        ([16.0, 16.14, np.nan], 0, 8),
        # Padded to 8 within 4 %: better than any line, which has to rise sevenfold in between.
        ([16.0, 15.5, 64.0], 8, 8),
        ([0.0, 0.0, 16.0], 0, 0),
    ],
)
def test_work_may_be_padded_to_one_of_the_batches(work: list[float], vector: float, matrix: float) -> None:
    assert padded_to(BATCHES, np.array(work), False) == vector
    assert padded_to(BATCHES, np.array(work), True) == matrix


@pytest.mark.parametrize(
    ("fractions", "computes", "factor"),
    [
        # 80 % of the roof of memory, 40 and 50 % of that of compute: twice and 1.6 times as long.
        ([0.8, 0.4, 0.5], [False, True, True], 3.2**0.5),
        ([0.8, 0.4, 0.5], [False, False, False], 1),
        ([0.8, 0.4, 0.5], [True, True, True], 1),
        # Nearer to the roof than at first, as a fixed cost explains.
        ([0.2, 0.4, 0.5], [False, True, True], 1),
        ([0.8, np.nan, 0.4], [False, True, True], 2),
        ([np.nan, 0.4, 0.4], [False, True, True], 1),
    ],
)
def test_what_is_lost_where_compute_binds(fractions: list[float], computes: list[bool], factor: float) -> None:
    assert compute_factor(np.array(fractions), np.array(computes)) == pytest.approx(factor)


def test_the_misfit_is_the_largest_relative_error_of_what_is_known() -> None:
    assert misfit(np.array([1.0, 9.0, 30.0, 4.0]), np.array([1.0, 10.0, 40.0, np.nan])) == pytest.approx(0.25)
    assert np.isnan(misfit(np.array([1.0]), np.array([0.0])))


def test_padded_work_seen_from_another_batch_is_the_same_law() -> None:
    # A quarter of the work at batch 1 stays at all: 1 + 3·max(b, 8)/8.
    law = RecordedBatch(*(np.array([x]) for x in (1.0, 0.25, 0.0, 0.0, np.nan, 8.0, 1.0)))
    assert law.growth(4)[0].tolist() == [1]
    assert law.growth(32)[0].tolist() == [0.25 + 0.75 * 4]
    assert law.at(32).fixed_work == pytest.approx([0.25 / 3.25])
    assert law.at(32).growth(64)[0] == pytest.approx([(0.25 + 0.75 * 8) / 3.25])
    assert law.at(32).growth(1)[0] == pytest.approx([1 / 3.25])


def test_the_fixed_time_is_what_no_roof_explains() -> None:
    # 80 µs whatever happens, and twice the bound time: 82 µs at a bound of 1 µs, 180 at 50.
    bounds = np.array([1e-6, 10e-6, 50e-6])
    assert fixed_time(80e-6 + 2 * bounds, bounds) == pytest.approx(80e-6)
    assert fixed_time(2 * bounds, bounds) == pytest.approx(0, abs=1e-12)


def test_the_fixed_time_lies_between_nothing_and_the_whole() -> None:
    bounds = np.array([1e-6, 10e-6, 50e-6])
    assert fixed_time(np.array([9e-6, 8e-6, 7e-6]), bounds) == 9e-6  # it never gets slower: all fixed
    assert fixed_time(np.array([1e-6, 20e-6, 100e-6]), bounds) == 0  # slower than its roof explains


def test_without_other_bounds_nothing_tells_the_fixed_time() -> None:
    assert np.isnan(fixed_time(np.array([5e-6, 5e-6]), np.array([1e-6, 1e-6])))
    assert np.isnan(fixed_time(np.array([5e-6, 5e-6]), np.array([0.0, 1e-6])))
    assert np.isnan(fixed_time(np.array([5e-6, 5e-6]), np.array([1e-6, np.nan])))


def test_a_law_seen_from_another_batch_is_the_same_law() -> None:
    law = RecordedBatch.of_weights(np.array([1.0, np.nan]), np.array([0.8, np.nan]))
    moved = law.at(16)
    # 4 + 16 · 1 = 20 instead of 5, of which 4 stay.
    assert law.growth(16)[1].tolist() == pytest.approx([4, 1])
    assert moved.fixed_bytes.tolist() == pytest.approx([0.2, 0])
    assert moved.weights.tolist() == pytest.approx([0.2, 0])
    assert law.growth(64)[1] == pytest.approx(law.growth(16)[1] * moved.growth(64)[1])
    assert np.isnan(moved.batch[1])
