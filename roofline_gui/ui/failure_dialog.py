"""What is told after an error that nobody expected: the work is safe, where it is, and what to report."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from roofline_gui.session.failures import Rescue
from roofline_gui.ui.widgets.text import label

WIDTH, REPORT_HEIGHT = 560, 190
PLEASE = "Please report it with these diagnostics. They say nothing of you or of your files."


class FailureDialog(QDialog):
    """Tells of the `rescue` of the document and shows the `report` to copy."""

    def __init__(self, rescue: Rescue, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Unexpected error")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._report = QPlainTextEdit(report)
        self._report.setReadOnly(True)
        self._report.setAccessibleName("Diagnostics")
        self._report.setFixedHeight(REPORT_HEIGHT)
        font = QFont("monospace")
        font.setStyleHint(QFont.StyleHint.Monospace)
        self._report.setFont(font)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("&Copy diagnostics", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self.copy)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(12)
        column.addWidget(label("Something went wrong in the program.", "title", wraps=True))
        column.addWidget(label(_safe(rescue), wraps=True, selectable=True))
        column.addWidget(label(PLEASE, wraps=True))
        column.addWidget(self._report)
        column.addWidget(buttons)
        self.setMinimumWidth(WIDTH)

    def copy(self) -> None:
        """Copy the diagnostics."""
        QGuiApplication.clipboard().setText(self._report.toPlainText())


def _safe(rescue: Rescue) -> str:
    if rescue.place is not None:
        return (
            f"Your document was saved first, as {rescue.place}\n\n"
            "You can go on working. If something looks wrong, start the program again and open that file."
        )
    if rescue.problem:
        return f"Your document could not be saved ({rescue.problem}). Try File → Save before anything else."
    return "No profile was open, so there was nothing to save. You can go on working."
