"""The measured launches of a document with their batch laws: what predictions start from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Bools, Demand, Floats, Ints
from roofline_gui.model.grouping import Grouping, Lack
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.roofline import Bounds, bound
from roofline_gui.model.series import NO_BATCH, Series, recorded_series, sizes_of_rows
from roofline_gui.model.source import Source
from roofline_gui.model.workload.prediction import stretched
from roofline_gui.model.workload.recorded import RecordedBatch, compute_factor, fixed_shares, fixed_time, padded_to

NO_ROW = -1


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The m launches that are judged on one machine, and the k rows of the analysis that they make up.

    rows: shape (k,). row_of_launch: index into `rows`, shape (m,). executions: behind each launch, shape (m,).
    before: their bounds. recorded: their batch laws.
    """

    machine: Machine
    rows: Ints
    row_of_launch: Ints
    kernels: Demand
    executions: Floats
    before: Bounds
    recorded: RecordedBatch


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """All n rows of an analysis, launch by launch; what no what-if changes. Arrays have shape (n,).

    series: the recorded ones. base: for a row of a series the row from which another batch is predicted (itself where
    it is that), NO_ROW elsewhere. given: whether a launch of the row has a law of the user's. follows: whether the
    batch moves the row. other_batch: rows that belong to a step at another batch than the smallest that was recorded.
    """

    analysis: Analysis
    parts: tuple[Part, ...]
    series: tuple[Series, ...]
    base: Ints
    given: Bools
    follows: Bools
    other_batch: Bools


class LawKind(Enum):
    """Where a batch law comes from."""

    NONE = "none"
    GIVEN = "given"
    RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class RowLaw:
    """How one row grows with the batch.

    batch: from which it is predicted, NaN without a law. fixed_bytes: of its DRAM traffic, B, that stay (the weights).
    fixed_flop: of its work, FLOP, that stay. batches: the sizes of its series.
    """

    row: int
    kind: LawKind
    batch: float = np.nan
    fixed_bytes: float = np.nan
    fixed_flop: float = np.nan
    batches: tuple[int, ...] = ()


def measure(sources: Sequence[Source], analysis: Analysis) -> Measured:
    """Prepare the launches of an `analysis` of these sources (those that are shown) for predictions.

    A law of the user's holds for its launches. A recorded series has one of its own: work and traffic that stay and
    that grow with the batch, fitted to its rows, or work that is padded up to one of them; another batch is predicted
    from the smallest. What stays of the traffic of matrix products are their weights. Only rows without a lack form
    series.
    """
    groups = analysis.groups
    launches = _given_laws(sources, analysis)
    given = np.zeros(len(analysis), dtype=np.bool_)
    given[groups.of_launch[~np.isnan(launches.batch)]] = True
    series = recorded_series(analysis, np.equal(groups.lack, Lack.NONE))
    base = np.full(len(analysis), NO_ROW)
    for one in series:
        base[list(one.rows)] = one.rows[0]
    recorded = _with_series(launches, analysis, series)
    follows = given | (base == np.arange(len(analysis)))
    return Measured(
        analysis=analysis,
        parts=tuple(_part(analysis, i, recorded) for i in range(len(analysis.machines))),
        series=series,
        base=base,
        given=given,
        follows=follows,
        other_batch=_other_batch(analysis),
    )


def laws_of(measured: Measured, rows: Iterable[int]) -> tuple[RowLaw, ...]:
    """What is known of how each of `rows` grows with the batch."""
    batches = {row: one.batches for one in measured.series for row in one.rows}
    return tuple(_law_of(measured, row, batches.get(row, ())) for row in rows)


def _law_of(measured: Measured, row: int, batches: tuple[int, ...]) -> RowLaw:
    start = row if measured.given[row] else int(measured.base[row])
    if start == NO_ROW:
        return RowLaw(row, LawKind.NONE)
    part = next(p for p in measured.parts if start in p.rows)
    own = part.rows[part.row_of_launch] == start
    law, kernels = part.recorded, part.kernels
    return RowLaw(
        row,
        LawKind.GIVEN if measured.given[row] else LawKind.RECORDED,
        float(np.nanmin(law.batch[own])),
        float((law.fixed_bytes * kernels.traffic(Level.DRAM))[own].sum()),
        float((law.fixed_work * part.before.flop)[own].sum()),
        batches,
    )


