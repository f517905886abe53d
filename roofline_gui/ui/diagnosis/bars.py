"""Utilisation bars, one per resource of the machine."""

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.present.explanation import Bar
from roofline_gui.present.palette import Palette
from roofline_gui.ui.widgets.theme import blend

ROW_HEIGHT, BAR_HEIGHT = 22, 9
NAME_SHARE, MOST_NAME = 0.47, 170  # of the width; pixels
PERCENT_WIDTH = 56
INDENT = 12


class UtilisationBars(QWidget):
    """One row per bar: name, bar from 0 to the capacity, percent. The binding one stands out; bars above 100 % make
    all of them shorter, so that the line at 100 % shows by how much. `thresholds` are marked where a verdict uses them.
    """

    def __init__(self, bars: tuple[Bar, ...], thresholds: Thresholds | None, palette: Palette, colour: str) -> None:
        super().__init__()
        self._bars: tuple[Bar, ...] = ()
        self._thresholds = thresholds
        self._palette = palette
        self._colour = colour
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(
            "Time that each resource needs for this work"
            if thresholds is None
            else "Time that each resource needs for this work, in percent of the measured time"
        )
        self.show_bars(bars)

    def show_bars(self, bars: tuple[Bar, ...]) -> None:
        """Show other bars in the same colours."""
        self._bars = bars
        self.setAccessibleName("Utilisation: " + ", ".join(f"{b.name} {b.text}" for b in bars))
        self.updateGeometry()
        self.update()

    @property
    def scale(self) -> float:
        """The fraction at the right end of the bars: 1, or more where a bar is longer."""
        return max([1.0, *(b.fraction * 1.02 for b in self._bars if math.isfinite(b.fraction) and b.fraction > 1)])

    def sizeHint(self) -> QSize:
        """Rows under one another, and the scale below."""
        return QSize(220, ROW_HEIGHT * len(self._bars) + 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint rows, bars, the limits of the verdicts and the line at 100 %."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        name_width = min(self.width() * NAME_SHARE, MOST_NAME)
        track = QRectF(name_width, 0, self.width() - name_width - PERCENT_WIDTH, 0)
        for i, bar in enumerate(self._bars):
            self._paint_row(painter, bar, track, i * ROW_HEIGHT)
        self._paint_limits(painter, track, len(self._bars) * ROW_HEIGHT)
        painter.end()

    def _paint_row(self, painter: QPainter, bar: Bar, track: QRectF, top: int) -> None:
        font = self.font()
        font.setPixelSize(max(9, font.pixelSize() - 1))
        font.setBold(bar.binding)
        painter.setFont(font)
        painter.setPen(QColor(self._palette.text if bar.binding else self._palette.muted))
        indent = INDENT if bar.part_of else 0
        name = QRectF(indent, top, track.left() - indent - 8, ROW_HEIGHT)
        shown = painter.fontMetrics().elidedText(bar.name, Qt.TextElideMode.ElideRight, int(name.width()))
        centre = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(name, centre | Qt.AlignmentFlag.AlignLeft, shown)
        painter.drawText(
            QRectF(track.right(), top, PERCENT_WIDTH, ROW_HEIGHT), centre | Qt.AlignmentFlag.AlignRight, bar.text
        )
        height = BAR_HEIGHT - 4 if bar.part_of else BAR_HEIGHT
        lane = QRectF(track.left(), top + (ROW_HEIGHT - height) / 2, track.width(), height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(blend(self._palette.muted, self._palette.surface, 0.14)))
        painter.drawRoundedRect(lane, 2, 2)
        if not bar.fraction > 0:
            return
        filled = QRectF(lane)
        filled.setWidth(max(1.5, lane.width() * bar.fraction / self.scale))
        quiet = blend(self._palette.muted, self._palette.surface, 0.35 if bar.part_of else 0.62)
        painter.setBrush(QColor(self._colour if bar.binding else quiet))
        painter.drawRoundedRect(filled, 2, 2)

    def _paint_limits(self, painter: QPainter, track: QRectF, bottom: int) -> None:
        """Dotted lines at the thresholds and a full one at 100 %, with their values below."""
        font = self.font()
        font.setPixelSize(max(8, font.pixelSize() - 3))
        painter.setFont(font)
        limits = () if self._thresholds is None else (self._thresholds.far, self._thresholds.near)
        marks = [*((limit, Qt.PenStyle.DotLine) for limit in limits), (1.0, Qt.PenStyle.SolidLine)]
        taken = -math.inf
        for value, line in sorted(marks, key=lambda m: m[0]):
            x = track.left() + track.width() * value / self.scale
            painter.setPen(QPen(QColor(self._palette.muted), 1, line))
            painter.drawLine(QPointF(x, 2), QPointF(x, bottom))
            text = f"{100 * value:.0f}"
            half = painter.fontMetrics().horizontalAdvance(text) / 2
            if x - half < taken:
                continue
            taken = x + half + 3
            painter.setPen(QColor(self._palette.muted))
            painter.drawText(QPointF(x - half, bottom + 11), text)
