"""The calculated kernels of a document worked out: where each stands, as given and under the what-if."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from roofline_gui.model.demand import Bools, Demand, Floats, Ints
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.roofline import NO_RESOURCE, Bounds, bound
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.calculation import Calculation, calculate
from roofline_gui.model.workload.catalogue import evaluate, find_formula
from roofline_gui.model.workload.columns import KernelColumns
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.precision import retyped, types_under
from roofline_gui.model.workload.prediction import fixed_times, lost_roof, predicted_time, within_roof
from roofline_gui.model.workload.step import Step, step_of

WHOLE_STEP, FORMULA = -1, -2


@dataclass(frozen=True, slots=True, eq=False)
class Calculated:
    """n calculated kernels before a batch and a machine are chosen; what a slider of the batch need not work out again.

    entry: index into the document's entries, shape (n,). operation: index in the step; WHOLE_STEP for a step as one
    ideal kernel, FORMULA for a formula by itself. count: launches per step. batch: as given. time: measured, s, NaN
    without. kernels: with the types of the what-if. steps: the step of each entry, None for formulas.
    """

    entries: tuple[Entry, ...]
    what_if: WhatIf
    entry: Ints
    operation: Ints
    count: Floats
    batch: Floats
    time: Floats
    kernels: tuple[FormulaKernel, ...]
    columns: KernelColumns
    given: KernelColumns
    steps: tuple[Step | None, ...]

    def __len__(self) -> int:
        return len(self.kernels)

    def take(self, index: Ints) -> "Calculated":
        """The kernels at `index`, of which any may come several times."""
        return replace(
            self,
            entry=self.entry[index],
            operation=self.operation[index],
            count=self.count[index],
            batch=self.batch[index],
            time=self.time[index],
            kernels=tuple(self.kernels[i] for i in index.tolist()),
            columns=self.columns.take(index),
            given=self.given.take(index),
        )

    def rows_of(self, id: int) -> Ints:  # noqa: A002 (as the field)
        """The kernels of the entry with this id, in order."""
        found = [i for i, entry in enumerate(self.entries) if entry.id == id]
        return np.flatnonzero(np.isin(self.entry, found))


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """n calculated kernels on a machine; every array has shape (n,), NaN is unknown.

    machine: the one they are bounded on; given_machine: where measured times were measured. batch: at which they
    stand. demand, bounds: there. time: s per launch: the least time, a measured one, or the one predicted from it.
    is_measured: whether `time` was measured. moves: whether another batch would change the kernel. lost_roof: what
    binds one with a measured time where one of the two machines has no ceiling for it, so that nothing is
    predicted, an index into RESOURCES; else NO_RESOURCE. drawn: shown and with a place on the canvas.
    """

    calculated: Calculated
    machine: Machine
    given_machine: Machine
    batch: Floats
    demand: Demand
    bounds: Bounds
    time: Floats
    is_measured: Bools
    moves: Bools
    lost_roof: Ints
    drawn: Bools

    def __len__(self) -> int:
        return len(self.calculated)

    @property
    def flop_per_s(self) -> Floats:
        """Performance at `time`, FLOP/s."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.bounds.flop / self.time


def calculate_entries(entries: Sequence[Entry], what_if: WhatIf = AS_GIVEN) -> Calculated:
    """The kernels of all entries, with the element types that `what_if` asks for; its batch and machine do not matter.

    Raises:
        ParameterError: an entry that cannot be calculated.
    """
    steps = tuple(calculate_step(e, what_if) if isinstance(e, StepEntry) else None for e in entries)
    rows = [row for i, (entry, step) in enumerate(zip(entries, steps, strict=True)) for row in _rows(i, entry, step)]
    kernels = tuple(_kernel(entries[row.entry], steps[row.entry], row.operation, what_if) for row in rows)
    columns = KernelColumns.of(kernels)
    timed = any(not np.isnan(row.time) for row in rows)
    if types_of(what_if) == types_of(AS_GIVEN) or not timed:
        given = columns
    else:
        given = calculate_entries(entries).columns
    return Calculated(
        entries=tuple(entries),
        what_if=what_if,
        entry=np.array([row.entry for row in rows], dtype=np.int64),
        operation=np.array([row.operation for row in rows], dtype=np.int64),
        count=np.array([row.launches for row in rows], dtype=np.float64),
        batch=np.array([row.batch for row in rows], dtype=np.float64),
        time=np.array([row.time for row in rows], dtype=np.float64),
        kernels=kernels,
        columns=columns,
        given=given,
        steps=steps,
    )


class _Row(NamedTuple):
    entry: int
    operation: int
    launches: float
    batch: float
    time: float


def _rows(index: int, entry: Entry, step: Step | None) -> Iterator[_Row]:
    if isinstance(entry, KernelEntry):
        yield _Row(index, FORMULA, float(entry.count), float(entry.workload.batch), entry.workload.time)
    elif step is not None:
        yield _Row(index, WHOLE_STEP, 1.0, float(entry.batch), np.nan)
        for i, operation in enumerate(step.operations):
            yield _Row(index, i, float(operation.count), float(entry.batch), np.nan)


