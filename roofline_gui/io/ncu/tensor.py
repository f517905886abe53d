"""Matrix work from operation counters, which overlap.

``sm__ops_path_tensor_*`` comes as a parent per type, as children per opcode, and split by sparsity; all count the same
work, 2 FLOP per FMA. The parent's peak is the sparse one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from roofline_gui.io.ncu.counters import (
    OPS_PATH,
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
from roofline_gui.io.ncu.table import Table
from roofline_gui.model.demand import Bools, Floats
from roofline_gui.model.precision import Precision

_OPS_NAME = re.compile(OPS_PATH + r"(?:op_([a-z0-9]+)_)?src_([a-z0-9_]+?)(?:_dst_(fp16|fp32))?(?:_sparsity_(on|off))?")
_SOURCE_TYPE = re.compile(r"(?:fp|bf|tf|int)\d+")
# The widest source type decides: the narrower ones of a mixed path run at its rate.
_PRECISIONS = {
    "fp64": Precision.FP64_TENSOR,
    "fp16": Precision.FP16_TENSOR,
    "bf16": Precision.BF16_TENSOR,
    "tf32": Precision.TF32_TENSOR,
    "fp8": Precision.FP8_TENSOR,
    "fp6": Precision.FP6_TENSOR,
    "fp4": Precision.FP4_TENSOR,
    "int8": Precision.INT8_TENSOR,
}
_WARP_LEVEL = ("hmma", "imma", "dmma")


@dataclass(frozen=True, slots=True)
class OpsCounter:
    """One operation counter, taken apart by its name (without suffix); an empty part stands for all of its kinds."""

    name: str
    opcode: str
    sources: tuple[str, ...]
    accumulator: str
    sparsity: str
    precision: Precision


@dataclass(frozen=True, slots=True, eq=False)
class TensorWork:
    """Matrix work of n launches per precision.

    unknown: launches whose matrix work cannot be told, with the counters to blame and the reasons. counted: whether the
    file has any counter of matrix work.
    """

    flop: dict[Precision, Evaluation]
    unknown: Blame = field(default_factory=dict)
    counted: bool = True


def parse_ops_counter(name: str) -> OpsCounter | None:
    """Take an operation counter's name apart, None for other counters and for types outside the model (int4, int1)."""
    match = _OPS_NAME.fullmatch(name)
    if match is None:
        return None
    sources = tuple(match[2].split("_"))
    precision = next((p for source, p in _PRECISIONS.items() if source in sources), None)
    if precision is None or not all(_SOURCE_TYPE.fullmatch(s) for s in sources):
        return None
    return OpsCounter(name, match[1] or "", sources, match[3] or "", match[4] or "", precision)


def ops_counters(table: Table, suffixes: tuple[str, ...] = (SUM, PER_SECOND, PER_CYCLE)) -> list[OpsCounter]:
    """The operation counters that a table has with one of `suffixes`."""
    bases = dict.fromkeys(m.removesuffix(s) for m in table.columns for s in suffixes if m.endswith(s))
    return [c for c in map(parse_ops_counter, bases) if c is not None]


def without_overlap(counters: Iterable[OpsCounter]) -> list[OpsCounter]:
    """Counters that together count the work once: the parents where the table has them, else their children."""
    chosen: list[OpsCounter] = []
    for counter in sorted(counters, key=lambda c: (c.opcode != "", c.sparsity != "", c.accumulator != "")):
        if not any(_overlap(counter, other) for other in chosen):
            chosen.append(counter)
    return chosen


def evaluate_operations(evaluator: Evaluator) -> TensorWork:
    """Matrix work of a table as far as operation counters give it."""
    counters = ops_counters(evaluator.table)
    flop: dict[Precision, Evaluation] = {}
    unknown: Blame = {}
    for precision in _PRECISIONS.values():
        evaluation = _evaluate(evaluator, [c for c in counters if c.precision is precision])
        if evaluation is None or not evaluation.known.any():
            continue  # without value throughout: the chip has no such type
        flop[precision] = evaluation
        unknown = join_blame(unknown, evaluation.unreadable)
    return TensorWork(flop, join_blame(unknown, _without_operations(evaluator, flop)), bool(flop))


def ran_no_warpgroup_mma(evaluator: Evaluator) -> Bools:
    """Where operation or instruction counters tell that no warpgroup MMA ran, shape (n,)."""
    counters = ops_counters(evaluator.table)
    warp_level = [c for c in counters if c.opcode in _WARP_LEVEL or c.precision is Precision.FP64_TENSOR]
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


def _total(evaluator: Evaluator, counters: list[OpsCounter]) -> Floats:
    """Work of all precisions, NaN where one of them is unknown or nothing is counted."""
    total = np.full(evaluator.table.count, np.nan)
    for i, precision in enumerate(dict.fromkeys(c.precision for c in counters)):
        evaluation = _evaluate(evaluator, [c for c in counters if c.precision is precision])
        if evaluation is not None:
            total = evaluation.values if i == 0 else total + evaluation.values
    return total


def _overlap(a: OpsCounter, b: OpsCounter) -> bool:
    """Whether some instruction counts in both."""

    def compatible(x: str, y: str) -> bool:
        return not x or not y or x == y

    same_types = bool({*a.sources} & {*b.sources}) and compatible(a.accumulator, b.accumulator)
    return same_types and compatible(a.opcode, b.opcode) and compatible(a.sparsity, b.sparsity)


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
