"""A measured row beside its ideal in words: waste apart from the lost rate."""

import math

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.diagnosis import ONE_WAVE, Verdict
from roofline_gui.model.estimates import Estimates
from roofline_gui.model.ideals import FEWER, Held
from roofline_gui.model.launches import Evidence
from roofline_gui.model.roofline import Resource
from roofline_gui.model.units import Unit, format_amount, format_number, format_percent
from roofline_gui.present.explanation import Fact
from roofline_gui.present.words import bound_by

_SURPLUS = 1.05  # from this factor on there is something to explain
_NEAR, _WASTED = 1.2, 1.5  # factors on the ideal bytes: up to the one nothing is to be had, from the other on much is
_LARGEST_TILE = 256  # rows of a tile that tensor cores work on: padding explains no larger factor


def held_text(analysis: Analysis, held: Held) -> str:
    """How a row differs from its ideal: ``8.0 × the useful FLOPs (tile padding), 1.05 × the ideal bytes, 65 % of
    roof``, and before it the batch where that is not the one that is given; what is unknown is left out.
    """
    parts = []
    if not math.isnan(held.flop_factor):
        parts.append(f"{factor_text(held.flop_factor)} the useful FLOPs{_surplus_text(analysis, held)}")
    if not math.isnan(held.bytes_factor):
        parts.append(f"{factor_text(held.bytes_factor)} the ideal bytes")
    if not math.isnan(held.fraction):
        parts.append(f"{format_percent(held.fraction)} of roof")
    if not parts:
        return "Work, traffic and time are unknown: nothing can be compared"
    where = _batch_text(held)
    return f"{where}{': ' if where else ''}{', '.join(parts)}"


def _batch_text(held: Held) -> str:
    """At which batch the ideal was taken; empty where it is the one that is given and the row was recorded there."""
    if not held.recorded or held.recorded == (held.batch,):
        return ""
    if _is_elsewhere(held):
        return f"As given, batch {held.batch:,}"
    first, last = format_number(held.recorded[0]), format_number(held.recorded[-1])
    return f"At batch {first}" if first == last else f"At batch {first} to {last}"


def _is_elsewhere(held: Held) -> bool:
    """Whether the ideal was taken at another batch than the row was recorded at."""
    return held.is_as_given and held.recorded not in ((), (held.batch,))


def _surplus_text(analysis: Analysis, held: Held) -> str:
    """Why tensor cores may have executed more than is useful, where that can be."""
    precision = analysis.bounds.precision_of(held.row)
    is_padded = _SURPLUS <= held.flop_factor <= _LARGEST_TILE and precision is not None and precision.is_tensor
    if not is_padded or _is_elsewhere(held):
        return ""
    return " (tile padding)" if held.recorded else " (tile padding, or another batch)"


def held_advice(analysis: Analysis, held: Held) -> str:
    """What to do about a row under the DRAM roof, now that it is known which bytes it needs: other access does not
    help one that moves these and no more, and more reuse helps one at its roof that moves others. Empty where the ideal
    says nothing about it.
    """
    memory = (Verdict.MEMORY_OPTIMAL, Verdict.MEMORY_SUBOPTIMAL)
    verdict, factor = analysis.judgement.verdict_of(held.row), held.bytes_factor
    if verdict not in memory or bound_by(analysis, held.row) is not Resource.DRAM or _is_elsewhere(held):
        return ""
    moved = f"It moves {factor_text(factor)} the ideal bytes"
    if factor >= _WASTED:
        rest = "" if verdict is Verdict.MEMORY_OPTIMAL else " Then keep more loads in flight."
        return f"{moved}: read once and reuse, by larger tiles, another order of blocks, fusion, coalescing.{rest}"
    if verdict is Verdict.MEMORY_OPTIMAL or not FEWER <= factor <= _NEAR:
        return ""
    waves = analysis.groups.evidence.get(Evidence.WAVES)
    few = "" if waves is None or not waves[held.row] < ONE_WAVE else f" ({format_number(waves[held.row], 2)} waves)"
    return (
        f"{moved}, so its access is good; the rate is lost. Keep more loads in flight (deeper prefetch, TMA) and fill "
        f"the machine{few}: split-K, smaller tiles. Only narrower types make the bytes fewer."
    )


def held_facts(held: Held) -> tuple[Fact, ...]:
    """The numbers behind `held_text`, measured against ideal, for one execution."""
    facts = []
    if held.executions > 1 or held.kernels > 1:
        each = f", {format_number(held.kernels)} launches each" if held.kernels > 1 else ""
        facts.append(Fact("Executions", f"{held.executions:,}{each}", "Launches of the kernel that takes longest"))
    for name, measured, ideal, unit, about in (
        ("Work W", held.flop, held.ideal_flop, Unit.FLOP, "Executed, and useful by the formula"),
        ("DRAM traffic Q", held.bytes, held.ideal_bytes, Unit.BYTE, "Moved, and with perfect reuse"),
        ("Time t", held.time, held.ideal_time, Unit.SECOND, "Measured, and the least time of the ideal"),
    ):
        text = f"{format_amount(measured, unit)}, ideal {format_amount(ideal, unit)}"
        facts.append(Fact(name, text, about))
    if not math.isnan(held.ideal_fraction):
        about = "Least time of the ideal over the measured time: waste and lost rate together"
        facts.append(Fact("Of the ideal", format_percent(held.ideal_fraction), about))
    return tuple(facts)


def held_doubts(held: Held) -> tuple[str, ...]:
    """Where a row did less than its ideal needs: then it is the ideal of something else."""
    less = [
        name
        for name, factor in (("FLOPs", held.flop_factor), ("bytes", held.bytes_factor))
        if factor < FEWER
    ]
    if not less:
        return ()
    return (f"Fewer {' and '.join(less)} than the ideal needs: check its shape, batch and types, or caches kept data.",)


def ideal_name(estimates: Estimates, row: int) -> str:
    """What an ideal is called: an operation with the step that it is of."""
    calculated = estimates.calculated
    entry = calculated.entries[int(calculated.entry[row])]
    return f"{calculated.kernels[row].name} of {entry.name}" if calculated.operation[row] >= 0 else entry.name


def factor_text(factor: float) -> str:
    """A factor with a digit that shows that it is no count: ``8.0 ×``, ``1.05 ×``, ``120 ×``."""
    digits = 2 if factor < 2 else 1 if factor < 100 else 0
    return f"{factor:,.{digits}f} ×"
