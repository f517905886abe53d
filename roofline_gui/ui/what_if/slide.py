"""What one control does to the what-if as one undo step: a drag, or keys and turns of the wheel in a burst."""

from PySide6.QtCore import QObject, QTimer

from roofline_gui.session.what_if import WhatIfDesk

PAUSE = 600  # ms without a key that end a burst


class Slide(QObject):
    """Begins and ends slides of `desk` for one control, its `parent`."""

    def __init__(self, desk: WhatIfDesk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.end)

    def hold(self) -> None:
        """The handle was taken: until `end` all is one step."""
        self._pause.stop()
        self._desk.begin_slide()

    def tap(self) -> None:
        """A key was pressed: what follows soon belongs to the same step."""
        self._desk.begin_slide()
        self._pause.start()

    def end(self) -> None:
        """The handle was let go, or the keys went elsewhere."""
        self._pause.stop()
        self._desk.end_slide()
