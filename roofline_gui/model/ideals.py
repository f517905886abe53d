"""Calculated kernels as ideals of what was measured: waste apart from the lost rate."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Demand, Floats, Ints, sum_groups
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import (
    FORMULA,
    Calculated,
    Estimates,
    calculate_entries,
    calculate_step,
    types_of,
)
from roofline_gui.model.grouping import Lack
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.series import batch_of
from roofline_gui.model.source import Pin
from roofline_gui.model.what_if import AS_GIVEN
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.ideal import Gap, compare_with_ideal
from roofline_gui.model.workload.kernel import FormulaKernel

FEWER = 0.95  # measured over ideal: below it less was done than the ideal says that must be


@dataclass(frozen=True, slots=True)
class Held:
    """A row of an analysis held against its ideal, per execution; NaN is unknown.

    row: of the analysis. estimate: row of the ideal in the estimates. executions: how often the work of the ideal was
    done; kernels: launches of one execution (a product split along K is followed by a sum). machine: what the row is
    judged on, and the ideal with it. flop, bytes, time: as measured, FLOP, B at DRAM, s. ideal_flop, ideal_bytes,
    ideal_time: useful work, traffic with perfect reuse, and their least time. flop_factor, bytes_factor: measured over
    ideal. fraction: of the roof at the executed work and the moved bytes; ideal_fraction: ideal over measured time.
    recorded: batches at which the executions were recorded, rising, empty where unknown. batch: that of the ideal as it
    is given. is_as_given: whether it was taken there and not at the recorded ones.
    """

    row: int
    estimate: int
    executions: int
    kernels: float
    machine: Machine
    flop: float
    bytes: float
    time: float
    ideal_flop: float
    ideal_bytes: float
    ideal_time: float
    flop_factor: float
    bytes_factor: float
    fraction: float
    ideal_fraction: float
    recorded: tuple[float, ...] = ()
    batch: int = 1
    is_as_given: bool = True


def hold_against(document: Document, analysis: Analysis, estimates: Estimates) -> tuple[Held, ...]:
    """The rows of `analysis` that have an ideal among the `estimates` of the same document, in the order of the rows.

    Of the launches with one ideal a row holds some or all: their sums are divided by the executions, which are the
    launches of the kernel that takes longest among all with this ideal. A row that has other kernels of it only, as the
    sum behind a split product grouped by itself, is not held.

    An ideal with a batch law is taken at the batches at which the launches were recorded: those of laws of the
    user's, else those in the names of operations. Where that needs more FLOP than were executed and the ideal as it
    is given comes as near, its shape has the batch in it already (m = 32), and it is taken as it is given. So it is
    where a batch is unknown. What the what-if changes is left out.
    """
    given = _Given(estimates.calculated)
    launches, of_launch = analysis.groups.launches, analysis.groups.of_launch
    kernel, counts = launches.kernel.codes, launches.counts
    time, recorded = np.nan_to_num(launches.demand.time), _recorded_batches(document, analysis)
    found = []
    for pin, index in _pinned(document):
        ideal = given.find(pin)
        if ideal is None:
            continue
        of_kernel = np.bincount(kernel[index], weights=time[index])
        main = int(of_kernel.argmax()) if of_kernel.any() else int(kernel[index[0]])
        for row in np.unique(of_launch[index]).tolist():
            members = index[of_launch[index] == row]
            executed = members[kernel[members] == main]
            if counts[executed].sum():
                batches = _Batches.of(recorded[executed], counts[executed])
                found.append(_hold(analysis, row, members, batches, *ideal))
    return tuple(sorted(found, key=lambda held: held.row))


def operations_of_rows(analysis: Analysis, rows: Iterable[int], entry: StepEntry) -> dict[int, str]:
    """The operation of a step that each of `rows` is called after: the last part of the row's own operation. Rows that
    were recorded at another batch than that of the step are left out.
    """
    names = {operation.kernel.name for operation in calculate_step(entry, AS_GIVEN).operations}
    found = {}
    for row in rows:
        path, batch = batch_of(analysis.groups.operation(row))
        name = path.rsplit(" / ", 1)[-1]
        if name in names and batch in (None, entry.batch):
            found[row] = name
    return found


def _pinned(document: Document) -> Iterator[tuple[Pin, Ints]]:
    """The pins of the shown sources, and their launches as indices over all of these sources."""
    start = 0
    for source in document.shown:
        for pin in source.pins:
            yield pin, start + np.array(pin.launches, dtype=np.int64)
        start += len(source.profile.launches)


def _recorded_batches(document: Document, analysis: Analysis) -> Floats:
    """The batch at which each launch was recorded, shape of the launches, NaN where nothing tells it."""
    operations = analysis.groups.launches.operation
    named = [batch_of(path)[1] for path in operations.values]
    lookup = np.array([np.nan if batch is None else batch for batch in named], dtype=np.float64)
    recorded = lookup[operations.codes]
    start = 0
    for source in document.shown:
        for law in source.laws:
            recorded[start + np.array(law.launches, dtype=np.int64)] = law.batch
        start += len(source.profile.launches)
    return recorded


@dataclass(frozen=True, slots=True, eq=False)
class _Batches:
    """How many `executions` there were, and the share of them at each of the rising batches `at`; both of shape (k,),
    none where a batch is unknown.
    """

    executions: int
    at: Floats
    shares: Floats

    @staticmethod
    def of(batches: Floats, counts: Ints) -> "_Batches":
        """Of launches with these batches (NaN: unknown), each of which stands for as many as it counts."""
        executions = int(counts.sum())
        if np.isnan(batches).any():
            return _Batches(executions, np.zeros(0), np.zeros(0))
        at, which = np.unique(batches, return_inverse=True)
        return _Batches(executions, at, np.bincount(which, weights=counts) / executions)


class _Given:
    """The kernels of the estimates as they are given, whatever the what-if makes of them."""

    def __init__(self, calculated: Calculated) -> None:
        self._calculated = calculated
        self._is_given = types_of(calculated.what_if) == types_of(AS_GIVEN)

    def find(self, pin: Pin) -> tuple[int, FormulaKernel] | None:
        """The row of a pin's ideal and its kernel; None where there is no such operation in the step any more."""
        calculated = self._calculated
        for row in calculated.rows_of(pin.entry).tolist():
            operation = int(calculated.operation[row])
            kernel = calculated.kernels[row]
            if (kernel.name == pin.operation and operation >= 0) if pin.operation else operation == FORMULA:
                return row, kernel if self._is_given else self._as_given(row)
        return None

    def _as_given(self, row: int) -> FormulaKernel:
        calculated = self._calculated
        entry = calculated.entries[int(calculated.entry[row])]
        operation = int(calculated.operation[row])
        kernels = calculate_entries((entry,)).kernels
        return kernels[operation + 1] if isinstance(entry, StepEntry) else kernels[0]


