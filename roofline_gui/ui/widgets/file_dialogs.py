"""Asking for files."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

PROFILES = "Nsight Compute (*.csv *.csv.gz *.csv.zst *.txt *.ncu-rep *.ncu-repz);;All files (*)"


class FileDialogs:
    """Asks with the dialogs of the system."""

    def choose_files(self, parent: QWidget, folder: str) -> list[Path]:
        """Files to open; none when the question is cancelled."""
        names, _ = QFileDialog.getOpenFileNames(parent, "Open profiles", folder, PROFILES)
        return [Path(n) for n in names]

    def choose_target(self, parent: QWidget, title: str, suggestion: str, kinds: str) -> Path | None:
        """Where to write; None when the question is cancelled. A name without a suffix gets that of the suggestion."""
        name, _ = QFileDialog.getSaveFileName(parent, title, suggestion, kinds)
        if not name:
            return None
        path = Path(name)
        return path if path.suffix else path.with_suffix(Path(suggestion).suffix)
