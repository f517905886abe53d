"""The whole profile, or several selected rows: time by verdict and the top targets."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from roofline_gui.model.diagnosis import Verdict
from roofline_gui.model.units import Unit, format_percent, format_quantity
from roofline_gui.present.palette import Palette
from roofline_gui.present.words import VERDICT_NAMES
from roofline_gui.session.summary import Summary, VerdictShare
from roofline_gui.ui.diagnosis.targets import TargetButton
from roofline_gui.ui.widgets.icons import pixmap
from roofline_gui.ui.widgets.text import ElidedLabel, label
from roofline_gui.ui.widgets.verdicts import ICONS, verdict_colour


def overview(
    title: str,
    summary: Summary,
    palette: Palette,
    select: Callable[[int], None],
    warnings: Sequence[str] = (),
) -> QWidget:
    """A column with the account of `summary`; a click on a target calls `select` with its row. `warnings`: what makes
    its figures doubtful.
    """
    view = QWidget()
    view.setObjectName("content")
    column = QVBoxLayout(view)
    column.setContentsMargins(12, 10, 12, 12)
    column.setSpacing(4)
    column.addWidget(ElidedLabel(title, "title"))
    launches = f"{summary.launches:,} launch{'' if summary.launches == 1 else 'es'} in {summary.rows:,} rows"
    column.addWidget(label(launches, "muted"))
    for warning in warnings:
        column.addSpacing(4)
        column.addWidget(label(warning, "warning", wraps=True))
    column.addSpacing(8)
    grid = QGridLayout()
    grid.setColumnStretch(0, 1)
    grid.setVerticalSpacing(3)
    lines = [("Kernel time", format_quantity(summary.time, Unit.SECOND))]
    if summary.share < 0.9995:
        lines.append(("Share of the profile", format_percent(summary.share, 1)))
    lines.append(("Fraction of roof, by time", format_percent(summary.roof_fraction)))
    for row, (name, text) in enumerate(lines):
        grid.addWidget(label(name, "muted"), row, 0)
        grid.addWidget(label(text, "heading", selectable=True), row, 1, Qt.AlignmentFlag.AlignRight)
    column.addLayout(grid)
    column.addSpacing(12)
    column.addWidget(label("Time by verdict", "section"))
    column.addSpacing(2)
    column.addWidget(VerdictStrip(summary.verdicts, palette))
    column.addSpacing(2)
    column.addLayout(_verdicts(summary.verdicts, palette))
    if summary.targets:
        column.addSpacing(12)
        column.addWidget(label("Top targets, by time above the roof", "section"))
        most = summary.targets[0].time_above_roof
        for target in summary.targets:
            button = TargetButton(target, most, palette)
            button.clicked.connect(lambda checked=False, row=target.row: select(row))
            column.addWidget(button)
    column.addStretch(1)
    return view


def _verdicts(shares: tuple[VerdictShare, ...], palette: Palette) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(3)
    grid.setColumnStretch(1, 1)
    for row, share in enumerate(shares):
        symbol = label()
        symbol.setPixmap(pixmap(ICONS[share.verdict], verdict_colour(palette, share.verdict), 14, 2))
        grid.addWidget(symbol, row, 0)
        grid.addWidget(label(f"{VERDICT_NAMES[share.verdict]} ({share.rows:,})"), row, 1)
        grid.addWidget(label(format_percent(share.share)), row, 2, Qt.AlignmentFlag.AlignRight)
    return grid


class VerdictStrip(QWidget):
    """One bar of the whole time, divided by verdict."""

    def __init__(self, shares: tuple[VerdictShare, ...], palette: Palette) -> None:
        super().__init__()
        self._shares = shares
        self._palette = palette
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(", ".join(f"{VERDICT_NAMES[s.verdict]} {format_percent(s.share)}" for s in shares))

    def sizeHint(self) -> QSize:
        """A slim bar."""
        return QSize(200, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts side by side, a hair apart; the two kinds of bound differ in their strength."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        left = 0.0
        for share in self._shares:
            width = self.width() * share.share
            colour = QColor(verdict_colour(self._palette, share.verdict))
            if share.verdict in (Verdict.COMPUTE_OPTIMAL, Verdict.COMPUTE_SUBOPTIMAL, Verdict.INCOMPLETE):
                colour.setAlphaF(0.6)
            painter.setBrush(colour)
            painter.drawRoundedRect(QRectF(left, 0, max(0.0, width - 1.5), self.height()), 2, 2)
            left += width
        painter.end()
