"""Unsaved changes in a file of their own: the document, and the file that it came from."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from roofline_gui.io.document_file.columns import storable
from roofline_gui.io.document_file.content import decode_document, encode_document
from roofline_gui.io.document_file.file import DocumentFileError
from roofline_gui.io.files import Fingerprint
from roofline_gui.io.strict_json import JsonError, reworded
from roofline_gui.model.document import Document

FORMAT = "roofline-unsaved"


@dataclass(frozen=True, slots=True, eq=False)
class Unsaved:
    """A document with changes that are not in its file: the `path` (None if it has none yet), and the state of that
    file from which the document was read or to which it was written last.
    """

    document: Document
    path: Path | None = None
    fingerprint: Fingerprint | None = None


class _UnsavedInFile(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    path: str | None
    fingerprint: Fingerprint | None
    document: msgspec.Raw


def encode_unsaved(unsaved: Unsaved) -> bytes:
    """The text of a file with unsaved changes."""
    path = None if unsaved.path is None else str(unsaved.path)
    kept = path if path is not None and path == storable(path) else None
    document = msgspec.Raw(encode_document(unsaved.document))
    return msgspec.json.encode(_UnsavedInFile(FORMAT, kept, unsaved.fingerprint if kept else None, document))


def read_unsaved(path: Path) -> Unsaved:
    """Read a file that holds what `encode_unsaved` gave.

    Raises:
        DocumentFileError: the file cannot be read, or holds something else.
    """
    try:
        stored = msgspec.json.decode(path.read_bytes(), type=_UnsavedInFile)
        document = decode_document(bytes(stored.document))
    except OSError as error:
        raise DocumentFileError(path, f"the file cannot be read ({error.strerror})") from error
    except msgspec.ValidationError as error:
        problem = reworded(error)
        raise DocumentFileError(path, problem.what, problem.place) from error
    except msgspec.DecodeError as error:
        raise DocumentFileError(path, "this is not valid JSON") from error
    except JsonError as problem:
        raise DocumentFileError(path, problem.what, problem.place) from problem
    return Unsaved(document, None if stored.path is None else Path(stored.path), stored.fingerprint)
