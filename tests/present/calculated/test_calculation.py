"""What is said of one calculated kernel."""

from dataclasses import replace

import pytest

from roofline_gui.model.units import Unit
from roofline_gui.model.workload.calculation import calculate
from roofline_gui.model.workload.elements import element_types, with_types
from roofline_gui.model.workload.law import Law
from roofline_gui.present.calculated.calculation import (
    Line,
    calculation_lines,
    demand_lines,
    key_figures,
    law_text,
    missing_ceiling,
    summary_text,
    types_text,
)
from tests.model.workload.samples import H100, kernel


def said(formula: str, dtype: str, time: float = 0, **values: float) -> dict[str, str]:
    """The lines of a kernel on an H100, by name."""
    found = kernel(formula, dtype, "", 1, **values)
    lines = calculation_lines(calculate(replace(found, time=time) if time else found, H100))
    assert len({line.name for line in lines}) == len(lines)
    return {line.name: line.text for line in lines}


def test_a_line_reads_as_equation_or_sentence() -> None:
    line = Line("I", "2 FLOP/byte", ("W / Q",))
    assert line.text == "I = W / Q = 2 FLOP/byte"
    assert Line("batch", "crosses", joint=": ").text == "batch: crosses"


def test_a_matrix_product_step_by_step() -> None:
    lines = said("gemm", "bf16", m=4096, n=4096, k=4096)
    assert lines["W"] == "W = 2·b·m·n·k = 2·1·4096·4096·4096 = 137 GFLOP"
    assert lines["I"] == "I = W / Q = 1365 FLOP/byte"  # 4096 / 3
    assert lines["ridge"] == "ridge = P / B = 990 TFLOP/s / 3.35 TB/s = 295.5 FLOP/byte (BF16 tensor, DRAM)"
    assert lines["regime"] == "regime: 4.62 × above the ridge (ρ = 4.62), mixed: both levers count"
    assert lines["t_min"] == "t_min = 139 µs, bound by tensor pipe"
    assert lines["attainable"] == "attainable = W / t_min = 990 TFLOP/s, 100 % of the BF16 tensor peak"
    assert lines["right metric"] == "right metric: TFLOP/s against 990 TFLOP/s of BF16 tensor"
    assert lines["batch"] == "batch: beyond the ridge from batch 1 on"
    assert lines["W(b)"] == "W(b) = W₀ + W₁·b = 137 GFLOP·b"
    assert lines["Q(b)"] == "Q(b) = Q₀ + Q₁·b = 33.6 MB + 67.1 MB·b"  # 2·4096² and 4·4096² bytes
    assert "measured" not in lines
    assert "launch" not in lines


def test_a_kernel_at_the_ridge_is_not_called_once_below_or_above_it() -> None:
    # Decode has I = b, and the ridge lies at 295.52: batch 295 and 296 are within 0.2 % of it.
    for batch, ratio in ((295, "0.998"), (296, "1")):
        lines = calculation_lines(calculate(kernel("decode", "bf16", "", batch, params=70e9), H100))
        regime = next(line.text for line in lines if line.name == "regime")
        assert regime == f"regime: at the ridge (ρ = {ratio}), mixed: both levers count"


def test_what_was_measured_is_judged() -> None:
    lines = said("elementwise", "fp32", n=1e8, time=12e8 / 3.1e12)
    assert lines["measured"] == "measured: 387 µs, 258 GFLOP/s, 3.10 TB/s: 93 % of roof"
    assert lines["verdict"] == "verdict: Memory-bound, at the roof"


def test_a_time_below_the_least_one_is_no_verdict() -> None:
    # 137.4 GFLOP in 50 µs are 2.75 PFLOP/s, and the tensor pipe has 990 TFLOP/s.
    lines = said("gemm", "bf16", m=4096, n=4096, k=4096, time=50e-6)
    assert lines["measured"].endswith(": 278 % of roof, impossible")
    assert lines["verdict"].startswith("verdict: No kernel is faster than its roof: check ")
    cube = calculate(replace(kernel("gemm", "bf16", m=4096, n=4096, k=4096), time=50e-6), H100)
    assert summary_text(cube).startswith("Measured: 278 % of roof, impossible. No kernel is faster than its roof")
    at_it = said("gemm", "bf16", m=4096, n=4096, k=4096, time=2 * 4096**3 / 990e12)
    assert at_it["measured"].endswith(": 100 % of roof")
    assert at_it["verdict"] == "verdict: Compute-bound, at the roof"


