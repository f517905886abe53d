"""How a source is drawn: check box and name, below them launches and machine, and a cross to remove it."""

from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from roofline_gui.ui.profile.source_model import COUNT_ROLE, MACHINE_ROLE, OWN_ROLE
from roofline_gui.ui.widgets.icons import pixmap
from roofline_gui.ui.widgets.theme import blend

ROW_HEIGHT = 44
_MARGIN, _BOX, _GAP, _CROSS, _CHEVRON = 10, 14, 8, 16, 10
_SMALL = 12  # pixels of the second line
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class _Parts:
    """Where the parts of a row are; `machine` holds the machine's name and its chevron."""

    box: QRect
    name: QRect
    count: QRect
    machine: QRect
    cross: QRect


class SourceDelegate(QStyledItemDelegate):
    """Draws sources. machine_wanted(index, QRect): the machine was clicked, at that place of the view.
    removal_wanted(index): the cross was clicked.
    """

    machine_wanted = Signal(object, QRect)
    removal_wanted = Signal(object)

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._box = QCheckBox(view)  # never shown: its looks are those of the boxes in the rows
        self._box.hide()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Two lines."""
        return QSize(100, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one source; a hidden one is pale."""
        palette, parts = _palette(option), self._parts(option, index)
        shown = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        text = palette.color(QPalette.ColorRole.Text)
        muted = palette.color(QPalette.ColorRole.PlaceholderText)
        chosen, hovered = _has(option, QStyle.StateFlag.State_Selected), _has(option, QStyle.StateFlag.State_MouseOver)
        painter.save()
        if chosen or hovered:
            tint, share = (QPalette.ColorRole.Highlight, 0.22) if chosen else (QPalette.ColorRole.Text, 0.07)
            base = palette.color(QPalette.ColorRole.Base)
            painter.fillRect(option.rect, QColor(blend(palette.color(tint).name(), base.name(), share)))
        self._draw_box(painter, parts.box, shown)
        painter.setPen(text if shown else muted)
        painter.setFont(option.font)
        name = QFontMetrics(option.font).elidedText(index.data(), Qt.TextElideMode.ElideMiddle, parts.name.width())
        painter.drawText(parts.name, _LEFT, name)
        painter.setFont(_small(option))
        painter.setPen(muted)
        painter.drawText(parts.count, _LEFT, f"{index.data(COUNT_ROLE)},")
        painter.setPen(text if shown and index.data(OWN_ROLE) else muted)
        room = parts.machine.width() - _CHEVRON - 4
        machine = QFontMetrics(_small(option)).elidedText(index.data(MACHINE_ROLE), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(parts.machine, _LEFT, machine)
        ratio = painter.device().devicePixelRatioF()
        at = QPoint(parts.machine.right() - _CHEVRON + 1, parts.machine.center().y() - _CHEVRON // 2 + 1)
        painter.drawPixmap(at, pixmap("chevron-down", muted.name(), _CHEVRON, ratio))
        if chosen or hovered:
            painter.drawPixmap(parts.cross.topLeft() + QPoint(2, 2), pixmap("close", muted.name(), _CROSS - 4, ratio))
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: _Index
    ) -> bool:
        """Clicks on the box, the machine and the cross."""
        if not isinstance(event, QMouseEvent) or event.button() is not Qt.MouseButton.LeftButton:
            return False
        parts, at = self._parts(option, index), event.position().toPoint()
        done = event.type() in (QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick)
        if parts.box.adjusted(-_MARGIN, -6, _GAP, 6).contains(at):
            if done:
                checked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
                state = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
                model.setData(index, state, Qt.ItemDataRole.CheckStateRole)
            return done
        if parts.cross.contains(at):
            if done:
                self.removal_wanted.emit(index)
            return done
        if parts.machine.contains(at):
            if done:
                self.machine_wanted.emit(index, parts.machine)
            return done
        return False

    def updateEditorGeometry(  # noqa: N802 - Qt's name
        self, editor: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> None:
        """The name is edited in its place."""
        editor.setGeometry(self._parts(option, index).name.adjusted(-8, -1, _CROSS + 4, 3))

    def _draw_box(self, painter: QPainter, place: QRect, shown: bool) -> None:
        button = QStyleOptionButton()
        button.initFrom(self._box)
        button.rect = place
        on = QStyle.StateFlag.State_On if shown else QStyle.StateFlag.State_Off
        button.state = QStyle.StateFlag.State_Enabled | on
        self._box.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, button, painter, self._box)

    def _parts(self, option: QStyleOptionViewItem, index: _Index) -> _Parts:
        row: QRect = option.rect
        left = row.left() + _MARGIN + _BOX + 2 + _GAP
        right = row.right() - _MARGIN
        metrics = QFontMetrics(_small(option))
        count = metrics.horizontalAdvance(f"{index.data(COUNT_ROLE)}, ")
        machine = metrics.horizontalAdvance(index.data(MACHINE_ROLE)) + _CHEVRON + 6
        second = row.top() + 24
        return _Parts(
            box=QRect(row.left() + _MARGIN, row.top() + 6, _BOX + 2, _BOX + 2),
            name=QRect(left, row.top() + 3, right - _CROSS - 4 - left, 22),
            count=QRect(left, second, count, 16),
            machine=QRect(left + count, second, min(machine, right - left - count), 16),
            cross=QRect(right - _CROSS + 2, row.top() + 6, _CROSS, _CROSS),
        )


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def _has(option: QStyleOptionViewItem, flag: QStyle.StateFlag) -> bool:
    return bool(option.state & flag)


def _palette(option: QStyleOptionViewItem) -> QPalette:
    found: QPalette = option.palette
    return found


def _small(option: QStyleOptionViewItem) -> QFont:
    font = QFont(option.font)
    font.setPixelSize(_SMALL)
    return font
