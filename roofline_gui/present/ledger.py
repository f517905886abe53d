"""The ledger as people read it: what was read, what is drawn, what is not and why, and how the file was understood."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.grouping import Lack, lacks
from roofline_gui.model.launches import Flag
from roofline_gui.model.machine import Level
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from roofline_gui.present.words import LACK_REASONS, NO_COUNTED_FLOP_REASON, NO_FLOP_REASON, NO_TRAFFIC_REASON

_LEVELS = {**{level.value: level.value.upper() for level in Level}, Level.SHARED.value: "shared memory"}


class EntryKind(StrEnum):
    """What an entry of the ledger is about, as it is headed."""

    NOT_DRAWN = "not drawn"
    NOTE = "note"
    MISSING = "not collected"
    UNREAD = "unreadable value"
    DEFINITION = "definition"
    SKIPPED = "skipped line"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger; `launch` is the index of the launch that it is about, None for the file as a whole.

    others: further launches of which the same is said.
    """

    kind: EntryKind
    source: str
    kernel: str
    launch_id: str
    text: str
    fix: str = ""
    launch: int | None = None
    others: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many launches, or files, it is said of."""
        return 1 + len(self.others)

    @property
    def ids(self) -> str:
        """The launches that it is about: ``12 and 476 more``; empty for the file as a whole."""
        return f"{self.launch_id} and {len(self.others):,} more" if self.others else self.launch_id

    @property
    def who(self) -> str:
        """The same with their kernel: ``#12 and 476 more: gemm``."""
        colon = ":" if self.others else ""
        return f"#{self.ids}{colon} {self.kernel}" if self.launch_id else self.kernel


@dataclass(frozen=True, slots=True)
class LedgerView:
    """The account of all open profiles: launches read, launches drawn, one sentence, and every entry."""

    read: int
    drawn: int
    summary: str
    entries: tuple[Entry, ...]

    @property
    def not_drawn(self) -> tuple[Entry, ...]:
        """The launches that are not on the canvas."""
        return tuple(e for e in self.entries if e.kind is EntryKind.NOT_DRAWN)


def ledger_view(sources: Sequence[Source], analysis: Analysis | None) -> LedgerView:
    """The ledger of `sources` (those that `analysis` is of); without an analysis nothing counts as drawn."""
    read = sum(s.profile.ledger.read for s in sources)
    entries: list[Entry] = []
    drawn = 0
    if analysis is not None:
        on_canvas = analysis.drawn[analysis.groups.of_launch]
        drawn = int(on_canvas.sum())
        entries += _not_drawn(analysis, np.flatnonzero(~on_canvas).tolist())
    offset = 0
    for source in sources:
        entries += _of_file(source.profile, source.name, offset)
        offset += len(source.profile.launches)
    missing = read - drawn
    summary = f"{read} {'launch' if read == 1 else 'launches'} read, {drawn} drawn"
    if missing:
        summary += f", {missing} not drawn"
    return LedgerView(read, drawn, summary, tuple(entries))


def folded(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with what is said alike of several launches of a kernel as one, and what is said alike of several
    files as one.
    """
    alike: dict[object, list[Entry]] = {}
    for e in entries:
        key = (e.kind, e.text, e.fix, None if e.launch is None else (e.kernel, e.source))
        alike.setdefault(key, []).append(e)
    return tuple(
        replace(
            same[0],
            source=joined(e.source for e in same),
            others=tuple(e.launch for e in same[1:] if e.launch is not None),
        )
        for same in alike.values()
    )


def joined(sources: Iterable[str]) -> str:
    """Names of sources, each once."""
    return ", ".join(dict.fromkeys(sources))


def _not_drawn(analysis: Analysis, indices: list[int]) -> list[Entry]:
    launches = analysis.groups.launches
    lack = lacks(launches.demand)
    flop = launches.demand.total_flop
    partly = launches.flags & Flag.FLOP_PARTLY_COUNTED
    sources = analysis.source_of_launch
    entries = []
    for i in indices:
        bits = [LACK_REASONS[bit] for bit in Lack if bit and lack[i] & bit]
        no_work = NO_COUNTED_FLOP_REASON if partly[i] else NO_FLOP_REASON
        reasons = bits or [no_work if flop[i] == 0 else NO_TRAFFIC_REASON]
        text, fix = "; ".join(r for r, _ in reasons), "; ".join(f for _, f in reasons)
        source = sources[i] if sources else ""
        entries.append(Entry(EntryKind.NOT_DRAWN, source, launches.kernel[i], launches.launch_id[i], text, fix, i))
    return entries


def _of_file(profile: Profile, source: str, offset: int) -> list[Entry]:
    ledger = profile.ledger
    entries = [Entry(EntryKind.NOTE, source, "", "", note) for note in ledger.notes]
    entries += [
        Entry(EntryKind.DEFINITION, source, "", "", f"{profile.profiler} on {device_name(name, capability)}")
        for name, capability in profile.devices
    ]
    if ledger.number_format:
        text = f"{ledger.layout} layout, numbers: {ledger.number_format}" if ledger.layout else ledger.number_format
        entries.append(Entry(EntryKind.DEFINITION, source, "", "", text))
    entries += [
        Entry(EntryKind.DEFINITION, source, "", "", f"{_LEVELS.get(level, level)}: {text}")
        for level, text in ledger.definitions
    ]
    entries += [Entry(EntryKind.MISSING, source, "", "", what, f"collect {how}") for what, how in ledger.missing]
    for value in ledger.unread:
        launches, i = profile.launches, value.launch
        entries.append(
            Entry(
                EntryKind.UNREAD,
                source,
                launches.kernel[i],
                launches.launch_id[i],
                f"{value.counter}: {value.reason}",
                launch=offset + i,
            )
        )
    for line in ledger.skipped:
        entries.append(Entry(EntryKind.SKIPPED, source, "", "", f"line {line.number}: {line.text}"))
    unlisted = ledger.skipped_count - len(ledger.skipped)
    if unlisted > 0:
        entries.append(Entry(EntryKind.SKIPPED, source, "", "", f"and {unlisted} more lines"))
    return entries


def device_name(name: str, capability: str) -> str:
    """What people call a device: its display name and compute capability, either of which may be unknown."""
    if not capability:
        return name
    return f"{name} (CC {capability})" if name else f"a device of CC {capability}"
