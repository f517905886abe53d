"""A command as a word to click on."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton


def link(action: QAction) -> QToolButton:
    """A button for `action` that looks like a link."""
    action.setIconText(action.text().replace("&", ""))  # Qt would leave the dots out
    made = QToolButton()
    made.setProperty("role", "link")
    made.setDefaultAction(action)
    made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.setAccessibleName(action.text().replace("&", "").removesuffix("…"))
    return made
