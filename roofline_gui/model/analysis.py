"""A document worked out: groups, bounds, verdicts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.model.diagnosis import Judgement, Thresholds, judge
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping, Groups, Lack, group, with_unknown_work
from roofline_gui.model.launches import Evidence, Flag, Launches, concatenate
from roofline_gui.model.machine import CeilingSet, Level, Machine
from roofline_gui.model.merging import merge_bounds, merge_judgements
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES, Bounds, Resource, bound


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """Groups of launches with their bounds and verdicts; the n rows of all three belong together.

    machine: the document's machine, whose ceilings are drawn. machines, machine_of_row: what each row is judged on, an
    index per row, shape (n,); sources may have machines of their own. source_of_launch: name of each launch's source.
    part_of_launch: which of the sources it is, shape (launches,).
    ceilings: which figures of the machines are theirs here. other_fraction: fraction of roof against the other figures,
    shape (n,), NaN where the row's machine has but one kind; None where no machine has two.
    """

    machine: Machine
    thresholds: Thresholds
    groups: Groups
    bounds: Bounds
    judgement: Judgement
    source_of_launch: tuple[str, ...]
    part_of_launch: Ints
    machines: tuple[Machine, ...]
    machine_of_row: Ints
    ceilings: CeilingSet = CeilingSet.THEORETICAL
    other_fraction: Floats | None = None

    def __len__(self) -> int:
        return len(self.groups)

    def machine_of(self, row: int) -> Machine:
        """The machine that row `row` is judged on."""
        return self.machines[int(self.machine_of_row[row])]

    @property
    def total_time(self) -> float:
        """Kernel time of the profile, s: the sum over all launches with a known time."""
        times = self.groups.demand.time
        return float(times[times > 0].sum())

    @property
    def drawn(self) -> Bools:
        """Which rows stand on the canvas, shape (n,): time, work and traffic known, work and some traffic not 0."""
        traffic = [q > 0 for q in self.groups.demand.bytes.values()]
        moved = np.logical_or.reduce(traffic) if traffic else np.zeros(len(self), dtype=np.bool_)
        return np.equal(self.groups.lack, Lack.NONE) & np.greater(self.bounds.flop, 0) & moved


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Launches of one source, its name, and the machine that they are judged on."""

    launches: Launches
    name: str
    machine: Machine


def analyse_parts(
    parts: Sequence[Part],
    machine: Machine,
    grouping: Grouping,
    thresholds: Thresholds,
    ceilings: CeilingSet = CeilingSet.THEORETICAL,
) -> Analysis:
    """Group the launches of all `parts`, and bound and judge each group on the machine of its part, with those figures
    of the machines that `ceilings` names.
    """
    launches = concatenate([p.launches for p in parts])
    part_of_launch = np.repeat(np.arange(len(parts)), [len(p.launches) for p in parts])
    groups = group(launches, grouping, part_of_launch if len(parts) > 1 else None)
    machines: list[Machine] = []
    for part in parts:
        if part.machine not in machines:
            machines.append(part.machine)
    machine_of_row = np.array([machines.index(p.machine) for p in parts])[part_of_launch[groups.first]]
    rows_of = [np.flatnonzero(machine_of_row == i) for i in range(len(machines))]
    resolved = [m.with_ceilings(ceilings) for m in machines]
    judged = [
        _judge_on(each, groups if len(machines) == 1 else groups.take(rows), thresholds)
        for each, rows in zip(resolved, rows_of, strict=True)
    ]
    groups = with_unknown_work(groups, _scatter([d for _, _, d in judged], rows_of, len(groups)))
    machine = machine.with_ceilings(ceilings)
    return Analysis(
        machine=machine,
        thresholds=thresholds,
        groups=groups,
        bounds=merge_bounds(machine, [b for b, _, _ in judged], rows_of),
        judgement=merge_judgements([j for _, j, _ in judged], rows_of),
        source_of_launch=tuple(p.name for p in parts for _ in range(len(p.launches))),
        part_of_launch=part_of_launch,
        machines=tuple(resolved),
        machine_of_row=machine_of_row,
        ceilings=ceilings,
        other_fraction=_fraction_against(ceilings.other, machines, groups, rows_of),
    )