def test_a_launch_cannot_be_shorter_than_its_overhead() -> None:
    assert said("gemm", "bf16", m=16, n=16, k=16)["launch"] == (
        "launch: no launch takes less than about 2.43 µs, whatever it does"  # the machine's own figure
    )


def test_a_law_that_saturates_below_the_ridge_is_said() -> None:
    lines = said("attention_decode", "bf16", context=4096, d=128, heads=32, kv_heads=8)
    assert lines["batch"] == "batch: never crosses the ridge, the intensity saturates below it"
    assert "batch" not in said("custom", "bf16", flop=1e9, bytes=1e6)


def test_experts_are_a_law_of_their_own() -> None:
    lines = said("moe_gemm", "bf16", experts=8, top=2, n=1000, k=1000)
    # 8 experts of 2 MB; each token brings 2 · 2000 numbers of 2 B
    assert lines["Q(b)"].endswith("= 8 kB·b + 16 MB·(1 − (1 − 0.25)^b)")


@pytest.mark.parametrize(
    ("law", "text"),
    [(Law(), "0"), (Law(1e6), "1 MB"), (Law(per_batch=2e3), "2 kB·b"), (Law(1e6, 2e3), "1 MB + 2 kB·b")],
)
def test_laws(law: Law, text: str) -> None:
    assert law_text(law, Unit.BYTE) == text


def test_a_precision_without_ceiling_names_those_that_there_are() -> None:
    fp4 = kernel("gemm", "fp4", m=8, n=8, k=8)
    lines = calculation_lines(calculate(fp4, H100))
    assert [line.name for line in lines if line.name not in ("W", "Q", "I", "W(b)", "Q(b)")] == ["no bound"]
    text = next(line.text for line in lines if line.name == "no bound")
    assert text.startswith("no bound: H100 SXM has no ceiling for FP4 tensor; it has FP8 tensor, ")
    assert "FP32" in text
    assert missing_ceiling(H100, next(iter(kernel("gemm", "bf16", m=8, n=8, k=8).work))) == ""
    assert missing_ceiling(replace(H100, ceilings=()), next(iter(fp4.work))).endswith("it has none at all.")


def test_without_a_machine_the_demand_is_said() -> None:
    assert [line.name for line in demand_lines(kernel("softmax", "fp32", n=100))] == ["W", "Q", "N_sf", "I"]
    assert [line.text for line in demand_lines(kernel("custom", "bf16", bytes=1e6))] == [
        "W: unknown",
        "Q = bytes = 1000000 = 1.00 MB",
        "N_sf: unknown",
    ]


def test_types_in_words() -> None:
    found = kernel("gemm", "bf16", m=8, n=8, k=8)
    types = element_types("bf16")
    assert types_text(types, found) == "Stored as BF16, computed in BF16 tensor."
    assert types_text(with_types(types, weights="int4"), found) == (
        "Stored as weights INT4, activations BF16, KV cache BF16, computed in BF16 tensor."
    )


def test_six_figures_and_a_summary() -> None:
    product = kernel("gemm", "bf16", m=4096, n=4096, k=4096)
    found = calculate(product, H100)
    assert [(line.name, line.value) for line in key_figures(product, found)] == [
        ("W", "137 GFLOP"),
        ("Q", "101 MB"),
        ("I, FLOP/B", "1365"),
        ("ridge, FLOP/B", "295.5"),
        ("t_min", "139 µs"),
        ("attainable", "990 TFLOP/s"),
    ]
    assert [line.value for line in key_figures(product, None)][3:] == ["–", "–", "–"]
    assert summary_text(found) == "Bound by tensor pipe, 4.62 × above the ridge (ρ = 4.62). Mixed: both levers count."
    slow = calculate(replace(product, time=2 * 4096**3 / 400e12), H100)
    assert summary_text(slow) == "Measured: 40 % of roof. Compute-bound, with headroom."
    unknown = calculate(kernel("custom", "bf16", bytes=1e6), H100)
    assert summary_text(unknown) == "Work or traffic is unknown: no bound follows."
    lacking = calculate(kernel("gemm", "fp4", m=8, n=8, k=8), H100)
    assert summary_text(lacking) == "H100 SXM has no ceiling for FP4 tensor: no bound follows."
