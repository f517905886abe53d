"""The places of the what-if around the canvas, and what is put into them after the first paint."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QVBoxLayout, QWidget

from roofline_gui.present.palette import Palette
from roofline_gui.session.session import Session

if TYPE_CHECKING:
    from roofline_gui.ui.what_if.strip import WhatIfStrip

_STRIP_HEIGHT = 60  # pixels of the folded strip, kept free for it


class WhatIfControls(QObject):
    """Bar and strip of the what-if of `session`. They belong into the window at `above` and `below` the canvas, which
    are there at once; what they hold comes with `complete`. `home` is where the keyboard goes when the bar goes.
    """

    def __init__(self, session: Session, actions: Mapping[str, QAction], parent: QObject, home: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._actions = actions
        self._home = home
        self._strip: WhatIfStrip | None = None
        self.above, self.below = _Place(), _Place()
        self.below.setMinimumHeight(_STRIP_HEIGHT)
        shown = actions["what_if_strip"]
        shown.setChecked(session.settings.what_if_shown)
        self.below.setVisible(shown.isChecked())
        shown.toggled.connect(self._show_strip)

    def complete(self, palette: Palette) -> None:
        """Put bar and strip into their places."""
        from roofline_gui.ui.what_if.bar import WhatIfBar
        from roofline_gui.ui.what_if.commands import WhatIfCommands
        from roofline_gui.ui.what_if.strip import WhatIfStrip

        self._strip = WhatIfStrip(self._session, palette, self._actions)
        WhatIfCommands(self._session, self._strip, self._actions)
        self.below.fill(self._strip)
        reset = self._actions["what_if_reset"]
        self.above.fill(WhatIfBar(self._session, reset, self._is_dragged_elsewhere, self._home))

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        if self._strip is not None:
            self._strip.set_colours(palette)

    def set_presenting(self, presenting: bool) -> None:
        """Leave all room to the picture, or come back."""
        self.above.setVisible(not presenting)
        self.below.setVisible(not presenting and self._session.settings.what_if_shown)

    def _is_dragged_elsewhere(self) -> bool:
        """Whether the mouse drags something else than a slider of the strip: a dot, which the bar would push away."""
        dragged = QApplication.mouseButtons() & Qt.MouseButton.LeftButton
        return bool(dragged) and self._strip is not None and not self._strip.is_dragged

    def _show_strip(self, shown: bool) -> None:
        self._session.settings.what_if_shown = shown
        self.below.setVisible(shown)


class _Place(QFrame):
    """Takes no more room than what it is filled with."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def fill(self, widget: QWidget) -> None:
        """Hold `widget`, which alone says from now on how high this is."""
        self.setMinimumHeight(0)
        self._column.addWidget(widget)
