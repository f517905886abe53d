"""Writing the performance table to a file."""

from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile

from roofline_gui.model.analysis import Analysis
from roofline_gui.present.table import table


class ExportError(Exception):
    """A file that cannot be written; the message says which and why."""


def write_table_file(path: Path, analysis: Analysis) -> int:
    """Write the performance table of `analysis` as CSV; returns its rows. An existing file is replaced only when the
    new one is complete.

    Raises:
        ExportError: the file cannot be written.
    """
    from roofline_gui.io.table_csv import table_text

    rows = table(analysis)
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise ExportError(f"{path} cannot be written: {file.errorString()}.")
    file.write(table_text(rows).encode("utf-8"))
    if not file.commit():
        raise ExportError(f"{path} cannot be written: {file.errorString()}.")
    return len(rows)
