"""A line of text that is said shorter where space is short."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent

from roofline_gui.ui.widgets.text import ElidedLabel, tip


class FittingLabel(ElidedLabel):
    """Shows the first of several texts that fits; the tip has the longest, and what there is to know about it."""

    def __init__(self, role: str = "muted") -> None:
        super().__init__("", role, Qt.TextElideMode.ElideRight)
        self._texts: tuple[str, ...] = ()
        self._about = ""

    def show_texts(self, texts: Sequence[str], about: str = "") -> None:
        """Say one of `texts`, the longest of which comes first."""
        if (tuple(texts), about) != (self._texts, self._about):
            self._texts, self._about = tuple(texts), about
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width, metrics = self.contentsRect().width(), self.fontMetrics()
        fitting = (t for t in self._texts if metrics.elidedText(t, Qt.TextElideMode.ElideRight, width) == t)
        self.set_full_text(next(fitting, self._texts[-1] if self._texts else ""))
        said = self._texts[0] if self._texts else ""
        self.setAccessibleName(said)
        self.setToolTip(tip("\n".join(part for part in (said, self._about) if part)))
