"""The operations of a transformer step, in the order in which a token passes them.

Weights and cache are counted as in the step's total. Activations are counted as if every operation were a kernel of its
own that reads its input from DRAM and writes its result there; the step's total leaves them out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from roofline_gui.model.workload.architecture import Architecture, GroupedQuery, Latent, Mixture, Norm
from roofline_gui.model.workload.elements import ElementTypes, Engine
from roofline_gui.model.workload.formula import Variant, build
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.parameters import Role

_OWN_KERNEL = "A kernel of its own: weights once, input read and result written once."


class Part(Enum):
    """What an operation's work counts as in the step's total."""

    MATRIX = "matrix"
    ATTENTION = "attention"
    OTHER = "other"  # norms, activation functions, sampling: not counted, about 1 % of W or less


@dataclass(frozen=True, slots=True)
class Operation:
    """One kernel of a step and how often it runs, once per layer for most."""

    kernel: FormulaKernel
    count: int
    part: Part


@dataclass(frozen=True, slots=True)
class Span:
    """What one step does for each sequence: decode a token over `length` cached ones, or prefill `length` tokens."""

    decode: bool
    length: int

    @property
    def tokens(self) -> int:
        """New tokens per sequence."""
        return 1 if self.decode else self.length

    def pairs(self, window: int | None = None) -> int:
        """Query–key pairs per head, with at most `window` keys per query. A decoded token sees the cache and not itself
        (one in length + 1), a prompt its causal half.
        """
        seen = self.length if window is None else min(self.length, window)
        return seen if self.decode else seen * (seen + 1) // 2 + (self.length - seen) * seen

    def cached(self, window: int | None = None) -> int:
        """Cache entries per layer that a decode step reads, or that a prefill step writes."""
        return self.length if window is None or not self.decode else min(self.length, window)

    def resident(self, window: int | None = None) -> int:
        """Cache entries per layer that must be kept."""
        return self.length if window is None else min(self.length, window)


def operations(shape: Architecture, span: Span, types: ElementTypes, batch: int) -> tuple[Operation, ...]:
    """All operations of a step; kernels are per launch, their texts are written for `batch`.

    Source of the counts: the layer equations of the model families; see the formulas of each operation.
    """
    return tuple(_Step(shape, span, types, batch).operations())


class _Step:
    """Builds the operations of one step."""

    def __init__(self, shape: Architecture, span: Span, types: ElementTypes, batch: int) -> None:
        self._shape = shape
        self._span = span
        self._types = types
        self._batch = batch

    def operations(self) -> Iterator[Operation]:
        shape = self._shape
        yield self._embedding()
        norms = shape.norms_per_layer * shape.layers + 1  # the last one stands before the head
        yield self._norm(f"add_{shape.norm.value}_norm", shape.hidden, norms, residual=True)
        if isinstance(shape.attention, Latent):
            yield from self._latent_attention(shape.attention)
        else:
            yield from self._grouped_attention(shape.attention)
        if shape.dense_layers:
            yield from self._mlp("", shape.mlp_width, shape.dense_layers, shape.mlp_bias)
        if shape.mixture is not None:
            yield from self._mixture(shape.mixture, shape.layers - shape.dense_layers)
        yield self._projection("lm_head", shape.vocabulary, shape.hidden, 1, tokens=1)
        yield self._sampling()

    def _make(
        self, name: str, variant: Variant, count: int, part: Part, engine: Engine = Engine.MATRIX, **variables: float
    ) -> Operation:
        variables.setdefault("t", self._span.tokens)
        kernel = build(name, variant, variables, self._types, engine, self._batch)
        return Operation(kernel, count, part)

    def _embedding(self) -> Operation:
        tables = 2 if self._shape.learned_positions else 1
        variant = Variant(
            "rows",
            "rows looked up",
            "One row per token is read from each table and the result written.",
            traffic={Role.WEIGHTS: "b*t*tables*h*s_w", Role.ACTIVATIONS: "b*t*h*s"},
        )
        return self._make("embedding", variant, 1, Part.OTHER, Engine.SUMS, h=self._shape.hidden, tables=tables)

    def _norm(self, name: str, width: int, count: int, residual: bool = False, rows: int = 1) -> Operation:
        """A norm of `rows` rows per token; with the residual added before it, both sums are read and written."""
        layer = self._shape.norm is Norm.LAYER
        row = "b*t*rows" if rows > 1 else "b*t"
        variant = Variant(
            "fused",
            "fused",
            _OWN_KERNEL,
            work=f"{(7 if layer else 4) + residual}*{row}*h",
            traffic={
                Role.WEIGHTS: "2*h*s_w" if layer else "h*s_w",
                Role.ACTIVATIONS: f"{4 if residual else 2}*{row}*h*s",
            },
            special=row,
        )
        return self._make(name, variant, count, Part.OTHER, Engine.SUMS, h=width, rows=rows)

    def _projection(
        self, name: str, n: int, k: int, count: int, bias: int = 0, tokens: int | None = None
    ) -> Operation:
        """A product with an N×K weight matrix, and `bias` more weights."""
        variant = Variant(
            "once",
            "perfect reuse",
            _OWN_KERNEL,
            work="2*b*t*n*k",
            traffic={
                Role.WEIGHTS: "(n*k + bias)*s_w" if bias else "n*k*s_w",
                Role.ACTIVATIONS: "b*t*(n + k)*s",
            },
        )
        t = self._span.tokens if tokens is None else tokens
        return self._make(name, variant, count, Part.MATRIX, n=n, k=k, bias=bias, t=t)

    def _grouped_attention(self, attention: GroupedQuery) -> Iterator[Operation]:
        shape, layers = self._shape, self._shape.layers
        queries, keys = attention.heads * attention.width, attention.kv_heads * attention.width
        out = queries + 2 * keys
        yield self._projection("qkv_proj", out, shape.hidden, layers, bias=out if attention.qkv_bias else 0)
        if attention.qk_norm:
            yield self._norm("q_norm", attention.width, layers, rows=attention.heads)
            yield self._norm("k_norm", attention.width, layers, rows=attention.kv_heads)
        if full := layers - shape.sliding_layers:
            yield self._attention("attention", attention, None, full)
        if shape.sliding_layers:
            yield self._attention("attention_window", attention, shape.window, shape.sliding_layers)
        bias = shape.hidden if attention.output_bias else 0
        yield self._projection("o_proj", shape.hidden, queries, layers, bias=bias)

    def _attention(self, name: str, attention: GroupedQuery, window: int | None, count: int) -> Operation:
        cache = "read" if self._span.decode else "written"
        own = "2*b*heads*d*s" if self._span.decode else "b*t*(2*heads + 2*kv_heads)*d*s"
        variant = Variant(
            "fused",
            "fused",
            f"Fused; the KV cache is {cache} once, query heads share their KV head.",
            work="4*b*heads*d*pairs",
            traffic={
                Role.WEIGHTS: "sinks*s_w" if attention.sinks else "",
                Role.ACTIVATIONS: own,
                Role.KV: "2*b*kv_heads*d*entries*s_kv",
            },
            special="b*heads*pairs",
        )
        return self._make(
            name,
            variant,
            count,
            Part.ATTENTION,
            heads=attention.heads,
            kv_heads=attention.kv_heads,
            d=attention.width,
            sinks=attention.heads,
            pairs=self._span.pairs(window),
            entries=self._span.cached(window),
        )

    def _latent_attention(self, attention: Latent) -> Iterator[Operation]:
        hidden, layers, heads = self._shape.hidden, self._shape.layers, attention.heads
        queries = heads * (attention.plain + attention.rotary)
        if attention.query_rank is None:
            yield self._projection("q_proj", queries, hidden, layers)
        else:
            yield self._projection("q_a_proj", attention.query_rank, hidden, layers)
            yield self._norm("q_norm", attention.query_rank, layers)
            yield self._projection("q_b_proj", queries, attention.query_rank, layers)
        yield self._projection("kv_a_proj", attention.kv_rank + attention.rotary, hidden, layers)
        yield self._norm("kv_norm", attention.kv_rank, layers)
        # Absorbed into the query and the result when decoding, expanded when prefilling: the same weights and FLOP.
        yield self._projection("kv_b_proj", heads * (attention.plain + attention.value), attention.kv_rank, layers)
        if self._span.decode:
            work, own = "2*b*heads*(2*rank + rope)*pairs", "b*heads*(2*rank + rope)*s"
            form = "Absorbed form: all heads read the latent cache once."
        else:
            work, own = "2*b*heads*(nope + rope + value)*pairs", "2*b*t*heads*(nope + rope + value)*s"
            form = "Expanded form, fused; the latent cache is written once."
        variant = Variant(
            "fused",
            "fused",
            form,
            work=work,
            traffic={Role.ACTIVATIONS: own, Role.KV: "b*(rank + rope)*entries*s_kv"},
            special="b*heads*pairs",
        )
        yield self._make(
            "attention",
            variant,
            layers,
            Part.ATTENTION,
            heads=heads,
            rank=attention.kv_rank,
            rope=attention.rotary,
            nope=attention.plain,
            value=attention.value,
            pairs=self._span.pairs(),
            entries=self._span.cached(),
        )
        yield self._projection("o_proj", hidden, heads * attention.value, layers)

    def _mlp(self, prefix: str, width: int, count: int, bias: bool) -> Iterator[Operation]:
        """A dense MLP, or the experts that every token passes."""
        hidden, sides = self._shape.hidden, 2 if self._shape.gated else 1
        up = "gate_up" if self._shape.gated else "up"
        yield self._projection(f"{prefix}{up}", sides * width, hidden, count, bias=sides * width if bias else 0)
        yield self._activation(prefix, width, count)
        yield self._projection(f"{prefix}down", hidden, width, count, bias=hidden if bias else 0)

    def _activation(self, prefix: str, width: int, count: int) -> Operation:
        gated = self._shape.gated
        name = f"{prefix}{self._shape.activation}_and_mul" if gated else f"{prefix}{self._shape.activation}"
        variant = Variant(
            "fused",
            "fused",
            f"{_OWN_KERNEL} About 4 FLOP and one exponential per element.",
            work="4*b*t*width",
            traffic={Role.ACTIVATIONS: f"{3 if gated else 2}*b*t*width*s"},
            special="b*t*width",
        )
        return self._make(name, variant, count, Part.OTHER, Engine.SUMS, width=width)

    def _mixture(self, mixture: Mixture, layers: int) -> Iterator[Operation]:
        hidden, sides = self._shape.hidden, 2 if self._shape.gated else 1
        bias = mixture.experts * (mixture.router_bias + mixture.correction)
        yield self._projection("router", mixture.experts, hidden, layers, bias=bias)
        if mixture.shared:
            yield from self._mlp("shared_", mixture.shared * mixture.width, layers, False)
        up, biased = "gate_up" if self._shape.gated else "up", self._shape.mlp_bias
        yield self._experts(f"experts_{up}", mixture, sides * mixture.width, hidden, layers, biased)
        yield self._activation("experts_", mixture.top * mixture.width, layers)
        yield self._experts("experts_down", mixture, hidden, mixture.width, layers, biased)

    def _experts(self, name: str, mixture: Mixture, n: int, k: int, count: int, bias: bool) -> Operation:
        variant = Variant(
            "touched",
            "experts that receive a token, once",
            "Experts that receive a token are read once, with even and independent routing.",
            work="2*b*t*top*n*k",
            traffic={Role.ACTIVATIONS: "b*t*top*(n + k)*s"},
            pool="experts*(n*k + n)*s_w" if bias else "experts*n*k*s_w",
            share="top/experts" if self._span.decode else "1 - (1 - top/experts)^t",
        )
        return self._make(name, variant, count, Part.MATRIX, n=n, k=k, top=mixture.top, experts=mixture.experts)

    def _sampling(self) -> Operation:
        variant = Variant(
            "fused",
            "fused",
            "Softmax and choice in one kernel: the logits are read once.",
            work="5*b*v",
            traffic={Role.ACTIVATIONS: "b*v*s"},
            special="b*v",
        )
        return self._make("sampling", variant, 1, Part.OTHER, Engine.SUMS, v=self._shape.vocabulary)
