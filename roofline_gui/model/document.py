"""The document: everything that is opened, chosen and set. Frozen; every edit is a function Document → Document."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.machine import Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile


@dataclass(frozen=True, slots=True)
class View:
    """What the picture shows beyond the data.

    all_levels: every kernel shows all its levels (else only the selected ones). regions: tint memory, mixed, compute.
    hidden_ceilings: precisions whose ceilings are switched off; `None` lets the picture choose those that matter.
    """

    all_levels: bool = False
    regions: bool = True
    hidden_ceilings: frozenset[Precision] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """The whole state that undo covers."""

    title: str = ""
    profiles: tuple[Profile, ...] = ()
    machine: Machine | None = None
    grouping: Grouping = Grouping.SHAPE
    thresholds: Thresholds = field(default_factory=Thresholds)
    view: View = field(default_factory=View)


def open_profiles(
    document: Document, profiles: Iterable[Profile], machine: Machine | None, grouping: Grouping
) -> Document:
    """The document showing `profiles` (in place of those before) on `machine`."""
    opened = tuple(profiles)
    return replace(
        document,
        title=", ".join(p.name for p in opened),
        profiles=opened,
        machine=machine or document.machine,
        grouping=grouping,
    )


def choose_machine(document: Document, machine: Machine) -> Document:
    """The document judged against `machine`."""
    return replace(document, machine=machine)


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
