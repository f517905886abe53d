"""A measured row as a kernel with laws of the batch, so that it can be asked what a calculated one can."""

import math
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Floats, sum_groups
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.measured import NO_ROW, Measured
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.law import Law
from roofline_gui.model.workload.parameters import Role
from roofline_gui.model.workload.prediction import Change, predict

_FAR = 4096.0  # the second of two batches through which the lines of W and Q run
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class RowKernel:
    """The laws of a measured row under a what-if, the machine that bounds it, the batch at which it was recorded."""

    kernel: FormulaKernel
    machine: Machine
    batch: int


def kernel_of_row(measured: Measured, row: int, what_if: WhatIf) -> RowKernel | None:
    """The laws of `row`, or of the row that its series starts from; None where nothing tells how it grows.

    Predictions are linear in the batch, so that two of them tell the laws.
    """
    start = row if measured.given[row] else int(measured.base[row])
    if start == NO_ROW:
        return None
    part = next(p for p in measured.parts if start in p.rows)
    own = np.flatnonzero(part.rows[part.row_of_launch] == start)
    target = None if what_if.machine is None else what_if.machine.with_ceilings(measured.analysis.ceilings)
    near, far = (
        sum_groups(
            predict(
                part.kernels.take(own),
                part.machine,
                Change(target, what_if.precision, batch, what_if.flop, what_if.bytes, what_if.weights),
                part.recorded.take(own),
            ).demand,
            np.zeros(len(own), dtype=np.int64),
            1,
        )
        for batch in (1.0, _FAR)
    )
    moved = _line(near.traffic(Level.DRAM), far.traffic(Level.DRAM))
    work = {p: _line(near.flop[p], far.flop[p]) for p in near.flop}
    kernel = FormulaKernel(
        name="",
        work={p: law for p, law in work.items() if law is not None and law != Law()},
        traffic={} if moved is None else {Role.ACTIVATIONS: moved},
        special=_line(near.special_ops, far.special_ops),
        text=(),
        assumption="",
    )
    return RowKernel(kernel, target or part.machine, round(float(part.recorded.batch[own].min())))


def _line(near: Floats, far: Floats) -> Law | None:
    """The line through the amounts at batch 1 and at the far one, both shape (1,); None where one is unknown."""
    first, last = float(near[0]), float(far[0])
    if math.isnan(first + last):
        return None
    growth = (last - first) / (_FAR - 1)
    fixed = first - growth
    return Law(0.0 if abs(fixed) < _ROUNDING * abs(first) else fixed, growth)
