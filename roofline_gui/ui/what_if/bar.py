"""The bar above the canvas that says that one looks at a prediction, and ends it with one click."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QWidget

from roofline_gui.model.document import Document
from roofline_gui.present.what_if.bar import WhatIfBarWords, bar_words
from roofline_gui.present.what_if.words import back_text
from roofline_gui.session.session import Session
from roofline_gui.ui.what_if.fitting_label import FittingLabel
from roofline_gui.ui.widgets.keyboard import hand_keyboard
from roofline_gui.ui.widgets.text import ElidedLabel

ONE_LINE = 1000  # pixels; narrower bars put the notes on a second line
_HEIGHT, _TALL, _STEP = 36, 46, 40
_MAIN_SHARE, _SPARE = 0.36, 6  # of the bar, kept for what is asked before anything else; pixels
PACE = 30  # ms between two sentences during a slide: nobody reads faster


class WhatIfBar(QFrame):
    """Shows what the what-if of `session` comes to; takes no room while nothing is different. `reset` is the command
    that ends it; `home` is where the keyboard goes then. `stays` tells, during a slide, that nothing may move under the
    pointer: the bar then comes, or goes, when it is let go.
    """

    def __init__(
        self,
        session: Session,
        reset: QAction,
        stays: Callable[[], bool] = lambda: False,
        home: QWidget | None = None,
    ) -> None:
        super().__init__()
        self.setObjectName("whatIfBar")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._session = session
        self._desk = session.what_if_desk
        self._reset = reset
        self._stays = stays
        self._home = home
        self._sentence = ElidedLabel("", "heading", Qt.TextElideMode.ElideRight)
        self._result = FittingLabel("")
        self._notes = ElidedLabel("", "muted", Qt.TextElideMode.ElideRight)
        self._back = QPushButton()
        self._back.setToolTip(reset.toolTip())
        self._back.clicked.connect(reset.trigger)
        self._first = QHBoxLayout()
        self._first.setSpacing(14)
        self._first.addWidget(self._sentence)
        self._first.addWidget(self._result)
        self._words = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._words.setSpacing(2)
        self._words.addLayout(self._first)
        self._words.addWidget(self._notes)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 3, 8, 3)
        line.setSpacing(14)
        line.addLayout(self._words, 1)
        line.addWidget(self._back)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(PACE)
        self._soon.timeout.connect(self._show)
        session.document_changed.connect(self._follow)
        self._desk.sliding_changed.connect(lambda sliding: self._show())
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One line where there is room."""
        super().resizeEvent(event)
        wide = event.size().width() >= ONE_LINE
        self._words.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self.setFixedHeight(_HEIGHT if wide else _TALL)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends the what-if."""
        if event.key() == Qt.Key.Key_Escape:
            self._reset.trigger()
        else:
            super().keyPressEvent(event)

    def _follow(self, old: Document, new: Document) -> None:
        if not (new.what_if.changes_something or old.what_if.changes_something):
            return
        if self._desk.sliding and not self.isHidden():
            if not self._soon.isActive():
                self._soon.start()
        else:
            self._show()

    def _show(self) -> None:
        self._soon.stop()
        what_if = self._desk.what_if
        if not (self._desk.sliding and self._stays()):
            if not what_if.changes_something:
                hand_keyboard(self, self._home)
            self.setVisible(what_if.changes_something)
        if what_if.changes_something:
            forecast = self._desk.forecast
            # While it slides, room stays, and notes of what was before would be wrong.
            brief = self._desk.sliding and self._back.text() == back_text(measured=forecast is not None)
            words = bar_words(what_if, forecast, self._session.document.kernels, brief=brief)
            self._sentence.set_full_text(words.sentence)
            self._result.show_texts(words.result)
            if brief:
                self._notes.set_full_text("")
            else:
                self._notes.set_full_text(words.notes)
                self._notes.setVisible(bool(words.notes))  # the rest then stands in the middle
                self._back.setText(words.back)
                self._spread(words)

    def _spread(self, words: WhatIfBarWords) -> None:
        """Give each part room by the length of its words, in coarse steps, so that digits do not push it about."""
        whole = self._sentence.fontMetrics().horizontalAdvance(words.sentence) + _SPARE
        self._sentence.setMinimumWidth(min(whole, round(_MAIN_SHARE * self.width())))
        texts = (words.sentence, words.result[0] if words.result else "", words.notes)
        sentence, result, notes = (-(-self.fontMetrics().horizontalAdvance(text) // _STEP) for text in texts)
        for layout, widths in ((self._first, (sentence, result)), (self._words, (sentence + result, notes))):
            for i, width in enumerate(widths):
                layout.setStretch(i, width)
