"""A bubble that says at a field what cannot be read."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QWidget

_EDGE, _GAP, _PADDING, _WIDEST = 10, 2, 11, 360  # pixels


class Bubble(QLabel):
    """Words over `page`, right at the widget that they are about: nothing moves when they come and go."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._about: QWidget | None = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setObjectName("bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        page.installEventFilter(self)

    def tell(self, text: str, about: QWidget | None) -> None:
        """Say `text` below a widget, or above it where there is no room below; nothing without one."""
        self._about = about if text else None
        self.setText(text)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the widget when the page is laid out anew."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._place()
        return False

    def _place(self) -> None:
        about, page = self._about, self._page
        self.setVisible(about is not None)
        if about is None:
            return
        room = page.width() - 2 * _EDGE
        width = min(room, _WIDEST, self.fontMetrics().horizontalAdvance(self.text()) + 2 * _PADDING)
        height = self.heightForWidth(width)
        corner = about.mapTo(page, QPoint(0, about.height() + _GAP))
        top = corner.y()
        if top + height > page.height():
            top -= about.height() + 2 * _GAP + height
        left = max(_EDGE, min(corner.x(), _EDGE + room - width))
        self.setGeometry(QRect(left, top, width, height))
        self.raise_()
