"""Which machine a device is, and which runs are judged on another machine than the one that they were measured on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from roofline_gui.model.document import Document
from roofline_gui.model.machine import Machine
from roofline_gui.model.source import Source

_VENDOR_WORDS = frozenset({"nvidia", "amd"})


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A source that was measured on `device`, as a profiler prints it, which is `own`, and is judged on `judged`."""

    source: Source
    device: str
    own: Machine
    judged: Machine


def find_by_device(machines: Sequence[Machine], device_name: str) -> Machine | None:
    """The machine whose device a profiler prints as `device_name`, or None.

    Case, blanks, punctuation and the vendor's name do not matter; all other words do, because an “H100 PCIe”, an
    “H200 NVL” or a MIG slice has other ceilings than the device it is named after.
    """
    wanted = _device_words(device_name)
    for machine in machines:
        if wanted and any(_device_words(name) == wanted for name in machine.device_names):
            return machine
    return None


def judged_elsewhere(document: Document, known: Sequence[Machine]) -> tuple[Elsewhere, ...]:
    """The shown sources whose device is one of the `known` machines, or has ceilings of its own, and which are judged
    on a machine of another device. A machine without device names may be any; a what-if judges nothing.
    """
    found = []
    for source in document.shown:
        judged, profile = source.machine or document.machine, source.profile
        device = next((name for name, _ in profile.devices if name), "")
        if judged is None or not judged.device_names or find_by_device((judged,), device) is not None:
            continue
        carried = () if profile.own_ceilings is None else (profile.own_ceilings,)
        own = find_by_device((*known, *carried), device)
        if own is not None:
            found.append(Elsewhere(source, device, own, judged))
    return tuple(found)


@lru_cache(maxsize=1024)  # a catalogue is searched at every change of a document
def _device_words(name: str) -> tuple[str, ...]:
    return tuple(word for word in re.findall(r"[^\W_]+", name.lower()) if word not in _VENDOR_WORDS)