def _hold(
    analysis: Analysis, row: int, launches: Ints, batches: _Batches, estimate: int, ideal: FormulaKernel
) -> Held:
    machine, all_launches = analysis.machine_of(row), analysis.groups.launches
    summed = sum_groups(all_launches.demand.take(launches), np.zeros(len(launches), dtype=np.int64), 1)
    if analysis.groups.lack[row] & Lack.WORK:
        summed = replace(summed, flop_known=np.zeros(1, dtype=np.bool_))
    measured = _divided(summed, batches.executions)
    gap, is_as_given = _compare(ideal, measured, machine, batches)
    return Held(
        row=row,
        estimate=estimate,
        executions=batches.executions,
        kernels=int(all_launches.counts[launches].sum()) / batches.executions,
        machine=machine,
        flop=float(measured.total_flop[0]),
        bytes=float(measured.traffic(Level.DRAM)[0]),
        time=float(measured.time[0]),
        ideal_flop=gap.ideal_flop,
        ideal_bytes=gap.ideal_bytes,
        ideal_time=gap.ideal_time,
        flop_factor=float(gap.flop_factor[0]),
        bytes_factor=float(gap.bytes_factor[0]),
        fraction=float(gap.fraction[0]),
        ideal_fraction=float(gap.ideal_fraction[0]),
        recorded=tuple(batches.at.tolist()),
        batch=ideal.batch,
        is_as_given=is_as_given,
    )


def _compare(ideal: FormulaKernel, measured: Demand, machine: Machine, batches: _Batches) -> tuple[Gap, bool]:
    """The gap at the recorded batches, or as the ideal is given; and whether it is the latter."""
    given = compare_with_ideal(ideal, measured, machine)
    if not (len(batches.at) and ideal.follows_batch):
        return given, True
    there = compare_with_ideal(ideal, measured, machine, batches.at, batches.shares)
    factor, factor_given = float(there.flop_factor[0]), float(given.flop_factor[0])
    has_batch_in_it = factor < FEWER and factor_given > 0 and abs(np.log(factor_given)) <= abs(np.log(factor))
    return (given, True) if has_batch_in_it else (there, False)


def _divided(demand: Demand, parts: int) -> Demand:
    """One of `parts` equal parts of the demand."""
    return Demand(
        demand.time / parts,
        {precision: work / parts for precision, work in demand.flop.items()},
        demand.flop_known,
        demand.special_ops / parts,
        {level: traffic / parts for level, traffic in demand.bytes.items()},
    )
