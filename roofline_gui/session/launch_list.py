"""The launches behind one row, longest first."""

from dataclasses import dataclass

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.present.names import short_names

MOST_LAUNCHES = 50
NAME_LIMIT = 26  # characters: the list stands in a narrow pane


@dataclass(frozen=True, slots=True)
class LaunchLine:
    """One launch: its index over all profiles, the profiler's id, its short and its full name, its time, s (or NaN)."""

    launch: int
    launch_id: str
    label: str
    kernel: str
    time: float


@dataclass(frozen=True, slots=True)
class LaunchList:
    """The longest launches of a row as `lines`, of `total` that there are."""

    total: int
    lines: tuple[LaunchLine, ...]


def launches_of(analysis: Analysis, row: int, most: int = MOST_LAUNCHES) -> LaunchList:
    """At most `most` launches of `row`, longest first, unknown times last."""
    launches = analysis.groups.launches
    members = analysis.groups.members(row)
    times = launches.demand.time[members]
    order = np.argsort(np.where(np.isnan(times), np.inf, -times), kind="stable")[:most]
    chosen = members[order].tolist()
    names = short_names({launches.kernel[i] for i in chosen}, NAME_LIMIT)
    lines = tuple(
        LaunchLine(i, launches.launch_id[i], names[launches.kernel[i]], launches.kernel[i], float(time))
        for i, time in zip(chosen, times[order].tolist(), strict=True)
    )
    return LaunchList(len(members), lines)
