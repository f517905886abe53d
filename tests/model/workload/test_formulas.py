"""W, Q and special functions of every formula and variant, against the equations written out."""

import re
from collections.abc import Mapping
from typing import TypeAlias

import pytest

from roofline_gui.model.arithmetic import evaluate as read
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit, parse_quantity
from roofline_gui.model.workload.catalogue import FORMULAS, Workload, evaluate
from roofline_gui.model.workload.elements import element_types, with_types
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.parameters import ParameterError
from tests.model.workload.samples import bytes_of, flop_of, kernel, special_of

# formula, variant, dtype, parameters, then W, Q and special functions at batch 3
Case: TypeAlias = tuple[str, str, str, Mapping[str, float], float, float, float | None]
EXPECTED: list[Case] = [
    ("custom", "as_typed", "bf16", {"flop": 1e9, "bytes": 5e6, "special_ops": 7}, 1e9, 5e6, 7),
    (
        "custom",
        "weights_fixed",
        "bf16",
        {"flop": 1e9, "bytes": 5e6, "weight_bytes": 4e6, "special_ops": 7},
        3e9,
        4e6 + 3 * 1e6,
        21,
    ),
    ("elementwise", "once", "fp32", {"n": 1000, "reads": 3, "writes": 2, "ops": 4}, 3 * 4000, 3 * 5 * 1000 * 4, 0),
    ("elementwise", "unfused", "fp16", {"n": 1000, "ops": 4}, 3 * 4000, 3 * 4 * 3 * 1000 * 2, 0),
    ("fma_stream", "once", "fp64", {"n": 1000}, 3 * 2000, 3 * 3 * 1000 * 8, 0),
    ("reduction", "once", "fp32", {"n": 1000}, 3 * 1000, 3 * 4000, 0),
    ("gemm", "once", "bf16", {"m": 5, "n": 7, "k": 11}, 3 * 2 * 385, (77 + 3 * (55 + 35)) * 2, 0),
    ("gemm", "naive", "fp32", {"m": 5, "n": 7, "k": 11}, 3 * 2 * 385, 3 * 385 * 8, 0),
    (
        "batched_gemm",
        "once",
        "fp16",
        {"count": 13, "m": 5, "n": 7, "k": 11},
        3 * 13 * 770,
        3 * 13 * (55 + 77 + 35) * 2,
        0,
    ),
    ("batched_gemm", "naive", "fp16", {"count": 13, "m": 5, "n": 7, "k": 11}, 3 * 13 * 770, 3 * 13 * 385 * 4, 0),
    (
        "grouped_gemm",
        "once",
        "fp8",
        {"groups": 4, "rows": 50, "n": 7, "k": 11},
        3 * 50 * 2 * 77,
        4 * 77 + 3 * 50 * 18,
        0,
    ),
    ("grouped_gemm", "naive", "fp8", {"groups": 4, "rows": 50, "n": 7, "k": 11}, 3 * 7700, 3 * 50 * 77 * 2, 0),
    (
        "moe_gemm",
        "touched",
        "bf16",
        {"experts": 8, "top": 2, "n": 7, "k": 11},
        3 * 2 * 2 * 77,
        8 * (1 - 0.75**3) * 77 * 2 + 3 * 2 * 18 * 2,
        0,
    ),
    ("moe_gemm", "all", "bf16", {"experts": 8, "top": 2, "n": 7, "k": 11}, 924, 8 * 77 * 2 + 3 * 2 * 18 * 2, 0),
    (
        "convolution",
        "once",
        "fp32",
        {"h": 10, "w": 8, "kh": 3, "kw": 5, "cin": 2, "cout": 6},
        3 * 2 * 10 * 8 * 15 * 12,
        (15 * 12 + 3 * (160 + 480)) * 4,
        0,
    ),
    (
        "convolution",  # height (10 + 2 − 3)/2 + 1 = 5, width (8 + 2 − 3)/2 + 1 = 4
        "no_reuse",
        "fp32",
        {"h": 10, "w": 8, "stride": 2, "padding": 1},
        3 * 2 * 20 * 9,
        3 * 20 * 9 * 4,
        0,
    ),
    (
        "convolution",
        "no_reuse_with_output",
        "fp32",
        {"h": 10, "w": 8, "cout": 2},
        3 * 2 * 80 * 9 * 2,
        (18 + 3 * (80 * 9 + 160)) * 4,
        0,
    ),
    ("softmax", "once", "bf16", {"rows": 4, "n": 100}, 3 * 2000, 3 * 400 * 2 * 2, 3 * 400),
    ("softmax", "unfused", "bf16", {"rows": 4, "n": 100}, 3 * 2000, 3 * 400 * 6 * 2, 3 * 400),
    ("layer_norm", "once", "bf16", {"rows": 4, "n": 100}, 3 * 2800, 3 * 400 * 2 * 2, 12),
    ("layer_norm", "with_scale", "bf16", {"rows": 4, "n": 100}, 3 * 2800, (200 + 3 * 800) * 2, 12),
    ("layer_norm", "unfused", "bf16", {"rows": 4, "n": 100}, 3 * 2800, 3 * 1600 * 2, 12),
    ("rms_norm", "once", "bf16", {"rows": 4, "n": 100}, 3 * 1600, 3 * 400 * 2 * 2, 12),
    ("rms_norm", "with_scale", "bf16", {"rows": 4, "n": 100}, 3 * 1600, (100 + 3 * 800) * 2, 12),
    ("rms_norm", "unfused", "bf16", {"rows": 4, "n": 100}, 3 * 1600, 3 * 1200 * 2, 12),
    (
        "attention",
        "fused",
        "bf16",
        {"seq": 100, "d": 64, "heads": 8, "kv_heads": 2},
        3 * 8 * 4 * 100**2 * 64,
        3 * (8 + 8 + 2 + 2) * 100 * 64 * 2,
        3 * 8 * 100**2,
    ),
    (
        "attention",
        "unfused",
        "bf16",
        {"seq": 100, "d": 64, "heads": 8, "causal": 1},
        3 * 8 * 4 * 100**2 * 64 / 2,
        3 * (4 * 8 * 100 * 64 + 4 * 8 * 100**2) * 2,
        3 * 8 * 100**2 / 2,
    ),
    (
        "attention_decode",
        "shared",
        "bf16",
        {"context": 1000, "d": 64, "heads": 8, "kv_heads": 2},
        3 * 8 * 4 * 1000 * 64,
        3 * 2 * 1000 * 64 * 2 * 2,
        3 * 8 * 1000,
    ),
    (
        "attention_decode",
        "unshared",
        "bf16",
        {"context": 1000, "d": 64, "heads": 8, "kv_heads": 2},
        3 * 8 * 4 * 1000 * 64,
        3 * 2 * 1000 * 64 * 8 * 2,
        3 * 8 * 1000,
    ),
    ("decode", "once", "fp8", {"params": 1e9, "kv_bytes": 1e6}, 6e9, 1e9 + 3e6, None),
    ("decode", "per_sequence", "fp8", {"params": 1e9}, 6e9, 3e9, None),
    ("prefill", "once", "bf16", {"params": 1e9, "tokens": 10, "activation_bytes": 100}, 6e10, 2e9 + 3000, None),
]


