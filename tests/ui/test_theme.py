"""The look of the window."""

from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QTextLayout
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from roofline_gui.present.palette import LIGHT
from roofline_gui.ui.widgets import theme


def test_icons_of_the_style_are_found_in_a_folder_with_a_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(theme, "resource_path", lambda *parts: tmp_path / "Program Files (x86)" / "/".join(parts))
    widget = QComboBox()
    qtbot.addWidget(widget)
    widget.setStyleSheet(theme.style_sheet(LIGHT))  # a warning of Qt fails the test
    widget.ensurePolished()
    assert widget.styleSheet().count('url("') == widget.styleSheet().count("url(") > 0


def glyphs(text: str, font: QFont) -> list[int]:
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return [index for run in layout.glyphRuns() for index in run.glyphIndexes()]


def test_names_are_shown_letter_by_letter(qapp: QApplication) -> None:
    before = QFont(qapp.font())
    try:
        theme.prepare(qapp)
        font = QFont(qapp.font())
        assert glyphs("512x64", font)[3:4] == glyphs("x", font)
        font.setFeature(QFont.Tag("calt"), 1)
        assert glyphs("512x64", font)[3:4] != glyphs("x", font)  # what Inter does by itself: a sign of multiplication
    finally:
        qapp.setFont(before)
