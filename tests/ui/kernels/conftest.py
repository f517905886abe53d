"""A pane of calculated kernels over a session with an H100, as the worked examples have it."""

from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from roofline_gui.model.document import Document
from roofline_gui.present.palette import LIGHT
from roofline_gui.session.session import Session
from roofline_gui.ui.kernels import KernelsPane
from tests.model.workload.samples import H100
from tests.session import builders


@pytest.fixture
def session(tmp_path: Path, qtbot: QtBot) -> Session:
    """Four measured kernels on an H100, none selected, and nothing calculated yet."""
    made = builders.session(tmp_path, machines=(H100,))
    made.start_with(builders.document(machine=H100))
    return made


@pytest.fixture
def bare(session: Session) -> Session:
    """The same session without a profile and without a machine."""
    session.start_with(Document())
    return session


@pytest.fixture
def pane(session: Session, actions: dict[str, QAction], qtbot: QtBot) -> KernelsPane:
    made = KernelsPane(session, LIGHT, actions)
    qtbot.addWidget(made)
    made.resize(286, 760)
    made.show()
    qtbot.waitExposed(made)
    return made
