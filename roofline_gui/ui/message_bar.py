"""Messages inside the window: what happened, what to do, a command to copy. Never a modal box."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from roofline_gui.present.palette import Palette
from roofline_gui.session.messages import Message, Severity
from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.icons import icon, pixmap
from roofline_gui.ui.widgets.keyboard import hand_keyboard
from roofline_gui.ui.widgets.text import ElidedLabel, label, tip


class MessageBar(QWidget):
    """The messages of a session under one another; takes no room when there are none. `home` is where the keyboard goes
    from a message that is put away.
    """

    def __init__(self, session: Session, palette: Palette, home: QWidget | None = None) -> None:
        super().__init__()
        self._session = session
        self._palette = palette
        self._home = home
        self._shown: dict[Message, QWidget] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        session.messages_changed.connect(self._refresh)
        self._refresh()

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        self._palette = palette
        for message in tuple(self._shown):
            self._shown.pop(message).deleteLater()
        self._refresh()

    def _refresh(self) -> None:
        messages = self._session.messages
        for gone in [m for m in self._shown if m not in messages]:
            widget = self._shown.pop(gone)
            self._layout.removeWidget(widget)
            hand_keyboard(widget, self._home)
            widget.hide()
            widget.deleteLater()
        for message in messages:
            if message not in self._shown:
                self._shown[message] = self._row(message)
                self._layout.addWidget(self._shown[message])
        self.setVisible(bool(messages))

    def _row(self, message: Message) -> QFrame:
        row = QFrame()
        row.setObjectName("message")
        row.setProperty("severity", message.severity.value)
        row.setAccessibleName(f"{message.severity.value}: {message.title}")
        line = QHBoxLayout(row)
        line.setContentsMargins(12, 7, 6, 7)
        line.setSpacing(10)
        symbol = QLabel()
        symbol.setPixmap(pixmap(message.severity.value, self._colour(message.severity), 16, self.devicePixelRatioF()))
        line.addWidget(symbol, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(2)
        title = label(message.title, "heading" if message.text else "", wraps=True, selectable=True)
        text = label(message.text, wraps=True, selectable=True)
        for part in (title, text):
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # one long word is no reason
            part.setVisible(bool(part.text()))  # to make the window wider
            words.addWidget(part)
        if message.command:
            words.addLayout(_command(message.command))
        line.addLayout(words, 1)
        for action in (message.action, message.alternative):
            if action is not None:
                button = QPushButton(action.text)
                button.clicked.connect(action.run)
                line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        close = QToolButton()
        close.setIcon(icon("close", self._palette.muted))
        close.setToolTip("Put this message away")
        close.setAccessibleName("Close the message")
        close.clicked.connect(lambda: self._session.dismiss(message))
        line.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _colour(self, severity: Severity) -> str:
        colours = {Severity.ERROR: self._palette.bad, Severity.NOTE: self._palette.warn}
        return colours.get(severity, self._palette.accent)


def _command(command: str) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setSpacing(8)
    text = ElidedLabel(command)
    text.setObjectName("command")
    text.setToolTip(tip(command))
    copy = QPushButton("Copy command")
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(command))
    line.addWidget(text, 1)
    line.addWidget(copy)
    return line
