"""The log goes to a file that does not grow without end, and takes what Qt says."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMessageLogContext, QtMsgType

from roofline_gui.session import log
from roofline_gui.session.log import QtMessages, log_to_file, state_folder


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    root = logging.getLogger()
    before = list(root.handlers)
    yield
    for handler in [h for h in root.handlers if h not in before]:
        root.removeHandler(handler)
        handler.close()


def test_warnings_are_written_with_time_and_place(tmp_path: Path) -> None:
    assert log_to_file(tmp_path / "new") is not None
    logging.getLogger("roofline_gui.ui").warning("the roof leaks by %s %%", 3)
    (line,) = (tmp_path / "new" / "roofline-gui.log").read_text(encoding="utf-8").splitlines()
    assert line.endswith("WARNING roofline_gui.ui: the roof leaks by 3 %")
    assert line[:2] == "20"


def test_the_file_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_BYTES", 10_000)
    log_to_file(tmp_path)
    for _ in range(100):
        logging.getLogger("x").warning("%s", "long " * 200)  # 100 × 1 kB
    files = sorted(tmp_path.iterdir())
    assert [f.name for f in files] == ["roofline-gui.log", "roofline-gui.log.1", "roofline-gui.log.2"]
    assert sum(f.stat().st_size for f in files) <= 30_000


def test_without_a_folder_to_write_there_is_no_file(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert log_to_file(blocked / "below") is None


def test_the_folder_is_the_user_s(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert tmp_path in state_folder().parents


def test_qt_is_held_back_then_logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "qInstallMessageHandler", lambda handler: None)
    died: list[str] = []
    messages = QtMessages(died.append)
    context = QMessageLogContext()
    messages.take(QtMsgType.QtWarningMsg, context, "no such plugin")
    assert caplog.records == []
    messages.take(QtMsgType.QtFatalMsg, context, "giving up")
    assert died == ["no such plugin\ngiving up"]
    messages.release()
    messages.take(QtMsgType.QtCriticalMsg, context, "later")
    assert [(r.levelname, r.message) for r in caplog.records] == [("WARNING", "no such plugin"), ("ERROR", "later")]
