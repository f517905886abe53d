"""A dock with a quiet title bar, which gives way to the tabs where docks share a place."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QToolButton, QWidget

from roofline_gui.present.palette import Palette
from roofline_gui.ui.widgets.icons import icon
from roofline_gui.ui.widgets.text import label

TITLE_HEIGHT = 28


class Dock(QDockWidget):
    """Holds one pane. `name` identifies it in stored layouts, `title` is for people, `size` is the size at first."""

    def __init__(self, name: str, title: str, size: QSize, window: QMainWindow) -> None:
        super().__init__(title, window)
        self.setObjectName(name)
        self._window = window
        placeholder = QWidget()
        placeholder.setObjectName("pane")
        self.setWidget(placeholder)
        self._size = size
        self._bar = QWidget()
        self._bar.setObjectName("pane")
        self._bar.setFixedHeight(TITLE_HEIGHT)
        self._float, self._close = _button("Float or dock"), _button("Hide this pane (View brings it back)")
        self._float.clicked.connect(lambda: self.setFloating(not self.isFloating()))
        self._close.clicked.connect(self.close)
        title_label = label(title)
        title_label.setObjectName("paneTitle")
        line = QHBoxLayout(self._bar)
        line.setContentsMargins(10, 0, 4, 0)
        line.setSpacing(0)
        line.addWidget(title_label)
        line.addStretch(1)
        line.addWidget(self._float)
        line.addWidget(self._close)
        self._no_bar = QWidget()
        self._no_bar.setFixedHeight(0)
        self.setTitleBarWidget(self._bar)
        for moved in (self.topLevelChanged, self.visibilityChanged, self.dockLocationChanged):
            moved.connect(self.choose_bar)

    def sizeHint(self) -> QSize:
        """The size at first."""
        return self._size

    def set_colours(self, palette: Palette) -> None:
        """Draw the buttons in the colours of `palette`."""
        self._float.setIcon(icon("float", palette.muted))
        self._close.setIcon(icon("close", palette.muted))

    def show_and_focus(self) -> None:
        """Show the pane, in front, and put the keyboard focus into it."""
        self.show()
        self.raise_()
        pane = self.widget()
        pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
        pane.focusNextPrevChild(True)

    def choose_bar(self) -> None:
        """Have a title bar, but where tabs tell the title. A layout that is restored does not tell of its tabs."""
        in_tabs = not self.isFloating() and bool(self._window.tabifiedDockWidgets(self))
        wanted = self._no_bar if in_tabs else self._bar
        if self.titleBarWidget() is not wanted:
            self._bar.setVisible(not in_tabs)
            self.setTitleBarWidget(wanted)


def _button(tip: str) -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(12, 12))
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return button