def _judge_on(machine: Machine, groups: Groups, thresholds: Thresholds) -> tuple[Bounds, Judgement, Bools]:
    """Bounds and verdicts on one machine, and the rows whose count of 0 FLOP is taken as unknown."""
    bounds = bound(groups.demand, machine)
    doubtful = _doubtful_zero(groups, bounds, thresholds)
    if doubtful.any():
        groups = with_unknown_work(groups, doubtful)
        bounds = bound(groups.demand, machine)
    return bounds, judge(bounds, groups.demand, groups.evidence, groups.count, thresholds), doubtful


def _fraction_against(
    ceilings: CeilingSet, machines: Sequence[Machine], groups: Groups, rows_of: Sequence[Ints]
) -> Floats | None:
    """Fraction of roof per row against `ceilings`, NaN where the row's machine has no measured figure."""
    if not any(m.has_measured for m in machines):
        return None
    fraction = np.full(len(groups), np.nan)
    for machine, rows in zip(machines, rows_of, strict=True):
        if machine.has_measured:
            fraction[rows] = bound(groups.take(rows).demand, machine.with_ceilings(ceilings)).fraction
    return fraction


def _scatter(parts: Sequence[Bools], rows_of: Sequence[Ints], n: int) -> Bools:
    whole = np.zeros(n, dtype=np.bool_)
    for part, rows in zip(parts, rows_of, strict=True):
        whole[rows] = part
    return whole


def analyse_launches(
    launches: Launches, machine: Machine, grouping: Grouping, thresholds: Thresholds, source: str = ""
) -> Analysis:
    """Group launches of one source, bound and judge them on `machine`."""
    return analyse_parts([Part(launches, source, machine)], machine, grouping, thresholds)


def _doubtful_zero(groups: Groups, bounds: Bounds, thresholds: Thresholds) -> Bools:
    """Where a count of 0 FLOP is no knowledge: some precisions were not counted, and memory does not explain the time
    either, so that the kernel may well have worked in what nobody counted.
    """
    explained = np.zeros(len(groups), dtype=np.bool_)
    for resource, utilisation in zip(bounds.resources, bounds.utilisation, strict=True):
        if resource.is_memory:
            explained |= utilisation >= thresholds.far
    partly = np.not_equal(groups.flags & Flag.FLOP_PARTLY_COUNTED, 0)
    doubtful: Bools = np.equal(bounds.flop, 0) & partly & ~explained
    return doubtful


@lru_cache(maxsize=2)  # asked for row by row; an analysis never changes
def binding_resources(analysis: Analysis) -> Ints:
    """Index into RESOURCES of what binds each row, shape (n,), NO_RESOURCE where unknown. A path that L1 and shared
    memory share goes by the part that dominates it.
    """
    lookup = np.array([RESOURCES.index(r) for r in analysis.bounds.resources] + [NO_RESOURCE])
    binding = lookup[analysis.bounds.binding]
    one_path = np.array([m.shared_is_part_of_l1 for m in analysis.machines])[analysis.machine_of_row]
    demand = analysis.groups.demand
    shared = demand.traffic(Level.SHARED)
    unknown = np.full(len(analysis), np.nan)
    by_writeback = analysis.groups.evidence.get(Evidence.SHARED_OF_WRITEBACK, unknown) > 0.5
    mostly_shared = np.where(np.isnan(shared), by_writeback, shared > 0.5 * demand.traffic(Level.L1))
    on_path = one_path & (binding == RESOURCES.index(Resource.L1))
    return np.where(on_path & mostly_shared, RESOURCES.index(Resource.SHARED), binding)


def analyse(document: Document) -> Analysis | None:
    """Work out a document; None where it shows no source or has no machine."""
    if not document.shown or document.machine is None:
        return None
    parts = [Part(s.profile.launches, s.name, s.machine or document.machine) for s in document.shown]
    return analyse_parts(parts, document.machine, document.grouping, document.thresholds, document.ceilings)
