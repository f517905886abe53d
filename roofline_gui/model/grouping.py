"""Launches taken together: sums of W, Q and t, in order of the first launch."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntFlag, StrEnum

import numpy as np

from roofline_gui.model.demand import Bools, Demand, Floats, Ints, sum_groups, weighted_mean
from roofline_gui.model.launches import SUMMED_EVIDENCE, Evidence, Launches
from roofline_gui.model.machine import Level


class Grouping(StrEnum):
    """What makes launches one group."""

    LAUNCH = "launch"
    KERNEL = "kernel"
    SHAPE = "shape"
    NVTX = "nvtx"


class Lack(IntFlag):
    """What is unknown or unusable about a kernel, so that it cannot stand on the canvas."""

    NONE = 0
    TIME = 1
    WORK = 2
    TRAFFIC = 4


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """n groups of launches, ordered by their first launch.

    of_launch: group per launch, shape (launches,). first: first launch, shape (n,). count: launches, shape (n,).
    demand: sums. evidence: counts summed, the rest averaged by time. flags: union. lack: what is unknown, `Lack`.
    shortest, longest: extremes of the launches' time, s.
    kernels: distinct kernel names per group, most time first (what a group is called is decided in `present`).
    """

    launches: Launches
    grouping: Grouping
    of_launch: Ints
    first: Ints
    count: Ints
    demand: Demand
    evidence: Mapping[Evidence, Floats]
    flags: Ints
    lack: Ints
    shortest: Floats
    longest: Floats
    kernels: tuple[tuple[str, ...], ...]

    def __len__(self) -> int:
        return len(self.first)

    def take(self, rows: Ints) -> "Groups":
        """The groups at `rows`, in that order; launches of other groups belong to none (-1)."""
        place = np.full(len(self) + 1, -1)
        place[rows] = np.arange(len(rows))
        return replace(
            self,
            of_launch=place[self.of_launch],
            first=self.first[rows],
            count=self.count[rows],
            demand=self.demand.take(rows),
            evidence={e: v[rows] for e, v in self.evidence.items()},
            flags=self.flags[rows],
            lack=self.lack[rows],
            shortest=self.shortest[rows],
            longest=self.longest[rows],
            kernels=tuple(self.kernels[i] for i in rows.tolist()),
        )

    def members(self, group: int) -> Ints:
        """Launch indices of one group, in order."""
        return np.flatnonzero(self.of_launch == group)

    def operation(self, group: int) -> str:
        """Operation path of a group's first launch."""
        return self.launches.operation[int(self.first[group])]


def default_grouping(launches: Launches) -> Grouping:
    """Operations where the profile has NVTX ranges, else launches of one shape together. Rows that are sums already
    stay as they are.
    """
    if launches.invocations is not None:
        return Grouping.LAUNCH
    return Grouping.NVTX if any(launches.operation.values) else Grouping.SHAPE


def lacks(kernels: Demand) -> Ints:
    """What is unknown per kernel, shape (n,), as `Lack` values. W = 0 is known work, DRAM bytes of 0 known traffic."""
    time = np.where(kernels.time > 0, 0, Lack.TIME)
    work = np.where(np.isnan(kernels.total_flop), Lack.WORK, 0)
    traffic = np.where(np.isnan(kernels.traffic(Level.DRAM)), Lack.TRAFFIC, 0)
    return (time | work | traffic).astype(np.int64)


def group(launches: Launches, grouping: Grouping, source: Ints | None = None) -> Groups:
    """Group launches. Launches that lack something form a group of their own beside the complete ones, so that one bad
    row never takes others with it. Processes and devices are kept apart, and so are sources (a code per launch, shape
    (launches,)).
    """
    lack = lacks(launches.demand)
    if grouping is Grouping.LAUNCH:
        of_launch = np.arange(len(launches))
    else:
        of_launch = _codes([*_keys(launches, grouping, lack), *([] if source is None else [source])])
    n = int(of_launch.max()) + 1 if len(of_launch) else 0
    first = np.full(n, len(launches))
    np.minimum.at(first, of_launch, np.arange(len(launches)))
    flags = np.zeros(n, dtype=np.int64)
    np.bitwise_or.at(flags, of_launch, launches.flags)
    time = launches.demand.time
    shortest, longest = np.full(n, np.inf), np.full(n, -np.inf)
    np.fmin.at(shortest, of_launch, time / launches.counts)
    np.fmax.at(longest, of_launch, time / launches.counts)
    return Groups(
        launches=launches,
        grouping=grouping,
        of_launch=of_launch,
        first=first,
        count=np.bincount(of_launch, weights=launches.counts, minlength=n).astype(np.int64),
        demand=sum_groups(launches.demand, of_launch, n),
        evidence={
            item: np.bincount(of_launch, weights=values, minlength=n).astype(np.float64)
            if item in SUMMED_EVIDENCE
            else weighted_mean(values, time, of_launch, n)
            for item, values in launches.evidence.items()
        },
        flags=flags,
        lack=lack[first] if n else lack,
        shortest=np.where(np.isfinite(shortest), shortest, np.nan),
        longest=np.where(np.isfinite(longest), longest, np.nan),
        kernels=_kernel_names(launches, of_launch, n),
    )


def with_unknown_work(groups: Groups, rows: Bools) -> Groups:
    """The groups with the work of `rows` (mask, shape (n,)) taken as unknown."""
    demand = replace(groups.demand, flop_known=groups.demand.flop_known & ~rows)
    return replace(groups, demand=demand, lack=groups.lack | np.where(rows, Lack.WORK, 0))


def _keys(launches: Launches, grouping: Grouping, lack: Ints) -> list[Ints]:
    """The code columns that must agree within a group."""
    apart = [lack, launches.process.codes, launches.device.codes, launches.device_name.codes]
    kernel = [launches.kernel.codes]
    if grouping is Grouping.KERNEL:
        return [*apart, *kernel]
    if grouping is Grouping.SHAPE:
        return [*apart, *kernel, launches.block.codes, launches.grid.codes]
    named = np.array([bool(v) for v in launches.operation.values] or [False])[launches.operation.codes]
    return [*apart, launches.operation.codes, np.where(named, -1, launches.kernel.codes)]


def _codes(keys: list[Ints]) -> Ints:
    """One code per distinct combination of `keys`, in order of first appearance."""
    if not len(keys[0]):
        return np.zeros(0, dtype=np.int64)
    combined = np.zeros(len(keys[0]), dtype=np.int64)
    for key in keys:
        _, dense = np.unique(key, return_inverse=True)
        _, combined = np.unique(combined * (int(dense.max()) + 1) + dense, return_inverse=True)
    _, first, inverse = np.unique(combined, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    return rank[inverse]


def _kernel_names(launches: Launches, of_launch: Ints, n: int) -> tuple[tuple[str, ...], ...]:
    """Distinct kernel names per group, most time first."""
    values = launches.kernel.values
    if n == len(launches):
        return tuple((values[c],) for c in launches.kernel.codes.tolist())
    width = max(1, len(values))
    pairs, inverse = np.unique(of_launch * width + launches.kernel.codes, return_inverse=True)
    time = np.bincount(inverse, weights=np.nan_to_num(launches.demand.time), minlength=len(pairs))
    owner, name = pairs // width, pairs % width
    names: list[list[str]] = [[] for _ in range(n)]
    for i in np.lexsort((-time, owner)).tolist():
        names[owner[i]].append(values[name[i]])
    return tuple(tuple(x) for x in names)
