"""Whole transformer steps: operations against totals, windows, experts, memory, time at the roof."""

import math

import pytest

from roofline_gui.io.model_presets import find_model, load_presets
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.calculation import calculate
from roofline_gui.model.workload.elements import element_types, with_types
from roofline_gui.model.workload.operations import Operation, Part
from roofline_gui.model.workload.parameters import ParameterError, Role
from roofline_gui.model.workload.step import Step, decode_step, prefill_step, time_step
from tests.model import builders
from tests.model.workload.samples import H100, flop_of

BF16 = element_types("bf16")
PRESETS = {preset.id: preset.architecture for preset in load_presets()}


def operation(step: Step, name: str) -> Operation:
    return next(o for o in step.operations if o.kernel.name == name)


def moved(found: Operation, role: Role, batch: int) -> float:
    law = found.kernel.traffic.get(role)
    return 0.0 if law is None else float(law.at(batch))


@pytest.mark.parametrize("model", PRESETS)
@pytest.mark.parametrize("batch", [1, 7, 300])
def test_operations_add_up_to_the_step(model: str, batch: int) -> None:
    for step in (decode_step(PRESETS[model], 3000, BF16, batch), prefill_step(PRESETS[model], 300, BF16, batch)):
        whole = calculate(step.kernel, H100)
        counted = [o for o in step.operations if o.part is not Part.OTHER]
        assert sum(o.count * flop_of(o.kernel) for o in counted) == pytest.approx(whole.flop, rel=1e-12)
        kept = sum(o.count * moved(o, role, batch) for o in step.operations for role in (Role.WEIGHTS, Role.KV))
        assert kept == pytest.approx(whole.bytes, rel=1e-12)
        times = time_step(step, H100)
        assert times.kernel_time >= times.bound_time


def test_operations_of_a_llama_layer() -> None:
    step = decode_step(PRESETS["llama-3-8b"], 1000, BF16, 8)
    names = {o.kernel.name: o.count for o in step.operations}
    assert names == {
        "embedding": 1,
        "add_rms_norm": 65,
        "qkv_proj": 32,
        "attention": 32,
        "o_proj": 32,
        "gate_up": 32,
        "silu_and_mul": 32,
        "down": 32,
        "lm_head": 1,
        "sampling": 1,
    }
    qkv = operation(step, "qkv_proj").kernel
    assert flop_of(qkv) == 2 * 8 * 4096 * 6144
    assert qkv.bytes is not None
    assert qkv.bytes.at(8) == 2 * (4096 * 6144 + 8 * (4096 + 6144))
    attention = operation(step, "attention").kernel
    assert flop_of(attention) == 8 * 4 * 1000 * 128 * 32
    assert attention.traffic[Role.KV].at(8) == 8 * 2 * 1000 * 128 * 8 * 2  # 8 KV heads, shared
    assert attention.special is not None
    assert attention.special.at(8) == 8 * 32 * 1000


def test_windows_split_attention() -> None:
    step = decode_step(PRESETS["gpt-oss-20b"], 1000, BF16)
    full, window = operation(step, "attention"), operation(step, "attention_window")
    assert (full.count, window.count) == (12, 12)
    assert flop_of(full.kernel) / flop_of(window.kernel) == pytest.approx(1000 / 128)
    prefill = prefill_step(PRESETS["gpt-oss-20b"], 1000, BF16)
    pairs = 128 * 129 / 2 + (1000 - 128) * 128  # the first 128 tokens see a triangle, the rest a full window
    assert flop_of(operation(prefill, "attention_window").kernel) == 4 * 64 * 64 * pairs
    assert flop_of(operation(prefill, "attention").kernel) == 4 * 64 * 64 * 1000 * 1001 / 2
    assert prefill.kv_bytes == 2 * 2 * 8 * 64 * 12 * (1000 + 128)  # beyond the window nothing is kept


@pytest.mark.parametrize(("batch", "touched"), [(1, 8.0), (8, 57.42083078599535), (64, 222.4424876855104)])
def test_experts_touched(batch: int, touched: float) -> None:
    step = decode_step(PRESETS["deepseek-v3"], 0, BF16, batch)
    down = operation(step, "experts_down").kernel
    assert down.traffic[Role.WEIGHTS].at(batch) == pytest.approx(touched * 7168 * 2048 * 2)
    assert flop_of(down) == 2 * batch * 8 * 7168 * 2048  # active experts only
    assert operation(step, "shared_down").count == 58
    assert operation(step, "down").count == 3


def test_latent_attention_absorbed_and_expanded() -> None:
    decode = operation(decode_step(PRESETS["deepseek-v3"], 1000, BF16), "attention").kernel
    assert flop_of(decode) == 2 * 128 * (2 * 512 + 64) * 1000
    assert decode.traffic[Role.KV].at(1) == 1000 * (512 + 64) * 2
    prefill = operation(prefill_step(PRESETS["deepseek-v3"], 100, BF16), "attention").kernel
    assert flop_of(prefill) == 2 * 128 * (128 + 64 + 128) * 100 * 101 / 2


def test_memory_and_tokens_per_second() -> None:
    small = time_step(decode_step(PRESETS["llama-3-8b"], 4096, BF16, 8), H100)
    assert small.fits is True
    assert small.tokens_per_s == pytest.approx(8 / 0.005762651395820896)
    large = decode_step(PRESETS["llama-3-70b"], 4096, BF16, 8)
    assert large.weight_bytes == 2 * 70_553_706_496
    assert large.kv_bytes == 8 * 4096 * 327_680
    assert time_step(large, H100).fits is False
    unsized = builders.machine({Precision.BF16_TENSOR: 1e15}, {Level.DRAM: 1e12})
    assert time_step(large, unsized).fits is None
    assert math.isnan(time_step(decode_step(PRESETS["gpt-2"], 1, element_types("fp4")), H100).bound_time)


def test_quantised_weights_and_cache_apart() -> None:
    types = with_types(BF16, weights="fp8")
    step = decode_step(PRESETS["llama-3-8b"], 1000, types)
    assert step.weight_bytes == 8_030_261_248
    assert step.kv_bytes == 1000 * 131_072
    assert list(step.kernel.work) == [Precision.BF16_TENSOR]
    assert decode_step(PRESETS["llama-3-8b"], 1000, with_types(BF16, kv="fp8")).kv_bytes == 1000 * 131_072 / 2


def test_vector_work_runs_beside_matrix_work() -> None:
    step = decode_step(PRESETS["llama-3-8b"], 1000, BF16)
    assert list(operation(step, "add_rms_norm").kernel.work) == [Precision.FP32]
    assert list(operation(step, "down").kernel.work) == [Precision.BF16_TENSOR]


@pytest.mark.parametrize(
    ("parameter", "context", "batch"),
    [("context", -1, 1), ("context", 1.5, 1), ("context", 1e9, 1), ("batch", 1, 0), ("batch", 1, float("nan"))],
)
def test_senseless_steps_are_refused(parameter: str, context: float, batch: float) -> None:
    with pytest.raises(ParameterError) as caught:
        decode_step(find_model("gpt-2"), context, BF16, batch)
    assert caught.value.parameter == parameter
    with pytest.raises(ParameterError, match="tokens"):
        prefill_step(find_model("gpt-2"), 0, BF16)
