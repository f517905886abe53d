"""Matrix work from operation counters."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from roofline_gui.io.ncu.collect import why_unread
from roofline_gui.io.ncu.counters import (
    PEAK,
    PER_CYCLE,
    PER_SECOND,
    SUM,
    TENSOR_GMMA,
    TENSOR_HFMA2,
    TENSOR_INSTRUCTIONS,
    Term,
)
from roofline_gui.io.ncu.evaluate import Blame, Evaluation, Evaluator, join_blame
from roofline_gui.io.ncu.ops_counters import PRECISIONS, WARP_LEVEL, OpsCounter, parse_ops_counter, without_overlap
from roofline_gui.io.ncu.table import Table
from roofline_gui.model.demand import Bools, Floats
from roofline_gui.model.precision import Precision


@dataclass(frozen=True, slots=True, eq=False)
class TensorWork:
    """Matrix work of n launches per precision.

    unknown: launches whose matrix work cannot be told, with the counters to blame and the reasons. counted: whether the
    file has any counter of matrix work.
    """

    flop: dict[Precision, Evaluation]
    unknown: Blame = field(default_factory=dict)
    counted: bool = True


def ops_counters(table: Table, suffixes: tuple[str, ...] = (SUM, PER_SECOND, PER_CYCLE)) -> list[OpsCounter]:
    """The operation counters that a table has with one of `suffixes`."""
    bases = dict.fromkeys(m.removesuffix(s) for m in table.columns for s in suffixes if m.endswith(s))
    return [c for c in map(parse_ops_counter, bases) if c is not None]


def evaluate_operations(evaluator: Evaluator) -> TensorWork:
    """Matrix work of a table as far as operation counters give it."""
    counters = ops_counters(evaluator.table)
    flop: dict[Precision, Evaluation] = {}
    unknown: Blame = {}
    for precision in PRECISIONS.values():
        evaluation = _evaluate(evaluator, [c for c in counters if c.precision is precision])
        if evaluation is None or _is_not_available(evaluation):
            continue  # the chip has no such type
        flop[precision] = evaluation
        unknown = join_blame(unknown, evaluation.unreadable)
    return TensorWork(flop, join_blame(unknown, _without_operations(evaluator, flop)), bool(flop))


def ran_no_warpgroup_mma(evaluator: Evaluator) -> Bools:
    """Where operation or instruction counters tell that no warpgroup MMA ran, shape (n,)."""
    counters = ops_counters(evaluator.table)
    warp_level = [c for c in counters if c.opcode in WARP_LEVEL or c.precision is Precision.FP64_TENSOR]
    total, by_warps = _total(evaluator, counters), _total(evaluator, warp_level)
    none_at_all = (total == 0) | (evaluator.evaluate(TENSOR_GMMA).values == 0)
    return np.asarray(none_at_all | (total == by_warps), dtype=np.bool_)


def dense_peaks(evaluator: Evaluator) -> dict[Precision, tuple[Floats, str, bool]]:
    """Peak FLOP per cycle of the chip by precision: values per launch, the metric, and whether it is certainly dense.

    A counter of dense work gives it; else the parent, whose peak is the sparse one.
    """
    peaks: dict[Precision, tuple[Floats, str, bool]] = {}
    for counter in ops_counters(evaluator.table, (PEAK,)):
        metric = counter.name + PEAK
        column = evaluator.table.columns[metric][0]
        dense = counter.sparsity == "off" or counter.precision is Precision.FP64_TENSOR
        known = peaks.get(counter.precision)
        if counter.sparsity == "on" or np.isnan(column.values).all() or (known is not None and known[2] and not dense):
            continue
        if known is None or (dense and not known[2]) or np.nanmax(column.values) > np.nanmax(known[0]):
            peaks[counter.precision] = (column.values, metric, dense)
    return peaks


def _evaluate(evaluator: Evaluator, counters: Iterable[OpsCounter]) -> Evaluation | None:
    chosen = without_overlap(counters)
    return evaluator.evaluate_terms([Term((c.name,)) for c in chosen]) if chosen else None


def _is_not_available(evaluation: Evaluation) -> bool:
    """Whether the profiler says "n/a" for every launch."""
    reasons = {reason for causes in evaluation.unreadable.values() for _, reason in causes}
    return not evaluation.known.any() and reasons == {why_unread("n/a")}


def _total(evaluator: Evaluator, counters: list[OpsCounter]) -> Floats:
    """Work of all precisions, NaN where one of them is unknown or nothing is counted."""
    total = np.full(evaluator.table.count, np.nan)
    for i, precision in enumerate(dict.fromkeys(c.precision for c in counters)):
        evaluation = _evaluate(evaluator, [c for c in counters if c.precision is precision])
        if evaluation is not None:
            total = evaluation.values if i == 0 else total + evaluation.values
    return total


def _without_operations(evaluator: Evaluator, flop: dict[Precision, Evaluation]) -> Blame:
    """Launches that ran tensor instructions of a type whose operations the file does not count."""
    instructions = evaluator.evaluate(TENSOR_INSTRUCTIONS)
    packed = evaluator.evaluate(TENSOR_HFMA2).values
    if not flop or not instructions.counted:
        return {}
    left = instructions.values - packed
    operations = sum(np.nan_to_num(e.values) for e in flop.values())
    rows = np.flatnonzero((left > 0) & (operations == 0)).tolist()
    reason = "matrix instructions ran, but the file has no operation counter of their type"
    return {row: ((instructions.provenance[row], reason),) for row in rows}
