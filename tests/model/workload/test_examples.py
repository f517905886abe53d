"""The examples of the program against the numbers that the texts print, on an H100 SXM."""

import pytest

from roofline_gui.model.diagnosis import Regime, Verdict
from roofline_gui.model.workload.batch import ridge_batch
from roofline_gui.model.workload.calculation import Calculation, calculate
from roofline_gui.model.workload.catalogue import evaluate
from roofline_gui.model.workload.examples import EXAMPLES, MACHINE, new_entry
from tests.model.workload.samples import MACHINES

H100 = MACHINES[MACHINE]
KERNELS = {
    entry.name: entry
    for examples in EXAMPLES.values()
    for example in examples
    for entry in map(new_entry, example.kernels)
}


def on_h100(name: str) -> Calculation:
    return calculate(evaluate(KERNELS[name].workload), H100)


def printed(value: float, digits: int = 3) -> str:
    """A number as the texts print it."""
    return f"{value:.{digits - 1}e}"


def test_names_tell_all_kernels_apart() -> None:
    assert len(KERNELS) == sum(len(e.kernels) for examples in EXAMPLES.values() for e in examples)
    titles = [e.title for examples in EXAMPLES.values() for e in examples]
    assert len(set(titles)) == len(titles)


def test_adding_two_vectors() -> None:
    found = on_h100("c = a + b")
    assert (found.flop, found.bytes) == (1e8, 12e8)
    assert round(found.intensity, 3) == 0.083
    assert round(found.ridge / found.intensity) == 240
    assert printed(found.roof, 2) == printed(0.28e12, 2)
    assert round(100 * found.roof / 67e12, 1) == 0.4
    assert round(1e6 * found.bound_time) == 358
    measured = on_h100("c = a + b, 3.1 TB/s")
    assert round(100 * measured.fraction) == 93
    assert measured.verdict is Verdict.MEMORY_OPTIMAL


def test_matrix_product() -> None:
    found = on_h100("GEMM 4096³")
    assert (printed(found.flop), printed(found.bytes)) == (printed(1.37e11), printed(1.01e8))
    assert round(found.intensity) == 1365
    assert round(found.ridge) == 296
    assert round(1e6 * found.bound_time) == 139
    assert on_h100("GEMM 4096³, naive").intensity == 1 / 4
    assert on_h100("GEMM 4096³, naive").regime is Regime.MEMORY
    at_400 = on_h100("GEMM at 400 TFLOP/s")
    assert round(100 * at_400.fraction) == 40
    assert at_400.verdict is Verdict.COMPUTE_SUBOPTIMAL


def test_decoding() -> None:
    one, many = on_h100("Decode 70B"), on_h100("Decode 70B, batch 296")
    assert one.intensity == 1
    assert round(1e3 * one.bound_time, 1) == 41.8
    assert round(1 / one.bound_time) == 24
    assert ridge_batch(one.kernel, H100) == 296
    assert many.intensity == 296
    assert many.regime_ratio == pytest.approx(1, abs=0.005)


def test_convolution() -> None:
    found, naive = on_h100("Convolution 3×3"), on_h100("Convolution 3×3, no reuse")
    assert (printed(found.flop), printed(found.bytes)) == (printed(1.89e7), printed(8.39e6))
    assert round(found.intensity, 2) == 2.25
    assert round(1 / found.regime_ratio) == 9
    assert printed(naive.bytes, 2) == printed(3.8e7, 2)
    assert naive.intensity == 0.5
    assert round(1 / naive.regime_ratio) == 40


@pytest.mark.parametrize(
    ("name", "flop", "intensity", "achieved", "share"),
    [
        ("qkv_proj", 1.2e9, 2.0, 6.5, 97),
        ("o_proj", 1.1e9, 2.0, 6.4, 96),
        ("gate_up", 7.5e9, 2.0, 6.4, 96),
        ("down", 3.8e9, 2.0, 6.5, 97),
        ("paged_attention", 0.5e9, 0.9, 2.9, 96),
        ("add_rms_norm", 0.02e9, 1.25, 1.4, 33),
        ("silu_and_mul", 0.03e9, 0.6, 2.0, 99),
        ("lm_head", 1.05e9, 2.0, 6.4, 96),
        ("sampling", 0.01e9, 0.3, 0.6, 60),
    ],
)
def test_decode_table(name: str, flop: float, intensity: float, achieved: float, share: float) -> None:
    found = on_h100(name)
    assert found.flop == pytest.approx(flop)
    assert found.intensity == pytest.approx(intensity)
    assert found.flop / found.time == pytest.approx(achieved * 1e12)
    assert 100 * found.fraction == pytest.approx(share, abs=1)
    outlier = name in ("add_rms_norm", "sampling")
    assert found.verdict is (Verdict.MEMORY_SUBOPTIMAL if outlier else Verdict.MEMORY_OPTIMAL)


def test_whole_decode_step() -> None:
    found = on_h100("Decode step of §4")
    assert (found.flop, found.bytes) == (15.2e9, 8.0e9)
    assert round(1e3 * found.bound_time, 1) == 2.4


@pytest.mark.parametrize("batch", [1, 8, 64, 256])
def test_a_decode_product_climbs_with_the_batch(batch: int) -> None:
    """N = 28672, K = 4096 in two bytes each: W = 2·b·N·K, Q = 2·(N·K + b·(N + K))."""
    n, k = 28672, 4096
    found = on_h100(f"gate_up, batch {batch}")
    assert found.flop == 2 * batch * n * k
    assert found.bytes == 2 * (n * k + batch * (n + k))
    assert found.regime_ratio < 1


def test_halved_bytes_halve_the_least_time() -> None:
    wide, narrow = on_h100("gate_up in BF16"), on_h100("gate_up in FP8")
    assert wide.bound_time / narrow.bound_time == pytest.approx(2)
