"""The worked examples of the published roofline texts, on the machines of the catalogue.

Sources: “Le modèle roofline” §1.2, 1.3 and the exercises; “The Roofline Model in Practice” §4.
"""

import numpy as np
import pytest

from roofline_gui.io.machines import load_catalogue
from roofline_gui.model.demand import Demand, demand
from roofline_gui.model.diagnosis import Judgement, Regime, Thresholds, Verdict, judge
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import Bounds, Resource, bound

MACHINES = {machine.id: machine for machine in load_catalogue().machines}


@pytest.fixture
def h100() -> Machine:
    return MACHINES["h100-sxm"]


def judged(kernels: Demand, machine: Machine) -> tuple[Bounds, Judgement]:
    bounds = bound(kernels, machine)
    once = np.ones(len(kernels), dtype=np.int64)
    return bounds, judge(bounds, kernels, {}, once, Thresholds())


@pytest.mark.parametrize(
    ("machine", "precision", "peak", "bandwidth", "ridge"),
    [
        ("a100-sxm-80gb", Precision.FP32, 19.5e12, 2.0e12, 9.75),
        ("a100-sxm-80gb", Precision.BF16_TENSOR, 312e12, 2.0e12, 156),
        ("h100-sxm", Precision.FP32, 67e12, 3.35e12, 20),
        ("h100-sxm", Precision.BF16_TENSOR, 990e12, 3.35e12, 296),
        ("h100-sxm", Precision.FP8_TENSOR, 1979e12, 3.35e12, 591),
        ("b200", Precision.BF16_TENSOR, 2250e12, 8.0e12, 281),
        ("b200", Precision.FP4_TENSOR, 9000e12, 8.0e12, 1125),
        ("mi300x", Precision.BF16_TENSOR, 1307e12, 5.3e12, 247),
    ],
)
def test_ridge_table(machine: str, precision: Precision, peak: float, bandwidth: float, ridge: float) -> None:
    found = MACHINES[machine]
    assert found.peak(precision) == peak
    assert found.bandwidth(Level.DRAM) == bandwidth
    assert found.ridge(precision) == pytest.approx(ridge, abs=0.5)


def test_adding_two_vectors(h100: Machine) -> None:
    n = 1e8
    bounds, judgement = judged(demand(time=12 * n / 3.1e12, flop={Precision.FP32: n}, bytes={Level.DRAM: 12 * n}), h100)
    intensity = bounds.flop[0] / (12 * n)
    assert intensity == pytest.approx(0.083, abs=5e-4)
    assert bounds.ridge[0] / intensity == pytest.approx(240, rel=0.001)
    assert 1 / bounds.regime_ratio[0] == pytest.approx(240, rel=0.001)
    assert bounds.roof[0] == pytest.approx(0.28e12, abs=0.005e12)
    assert bounds.roof[0] / 67e12 == pytest.approx(0.004, abs=5e-4)
    assert bounds.bound_time[0] == pytest.approx(358e-6, abs=0.5e-6)
    assert bounds.fraction[0] == pytest.approx(0.93, abs=0.005)  # 3.1 TB/s achieved
    assert judgement.verdict_of(0) is Verdict.MEMORY_OPTIMAL
    assert judgement.regime_of(0) is Regime.MEMORY


def test_matrix_product_4096_in_bf16(h100: Machine) -> None:
    n = 4096
    work, traffic = 2 * n**3, 2 * 3 * n**2
    bounds, judgement = judged(
        demand(time=work / 400e12, flop={Precision.BF16_TENSOR: work}, bytes={Level.DRAM: traffic}), h100
    )
    assert work == pytest.approx(1.37e11, abs=0.005e11)
    assert traffic == pytest.approx(1.01e8, abs=0.005e8)
    assert work / traffic == pytest.approx(1365, abs=0.5)
    assert bounds.bound_time[0] == pytest.approx(139e-6, abs=0.5e-6)
    assert bounds.resources[bounds.binding[0]] is Resource.TENSOR
    assert bounds.roof[0] == pytest.approx(990e12)
    assert bounds.fraction[0] == pytest.approx(0.40, abs=0.005)  # 400 TFLOP/s achieved
    assert judgement.verdict_of(0) is Verdict.COMPUTE_SUBOPTIMAL


def test_naive_matrix_product_rereads_every_operand(h100: Machine) -> None:
    n = 4096
    bounds = bound(demand(flop={Precision.FP32: 2 * n**3}, bytes={Level.DRAM: 8 * n**3}), h100)
    assert bounds.flop[0] / (8 * n**3) == 0.25
    assert bounds.resources[bounds.binding[0]] is Resource.DRAM


