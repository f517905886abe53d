"""Recorded series: operations that were profiled at several batch sizes."""

import re
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Bools, Ints
from roofline_gui.model.grouping import Grouping

NO_BATCH = 0

# `batch=32`, `bs 8`, `b=1` (workload descriptions write the size in one of these ways)
_BATCH = re.compile(r"\b(?:(?:batch|bs)[= ]|b=)(\d+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Series:
    """Rows of one operation at rising batch size."""

    rows: tuple[int, ...]
    batches: tuple[int, ...]


def batch_of(path: str) -> tuple[str, int | None]:
    """An operation path without its batch size, and the size (None where it names none)."""
    match = _BATCH.search(path)
    if match is None:
        return path, None
    return f"{path[: match.start(1)]}{path[match.end(1) :]}", int(match[1])


def batches_of_rows(analysis: Analysis) -> tuple[Ints, Ints]:
    """Which operation each row is, whatever its batch size (a code), and that size, NO_BATCH where none is named.

    Both have shape (n,). Sources, processes and devices have operations of their own.
    """
    groups, launches = analysis.groups, analysis.groups.launches
    batches = np.zeros(len(groups), dtype=np.int64)
    operations = np.zeros(len(groups), dtype=np.int64)
    codes: dict[tuple[str, int, int, int], int] = {}
    parsed = [batch_of(path) for path in launches.operation.values]
    for row, first in enumerate(groups.first.tolist()):
        path, batch = parsed[int(launches.operation.codes[first])]
        where = int(analysis.part_of_launch[first]), int(launches.process.codes[first])
        key = (path, *where, int(launches.device.codes[first]))
        operations[row] = codes.setdefault(key, len(codes))
        batches[row] = batch or NO_BATCH
    return operations, batches


def recorded_series(analysis: Analysis, among: Bools) -> tuple[Series, ...]:
    """Series of at least two sizes among the rows of a mask, shape (n,): the same operation but for the batch.

    Only rows that are operations form series.
    """
    if analysis.groups.grouping is not Grouping.NVTX:
        return ()
    operations, batches = batches_of_rows(analysis)
    found: dict[int, dict[int, int]] = {}
    for row in np.flatnonzero(among & (batches != NO_BATCH)).tolist():
        found.setdefault(int(operations[row]), {}).setdefault(int(batches[row]), row)
    return tuple(
        Series(tuple(rows[b] for b in sorted(rows)), tuple(sorted(rows))) for rows in found.values() if len(rows) > 1
    )
