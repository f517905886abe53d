"""What the measured rows of a document would take under its what-if."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.demand import Bools, Floats, Ints, sum_groups
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Lack
from roofline_gui.model.machine import Level
from roofline_gui.model.measured import NO_ROW, Measured, Part, measure
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES, bound
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.prediction import Change, predict, within_roof


class Reason(IntEnum):
    """Why a row has no prediction."""

    NONE = 0
    TIME = 1  # unknown
    WORK = 2  # unknown
    TRAFFIC = 3  # unknown
    CEILING = 4  # the machine on which it was judged has none for its precision
    TARGET_CEILING = 5  # the machine of the what-if has none for the precision that it would run in
    LOST_ROOF = 6  # one of the two machines has no ceiling for what binds it on the other
    ROOF = 7  # no resource is known to bind it
    LAW = 8  # nothing tells how it grows with the batch, and nothing else is asked that concerns it
    OTHER_BATCH = 9  # part of a step at another batch, and not what its operation is predicted from


@dataclass(frozen=True, slots=True, eq=False)
class Forecast:
    """n rows of an analysis under a what-if; arrays have shape (n,), NaN is unknown.

    time: s. speedup: time before over after. flop, bytes_dram, bound_time: W, Q and least time after, FLOP, B, s.
    bound_by: what binds then, an index into RESOURCES, NO_RESOURCE where unknown. lost_roof: what binds a launch of the
    row on one machine where the other has no ceiling for it, NO_RESOURCE elsewhere.
    reason: why `time` is NaN, `Reason`. counted: whether the row is part of the step whose totals are `total_before`
    and `total_after`, s: all rows, but of steps at several batches that at the smallest one. follows: whether the batch
    moves the row. stands_for: the row that was recorded at just the batch that is asked for, NO_ROW where there is none
    or where more than the batch is asked.
    """

    analysis: Analysis
    what_if: WhatIf
    time: Floats
    speedup: Floats
    flop: Floats
    bytes_dram: Floats
    bound_time: Floats
    bound_by: Ints
    lost_roof: Ints
    reason: Ints
    counted: Bools
    total_before: float
    total_after: float
    follows: Bools
    stands_for: Ints

    def __len__(self) -> int:
        return len(self.time)

    def error(self, row: int) -> float:
        """By how much, relatively, the prediction of a row misses what was recorded at the batch that is asked for; NaN
        where nothing was, or the row itself.
        """
        recorded = int(self.stands_for[row])
        if recorded in (NO_ROW, row):
            return np.nan
        return float(self.time[row] / self.analysis.groups.demand.time[recorded]) - 1

    @property
    def timed(self) -> Bools:
        """Rows that the totals of the step add up, shape (n,)."""
        timed: Bools = self.counted & (self.analysis.groups.demand.time > 0)
        return timed

    @property
    def kept(self) -> Bools:
        """Those of them without a prediction, shape (n,): the totals hold their measured time before and after."""
        return self.timed & np.isnan(self.time)

    @property
    def kept_share(self) -> float:
        """The share of the step's time before that rows without a prediction take; 0 without known times."""
        kept = float(self.analysis.groups.demand.time[self.kept].sum())
        return kept / self.total_before if self.total_before > 0 else 0.0

    @property
    def speedup_of_all(self) -> float:
        """How many times faster the step becomes as a whole (Amdahl); NaN without known times."""
        return self.total_before / self.total_after if self.total_after > 0 else np.nan


def forecast_document(document: Document, analysis: Analysis | None = None) -> Forecast | None:
    """The measured rows of a document under its what-if, None without any or where it changes nothing. `analysis` is
    that of the document where it is known already.
    """
    if not document.what_if.changes_something:
        return None
    analysis = analyse(document) if analysis is None else analysis
    return None if analysis is None else forecast(measure(document.shown, analysis), document.what_if)


