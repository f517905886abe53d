import os
import stat
import sys
from pathlib import Path

import pytest

from roofline_gui.io.files import fingerprint, write_atomically
from tests.benchmarks.kill_during_save import kill_once


def test_text_and_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_atomically(path, "ü\r\n")
    assert path.read_bytes() == "ü\r\n".encode()
    write_atomically(path, b"\xff\0")
    assert path.read_bytes() == b"\xff\0"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_another_version_has_another_fingerprint(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert fingerprint(path) is None
    first = write_atomically(path, "same length")
    assert fingerprint(path) == first
    second = write_atomically(path, "another one")
    assert second != first
    os.utime(path, ns=(0, second.modified_ns + 1))
    assert fingerprint(path) != second


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("private")
    path.chmod(0o600)
    write_atomically(path, "still private")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    mask = os.umask(0o027)
    try:
        write_atomically(tmp_path / "b", "new")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o640


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights that a user may lack")
def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "a", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250)
    write_atomically(path, "x")
    assert path.read_text() == "x"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")
def test_a_kill_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    texts = {tmp_path / name: name.encode() * 500_000 for name in ("old", "new")}
    for path, text in texts.items():
        path.write_bytes(text)
    target = tmp_path / "target"
    target.write_bytes(texts[tmp_path / "old"])
    for milliseconds in (3, 8, 13, 21, 34):
        kill_once(target, list(texts), milliseconds / 1000)
        assert target.read_bytes() in texts.values()
