"""The dialog of whole models: what is set up at first, what every field does, and every kind of bad input."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QTreeWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from roofline_gui.io.hf_config import read_config
from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.model_input import ModelInput
from roofline_gui.io.model_presets import find_model
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import WHOLE_STEP
from roofline_gui.model.workload.elements import Element, element_types
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.session.kernels import Chosen
from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.file_dialogs import FileDialogs
from roofline_gui.ui.workload_dialog import WorkloadDialog
from roofline_gui.ui.workload_dialog.preview import Preview
from tests.session import builders
from tests.ui.find import child

MACHINES = {machine.id: machine for machine in load_catalogue().machines}
H100 = MACHINES["h100-sxm"]
CONFIG: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "vocab_size": 100,
    "max_position_embeddings": 8192,
}
WEIGHTS = 2 * (64 * 64 * 4 + 3 * 64 * 128 + 2 * 64) + 64 + 2 * 64 * 100  # attention, MLP, norms; table and head


class Answers(FileDialogs):
    """Answers the question for a configuration."""

    def __init__(self, config: Path | None = None) -> None:
        self.config = config
        self.folder = ""

    def choose_config(self, parent: QWidget, folder: str) -> Path | None:
        self.folder = folder
        return self.config


@pytest.fixture
def session(tmp_path: Path, qtbot: QtBot) -> Session:
    made = builders.session(tmp_path, machines=tuple(MACHINES.values()))
    made.start_with(Document(machine=H100))
    return made


@pytest.fixture
def dialog(session: Session, qtbot: QtBot) -> WorkloadDialog:
    return shown(session, qtbot)


def shown(session: Session, qtbot: QtBot, *arguments: Any, **more: Any) -> WorkloadDialog:
    made = WorkloadDialog(session, *arguments, **more)
    qtbot.addWidget(made)
    made.open()
    return made


def field(dialog: WorkloadDialog, name: str) -> QLineEdit:
    return child(dialog, QLineEdit, name)


def button(dialog: WorkloadDialog, text: str) -> QPushButton:
    return next(b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "").startswith(text))


def words(dialog: WorkloadDialog) -> str:
    return "\n".join(w.text() for w in dialog.findChildren(QLabel) if w.isVisible())


def faults(dialog: WorkloadDialog) -> list[str]:
    """What is marked as wrong, from top to bottom."""
    labels = [w for w in dialog.findChildren(QLabel) if w.property("state") == "bad" and w.isVisible()]
    return [w.text() for w in sorted(labels, key=lambda w: w.mapTo(dialog, QPoint()).y()) if w.text()]


def figures(dialog: WorkloadDialog) -> dict[str, str]:
    """The values of the preview by name."""
    named = [w.accessibleName() for w in dialog.findChildren(QLabel) if ": " in w.accessibleName()]
    return dict(name.split(": ", 1) for name in named)


def choose(box: QComboBox, text: str) -> None:
    box.setCurrentIndex(box.findText(text, Qt.MatchFlag.MatchStartsWith))
    assert box.currentText().startswith(text)
    box.activated.emit(box.currentIndex())


def models(dialog: WorkloadDialog) -> list[str]:
    tree = child(dialog, QTreeWidget)
    items = [tree.topLevelItem(i) for i in range(tree.topLevelItemCount())]
    return [item.text(0) for item in items if item is not None and not item.isHidden()]


def take(dialog: WorkloadDialog, name: str) -> None:
    tree = child(dialog, QTreeWidget)
    (item,) = tree.findItems(name, Qt.MatchFlag.MatchExactly)
    tree.setCurrentItem(item)


def write(folder: Path, content: object) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "config.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def enter_path(dialog: WorkloadDialog, path: Path) -> None:
    line = field(dialog, "Path of a config.json")
    line.clear()
    QTest.keyClicks(line, str(path))
    QTest.keyClick(line, Qt.Key.Key_Return)


def entries(session: Session) -> tuple[StepEntry, ...]:
    return tuple(e for e in session.document.kernels if isinstance(e, StepEntry))


# What is there at first


def test_at_first_a_model_that_fits_decodes_one_sequence(dialog: WorkloadDialog, session: Session) -> None:
    assert len(models(dialog)) == 17
    # 16.06 GB of weights, 4096·131072 B of cache; 17.16 GFLOP over 15.55 GB at 3.35 TB/s.
    assert figures(dialog) == {
        "Parameters": "8.03 billion",
        "Weights": "16.1 GB",
        "KV cache": "537 MB",
        "Work, W": "17.2 GFLOP",
        "Traffic, Q": "15.5 GB",
        "Intensity": "1.104 FLOP/B",
        "Time at the roof": "4.64 ms",
        "Kernel by kernel": "4.64 ms",
        "Tokens per second": "at most 215",
    }
    assert "16.6 GB fit into 80 GB of HBM3." in words(dialog)
    assert "Meta Llama 3 model card" in child(dialog, QPlainTextEdit).toPlainText()
    button(dialog, "Add").click()
    (entry,) = entries(session)
    assert (entry.name, entry.span, entry.batch) == ("Llama-3-8B decode", Span(True, 4096), 1)
    assert entry.types == element_types("bf16")
    assert session.kernel_desk.chosen == {Chosen(entry.id, WHOLE_STEP)}
    session.undo_stack.undo()
    assert session.document.kernels == ()


def test_the_same_step_twice_has_two_names(session: Session, qtbot: QtBot) -> None:
    for _ in range(2):
        button(shown(session, qtbot), "Add").click()
    assert [entry.name for entry in entries(session)] == ["Llama-3-8B decode", "Llama-3-8B decode (2)"]


def test_cancel_adds_nothing(dialog: WorkloadDialog, session: Session) -> None:
    button(dialog, "Cancel").click()
    assert session.document.kernels == ()
    assert session.undo_stack.count() == 0


# Models


def test_the_search_leaves_what_matches_and_takes_the_first(dialog: WorkloadDialog) -> None:
    search = field(dialog, "Search models")
    QTest.keyClicks(search, "qwen2.5")
    assert models(dialog) == ["Qwen2.5-72B", "Qwen2.5-7B"]
    assert figures(dialog)["Parameters"] == "72.7 billion"
    QTest.keyClick(search, Qt.Key.Key_Down)
    assert figures(dialog)["Parameters"] == "7.62 billion"
    QTest.keyClick(search, Qt.Key.Key_Down)  # there is no other
    assert figures(dialog)["Parameters"] == "7.62 billion"
    QTest.keyClicks(search, "xyz")
    assert models(dialog) == []
    assert "No model matches “qwen2.5xyz”" in words(dialog)
    assert figures(dialog)["Parameters"] == "7.62 billion"  # what was taken stays
    search.clear()
    assert len(models(dialog)) == 17


def test_a_model_that_does_not_fit_or_is_too_short_can_be_added_and_is_marked(
    dialog: WorkloadDialog, session: Session
) -> None:
    take(dialog, "Llama-3-70B")
    warned = [w.text() for w in dialog.findChildren(QLabel) if w.property("role") == "warning" and w.isVisible()]
    assert warned == ["142 GB do not fit into 80 GB of HBM3."]
    take(dialog, "GPT-2 (small)")
    assert "has 1,024 positions: 4,096 tokens are beyond them." in words(dialog)
    button(dialog, "Add").click()
    assert entries(session)[0].name == "GPT-2 (small) decode"


# The form


def test_prefill_has_a_prompt_instead_of_a_context(dialog: WorkloadDialog, session: Session) -> None:
    assert not field(dialog, "Prompt").isVisible()
    choose(child(dialog, QComboBox, "What the model does"), "Prefill")
    assert not field(dialog, "Context").isVisible()
    assert figures(dialog)["Work, W"] == "29.7 TFLOP"  # 2048 tokens
    field(dialog, "Prompt").setText("1024")
    field(dialog, "Batch").setText("2")
    button(dialog, "Add").click()
    assert (entries(session)[0].span, entries(session)[0].batch) == (Span(False, 1024), 2)
    assert entries(session)[0].name == "Llama-3-8B prefill"


def test_all_data_in_one_type_or_each_apart(dialog: WorkloadDialog, session: Session) -> None:
    choose(child(dialog, QComboBox, "Stored as"), "FP8")
    assert (figures(dialog)["Weights"], figures(dialog)["KV cache"]) == ("8.03 GB", "268 MB")
    assert "computed in FP8 tensor" in words(dialog)
    child(dialog, QToolButton, "Set types apart").click()
    choose(child(dialog, QComboBox, "Activations"), "BF16")
    choose(child(dialog, QComboBox, "Weights"), "INT4")
    assert "Stored as weights INT4, activations BF16, KV FP8, computed in BF16 tensor." in words(dialog)
    assert figures(dialog)["Weights"] == "4.02 GB"
    button(dialog, "Add").click()
    types = entries(session)[0].types
    assert (types.weights, types.activations, types.kv) == (Element.INT4, Element.BF16, Element.FP8)


def test_a_type_without_a_ceiling_says_so(dialog: WorkloadDialog) -> None:
    choose(child(dialog, QComboBox, "Stored as"), "FP4")
    assert figures(dialog)["Time at the roof"] == "–"
    assert "H100 SXM has no ceiling for FP4 tensor; it has FP8 tensor" in words(dialog)
    assert button(dialog, "Add").isEnabled()


def test_a_name_of_ones_own(dialog: WorkloadDialog, session: Session) -> None:
    name = field(dialog, "Name")
    assert (name.text(), name.placeholderText()) == ("", "Llama-3-8B decode")
    name.setText("before")
    assert "before on H100 SXM" in words(dialog)
    button(dialog, "Add").click()
    assert entries(session)[0].name == "before"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("Batch", "0", "Expected a whole number of at least 1, not 0."),
        ("Batch", "-3", "Expected a whole number of at least 1, not -3."),
        ("Batch", "1e30", "too large"),
        ("Batch", "", "Nothing was typed"),
        ("Context", "-1", "not negative"),
        ("Context", "9e99", "too large"),
        ("Context", "four", "“four”"),
    ],
)
def test_bad_sizes_are_told_at_their_field(
    dialog: WorkloadDialog, session: Session, name: str, text: str, reason: str
) -> None:
    before = figures(dialog)
    field(dialog, name).setText(text)
    told = faults(dialog)
    assert reason in told[0]
    assert told[1] == f"Correct the {name.lower()}. Shown is what was there before."
    assert field(dialog, name).property("state") == "bad"
    assert field(dialog, name).accessibleDescription() == told[0]
    assert figures(dialog) == before
    assert not child(dialog, Preview).isEnabled()  # grey: not what is typed
    assert not button(dialog, "Add").isEnabled()
    dialog.accept()
    assert session.document.kernels == ()
    field(dialog, name).setText("16")
    assert "Correct the" not in words(dialog)
    assert button(dialog, "Add").isEnabled()


# Configurations from disk


def test_the_path_of_a_configuration_or_of_its_folder(dialog: WorkloadDialog, session: Session, tmp_path: Path) -> None:
    path = write(tmp_path / "tiny", CONFIG)
    enter_path(dialog, path.parent)
    assert dialog.isVisible()  # Enter opened the path and did not close the dialog
    assert models(dialog)[0] == "tiny"
    assert figures(dialog)["Weights"] == f"{2 * WEIGHTS / 1000:.0f} kB"
    first = child(dialog, QTreeWidget).topLevelItem(0)
    assert first is not None
    assert first.text(1) == f"{WEIGHTS / 1000:.2f}k"  # counted
    assert f"Read from {path.parent}" in child(dialog, QPlainTextEdit).toPlainText()
    enter_path(dialog, path.parent)
    assert models(dialog).count("tiny") == 1
    button(dialog, "Add").click()
    assert entries(session)[0].architecture == read_config(path)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({**CONFIG, "model_type": "bert"}, "model_type: “bert” is not understood"),
        ({k: v for k, v in CONFIG.items() if k != "vocab_size"}, "vocab_size: missing."),
        ({**CONFIG, "num_hidden_layers": 0}, "num_hidden_layers: expected a whole number from 1"),
        ({"hidden_size": 64}, "model_type: missing"),
        ("not json", "Not valid JSON at line 1, column 1"),
        ('{"a": "\n"}', "Not valid JSON at line 1, column 8: Invalid control character."),
        (None, "This folder has no config.json."),
    ],
)
def test_a_configuration_that_cannot_be_used_says_why(
    dialog: WorkloadDialog, tmp_path: Path, content: object, reason: str
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    if content is not None:
        write(folder, content)
    before = figures(dialog)
    enter_path(dialog, folder)
    told, asked = faults(dialog)
    assert reason in told
    assert asked.startswith("Correct the path of the configuration, or choose a model.")
    assert not button(dialog, "Add").isEnabled()  # it would add the model before
    assert field(dialog, "Path of a config.json").property("state") == "bad"
    assert figures(dialog) == before
    assert len(models(dialog)) == 17
    take(dialog, "Qwen3-8B")
    assert faults(dialog) == []
    assert button(dialog, "Add").isEnabled()
    enter_path(dialog, folder)
    assert not button(dialog, "Add").isEnabled()
    write(folder, CONFIG)
    enter_path(dialog, folder)
    assert told not in words(dialog)
    assert models(dialog)[0] == "model"


def test_browsing_starts_in_the_last_folder(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    answers = Answers()
    dialog = shown(session, qtbot, files=answers)
    session.settings.folder = "/somewhere"
    button(dialog, "Browse").click()  # cancelled
    assert (answers.folder, session.settings.folder, len(models(dialog))) == ("/somewhere", "/somewhere", 17)
    answers.config = write(tmp_path / "tiny", CONFIG)
    button(dialog, "Browse").click()
    assert models(dialog)[0] == "tiny"
    assert session.settings.folder == str(tmp_path / "tiny")


def test_a_file_can_be_dropped(dialog: WorkloadDialog, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(write(tmp_path / "tiny", CONFIG).parent))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    dialog.dropEvent(QDropEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, keys))
    assert models(dialog)[0] == "tiny"
    assert not any(w.acceptDrops() for w in dialog.findChildren(QLineEdit))


def test_opened_configurations_come_first(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    paths = [write(tmp_path / name, CONFIG) for name in ("one", "two")]
    dialog = shown(session, qtbot, models=[ModelInput(path, read_config(path)) for path in paths])
    assert models(dialog)[:2] == ["one", "two"]
    assert "one decode on H100 SXM" in words(dialog)
    assert field(dialog, "Path of a config.json").text() == str(paths[0])


# Other documents


def test_an_entry_is_changed_in_its_place(session: Session, qtbot: QtBot) -> None:
    step = StepEntry(4, "Mine", find_model("qwen3-8b"), Span(True, 100), element_types("fp8"), 32, shown=False)
    session.start_with(Document(machine=H100, kernels=(step,)))
    dialog = shown(session, qtbot, step)
    assert dialog.windowTitle() == "Change Mine"
    assert dialog.entry == step
    assert "Qwen3-8B model card" in child(dialog, QPlainTextEdit).toPlainText()
    field(dialog, "Context").setText("200")
    button(dialog, "Change").click()
    assert entries(session) == (replace(step, span=Span(True, 200)),)
    assert session.undo_stack.undoText() == "Change Mine"


def test_a_model_that_only_the_document_knows_stays(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    own = read_config(write(tmp_path / "own", CONFIG))
    step = StepEntry(4, "Mine", own, Span(True, 100), element_types("bf16"))
    session.start_with(Document(machine=H100, kernels=(step,)))
    dialog = shown(session, qtbot, step)
    assert models(dialog)[0] == "own"
    assert child(dialog, QPlainTextEdit).toPlainText() == "Kept in this document"
    assert dialog.entry == step


def test_a_document_without_a_machine_is_asked_for_one(session: Session, qtbot: QtBot) -> None:
    assert not child(shown(session, qtbot), QComboBox, "Machine").isVisible()
    session.start_with(Document())
    dialog = shown(session, qtbot)
    box = child(dialog, QComboBox, "Machine")
    assert box.currentText() == "H100 SXM"
    choose(box, MACHINES["b200"].name)
    assert f"decode on {MACHINES['b200'].name}" in words(dialog)
    button(dialog, "Add").click()
    assert session.document.machine is MACHINES["b200"]
    session.undo_stack.undo()
    assert session.document.machine is None
