"""A source: a profile in the document, with what the user decided about it."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Profile


@dataclass(frozen=True, slots=True)
class BatchLaw:
    """How launches of a source (indices) grow with the batch.

    They were recorded at `batch`. `weight_bytes` of their DRAM traffic, B, all launches together, stay fixed; the rest
    of their traffic and all their work grow with it.

    Raises:
        ValueError: no launches, a batch that is not positive, negative bytes, or a number that is not finite.
    """

    launches: tuple[int, ...]
    batch: float
    weight_bytes: float

    def __post_init__(self) -> None:
        _check_launches(self.launches)
        if not 0 < self.batch < math.inf:
            raise ValueError(f"batch: expected a positive number, not {self.batch:g}.")
        if not 0 <= self.weight_bytes < math.inf:
            raise ValueError(f"weight_bytes: expected a number that is not negative, not {self.weight_bytes:g}.")


@dataclass(frozen=True, slots=True)
class Pin:
    """Launches of a source (indices) that a calculated kernel is the ideal of: that of the formula with this id, or the
    `operation` of this name of the step with this id.

    Raises:
        ValueError: no launches.
    """

    launches: tuple[int, ...]
    entry: int
    operation: str = ""

    def __post_init__(self) -> None:
        _check_launches(self.launches)


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One profile of the document.

    name: what the user calls it (at first the file name). shown: whether its launches are grouped, drawn and listed.
    machine: what it is judged against; None means the document's machine. laws, pins: what the user said of launches; a
    launch is in one of each at most.
    """

    profile: Profile
    name: str
    shown: bool = True
    machine: Machine | None = None
    laws: tuple[BatchLaw, ...] = ()
    pins: tuple[Pin, ...] = ()


def read_again(source: Source, profile: Profile) -> Source:
    """The source with its profile as it was read anew. Laws and ideals stay where all their launches are still there
    and are those of the same kernels.
    """
    before, after = source.profile.launches.kernel, profile.launches.kernel

    def are_there(launches: Iterable[int]) -> bool:
        return all(i < len(profile.launches) and before[i] == after[i] for i in launches)

    return replace(
        source,
        profile=profile,
        laws=tuple(law for law in source.laws if are_there(law.launches)),
        pins=tuple(pin for pin in source.pins if are_there(pin.launches)),
    )


def with_document_machine(sources: Sequence[Source], machine: Machine | None) -> tuple[Source, ...]:
    """The sources, with no machine of their own where it would be the document's `machine` anyway."""
    return tuple(replace(s, machine=None) if s.machine == machine else s for s in sources)


def sources_of(profile: Profile) -> tuple[Source, ...]:
    """The sources of one file: one per kind of device in it, so that each can be judged on its own machine."""
    launches = profile.launches
    width = max(1, len(launches.compute_capability.values))
    kinds = launches.device_name.codes * width + launches.compute_capability.codes
    distinct, first = np.unique(kinds, return_index=True)
    if len(distinct) <= 1:
        return (Source(profile, profile.name),)
    parts = []
    for row in sorted(first.tolist()):
        name, capability = launches.device_name[row], launches.compute_capability[row]
        label = name or f"CC {capability}"
        rows = np.flatnonzero(kinds == kinds[row])
        part = replace(
            profile,
            launches=launches.take(rows),
            ledger=replace(
                profile.ledger,
                read=len(rows),
                unread=tuple(
                    replace(u, launch=int(np.searchsorted(rows, u.launch)))
                    for u in profile.ledger.unread
                    if u.launch in rows
                ),
            ),
            devices=((name, capability),),
        )
        parts.append(Source(part, f"{profile.name} · {label}"))
    return tuple(parts)


def _check_launches(launches: Sequence[int]) -> None:
    if not launches:
        raise ValueError("launches: expected at least one.")
