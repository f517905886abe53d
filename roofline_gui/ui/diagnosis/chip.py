"""The verdict as a coloured line with icon and words."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel

from roofline_gui.model.diagnosis import Verdict
from roofline_gui.present.palette import Palette
from roofline_gui.ui.widgets.icons import pixmap
from roofline_gui.ui.widgets.text import label
from roofline_gui.ui.widgets.theme import blend
from roofline_gui.ui.widgets.verdicts import ICONS, verdict_colour


class VerdictChip(QFrame):
    """A verdict: its icon and `text` in its colour on a tint of it."""

    def __init__(self, verdict: Verdict, text: str, palette: Palette) -> None:
        super().__init__()
        colour = verdict_colour(palette, verdict)
        self.setObjectName("chip")
        self.setStyleSheet(
            f"#chip {{ background: {blend(colour, palette.surface, 0.13)}; border: 1px solid "
            f"{blend(colour, palette.surface, 0.45)}; border-radius: 6px; }}"
        )
        self.setAccessibleName(f"Verdict: {text}")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(9, 7, 9, 7)
        layout.setSpacing(8)
        symbol = QLabel()
        symbol.setPixmap(pixmap(ICONS[verdict], colour, 16, self.devicePixelRatioF()))
        layout.addWidget(symbol, 0)
        words = label(text, "heading", wraps=True, selectable=True)
        words.setStyleSheet(f"color: {palette.text};")
        layout.addWidget(words, 1)
