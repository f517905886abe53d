"""What stands on and around the plot of a canvas: provenance below it, a hint where nothing is drawn, a way to dots
outside the frame.
"""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from roofline_gui.model.document import Document
from roofline_gui.present.palette import Palette
from roofline_gui.present.picture.captions import counted
from roofline_gui.present.picture.style import Style
from roofline_gui.present.words import first_step
from roofline_gui.ui.fonts import font

_EDGE = 8  # pixels between the button and the edges of the plot


class Notes:
    """caption: for the layout of `canvas`, below the plot. outside: the button that fetches dots; it and the hint lie
    over `plot`, the widget that holds the plot.
    """

    def __init__(self, canvas: QWidget, plot: QWidget) -> None:
        self.caption = QLabel(canvas)
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.caption.setWordWrap(True)
        self.caption.setContentsMargins(12, 0, 18, 6)
        self._hint = QLabel(first_step(Document()), plot)
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.outside = QPushButton(plot)
        self.outside.setCursor(Qt.CursorShape.PointingHandCursor)
        self.outside.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.outside.setToolTip("Move the frame out until it holds every dot (F)")

    def dress(self, palette: Palette, style: Style) -> None:
        """Set type and colours."""
        self.caption.setFont(font(style.text * 0.92))
        self.caption.setStyleSheet(f"color: {palette.muted}; background: {palette.window};")
        self._hint.setFont(font(style.text * 1.25))
        self._hint.setStyleSheet(f"color: {palette.muted}; background: {palette.window}; padding: 6px 12px;")
        self.outside.setFont(font(style.text * 0.95))
        self.outside.setStyleSheet(
            f"QPushButton {{ color: {palette.accent}; background: {palette.surface}; padding: 3px 9px;"
            f" border: 1px solid {palette.border}; border-radius: 4px; }}"
            f"QPushButton:hover, QPushButton:focus {{ border-color: {palette.accent}; }}"
        )

    @property
    def corner(self) -> tuple[float, float]:
        """Width and height of the corner that the button covers when it is shown, pixels."""
        return self.outside.width() + 2.0 * _EDGE, self.outside.height() + 2.0 * _EDGE

    def show_hint(self, document: Document | None) -> None:
        """Say what is to be done before `document` shows something; nothing where that is None."""
        self._hint.setVisible(document is not None)
        if document is not None:
            self._hint.setText(first_step(document))

    def place(self, plot: QRect, source: str, outside: int) -> None:
        """Say where the picture comes from and how many dots are outside, over `plot`."""
        self.caption.setText(source)
        self.caption.setVisible(bool(source))
        self.outside.setVisible(outside > 0)
        self.outside.setText(f"{counted(outside, 'dot', 'dots')} outside – show")
        self.outside.adjustSize()
        self.outside.move(plot.bottomRight() - QPoint(self.outside.width() + _EDGE, self.outside.height() + _EDGE))
        self._hint.adjustSize()
        self._hint.move(plot.center() - self._hint.rect().center())
