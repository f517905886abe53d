"""A spin box for a change in percent."""

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox

from roofline_gui.model.units import format_number

_LEAST, _MOST = -99.0, 900.0
_MINUS = "−"


class PercentSpin(QDoubleSpinBox):
    """A change in percent with its sign, without needless decimals."""

    def __init__(self) -> None:
        super().__init__()
        self.setRange(_LEAST, _MOST)
        self.setDecimals(1)
        self.setSingleStep(5)
        self.setSuffix(" %")
        self.setKeyboardTracking(False)

    def textFromValue(self, value: float) -> str:  # noqa: N802 - Qt's name
        """The number as people write it."""
        return f"{'+' if value > 0 else ''}{format_number(value, 4)}".replace("-", _MINUS)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """A minus sign counts like the hyphen that stands for it on keyboards."""
        state, _, _ = super().validate(text.replace(_MINUS, "-"), position)
        return state, text, position

    def valueFromText(self, text: str) -> float:  # noqa: N802 - Qt's name
        """The number that is meant."""
        return super().valueFromText(text.replace(_MINUS, "-").replace("+", ""))
