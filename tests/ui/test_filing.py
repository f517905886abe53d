from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from roofline_gui.io.document_file import is_document, read_document, write_document
from roofline_gui.model.document import Document, rename
from roofline_gui.session.files import DocumentFile
from roofline_gui.session.jobs import JobRunner
from roofline_gui.session.session import Session
from roofline_gui.ui.filing import Filing
from roofline_gui.ui.widgets.file_dialogs import FileDialogs, OnConflict, OnUnsaved
from tests.io.document_file.builders import full_document
from tests.session.builders import document
from tests.ui.test_main_window import Answers


class Setting:
    """The commands on files around a session, with a window that only notes whether it was closed."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.session = session
        self.answers = Answers()
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.file = DocumentFile(session, JobRunner(lambda run: run()))
        self.filing = Filing(self.window, session, self.file, self.answers)

    def edit(self) -> None:
        self.session.edit("Rename", rename(self.session.document, "changed"))


@pytest.fixture
def setting(session: Session, qtbot: QtBot) -> Setting:
    return Setting(session, qtbot)


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "step.roofline"
    write_document(path, full_document())
    return path


def test_save_asks_for_a_name_once(setting: Setting, tmp_path: Path) -> None:
    setting.answers.target = tmp_path / "a.roofline"
    setting.filing.save()
    assert Path(setting.answers.suggested).name == "run.roofline"
    assert is_document(tmp_path / "a.roofline")
    setting.answers.target = tmp_path / "b.roofline"
    setting.edit()
    setting.filing.save()
    assert not (tmp_path / "b.roofline").exists()
    assert read_document(tmp_path / "a.roofline").document.title == "changed"
    setting.filing.save_as()
    assert Path(setting.answers.suggested) == tmp_path / "a.roofline"
    assert setting.file.path == tmp_path / "b.roofline"


def test_save_that_is_cancelled_does_nothing(setting: Setting) -> None:
    setting.answers.target = None
    setting.edit()
    setting.filing.save(lambda: pytest.fail("it was not saved"))
    assert setting.file.is_modified


@pytest.mark.parametrize(
    ("title", "suggested"),
    [
        ("decode.csv", "decode"),
        ("../../etc/cron.d/job", "job"),
        ("C:\\Windows\\x.dll", "C_Windows_x"),
        ("a<b>|c?*.csv", "a_b_c_"),
        ("...", "document"),
        ("", "document"),
        ("a\nb", "a_b"),
    ],
)
def test_titles_suggest_names_without_folders(setting: Setting, title: str, suggested: str) -> None:
    setting.session.settings.folder = "/data"
    setting.session.start_with(document(title=title))
    setting.filing.save()
    assert setting.answers.suggested == f"/data/{suggested}.roofline"


@pytest.mark.parametrize("loses", ["new", "open", "close"])
def test_unmodified_documents_go_without_a_question(setting: Setting, stored: Path, loses: str) -> None:
    assert lose(setting, stored, loses)
    assert setting.answers.asked == []


def lose(setting: Setting, stored: Path, way: str) -> bool:
    """Do what loses the document; whether it is gone."""
    if way == "close":
        return setting.filing.may_close()
    before = setting.session.document.sources
    if way == "new":
        setting.filing.new()
    else:
        setting.filing.open([stored])
    return setting.session.document.sources != before


@pytest.mark.parametrize("loses", ["new", "open", "close"])
@pytest.mark.parametrize("answer", OnUnsaved)
def test_unsaved_changes_are_asked_about_once(
    setting: Setting, stored: Path, tmp_path: Path, loses: str, answer: OnUnsaved
) -> None:
    setting.answers.on_unsaved, setting.answers.target = answer, tmp_path / "mine.roofline"
    setting.edit()
    assert lose(setting, stored, loses) == (answer is not OnUnsaved.CANCEL)
    assert setting.answers.asked == ["save changed?"]
    assert (tmp_path / "mine.roofline").exists() == (answer is OnUnsaved.SAVE)
    if answer is OnUnsaved.CANCEL:
        assert setting.session.document.title == "changed"
        assert setting.file.is_modified


@pytest.mark.parametrize("loses", ["new", "open", "close"])
def test_a_save_that_fails_keeps_the_document(setting: Setting, stored: Path, tmp_path: Path, loses: str) -> None:
    setting.answers.on_unsaved, setting.answers.target = OnUnsaved.SAVE, tmp_path / "nowhere" / "x.roofline"
    setting.edit()
    assert not lose(setting, stored, loses)
    assert setting.session.document.title == "changed"
    assert len(setting.session.messages) == 1


@pytest.mark.parametrize(
    ("answer", "kept", "other"),
    [
        (OnConflict.CANCEL, "of another program", False),
        (OnConflict.OVERWRITE, "changed", False),
        (OnConflict.SAVE_AS, "of another program", True),
    ],
)
def test_a_conflict_is_asked_about(
    setting: Setting, stored: Path, tmp_path: Path, answer: OnConflict, kept: str, other: bool
) -> None:
    setting.filing.open([stored])
    setting.edit()
    write_document(stored, Document(title="of another program"))
    setting.answers.on_conflict, setting.answers.target = answer, tmp_path / "other.roofline"
    setting.filing.save()
    assert setting.answers.asked == ["overwrite step.roofline?"]
    assert read_document(stored).document.title == kept
    assert (tmp_path / "other.roofline").exists() == other
    assert setting.file.is_modified == (answer is OnConflict.CANCEL)


def test_documents_and_profiles_open_together(setting: Setting, stored: Path, tmp_path: Path) -> None:
    second = tmp_path / "second.roofline"
    write_document(second, Document())
    setting.filing.open([Path("new.csv"), stored, second])
    assert setting.file.path == stored
    assert [s.name for s in setting.session.document.sources] == ["before", "after", "new.csv"]
    assert setting.file.is_modified
    assert setting.session.undo_stack.undoText() == "Open new.csv"


def test_one_document_at_a_time(setting: Setting, stored: Path, tmp_path: Path) -> None:
    setting.filing.open([stored, tmp_path / "second.roofline"])
    assert setting.file.path == stored
    (message,) = setting.session.messages
    assert "second.roofline" in message.title


def test_profiles_come_into_the_document(setting: Setting, stored: Path) -> None:
    setting.filing.open([stored])
    setting.filing.open([Path("new.csv")])
    assert setting.answers.asked == []
    assert setting.file.path == stored
    assert [s.name for s in setting.session.document.sources] == ["before", "after", "new.csv"]


def test_the_window_waits_for_a_save_that_runs(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    jobs: list[object] = []
    setting = Setting(session, qtbot)
    setting.file = DocumentFile(session, JobRunner(jobs.append))
    setting.filing = Filing(setting.window, session, setting.file, setting.answers)
    setting.window.show()
    setting.edit()
    setting.file.save(tmp_path / "a.roofline")
    assert not setting.filing.may_close()
    (job,) = jobs
    assert callable(job)
    job()
    assert not setting.window.isVisible()
    assert setting.answers.asked == []


# The dialogs themselves


def press(button: str) -> None:
    """Press a button of the question that is open."""
    (box,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox) and w.isVisible()]
    found = [b for b in box.findChildren(QPushButton) if b.text().replace("&", "") == button]
    (found[0] if found else box.findChildren(QPushButton)[-1]).click()  # it must not wait for ever


@pytest.fixture
def real_questions(monkeypatch: pytest.MonkeyPatch, _nobody_is_asked: None) -> None:
    monkeypatch.undo()


@pytest.mark.parametrize(
    ("button", "answer"),
    [("Save", OnUnsaved.SAVE), ("Discard", OnUnsaved.DISCARD), ("Cancel", OnUnsaved.CANCEL)],
)
def test_the_question_about_changes(qtbot: QtBot, real_questions: None, button: str, answer: OnUnsaved) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    QTimer.singleShot(0, lambda: press(button))
    assert FileDialogs().ask_unsaved(parent, "<img src=x>") is answer


@pytest.mark.parametrize(
    ("button", "answer"),
    [("Save as…", OnConflict.SAVE_AS), ("Overwrite", OnConflict.OVERWRITE), ("Cancel", OnConflict.CANCEL)],
)
def test_the_question_about_a_conflict(qtbot: QtBot, real_questions: None, button: str, answer: OnConflict) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    QTimer.singleShot(0, lambda: press(button))
    assert FileDialogs().ask_conflict(parent, Path("/data/x.roofline")) is answer


def test_a_name_without_a_suffix_gets_the_usual_one(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: dialog.selectFile("typed") or 1)
    chosen = FileDialogs().choose_target(parent, "Save", str(tmp_path / "suggested.roofline"), "Document (*.roofline)")
    assert chosen == tmp_path / "typed.roofline"
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: 0)
    assert FileDialogs().choose_target(parent, "Save", str(tmp_path / "x.roofline"), "Document (*.roofline)") is None
