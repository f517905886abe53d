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


@dataclass(frozen=True, slots=True, eq=False)
class Sizes:
    """The batch size that each of n rows names; arrays have shape (n,).

    batch: NO_BATCH where none is named. operation: a code, alike for rows that differ in their batch alone. step: a
    code, alike for rows whose paths are the same up to the batch: ``decode batch=8`` is one of the steps ``decode``.
    Sources, processes and devices have operations and steps of their own.
    """

    batch: Ints
    operation: Ints
    step: Ints


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


def sizes_of_rows(analysis: Analysis) -> Sizes:
    """The batch sizes that the rows of an analysis name."""
    groups, launches = analysis.groups, analysis.groups.launches
    found = np.zeros((3, len(groups)), dtype=np.int64)
    operations: dict[tuple[str, int, int, int], int] = {}
    steps: dict[tuple[str, int, int, int], int] = {}
    parsed = [(*batch_of(path), _before_batch(path)) for path in launches.operation.values]
    for row, first in enumerate(groups.first.tolist()):
        path, batch, before = parsed[int(launches.operation.codes[first])]
        process, device = int(launches.process.codes[first]), int(launches.device.codes[first])
        where = int(analysis.part_of_launch[first]), process, device
        operation = operations.setdefault((path, *where), len(operations))
        step = steps.setdefault((before, *where), len(steps))
        found[:, row] = batch or NO_BATCH, operation, step
    return Sizes(*found)


def _before_batch(path: str) -> str:
    """An operation path up to its batch size, all of it without one."""
    match = _BATCH.search(path)
    return path if match is None else path[: match.start(1)]


def recorded_series(analysis: Analysis, among: Bools) -> tuple[Series, ...]:
    """Series of at least two sizes among the rows of a mask, shape (n,): the same operation but for the batch.

    Only rows that are operations form series.
    """
    if analysis.groups.grouping is not Grouping.NVTX:
        return ()
    sizes = sizes_of_rows(analysis)
    found: dict[int, dict[int, int]] = {}
    for row in np.flatnonzero(among & (sizes.batch != NO_BATCH)).tolist():
        found.setdefault(int(sizes.operation[row]), {}).setdefault(int(sizes.batch[row]), row)
    return tuple(
        Series(tuple(rows[b] for b in sorted(rows)), tuple(sorted(rows))) for rows in found.values() if len(rows) > 1
    )
