"""A target of the overview: a row to click, with a bar of its time above the roof."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from roofline_gui.model.units import Unit, format_percent, format_quantity
from roofline_gui.present.palette import Palette
from roofline_gui.present.words import VERDICT_NAMES
from roofline_gui.session.summary import Target
from roofline_gui.ui.widgets.icons import pixmap
from roofline_gui.ui.widgets.text import tip
from roofline_gui.ui.widgets.theme import blend
from roofline_gui.ui.widgets.verdicts import ICONS, verdict_colour

HEIGHT, MARGIN, ICON = 34, 6, 14


class TargetButton(QAbstractButton):
    """Name and time above the roof on one line, the bar below; `most` is the time of the longest bar, s."""

    def __init__(self, target: Target, most: float, palette: Palette) -> None:
        super().__init__()
        self._target = target
        self._most = most
        self._palette = palette
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        above = format_quantity(target.time_above_roof, Unit.SECOND)
        self._text = f"{above} · {format_percent(target.share)}"
        self.setText(target.label.replace("&", "&&"))
        self.setAccessibleName(f"{target.label}, {above} above its roof, {VERDICT_NAMES[target.verdict]}")
        self.setToolTip(tip(f"{target.label}\n{VERDICT_NAMES[target.verdict]}: {above} above its roof"))

    def sizeHint(self) -> QSize:
        """One line and a bar."""
        return QSize(200, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint icon, name, time and bar."""
        palette, target = self._palette, self._target
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.underMouse() or self.hasFocus():
            painter.setBrush(QColor(blend(palette.text, palette.surface, 0.07)))
            painter.drawRoundedRect(QRectF(self.rect()), 5, 5)
        colour = verdict_colour(palette, target.verdict)
        painter.drawPixmap(MARGIN, 6, pixmap(ICONS[target.verdict], colour, ICON, self.devicePixelRatioF()))
        left = MARGIN + ICON + 8
        line = QRectF(left, 3, self.width() - left - MARGIN, 20)
        painter.setPen(QColor(palette.muted))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._text)
        room = int(line.width() - painter.fontMetrics().horizontalAdvance(self._text) - 10)
        painter.setPen(QColor(palette.text))
        name = painter.fontMetrics().elidedText(target.label, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        share = target.time_above_roof / self._most if self._most > 0 else 0.0
        painter.drawRoundedRect(QRectF(left, 25, max(2.0, line.width() * share), 4), 2, 2)
        painter.end()