def at_batch(batch: int, case: Case) -> FormulaKernel:
    formula, variant, dtype, values, *_ = case
    return evaluate(Workload(formula, values, element_types(dtype), variant, batch))


@pytest.mark.parametrize("case", EXPECTED, ids=lambda c: f"{c[0]}-{c[1]}")
def test_work_traffic_and_special_functions(case: Case) -> None:
    *_, flop, moved, special = case
    found = at_batch(3, case)
    assert flop_of(found) == flop
    assert bytes_of(found, 3) == pytest.approx(moved, rel=1e-15)
    if special is None:
        assert found.special is None
    else:
        assert special_of(found, 3) == special
    demand = found.demand()
    assert demand.traffic(Level.DRAM)[0] == bytes_of(found, 3)
    assert len(demand) == 1


def test_every_variant_is_checked_above() -> None:
    checked = {(formula, variant) for formula, variant, *_ in EXPECTED}
    assert checked == {(f.id, v.id) for f in FORMULAS.values() for v in f.variants}


@pytest.mark.parametrize("case", EXPECTED, ids=lambda c: f"{c[0]}-{c[1]}")
def test_the_text_shows_what_was_computed(case: Case) -> None:
    *_, flop, moved, special = case
    text = dict(line.split(" = ", 1) for line in at_batch(3, case).text)
    amounts = {"W": (flop, Unit.FLOP), "Q": (moved, Unit.BYTE)}
    if special:
        amounts["N_sf"] = (special, Unit.FLOP)
    for quantity, (amount, unit) in amounts.items():
        _, numbers, shown = text[quantity].split(" = ")
        typed = re.sub(r"(?<=\d) B", "", numbers).replace("·", "*").replace("−", "-").replace("²", "^2")
        assert read(typed) == pytest.approx(amount, rel=1e-3), numbers
        assert parse_quantity(shown, unit) == pytest.approx(amount, rel=5e-3)


