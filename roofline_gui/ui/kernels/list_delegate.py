"""How a calculated kernel is drawn: an eye and its name, below them what it is and where it stands."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from roofline_gui.ui.kernels.list_model import KIND_ROLE, STANDING_ROLE
from roofline_gui.ui.widgets.icons import pixmap
from roofline_gui.ui.widgets.theme import blend

ROW_HEIGHT, OPERATION_HEIGHT = 44, 24
_MARGIN, _EYE, _GAP, _SMALL = 8, 16, 8, 12
_STANDING_SHARE = 0.66  # of the line of an operation, at most
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_Index = QModelIndex | QPersistentModelIndex


class KernelDelegate(QStyledItemDelegate):
    """Draws entries on two lines and the operations of a step on one."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Two lines, or one."""
        return QSize(100, OPERATION_HEIGHT if index.parent().isValid() else ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one kernel; a hidden one is pale."""
        palette: QPalette = option.palette
        shown = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        muted = palette.color(QPalette.ColorRole.PlaceholderText)
        text = palette.color(QPalette.ColorRole.Text) if shown else muted
        painter.save()
        self._draw_background(painter, option)
        if index.parent().isValid():
            self._draw_operation(painter, option, index, text, muted)
        else:
            self._draw_entry(painter, option, index, text, muted)
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: _Index
    ) -> bool:
        """Clicks on the eye."""
        if not isinstance(event, QMouseEvent) or event.button() is not Qt.MouseButton.LeftButton:
            return False
        place = _eye(option).adjusted(-_MARGIN, -8, 4, 8)
        if index.parent().isValid() or not place.contains(event.position().toPoint()):
            return False
        done = event.type() in (QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick)
        if done:
            shown = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
            state = Qt.CheckState.Unchecked if shown else Qt.CheckState.Checked
            model.setData(index, state, Qt.ItemDataRole.CheckStateRole)
        return done

    def createEditor(  # noqa: N802 - Qt's name
        self, parent: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> QWidget:
        """A line for the name."""
        editor = super().createEditor(parent, option, index)
        editor.setAccessibleName("Name of the kernel")
        return editor

    def updateEditorGeometry(  # noqa: N802 - Qt's name
        self, editor: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> None:
        """The name is edited in its place."""
        editor.setGeometry(_name(option).adjusted(-8, -1, 0, 3))

    def _draw_background(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if not (chosen or option.state & QStyle.StateFlag.State_MouseOver):
            return
        palette: QPalette = option.palette
        base, text = palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text)
        hovered = QColor(blend(text.name(), base.name(), 0.07))
        painter.fillRect(option.rect, palette.color(QPalette.ColorRole.Highlight) if chosen else hovered)

    def _draw_entry(
        self, painter: QPainter, option: QStyleOptionViewItem, index: _Index, text: QColor, muted: QColor
    ) -> None:
        shown = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(_eye(option).topLeft(), pixmap("eye" if shown else "eye-off", muted.name(), _EYE, ratio))
        place = _name(option)
        painter.setPen(text)
        painter.setFont(option.font)
        painter.drawText(place, _LEFT, _fitted(option.font, index.data(), place.width(), Qt.TextElideMode.ElideMiddle))
        painter.setPen(muted)
        painter.setFont(_small(option))
        about = ": ".join(filter(None, [index.data(KIND_ROLE), index.data(STANDING_ROLE)]))
        below = QRect(place.left(), option.rect.top() + 24, place.width(), 16)
        painter.drawText(below, _LEFT, _fitted(_small(option), about, below.width()))

    def _draw_operation(
        self, painter: QPainter, option: QStyleOptionViewItem, index: _Index, text: QColor, muted: QColor
    ) -> None:
        row: QRect = option.rect
        painter.setFont(_small(option))
        standing = index.data(STANDING_ROLE)
        place = row.adjusted(_MARGIN, 0, -_MARGIN, 0)
        width = min(QFontMetrics(_small(option)).horizontalAdvance(standing), round(_STANDING_SHARE * place.width()))
        painter.setPen(muted)
        painter.drawText(place, _RIGHT, _fitted(_small(option), standing, width))
        painter.setPen(text)
        room = place.width() - width - _GAP
        painter.drawText(place, _LEFT, _fitted(_small(option), index.data(), room, Qt.TextElideMode.ElideMiddle))


def _eye(option: QStyleOptionViewItem) -> QRect:
    return QRect(option.rect.topLeft() + QPoint(_MARGIN, 6), QSize(_EYE, _EYE))


def _name(option: QStyleOptionViewItem) -> QRect:
    row: QRect = option.rect
    left = row.left() + _MARGIN + _EYE + _GAP
    return QRect(left, row.top() + 3, row.right() - _MARGIN - left, 22)


def _fitted(font: QFont, text: str, width: int, at: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> str:
    return QFontMetrics(font).elidedText(text, at, width)


def _small(option: QStyleOptionViewItem) -> QFont:
    font = QFont(option.font)
    font.setPixelSize(_SMALL)
    return font
