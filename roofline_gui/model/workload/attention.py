"""Attention over a whole prompt and over a cache, and whole models by their parameter count."""

from roofline_gui.model.units import Unit
from roofline_gui.model.workload.elements import Element, Engine
from roofline_gui.model.workload.formula import Formula, Variant
from roofline_gui.model.workload.parameters import Parameter, ParameterError, Role

_HEADS = Parameter("heads", "query heads", default=1)
_KV_HEADS = Parameter("kv_heads", "KV heads", optional=True, unset="one per head")
_WIDTH = Parameter("d", "width of a head")


def _share_heads(values: dict[str, float]) -> dict[str, float]:
    """KV heads filled in; each is shared by the same number of query heads."""
    kv_heads = values.get("kv_heads", values["heads"])
    if values["heads"] % kv_heads:
        raise ParameterError("kv_heads", f"{values['heads']:.0f} heads cannot share {kv_heads:.0f} KV heads evenly.")
    return {**values, "kv_heads": kv_heads}


def _count_pairs(values: dict[str, float]) -> dict[str, float]:
    """Query–key pairs per head: S², half of them under a causal mask."""
    pairs = values["seq"] ** 2 / (2 if values["causal"] else 1)
    return {**_share_heads(values), "pairs": pairs}


ATTENTION = Formula(
    id="attention",
    name="Attention, prefill",
    title="Attention of a prompt (prefill): two products per head and the softmax between them",
    parameters=(
        Parameter("seq", "tokens (of the sequence)", largest=1e7),
        _WIDTH,
        _HEADS,
        _KV_HEADS,
        Parameter("causal", "half the pairs: tokens see only those before them", default=0, smallest=0, switch=True),
    ),
    variants=(
        Variant(
            "fused",
            "fused (flash)",
            "Fused: Q, K, V and the result move once, the score matrix stays on the chip.",
            work="4*b*heads*d*pairs",
            traffic={Role.ACTIVATIONS: "b*(2*heads + 2*kv_heads)*seq*d*s"},
            special="b*heads*pairs",
        ),
        Variant(
            "unfused",
            "unfused",
            "Unfused: Q, K, V and the result move once, and scores and probabilities, "
            "S×S per head each, are written and read.",
            work="4*b*heads*d*pairs",
            traffic={Role.ACTIVATIONS: "b*(2*heads + 2*kv_heads)*seq*d*s + 4*b*heads*seq^2*s"},
            special="b*heads*pairs",
        ),
    ),
    engine=Engine.MATRIX,
    dtype=Element.BF16,
    derive=_count_pairs,
)

ATTENTION_DECODE = Formula(
    id="attention_decode",
    name="Attention, decode",
    title="Attention of one new token per sequence over its KV cache",
    parameters=(Parameter("context", "tokens (in the cache of each sequence)"), _WIDTH, _HEADS, _KV_HEADS),
    variants=(
        Variant(
            "shared",
            "KV cache once",
            "The KV cache is read once, query heads share their KV head; query, result and the new entry are left out.",
            work="4*b*heads*d*context",
            traffic={Role.KV: "2*b*kv_heads*d*context*s_kv"},
            special="b*heads*context",
        ),
        Variant(
            "unshared",
            "KV cache once per query head",
            "Every query head reads its KV head anew; query, result and the new entry are left out.",
            work="4*b*heads*d*context",
            traffic={Role.KV: "2*b*heads*d*context*s_kv"},
            special="b*heads*context",
        ),
    ),
    engine=Engine.MATRIX,
    dtype=Element.BF16,
    derive=_share_heads,
)

_PARAMETERS = Parameter("params", "parameters (those that a token passes, the active ones)", largest=1e15)

DECODE = Formula(
    id="decode",
    name="Decode step",
    title="Decode step of a whole model: one token per sequence",
    parameters=(
        _PARAMETERS,
        Parameter(
            "kv_bytes",
            "KV cache of one sequence",
            Unit.BYTE,
            default=0,
            whole=False,
            smallest=0,
            stored_as=Role.KV,
        ),
    ),
    variants=(
        Variant(
            "once",
            "weights and KV cache once",
            "Every weight is read once for the whole batch, every KV cache once; activations stay on the chip.",
            work="2*b*params",
            traffic={Role.WEIGHTS: "params*s_w", Role.KV: "b*kv_bytes"},
            special=None,
        ),
        Variant(
            "per_sequence",
            "weights again for every sequence",
            "No batching: every sequence reads all weights again.",
            work="2*b*params",
            traffic={Role.WEIGHTS: "b*params*s_w", Role.KV: "b*kv_bytes"},
            special=None,
        ),
    ),
    engine=Engine.MATRIX,
    dtype=Element.BF16,
    tokens="1",
)

PREFILL = Formula(
    id="prefill",
    name="Prefill",
    title="Prefill of a whole model: all tokens of the prompt at once",
    parameters=(
        _PARAMETERS,
        Parameter("tokens", "tokens of the prompt"),
        Parameter(
            "activation_bytes",
            "activations that pass DRAM per token",
            Unit.BYTE,
            default=0,
            whole=False,
            smallest=0,
            stored_as=Role.ACTIVATIONS,
        ),
    ),
    variants=(
        Variant(
            "once",
            "weights once",
            "Every weight is read once for all tokens. Attention is not in it: name a model to have it counted.",
            work="2*b*tokens*params",
            traffic={Role.WEIGHTS: "params*s_w", Role.ACTIVATIONS: "b*tokens*activation_bytes"},
            special=None,
        ),
    ),
    engine=Engine.MATRIX,
    dtype=Element.BF16,
    tokens="tokens",
)
