"""An error that nobody expected, in a running window: the document is saved, one dialog tells, the window goes on."""

import logging
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from roofline_gui.app import settings_not_kept, watch_failures
from roofline_gui.io.document_file import read_document
from roofline_gui.session.failures import Rescue
from roofline_gui.session.session import Session
from roofline_gui.session.settings import Settings
from roofline_gui.ui.failure_dialog import FailureDialog


class _Paint(QObject):
    """Fails whenever it is asked to, as a broken paint does."""

    wanted = Signal()

    def fail(self) -> None:
        raise ValueError("ridge of /home/jane/nothing")


def dialogs() -> list[FailureDialog]:
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, FailureDialog) and w.isVisible()]


def test_an_error_in_the_window_saves_and_tells_once(
    session: Session,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    window = QWidget()
    qtbot.addWidget(window)
    failures = watch_failures(window, session)
    paint = _Paint()
    paint.wanted.connect(paint.fail)
    for _ in range(3):
        paint.wanted.emit()
    qtbot.waitUntil(lambda: bool(dialogs()))
    (dialog,) = dialogs()
    (place,) = (tmp_path / "state").rglob("*.roofline")
    assert [s.name for s in read_document(place).document.sources] == [s.name for s in session.document.sources]
    words = "\n".join(label.text() for label in dialog.findChildren(QLabel))
    assert str(place) in words
    dialog.copy()
    copied = QGuiApplication.clipboard().text()
    assert "ValueError" in copied
    assert "test_app.py" in copied
    assert "jane" not in copied
    assert "Traceback" not in copied
    assert sum(r.levelno == logging.CRITICAL for r in caplog.records) == 3
    assert failures.last is not None
    (buttons,) = dialog.findChildren(QDialogButtonBox)
    buttons.button(QDialogButtonBox.StandardButton.Close).click()
    paint.wanted.emit()
    qtbot.wait(50)
    assert dialogs() == []


@pytest.mark.parametrize(
    ("rescue", "said"),
    [(Rescue(None), "nothing to save"), (Rescue(None, "disk full"), "could not be saved (disk full)")],
    ids=["empty", "failed"],
)
def test_what_is_told_where_nothing_was_saved(rescue: Rescue, said: str, qtbot: QtBot) -> None:
    dialog = FailureDialog(rescue, "versions")
    qtbot.addWidget(dialog)
    assert any(said in label.text() for label in dialog.findChildren(QLabel))


def test_settings_that_are_not_kept_are_told(tmp_path: Path, qapp: QApplication) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    kept, lost = (
        Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)) for folder in (tmp_path, blocked)
    )
    assert kept.are_kept
    assert not lost.are_kept
    assert str(blocked) in settings_not_kept(lost).text
