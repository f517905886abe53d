"""The card beside the pointer."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from roofline_gui.present.palette import Palette
from roofline_gui.present.picture.dots import Kind
from roofline_gui.present.picture.shown import Shown
from roofline_gui.ui.fonts import font

if TYPE_CHECKING:
    from roofline_gui.present.picture.card import Card

Describe: TypeAlias = "Callable[[Shown, Kind, int], Card]"

WIDTH = 340  # pixels
DISTANCE = 16  # pixels between pointer and card
MARGIN = 12


def describe_dot(shown: Shown, kind: Kind, row: int) -> "Card":
    """The card for the dot of a row of one kind."""
    from roofline_gui.present.picture.dot_card import dot_card  # which the first paint can spare

    return dot_card(shown, kind, row)


class HoverCard(QFrame):
    """Shows a `Card` as plain text; never takes the mouse."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = parent
        self.setObjectName("hoverCard")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._title, self._name = _label("cardTitle"), _label("cardName")
        self._title.setWordWrap(True)
        self._lines = QGridLayout()
        self._lines.setHorizontalSpacing(12)
        self._lines.setVerticalSpacing(2)
        self._lines.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 9, MARGIN, 10)
        layout.setSpacing(4)
        layout.addWidget(self._title)
        layout.addWidget(self._name)
        layout.addLayout(self._lines)
        self._cells: list[tuple[QLabel, QLabel]] = []
        self._font = self.font()
        self.hide()

    def dress(self, palette: Palette, text_size: float) -> None:
        """Set colours and type."""
        self.setStyleSheet(
            f"#hoverCard {{ background: {palette.surface}; border: 1px solid {palette.border}; border-radius: 6px; }}"
            f"#cardTitle, #cardValue {{ color: {palette.text}; }}"
            f"#cardName, #cardLabel {{ color: {palette.muted}; }}"
        )
        self._font = font(text_size)
        self._title.setFont(font(text_size, bold=True))
        self._name.setFont(font(text_size * 0.92))
        for cells in self._cells:
            for cell in cells:
                cell.setFont(self._font)

    @property
    def text(self) -> str:
        """Everything that is shown, line by line."""
        rows = [f"{label.text()}: {value.text()}" for label, value in self._cells if not label.isHidden()]
        return "\n".join([self._title.text(), self._name.text(), *rows])

    def show_card(self, card: "Card", pointer: QPoint) -> None:
        """Show a card near the pointer (parent coordinates), inside the parent."""
        self._title.setText(card.title)
        metrics = self._name.fontMetrics()
        self._name.setText(metrics.elidedText(card.name, Qt.TextElideMode.ElideMiddle, WIDTH - 2 * MARGIN))
        self._name.setVisible(bool(card.name) and card.name != card.title)
        while len(self._cells) < len(card.lines):
            cells = _label("cardLabel"), _label("cardValue")
            for column, cell in enumerate(cells):
                cell.setFont(self._font)
                self._lines.addWidget(cell, len(self._cells), column)
            self._cells.append(cells)
        for i, cells in enumerate(self._cells):
            for cell, text in zip(cells, card.lines[i] if i < len(card.lines) else ("", ""), strict=True):
                cell.setText(text)
                cell.setVisible(i < len(card.lines))
        self.setFixedWidth(WIDTH)
        self.adjustSize()
        self.move(_beside(pointer, self.size(), self._room.size()))
        self.show()
        self.raise_()


def _label(name: str) -> QLabel:
    """A label that never reads its text as markup."""
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _beside(pointer: QPoint, size: QSize, room: QSize) -> QPoint:
    """Where a card goes: right of and below the pointer, on the other side where there is no room."""
    x, y = pointer.x() + DISTANCE, pointer.y() + DISTANCE
    if x + size.width() > room.width():
        x = pointer.x() - DISTANCE - size.width()
    if y + size.height() > room.height():
        y = pointer.y() - DISTANCE - size.height()
    return QPoint(max(0, x), max(0, y))
