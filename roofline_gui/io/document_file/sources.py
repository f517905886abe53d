"""The sources of a document as JSON, with what the user said of their launches, and back."""

from collections.abc import Sequence
from typing import Any

import msgspec

from roofline_gui.io.document_file.columns import storable
from roofline_gui.io.document_file.launches import LaunchesInFile, decode_launches, encode_launches
from roofline_gui.io.document_file.plain import decode_machine, encode_machine, storable_values
from roofline_gui.io.strict_json import JsonError, convert_json
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.profile import Profile
from roofline_gui.model.read_options import ReadOptions
from roofline_gui.model.source import BatchLaw, Pin, Source
from roofline_gui.model.workload.entry import Entry, StepEntry


class ProfileInFile(msgspec.Struct, forbid_unknown_fields=True):
    """What was read from the profiler's file."""

    name: str
    path: str
    profiler: str
    devices: list[tuple[str, str]]
    own_ceilings: Any
    options: Any
    ledger: Any
    launches: LaunchesInFile


class SourceInFile(msgspec.Struct, forbid_unknown_fields=True):
    """One profile of the document. Version 1 had neither laws nor pins."""

    name: str
    shown: bool
    machine: Any
    profile: ProfileInFile
    laws: list[Any] = []
    pins: list[Any] = []


def encode_source(source: Source) -> SourceInFile:
    """A source with its profile."""
    profile = source.profile
    return SourceInFile(
        name=storable(source.name),
        shown=source.shown,
        machine=encode_machine(source.machine),
        profile=ProfileInFile(
            name=storable(profile.name),
            path=storable(profile.path),
            profiler=storable(profile.profiler),
            devices=[(storable(name), storable(capability)) for name, capability in profile.devices],
            own_ceilings=encode_machine(profile.own_ceilings),
            options=profile.options,
            ledger=storable_values(msgspec.to_builtins(profile.ledger)),
            launches=encode_launches(profile.launches),
        ),
        laws=list(source.laws),
        pins=list(source.pins),
    )


def decode_source(stored: SourceInFile, entries: Sequence[Entry], place: str) -> Source:
    """The source that stands at `place` of a file with these calculated kernels.

    Raises:
        JsonError: something in it does not belong there; a law or an ideal of launches or kernels that are not there.
    """
    profile, inner = stored.profile, f"{place}.profile"
    launches = decode_launches(profile.launches, f"{inner}.launches")
    ledger = convert_json(profile.ledger, Ledger, f"{inner}.ledger")
    for i, value in enumerate(ledger.unread):
        if not 0 <= value.launch < len(launches):
            raise JsonError(f"there is no launch {value.launch}", f"{inner}.ledger.unread[{i}].launch")
    laws = tuple(convert_json(law, BatchLaw, f"{place}.laws[{i}]") for i, law in enumerate(stored.laws))
    pins = tuple(convert_json(pin, Pin, f"{place}.pins[{i}]") for i, pin in enumerate(stored.pins))
    _check_launches([law.launches for law in laws], len(launches), f"{place}.laws")
    _check_launches([pin.launches for pin in pins], len(launches), f"{place}.pins")
    for i, pin in enumerate(pins):
        _check_ideal(pin, entries, f"{place}.pins[{i}]")
    return Source(
        profile=Profile(
            name=profile.name,
            path=profile.path,
            launches=launches,
            ledger=ledger,
            devices=tuple(profile.devices),
            own_ceilings=decode_machine(profile.own_ceilings, f"{inner}.own_ceilings"),
            profiler=profile.profiler,
            options=convert_json(profile.options, ReadOptions, f"{inner}.options"),
        ),
        name=stored.name,
        shown=stored.shown,
        machine=decode_machine(stored.machine, f"{place}.machine"),
        laws=laws,
        pins=pins,
    )


def _check_launches(sets: list[tuple[int, ...]], total: int, place: str) -> None:
    """Every launch is there, and in one of the sets at most."""
    seen: set[int] = set()
    for i, launches in enumerate(sets):
        for j, launch in enumerate(launches):
            here = f"{place}[{i}].launches[{j}]"
            if not 0 <= launch < total:
                raise JsonError(f"there is no launch {launch}", here)
            if launch in seen:
                raise JsonError(f"launch {launch} stands twice", here)
            seen.add(launch)


def _check_ideal(pin: Pin, entries: Sequence[Entry], place: str) -> None:
    """The ideal is there. An operation need not be: the step may have been given another shape."""
    entry = next((entry for entry in entries if entry.id == pin.entry), None)
    if entry is None:
        raise JsonError(f"there is no calculated kernel with the id {pin.entry}", f"{place}.entry")
    if isinstance(entry, StepEntry) is not bool(pin.operation):
        expected = "one operation of the step" if isinstance(entry, StepEntry) else "nothing: a formula has none"
        raise JsonError(f"expected {expected}", f"{place}.operation")
