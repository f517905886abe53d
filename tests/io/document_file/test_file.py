import json
from pathlib import Path

import pytest

from roofline_gui.io.document_file import (
    DocumentFileError,
    Unsaved,
    encode_document,
    encode_unsaved,
    is_document,
    put_into_picture,
    read_document,
    read_unsaved,
    write_document,
)
from roofline_gui.io.files import fingerprint
from roofline_gui.model.document import Document
from tests.io.document_file.builders import differences, first_version, full_document
from tests.io.document_file.test_png import PIXEL

DOCUMENTS = Path(__file__).parents[2] / "data" / "documents"
GOLDEN = DOCUMENTS / "version-2.roofline"


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "ü.roofline"
    written = write_document(path, full_document())
    stored = read_document(path)
    assert differences(stored.document, full_document()) == []
    assert stored.fingerprint == written == fingerprint(path)
    assert not stored.in_picture


def test_a_picture_gives_its_document(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(put_into_picture(PIXEL, full_document()))
    stored = read_document(path)
    assert differences(stored.document, full_document()) == []
    assert stored.in_picture


def test_documents_are_known_by_name_or_content(tmp_path: Path) -> None:
    files = {
        "a.roofline": b"whatever",
        "B.ROOFLINE": b"",
        "c.json": b'{ "format" : "roofline-document", ',
        "d.json": b'\xef\xbb\xbf\n{"format":"roofline-document"}',
        "e": put_into_picture(PIXEL, Document()),
    }
    others = {"f.csv": b'"ID","Kernel Name"\n', "g.json": b'{"id": "h100"}', "h.json": b'{"format": "roofline"}'}
    for name, data in {**files, **others}.items():
        (tmp_path / name).write_bytes(data)
        assert is_document(tmp_path / name) == (name in files), name
    assert is_document(tmp_path / "missing.roofline")
    assert not is_document(tmp_path / "missing.csv")
    assert not is_document(tmp_path)


def test_a_mark_of_the_byte_order_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "a.roofline"
    path.write_bytes(b"\xef\xbb\xbf" + encode_document(full_document()))
    assert differences(read_document(path).document, full_document()) == []


@pytest.mark.parametrize(
    ("data", "place", "wrong"),
    [
        (b"", "", "ends in the middle, after 0 bytes"),
        (b"ID,Kernel Name\n", "", "does not start like one"),
        (b'{"format": "roofline-document", "version": 1, "title": "\xff"}', "title", "not UTF-8 text (byte 56)"),
        (b'{"format": "roofline-document", "version": 1, "tit', "tit", "ends in the middle, after 50 bytes"),
        (PIXEL, "", "carries no document"),
    ],
)
def test_a_wrong_file_is_told_with_name_and_place(tmp_path: Path, data: bytes, place: str, wrong: str) -> None:
    path = tmp_path / "a.roofline"
    path.write_bytes(data)
    with pytest.raises(DocumentFileError) as caught:
        read_document(path)
    assert caught.value.place == place
    assert wrong in caught.value.wrong
    assert str(path) in str(caught.value)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.roofline", tmp_path):
        with pytest.raises(DocumentFileError, match="cannot be read"):
            read_document(path)


# Each version as it was first written. They must stay readable for ever: never write these files anew.


@pytest.mark.parametrize(
    ("version", "document"), [(1, first_version()), (2, full_document())], ids=["version 1", "version 2"]
)
def test_every_version_stays_readable(version: int, document: Document) -> None:
    path = DOCUMENTS / f"version-{version}.roofline"
    assert json.loads(path.read_bytes())["version"] == version
    assert differences(read_document(path).document, document) == []


# Unsaved changes


def test_unsaved_changes_come_back_with_their_file(tmp_path: Path) -> None:
    file = tmp_path / "step.roofline"
    known = write_document(file, Document())
    kept = tmp_path / "x.unsaved"
    kept.write_bytes(encode_unsaved(Unsaved(full_document(), file, known)))
    back = read_unsaved(kept)
    assert (back.path, back.fingerprint) == (file, known)
    assert differences(back.document, full_document()) == []


def test_unsaved_changes_may_have_no_file(tmp_path: Path) -> None:
    kept = tmp_path / "x.unsaved"
    kept.write_bytes(encode_unsaved(Unsaved(Document())))
    back = read_unsaved(kept)
    assert (back.path, back.fingerprint) == (None, None)


@pytest.mark.parametrize("data", [b"", b"{}", b"nonsense", encode_document(Document())])
def test_other_files_hold_no_unsaved_changes(tmp_path: Path, data: bytes) -> None:
    kept = tmp_path / "x.unsaved"
    kept.write_bytes(data)
    with pytest.raises(DocumentFileError):
        read_unsaved(kept)
    kept.write_bytes(encode_unsaved(Unsaved(full_document()))[:-200])
    with pytest.raises(DocumentFileError):
        read_unsaved(kept)
