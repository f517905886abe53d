"""What matters most about a kernel as a coloured line with icon and words."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel

from roofline_gui.model.diagnosis import Verdict
from roofline_gui.present.palette import Palette
from roofline_gui.ui.widgets.icons import pixmap
from roofline_gui.ui.widgets.text import label
from roofline_gui.ui.widgets.theme import blend
from roofline_gui.ui.widgets.verdicts import ICONS, verdict_colour


class Chip(QFrame):
    """`text` on a tint of `colour`, with an icon where it has one."""

    def __init__(self, text: str, colour: str, palette: Palette, icon: str = "") -> None:
        super().__init__()
        self.setObjectName("chip")
        self.setStyleSheet(
            f"#chip {{ background: {blend(colour, palette.surface, 0.13)}; border: 1px solid "
            f"{blend(colour, palette.surface, 0.45)}; border-radius: 6px; }}"
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(9, 7, 9, 7)
        layout.setSpacing(8)
        if icon:
            symbol = QLabel()
            symbol.setPixmap(pixmap(icon, colour, 16, self.devicePixelRatioF()))
            layout.addWidget(symbol, 0)
        self._words = label("", "heading", wraps=True, selectable=True)
        self._words.setStyleSheet(f"color: {palette.text};")
        layout.addWidget(self._words, 1)
        self.show_text(text)

    def show_text(self, text: str) -> None:
        """Say something else in the same colour."""
        self._words.setText(text)
        self.setAccessibleName(text)


class VerdictChip(Chip):
    """A verdict: its icon and `text` in its colour on a tint of it."""

    def __init__(self, verdict: Verdict, text: str, palette: Palette) -> None:
        super().__init__(text, verdict_colour(palette, verdict), palette, ICONS[verdict])

    def show_text(self, text: str) -> None:
        """Say something else of the same verdict."""
        super().show_text(text)
        self.setAccessibleName(f"Verdict: {text}")
