"""Writing tables to files."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QIODevice, QSaveFile

from roofline_gui.model.analysis import Analysis
from roofline_gui.present.table import table

if TYPE_CHECKING:
    from roofline_gui.io.table_csv import Columns
    from roofline_gui.model.forecast import Forecast


class ExportError(Exception):
    """A file that cannot be written; the message says which and why."""


def write_table_file(path: Path, analysis: Analysis, forecast: "Forecast | None" = None) -> int:
    """Write the performance table of `analysis` as CSV, with predictions where there are any; returns its rows.

    Raises:
        ExportError: the file cannot be written.
    """
    return write_csv_file(path, table(analysis, forecast))


def write_csv_file(path: Path, rows: "Columns") -> int:
    """Write a table as CSV; returns its rows. An existing file is replaced only when the new one is complete.

    Raises:
        ExportError: the file cannot be written.
    """
    from roofline_gui.io.table_csv import table_text

    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise ExportError(f"{path} cannot be written: {file.errorString()}.")
    file.write(table_text(rows).encode("utf-8"))
    if not file.commit():
        raise ExportError(f"{path} cannot be written: {file.errorString()}.")
    return len(next(iter(rows.columns.values())))
