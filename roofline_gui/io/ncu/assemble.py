"""Counters of one table to launches, with what is to be said about them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.io.ncu.counters import (
    DEFINITIONS,
    DRAM,
    EVIDENCE,
    L2_ALL,
    L2_TO_SMS,
    REMEDIES,
    SPECIAL_OPS,
    TRANSFERS,
    WORK,
    dimension_of,
)
from roofline_gui.io.ncu.data_path import DataPath, evaluate_data_path
from roofline_gui.io.ncu.evaluate import Evaluation, Evaluator
from roofline_gui.io.ncu.table import Table
from roofline_gui.io.ncu.tensor import TensorWork, evaluate_operations
from roofline_gui.io.ncu.tensor_instructions import evaluate_instructions
from roofline_gui.model.demand import Bools, Demand, Floats, Ints
from roofline_gui.model.launches import SUMMED_EVIDENCE, Evidence, Flag, Launches, Texts
from roofline_gui.model.ledger import UnreadValue
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.read_options import ReadOptions

_WORK_NAMES = {
    Precision.FP32: "FP32 work",
    Precision.FP64: "FP64 work",
    Precision.FP16: "packed FP16 work",
}
_RANGE_GRIDS = ("", "(0, 0, 0)")
# What ncu calls results of range and application-range replay, without a grid, and those of a graph, with one.
_RANGE, _GRAPH = "range", "graph"
_COUNTER = re.compile(r"\w+__[\w.]+")


@dataclass(frozen=True, slots=True, eq=False)
class Assembly:
    """The launches of one table.

    definitions: (level, which of its definitions the table gave). missing: names in `REMEDIES` of quantities without
    any value. lacking: counters without which a sum holds only a part. unread: values that could not be read.
    """

    launches: Launches
    definitions: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]
    lacking: tuple[str, ...]
    unread: tuple[UnreadValue, ...]

    @property
    def is_usable(self) -> bool:
        """Whether it holds any time, work or traffic."""
        return not {"time", "DRAM bytes", "L2 bytes", "L1/shared bytes", *_WORK_NAMES.values(), "tensor work"} <= {
            *self.missing
        }


def assemble(evaluator: Evaluator, options: ReadOptions) -> Assembly:
    """Work out the launches of one table, with what the user decided about it."""
    work = {p: e for p, e in ((p, evaluator.evaluate(q)) for p, q in WORK.items()) if e.counted}
    tensor = evaluate_operations(evaluator)
    if not tensor.counted:
        tensor = evaluate_instructions(evaluator, options)
    n = evaluator.table.count
    flop_known = np.full(n, bool(work or tensor.counted))
    for evaluation in work.values():
        flop_known &= evaluation.known
    flop_known[list(tensor.unknown)] = False
    flop = {p: e.values for p, e in (work | tensor.flop).items() if e.known.any()}
    tensor_flop = _sum_known([e.values for e in tensor.flop.values()], n)
    total = np.where(flop_known, _sum_known(list(flop.values()), n), np.nan)

    dram = evaluator.evaluate(DRAM)
    to_sms, all_l2 = evaluator.evaluate(L2_TO_SMS), evaluator.evaluate(L2_ALL)
    l2 = to_sms.otherwise(all_l2.flagged(Flag.L2_ALL_TRAFFIC))
    path = evaluate_data_path(evaluator, total, tensor_flop)
    special = evaluator.evaluate(SPECIAL_OPS)
    levels = {Level.DRAM: dram, Level.L2: l2, Level.L1: path.l1, Level.SHARED: path.shared}

    quantities = {"time": evaluator.time, "special_ops": special}
    quantities |= {f"flop.{p.value}": e for p, e in (work | tensor.flop).items()}
    quantities |= {f"bytes.{level.value}": e for level, e in levels.items()}
    missing = _missing(evaluator.time, work, tensor, levels, special)
    lacking = tuple(counter for e in work.values() for counter in e.lacking)
    flags = np.bitwise_or.reduce([e.flags for e in quantities.values()])
    partly = bool(lacking) or bool({*_WORK_NAMES.values(), "tensor work"} & {*missing})
    flags |= np.where(flop_known & partly, int(Flag.FLOP_PARTLY_COUNTED), 0)
    table = evaluator.table
    launches = Launches(
        kernel=table.kernel,
        operation=table.operation,
        block=table.block,
        grid=table.grid,
        launch_id=table.launch_id,
        process=table.process,
        device=table.device,
        device_name=table.device_name,
        compute_capability=table.compute_capability,
        demand=Demand(
            evaluator.time.values,
            flop,
            flop_known,
            special.values,
            {level: e.values for level, e in levels.items() if e.known.any()},
        ),
        flags=flags | _range_flags(table.kernel, table.block, table.grid),
        evidence=_evidence(evaluator, path),
        provenance={key: e.provenance for key, e in quantities.items() if e.known.any()},
        counters=_named_counters(table, [e.provenance for e in quantities.values() if e.known.any()]),
    )
    return Assembly(
        launches if table.invocations is None else _summed_up(launches, table.invocations),
        _definitions(to_sms.known, l2.known, path),
        missing,
        lacking,
        _unread(quantities, tensor, REMEDIES),
    )


def _summed_up(averages: Launches, invocations: Ints) -> Launches:
    """Rows that are averages over `invocations` executions each, shape (n,), turned into their sums."""
    demand = averages.demand
    return replace(
        averages,
        demand=Demand(
            demand.time * invocations,
            {p: v * invocations for p, v in demand.flop.items()},
            demand.flop_known,
            demand.special_ops * invocations,
            {level: v * invocations for level, v in demand.bytes.items()},
        ),
        evidence={e: v * invocations if e in SUMMED_EVIDENCE else v for e, v in averages.evidence.items()},
        invocations=invocations,
    )


def _sum_known(parts: list[Floats], n: int) -> Floats:
    """Sum over the known parts, NaN where none is known."""
    if not parts:
        return np.full(n, np.nan)
    stacked = np.stack(parts)
    return np.where(np.isnan(stacked).all(axis=0), np.nan, np.nansum(stacked, axis=0))


def _missing(
    time: Evaluation,
    work: Mapping[Precision, Evaluation],
    tensor: TensorWork,
    levels: Mapping[Level, Evaluation],
    special: Evaluation,
) -> tuple[str, ...]:
    names = {
        Level.DRAM: "DRAM bytes",
        Level.L2: "L2 bytes",
        Level.L1: "L1/shared bytes",
        Level.SHARED: "shared-memory bytes",
    }
    found = {
        "time": time.known.any(),
        **{name: p in work for p, name in _WORK_NAMES.items()},
        "tensor work": tensor.counted,
        "special-function results": special.known.any(),
        **{name: levels[level].known.any() for level, name in names.items()},
    }
    return tuple(name for name, is_there in found.items() if not is_there)


def _definitions(to_sms: Bools, l2: Bools, path: DataPath) -> tuple[tuple[str, str], ...]:
    used = {
        (Level.L2, True): to_sms,
        (Level.L2, False): l2 & ~to_sms,
        (Level.L1, True): path.by_wavefronts,
        (Level.L1, False): path.l1.known & ~path.by_wavefronts,
    }
    return tuple((key[0].value, DEFINITIONS[key]) for key, rows in used.items() if rows.any())


def _evidence(evaluator: Evaluator, path: DataPath) -> dict[Evidence, Floats]:
    columns = {item: evaluator.single(name, dimension) for item, (name, dimension) in EVIDENCE.items()}
    columns |= {item: evaluator.evaluate(quantity).values for item, quantity in TRANSFERS.items()}
    columns[Evidence.WAVEFRONTS_OVER_MINIMUM] = path.over_minimum
    columns[Evidence.SHARED_OF_WRITEBACK] = path.shared_share
    return {item: values for item, values in columns.items() if values is not None and not np.isnan(values).all()}


def _named_counters(table: Table, provenance: Sequence[Texts]) -> dict[str, Floats]:
    """Values of the counters that occur in provenance texts."""
    names = dict.fromkeys(name for texts in provenance for text in texts.values for name in _COUNTER.findall(text))
    columns = {name: table.column(name, dimension_of(name)) for name in names}
    return {name: column.values for name, column in columns.items() if column is not None}


def _range_flags(kernel: Texts, block: Texts, grid: Texts) -> Ints:
    """Which results stand for a whole range or graph of kernels."""

    def among(texts: Texts, wanted: Sequence[str]) -> Bools:
        return np.array([text in wanted for text in texts.values] or [False])[texts.codes]

    has_grids = any(grid.values)  # else a table of ranges alone, or an older one, which had no such column
    no_grid = among(block, _RANGE_GRIDS) & among(grid, _RANGE_GRIDS)
    is_range = no_grid if has_grids else among(kernel, [_RANGE])
    return np.where(is_range | among(kernel, [_GRAPH]), int(Flag.RANGE), 0)


def _unread(
    quantities: Mapping[str, Evaluation], tensor: TensorWork, remedies: Mapping[str, str]
) -> tuple[UnreadValue, ...]:
    """Why values are unknown, one entry per launch and counter."""
    found: dict[tuple[int, str], str] = {}
    for blame in [tensor.unknown, *(e.unreadable for e in quantities.values())]:
        for row, causes in blame.items():
            for counter, reason in causes:
                found.setdefault((row, counter), reason)
    needed = [("time", "time"), ("bytes.dram", "DRAM bytes")]
    needed += [(f"flop.{p.value}", name) for p, name in _WORK_NAMES.items()]
    for key, name in needed:
        evaluation = quantities.get(key)
        if evaluation is not None and evaluation.known.any():
            for row in np.flatnonzero(~evaluation.known).tolist():
                if row not in evaluation.unreadable:
                    found[row, remedies[name]] = "the profile has no value of it for this launch"
    return tuple(UnreadValue(row, counter, reason) for (row, counter), reason in sorted(found.items()))
