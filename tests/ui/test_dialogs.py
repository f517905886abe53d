import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from roofline_gui import __version__
from roofline_gui.io.ncu import recommended_command
from roofline_gui.present.palette import DARK, LIGHT
from roofline_gui.ui.about_dialog import AboutDialog
from roofline_gui.ui.collect_dialog import CollectDialog
from roofline_gui.ui.export_dialog import ExportDialog, PictureOptions
from tests.ui.find import child


@pytest.mark.parametrize(("index", "size"), [(0, (1600, 900)), (1, (1920, 1080)), (2, (3840, 2160))])
def test_preset_sizes(qtbot: QtBot, index: int, size: tuple[int, int]) -> None:
    dialog = ExportDialog(LIGHT)
    qtbot.addWidget(dialog)
    child(dialog, QComboBox).setCurrentIndex(index)
    assert dialog.options == PictureOptions(size, 1.0, LIGHT, False, False)
    assert not child(dialog, QSpinBox, "Width in pixels").isEnabled()


def test_custom_picture(qtbot: QtBot) -> None:
    dialog = ExportDialog(DARK)
    qtbot.addWidget(dialog)
    preset, theme = dialog.findChildren(QComboBox)
    assert theme.currentText() == "Dark"
    preset.setCurrentText("Custom")
    child(dialog, QSpinBox, "Width in pixels").setValue(800)
    child(dialog, QSpinBox, "Height in pixels").setValue(600)
    child(dialog, QDoubleSpinBox, "Scale").setValue(2.5)
    theme.setCurrentText("Light")
    dialog.findChildren(QCheckBox)[0].setChecked(True)
    assert dialog.options == PictureOptions((800, 600), 2.5, LIGHT, True, False)
    dialog.findChildren(QCheckBox)[1].setChecked(True)
    assert dialog.options.as_seen
    assert any("2,000 × 1,500 pixels" in w.text() for w in dialog.findChildren(QLabel))


def test_command_follows_the_choices_and_is_copied(qtbot: QtBot) -> None:
    dialog = CollectDialog("8.0")
    qtbot.addWidget(dialog)
    assert dialog.command == recommended_command("8.0", "./app", True)
    child(dialog, QComboBox).setCurrentText("9.0")
    child(dialog, QLineEdit).setText("python train.py --steps 2")
    child(dialog, QCheckBox).setChecked(False)
    assert dialog.command == recommended_command("9.0", "python train.py --steps 2", False)
    next(b for b in dialog.findChildren(QPushButton) if b.text() == "C&opy command").click()
    assert QGuiApplication.clipboard().text() == dialog.command


def test_unknown_capability_falls_back_to_a_usual_one(qtbot: QtBot) -> None:
    dialog = CollectDialog("1.3")
    qtbot.addWidget(dialog)
    assert dialog.command == recommended_command("9.0", "./app", True)


def test_about_names_the_version(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    assert any(__version__ in w.text() for w in dialog.findChildren(QLabel))
