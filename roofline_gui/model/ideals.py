"""Calculated kernels as ideals of what was measured: waste apart from the lost rate."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Demand, Ints, sum_groups
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
from roofline_gui.model.workload.ideal import compare_with_ideal
from roofline_gui.model.workload.kernel import FormulaKernel


@dataclass(frozen=True, slots=True)
class Held:
    """A row of an analysis held against its ideal, per execution and at the batch of the ideal as it is given; NaN is
    unknown.

    row: of the analysis. estimate: row of the ideal in the estimates. executions: how often the work of the ideal was
    done; kernels: launches of one execution (a product split along K is followed by a sum). machine: what the row is
    judged on, and the ideal with it. flop, bytes, time: as measured, FLOP, B at DRAM, s. ideal_flop, ideal_bytes,
    ideal_time: useful work, traffic with perfect reuse, and their least time. flop_factor, bytes_factor: measured over
    ideal. fraction: of the roof at the executed work and the moved bytes; ideal_fraction: ideal over measured time.
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


def hold_against(document: Document, analysis: Analysis, estimates: Estimates) -> tuple[Held, ...]:
    """The rows of `analysis` that have an ideal among the `estimates` of the same document, in the order of the rows.

    Of the launches with one ideal a row holds some or all: their sums are divided by the executions, which are the
    launches of the kernel that takes longest among all with this ideal. A row that has other kernels of it only, as the
    sum behind a split product grouped by itself, is not held. What the what-if changes is left out.
    """
    given = _Given(estimates.calculated)
    launches, of_launch = analysis.groups.launches, analysis.groups.of_launch
    kernel, counts = launches.kernel.codes, launches.counts
    time = np.nan_to_num(launches.demand.time)
    found = []
    for pin, index in _pinned(document):
        ideal = given.find(pin)
        if ideal is None:
            continue
        of_kernel = np.bincount(kernel[index], weights=time[index])
        main = int(of_kernel.argmax()) if of_kernel.any() else int(kernel[index[0]])
        for row in np.unique(of_launch[index]).tolist():
            members = index[of_launch[index] == row]
            executions = int(counts[members][kernel[members] == main].sum())
            if executions:
                total = int(counts[members].sum())
                found.append(_hold(analysis, row, members, executions, total, *ideal))
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
    analysis: Analysis, row: int, launches: Ints, executions: int, total: int, estimate: int, ideal: FormulaKernel
) -> Held:
    machine = analysis.machine_of(row)
    summed = sum_groups(analysis.groups.launches.demand.take(launches), np.zeros(len(launches), dtype=np.int64), 1)
    if analysis.groups.lack[row] & Lack.WORK:
        summed = replace(summed, flop_known=np.zeros(1, dtype=np.bool_))
    measured, demand = _divided(summed, executions), ideal.demand()
    gap = compare_with_ideal(ideal, measured, machine)
    return Held(
        row=row,
        estimate=estimate,
        executions=executions,
        kernels=total / executions,
        machine=machine,
        flop=float(measured.total_flop[0]),
        bytes=float(measured.traffic(Level.DRAM)[0]),
        time=float(measured.time[0]),
        ideal_flop=float(demand.total_flop[0]),
        ideal_bytes=float(demand.traffic(Level.DRAM)[0]),
        ideal_time=gap.ideal_time,
        flop_factor=float(gap.flop_factor[0]),
        bytes_factor=float(gap.bytes_factor[0]),
        fraction=float(gap.fraction[0]),
        ideal_fraction=float(gap.ideal_fraction[0]),
    )


def _divided(demand: Demand, parts: int) -> Demand:
    """One of `parts` equal parts of the demand."""
    return Demand(
        demand.time / parts,
        {precision: work / parts for precision, work in demand.flop.items()},
        demand.flop_known,
        demand.special_ops / parts,
        {level: traffic / parts for level, traffic in demand.bytes.items()},
    )