def _given_laws(sources: Sequence[Source], analysis: Analysis) -> RecordedBatch:
    """The laws of the user's, per launch of the analysis."""
    traffic = analysis.groups.launches.demand.traffic(Level.DRAM)
    batch, share = np.full(len(traffic), np.nan), np.zeros(len(traffic))
    start = 0
    for source in sources:
        end = start + len(source.profile.launches)
        for law in source.laws:
            # A file that was read anew may have fewer launches than the law was given for.
            index = np.array([start + i for i in law.launches if start + i < end], dtype=np.int64)
            batch[index] = law.batch
            moved = float(traffic[index].sum())
            share[index] = law.weight_bytes / moved if moved > 0 else 0.0
        start = end
    return RecordedBatch.of_weights(batch, share)


def _with_series(given: RecordedBatch, analysis: Analysis, series: Sequence[Series]) -> RecordedBatch:
    """The laws per launch, with those of the series where a launch has none of the user's."""
    n, of_launch = len(analysis), analysis.groups.of_launch
    batch, time = np.full(n, np.nan), np.full(n, np.nan)
    work, least, traffic, weights = (np.zeros(n) for _ in range(4))
    compute, computes = np.ones(n), _bound_by_compute(analysis.bounds)
    moved, measured = analysis.groups.demand.traffic(Level.DRAM), analysis.groups.demand.time
    for one in series:
        rows, row = list(one.rows), one.rows[0]
        batches = np.array(one.batches, dtype=np.float64)
        traffic[rows] = fixed_shares(batches, moved[rows])
        precision = analysis.bounds.precision_of(row)
        matrix = precision is not None and precision.is_tensor
        if matrix:  # what stays of other kernels may be anything
            weights[rows] = traffic[rows]
        batch[row] = batches[0]
        flop = analysis.bounds.flop[rows]
        least[row] = padded_to(batches, flop, matrix)
        work[row] = 0.0 if least[row] else fixed_shares(batches, flop)[0]
        compute[row] = compute_factor(analysis.bounds.fraction[rows], computes[rows])
        time[row] = fixed_time(measured[rows], stretched(analysis.bounds, compute[row])[rows]) / measured[row]

    def chosen(own: Floats, of_row: Floats) -> Floats:
        return np.where(np.isnan(given.batch), of_row[of_launch], own)

    return RecordedBatch(
        chosen(given.batch, batch),
        chosen(given.fixed_work, work),
        chosen(given.fixed_bytes, traffic),
        chosen(given.weights, weights),
        chosen(given.fixed_time, time) * analysis.groups.launches.demand.time,
        chosen(given.least, least),
        chosen(given.compute, compute),
    )


def _bound_by_compute(bounds: Bounds) -> Bools:
    """Which rows are bound by something else than memory, shape (n,)."""
    computes = np.array([*(not resource.is_memory for resource in bounds.resources), False])
    found: Bools = computes[bounds.binding]
    return found


def _other_batch(analysis: Analysis) -> Bools:
    """Rows of all steps but those at the smallest batch: rows of several batches together are no step that ever ran."""
    if analysis.groups.grouping is not Grouping.NVTX:
        return np.zeros(len(analysis), dtype=np.bool_)
    sizes = sizes_of_rows(analysis)
    smallest = np.full(sizes.step.max(initial=-1) + 1, np.iinfo(np.int64).max)
    np.minimum.at(smallest, sizes.step, sizes.batch)
    other: Bools = (sizes.batch != NO_BATCH) & (sizes.batch != smallest[sizes.step])
    return other


def _part(analysis: Analysis, index: int, recorded: RecordedBatch) -> Part:
    groups, machine = analysis.groups, analysis.machines[index]
    launches = np.flatnonzero(analysis.machine_of_row[groups.of_launch] == index)
    rows = np.flatnonzero(analysis.machine_of_row == index)
    place = np.full(len(groups), NO_ROW)
    place[rows] = np.arange(len(rows))
    of_launch = groups.of_launch[launches]
    kernels = groups.launches.demand.take(launches)
    kernels = replace(kernels, flop_known=kernels.flop_known & ((groups.lack & Lack.WORK) == 0)[of_launch])
    return Part(
        machine,
        rows,
        place[of_launch],
        kernels,
        groups.launches.counts[launches].astype(np.float64),
        bound(kernels, machine),
        recorded.take(launches),
    )
