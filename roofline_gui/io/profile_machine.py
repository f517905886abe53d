"""Which machines profiles were taken on."""

from collections.abc import Sequence
from dataclasses import replace

from roofline_gui.model.devices import find_by_device
from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source, sources_of


def sources_on_their_machines(profile: Profile, machines: Sequence[Machine]) -> tuple[Source, ...]:
    """The sources of a file, each with the machine that it was taken on; None where nothing tells."""
    return tuple(replace(s, machine=machine_of(s.profile, machines)) for s in sources_of(profile))


def machine_of(profile: Profile, machines: Sequence[Machine]) -> Machine | None:
    """The catalogue's machine for the first device that it knows, else the profile's own ceilings, else None."""
    for name, _ in profile.devices:
        if name and (found := find_by_device(machines, name)) is not None:
            return found
    return profile.own_ceilings
