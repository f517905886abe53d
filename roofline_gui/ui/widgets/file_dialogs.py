"""Asking for files, and about them."""

from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

FILES = (
    "Profiles and documents (*.csv *.csv.gz *.csv.zst *.txt *.ncu-rep *.ncu-repz *.roofline *.png *.json)"
    ";;All files (*)"
)


class OnUnsaved(Enum):
    """What is to become of changes that are not saved."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


class OnConflict(Enum):
    """How to save a document whose file another program has changed."""

    SAVE_AS = auto()
    OVERWRITE = auto()
    CANCEL = auto()

CONFIGS = "Model configuration (*.json);;All files (*)"
MACHINES = "Machines and benchmark output (*.json *.csv *.txt *.log *.out);;All files (*)"


class FileDialogs:
    """Asks with the dialogs of the system."""

    def choose_files(self, parent: QWidget, folder: str) -> list[Path]:
        """Files to open; none when the question is cancelled."""
        names, _ = QFileDialog.getOpenFileNames(parent, "Open", folder, FILES)
        return [Path(n) for n in names]

    def choose_machines(self, parent: QWidget, folder: str) -> list[Path]:
        """Machine files and outputs of benchmarks to open; none when the question is cancelled."""
        names, _ = QFileDialog.getOpenFileNames(parent, "Open machine or benchmark", folder, MACHINES)
        return [Path(n) for n in names]

    def choose_config(self, parent: QWidget, folder: str) -> Path | None:
        """The configuration of a model to open; None when the question is cancelled."""
        name, _ = QFileDialog.getOpenFileName(parent, "Open the configuration of a model", folder, CONFIGS)
        return Path(name) if name else None

    def choose_target(self, parent: QWidget, title: str, suggestion: str, kinds: str) -> Path | None:
        """Where to write; None when the question is cancelled. A name without a suffix gets that of the suggestion."""
        suggested = Path(suggestion)
        dialog = QFileDialog(parent, title, str(suggested.parent), kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suggested.suffix)  # so that the dialog asks before that file is replaced
        dialog.selectFile(suggested.name)
        return Path(dialog.selectedFiles()[0]) if dialog.exec() else None

    def ask_unsaved(self, parent: QWidget, name: str) -> OnUnsaved:
        """What to do with the unsaved changes of the document called `name`."""
        box = _question(parent, f"Save the changes of {name or 'this document'}?", "Otherwise they are lost.")
        save = box.addButton(QMessageBox.StandardButton.Save)
        discard = box.addButton(QMessageBox.StandardButton.Discard)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(save)
        box.exec()
        if box.clickedButton() == save:
            return OnUnsaved.SAVE
        return OnUnsaved.DISCARD if box.clickedButton() == discard else OnUnsaved.CANCEL

    def ask_conflict(self, parent: QWidget, path: Path) -> OnConflict:
        """How to save where another program has changed the file."""
        what = "It is not as it was when this window read it. Overwriting it loses those changes."
        box = _question(parent, f"Another program has changed {path.name}.", what)
        save_as = box.addButton("Save &as…", QMessageBox.ButtonRole.AcceptRole)
        overwrite = box.addButton("&Overwrite", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(save_as)
        box.exec()
        if box.clickedButton() == save_as:
            return OnConflict.SAVE_AS
        return OnConflict.OVERWRITE if box.clickedButton() == overwrite else OnConflict.CANCEL


def _question(parent: QWidget, title: str, text: str) -> QMessageBox:
    box = QMessageBox(QMessageBox.Icon.Warning, "Roofline", title, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(text)
    return box
