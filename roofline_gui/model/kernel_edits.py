"""Edits of a document's calculated kernels, of the laws and ideals of its launches, and of its what-if."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from roofline_gui.model.document import Document, replace_source
from roofline_gui.model.source import BatchLaw, Pin, Source
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.entry import Entry, StepEntry

_NUMBERED = re.compile(r" \(\d+\)$")


def new_id(document: Document) -> int:
    """An id that no entry of the document has or is pinned by."""
    taken = [e.id for e in document.kernels] + [p.entry for s in document.sources for p in s.pins]
    return max(taken, default=0) + 1


def entry_of(document: Document, id: int) -> Entry | None:  # noqa: A002 (as the field)
    """The entry with this id, None where there is none (any more)."""
    return next((e for e in document.kernels if e.id == id), None)


def add_entries(document: Document, entries: Sequence[Entry]) -> tuple[Document, tuple[int, ...]]:
    """The document with copies of `entries` behind those that it has, each under an id and a name of its own; and their
    ids.
    """
    ids = []
    for entry in entries:
        ids.append(new_id(document))
        added = named(replace(entry, id=ids[-1]), _free_name(document, entry.name))
        document = replace(document, kernels=(*document.kernels, added))
    return document, tuple(ids)


def named(entry: Entry, name: str) -> Entry:
    """The entry under another name."""
    if name == entry.name:
        return entry
    if isinstance(entry, StepEntry):
        return replace(entry, name=name)
    return replace(entry, workload=replace(entry.workload, name=name))


def put_entry(document: Document, entry: Entry) -> Document:
    """The document with `entry` in the place of the one with its id, or behind all others."""
    if entry_of(document, entry.id) is None:
        return replace(document, kernels=(*document.kernels, entry))
    return replace(document, kernels=tuple(entry if e.id == entry.id else e for e in document.kernels))


def remove_entries(document: Document, ids: Iterable[int]) -> Document:
    """The document without these entries and without what was pinned to them."""
    gone = frozenset(ids)
    left = replace(document, kernels=tuple(e for e in document.kernels if e.id not in gone))
    for source in document.sources:
        if any(p.entry in gone for p in source.pins):
            kept = tuple(p for p in source.pins if p.entry not in gone)
            left = replace_source(left, source, replace(source, pins=kept))
    return left


def think(document: Document, what_if: WhatIf) -> Document:
    """The document under another what-if."""
    return replace(document, what_if=what_if)


def set_law(document: Document, source: Source, law: BatchLaw) -> Document:
    """The document with a batch law for launches of `source`, in place of laws that any of them had."""
    return replace_source(document, source, replace(source, laws=(*_without(source.laws, law.launches), law)))


def remove_laws(document: Document, source: Source, launches: Iterable[int]) -> Document:
    """The document without the batch laws of these launches of `source`; the same one where they have none."""
    left = _without(source.laws, launches)
    return document if left == source.laws else replace_source(document, source, replace(source, laws=left))


def pin(document: Document, source: Source, pinned: Pin) -> Document:
    """The document with an ideal for launches of `source`, in place of those that any of them had."""
    pins = (*_without_pins(source.pins, pinned.launches), pinned)
    return replace_source(document, source, replace(source, pins=pins))


def unpin(document: Document, source: Source, launches: Iterable[int]) -> Document:
    """The document without the ideals of these launches of `source`; the same one where they have none."""
    left = _without_pins(source.pins, launches)
    return document if left == source.pins else replace_source(document, source, replace(source, pins=left))


def _free_name(document: Document, wanted: str) -> str:
    """`wanted`, or with a number behind it that no other entry has: GEMM (2)."""
    taken = {e.name for e in document.kernels}
    stem = _NUMBERED.sub("", wanted)
    numbered = (f"{stem} ({i})" for i in range(2, len(taken) + 3))
    return next(name for name in (wanted, *numbered) if name not in taken)


def _without(laws: Iterable[BatchLaw], launches: Iterable[int]) -> tuple[BatchLaw, ...]:
    meets = _meets(launches)
    return tuple(law for law in laws if not meets(law.launches))


def _without_pins(pins: Iterable[Pin], launches: Iterable[int]) -> tuple[Pin, ...]:
    meets = _meets(launches)
    return tuple(p for p in pins if not meets(p.launches))


def _meets(launches: Iterable[int]) -> Callable[[Iterable[int]], bool]:
    chosen = frozenset(launches)
    return lambda others: not chosen.isdisjoint(others)
