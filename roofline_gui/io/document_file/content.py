"""A document as the text of a file, and back; version 2 of the format. docs/document-format.md describes it."""

from typing import Any

import msgspec

from roofline_gui.io.document_file.columns import storable
from roofline_gui.io.document_file.entries import (
    EntryInFile,
    decode_entries,
    decode_what_if,
    encode_entry,
    encode_what_if,
)
from roofline_gui.io.document_file.place import malformed
from roofline_gui.io.document_file.plain import decode_machine, encode_machine
from roofline_gui.io.document_file.sources import SourceInFile, decode_source, encode_source
from roofline_gui.io.machines import check_resources
from roofline_gui.io.strict_json import JsonError, convert_json, reworded
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document, View
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.machine import CeilingSet

FORMAT, VERSION = "roofline-document", 2


class DocumentInFile(msgspec.Struct, forbid_unknown_fields=True):
    """A document. Version 1 had neither calculated kernels nor a what-if."""

    format: str
    version: int
    title: str
    grouping: Grouping
    thresholds: Any
    view: Any
    machine: Any
    ceilings: CeilingSet
    sources: list[SourceInFile]
    kernels: list[EntryInFile] = []
    what_if: Any = None


class _Head(msgspec.Struct):
    """What every version of the format starts with."""

    format: str = ""
    version: int = 0


def encode_document(document: Document) -> bytes:
    """The text of a file with `document`, which `decode_document` turns back into the same one."""
    return msgspec.json.encode(
        DocumentInFile(
            format=FORMAT,
            version=VERSION,
            title=storable(document.title),
            grouping=document.grouping,
            thresholds=document.thresholds,
            view=_encode_view(document.view),
            machine=encode_machine(document.machine),
            ceilings=document.ceilings,
            sources=[encode_source(source) for source in document.sources],
            kernels=[encode_entry(entry) for entry in document.kernels],
            what_if=encode_what_if(document.what_if),
        )
    )


def decode_document(data: bytes) -> Document:
    """The document in the text of a file.

    Raises:
        JsonError: no JSON, of another format, of a newer version, or with something in it that does not belong there.
    """
    try:
        stored = msgspec.json.decode(data, type=DocumentInFile)
        _check_head(stored.format, stored.version)
        kernels = decode_entries(stored.kernels, "kernels")
        return Document(
            title=stored.title,
            sources=tuple(decode_source(s, kernels, f"sources[{i}]") for i, s in enumerate(stored.sources)),
            machine=decode_machine(stored.machine, "machine"),
            grouping=stored.grouping,
            thresholds=convert_json(stored.thresholds, Thresholds, "thresholds"),
            view=_decode_view(stored.view),
            ceilings=stored.ceilings,
            kernels=kernels,
            what_if=decode_what_if(stored.what_if, "what_if"),
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
    plain = {**msgspec.to_builtins(view), "compared": encode_machine(view.compared)}
    if view.hidden_ceilings is not None:
        plain["hidden_ceilings"] = sorted(view.hidden_ceilings)  # a set has no order, but a file has one
    return plain


def _decode_view(stored: Any) -> View:
    view = convert_json(stored, View, "view")
    if view.compared is not None:
        check_resources(view.compared, "view.compared")
    return view


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
    if version < 1:
        raise JsonError(f"there is no version {version} of the format", "version")
