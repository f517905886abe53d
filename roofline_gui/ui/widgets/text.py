"""Widgets and helpers for plain text. Kernel names hold `<` and `>`: nothing here ever reads them as markup."""

from html import escape
from textwrap import wrap

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from roofline_gui.present.names import shorten

TIP_WIDTH = 90  # characters of a line in a tip


def tip(text: str) -> str:
    """`text` for `setToolTip`: shown exactly as it is, long names broken over lines."""
    if not text:
        return ""
    lines = [part for line in text.splitlines() for part in _broken(line)]
    return f"<p style='white-space:pre'>{escape(chr(10).join(lines))}</p>"


def _broken(line: str) -> list[str]:
    return [line] if len(line) <= TIP_WIDTH else wrap(line, TIP_WIDTH, break_on_hyphens=False)


def label(text: str = "", role: str = "", *, wraps: bool = False, selectable: bool = False) -> QLabel:
    """A label of plain text; `role` is a look of the style sheet: title, heading, section or muted."""
    made = QLabel()
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(text)
    made.setWordWrap(wraps)
    if role:
        made.setProperty("role", role)
    if selectable:
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


class ElidedLabel(QLabel):
    """One line of plain text that gives way where space is short, in the middle unless `at` says otherwise; the tip has
    all of it. Another text lays nothing out anew.
    """

    def __init__(
        self, text: str = "", role: str = "", at: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle
    ) -> None:
        super().__init__()
        self._at = at
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if role:
            self.setProperty("role", role)
        self._full = self._shown = ""
        self.set_full_text(text)

    @property
    def full_text(self) -> str:
        """The whole text."""
        return self._full

    def text(self) -> str:
        """What is shown of it."""
        return self._shown

    def set_full_text(self, text: str) -> None:
        """Show `text`, as much of it as fits."""
        if text != self._full:
            self._full = text
            self.setAccessibleName(text)
            self._elide()

    def sizeHint(self) -> QSize:
        """As wide as what is shown, one line high."""
        margins, metrics = self.contentsMargins(), self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._shown), metrics.height() + margins.top() + margins.bottom())

    def minimumSizeHint(self) -> QSize:
        """One line high."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()) | Qt.TextFlag.TextSingleLine, self._shown)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the text to the new width."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self._shown = self.fontMetrics().elidedText(self._full, self._at, self.contentsRect().width())
        self.setToolTip(tip(self._full) if self._shown != self._full else "")
        self.update()


class NameLabel(QWidget):
    """A kernel name, broken anywhere over at most `lines` lines; what does not fit is left out of its middle."""

    def __init__(self, text: str = "", lines: int = 3, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._lines = lines
        self.setAccessibleName(text)
        self.setToolTip(tip(text))
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def full_text(self) -> str:
        """The whole name."""
        return self._text

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """Pixels that the name needs at `width`."""
        return self._fitted(width)[1] * self.fontMetrics().lineSpacing()

    def sizeHint(self) -> QSize:
        """As wide as it gets, one line high."""
        return QSize(200, self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the name in the colour of the palette."""
        layout, _ = self._fitted(self.width())
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        layout.draw(painter, self.contentsRect().topLeft().toPointF())
        painter.end()

    def _fitted(self, width: int) -> tuple[QTextLayout, int]:
        layout, lines = self._laid_out(self._text, width)
        limit = len(self._text)
        while lines > self._lines and limit > 20:
            limit = min(limit - 1, int(limit * self._lines / lines) + 2) if lines > self._lines + 1 else limit - 4
            layout, lines = self._laid_out(shorten(self._text, limit), width)
        return layout, lines

    def _laid_out(self, text: str, width: int) -> tuple[QTextLayout, int]:
        layout = QTextLayout(text, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        count, height = 0, 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 40))
            line.setPosition(QPointF(0.0, height))
            height += self.fontMetrics().lineSpacing()
            count += 1
        layout.endLayout()
        return layout, count
