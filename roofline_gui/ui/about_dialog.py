"""What the program is, and the licences of its parts."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from roofline_gui import __version__
from roofline_gui.resources import resource_path
from roofline_gui.ui.widgets.icons import program_pixmap
from roofline_gui.ui.widgets.text import label

WORDS = (
    "Reads what Nsight Compute measured and shows, for every kernel, how far it is from what the machine allows, "
    "what limits it, and what to do.\n\n"
    "The roofline model: Williams, Waterman, Patterson, CACM 2009.\n\n"
    "MIT licence. Typeface Inter: SIL Open Font License.\n"
    "Qt and PySide6, © The Qt Company Ltd. and other contributors, are used under the GNU Lesser General Public "
    "License, version 3; you may replace them."
)
LICENCES = resource_path("licenses")  # only the frozen program brings its parts along, and their licences
FIRST = ("roofline-gui", "Qt", "Qt third-party", "LGPL-3.0", "GPL-3.0", "System libraries")
LIST_WIDTH, READING_SIZE = 220, (940, 620)


class AboutDialog(QDialog):
    """Name, version and licences; the texts of those are in the folder `licences`, where there is one."""

    def __init__(self, parent: QWidget | None = None, licences: Path = LICENCES) -> None:
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
        if licences.is_dir():
            read = buttons.addButton("&Licences and sources", QDialogButtonBox.ButtonRole.ActionRole)
            read.clicked.connect(lambda: LicencesDialog(licences, self).exec())
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(14)
        column.addLayout(head)
        column.addWidget(words)
        column.addWidget(buttons)


class LicencesDialog(QDialog):
    """The texts in `folder`: the licence of every part, and where to get its source code."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Licences and sources")
        files = {file.stem: file for file in folder.iterdir()}
        parts = QListWidget()
        parts.setAccessibleName("Parts")
        parts.setFixedWidth(LIST_WIDTH)
        parts.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        first = [name for name in FIRST if name in files]
        parts.addItems([*first, *sorted(files.keys() - set(first), key=str.lower)])
        words = QPlainTextEdit()
        words.setReadOnly(True)
        words.setAccessibleName("Licence")
        words.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)  # the texts come with lines of their own
        words.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        parts.currentTextChanged.connect(
            lambda name: words.setPlainText(files[name].read_text(encoding="utf-8", errors="replace"))
        )
        parts.setCurrentRow(0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        texts = QHBoxLayout()
        texts.setSpacing(12)
        texts.addWidget(parts)
        texts.addWidget(words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 12)
        column.setSpacing(12)
        column.addLayout(texts)
        column.addWidget(buttons)
        self.resize(*READING_SIZE)
