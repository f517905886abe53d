"""A machine pane over a session with a catalogue of two and a folder for machines of one's own."""

from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from roofline_gui.io.machines import Catalogue
from roofline_gui.io.user_machines import UserMachines
from roofline_gui.model.machine import Machine
from roofline_gui.present.palette import LIGHT
from roofline_gui.session.jobs import JobRunner
from roofline_gui.session.session import Session
from roofline_gui.ui.machine import MachinePane
from roofline_gui.ui.widgets.file_dialogs import FileDialogs
from tests.session.builders import document, settings
from tests.ui.machine.samples import CATALOGUE, OWN, profile_with_ceilings, refuse


class Answers(FileDialogs):
    """Answers the questions for files."""

    def __init__(self) -> None:
        self.files: list[Path] = []
        self.target: Path | None = None
        self.suggested = ""

    def choose_machines(self, parent: QWidget, folder: str) -> list[Path]:
        return self.files

    def choose_target(self, parent: QWidget, title: str, suggestion: str, kinds: str) -> Path | None:
        self.suggested = suggestion
        return self.target


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def store(tmp_path: Path) -> UserMachines:
    return UserMachines(tmp_path / "machines")


@pytest.fixture
def session(tmp_path: Path, store: UserMachines, qtbot: QtBot) -> Session:
    made = Session(
        settings(tmp_path), JobRunner(lambda run: run()), refuse, lambda: Catalogue(CATALOGUE), lambda: store
    )
    made.start_with(document(machine=CATALOGUE[0], profiles=(profile_with_ceilings(OWN),)))
    return made


@pytest.fixture
def pane(session: Session, actions: dict[str, QAction], answers: Answers, qtbot: QtBot) -> MachinePane:
    made = MachinePane(session, LIGHT, actions, QMenu(), answers)
    qtbot.addWidget(made)
    made.resize(290, 720)
    made.show()
    return made


def machine_of(session: Session) -> Machine:
    machine = session.document.machine
    assert machine is not None
    return machine
