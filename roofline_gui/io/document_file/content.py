"""A document as the text of a file, and back; version 1 of the format. docs/document-format.md describes it."""

from typing import Any

import msgspec

from roofline_gui.io.document_file.columns import storable
from roofline_gui.io.document_file.launches import LaunchesInFile, decode_launches, encode_launches
from roofline_gui.io.document_file.place import malformed
from roofline_gui.io.machines import check_resources, plain_machine
from roofline_gui.io.strict_json import JsonError, convert_json, reworded
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document, View
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import CeilingSet, Machine
from roofline_gui.model.profile import Profile
from roofline_gui.model.read_options import ReadOptions
from roofline_gui.model.source import Source

FORMAT, VERSION = "roofline-document", 1


class _ProfileInFile(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    path: str
    profiler: str
    devices: list[tuple[str, str]]
    own_ceilings: Any
    options: Any
    ledger: Any
    launches: LaunchesInFile


class _SourceInFile(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    shown: bool
    machine: Any
    profile: _ProfileInFile


class _DocumentInFile(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    version: int
    title: str
    grouping: Grouping
    thresholds: Any
    view: Any
    machine: Any
    ceilings: CeilingSet
    sources: list[_SourceInFile]


class _Head(msgspec.Struct):
    """What every version of the format starts with."""

    format: str = ""
    version: int = 0


def encode_document(document: Document) -> bytes:
    """The text of a file with `document`, which `decode_document` turns back into the same one."""
    return msgspec.json.encode(
        _DocumentInFile(
            format=FORMAT,
            version=VERSION,
            title=storable(document.title),
            grouping=document.grouping,
            thresholds=document.thresholds,
            view=_encode_view(document.view),
            machine=_plain(document.machine),
            ceilings=document.ceilings,
            sources=[_encode_source(source) for source in document.sources],
        )
    )


def decode_document(data: bytes) -> Document:
    """The document in the text of a file.

    Raises:
        JsonError: no JSON, of another format, of a newer version, or with something in it that does not belong there.
    """
    try:
        stored = msgspec.json.decode(data, type=_DocumentInFile)
        _check_head(stored.format, stored.version)
        return Document(
            title=stored.title,
            sources=tuple(_decode_source(s, f"sources[{i}]") for i, s in enumerate(stored.sources)),
            machine=_decode_machine(stored.machine, "machine"),
            grouping=stored.grouping,
            thresholds=convert_json(stored.thresholds, Thresholds, "thresholds"),
            view=_decode_view(stored.view),
            ceilings=stored.ceilings,
        )
    except msgspec.ValidationError as error:
        head = _head(data)
        _check_head(head.format, head.version)
        raise reworded(error) from error
    except msgspec.DecodeError as error:
        raise malformed(data, error) from error
    except RecursionError as error:
        raise JsonError("nested too deeply") from error


def _encode_view(view: View) -> Any:
    plain = {**msgspec.to_builtins(view), "compared": _plain(view.compared)}
    if view.hidden_ceilings is not None:
        plain["hidden_ceilings"] = sorted(view.hidden_ceilings)  # a set has no order, but a file has one
    return plain


def _decode_view(stored: Any) -> View:
    view = convert_json(stored, View, "view")
    if view.compared is not None:
        check_resources(view.compared, "view.compared")
    return view


def _encode_source(source: Source) -> _SourceInFile:
    profile = source.profile
    return _SourceInFile(
        name=storable(source.name),
        shown=source.shown,
        machine=_plain(source.machine),
        profile=_ProfileInFile(
            name=storable(profile.name),
            path=storable(profile.path),
            profiler=storable(profile.profiler),
            devices=[(storable(name), storable(capability)) for name, capability in profile.devices],
            own_ceilings=_plain(profile.own_ceilings),
            options=profile.options,
            ledger=_storable(msgspec.to_builtins(profile.ledger)),
            launches=encode_launches(profile.launches),
        ),
    )


def _decode_source(stored: _SourceInFile, place: str) -> Source:
    profile, inner = stored.profile, f"{place}.profile"
    launches = decode_launches(profile.launches, f"{inner}.launches")
    ledger = convert_json(profile.ledger, Ledger, f"{inner}.ledger")
    for i, value in enumerate(ledger.unread):
        if not 0 <= value.launch < len(launches):
            raise JsonError(f"there is no launch {value.launch}", f"{inner}.ledger.unread[{i}].launch")
    return Source(
        profile=Profile(
            name=profile.name,
            path=profile.path,
            launches=launches,
            ledger=ledger,
            devices=tuple(profile.devices),
            own_ceilings=_decode_machine(profile.own_ceilings, f"{inner}.own_ceilings"),
            profiler=profile.profiler,
            options=convert_json(profile.options, ReadOptions, f"{inner}.options"),
        ),
        name=stored.name,
        shown=stored.shown,
        machine=_decode_machine(stored.machine, f"{place}.machine"),
    )


def _plain(machine: Machine | None) -> Any:
    return None if machine is None else _storable(plain_machine(machine))


def _decode_machine(stored: Any, place: str) -> Machine | None:
    if stored is None:
        return None
    machine = convert_json(stored, Machine, place)
    check_resources(machine, place)
    return machine


def _storable(value: Any) -> Any:
    """Plain values with every text as a file can hold it."""
    if isinstance(value, dict):
        return {_storable(key): _storable(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_storable(inner) for inner in value]
    return storable(value) if isinstance(value, str) else value


def _head(data: bytes) -> _Head:
    try:
        return msgspec.json.decode(data, type=_Head)
    except msgspec.DecodeError:
        return _Head()


def _check_head(kind: str, version: int) -> None:
    if kind != FORMAT:
        raise JsonError(f"this is not a document of this program: expected “{FORMAT}”", "format")
    if version > VERSION:
        raise JsonError(
            f"the file is newer than this program (version {version} of the format, this program reads {VERSION}): "
            "update roofline-gui to open it",
            "version",
        )
    if version < VERSION:
        raise JsonError(f"there is no version {version} of the format", "version")
