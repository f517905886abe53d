"""How to collect a profile: the ncu command for a compute capability, ready to copy."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.ui.widgets.text import label

USUAL = "9.0"


class CollectDialog(QDialog):
    """Shows the recommended command; `capability` is chosen at first where it is known."""

    def __init__(self, capability: str, parent: QWidget | None = None) -> None:
        from roofline_gui.io.ncu.architecture import ARCHITECTURES  # only needed when somebody asks

        super().__init__(parent)
        self.setWindowTitle("How to collect a profile")
        self.resize(720, 440)
        self._capability = QComboBox()
        for known in ARCHITECTURES:
            self._capability.addItem(known)
        wanted = self._capability.findText(capability)
        self._capability.setCurrentIndex(wanted if wanted >= 0 else self._capability.findText(USUAL))
        self._application = QLineEdit("./app")
        self._nvtx = QCheckBox("Record NVTX ranges, to group by operation")
        self._nvtx.setChecked(True)
        self._command = QPlainTextEdit()
        self._command.setObjectName("command")
        self._command.setReadOnly(True)
        self._command.setAccessibleName("The command")
        self._build()
        self._capability.currentIndexChanged.connect(self._show_command)
        self._application.textChanged.connect(self._show_command)
        self._nvtx.toggled.connect(self._show_command)
        self._show_command()

    @property
    def command(self) -> str:
        """The command as shown."""
        return self._command.toPlainText()

    def _build(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        form.addRow("Compute &capability", self._capability)
        form.addRow("&Program", self._application)
        form.addRow("", self._nvtx)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("C&opy command", QDialogButtonBox.ButtonRole.ActionRole)
        copy.setDefault(True)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.command))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        words = (
            "Run this on the machine with the GPU, then open or drop profile.csv here. It collects few counters, "
            "so that profiling stays fast, yet enough for every memory level and verdict."
        )
        column.addWidget(label(words, wraps=True))
        column.addLayout(form)
        column.addWidget(self._command, 1)
        column.addWidget(buttons)

    def _show_command(self) -> None:
        from roofline_gui.io.ncu import recommended_command

        program = self._application.text().strip() or "./app"
        capability, nvtx = self._capability.currentText(), self._nvtx.isChecked()
        self._command.setPlainText(recommended_command(capability, program, nvtx))
