"""What the program is."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from roofline_gui import __version__
from roofline_gui.ui.widgets.icons import program_pixmap
from roofline_gui.ui.widgets.text import label

WORDS = (
    "Reads what Nsight Compute measured and shows, for every kernel, how far it is from what the machine allows, "
    "what limits it, and what to do.\n\n"
    "The roofline model: Williams, Waterman, Patterson, CACM 2009.\n"
    "MIT licence. Typeface Inter, SIL Open Font License. Qt under the LGPL."
)


class AboutDialog(QDialog):
    """Name, version and licences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Roofline")
        symbol = QLabel()
        symbol.setPixmap(program_pixmap(56, self.devicePixelRatioF()))
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(symbol)
        names = QVBoxLayout()
        names.addWidget(label("Roofline", "title"))
        names.addWidget(label(f"Version {__version__}", "muted"))
        head.addLayout(names, 1)
        words = label(WORDS, wraps=True)
        words.setMinimumWidth(380)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(14)
        column.addLayout(head)
        column.addWidget(words)
        column.addWidget(buttons)