@pytest.mark.parametrize("case", EXPECTED, ids=lambda c: f"{c[0]}-{c[1]}")
def test_the_law_holds_at_any_batch(case: Case) -> None:
    *_, flop, moved, _ = case
    law = at_batch(1, case)
    for batch in (1, 2, 3, 100):
        evaluated = at_batch(batch, case)
        assert flop_of(law, batch) == flop_of(evaluated)
        assert bytes_of(law, batch) == bytes_of(evaluated, batch)
    assert flop_of(law, 3) == flop
    assert bytes_of(law, 3) == pytest.approx(moved, rel=1e-15)


def test_only_typed_kernels_are_without_a_batch_law() -> None:
    assert not kernel("custom", "bf16", flop=1e9, bytes=1e6).follows_batch
    assert kernel("custom", "bf16", "weights_fixed", flop=1e9, bytes=1e6).follows_batch
    assert kernel("gemm", "bf16", m=1, n=1, k=1).follows_batch


def test_an_unknown_quantity_stays_unknown() -> None:
    demand = kernel("custom", "bf16", bytes=1e6).demand()
    assert demand.total_flop.tolist() != demand.total_flop.tolist()  # NaN
    assert demand.special_ops[0] != demand.special_ops[0]
    assert demand.traffic(Level.DRAM)[0] == 1e6
    demand = kernel("custom", "bf16", flop=1e9).demand()
    assert demand.total_flop[0] == 1e9
    assert demand.traffic(Level.DRAM)[0] != demand.traffic(Level.DRAM)[0]


@pytest.mark.parametrize(
    ("formula", "dtype", "precision"),
    [
        ("gemm", "bf16", Precision.BF16_TENSOR),
        ("gemm", "bf16_tensor", Precision.BF16_TENSOR),
        ("gemm", "fp64", Precision.FP64_TENSOR),
        ("gemm", "fp32", Precision.FP32),
        ("gemm", "tf32", Precision.TF32_TENSOR),
        ("gemm", "BFloat16", Precision.BF16_TENSOR),
        ("gemm", "int8", Precision.INT8_TENSOR),
        ("elementwise", "bf16", Precision.BF16),
        ("elementwise", "fp8", Precision.FP32),
        ("reduction", "bf16", Precision.FP32),
        ("reduction", "fp64", Precision.FP64),
    ],
)
def test_what_a_type_is_computed_in(formula: str, dtype: str, precision: Precision) -> None:
    values = {"m": 1.0, "n": 1.0, "k": 1.0} if formula == "gemm" else {"n": 1.0}
    assert list(evaluate(Workload(formula, values, element_types(dtype))).work) == [precision]


