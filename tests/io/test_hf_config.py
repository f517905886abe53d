"""Hugging Face configurations: what the file leaves to the class, and every complaint at its key."""

import json
from pathlib import Path
from typing import Any

import pytest

from roofline_gui.io.hf_config import ConfigError, architecture, read_config
from roofline_gui.io.strict_json import JsonError
from roofline_gui.model.workload.architecture import GroupedQuery, Latent

LLAMA: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "max_position_embeddings": 8192,
}
MIXTRAL = {**LLAMA, "model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2}
QWEN_MOE = {**LLAMA, "model_type": "qwen3_moe", "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 9}
DEEPSEEK = {
    **LLAMA,
    "model_type": "deepseek_v3",
    "q_lora_rank": 1536,
    "kv_lora_rank": 512,
    "qk_nope_head_dim": 128,
    "qk_rope_head_dim": 64,
    "v_head_dim": 128,
    "n_routed_experts": 256,
    "num_experts_per_tok": 8,
    "moe_intermediate_size": 2048,
    "first_k_dense_replace": 3,
}
FALCON = {
    "model_type": "falcon",
    "hidden_size": 4544,
    "num_attention_heads": 71,
    "num_hidden_layers": 32,
    "vocab_size": 65024,
    "num_kv_heads": 71,
    "multi_query": True,
}
GPT2 = {"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024, "vocab_size": 50257}


def grouped(config: dict[str, Any]) -> GroupedQuery:
    attention = architecture(config, "x").attention
    assert isinstance(attention, GroupedQuery)
    return attention


def test_heads_without_groups_and_with_a_width_of_their_own() -> None:
    assert grouped({**LLAMA, "num_key_value_heads": None}).kv_heads == 32
    assert grouped(LLAMA).width == 128
    assert grouped({**LLAMA, "head_dim": 64}).width == 64


def test_biases() -> None:
    assert (grouped(LLAMA).qkv_bias, grouped(LLAMA).output_bias) == (False, False)
    biased = grouped({**LLAMA, "attention_bias": True})
    assert (biased.qkv_bias, biased.output_bias) == (True, True)
    qwen = grouped({**LLAMA, "model_type": "qwen2"})
    assert (qwen.qkv_bias, qwen.output_bias) == (True, False)


def test_tied_heads_by_class_and_by_file() -> None:
    assert not architecture(LLAMA, "x").tied_head
    assert architecture({**LLAMA, "tie_word_embeddings": True}, "x").tied_head
    gemma = {**LLAMA, "model_type": "gemma2", "sliding_window": 4096}
    assert architecture(gemma, "x").tied_head
    assert architecture(FALCON, "x").tied_head
    assert architecture(GPT2, "x").tied_head


@pytest.mark.parametrize(
    ("config", "window", "sliding"),
    [
        (LLAMA | {"sliding_window": 4096}, None, 0),  # the class has no window
        (LLAMA | {"model_type": "mistral", "sliding_window": 4096}, 4096, 32),
        (LLAMA | {"model_type": "mistral", "sliding_window": None}, None, 0),
        (LLAMA | {"model_type": "gemma2", "sliding_window": 4096, "num_hidden_layers": 5}, 4096, 3),
        (LLAMA | {"model_type": "qwen2", "sliding_window": 4096, "use_sliding_window": False}, None, 0),
        (LLAMA | {"model_type": "qwen2", "sliding_window": 4096}, None, 0),
        (
            LLAMA
            | {"model_type": "qwen2", "sliding_window": 4096, "use_sliding_window": True, "max_window_layers": 28},
            4096,
            4,
        ),
        (
            LLAMA
            | {
                "model_type": "qwen3",
                "sliding_window": 512,
                "num_hidden_layers": 3,
                "layer_types": ["sliding_attention", "sliding_attention", "full_attention"],
            },
            512,
            2,
        ),
    ],
)
def test_windows(config: dict[str, Any], window: int | None, sliding: int) -> None:
    found = architecture(config, "x")
    assert (found.window, found.sliding_layers) == (window, sliding)


def test_falcon_has_one_kv_head_unless_it_is_the_newer_decoder() -> None:
    assert grouped(FALCON).kv_heads == 1
    assert architecture(FALCON, "x").norms_per_layer == 1
    newer = {**FALCON, "new_decoder_architecture": True, "hidden_size": 8192, "num_attention_heads": 128}
    assert grouped({**newer, "num_kv_heads": 8}).kv_heads == 8
    assert architecture({**newer, "num_kv_heads": 8}, "x").norms_per_layer == 2
    assert grouped({**FALCON, "multi_query": False}).kv_heads == 71
    older = {k: v for k, v in FALCON.items() if k != "num_hidden_layers"}
    assert architecture({**older, "n_layer": 32}, "x").layers == 32


def test_latent_attention_without_compressed_queries() -> None:
    attention = architecture({**DEEPSEEK, "q_lora_rank": None}, "x").attention
    assert isinstance(attention, Latent)
    assert attention.query_rank is None
    assert attention.cache_width == 512 + 64  # num_key_value_heads does not count


@pytest.mark.parametrize(
    ("config", "key", "words"),
    [
        ({}, "model_type", "missing"),
        ({**LLAMA, "model_type": "lama"}, "model_type", "did you mean “llama”"),
        ({**LLAMA, "model_type": 7}, "model_type", "expected text"),
        ({k: v for k, v in LLAMA.items() if k != "vocab_size"}, "vocab_size", "missing"),
        ({**LLAMA, "hidden_size": None}, "hidden_size", "missing"),
        ({**LLAMA, "hidden_size": "4096"}, "hidden_size", "whole number"),
        ({**LLAMA, "hidden_size": 4096.0}, "hidden_size", "whole number"),
        ({**LLAMA, "hidden_size": True}, "hidden_size", "whole number"),
        ({**LLAMA, "hidden_size": 0}, "hidden_size", "from 1"),
        ({**LLAMA, "num_hidden_layers": -1}, "num_hidden_layers", "from 1"),
        ({**LLAMA, "vocab_size": 10**400}, "vocab_size", "10⁹"),
        ({**LLAMA, "num_attention_heads": 33}, "num_key_value_heads", "evenly"),
        ({**LLAMA, "num_attention_heads": 24}, "num_attention_heads", "head_dim is missing"),
        ({**LLAMA, "tie_word_embeddings": "no"}, "tie_word_embeddings", "true or false"),
        ({**LLAMA, "model_type": "gemma2"}, "sliding_window", "missing"),
        ({**LLAMA, "model_type": "qwen3", "layer_types": ["full_attention"]}, "layer_types", "list of 32"),
        (
            {**LLAMA, "model_type": "qwen3", "num_hidden_layers": 2, "layer_types": ["full_attention", "linear"]},
            "layer_types[1]",
            "not understood",
        ),
        ({**LLAMA, "model_type": "qwen2", "use_sliding_window": True}, "max_window_layers", "missing"),
        ({**MIXTRAL, "num_experts_per_tok": 9}, "num_experts_per_tok", "more than the 8 experts"),
        ({k: v for k, v in MIXTRAL.items() if k != "num_local_experts"}, "num_local_experts", "missing"),
        ({**QWEN_MOE, "decoder_sparse_step": 2}, "decoder_sparse_step", "only 1 is understood"),
        ({**QWEN_MOE, "mlp_only_layers": [0]}, "mlp_only_layers", "only"),
        ({**DEEPSEEK, "moe_layer_freq": 2}, "moe_layer_freq", "only 1"),
        ({**DEEPSEEK, "attention_bias": True}, "attention_bias", "only false"),
        ({**DEEPSEEK, "first_k_dense_replace": 99}, "first_k_dense_replace", "more than the 32 layers"),
        ({**FALCON, "alibi": True}, "alibi", "only false"),
        ({**FALCON, "num_attention_heads": 70}, "num_attention_heads", "not a multiple"),
        ({**FALCON, "new_decoder_architecture": True, "num_kv_heads": 3}, "num_kv_heads", "evenly"),
        ({**GPT2, "n_head": 7}, "n_head", "not a multiple"),
    ],
)
def test_complaints_name_the_key(config: dict[str, Any], key: str, words: str) -> None:
    with pytest.raises(JsonError) as caught:
        architecture(config, "x")
    assert caught.value.place == key
    assert words in caught.value.what


def test_a_misspelled_key_is_suggested() -> None:
    config = {**{k: v for k, v in LLAMA.items() if k != "vocab_size"}, "vocabsize": 5}
    with pytest.raises(JsonError, match="did you mean “vocabsize”"):
        architecture(config, "x")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "my-model.json"
    path.write_text(json.dumps(LLAMA), encoding="utf-8")
    assert read_config(path).name == "my-model"
    path.write_text(json.dumps({**LLAMA, "_name_or_path": "org/model"}), encoding="utf-8")
    assert read_config(path).name == "org/model"
    for content, words in {
        "": "not valid JSON",
        "[1]": "expected an object",
        "{": "not valid JSON",
        '{"model_type": "llama"}': "num_hidden_layers: missing",
        "[" * 100_000: "nested too deeply",
    }.items():
        path.write_text(content, encoding="utf-8")
        with pytest.raises(ConfigError, match=r"my-model\.json") as caught:
            read_config(path)
        assert words in str(caught.value)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        read_config(path)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path / "missing.json")
