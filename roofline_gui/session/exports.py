"""Writing tables to files."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QIODevice, QSaveFile

from roofline_gui.present.table import table
from roofline_gui.session.messages import Message, Severity

if TYPE_CHECKING:
    from roofline_gui.io.table_csv import Columns
    from roofline_gui.session.session import Session


class ExportError(Exception):
    """A file that cannot be written; the message says which and why."""


def export_performance_table(session: "Session", path: Path) -> None:
    """Write the performance table as CSV, in the background, with predictions while a what-if holds."""
    analysis, forecast = session.analysis, session.what_if_desk.forecast
    if analysis is not None:
        _export(session, path, "The table", lambda: table(analysis, forecast))


def export_calculated_table(session: "Session", path: Path) -> None:
    """Write the table of the shown calculated kernels as CSV, in the background; it names the what-if that holds."""
    from roofline_gui.present.calculated.step_table import step_table  # imports what the first paint can spare

    estimates, what_if = session.kernel_desk.estimates, session.document.what_if
    if estimates is not None:
        _export(session, path, "The calculated table", lambda: step_table(estimates, what_if))


def _export(session: "Session", path: Path, what: str, rows: "Callable[[], Columns]") -> None:
    def fail(error: Exception) -> None:
        session.tell(Message(Severity.ERROR, f"{what} was not saved.", str(error)))

    session.runner.start(
        f"Save {path.name}",
        lambda progress: write_csv_file(path, rows()),
        lambda count: session.said.emit(f"Saved {path} ({count:,} rows)"),
        fail,
    )


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
