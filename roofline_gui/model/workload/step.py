"""A whole decode or prefill step of a transformer: its operations and its totals."""

import math
from dataclasses import dataclass, replace

from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.workload.architecture import Architecture
from roofline_gui.model.workload.calculation import calculate
from roofline_gui.model.workload.elements import ElementTypes, Engine
from roofline_gui.model.workload.formula import BATCH_SIZE, Variant, build
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.law import Law
from roofline_gui.model.workload.operations import Operation, Part, Span, operations
from roofline_gui.model.workload.parameters import Parameter, Role

CONTEXT = Parameter("context", "tokens in the KV cache of each sequence", default=0, smallest=0, largest=1e8)
TOKENS = Parameter("tokens", "tokens of the prompt", default=2048, largest=1e8)


@dataclass(frozen=True, slots=True)
class Step:
    """One step at a batch.

    operations: the kernels one by one. kernel: the step as one ideal kernel: matrix products and attention as work;
    weights, looked-up rows and KV cache once as traffic; activations, logits and the new cache entry left out.
    parameters: all weights, count. weight_bytes, kv_bytes: what must lie in memory, B. tokens: new ones, all sequences.
    """

    architecture: Architecture
    span: Span
    batch: int
    operations: tuple[Operation, ...]
    kernel: FormulaKernel
    parameters: float
    weight_bytes: float
    kv_bytes: float

    @property
    def tokens(self) -> int:
        """Tokens that the step yields or takes in, all sequences together."""
        return self.batch * self.span.tokens


@dataclass(frozen=True, slots=True)
class StepTime:
    """A step on a machine. NaN is unknown.

    bound_time: the least time of the ideal step, s. kernel_time: the same with every operation a kernel of its own at
    its own roof, never less. tokens_per_s: at the ideal bound. memory: DRAM of the machine, B. fits: whether weights
    and KV cache fit into it, None where its size is unknown.
    """

    bound_time: float
    kernel_time: float
    tokens_per_s: float
    memory: float
    fits: bool | None


def decode_step(architecture: Architecture, context: float, types: ElementTypes, batch: float = 1) -> Step:
    """One new token for each of `batch` sequences with `context` tokens in their caches.

    Raises:
        ParameterError: batch or context out of limits.
    """
    return step_of(architecture, Span(True, int(CONTEXT.check(context))), types, batch)


def prefill_step(architecture: Architecture, tokens: float, types: ElementTypes, batch: float = 1) -> Step:
    """All `tokens` of a prompt at once for each of `batch` sequences; logits of the last position only.

    Raises:
        ParameterError: batch or tokens out of limits.
    """
    return step_of(architecture, Span(False, int(TOKENS.check(tokens))), types, batch)


def step_of(shape: Architecture, span: Span, types: ElementTypes, batch: float = 1) -> Step:
    """The step of `batch` sequences.

    Raises:
        ParameterError: batch out of limits.
    """
    batch = int(BATCH_SIZE.check(batch))
    parts = operations(shape, span, types, batch)
    weights = _total(parts, Role.WEIGHTS)
    weight_bytes = weights.whole + shape.tables * types.weights.size
    full = shape.layers - shape.sliding_layers
    entries = full * span.resident() + shape.sliding_layers * span.resident(shape.window)
    return Step(
        architecture=shape,
        span=span,
        batch=batch,
        operations=parts,
        kernel=_whole(shape, span, types, batch, parts),
        parameters=weight_bytes / types.weights.size,
        weight_bytes=weight_bytes,
        kv_bytes=batch * entries * shape.attention.cache_width * types.kv.size,
    )


def time_step(step: Step, machine: Machine) -> StepTime:
    """The step at the roofs of `machine`."""
    ideal = calculate(step.kernel, machine).bound_time
    each = [operation.count * calculate(operation.kernel, machine).bound_time for operation in step.operations]
    dram = machine.level(Level.DRAM)
    memory = math.nan if dram is None or dram.size is None else dram.size.value
    return StepTime(
        bound_time=ideal,
        kernel_time=sum(each),
        tokens_per_s=step.tokens / ideal,
        memory=memory,
        fits=None if math.isnan(memory) else step.weight_bytes + step.kv_bytes <= memory,
    )


def _whole(
    shape: Architecture, span: Span, types: ElementTypes, batch: int, parts: tuple[Operation, ...]
) -> FormulaKernel:
    """The step as one kernel, from the sums over its operations."""
    head = shape.vocabulary * shape.hidden
    matrix, attention = (_flop(parts, part) for part in (Part.MATRIX, Part.ATTENTION))
    weights = _total(parts, Role.WEIGHTS)
    pool, share = weights.pools[0] if weights.pools else (0.0, 0.0)
    variables = {
        "params": (matrix - 2 * head) / (2 * span.tokens) + head,
        "attention": attention,
        "weights": weights.fixed / types.weights.size,
        "rows": weights.per_batch / types.weights.size,
        "cache": _total(parts, Role.KV).per_batch / types.kv.size,
        "experts": pool / types.weights.size,
        "share": share,
        "tokens": span.tokens,
        "head": head,
    }
    variant = Variant(
        "ideal",
        "weights and KV cache once",
        "One ideal kernel: weights, the rows looked up and the KV cache move once; activations stay on the chip. "
        "Norms, activation functions and sampling are not counted as work.",
        work="b*(2*params + attention)" if span.decode else "b*(2*(params - head)*tokens + 2*head + attention)",
        traffic={Role.WEIGHTS: "(weights + b*rows)*s_w", Role.KV: "b*cache*s_kv"},
        special=None,
        pool="experts*s_w" if weights.pools else "",
        share="share" if weights.pools else "",
    )
    phase = "decode" if span.decode else "prefill"
    kernel = build(f"{shape.name} {phase}", variant, variables, types, Engine.MATRIX, batch)
    return replace(kernel, tokens=float(span.tokens))


def _total(parts: tuple[Operation, ...], role: Role) -> Law:
    """Bytes of one role over all launches."""
    return sum((o.kernel.traffic[role].times(o.count) for o in parts if role in o.kernel.traffic), Law())


def _flop(parts: tuple[Operation, ...], part: Part) -> float:
    """FLOP per batch element of one part over all launches."""
    return sum(o.count * law.per_batch for o in parts if o.part is part for law in o.kernel.work.values())
