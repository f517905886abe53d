"""The document: everything that is opened, chosen and set. Frozen; every edit is a function Document → Document."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.machine import CeilingSet, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source, read_again, sources_of
from roofline_gui.model.what_if import AS_GIVEN, WhatIf

if TYPE_CHECKING:  # the formulas come after the first paint
    from roofline_gui.model.workload.entry import Entry


@dataclass(frozen=True, slots=True)
class View:
    """What the picture shows beyond the data.

    all_levels: every kernel shows all its levels (else only the selected ones). regions: tint memory, mixed, compute.
    hidden_ceilings: precisions whose ceilings are switched off; `None` lets the picture choose those that matter.
    compared: a machine whose ceilings are drawn beside those of the document's; nothing is judged on it.
    """

    all_levels: bool = False
    regions: bool = True
    hidden_ceilings: frozenset[Precision] | None = None
    compared: Machine | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """The whole state that undo covers.

    ceilings: which figures of the machines the verdicts use. kernels: what is calculated beside the sources. what_if:
    what is thought to be different.
    """

    title: str = ""
    sources: tuple[Source, ...] = ()
    machine: Machine | None = None
    grouping: Grouping = Grouping.SHAPE
    thresholds: Thresholds = field(default_factory=Thresholds)
    view: View = field(default_factory=View)
    ceilings: CeilingSet = CeilingSet.THEORETICAL
    kernels: "tuple[Entry, ...]" = ()
    what_if: WhatIf = AS_GIVEN

    @property
    def shown(self) -> tuple[Source, ...]:
        """The sources whose launches are grouped, drawn and listed."""
        return tuple(s for s in self.sources if s.shown)

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """The profiles of the shown sources."""
        return tuple(s.profile for s in self.shown)


def only_what_if_differs(old: Document, new: Document) -> bool:
    """Whether nothing but the what-if changed, as while a slider is dragged."""
    return all(getattr(old, f.name) is getattr(new, f.name) for f in fields(Document) if f.name != "what_if")


def open_sources(
    document: Document, sources: Iterable[Source], machine: Machine | None, grouping: Grouping
) -> Document:
    """The document showing `sources` (in place of those before) on `machine`."""
    opened = tuple(sources)
    return replace(
        document,
        title=title_of(opened),
        sources=opened,
        machine=machine or document.machine,
        grouping=grouping,
    )


def add_sources(document: Document, sources: Iterable[Source]) -> Document:
    """The document with `sources` behind those that it has."""
    return _with_sources(document, (*document.sources, *sources))


def replace_source(document: Document, old: Source, new: Source) -> Document:
    """The document with `new` in the place of `old` (shown or hidden, renamed, on another machine, read anew)."""
    return _with_sources(document, tuple(new if s is old else s for s in document.sources))


def read_anew(document: Document, profile: Profile) -> Document:
    """The document with the sources of one file as it was read anew; they keep their names, machines and places, and
    the laws and ideals of launches that are still the same.

    A source whose kind of device the file no longer shows stays as it is.
    """
    parts = {part.profile.devices: part.profile for part in sources_of(profile)}
    sources = tuple(
        read_again(s, parts[s.profile.devices])
        if s.profile.path == profile.path and s.profile.devices in parts
        else s
        for s in document.sources
    )
    return replace(document, sources=sources)


def remove_source(document: Document, source: Source) -> Document:
    """The document without `source`."""
    return _with_sources(document, tuple(s for s in document.sources if s is not source))


def title_of(sources: Iterable[Source]) -> str:
    """What a document of these sources is called: the files, each once, and sources that were given another name."""
    return ", ".join(dict.fromkeys(s.profile.name if s.name.startswith(s.profile.name) else s.name for s in sources))


def _with_sources(document: Document, sources: tuple[Source, ...]) -> Document:
    """The document with other sources; a title that names them follows, one that the user gave stays."""
    title = title_of(sources) if document.title in ("", title_of(document.sources)) else document.title
    return replace(document, sources=sources, title=title)


def choose_machine(document: Document, machine: Machine) -> Document:
    """The document judged against `machine`."""
    return replace(document, machine=machine)


def use_ceilings(document: Document, which: CeilingSet) -> Document:
    """The document judged against the theoretical or the measured figures of its machines."""
    return replace(document, ceilings=which)


def compare_with(document: Document, machine: Machine | None) -> Document:
    """The document with the ceilings of `machine` drawn beside its own; None draws its own alone."""
    return replace(document, view=replace(document.view, compared=machine))


def group_by(document: Document, grouping: Grouping) -> Document:
    """The document with launches grouped by `grouping`."""
    return replace(document, grouping=grouping)


def set_thresholds(document: Document, thresholds: Thresholds) -> Document:
    """The document with other limits for its verdicts."""
    return replace(document, thresholds=thresholds)


def set_view(document: Document, view: View) -> Document:
    """The document with other view options."""
    return replace(document, view=view)


def rename(document: Document, title: str) -> Document:
    """The document under another title."""
    return replace(document, title=title)
