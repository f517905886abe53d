"""The shape of a transformer from a Hugging Face `config.json`, with what the file leaves to the model class filled in.

What a class implies (biases, norms, tied heads, windows) is written down per `model_type` below. A type that is not
there is refused, because guessing it would give wrong figures without a word.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from roofline_gui.io.strict_json import JsonError, decode_json, suggestion
from roofline_gui.model.workload.architecture import LARGEST_COUNT, Architecture, GroupedQuery, Latent, Mixture, Norm

CONFIG_NAME = "config.json"
LARGEST_CONFIG = 16 << 20  # bytes; real ones have a few thousand


class ConfigError(ValueError):
    """A `config.json` that cannot be used: the `path`, the key as `place`, and what is `wrong`."""

    def __init__(self, path: Path, wrong: str, place: str = "") -> None:
        super().__init__(f"{path}, {place}: {wrong}" if place else f"{path}: {wrong}")
        self.path = path
        self.place = place
        self.wrong = wrong

    @property
    def reason(self) -> str:
        """What is wrong with the file, as a sentence."""
        return f"{self.place}: {self.wrong}." if self.place else f"{self.wrong[0].upper()}{self.wrong[1:]}."


def read_config(path: Path) -> Architecture:
    """Read a `config.json`, or the one in a folder; the model is named as the file says, else after its folder or file.

    Raises:
        ConfigError: the file cannot be read, is no JSON, or does not describe a transformer that is understood.
    """
    if path.is_dir():
        if not (path / CONFIG_NAME).exists():
            raise ConfigError(path, f"this folder has no {CONFIG_NAME}")
        path = path / CONFIG_NAME
    if path.exists() and not path.is_file():
        raise ConfigError(path, "this is no file")
    try:
        if path.stat().st_size > LARGEST_CONFIG:
            raise ConfigError(path, f"too large for a model's configuration ({path.stat().st_size / 1e6:,.0f} MB)")
        config: dict[str, Any] = decode_json(path.read_bytes(), dict[str, Any])
        named = config.get("_name_or_path")
        return architecture(config, named if isinstance(named, str) and named else _name_after(path))
    except OSError as error:
        raise ConfigError(path, f"the file cannot be read ({error.strerror})") from error
    except JsonError as problem:
        raise ConfigError(path, problem.what, problem.place) from problem


def _name_after(path: Path) -> str:
    """What a model is called after its folder, or after its repository in the cache of the Hugging Face hub."""
    if path.name != CONFIG_NAME:
        return path.stem
    folder = path.parent.resolve()  # not the file: in the cache it is a link to a blob
    repository = next((part for part in folder.parts if part.startswith("models--")), "")  # models--owner--name
    return repository.rpartition("--")[2] or folder.name


def architecture(config: Mapping[str, Any], name: str) -> Architecture:
    """The architecture that a config describes.

    Raises:
        JsonError: an unknown `model_type`, a missing key or a value that does not fit; its `place` is the key.
    """
    keys = _Keys(config)
    kind = keys.text("model_type")
    if kind not in _FAMILIES:
        known = ", ".join(sorted(_FAMILIES))
        raise JsonError(f"“{kind}” is not understood{suggestion(kind, _FAMILIES)} (known: {known})", "model_type")
    return _FAMILIES[kind](keys, name)


class _Keys:
    """Typed access to the keys of a config; every complaint names the key."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self._config = config

    def has(self, key: str) -> bool:
        """Whether the key is there and not null."""
        return self._config.get(key) is not None

    def text(self, key: str) -> str:
        value = self._get(key)
        if not isinstance(value, str):
            raise JsonError(f"expected text, found {_shown(value)}", key)
        return value

    def count(self, key: str, *other_names: str, default: int | None = None, smallest: int = 1) -> int:
        """A whole number under the first name that is there."""
        key = next((k for k in (key, *other_names) if self.has(k)), key)
        if default is not None and not self.has(key):
            return default
        value = self._get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not smallest <= value <= LARGEST_COUNT:
            raise JsonError(f"expected a whole number from {smallest} to 10⁹, found {_shown(value)}", key)
        return value

    def flag(self, key: str, default: bool) -> bool:
        if not self.has(key):
            return default
        value = self._get(key)
        if not isinstance(value, bool):
            raise JsonError(f"expected true or false, found {_shown(value)}", key)
        return value

    def only(self, key: str, *understood: object) -> None:
        """Refuse any value of `key` but the understood ones; null and a missing key are fine."""
        if self.has(key) and self._config[key] not in understood:
            shown = " or ".join(_shown(value) for value in understood)
            raise JsonError(f"only {shown} is understood, found {_shown(self._config[key])}", key)

    def sliding_layers(self, layers: int) -> int | None:
        """Layers that `layer_types` marks as sliding; None where the key is not there."""
        if not self.has("layer_types"):
            return None
        types = self._get("layer_types")
        if not isinstance(types, list) or len(types) != layers:
            raise JsonError(f"expected a list of {layers} layer types", "layer_types")
        for i, kind in enumerate(types):
            if kind not in ("sliding_attention", "full_attention"):
                raise JsonError(f"{_shown(kind)} is not understood", f"layer_types[{i}]")
        return types.count("sliding_attention")

    def _get(self, key: str) -> Any:
        if not self.has(key):
            raise JsonError(f"missing{suggestion(key, self._config)}", key)
        return self._config[key]


