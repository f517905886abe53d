"""A measured row as a kernel with laws of the batch, so that it can be asked what a calculated one can."""

from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.demand import Floats
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.measured import NO_ROW, Measured
from roofline_gui.model.roofline import bound
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.law import Law
from roofline_gui.model.workload.parameters import Role
from roofline_gui.model.workload.prediction import Change, apply
from roofline_gui.model.workload.recorded import RecordedBatch, misfit

_ROUNDING = 1e-9  # a difference of two amounts below this share of them is none


@dataclass(frozen=True, slots=True)
class Fit:
    """By how much, relatively, the laws of a series miss its recorded work and traffic at most; NaN is unknown."""

    work: float
    traffic: float


@dataclass(frozen=True, slots=True)
class RowKernel:
    """The laws of a measured row under a what-if, the machine that bounds it, the batch at which it was recorded.

    fit: to what was recorded, None for a law of the user's.
    """

    kernel: FormulaKernel
    machine: Machine
    batch: int
    fit: Fit | None = None


def kernel_of_row(measured: Measured, row: int, what_if: WhatIf) -> RowKernel | None:
    """The laws of `row`, or of the row that its series starts from; None where nothing tells how it grows."""
    start = row if measured.given[row] else int(measured.base[row])
    if start == NO_ROW:
        return None
    part = next(p for p in measured.parts if start in p.rows)
    own = np.flatnonzero(part.rows[part.row_of_launch] == start)
    launches, law = part.kernels.take(own), part.recorded.take(own)
    before = bound(launches, part.machine)
    change = Change(None, what_if.precision, None, what_if.flop, what_if.bytes, what_if.weights)
    changed = apply(launches, before, change, law)
    # Another type of the weights changes only what stays: what grows does so as it does without it.
    unweighted = changed if what_if.weights is None else apply(launches, before, replace(change, weights=None), law)
    grows = ~np.isnan(law.batch)
    unpadded = np.zeros(len(own))

    def line(amounts: Floats, growing: Floats, least: Floats) -> Law:
        """Of `amounts` the `growing` part is proportional to the batch, from its `least` on; all of shape (m,)."""
        fixed, whole = float((amounts - growing).sum()), float(amounts.sum())
        per_batch = np.where(grows, growing / np.maximum(law.batch, least), 0.0)
        return Law(
            0.0 if abs(fixed) < _ROUNDING * whole else fixed,
            float(per_batch[least == 0].sum()),
            padded=tuple((float(per_batch[least == p].sum()), p) for p in np.unique(least).tolist() if p > 0),
        )

    work, traffic = np.where(grows, 1 - law.fixed_work, 0.0), np.where(grows, 1 - law.fixed_bytes, 0.0)
    moved, growing = changed.traffic(Level.DRAM), unweighted.traffic(Level.DRAM) * traffic
    special = changed.special_ops
    kernel = FormulaKernel(
        name="",
        work={p: line(w, w * work, law.least) for p, w in changed.flop.items() if np.nansum(w) > 0},
        traffic={} if np.isnan(moved).any() else {Role.ACTIVATIONS: line(moved, growing, unpadded)},
        special=None if np.isnan(special).any() else line(special, special * work, law.least),
        text=(),
        assumption="",
    )
    target = part.machine if what_if.machine is None else what_if.machine.with_ceilings(measured.analysis.ceilings)
    fit = None if measured.given[start] else _fit(measured, start, law)
    return RowKernel(kernel, target, round(float(law.batch[grows].min())), fit)


def _fit(measured: Measured, start: int, law: RecordedBatch) -> Fit:
    """How the law of a series, that of the launches of its row `start`, meets what was recorded."""
    series = next(one for one in measured.series if start in one.rows)
    analysis, rows = measured.analysis, list(series.rows)
    growth = np.array([[factors[0] for factors in law.growth(batch)] for batch in series.batches])
    flop, moved = analysis.bounds.flop, analysis.groups.demand.traffic(Level.DRAM)
    return Fit(misfit(flop[start] * growth[:, 0], flop[rows]), misfit(moved[start] * growth[:, 1], moved[rows]))
