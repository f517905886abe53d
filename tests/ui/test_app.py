import sys

import pytest

from roofline_gui.app import tell_errors
from roofline_gui.session.session import Session


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
