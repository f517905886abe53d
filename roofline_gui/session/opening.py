"""Reading profiles from files, in the background, and what a document makes of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from roofline_gui.model.document import Document, add_sources, choose_machine, open_sources
from roofline_gui.model.grouping import default_grouping
from roofline_gui.model.launches import concatenate
from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.model.source import Source, with_document_machine
from roofline_gui.resources import EXAMPLE_PROFILE
from roofline_gui.session.messages import Message, Severity

ReadProfile: TypeAlias = Callable[..., Profile | Refusal]  # of path and progress, and of options where a user has some


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """What came of reading some files: the `sources` in the readable `paths`, and the `refusals` of the others.

    The machine of a source is the one that it was taken on, None where nothing tells.
    """

    sources: tuple[Source, ...]
    paths: tuple[Path, ...]
    refusals: tuple[Refusal, ...]

    @property
    def machine(self) -> Machine | None:
        """The machine of the first source that tells one."""
        return next((s.machine for s in self.sources if s.machine is not None), None)

    def without_refusals(self, names: Iterable[str]) -> "Opened":
        """The same without the refusals of the files called `names`: they hold something else that is of use."""
        known = frozenset(names)
        return replace(self, refusals=tuple(r for r in self.refusals if r.name not in known))

    def lay_into(self, document: Document) -> Document:
        """`document` with the sources behind its own, or in the place of the bundled example.

        A source keeps a machine of its own only where it differs from the document's.
        """
        if all(s.profile.path == str(EXAMPLE_PROFILE) for s in document.sources):
            grouping = default_grouping(concatenate([s.profile.launches for s in self.sources]))
            machine = self.machine or document.machine
            return open_sources(document, with_document_machine(self.sources, machine), machine, grouping)
        if document.machine is None and self.machine is not None:
            document = choose_machine(document, self.machine)
        return add_sources(document, with_document_machine(self.sources, document.machine))


def read_files(
    paths: Sequence[Path], machines: Sequence[Machine], read: ReadProfile, progress: Callable[[float], None]
) -> Opened:
    """Read `paths` one after the other. The machine of a source is that of its first device that is among `machines`,
    else the ceilings that it carries. What `progress` raises ends the reading.
    """
    # Imports msgspec, which the first paint can spare.
    from roofline_gui.io.profile_machine import sources_on_their_machines

    sources: list[Source] = []
    readable: list[Path] = []
    refusals: list[Refusal] = []
    for i, path in enumerate(paths):
        result = read(path, _part_of(progress, i, len(paths)))
        if isinstance(result, Refusal):
            refusals.append(result)
        else:
            sources += sources_on_their_machines(result, machines)
            readable.append(path)
    return Opened(tuple(sources), tuple(readable), tuple(refusals))


def _part_of(progress: Callable[[float], None], part: int, parts: int) -> Callable[[float], None]:
    return lambda fraction: progress((part + fraction) / parts)


def machine_message(opened: Opened, document: Document, machines: Sequence[Machine]) -> Message | None:
    """What to say about the machines that the `opened` sources are judged on; nothing where they are the right ones."""
    devices = list(dict.fromkeys(name or f"CC {cc}" for s in opened.sources for name, cc in s.profile.devices))
    named = f"“{devices[0]}” is not in the catalogue" if devices else "The file does not name its device"
    if document.machine is None:
        text = "Nothing can be judged without a machine: choose the one that it ran on in the Machine pane."
        return Message(Severity.NOTE, f"{named}.", text)
    untold = [s.name for s in opened.sources if s.machine is None]
    if untold and len(devices) > 1:
        text = f"Give each source its machine in the Profile pane. Seen: {', '.join(devices)}."
        return Message(Severity.NOTE, f"Several kinds of device under one machine, {document.machine.name}.", text)
    if untold:
        text = "Choose the machine that it ran on in the Machine pane."
        return Message(Severity.NOTE, f"{named}: judged against the {document.machine.name}, as before.", text)
    if any(s.machine not in machines for s in opened.sources):
        text = "They hold at the clock of the profiled run. Choose another machine in the Machine pane."
        return Message(Severity.NOTE, f"{named}: judged against the ceilings that the profile carries.", text)
    return None
