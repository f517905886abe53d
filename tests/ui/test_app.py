import os
import subprocess
import sys

import pytest

from roofline_gui.app import has_display, tell_errors
from roofline_gui.session.session import Session


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_without_a_display_the_report_is_named_and_qt_is_not_asked() -> None:
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    bare = {k: v for k, v in os.environ.items() if k not in displays}
    done = subprocess.run(
        [sys.executable, "-m", "roofline_gui"], env=bare, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "roofline-gui report" in done.stderr
    assert "Traceback" not in done.stderr
    assert "qt." not in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_any_platform_that_is_named_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert not has_display()
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.setenv(name, "x")
        assert has_display()
        monkeypatch.delenv(name)


def test_uncaught_errors_are_told_and_logged(
    empty: Session, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    tell_errors(empty)
    try:
        raise ValueError("ridge of nothing")
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)
        sys.excepthook(ValueError, error, error.__traceback__)  # once more, as a failing paint would
    (message,) = empty.messages
    assert "ridge of nothing" in message.text
    assert "Traceback" not in message.text
    assert "ValueError: ridge of nothing" in capsys.readouterr().err
