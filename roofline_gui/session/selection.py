"""Selected launches while the document changes."""

from collections.abc import Sequence

import numpy as np

from roofline_gui.model.profile import Profile


def follow_profiles(launches: frozenset[int], old: Sequence[Profile], new: Sequence[Profile]) -> frozenset[int]:
    """`launches` (indices over all `old` profiles) as indices over the `new` ones, without those that are not there:
    hiding or removing a profile renumbers the launches behind it.
    """
    if not launches or tuple(old) == tuple(new):
        return launches
    starts: dict[Profile, int] = {}
    start = 0
    for profile in new:
        starts[profile] = start
        start += len(profile.launches)
    index = np.array(sorted(launches))
    kept: list[int] = []
    start = 0
    for profile in old:
        own = index[(index >= start) & (index < start + len(profile.launches))]
        if profile in starts:
            kept += (own - start + starts[profile]).tolist()
        start += len(profile.launches)
    return frozenset(kept)
