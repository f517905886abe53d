"""The key above the plot: what its symbols mean."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from roofline_gui.present.palette import LIGHT, Palette
from roofline_gui.present.picture.keys import Key, KeyEntry, place_keys
from roofline_gui.present.picture.style import WINDOW_TEXT, Style
from roofline_gui.ui.canvas.keys import paint_key
from roofline_gui.ui.fonts import Fonts
from roofline_gui.ui.widgets.text import tip


class KeyRow(QWidget):
    """Symbols with their meanings, in as many rows as they need; takes no room without any. Where one row is not enough
    it says them shorter, and the tip has all of it.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._entries: tuple[KeyEntry, ...] = ()
        self._palette, self._style = LIGHT, Style(WINDOW_TEXT)
        self._fonts = Fonts(self._style)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def dress(self, fonts: Fonts, palette: Palette, style: Style) -> None:
        """Set type and colours."""
        self._fonts, self._palette, self._style = fonts, palette, style
        self._fit()
        self.update()

    def show_entries(self, entries: Sequence[KeyEntry]) -> None:
        """Explain these symbols."""
        if tuple(entries) != self._entries:
            self._entries = tuple(entries)
            self.setAccessibleName("Key: " + ", ".join(self.texts))
            self.setToolTip(tip("\n".join(self.texts)))
            self.setVisible(bool(entries))
            self._fit()
            self.update()

    @property
    def texts(self) -> tuple[str, ...]:
        """What is explained."""
        return tuple(entry.text for entry in self._entries)

    def sizeHint(self) -> QSize:
        """High enough for its rows."""
        return QSize(200, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many rows as are needed."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint symbols and words."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._palette.window)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for key in self._keys()[0]:
            paint_key(painter, key, self._style, self._fonts, self._palette)
        painter.end()

    def _keys(self) -> tuple[list[Key], float]:
        margin, style = self._style.text, self._style
        short = [entry._replace(text=entry.short or entry.text) for entry in self._entries]
        for entries in (self._entries, short):
            keys, end = place_keys(entries, margin, self.width() - margin, style.gap, style, self._fonts.measure)
            if all(key.y == keys[0].y for key in keys):
                break
        return keys, end

    def _fit(self) -> None:
        if self._entries:
            self.setFixedHeight(round(self._keys()[1] + self._style.gap))