def forecast(measured: Measured, what_if: WhatIf) -> Forecast:
    """Predict launch by launch and add up per row: the minimal duration of a kernel is a cost of every launch. Only a
    row that was measured beyond its roof is predicted beyond it.

    Each row is predicted on its own machine, or on that of the what-if, whose figures are of the kind that the analysis
    uses. A precision moves work of its kind, matrix or vector, with all its traffic. Of the storage types that a
    what-if sets apart only that of the weights means measured rows, and only where a batch law tells how many bytes are
    weights: these bytes change and the arithmetic stays; nothing in a capture tells activations from a KV cache. A
    batch moves rows with a law, and of each recorded series the row at its smallest batch.
    """
    analysis, n = measured.analysis, len(measured.analysis)
    found = np.full((4, n), np.nan)
    concerned, reason = np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.int64)
    bound_by, lost = np.full(n, NO_RESOURCE), np.full(n, NO_RESOURCE)
    for part in measured.parts:
        rows = part.rows
        found[:, rows], bound_by[rows], lost[rows], concerned[rows], reason[rows] = _predict(part, what_if, analysis)
    flop, bytes_dram, bound_time = found[1:]
    before = analysis.groups.demand.time
    time = np.where(concerned, within_roof(found[0], bound_time, analysis.bounds.fraction), found[0])
    for lack, because in ((Lack.TRAFFIC, Reason.TRAFFIC), (Lack.WORK, Reason.WORK), (Lack.TIME, Reason.TIME)):
        reason[(analysis.groups.lack & lack) != 0] = because
    counted = np.ones(n, dtype=np.bool_)
    if what_if.batch is not None:
        counted = ~measured.other_batch
        reason[~concerned & ~measured.follows] = Reason.LAW
        reason[measured.other_batch & ~measured.follows] = Reason.OTHER_BATCH
        time = np.where(np.isin(reason, (Reason.LAW, Reason.OTHER_BATCH)), np.nan, time)
    time = np.where(before > 0, time, np.nan)
    step = counted & (before > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        speedup = before / time
    return Forecast(
        analysis=analysis,
        what_if=what_if,
        time=time,
        speedup=speedup,
        flop=flop,
        bytes_dram=bytes_dram,
        bound_time=bound_time,
        bound_by=np.where(np.isnan(time), NO_RESOURCE, bound_by),
        lost_roof=lost,
        reason=np.where(np.isnan(time), reason, Reason.NONE),
        counted=counted,
        total_before=float(before[step].sum()),
        total_after=float(np.where(np.isnan(time), before, time)[step].sum()),
        follows=measured.follows,
        stands_for=_recorded_at(measured, what_if),
    )


def _predict(part: Part, what_if: WhatIf, analysis: Analysis) -> tuple[Floats, Ints, Ints, Bools, Ints]:
    """Time, W, Q and bound time per row of a part, shape (4, k); what binds it; what does so on one machine only;
    whether the what-if concerns it; what it may lack.
    """
    target = None if what_if.machine is None else what_if.machine.with_ceilings(analysis.ceilings)
    change = Change(target, what_if.precision, what_if.batch, what_if.flop, what_if.bytes, what_if.weights)
    found = predict(part.kernels, part.machine, change, part.recorded, executions=part.executions, before=part.before)
    k, after = len(part.rows), found.after

    def total(values: Floats | Bools) -> Floats:
        return np.bincount(part.row_of_launch, weights=values, minlength=k).astype(np.float64)

    rows = after
    if k < len(part.kernels):
        rows = bound(sum_groups(found.demand, part.row_of_launch, k), after.machine)
    bound_by = np.array([*(RESOURCES.index(r) for r in rows.resources), NO_RESOURCE])[rows.binding]
    traffic = found.demand.traffic(Level.DRAM)
    amounts = np.stack([total(found.time), total(after.flop), total(traffic), rows.bound_time])
    concerned = total(found.concerned) > 0
    lost = np.full(k, NO_RESOURCE)
    np.maximum.at(lost, part.row_of_launch, found.lost_roof)
    reason = np.where(lost == NO_RESOURCE, Reason.ROOF, Reason.LOST_ROOF).astype(np.int64)
    reason[total(after.lacks_ceiling) > 0] = Reason.TARGET_CEILING
    reason[total(found.before.lacks_ceiling) > 0] = Reason.CEILING
    return amounts, bound_by, lost, concerned, reason


def _recorded_at(measured: Measured, what_if: WhatIf) -> Ints:
    """For the predicted rows of each series the one recorded at the batch of a what-if that asks for nothing else."""
    rows = np.full(len(measured.analysis), NO_ROW)
    if what_if.batch is not None and not what_if.without_batch.changes_something:
        for one in measured.series:
            if what_if.batch in one.batches:
                predicted = [row for row in one.rows if measured.follows[row]]
                rows[predicted] = one.rows[one.batches.index(what_if.batch)]
    return rows
