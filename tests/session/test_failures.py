"""Errors that nobody expected: logged, the document saved once, told once, without a word about the user."""

import logging
import sys
import threading
from datetime import datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from roofline_gui import __version__
from roofline_gui.io.document_file import read_document
from roofline_gui.model.document import Document
from roofline_gui.session.diagnostics import Failure, diagnostics
from roofline_gui.session.failures import Failures, Rescue, save_copy
from tests.session import builders

NOON = datetime(2026, 3, 1, 12, 30, 5)  # noqa: DTZ001


def failure(words: str) -> BaseException:
    """An error that has been raised."""
    try:
        raise ValueError(words)
    except ValueError as error:
        return error


def take(failures: Failures, error: BaseException) -> None:
    failures.take(type(error), error, error.__traceback__)


def test_the_first_error_saves_and_tells_and_all_are_logged(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    saved: list[int] = []

    def save() -> Path:
        saved.append(1)
        return Path("/somewhere/saved.roofline")

    failures = Failures(save, lambda: NOON)
    told: list[tuple[Failure, Rescue]] = []
    failures.told.connect(lambda *what: told.append(what))
    with qtbot.waitSignal(failures.told):
        take(failures, failure("one"))
        take(failures, failure("two"))
        assert told == []  # not inside of what failed
    assert len(saved) == 1
    assert [(f.kind, f.time, r) for f, r in told] == [
        ("ValueError", NOON, Rescue(Path("/somewhere/saved.roofline")))
    ]
    assert [str(r.exc_info[1]) for r in caplog.records if r.exc_info] == ["one", "two"]


def test_a_failing_save_is_told_as_such(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    def save() -> Path:
        raise OSError("disk full")

    failures = Failures(save)
    with qtbot.waitSignal(failures.told) as told:
        take(failures, failure("one"))
    assert told.args is not None
    assert told.args[1] == Rescue(None, "disk full")
    assert "the document could not be saved" in caplog.text


def test_errors_of_every_thread_are_taken(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    failures = Failures(lambda: None)
    failures.watch()

    def fail() -> None:
        raise RuntimeError("beside the window")

    with qtbot.waitSignal(failures.told):
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    assert "beside the window" in caplog.text
    assert sys.excepthook == failures.take


def test_the_saved_copy_opens_again(tmp_path: Path) -> None:
    document = builders.document()
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    place = save_copy(document, [blocked / "below", tmp_path / "new"], NOON)
    assert place == tmp_path / "new" / "saved-2026-03-01-123005.roofline"
    again = read_document(place)
    assert isinstance(again.document, Document)
    assert again.document.title == document.title
    assert [s.name for s in again.document.sources] == [s.name for s in document.sources]


def test_without_a_folder_saving_fails(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    with pytest.raises(OSError, match="file"):
        save_copy(builders.document(), [blocked / "below"], NOON)


def test_an_empty_document_is_not_saved(tmp_path: Path) -> None:
    assert save_copy(Document(), [tmp_path], NOON) is None
    assert list(tmp_path.iterdir()) == []


def test_diagnostics_name_versions_and_places_in_the_code_only() -> None:
    error = failure("/home/jane/secret/model.csv")
    text = diagnostics(["Display xcb: 1920 × 1080 at 2 ×"], Failure.of(error, error.__traceback__, NOON))
    assert f"Roofline {__version__}" in text
    assert "PySide6_Essentials 6." in text
    assert "pandas 3." in text
    assert "Display xcb: 1920 × 1080 at 2 ×" in text
    assert "ValueError at 2026-03-01 12:30:05" in text
    assert "test_failures.py:" in text
    assert "jane" not in text
    assert str(Path.home()) not in text
    assert str(Path(__file__).parent) not in text


def test_steps_are_named_from_the_package_on() -> None:
    code = compile("raise KeyError", "/home/jane/roofline_gui/lib/site-packages/roofline_gui/ui/pane.py", "exec")
    with pytest.raises(KeyError) as caught:
        exec(code)
    step = Failure.of(caught.value, caught.value.__traceback__, NOON).steps[-1]
    assert step == "roofline_gui/ui/pane.py:1 in <module>"
    code = compile("raise KeyError", "/home/jane/lib/site-packages/numpy/core.py", "exec")
    with pytest.raises(KeyError) as caught:
        exec(code)
    assert Failure.of(caught.value, caught.value.__traceback__, NOON).steps[-1] == "numpy/core.py:1 in <module>"


def test_an_interrupt_is_no_failure(caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    failures = Failures(lambda: None)
    take(failures, KeyboardInterrupt())
    assert failures.last is None
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert "KeyboardInterrupt" in capsys.readouterr().err
