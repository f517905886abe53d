"""The bundled models: parameter counts, bytes and FLOP of their steps, as worked out apart from this program."""

import json
from pathlib import Path
from typing import Any

import pytest

from roofline_gui.io.hf_config import ConfigError
from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.model_presets import UnknownModelError, find_model, load_presets
from roofline_gui.model.roofline import Resource
from roofline_gui.model.workload.architecture import GroupedQuery, Latent
from roofline_gui.model.workload.calculation import calculate
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.step import decode_step, prefill_step
from roofline_gui.resources import resource_path

# Worked out from the public configurations with another program, checked against the model classes of `transformers`.
KNOWN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "transformer_steps.json").read_text("utf-8"))
PRESETS = {preset.id: preset for preset in load_presets()}
H100 = next(machine for machine in load_catalogue().machines if machine.id == "h100-sxm")
BF16 = element_types("bf16")


def test_all_models_are_there_with_their_sources() -> None:
    assert set(PRESETS) == set(KNOWN)
    assert len(PRESETS) == 17
    for preset in PRESETS.values():
        assert preset.source
        assert preset.source_where
        assert preset.published.source
        assert preset.published.total == KNOWN[preset.id]["published"]


@pytest.mark.parametrize("model", KNOWN)
def test_shape(model: str) -> None:
    shape, expected = PRESETS[model].architecture, KNOWN[model]["shape"]
    assert shape.hidden == expected["hidden_size"]
    assert shape.layers == expected["num_hidden_layers"]
    assert shape.vocabulary == expected["vocab_size"]
    assert shape.mlp_width == expected["intermediate_size"]
    assert shape.gated is expected["gated"]
    assert expected["hidden_act"].startswith(shape.activation)
    assert shape.mlp_bias is expected["mlp_bias"]
    assert shape.norm.value == expected["norm"]
    assert shape.norms_per_layer == expected["norms_per_layer"]
    assert shape.tied_head is expected["tie_word_embeddings"]
    assert shape.learned_positions is expected["learned_positions"]
    assert shape.max_positions == expected["max_position_embeddings"]
    assert shape.window == expected["sliding_window"]
    assert shape.sliding_layers == expected["sliding_layers"]
    attention = shape.attention
    assert attention.heads == expected["num_attention_heads"]
    if isinstance(attention, GroupedQuery):
        assert attention.kv_heads == expected["num_key_value_heads"]
        assert attention.width == expected["head_dim"]
        assert attention.qkv_bias is ("qkv" in expected["attention_bias_on"])
        assert attention.output_bias is ("o" in expected["attention_bias_on"])
        assert attention.sinks is expected["attention_sinks"]
        assert attention.qk_norm is expected["qk_norm"]
    else:
        assert isinstance(attention, Latent)
        assert attention.kv_rank == expected["kv_lora_rank"]
        assert attention.query_rank == expected["q_lora_rank"]
        assert (attention.plain, attention.rotary, attention.value) == (
            expected["qk_nope_head_dim"],
            expected["qk_rope_head_dim"],
            expected["v_head_dim"],
        )
    if shape.mixture is None:
        assert "num_experts" not in expected
    else:
        assert shape.mixture.experts == expected["num_experts"]
        assert shape.mixture.top == expected["num_experts_per_tok"]
        assert shape.mixture.width == expected["moe_intermediate_size"]
        assert shape.mixture.shared == expected["n_shared_experts"]
        assert shape.mixture.dense_layers == expected["first_k_dense_replace"]
        assert shape.mixture.router_bias is expected["router_bias"]
        assert shape.mixture.correction is expected["router_correction"]


@pytest.mark.parametrize("model", KNOWN)
def test_parameters_bytes_and_flop_per_token(model: str) -> None:
    known = KNOWN[model]
    empty, one = (calculate(decode_step(PRESETS[model].architecture, c, BF16).kernel, H100) for c in (0, 1))
    step = decode_step(PRESETS[model].architecture, 1, BF16)
    assert step.parameters == known["parameters"]
    assert step.parameters == pytest.approx(known["published"], rel=0.012)
    assert step.weight_bytes == 2 * known["parameters"]
    assert empty.bytes == known["weight_bytes_at_batch_1"]
    assert empty.flop == known["matmul_flop_per_token"]
    assert one.flop - empty.flop == known["attention_flop_per_token_and_entry"]
    assert one.bytes - empty.bytes == step.kv_bytes == known["kv_bytes_per_token"]


@pytest.mark.parametrize("model", [model for model, known in KNOWN.items() if known["beyond_window"]])
def test_beyond_the_window_only_full_layers_grow(model: str) -> None:
    known = KNOWN[model]["beyond_window"]
    start = known["from_context"]
    at, after = (decode_step(PRESETS[model].architecture, start + more, BF16) for more in (0, 1))
    flop_at, flop_after = (calculate(step.kernel, H100).flop for step in (at, after))
    assert flop_after - flop_at == known["attention_flop_per_token_per_context_token"]
    assert after.kv_bytes - at.kv_bytes == known["kv_bytes_per_token"]


@pytest.mark.parametrize(
    ("model", "golden"),
    [
        pytest.param(model, golden, id=f"{model} b={golden['batch']} c={golden['context']}")
        for model, known in KNOWN.items()
        for golden in known["steps"]
    ],
)
def test_golden_decode_steps(model: str, golden: dict[str, Any]) -> None:
    step = decode_step(PRESETS[model].architecture, golden["context"], BF16, golden["batch"])
    found = calculate(step.kernel, H100)
    assert found.flop == golden["W"]
    assert found.bytes == pytest.approx(golden["Q"], abs=1)
    assert step.kv_bytes == golden["Q_kv"]
    assert found.bound_time == pytest.approx(golden["t_roof"], rel=1e-9)
    assert found.resource is (Resource.DRAM if golden["bound"] == "memory" else Resource.TENSOR)


def test_golden_prefill() -> None:
    step = prefill_step(find_model("llama-3-8b"), 2048, BF16)
    found = calculate(step.kernel, H100)
    assert found.flop == 29_688_401_494_016
    assert found.bytes == 15_295_062_016
    assert step.tokens == 2048


def test_models_are_found_by_id_file_and_folder(tmp_path: Path) -> None:
    assert find_model(" Llama-3-8B ").name == "Llama-3-8B"
    config = tmp_path / "config.json"
    config.write_text(json.dumps(PRESETS["gpt-2"].config), encoding="utf-8")
    for text in (str(config), str(tmp_path)):
        assert find_model(text).hidden == 768
        assert find_model(text).name == tmp_path.name


def test_an_unknown_model_is_answered_with_those_spelled_nearly_so() -> None:
    with pytest.raises(UnknownModelError, match=r"Did you mean llama-3-70b\?"):
        find_model("llama-3-70")
    with pytest.raises(ConfigError, match="cannot be read"):
        find_model("no/such/config.json")


def test_a_damaged_preset_is_named_with_its_key(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(json.dumps({"id": "x"}), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"broken\.json: “name” is missing"):
        load_presets(tmp_path)
    bundled = json.loads(resource_path("models", "gpt-2.json").read_text("utf-8"))
    bundled["config"]["n_layer"] = "twelve"
    path.write_text(json.dumps(bundled), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"broken\.json, config\.n_layer: expected a whole number"):
        load_presets(tmp_path)
