"""A document worked out: groups, bounds, verdicts."""

from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Bools, Ints
from roofline_gui.model.diagnosis import Judgement, Thresholds, judge
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping, Groups, Lack, group, with_unknown_work
from roofline_gui.model.launches import Flag, Launches, concatenate
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES, Bounds, Resource, bound


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """Groups of launches on a machine with their bounds and verdicts; the n rows of all three belong together."""

    machine: Machine
    thresholds: Thresholds
    groups: Groups
    bounds: Bounds
    judgement: Judgement
    source_of_launch: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.groups)

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


def analyse_launches(
    launches: Launches, machine: Machine, grouping: Grouping, thresholds: Thresholds, sources: tuple[str, ...] = ()
) -> Analysis:
    """Group launches, bound and judge them; `sources` names the file of each launch."""
    groups = group(launches, grouping)
    bounds = bound(groups.demand, machine)
    doubtful = _doubtful_zero(groups, bounds, thresholds)
    if doubtful.any():
        groups = with_unknown_work(groups, doubtful)
        bounds = bound(groups.demand, machine)
    judgement = judge(bounds, groups.demand, groups.evidence, groups.count, thresholds)
    return Analysis(machine, thresholds, groups, bounds, judgement, sources)


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


def binding_resources(analysis: Analysis) -> Ints:
    """Index into RESOURCES of what binds each row, shape (n,), NO_RESOURCE where unknown. A path that L1 and shared
    memory share goes by the part that dominates it.
    """
    lookup = np.array([RESOURCES.index(r) for r in analysis.bounds.resources] + [NO_RESOURCE])
    binding = lookup[analysis.bounds.binding]
    if not analysis.machine.shared_is_part_of_l1:
        return binding
    demand = analysis.groups.demand
    mostly_shared = demand.traffic(Level.SHARED) > 0.5 * demand.traffic(Level.L1)
    on_path = binding == RESOURCES.index(Resource.L1)
    return np.where(on_path & mostly_shared, RESOURCES.index(Resource.SHARED), binding)


def analyse(document: Document) -> Analysis | None:
    """Work out a document; None where it has no profile or no machine."""
    if not document.profiles or document.machine is None:
        return None
    launches = concatenate([p.launches for p in document.profiles])
    sources = tuple(p.name for p in document.profiles for _ in range(len(p.launches)))
    return analyse_launches(launches, document.machine, document.grouping, document.thresholds, sources)
