"""Reading and writing the file of a document."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from roofline_gui.io.document_file import png
from roofline_gui.io.document_file.content import FORMAT, decode_document, encode_document
from roofline_gui.io.files import Fingerprint, write_atomically
from roofline_gui.io.strict_json import JsonError
from roofline_gui.model.document import Document

SUFFIX = ".roofline"

_START = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"' + FORMAT.encode() + rb'"')


class DocumentFileError(ValueError):
    """A file that gives no document: the `path`, what is `wrong`, and the `place` in it (``sources[0].name``)."""

    def __init__(self, path: Path, wrong: str, place: str = "") -> None:
        super().__init__(f"{path}, {place}: {wrong}" if place else f"{path}: {wrong}")
        self.path = path
        self.wrong = wrong
        self.place = place


@dataclass(frozen=True, slots=True, eq=False)
class StoredDocument:
    """A document as it was read: from which state of the file, and whether the file is a picture that carries it."""

    document: Document
    fingerprint: Fingerprint
    in_picture: bool


def is_document(path: Path) -> bool:
    """Whether a file is, or ought to be, a document or a picture with one, by its name or its first bytes."""
    if path.suffix.lower() == SUFFIX:
        return True
    try:
        with path.open("rb") as stream:
            start = stream.read(100)
    except OSError:
        return False
    return start.startswith(png.SIGNATURE) or _START.match(start) is not None


def read_document(path: Path) -> StoredDocument:
    """Read a document, or the one that a picture carries.

    Raises:
        DocumentFileError: the file cannot be read, or holds something else.
    """
    try:
        with path.open("rb") as stream:
            state = os.fstat(stream.fileno())
            data = stream.read()
        in_picture = data.startswith(png.SIGNATURE)
        document = decode_document(png.take_text(data) if in_picture else data.removeprefix(b"\xef\xbb\xbf"))
    except OSError as error:
        raise DocumentFileError(path, f"the file cannot be read ({error.strerror})") from error
    except JsonError as problem:
        raise DocumentFileError(path, problem.what, problem.place) from problem
    return StoredDocument(document, Fingerprint.of(state), in_picture)


def write_document(path: Path, document: Document) -> Fingerprint:
    """Write a document; a file that is there is replaced at once.

    Raises:
        OSError: the file cannot be written; the old one, if any, is unchanged.
    """
    return write_atomically(path, encode_document(document))


def put_into_picture(picture: bytes, document: Document) -> bytes:
    """A PNG with its document in the metadata, from which `read_document` gets it back."""
    return png.put_text(picture, encode_document(document))
