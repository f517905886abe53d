"""Reading profiles from files, in the background, and what a document makes of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from roofline_gui.model.document import Document, open_profiles
from roofline_gui.model.grouping import default_grouping
from roofline_gui.model.launches import concatenate
from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.session.messages import Message, Severity

ReadProfile: TypeAlias = Callable[[Path, Callable[[float], None]], Profile | Refusal]


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """What came of reading some files: the `profiles` of the readable `paths`, and the `refusals` of the others.

    machine: the one that the profiles were taken on, None where nothing tells.
    """

    profiles: tuple[Profile, ...]
    paths: tuple[Path, ...]
    refusals: tuple[Refusal, ...]
    machine: Machine | None = None

    def lay_into(self, document: Document) -> Document:
        """`document` with the profiles in place of its own; it keeps its machine where nothing tells another."""
        grouping = default_grouping(concatenate([p.launches for p in self.profiles]))
        return open_profiles(document, self.profiles, self.machine, grouping)


def read_files(
    paths: Sequence[Path], machines: Sequence[Machine], read: ReadProfile, progress: Callable[[float], None]
) -> Opened:
    """Read `paths` one after the other. The machine is that of the first device that is among `machines`, else the
    ceilings that a profile carries. What `progress` raises ends the reading.
    """
    from roofline_gui.io.profile_machine import machine_of_profiles  # imports msgspec, which the first paint can spare

    profiles: list[Profile] = []
    readable: list[Path] = []
    refusals: list[Refusal] = []
    for i, path in enumerate(paths):
        result = read(path, _part_of(progress, i, len(paths)))
        if isinstance(result, Refusal):
            refusals.append(result)
        else:
            profiles.append(result)
            readable.append(path)
    machine = machine_of_profiles(profiles, machines)
    return Opened(tuple(profiles), tuple(readable), tuple(refusals), machine)


def _part_of(progress: Callable[[float], None], part: int, parts: int) -> Callable[[float], None]:
    return lambda fraction: progress((part + fraction) / parts)


def machine_message(opened: Opened, document: Document, machines: Sequence[Machine]) -> Message | None:
    """What to say about the machine that `document` judges `opened` profiles on; nothing where it is the right one."""
    devices = list(dict.fromkeys(name for p in opened.profiles for name, _ in p.devices if name))
    named = f"“{devices[0]}” is not in the catalogue" if devices else "The file does not name its device"
    if document.machine is None:
        text = "Nothing can be judged without a machine: choose the one that it ran on in the Machine pane."
        return Message(Severity.NOTE, f"{named}.", text)
    if opened.machine is None:
        text = "Choose the machine that it ran on in the Machine pane."
        return Message(Severity.NOTE, f"{named}: judged against the {document.machine.name}, as before.", text)
    if all(opened.machine is not m for m in machines):
        text = "They hold at the clock of the profiled run. Choose another machine in the Machine pane."
        return Message(Severity.NOTE, f"{named}: judged against the ceilings that the profile carries.", text)
    if len(devices) > 1:
        return Message(
            Severity.NOTE,
            f"The profiles come from several devices; all are judged on the {opened.machine.name}.",
            f"Seen: {', '.join(devices)}. Open the files of one device at a time to judge each on its own.",
        )
    return None
