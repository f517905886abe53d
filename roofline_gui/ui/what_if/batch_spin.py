"""A spin box for batch sizes with a value for “as given”."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QSpinBox

from roofline_gui.present.batch_scale import MOST_BATCH

_AS_GIVEN = 0
_AS_GIVEN_TEXT = "as given"


class BatchSpin(QSpinBox):
    """Emits `entered(batch)` for a typed batch (None: as given), and `stepped(steps)` for arrows and wheel, which are
    not taken here.
    """

    entered = Signal(object)
    stepped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setRange(_AS_GIVEN, MOST_BATCH)
        self.setSpecialValueText(_AS_GIVEN_TEXT)
        self.setKeyboardTracking(False)
        self.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
        self.setAccessibleName("Batch")
        self.valueChanged.connect(lambda value: self.entered.emit(value or None))

    def show_batch(self, batch: int | None) -> None:
        """Show `batch`."""
        value = min(MOST_BATCH, batch or _AS_GIVEN)
        if value != self.value():
            with QSignalBlocker(self):
                self.setValue(value)

    def stepBy(self, steps: int) -> None:  # noqa: N802 - Qt's name
        """Ask for a step."""
        self.interpretText()
        self.stepped.emit(steps)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Digits count, wherever they are typed into “as given”."""
        digits = "".join(c for c in text if c.isdecimal())
        if not digits:
            whole = text.strip() in ("", _AS_GIVEN_TEXT)
            return QValidator.State.Acceptable if whole else QValidator.State.Intermediate, text, position
        fits = int(digits) <= MOST_BATCH
        return QValidator.State.Acceptable if fits else QValidator.State.Invalid, digits, min(position, len(digits))

    def valueFromText(self, text: str) -> int:  # noqa: N802 - Qt's name
        """The batch that is meant."""
        digits = "".join(c for c in text if c.isdecimal())
        return int(digits) if digits else _AS_GIVEN

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:  # noqa: N802 - Qt's name
        """Below “as given” lies nothing."""
        flags = QAbstractSpinBox.StepEnabledFlag.StepUpEnabled
        return flags if self.value() == _AS_GIVEN else flags | QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
