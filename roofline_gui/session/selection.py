"""Selected launches while the document changes."""

from collections.abc import Sequence

import numpy as np

from roofline_gui.model.profile import Profile


def follow_profiles(launches: frozenset[int], old: Sequence[Profile], new: Sequence[Profile]) -> frozenset[int]:
    """`launches` (indices over all `old` profiles) as indices over the `new` ones, without those that are not there:
    hiding or removing a profile renumbers the launches behind it. A profile that was read anew keeps its launches.
    """
    if not launches or tuple(old) == tuple(new):
        return launches
    starts: dict[object, int] = {}
    start = 0
    for profile in new:
        starts[profile] = starts[_content(profile)] = start
        start += len(profile.launches)
    index = np.array(sorted(launches))
    kept: list[int] = []
    start = 0
    for profile in old:
        own = index[(index >= start) & (index < start + len(profile.launches))]
        place = starts.get(profile, starts.get(_content(profile)))
        if place is not None:
            kept += (own - start + place).tolist()
        start += len(profile.launches)
    return frozenset(kept)


def _content(profile: Profile) -> object:
    """What a file read anew has in common with what it was before."""
    return profile.path, profile.devices, len(profile.launches)
