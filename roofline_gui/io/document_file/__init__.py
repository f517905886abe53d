"""Documents as files: ``.roofline``, and pictures that carry their document."""

from roofline_gui.io.document_file.content import decode_document, encode_document
from roofline_gui.io.document_file.file import (
    SUFFIX,
    DocumentFileError,
    StoredDocument,
    is_document,
    read_document,
    write_document,
)

__all__ = [
    "SUFFIX",
    "DocumentFileError",
    "StoredDocument",
    "decode_document",
    "encode_document",
    "is_document",
    "read_document",
    "write_document",
]
