"""Which machine a profile was taken on."""

from collections.abc import Sequence

from roofline_gui.io.machines import find_by_device
from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Profile


def machine_of_profiles(profiles: Sequence[Profile], machines: Sequence[Machine]) -> Machine | None:
    """The catalogue's machine for the first device that it knows, else the first profile's own ceilings, else None."""
    for profile in profiles:
        for name, _ in profile.devices:
            if name and (found := find_by_device(machines, name)) is not None:
                return found
    return next((p.own_ceilings for p in profiles if p.own_ceilings is not None), None)
