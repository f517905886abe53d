"""The look of the window."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox
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
