"""The two limits of the verdicts, shown beside them and movable."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QSpinBox, QToolButton, QWidget

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.present.palette import Palette
from roofline_gui.ui.widgets.icons import icon
from roofline_gui.ui.widgets.text import label


class ThresholdsEditor(QWidget):
    """Spin boxes for near and far in percent of roof. Emits `moved` for every step and `settled` when let go."""

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
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setHorizontalSpacing(6)
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
        for box in (self._near, self._far):
            box.blockSignals(True)
        near, far = round(100 * thresholds.near), round(100 * thresholds.far)
        self._near.setRange(far + 1, 100)
        self._far.setRange(1, near - 1)
        self._near.setValue(near)
        self._far.setValue(far)
        for box in (self._near, self._far):
            box.blockSignals(False)
        self._usual.setVisible(thresholds != Thresholds())

    def _box(self, name: str, tip: str) -> QSpinBox:
        box = QSpinBox()
        box.setSuffix(" %")
        box.setAccessibleName(f"{name}, percent of roof")
        box.setToolTip(tip)
        box.valueChanged.connect(self._move)
        box.editingFinished.connect(self.settled)
        return box

    def _move(self) -> None:
        self.moved.emit(Thresholds(near=self._near.value() / 100, far=self._far.value() / 100))

    def _reset(self) -> None:
        self.settled.emit()
        self.moved.emit(Thresholds())
        self.settled.emit()
