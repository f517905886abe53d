"""The two limits of the verdicts, shown beside them and movable."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QToolButton, QWidget

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.present.palette import Palette
from roofline_gui.present.typed_number import TypedNumber
from roofline_gui.ui.widgets.icons import icon
from roofline_gui.ui.widgets.number_box import NumberBox
from roofline_gui.ui.widgets.text import label

_SHARE = TypedNumber(1, 100, unit="%")
_WIDTH = 72  # pixels


class ThresholdsEditor(QWidget):
    """Fields for near and far in percent of roof. Emits `moved` for every step and `settled` when let go."""

    moved = Signal(object)
    settled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._thresholds = Thresholds()
        self._near = self._box("Done from", "A kernel is done from this share of its roof")
        self._far = self._box("Far below", "Below this share of its roof a kernel is far off")
        self._usual = QToolButton()
        self._usual.setToolTip("Back to 80 % and 25 %")
        self._usual.setAccessibleName("Usual thresholds")
        self._usual.clicked.connect(self._reset)
        layout = QGridLayout(self)
        layout.setContentsMargins(12, 8, 10, 8)
        layout.setHorizontalSpacing(5)
        layout.addWidget(label("Done ≥", "muted"), 0, 0)
        layout.addWidget(self._near, 0, 1)
        layout.addWidget(label("far below <", "muted"), 0, 2)
        layout.addWidget(self._far, 0, 3)
        layout.addWidget(self._usual, 0, 4)
        layout.setColumnStretch(5, 1)

    def set_colours(self, palette: Palette) -> None:
        """Draw the icon in the colours of `palette`."""
        self._usual.setIcon(icon("reset", palette.muted))

    def show_thresholds(self, thresholds: Thresholds) -> None:
        """Show `thresholds` without telling anybody."""
        self._thresholds = thresholds
        near, far = _percent(thresholds.near), _percent(thresholds.far)
        self._near.limit(TypedNumber(far + 1, 100, unit="%", why="“Done” lies above “far below”."))
        self._far.limit(TypedNumber(1, near - 1, unit="%", why="“Far below” lies below “done”."))
        self._near.show_value(near)
        self._far.show_value(far)
        self._usual.setVisible(thresholds != Thresholds())

    def _box(self, name: str, about: str) -> NumberBox:
        box = NumberBox(_SHARE, f"{name}, percent of roof", about)
        box.setFixedWidth(_WIDTH)
        box.entered.connect(lambda share: self._move())
        box.settled.connect(self.settled)
        return box

    def _move(self) -> None:
        near, far = self._near.value, self._far.value
        if near is not None and far is not None:
            self.moved.emit(Thresholds(near=near / 100, far=far / 100))

    def _reset(self) -> None:
        self.settled.emit()
        self.moved.emit(Thresholds())
        self.settled.emit()


def _percent(share: float) -> float:
    return round(100 * share, 6)
