"""The worked examples of the published roofline texts, from formulas to verdicts.

Sources: “Le modèle roofline” §1.3 and its exercises; “The Roofline Model in Practice” §4.
"""

import math
from dataclasses import replace

import pytest

from roofline_gui.model.diagnosis import Regime, Verdict
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import Resource
from roofline_gui.model.workload.batch import ridge_batch
from roofline_gui.model.workload.calculation import Calculation, calculate
from tests.model.workload.samples import H100, kernel


def on_h100(formula: str, dtype: str, variant: str = "", batch: int = 1, **values: float) -> Calculation:
    return calculate(kernel(formula, dtype, variant, batch, **values), H100)


def test_adding_two_vectors() -> None:
    found = on_h100("elementwise", "fp32", n=1e8, reads=2, writes=1)
    assert found.flop == 1e8
    assert found.bytes == 12e8
    assert found.intensity == pytest.approx(1 / 12)
    assert found.ridge / found.intensity == pytest.approx(240, abs=0.5)
    assert found.roof == pytest.approx(0.28e12, rel=0.01)
    assert found.roof / 67e12 == pytest.approx(0.004, rel=0.05)
    assert found.bound_time == pytest.approx(358e-6, abs=0.5e-6)
    assert (found.regime, found.resource) == (Regime.MEMORY, Resource.DRAM)
    measured = calculate(replace(found.kernel, time=12e8 / 3.1e12), H100)
    assert measured.fraction == pytest.approx(0.93, abs=0.005)
    assert measured.verdict is Verdict.MEMORY_OPTIMAL


def test_matrix_product() -> None:
    found = on_h100("gemm", "bf16", m=4096, n=4096, k=4096)
    assert found.flop == pytest.approx(1.37e11, rel=0.005)
    assert found.bytes == pytest.approx(1.01e8, rel=0.005)
    assert found.intensity == pytest.approx(1365, abs=0.5)
    assert found.bound_time == pytest.approx(139e-6, abs=0.5e-6)
    assert (found.resource, found.precision) == (Resource.TENSOR, Precision.BF16_TENSOR)
    assert on_h100("gemm", "fp32", "naive", m=4096, n=4096, k=4096).intensity == 0.25


def test_a_product_at_400_teraflops_has_headroom() -> None:
    ideal = kernel("gemm", "bf16", m=4096, n=4096, k=4096)
    found = calculate(replace(ideal, time=2 * 4096**3 / 400e12), H100)
    assert found.fraction == pytest.approx(0.40, abs=0.005)
    assert found.verdict is Verdict.COMPUTE_SUBOPTIMAL


def test_decoding_one_sequence() -> None:
    found = on_h100("decode", "bf16", params=70e9)
    assert found.intensity == 1
    assert found.bound_time == pytest.approx(41.8e-3, abs=0.05e-3)
    assert math.floor(found.kernel.tokens / found.bound_time + 0.5) == 24
    assert found.resource is Resource.DRAM
    assert ridge_batch(found.kernel, H100) == 296
    assert on_h100("decode", "bf16", params=70e9, batch=37).intensity == 37


def test_convolution_of_an_image() -> None:
    found = on_h100("convolution", "fp32", h=1024, w=1024, kh=3, kw=3)
    assert found.flop == pytest.approx(1.89e7, rel=0.005)
    assert found.bytes == pytest.approx(8.39e6, rel=0.005)
    assert found.intensity == pytest.approx(2.25, rel=1e-4)
    assert 1 / found.regime_ratio == pytest.approx(9, abs=0.2)
    without_reuse = on_h100("convolution", "fp32", "no_reuse", h=1024, w=1024)
    assert without_reuse.bytes == pytest.approx(3.8e7, rel=0.01)
    assert without_reuse.intensity == 0.5
    assert 1 / without_reuse.regime_ratio == pytest.approx(40, abs=0.1)


@pytest.mark.parametrize(
    ("name", "intensity", "achieved", "share"),
    [
        ("qkv_proj", 2.0, 6.5, 97),
        ("o_proj", 2.0, 6.4, 96),
        ("gate_up", 2.0, 6.4, 96),
        ("down", 2.0, 6.5, 97),
        ("paged_attention", 0.9, 2.9, 96),
        ("add_rms_norm", 1.25, 1.4, 33),
        ("silu_and_mul", 0.6, 2.0, 99),
        ("lm_head", 2.0, 6.4, 96),
        ("sampling", 0.3, 0.6, 60),
    ],
)
def test_published_decode_table(name: str, intensity: float, achieved: float, share: float) -> None:
    typed = kernel("custom", "bf16", flop=intensity * 1e9, bytes=1e9)
    found = calculate(replace(typed, name=name, time=intensity * 1e9 / (achieved * 1e12)), H100)
    assert 100 * found.fraction == pytest.approx(share, abs=1)
    done = name not in ("add_rms_norm", "sampling")
    assert found.verdict is (Verdict.MEMORY_OPTIMAL if done else Verdict.MEMORY_SUBOPTIMAL)


def test_published_decode_step_at_the_roof() -> None:
    assert on_h100("custom", "bf16", flop=15.2e9, bytes=8.0e9).bound_time == pytest.approx(2.4e-3, abs=0.05e-3)


def test_exponentials_can_bind() -> None:
    """16 XU results against 256 FP32 FLOP per clock: 5 FLOP per exponential need 1/3.2 of the XU's time."""
    cached = kernel("custom", "fp32", flop=5e9, bytes=1e6, special_ops=1e9)
    found = calculate(cached, H100)
    assert found.resource is Resource.XU
    assert found.bound_time == pytest.approx(1e9 / (132 * 16 * 1.98e9), rel=1e-3)


def test_two_precisions_on_two_pipes_overlap_and_on_one_queue_up() -> None:
    tensor = kernel("gemm", "bf16", m=4096, n=4096, k=4096)
    law = tensor.work[Precision.BF16_TENSOR]
    same_pipe = replace(tensor, work={Precision.BF16_TENSOR: law, Precision.FP8_TENSOR: law})
    other_pipe = replace(tensor, work={Precision.BF16_TENSOR: law, Precision.FP32: law.times(0.01)})
    alone = 2 * 4096**3 / 990e12
    assert calculate(same_pipe, H100).bound_time == pytest.approx(alone + 2 * 4096**3 / 1979e12)
    assert calculate(other_pipe, H100).bound_time == pytest.approx(alone)


def test_without_a_ceiling_nothing_is_concluded() -> None:
    found = on_h100("gemm", "fp4", m=4096, n=4096, k=4096)
    assert found.resource is None
    assert math.isnan(found.bound_time)
    assert found.verdict is Verdict.INCOMPLETE
    assert found.intensity == pytest.approx(2 * 4096**3 / (3 * 4096**2 / 2))
