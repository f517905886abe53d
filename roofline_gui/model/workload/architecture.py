"""The shape of a transformer: all that its arithmetic depends on."""

from dataclasses import dataclass, fields
from enum import Enum
from typing import TypeAlias

from roofline_gui.model.workload.parameters import ParameterError

LARGEST_COUNT = 10**9  # no count of a real model comes near it
_MAY_BE_ZERO = frozenset({"shared", "dense_layers", "sliding_layers"})


@dataclass(frozen=True, slots=True)
class GroupedQuery:
    """Attention in which `heads` query heads of `width` share `kv_heads` KV heads."""

    heads: int
    kv_heads: int
    width: int
    qkv_bias: bool = False
    output_bias: bool = False
    sinks: bool = False
    qk_norm: bool = False

    @property
    def cache_width(self) -> int:
        """Values that one token leaves in the cache of one layer: a key and a value per KV head."""
        return 2 * self.kv_heads * self.width


@dataclass(frozen=True, slots=True)
class Latent:
    """Multi-head latent attention: the cache holds one latent vector and one rotary key per token, for all heads.

    query_rank: None where queries are not compressed. plain, rotary, value: widths per head of the keys' two parts and
    of the values.
    """

    heads: int
    query_rank: int | None
    kv_rank: int
    plain: int
    rotary: int
    value: int

    @property
    def cache_width(self) -> int:
        """Values that one token leaves in the cache of one layer."""
        return self.kv_rank + self.rotary


Attention: TypeAlias = GroupedQuery | Latent


@dataclass(frozen=True, slots=True)
class Mixture:
    """Mixture of experts in all layers but the first `dense_layers`: each token passes `top` of `experts` and all
    `shared` ones. correction: one stored value per expert that only steers the choice.
    """

    experts: int
    top: int
    width: int
    shared: int = 0
    dense_layers: int = 0
    router_bias: bool = False
    correction: bool = False


class Norm(Enum):
    """How rows are normalised; a layer norm learns a shift beside the scale."""

    RMS = "rms"
    LAYER = "layer"


@dataclass(frozen=True, slots=True)
class Architecture:
    """One decoder-only transformer.

    mlp_width: width of a dense MLP; gated: with a second matrix beside it, multiplied in. activation: name of its
    function. window: tokens that the `sliding_layers` see. learned_positions: whether positions are a table of
    `max_positions` rows.
    """

    name: str
    hidden: int
    layers: int
    vocabulary: int
    attention: Attention
    mlp_width: int
    gated: bool = True
    activation: str = "silu"
    mlp_bias: bool = False
    mixture: Mixture | None = None
    norm: Norm = Norm.RMS
    norms_per_layer: int = 2
    tied_head: bool = False
    learned_positions: bool = False
    max_positions: int | None = None
    window: int | None = None
    sliding_layers: int = 0

    @property
    def dense_layers(self) -> int:
        """Layers with a dense MLP."""
        return self.layers if self.mixture is None else self.mixture.dense_layers

    @property
    def tables(self) -> int:
        """Parameters of which a step reads single rows: positions, and the embedding unless it is the head too."""
        embedding = 0 if self.tied_head else self.vocabulary * self.hidden
        positions = (self.max_positions or 0) * self.hidden if self.learned_positions else 0
        return embedding + positions


def check_architecture(shape: Architecture) -> None:
    """Check what the types do not say: counts within limits that fit to one another.

    Raises:
        ParameterError: one does not; the parameter is its place (``attention.kv_heads``).
    """
    for place, part in (("", shape), ("attention.", shape.attention), ("mixture.", shape.mixture)):
        for field in () if part is None else fields(part):
            count = getattr(part, field.name)
            least = 0 if field.name in _MAY_BE_ZERO else 1
            if isinstance(count, int) and not isinstance(count, bool) and not least <= count <= LARGEST_COUNT:
                what = f"expected a whole number from {least} to 10⁹, not {count}."
                raise ParameterError(f"{place}{field.name}", what)
    attention, mixture = shape.attention, shape.mixture
    if isinstance(attention, GroupedQuery) and attention.heads % attention.kv_heads:
        what = f"{attention.heads} heads cannot share {attention.kv_heads} KV heads evenly."
        raise ParameterError("attention.kv_heads", what)
    if mixture is not None and mixture.top > mixture.experts:
        raise ParameterError("mixture.top", f"more than the {mixture.experts} experts there are.")
    if mixture is not None and mixture.dense_layers > shape.layers:
        raise ParameterError("mixture.dense_layers", f"more than the {shape.layers} layers there are.")
    if shape.sliding_layers > shape.layers:
        raise ParameterError("sliding_layers", f"more than the {shape.layers} layers there are.")
    if shape.sliding_layers and shape.window is None:
        raise ParameterError("window", "missing: layers slide.")
