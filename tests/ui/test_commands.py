"""The actions of the book of commands."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from roofline_gui.ui.widgets.commands import COMMANDS, action


def test_a_menu_shows_the_check_mark_of_what_can_be_checked(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    for name, command in COMMANDS.items():
        assert action(name, holder).isIconVisibleInMenu() is not command.checkable, name  # Qt draws one or the other