def test_decoding_one_token_of_70_billion_parameters(h100: Machine) -> None:
    weights = 2 * 70e9
    bounds = bound(demand(flop={Precision.BF16_TENSOR: 2 * 70e9}, bytes={Level.DRAM: weights}), h100)
    assert bounds.flop[0] / weights == 1
    assert bounds.bound_time[0] == pytest.approx(41.8e-3, abs=0.05e-3)
    assert round(1 / bounds.bound_time[0]) == 24  # tokens per second
    assert bounds.regime_ratio[0] == pytest.approx(1 / 296, rel=0.005)


def test_decoding_crosses_the_ridge_at_batch_296(h100: Machine) -> None:
    batch = np.arange(1.0, 513)
    kernels = demand(flop={Precision.BF16_TENSOR: 2 * 70e9 * batch}, bytes={Level.DRAM: np.full(512, 2 * 70e9)})
    bounds = bound(kernels, h100)
    on_tensor = bounds.binding == bounds.resources.index(Resource.TENSOR)
    assert batch[on_tensor].min() == 296
    assert on_tensor.sum() == 512 - 295


@pytest.mark.parametrize(("reads", "traffic", "intensity", "below"), [(1, 8.39e6, 2.25, 9), (9, 3.8e7, 0.5, 40)])
def test_convolution_3x3_of_a_megapixel(
    h100: Machine, reads: int, traffic: float, intensity: float, below: float
) -> None:
    # With reuse the image is read and written once; the published count without reuse leaves the output out.
    moved = (2 if reads == 1 else reads) * 1024**2 * 4
    bounds = bound(demand(flop={Precision.FP32: 1024**2 * 9 * 2}, bytes={Level.DRAM: moved}), h100)
    assert bounds.flop[0] == pytest.approx(1.89e7, abs=0.005e7)
    assert moved == pytest.approx(traffic, rel=0.01)
    assert bounds.flop[0] / moved == pytest.approx(intensity)
    assert 1 / bounds.regime_ratio[0] == pytest.approx(below, rel=0.02)


# kernel, FLOP, bytes, I, achieved FLOP/s, percent of roof as printed
DECODE_STEP = [
    ("qkv_proj", 1.2e9, 0.61e9, 2.0, 6.5e12, 97),
    ("o_proj", 1.1e9, 0.55e9, 2.0, 6.4e12, 96),
    ("gate_up", 7.5e9, 3.8e9, 2.0, 6.4e12, 96),
    ("down", 3.8e9, 1.9e9, 2.0, 6.5e12, 97),
    ("paged_attention", 0.5e9, 0.55e9, 0.9, 2.9e12, 96),
    ("add_rms_norm", 0.02e9, 0.016e9, 1.25, 1.4e12, 33),
    ("silu_and_mul", 0.03e9, 0.05e9, 0.6, 2.0e12, 99),
    ("lm_head", 1.05e9, 0.53e9, 2.0, 6.4e12, 96),
    ("sampling", 0.01e9, 0.03e9, 0.3, 0.6e12, 60),
]


def test_decode_table(h100: Machine) -> None:
    names = [row[0] for row in DECODE_STEP]
    intensity, achieved, printed = (np.array([row[i] for row in DECODE_STEP]) for i in (3, 4, 5))
    work = np.full(len(names), 1e9)  # any amount: the printed intensity and rate say the rest
    kernels = demand(time=work / achieved, flop={Precision.BF16_TENSOR: work}, bytes={Level.DRAM: work / intensity})
    bounds, judgement = judged(kernels, h100)
    assert 100 * bounds.fraction == pytest.approx(printed, abs=1)
    assert {n for n, f in zip(names, bounds.fraction, strict=True) if f < 0.8} == {"add_rms_norm", "sampling"}
    for row, name in enumerate(names):
        outlier = name in ("add_rms_norm", "sampling")
        assert judgement.verdict_of(row) is (Verdict.MEMORY_SUBOPTIMAL if outlier else Verdict.MEMORY_OPTIMAL), name


def test_decode_step_totals(h100: Machine) -> None:
    work, traffic = sum(row[1] for row in DECODE_STEP), sum(row[2] for row in DECODE_STEP)
    bounds = bound(demand(flop={Precision.BF16_TENSOR: work}, bytes={Level.DRAM: traffic}), h100)
    assert bounds.flop[0] == pytest.approx(15.2e9, abs=0.05e9)
    assert traffic == pytest.approx(8.0e9, abs=0.05e9)
    assert bounds.bound_time[0] == pytest.approx(2.4e-3, abs=0.05e-3)
