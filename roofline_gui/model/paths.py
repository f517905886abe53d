"""The paths of calculated kernels: where they would stand at other batches, and in the precisions of a machine."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.demand import Floats
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import Estimates, calculate_entries, estimate
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.batch import LARGEST_BATCH, ridge_batch
from roofline_gui.model.workload.precision import stops

_PER_DOUBLING = 20  # batches of a path: nearer to one another than pixels
_BATCHES = np.unique(np.round(np.geomspace(1, LARGEST_BATCH, _PER_DOUBLING * round(math.log2(LARGEST_BATCH)) + 1)))


@dataclass(frozen=True, slots=True, eq=False)
class BatchPath:
    """One calculated kernel (`row` of the estimates) over n batches from 1 to 4096.

    intensity, flop_per_s: FLOP/B and FLOP/s at each of `batches`, shape (n,). ridge_batch: the first at which compute
    takes as long as DRAM, one of `batches` if it lies among them; infinite where there is none, NaN where unknown.
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
