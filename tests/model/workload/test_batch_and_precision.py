"""Laws of the batch, trails, ridge crossings, and changes of precision."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.batch import ridge_batch, trail
from roofline_gui.model.workload.catalogue import Workload, evaluate
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.law import Law
from roofline_gui.model.workload.precision import at_precision, stops
from tests.model.workload.samples import H100, MACHINES, bytes_of, kernel


def test_a_law_is_fixed_plus_growing_plus_touched() -> None:
    law = Law(10, 2, ((256, 8 / 256),))
    assert law.at(1) == pytest.approx(10 + 2 + 8)
    assert law.at(8) == pytest.approx(10 + 16 + 57.42083078599535)  # 256 · (1 − (31/32)^8)
    assert law.at(1e6) == pytest.approx(10 + 2e6 + 256)
    assert law.whole == 266
    assert law.at(np.array([1.0, 8.0])).shape == (2,)


amounts = st.floats(0, 1e12)
laws = st.builds(
    Law, amounts, amounts, st.lists(st.tuples(amounts, st.sampled_from([0.125, 0.25, 1.0])), max_size=2).map(tuple)
)


@given(laws, laws, st.integers(1, 4096), st.floats(0, 1e3))
def test_laws_add_and_scale_at_every_batch(a: Law, b: Law, batch: int, factor: float) -> None:
    assert (a + b).at(batch) == pytest.approx(a.at(batch) + b.at(batch))
    assert a.times(factor).at(batch) == pytest.approx(factor * a.at(batch))


@given(st.integers(1, 4096), st.floats(1e6, 1e12))
def test_decode_intensity_is_the_batch(batch: int, params: float) -> None:
    found = kernel("decode", "bf16", params=round(params))
    demand = found.demand(batch)
    assert demand.total_flop[0] / demand.traffic(Level.DRAM)[0] == pytest.approx(batch)


@pytest.mark.parametrize(
    ("machine", "dtype", "batch"),
    [
        ("h100-sxm", "bf16", 296),  # ridge 295.5
        ("h100-sxm", "fp8", 296),  # half the bytes, twice the ridge (590.7): I = 2·b
        ("b200", "bf16", 282),  # ridge 281.25
        ("mi300x", "bf16", 247),  # ridge 246.6
    ],
)
def test_decode_crosses_the_ridge(machine: str, dtype: str, batch: int) -> None:
    assert ridge_batch(kernel("decode", dtype, params=70e9), MACHINES[machine]) == batch


def test_where_the_law_saturates_the_ridge_is_never_crossed() -> None:
    assert ridge_batch(kernel("attention_decode", "bf16", context=4096, d=128, heads=32, kv_heads=8), H100) == math.inf
    # A cache that is read per sequence caps I at 2·params / kv_bytes = 140: below the ridge.
    assert ridge_batch(kernel("decode", "bf16", params=70e9, kv_bytes=1e9), H100) == math.inf
    assert ridge_batch(kernel("gemm", "bf16", m=4096, n=4096, k=4096), H100) == 1
    assert math.isnan(ridge_batch(kernel("decode", "fp4", params=70e9), H100))


def test_a_trail_follows_the_roof() -> None:
    path = trail(kernel("decode", "bf16", params=70e9), H100)
    assert (path.batches[0], path.batches[-1]) == (1, 4096)
    assert np.all(np.diff(path.batches) > 0)
    expected = np.minimum(990e12, path.batches * 3.35e12)  # I = b
    np.testing.assert_allclose(path.bounds.roof, expected)
    assert len(trail(kernel("custom", "bf16", flop=1, bytes=1), H100, np.array([1.0, 64.0])).batches) == 2


def test_a_measured_time_belongs_to_its_own_batch() -> None:
    workload = Workload("decode", {"params": 70e9}, batch=8, time=50e-3)
    times = evaluate(workload).demand(np.array([1.0, 8.0, 16.0])).time
    assert np.isnan(times).tolist() == [True, False, True]
    assert times[1] == 50e-3


def test_stops_run_from_wide_to_narrow() -> None:
    assert stops(H100) == (
        Precision.FP64,
        Precision.FP64_TENSOR,
        Precision.FP32,
        Precision.TF32_TENSOR,
        Precision.BF16,
        Precision.BF16_TENSOR,
        Precision.FP16,
        Precision.FP16_TENSOR,
        Precision.FP8_TENSOR,
        Precision.INT8_TENSOR,
    )
    assert Precision.FP4_TENSOR in stops(MACHINES["b200"])


def test_a_change_of_precision_changes_sizes_and_ceiling() -> None:
    given_ = Workload("gemm", {"m": 8, "n": 8, "k": 8}, element_types("bf16"))
    for precision, size in {
        Precision.FP8_TENSOR: 1,
        Precision.FP4_TENSOR: 0.5,
        Precision.TF32_TENSOR: 4,
        Precision.FP64: 8,
    }.items():
        found = evaluate(at_precision(given_, precision))
        assert list(found.work) == [precision]
        assert bytes_of(found) == 192 * size


def test_sums_keep_their_arithmetic_at_every_stop() -> None:
    softmax = Workload("softmax", {"n": 100}, element_types("bf16"))
    found = evaluate(at_precision(softmax, Precision.FP8_TENSOR))
    assert list(found.work) == [Precision.FP32]
    assert bytes_of(found) == 200


def test_amounts_typed_in_bytes_shrink_with_their_elements() -> None:
    typed = Workload("custom", {"flop": 1e9, "bytes": 1e6}, element_types("bf16"), time=1e-3)
    halved = at_precision(typed, Precision.FP8_TENSOR)
    assert bytes_of(evaluate(halved)) == 5e5
    assert math.isnan(halved.time)
    decode = Workload("decode", {"params": 1e9, "kv_bytes": 1e6}, element_types("bf16"))
    assert bytes_of(evaluate(at_precision(decode, Precision.FP8_TENSOR))) == 1e9 + 5e5
