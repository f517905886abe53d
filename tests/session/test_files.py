import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from roofline_gui.io.document_file import put_into_picture, read_document, write_document
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document, rename, set_thresholds
from roofline_gui.session.files import DocumentFile
from roofline_gui.session.jobs import JobRunner
from roofline_gui.session.session import Session
from tests.io.document_file.builders import differences, full_document
from tests.io.document_file.test_png import PIXEL
from tests.session.builders import document, example, profile, session


class Later:
    """Runs jobs when it is told to."""

    def __init__(self) -> None:
        self.jobs: list[Callable[[], None]] = []

    def __call__(self, run: Callable[[], None]) -> None:
        self.jobs.append(run)

    def run(self) -> None:
        while self.jobs:
            self.jobs.pop(0)()


@pytest.fixture
def here(tmp_path: Path) -> Session:
    made = session(tmp_path)
    made.start_with(document())
    return made


@pytest.fixture
def file(here: Session) -> DocumentFile:
    return DocumentFile(here, JobRunner(lambda run: run()))


def called(times: list[str], name: str) -> Callable[[], object]:
    return lambda: times.append(name)


def texts(here: Session) -> list[str]:
    return [f"{m.title} {m.text}" for m in here.messages]


# What is modified


def test_what_a_session_starts_with_is_not_modified(here: Session, file: DocumentFile) -> None:
    assert not file.is_modified
    assert file.path is None


def test_opened_profiles_are_nothing_to_lose_until_they_are_edited(tmp_path: Path) -> None:
    here = session(tmp_path, {"a.csv": profile("a.csv", device="Test")})
    here.start_with(document(profiles=(example(),)))
    file = DocumentFile(here, JobRunner(lambda run: run()))
    modified = []
    here.open([Path("a.csv")])
    modified.append(file.is_modified)
    here.undo_stack.undo()
    modified.append(file.is_modified)
    here.undo_stack.redo()
    modified.append(file.is_modified)
    here.edit("Move", set_thresholds(here.document, Thresholds(near=0.9)))
    modified.append(file.is_modified)
    file.save(tmp_path / "kept.roofline")
    modified.append(file.is_modified)
    here.undo_stack.undo()  # the saved file holds another document now
    modified.append(file.is_modified)
    assert modified == [False, False, False, True, False, True]


def test_an_edit_modifies_and_undo_takes_that_back(here: Session, file: DocumentFile) -> None:
    told: list[bool] = []
    file.changed.connect(lambda: told.append(file.is_modified))
    here.edit("Rename", rename(here.document, "x"))
    here.edit("Rename", rename(here.document, "y"))
    here.undo_stack.undo()
    assert told == [True]
    here.undo_stack.undo()
    here.undo_stack.redo()
    assert told == [True, False, True]


def test_saved_is_not_modified_until_the_save_is_undone(here: Session, file: DocumentFile, tmp_path: Path) -> None:
    here.edit("Rename", rename(here.document, "x"))
    told: list[bool] = []
    file.changed.connect(lambda: told.append(file.is_modified))
    file.save(tmp_path / "a.roofline")
    here.undo_stack.undo()
    here.undo_stack.redo()
    assert told == [False, True, False]


def test_an_edit_during_a_save_stays_unsaved(here: Session, tmp_path: Path) -> None:
    later = Later()
    file = DocumentFile(here, JobRunner(later))
    here.edit("Rename", rename(here.document, "x"))
    file.save(tmp_path / "a.roofline")
    assert file.is_busy
    here.edit("Rename", rename(here.document, "y"))
    later.run()
    assert file.is_modified
    assert read_document(tmp_path / "a.roofline").document.title == "x"


# Saving


def test_what_is_saved_is_the_document(here: Session, file: DocumentFile, tmp_path: Path) -> None:
    here.start_with(full_document())
    said: list[str] = []
    here.said.connect(said.append)
    path = tmp_path / "a.roofline"
    done: list[str] = []
    file.save(path, called(done, "then"))
    assert file.path == path
    assert differences(read_document(path).document, full_document()) == []
    assert done == ["then"]
    assert said == [f"Saved {path}"]
    assert here.settings.recent_files == (path,)


def test_a_failed_save_is_told_and_loses_nothing(here: Session, file: DocumentFile, tmp_path: Path) -> None:
    here.edit("Rename", rename(here.document, "x"))
    done: list[str] = []
    file.save(tmp_path / "nowhere" / "a.roofline", called(done, "then"))
    assert file.is_modified
    assert file.path is None
    assert done == []
    (text,) = texts(here)
    assert "nowhere" in text
    assert "still here" in text


