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

_ROUNDING = 1e-9  # a difference of two amounts below this share of them is none


@dataclass(frozen=True, slots=True)
class RowKernel:
    """The laws of a measured row under a what-if, the machine that bounds it, the batch at which it was recorded."""

    kernel: FormulaKernel
    machine: Machine
    batch: int


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
    work = np.where(grows, (1 - law.fixed_work) / law.batch, 0.0)
    traffic = np.where(grows, (1 - law.fixed_bytes) / law.batch, 0.0)
    batch = np.where(grows, law.batch, 0.0)

    def line(amounts: Floats, per_batch: Floats) -> Law:
        fixed, whole = float((amounts - per_batch * batch).sum()), float(amounts.sum())
        return Law(0.0 if abs(fixed) < _ROUNDING * whole else fixed, float(per_batch.sum()))

    moved, growing = changed.traffic(Level.DRAM), unweighted.traffic(Level.DRAM) * traffic
    special = changed.special_ops
    kernel = FormulaKernel(
        name="",
        work={p: line(w, w * work) for p, w in changed.flop.items() if np.nansum(w) > 0},
        traffic={} if np.isnan(moved).any() else {Role.ACTIVATIONS: line(moved, growing)},
        special=None if np.isnan(special).any() else line(special, special * work),
        text=(),
        assumption="",
    )
    target = part.machine if what_if.machine is None else what_if.machine.with_ceilings(measured.analysis.ceilings)
    return RowKernel(kernel, target, round(float(law.batch[grows].min())))
