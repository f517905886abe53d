"""The paths of kernels: where they would stand at other batches, and in the precisions of a machine."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.demand import Floats
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import Estimates, calculate_entries, estimate
from roofline_gui.model.forecast import forecast
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.measured import Measured, Part
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import bound
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.batch import LARGEST_BATCH, ridge_batch
from roofline_gui.model.workload.precision import stops

_DOUBLINGS = round(math.log2(LARGEST_BATCH))
_BATCHES = np.unique(np.round(np.geomspace(1, LARGEST_BATCH, 20 * _DOUBLINGS + 1)))  # nearer to one another than pixels
_FEWER_BATCHES = np.unique(np.round(np.geomspace(1, LARGEST_BATCH, 4 * _DOUBLINGS + 1)))  # each is a forecast


@dataclass(frozen=True, slots=True, eq=False)
class BatchPath:
    """One kernel, a `row` of the estimates or of the analysis, over n batches from 1 to 4096.

    intensity, flop_per_s: FLOP/B and FLOP/s at each of `batches`, shape (n,). ridge_batch: the first at which compute
    takes as long as DRAM, one of `batches` if it lies among them; infinite where there is none, NaN where unknown and
    for measured rows.
    """

    row: int
    batches: Floats
    intensity: Floats
    flop_per_s: Floats
    ridge_batch: float


@dataclass(frozen=True, slots=True, eq=False)
class PrecisionPath:
    """One calculated kernel (`row` of the estimates) in n precisions, widest first, at the batch where it stands.

    intensity, flop_per_s: FLOP/B and FLOP/s in each of `precisions`, shape (n,).
    """

    row: int
    precisions: tuple[Precision, ...]
    intensity: Floats
    flop_per_s: Floats


def batch_paths(document: Document, estimates: Estimates, rows: Sequence[int]) -> tuple[BatchPath, ...]:
    """The paths of those `rows` of the estimates of `document` that have a batch law, whatever its batch is."""
    moving = [row for row in rows if estimates.moves[row]]
    if not moving:
        return ()
    calculated = estimates.calculated
    ridges = [ridge_batch(calculated.kernels[row], estimates.machine) for row in moving]
    batches = [np.union1d(_BATCHES, r) if r <= LARGEST_BATCH else _BATCHES for r in ridges]
    index = np.repeat(np.array(moving), [len(b) for b in batches])
    found = estimate(calculated.take(index), estimates.machine, np.concatenate(batches), _given_machine(document))
    ends = np.cumsum([len(b) for b in batches])[:-1]
    intensities, rates = np.split(_intensity(found), ends), np.split(found.flop_per_s, ends)
    return tuple(map(BatchPath, moving, batches, intensities, rates, ridges))


def measured_paths(measured: Measured, what_if: WhatIf, rows: Sequence[int]) -> tuple[BatchPath, ...]:
    """Where those `rows` of an analysis that follow the batch are predicted to stand, under a what-if of any batch."""
    moving = [row for row in rows if measured.follows[row]]
    if not moving:
        return ()
    alone = replace(measured, parts=tuple(_only(part, moving) for part in measured.parts))
    found = [forecast(alone, replace(what_if, batch=int(batch))) for batch in _FEWER_BATCHES]
    with np.errstate(divide="ignore", invalid="ignore"):
        intensity = np.stack([(one.flop / one.bytes_dram)[moving] for one in found], axis=1)
        rate = np.stack([(one.flop / one.time)[moving] for one in found], axis=1)
    return tuple(BatchPath(row, _FEWER_BATCHES, intensity[i], rate[i], math.nan) for i, row in enumerate(moving))


def _only(part: Part, rows: Sequence[int]) -> Part:
    """The launches of these rows of the analysis."""
    kept = np.isin(part.rows, rows)
    launches = np.flatnonzero(kept[part.row_of_launch])
    kernels = part.kernels.take(launches)
    return replace(
        part,
        rows=part.rows[kept],
        row_of_launch=(np.cumsum(kept) - 1)[part.row_of_launch[launches]],
        kernels=kernels,
        executions=part.executions[launches],
        before=bound(kernels, part.machine),
        recorded=part.recorded.take(launches),
    )


def precision_path(document: Document, estimates: Estimates, row: int) -> PrecisionPath:
    """The path of one row of the estimates of `document` over all precisions of the machine."""
    calculated = estimates.calculated
    entry, operation = calculated.entries[int(calculated.entry[row])], int(calculated.operation[row])
    precisions = stops(estimates.machine)
    intensity, flop_per_s = np.full(len(precisions), np.nan), np.full(len(precisions), np.nan)
    for i, precision in enumerate(precisions):
        kernels = calculate_entries([entry], replace(document.what_if, precision=precision))
        alone = kernels.take(np.flatnonzero(kernels.operation == operation))
        found = estimate(alone, estimates.machine, document.what_if.batch, _given_machine(document))
        intensity[i], flop_per_s[i] = _intensity(found)[0], found.flop_per_s[0]
    return PrecisionPath(row, precisions, intensity, flop_per_s)


def _intensity(estimates: Estimates) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(estimates.bounds.flop / estimates.demand.traffic(Level.DRAM))


def _given_machine(document: Document) -> Machine | None:
    return None if document.machine is None else document.machine.with_ceilings(document.ceilings)