def _kernel(entry: Entry, step: Step | None, operation: int, what_if: WhatIf) -> FormulaKernel:
    if step is not None:
        return step.kernel if operation == WHOLE_STEP else step.operations[operation].kernel
    assert isinstance(entry, KernelEntry)
    workload = entry.workload
    types = types_under(workload.types, what_if, find_formula(workload.formula).engine)
    return evaluate(workload if types == workload.types else retyped(workload, types))


def calculate_step(entry: StepEntry, what_if: WhatIf) -> Step:
    """The step of an entry at its own batch, with the element types that `what_if` asks for."""
    return step_of(entry.architecture, entry.span, types_under(entry.types, what_if), entry.batch)


def estimate(
    calculated: Calculated, machine: Machine, batch: int | Floats | None = None, given_machine: Machine | None = None
) -> Estimates:
    """Bound calculated kernels on `machine`, those with a batch law at `batch`: the same for all, one for each (shape
    (n,)), or None for their own.

    A kernel with a measured time, which was measured on `given_machine` (None: the same), keeps its fraction of roof
    above the fixed cost of a launch when something changes, as measured kernels do (`prediction`), but is never beyond
    its roof unless it was measured there. The others are taken to reach their roof.
    """
    columns, given_machine = calculated.columns, given_machine or machine
    at = calculated.batch if batch is None else np.where(columns.grows, batch, calculated.batch)
    timed = ~np.isnan(calculated.time)
    changed = (at != calculated.batch) | (types_of(calculated.what_if) != types_of(AS_GIVEN))
    is_measured = timed & ~changed & (machine == given_machine)
    demand = columns.demand(at, np.where(is_measured, calculated.time, np.nan))
    bounds = bound(demand, machine)
    time = np.where(bounds.lacks_ceiling, np.nan, bounds.bound_time)
    lost = np.full(len(calculated), NO_RESOURCE)
    if timed.any():
        before = bound(calculated.given.demand(calculated.batch, calculated.time), given_machine)
        fixed = fixed_times(given_machine, machine)
        predicted = predicted_time(calculated.time, before, bounds, *fixed)
        time = np.where(timed, within_roof(predicted, time, before.fraction), time)
        time = np.where(is_measured, calculated.time, time)
        lost = np.where(timed & ~is_measured, lost_roof(before, bounds), NO_RESOURCE)
    shown = np.array([entry.shown for entry in calculated.entries], dtype=np.bool_)[calculated.entry]
    return Estimates(
        calculated=calculated,
        machine=machine,
        given_machine=given_machine,
        batch=at,
        demand=demand,
        bounds=bounds,
        time=time,
        is_measured=is_measured,
        moves=columns.grows,
        lost_roof=lost,
        drawn=shown & (bounds.flop > 0) & (demand.traffic(Level.DRAM) > 0) & (time > 0),
    )


def estimate_document(document: Document, calculated: Calculated | None = None) -> Estimates | None:
    """The calculated kernels of a document under its what-if; None without any, or without a machine. `calculated` may
    be what was worked out before for the same entries and types.
    """
    if document.machine is None or not document.kernels:
        return None
    if calculated is None or not is_current(calculated, document):
        calculated = calculate_entries(document.kernels, document.what_if)
    given = document.machine.with_ceilings(document.ceilings)
    target = document.what_if.machine
    machine = given if target is None else target.with_ceilings(document.ceilings)
    return estimate(calculated, machine, document.what_if.batch, given)


def work_out(estimates: Estimates, row: int, thresholds: Thresholds | None = None) -> Calculation:
    """One kernel of the estimates by itself, its formula written out for the batch and the types at which it stands.
    A measured time is left out where it does not hold any more.
    """
    calculated, batch = estimates.calculated, int(estimates.batch[row])
    kernel = calculated.kernels[row]
    if kernel.batch != batch:
        entry, what_if = calculated.entries[int(calculated.entry[row])], calculated.what_if
        if isinstance(entry, StepEntry):
            step = calculate_step(replace(entry, batch=batch), what_if)
            kernel = _kernel(entry, step, int(calculated.operation[row]), what_if)
        else:
            moved = replace(entry, workload=replace(entry.workload, batch=batch))
            kernel = _kernel(moved, None, FORMULA, what_if)
    time = float(estimates.time[row]) if estimates.is_measured[row] else np.nan
    return calculate(replace(kernel, time=time), estimates.machine, thresholds)


def is_current(calculated: Calculated, document: Document) -> bool:
    """Whether `calculated` holds for the entries and the what-if of `document`, whatever its batch and machine."""
    return calculated.entries == document.kernels and types_of(calculated.what_if) == types_of(document.what_if)


def types_of(what_if: WhatIf) -> tuple[object, ...]:
    """What of a what-if decides the element types."""
    return what_if.precision, what_if.weights, what_if.activations, what_if.kv
