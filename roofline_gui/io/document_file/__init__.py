"""Documents as files: ``.roofline``, and pictures that carry their document."""

from roofline_gui.io.document_file.content import decode_document, encode_document
from roofline_gui.io.document_file.file import (
    SUFFIX,
    DocumentFileError,
    StoredDocument,
    is_document,
    put_into_picture,
    read_document,
    write_document,
)
from roofline_gui.io.document_file.unsaved import Unsaved, encode_unsaved, read_unsaved

__all__ = [
    "SUFFIX",
    "DocumentFileError",
    "StoredDocument",
    "Unsaved",
    "decode_document",
    "encode_document",
    "encode_unsaved",
    "is_document",
    "put_into_picture",
    "read_document",
    "read_unsaved",
    "write_document",
]
