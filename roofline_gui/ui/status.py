"""The status bar: what was read, words in passing, and the progress of a job with its cancel button."""

import math

from PySide6.QtWidgets import QProgressBar, QPushButton, QStatusBar

from roofline_gui.model.document import Document, only_what_if_differs
from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.text import label

PASSING = 6000  # ms that a word in passing stays
STEPS = 1000


class StatusBar(QStatusBar):
    """Follows a session and its jobs."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self._session = session
        self._account = label("")
        self._job = label("")
        self._progress = QProgressBar()
        self._progress.setFixedWidth(180)
        self._progress.setTextVisible(False)
        self._cancel = QPushButton("Cancel")
        self._cancel.clicked.connect(session.runner.cancel)
        self.addWidget(self._account)
        for widget in (self._job, self._progress, self._cancel):
            self.addPermanentWidget(widget)
            widget.hide()
        session.said.connect(lambda text: self.showMessage(text, PASSING))
        session.document_changed.connect(self._refresh)
        session.runner.started.connect(self._start)
        session.runner.progressed.connect(self._show_progress)
        session.runner.ended.connect(self._end)

    def _start(self, title: str) -> None:
        self._job.setText(title)
        self._progress.setAccessibleName(f"Progress of: {title}")
        self._show_progress(0.0)
        for widget in (self._job, self._progress, self._cancel):
            widget.show()

    def _show_progress(self, fraction: float) -> None:
        """Of an unknown fraction the bar only says that something goes on."""
        if math.isnan(fraction):
            self._progress.setRange(0, 0)
            return
        self._progress.setRange(0, STEPS)
        self._progress.setValue(round(STEPS * fraction))

    def _end(self) -> None:
        for widget in (self._job, self._progress, self._cancel):
            widget.hide()

    def _refresh(self, old: Document, new: Document) -> None:
        if old is not new and only_what_if_differs(old, new):
            return
        if not new.profiles:
            self._account.setText("")
            return
        machine = f" · {new.machine.name}" if new.machine is not None else ""
        self._account.setText(self._session.ledger.summary + machine)
