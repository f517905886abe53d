from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from roofline_gui import __version__
from roofline_gui.ui.about_dialog import AboutDialog, LicencesDialog
from tests.ui.find import child


@pytest.fixture
def licences(tmp_path: Path) -> Path:
    for name in ("zlib1g (system)", "Qt", "GPL-3.0", "LGPL-3.0", "numpy", "roofline-gui"):
        (tmp_path / f"{name}.txt").write_text(f"Licence of <{name}>", encoding="utf-8")
    (tmp_path / "Latin.txt").write_bytes("Copyright Kristian Høgsberg".encode("latin-1"))
    return tmp_path


def buttons(dialog: AboutDialog) -> dict[str, QPushButton]:
    return {b.text().replace("&", ""): b for b in dialog.findChildren(QPushButton)}


def test_version_and_the_terms_of_qt_are_named(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = AboutDialog(licences=tmp_path / "none")
    qtbot.addWidget(dialog)
    words = "\n".join(w.text() for w in dialog.findChildren(QLabel))
    assert __version__ in words
    assert "The Qt Company" in words
    assert "Lesser General Public License, version 3" in words
    assert list(buttons(dialog)) == ["Close"]  # no button that would show nothing


def test_the_licences_are_a_click_away(qtbot: QtBot, licences: Path) -> None:
    dialog = AboutDialog(licences=licences)
    qtbot.addWidget(dialog)
    shown = []

    def look() -> None:
        reading = QApplication.activeModalWidget()
        assert isinstance(reading, LicencesDialog)
        shown.append(child(reading, QPlainTextEdit).toPlainText())
        reading.reject()

    QTimer.singleShot(0, look)
    buttons(dialog)["Licences and sources"].click()
    assert shown == ["Licence of <roofline-gui>"]


def test_every_licence_can_be_read(qtbot: QtBot, licences: Path) -> None:
    dialog = LicencesDialog(licences)
    qtbot.addWidget(dialog)
    parts, words = child(dialog, QListWidget), child(dialog, QPlainTextEdit)
    names = [parts.item(i).text() for i in range(parts.count())]
    assert names == ["roofline-gui", "Qt", "LGPL-3.0", "GPL-3.0", "Latin", "numpy", "zlib1g (system)"]
    parts.setCurrentRow(names.index("zlib1g (system)"))
    assert words.toPlainText() == "Licence of <zlib1g (system)>"
    parts.setCurrentRow(names.index("Latin"))
    assert words.toPlainText().startswith("Copyright Kristian")