def _shown(value: object) -> str:
    text = "true" if value is True else "false" if value is False else repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _heads(keys: _Keys, kv_heads_default: bool = False) -> tuple[int, int, int]:
    """Query heads, KV heads and their width. The width is read where it is written: it need not be hidden / heads."""
    hidden, heads = keys.count("hidden_size"), keys.count("num_attention_heads")
    kv_heads = keys.count("num_key_value_heads", default=heads if kv_heads_default else None)
    if heads % kv_heads:
        raise JsonError(f"{heads} heads cannot share {kv_heads} KV heads evenly", "num_key_value_heads")
    if not keys.has("head_dim") and hidden % heads:
        raise JsonError(f"hidden_size {hidden} is not a multiple of it, and head_dim is missing", "num_attention_heads")
    return heads, kv_heads, keys.count("head_dim", default=hidden // heads)


def _activation(keys: _Keys, usual: str) -> str:
    """The activation function without its flavour: ``gelu`` for ``gelu_pytorch_tanh``."""
    for key in ("hidden_activation", "hidden_act", "activation_function", "activation"):
        if keys.has(key):
            return keys.text(key).split("_")[0]
    return usual


def _window(keys: _Keys, layers: int, sliding: int) -> tuple[int | None, int]:
    """The window and the layers that have it; `layer_types` overrides `sliding`, what the class does without it."""
    listed = keys.sliding_layers(layers)
    sliding = sliding if listed is None else listed
    return (keys.count("sliding_window"), sliding) if sliding else (None, 0)


def _every_layer(keys: _Keys, layers: int) -> int:
    return layers if keys.has("sliding_window") else 0


def _no_layer(keys: _Keys, layers: int) -> int:
    return 0


def _every_other_layer(keys: _Keys, layers: int) -> int:
    return (layers + 1) // 2  # the first layer slides


def _layers_if_switched_on(keys: _Keys, layers: int) -> int:
    """Qwen: a window in the file counts only where `use_sliding_window` is true, from layer `max_window_layers` on."""
    if not keys.flag("use_sliding_window", False):
        return 0
    return max(0, layers - keys.count("max_window_layers", smallest=0))


def _llama_like(
    sliding: Callable[[_Keys, int], int] = _no_layer,
    qkv_bias: bool | None = None,
    qk_norm: bool = False,
    sinks: bool = False,
    norms_per_layer: int = 2,
    tied: bool = False,
    mixture: Callable[[_Keys], Mixture] | None = None,
) -> Callable[[_Keys, str], Architecture]:
    """Reader of the families around Llama: RMS norm, gated MLP, grouped heads. The output has a bias where
    `attention_bias` says so, and so have q, k and v unless `qkv_bias` says what the class does.
    """

    def read(keys: _Keys, name: str) -> Architecture:
        layers = keys.count("num_hidden_layers")
        heads, kv_heads, width = _heads(keys, kv_heads_default=True)
        biased = keys.flag("attention_bias", False)
        window, sliding_layers = _window(keys, layers, sliding(keys, layers))
        return Architecture(
            name=name,
            hidden=keys.count("hidden_size"),
            layers=layers,
            vocabulary=keys.count("vocab_size"),
            attention=GroupedQuery(
                heads, kv_heads, width, biased if qkv_bias is None else qkv_bias, biased, sinks=sinks, qk_norm=qk_norm
            ),
            mlp_width=keys.count("intermediate_size"),
            activation=_activation(keys, "silu"),
            mlp_bias=keys.flag("mlp_bias", sinks),  # gpt-oss, which has the sinks, has biases in its experts
            mixture=None if mixture is None else mixture(keys),
            norms_per_layer=norms_per_layer,
            tied_head=keys.flag("tie_word_embeddings", tied),
            max_positions=keys.count("max_position_embeddings"),
            window=window,
            sliding_layers=sliding_layers,
        )

    return read


def _experts(keys: _Keys, experts: int, width: int, **more: Any) -> Mixture:
    top = keys.count("num_experts_per_tok", "experts_per_token")
    if top > experts:
        raise JsonError(f"more than the {experts} experts there are", "num_experts_per_tok")
    return Mixture(experts, top, width, **more)


def _mixtral(keys: _Keys) -> Mixture:
    return _experts(keys, keys.count("num_local_experts"), keys.count("intermediate_size"))


def _gpt_oss(keys: _Keys) -> Mixture:
    return _experts(keys, keys.count("num_local_experts"), keys.count("intermediate_size"), router_bias=True)


def _qwen_moe(keys: _Keys) -> Mixture:
    keys.only("decoder_sparse_step", 1)
    keys.only("mlp_only_layers", [])
    return _experts(keys, keys.count("num_experts"), keys.count("moe_intermediate_size"))


def _deepseek(keys: _Keys, name: str) -> Architecture:
    """Multi-head latent attention; `num_key_value_heads` says nothing about its cache."""
    keys.only("attention_bias", False)
    keys.only("moe_layer_freq", 1)
    layers = keys.count("num_hidden_layers")
    mixture = _experts(
        keys,
        keys.count("n_routed_experts"),
        keys.count("moe_intermediate_size"),
        shared=keys.count("n_shared_experts", default=0, smallest=0),
        dense_layers=keys.count("first_k_dense_replace", smallest=0),
        correction=True,
    )
    if mixture.dense_layers > layers:
        raise JsonError(f"more than the {layers} layers there are", "first_k_dense_replace")
    return Architecture(
        name=name,
        hidden=keys.count("hidden_size"),
        layers=layers,
        vocabulary=keys.count("vocab_size"),
        attention=Latent(
            heads=keys.count("num_attention_heads"),
            query_rank=keys.count("q_lora_rank") if keys.has("q_lora_rank") else None,
            kv_rank=keys.count("kv_lora_rank"),
            plain=keys.count("qk_nope_head_dim"),
            rotary=keys.count("qk_rope_head_dim"),
            value=keys.count("v_head_dim"),
        ),
        mlp_width=keys.count("intermediate_size"),
        activation=_activation(keys, "silu"),
        mixture=mixture,
        tied_head=keys.flag("tie_word_embeddings", False),
        max_positions=keys.count("max_position_embeddings"),
    )


def _gpt2(keys: _Keys, name: str) -> Architecture:
    """Biases everywhere, learned positions, the embedding as head."""
    hidden, heads = keys.count("n_embd"), keys.count("n_head")
    if hidden % heads:
        raise JsonError(f"n_embd {hidden} is not a multiple of it", "n_head")
    return Architecture(
        name=name,
        hidden=hidden,
        layers=keys.count("n_layer"),
        vocabulary=keys.count("vocab_size"),
        attention=GroupedQuery(heads, heads, hidden // heads, qkv_bias=True, output_bias=True),
        mlp_width=keys.count("n_inner", default=4 * hidden),
        gated=False,
        activation=_activation(keys, "gelu"),
        mlp_bias=True,
        norm=Norm.LAYER,
        tied_head=keys.flag("tie_word_embeddings", True),
        learned_positions=True,
        max_positions=keys.count("n_positions"),
    )


def _falcon(keys: _Keys, name: str) -> Architecture:
    """One KV head with `multi_query`, whatever `num_kv_heads` says, unless it is the newer decoder."""
    keys.only("alibi", False)
    hidden = keys.count("hidden_size")
    heads = keys.count("num_attention_heads", "n_head")
    if hidden % heads:
        raise JsonError(f"hidden_size {hidden} is not a multiple of it", "num_attention_heads")
    newer, biased = keys.flag("new_decoder_architecture", False), keys.flag("bias", False)
    if newer:
        kv_heads = keys.count("num_kv_heads", default=heads)
    else:
        kv_heads = 1 if keys.flag("multi_query", True) else heads
    if heads % kv_heads:
        raise JsonError(f"{heads} heads cannot share {kv_heads} KV heads evenly", "num_kv_heads")
    one_norm = keys.flag("parallel_attn", True) and not newer
    return Architecture(
        name=name,
        hidden=hidden,
        layers=keys.count("num_hidden_layers", "n_layer"),
        vocabulary=keys.count("vocab_size"),
        attention=GroupedQuery(heads, kv_heads, hidden // heads, qkv_bias=biased, output_bias=biased),
        mlp_width=keys.count("ffn_hidden_size", default=4 * hidden),
        gated=False,
        activation=_activation(keys, "gelu"),
        mlp_bias=biased,
        norm=Norm.LAYER,
        norms_per_layer=keys.count("num_ln_in_parallel_attn", default=1 if one_norm else 2),
        tied_head=keys.flag("tie_word_embeddings", True),
        max_positions=keys.count("max_position_embeddings", default=2048),
    )


_FAMILIES: Mapping[str, Callable[[_Keys, str], Architecture]] = {
    "deepseek_v3": _deepseek,
    "falcon": _falcon,
    "gemma2": _llama_like(_every_other_layer, norms_per_layer=4, tied=True),
    "gpt2": _gpt2,
    "gpt_oss": _llama_like(_every_other_layer, sinks=True, mixture=_gpt_oss),
    "llama": _llama_like(),
    "mistral": _llama_like(_every_layer),
    "mixtral": _llama_like(_every_layer, mixture=_mixtral),
    "phi3": _llama_like(_every_layer),
    "qwen2": _llama_like(_layers_if_switched_on, qkv_bias=True),
    "qwen3": _llama_like(_layers_if_switched_on, qk_norm=True),
    "qwen3_moe": _llama_like(_layers_if_switched_on, qk_norm=True, mixture=_qwen_moe),
}
