import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
)
from pytestqt.qtbot import QtBot

from roofline_gui.io.ncu.command import Selection, recommended_command
from roofline_gui.present.palette import DARK, LIGHT
from roofline_gui.ui.collect_dialog import CollectDialog
from roofline_gui.ui.export_dialog import ExportDialog, PictureOptions
from tests.ui.find import child
from tests.ui.typing import number_box, type_number


@pytest.mark.parametrize(("index", "size"), [(0, (1600, 900)), (1, (1920, 1080)), (2, (3840, 2160))])
def test_preset_sizes(qtbot: QtBot, index: int, size: tuple[int, int]) -> None:
    dialog = ExportDialog("run.csv", LIGHT)
    qtbot.addWidget(dialog)
    child(dialog, QComboBox).setCurrentIndex(index)
    assert dialog.options == PictureOptions("run.csv", size, 1.0, LIGHT, False, False, True)
    assert not number_box(dialog, "Width in pixels").isEnabled()


def test_custom_picture(qtbot: QtBot) -> None:
    dialog = ExportDialog("run.csv", DARK)
    qtbot.addWidget(dialog)
    preset, theme = dialog.findChildren(QComboBox)
    assert theme.currentText() == "Dark"
    preset.setCurrentText("Custom")
    type_number(number_box(dialog, "Width in pixels"), "800")
    type_number(number_box(dialog, "Height in pixels"), "2*300")
    type_number(number_box(dialog, "Scale"), "2.5")
    theme.setCurrentText("Light")
    dialog.findChildren(QCheckBox)[0].setChecked(True)
    assert dialog.options == PictureOptions("run.csv", (800, 600), 2.5, LIGHT, True, False, True)
    dialog.findChildren(QCheckBox)[1].setChecked(True)
    assert dialog.options.as_seen
    assert any("2,000 × 1,500 pixels" in w.text() for w in dialog.findChildren(QLabel))


def test_a_picture_of_a_size_that_cannot_be_is_not_saved(qtbot: QtBot) -> None:
    dialog = ExportDialog("run.csv", DARK)
    qtbot.addWidget(dialog)
    child(dialog, QComboBox).setCurrentText("Custom")
    save = next(b for b in dialog.findChildren(QPushButton) if b.text() == "&Save as…")
    width = number_box(dialog, "Width in pixels")
    type_number(width, "20000")
    assert width.problem == "20,000 is too large: at most 10,000."
    assert not save.isEnabled()
    type_number(width, "20000/2")
    assert save.isEnabled()
    assert dialog.options.size == (10_000, 900)


def collect(qtbot: QtBot, *seen: tuple[str, str]) -> CollectDialog:
    dialog = CollectDialog(seen)
    qtbot.addWidget(dialog)
    return dialog


def box(dialog: CollectDialog, text: str) -> QCheckBox:
    return next(b for b in dialog.findChildren(QCheckBox) if b.text().replace("&", "") == text)


def counters(dialog: CollectDialog) -> dict[str, dict[str, str]]:
    """Counter → what for, by heading."""
    tree = child(dialog, QTreeWidget)
    found = {}
    for i in range(tree.topLevelItemCount()):
        section = tree.topLevelItem(i)
        assert section is not None
        rows = [section.child(k) for k in range(section.childCount())]
        found[section.text(0)] = {row.text(1): row.text(0) for row in rows if row is not None}
    return found


def test_command_follows_the_choices_and_is_copied(qtbot: QtBot) -> None:
    dialog = collect(qtbot, ("NVIDIA A100", "8.0"))
    assert dialog.command == recommended_command("8.0", "./app", True)
    choice = child(dialog, QComboBox)
    choice.setCurrentIndex(choice.findText("Hopper (CC 9.0)"))
    program, ranges, kernels = dialog.findChildren(QLineEdit)[:3]
    program.setText("python train.py --steps 2")
    box(dialog, "Record NVTX ranges").setChecked(False)
    assert dialog.command == recommended_command("9.0", "python train.py --steps 2", False)
    ranges.setText("decode/")
    kernels.setText("^gemm")
    type_number(number_box(dialog, "Launches to pass over first"), "7")
    type_number(number_box(dialog, "Launches to profile at most"), "3")
    chosen = Selection("decode/", "^gemm", 7, 3)
    assert dialog.command == recommended_command("9.0", "python train.py --steps 2", selection=chosen)
    next(b for b in dialog.findChildren(QPushButton) if b.text() == "C&opy command").click()
    assert QGuiApplication.clipboard().text() == dialog.command


def test_shown_command_is_the_copied_one_on_several_lines(qtbot: QtBot) -> None:
    dialog = collect(qtbot)
    shown = child(dialog, QPlainTextEdit, "The command").toPlainText()
    assert len(shown.splitlines()) == 3
    assert " ".join(shown.replace("\\\n", " ").split()) == dialog.command


def test_devices_that_were_seen_come_first_and_once(qtbot: QtBot) -> None:
    dialog = collect(qtbot, ("NVIDIA A100", "8.0"), ("Old", "6.1"), ("NVIDIA A100", "8.0"), ("H200 SXM", "9.0"))
    choice = child(dialog, QComboBox)
    assert choice.currentText() == "NVIDIA A100 (CC 8.0)"
    texts = [choice.itemText(i) for i in range(choice.count())]
    assert texts[:4] == ["NVIDIA A100 (CC 8.0)", "H200 SXM (CC 9.0)", "", "Volta (CC 7.0)"]
    assert not any("6.1" in text for text in texts)


def test_unknown_capability_falls_back_to_a_usual_one(qtbot: QtBot) -> None:
    assert collect(qtbot, ("Old", "1.3")).command == recommended_command("9.0", "./app", True)


def test_parts_shrink_the_list_of_counters(qtbot: QtBot) -> None:
    dialog = collect(qtbot, ("", "9.0"))
    whole = counters(dialog)
    assert whole["L2"]["lts__t_bytes.sum"] == "all L2 traffic"
    names = [name for section in whole.values() for name in section]
    assert dialog.command.split("--metrics ")[1].split(" ")[0] == ",".join(names)
    assert not box(dialog, "Time, work and DRAM").isEnabled()
    box(dialog, "Causes").setChecked(False)
    box(dialog, "L2").setChecked(False)
    left = counters(dialog)
    assert set(left) == {"Time, work and DRAM", "L1 and shared memory", "Ceilings of the chip"}
    assert "lts__" not in dialog.command
    total = sum(len(section) for section in left.values())
    assert any(w.text() == f"{total} counters" for w in dialog.findChildren(QLabel))


def test_a_range_without_its_slash_is_hinted_at(qtbot: QtBot) -> None:
    dialog = collect(qtbot)
    ranges = dialog.findChildren(QLineEdit)[1]
    hint = next(w for w in dialog.findChildren(QLabel) if "push/pop" in w.text())
    assert hint.isHidden()
    ranges.setText("decode")
    assert not hint.isHidden()
    ranges.setText("decode/")
    assert hint.isHidden()
    assert box(dialog, "Record NVTX ranges").isChecked()


def test_a_program_that_no_shell_understands_cannot_be_copied(qtbot: QtBot) -> None:
    dialog = collect(qtbot)
    dialog.findChildren(QLineEdit)[0].setText("./app 'x")
    copy = next(b for b in dialog.findChildren(QPushButton) if b.text() == "C&opy command")
    assert not copy.isEnabled()
    assert dialog.command == ""
    assert "has no partner" in child(dialog, QPlainTextEdit, "The command").toPlainText()
