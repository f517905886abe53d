"""A session that reads from memory and runs jobs at once, and the widgets around it."""

from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.commands import COMMANDS, action
from tests.session import builders


@pytest.fixture(autouse=True)
def _nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that asks a question which nobody is there to answer, instead of waiting for ever."""

    def answer(box: QMessageBox) -> int:
        raise AssertionError(f"nobody answers: {box.text()}")

    monkeypatch.setattr(QMessageBox, "exec", answer)


@pytest.fixture
def empty(tmp_path: Path, qtbot: QtBot) -> Session:
    """A session with nothing opened; it can open new.csv."""
    return builders.session(tmp_path, {"new.csv": builders.profile("new.csv", device="Test")})


@pytest.fixture
def session(empty: Session) -> Session:
    """A session with four kernels, one row each."""
    empty.start_with(builders.document())
    return empty


@pytest.fixture
def holder(qtbot: QtBot) -> QWidget:
    """A widget that owns what needs an owner."""
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def actions(holder: QWidget) -> dict[str, QAction]:
    """All commands of the book, connected to nothing."""
    return {name: action(name, holder) for name in COMMANDS}
