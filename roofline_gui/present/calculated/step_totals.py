"""The totals of a transformer step in words, for the window and for the command line."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from roofline_gui.model.machine import Level
from roofline_gui.model.step_totals import StepTotals
from roofline_gui.model.units import Unit, format_amount, format_number, format_quantity
from roofline_gui.model.workload.elements import ElementTypes
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.calculated.calculation import missing_ceiling, rate_text, short_intensity
from roofline_gui.present.words import level_name

_NO_BREAK = "\N{NO-BREAK SPACE}"
_COUNTS = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"), (1e3, "thousand"))


class TotalFigure(NamedTuple):
    """One figure of a step: what it is called, its value with unit, and what it means."""

    name: str
    value: str
    about: str


def total_figures(totals: StepTotals) -> tuple[TotalFigure, ...]:
    """All figures of a step, those of the model first."""
    quantity = format_amount
    return (
        TotalFigure("Parameters", count_text(totals.parameters), "All weights of the model"),
        TotalFigure("Weights", quantity(totals.weight_bytes, Unit.BYTE), "What the weights take in memory"),
        TotalFigure("KV cache", quantity(totals.kv_bytes, Unit.BYTE), "What the caches of all sequences take"),
        TotalFigure("Work, W", quantity(totals.flop, Unit.FLOP), "Matrix products and attention of the whole step"),
        TotalFigure("Traffic, Q", quantity(totals.bytes, Unit.BYTE), "Weights that are used and KV cache, once"),
        TotalFigure("Intensity", short_intensity(totals.flop / totals.bytes), "W / Q"),
        TotalFigure("Time at the roof", quantity(totals.bound_time, Unit.SECOND), "Least time of one ideal kernel"),
        TotalFigure(
            "Kernel by kernel",
            quantity(totals.kernel_time, Unit.SECOND),
            "The same with every operation a kernel of its own at its own roof; launches and gaps left out",
        ),
        TotalFigure(
            "Tokens per second",
            most_text(totals.tokens_per_s),
            "All sequences together: no more than one ideal kernel at its roof allows. Kernel by kernel it is fewer.",
        ),
    )


def totals_line(totals: StepTotals, steps: int = 1) -> str:
    """The figures of a step in one line, which may be broken between figures only; of several `steps` it says so."""
    parts = [
        format_amount(totals.flop, Unit.FLOP),
        format_amount(totals.bytes, Unit.BYTE),
        f"{format_amount(totals.bound_time, Unit.SECOND)} at the roof",
        f"{format_amount(totals.kernel_time, Unit.SECOND)} kernel by kernel",
        f"{most_text(totals.tokens_per_s)} tokens/s",
        f"{format_amount(totals.weight_bytes, Unit.BYTE)} of weights",
        f"{format_amount(totals.kv_bytes, Unit.BYTE)} of KV cache",
    ]
    if steps > 1:
        parts.append(f"this step alone, of {steps:,}")
    return _in_line(parts)


def formulas_line(count: int, flop: float, moved: float, time: float) -> str:
    """What single formulas need together: their number, FLOP, B and s."""
    parts = (
        "1 formula" if count == 1 else f"{count:,} formulas",
        format_amount(flop, Unit.FLOP),
        format_amount(moved, Unit.BYTE),
        f"{format_amount(time, Unit.SECOND)} one after the other",
    )
    return _in_line(parts)


def totals_heading(totals: StepTotals) -> str:
    """Which step it is, and how it stands: ``Llama-3-8B decode · batch 8 · 4,096 tokens of context · BF16``."""
    parts = (
        totals.entry.name,
        f"batch {totals.batch:,}",
        span_text(totals.entry.span),
        stored_text(totals.types),
    )
    return " · ".join(parts)


def span_text(span: Span) -> str:
    """How long the sequences of a step are."""
    unit = "token" if span.length == 1 else "tokens"
    return f"{span.length:,} {unit} of {'context' if span.decode else 'prompt'}"


def stored_text(types: ElementTypes) -> str:
    """What the data are stored as: ``BF16``, or each apart."""
    if types.weights is types.activations is types.kv:
        return types.weights.label
    return f"weights {types.weights.label}, activations {types.activations.label}, KV {types.kv.label}"


def stored_sentence(totals: StepTotals) -> str:
    """What the data are stored as, and what the matrix products are computed in."""
    return f"Stored as {stored_text(totals.types)}, computed in {totals.precision.label}."


def memory_text(totals: StepTotals) -> str:
    """Whether weights and KV cache fit into the memory of the machine."""
    needed = format_quantity(totals.needed, Unit.BYTE)
    if totals.machine is None:
        return f"needs {needed} of memory"
    if totals.fits is None:
        return f"needs {needed}; the size of the memory of {totals.machine.name} is unknown"
    memory = format_quantity(totals.memory, Unit.BYTE)
    if needed == memory:  # and yet the one may be larger
        needed = format_quantity(totals.needed, Unit.BYTE, 5)
    level = level_name(totals.machine, Level.DRAM)
    return f"{needed} {'fit' if totals.fits else 'do not fit'} into {memory} of {level}"


def step_notes(totals: StepTotals) -> tuple[str, ...]:
    """What to know about a step that can be calculated and yet not run like this."""
    notes = []
    if totals.entry.span == Span(True, 0):
        notes.append("No context: attention reads no KV cache and counts nothing.")
    if totals.is_beyond_positions:
        shape, length = totals.entry.architecture, totals.entry.span.length
        notes.append(f"{shape.name} has {shape.max_positions:,} positions: {length:,} tokens are beyond them.")
    if totals.machine is not None and (lack := missing_ceiling(totals.machine, totals.precision)):
        notes.append(lack)
    return tuple(notes)


def most_text(rate: float) -> str:
    """Tokens per second as the upper bound that they are."""
    return "–" if math.isnan(rate) else f"at most {rate_text(rate)}"


def count_text(count: float) -> str:
    """A number of parameters as people say it: ``8.03 billion``."""
    for factor, word in _COUNTS:
        if count >= factor:
            return f"{format_number(count / factor)} {word}"
    return format_number(count)


def _in_line(parts: Iterable[str]) -> str:
    return " · ".join(part.replace(" ", _NO_BREAK) for part in parts)