def test_saves_follow_one_another(here: Session, tmp_path: Path) -> None:
    later = Later()
    file = DocumentFile(here, JobRunner(later))
    done: list[str] = []
    file.save(tmp_path / "a.roofline", called(done, "first"))
    here.edit("Rename", rename(here.document, "x"))
    file.save(tmp_path / "a.roofline", called(done, "second"))
    file.when_idle(called(done, "idle"))
    later.run()
    assert done == ["first", "second", "idle"]
    assert not file.is_modified
    assert read_document(tmp_path / "a.roofline").document.title == "x"


def test_a_file_that_another_program_changed_is_not_overwritten(
    here: Session, file: DocumentFile, tmp_path: Path
) -> None:
    path = tmp_path / "a.roofline"
    done: list[str] = []
    file.save(path)
    write_document(path, Document(title="of another program"))
    here.edit("Rename", rename(here.document, "x"))
    file.save(path, called(done, "then"), called(done, "conflict"))
    assert done == ["conflict"]
    assert read_document(path).document.title == "of another program"
    assert file.is_modified
    file.save(path, called(done, "then"))  # without asking any more
    assert done == ["conflict", "then"]
    assert read_document(path).document.title == "x"


def test_two_windows_on_one_file_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "a.roofline"
    write_document(path, document())
    windows = []
    for _ in range(2):
        other = session(tmp_path)
        opened = DocumentFile(other, JobRunner(lambda run: run()))
        opened.open(path)
        windows.append((other, opened))
    done: list[str] = []
    for name, (other, opened) in zip("ab", windows, strict=True):
        other.edit("Rename", rename(other.document, name))
        opened.save(path, called(done, f"saved {name}"), called(done, f"conflict {name}"))
    assert done == ["saved a", "conflict b"]
    assert read_document(path).document.title == "a"


def test_a_file_that_was_only_touched_counts_as_changed(here: Session, file: DocumentFile, tmp_path: Path) -> None:
    path = tmp_path / "a.roofline"
    done: list[str] = []
    file.save(path)
    os.utime(path, ns=(1, 1))
    file.save(path, called(done, "then"), called(done, "conflict"))
    assert done == ["conflict"]


def test_a_file_that_is_gone_is_written_again(here: Session, file: DocumentFile, tmp_path: Path) -> None:
    path = tmp_path / "a.roofline"
    done: list[str] = []
    file.save(path)
    path.unlink()
    file.save(path, called(done, "then"), called(done, "conflict"))
    assert done == ["then"]
    assert path.exists()


# Opening


def test_an_opened_document_takes_the_place_of_the_other(here: Session, file: DocumentFile, tmp_path: Path) -> None:
    path = tmp_path / "a.roofline"
    done: list[str] = []
    write_document(path, full_document())
    here.edit("Rename", rename(here.document, "x"))
    file.open(path, called(done, "then"))
    assert differences(here.document, full_document()) == []
    assert file.path == path
    assert not file.is_modified
    assert here.undo_stack.count() == 0
    assert here.settings.recent_files == (path,)
    assert done == ["then"]


def test_what_was_told_about_other_files_goes(here: Session, file: DocumentFile, tmp_path: Path) -> None:
    write_document(tmp_path / "a.roofline", document())
    ways: list[Callable[[], None]] = [lambda: file.open(tmp_path / "a.roofline"), file.new]
    for lead_on in ways:
        file.open(tmp_path / "missing.roofline")
        assert len(texts(here)) == 1
        lead_on()
        assert texts(here) == []


def test_the_limits_of_an_opened_document_are_its_own(here: Session, file: DocumentFile, tmp_path: Path) -> None:
    path = tmp_path / "a.roofline"
    write_document(path, set_thresholds(document(), Thresholds(0.6, 0.1)))
    file.open(path)
    assert here.document.thresholds == Thresholds(0.6, 0.1)
    file.new()
    assert here.document.thresholds == Thresholds()


def test_a_wrong_file_is_told_with_its_place_and_changes_nothing(
    here: Session, file: DocumentFile, tmp_path: Path
) -> None:
    path = tmp_path / "a.roofline"
    write_document(path, document())
    path.write_bytes(path.read_bytes().replace(b'"near":0.8', b'"near":"high"'))
    here.edit("Rename", rename(here.document, "x"))
    file.open(path)
    assert here.document.title == "x"
    assert file.is_modified
    (text,) = texts(here)
    assert "a.roofline cannot be opened" in text
    assert "thresholds.near" in text


def test_a_picture_is_never_replaced_by_a_save(here: Session, file: DocumentFile, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(put_into_picture(PIXEL, full_document()))
    file.open(path)
    assert differences(here.document, full_document()) == []
    assert file.path is None
    assert not file.is_modified


def test_new_is_empty_without_a_file(here: Session, file: DocumentFile, tmp_path: Path) -> None:
    file.save(tmp_path / "a.roofline")
    here.edit("Rename", rename(here.document, "x"))
    file.new()
    assert differences(here.document, replace(Document(), thresholds=here.settings.thresholds)) == []
    assert file.path is None
    assert not file.is_modified