def test_weight_only_quantisation() -> None:
    types = with_types(element_types("bf16"), weights="int4")
    found = evaluate(Workload("gemm", {"m": 1, "n": 100, "k": 200}, types))
    assert list(found.work) == [Precision.BF16_TENSOR]  # operands meet in the wider type
    assert bytes_of(found) == 20_000 * 0.5 + (200 + 100) * 2
    assert "s_w" in found.text[1]  # sizes differ, so they have names of their own
    cache = with_types(element_types("bf16"), kv="fp8")
    assert bytes_of(evaluate(Workload("decode", {"params": 100, "kv_bytes": 10}, cache))) == 210


def test_tf32_is_stored_in_four_bytes() -> None:
    assert bytes_of(kernel("gemm", "tf32", m=8, n=8, k=8)) == 3 * 64 * 4


@pytest.mark.parametrize(
    ("formula", "values", "parameter", "reason"),
    [
        ("gemm", {"m": 0, "n": 1, "k": 1}, "m", "at least 1"),
        ("gemm", {"m": -4, "n": 1, "k": 1}, "m", "at least 1"),
        ("gemm", {"m": 1.5, "n": 1, "k": 1}, "m", "whole number"),
        ("gemm", {"m": 1e16, "n": 1, "k": 1}, "m", "too large"),
        ("gemm", {"m": float("inf"), "n": 1, "k": 1}, "m", "not inf"),
        ("gemm", {"m": float("nan"), "n": 1, "k": 1}, "m", "not nan"),
        ("gemm", {"m": 1, "n": 1}, "k", "missing"),
        ("gemm", {"m": 1, "n": 1, "k": 1, "kk": 1}, "kk", "Did you mean k"),
        ("custom", {}, "flop", "give flop, bytes, or both"),
        ("custom", {"flop": -1, "bytes": 1}, "flop", "not negative"),
        ("custom", {"flop": 1, "bytes": 0}, "bytes", "at least 1"),
        ("custom", {"flop": 1, "bytes": 10, "weight_bytes": 11}, "weight_bytes", "more than bytes"),
        ("elementwise", {"n": 1, "reads": 0, "writes": 0}, "reads", "neither reads nor writes"),
        ("moe_gemm", {"experts": 4, "top": 5, "n": 1, "k": 1}, "top", "more than the 4 experts"),
        ("convolution", {"h": 2, "w": 9, "kh": 5, "padding": 1}, "kh", "larger than the padded input"),
        ("attention", {"seq": 8, "d": 8, "heads": 6, "kv_heads": 4}, "kv_heads", "evenly"),
        ("attention", {"seq": 8, "d": 8, "causal": 0.5}, "causal", "yes or no"),
        ("nothing", {}, "formula", "not known"),
    ],
)
def test_invalid_parameters_are_named(
    formula: str, values: Mapping[str, float], parameter: str, reason: str
) -> None:
    with pytest.raises(ParameterError, match=reason) as caught:
        evaluate(Workload(formula, values))
    assert caught.value.parameter == parameter
    assert str(caught.value).startswith(f"{parameter}: ")


def test_invalid_variants_batches_and_times_are_named() -> None:
    shape = {"m": 1.0, "n": 1.0, "k": 1.0}
    for parameter, workload in {
        "variant": Workload("gemm", shape, variant="fast"),
        "batch": Workload("gemm", shape, batch=0),
        "time": Workload("gemm", shape, time=0.0),
    }.items():
        with pytest.raises(ParameterError) as caught:
            evaluate(workload)
        assert caught.value.parameter == parameter
    with pytest.raises(ParameterError, match="moves nothing"):
        evaluate(Workload("elementwise", {"n": 1, "ops": 0}, variant="unfused"))


@pytest.mark.parametrize("name", ["bf17", "", "fp128", "16", "tensor"])
def test_absurd_types_are_refused(name: str) -> None:
    with pytest.raises(ParameterError, match="not an element type") as caught:
        element_types(name)
    assert caught.value.parameter == "dtype"
    with pytest.raises(ParameterError) as caught:
        with_types(element_types("bf16"), kv=name)
    assert caught.value.parameter == "kv"
    with pytest.raises(ParameterError, match="not a precision") as caught:
        with_types(element_types("bf16"), compute=name)
    assert caught.value.parameter == "compute"
