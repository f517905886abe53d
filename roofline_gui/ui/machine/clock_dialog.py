"""Asks for a clock to scale the ceilings to, and says what follows it."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QPushButton, QVBoxLayout, QWidget

from roofline_gui.model.machine import Machine
from roofline_gui.model.units import Unit, format_number, format_quantity
from roofline_gui.ui.widgets.quantity_field import QuantityField
from roofline_gui.ui.widgets.text import label

_WHAT = (
    "Compute, special functions, L1/shared and L2 follow the clock. L2 has a clock of its own on many chips, so its "
    "figure gets a doubt. DRAM, measured figures and the launch overhead stay."
)


class ClockDialog(QDialog):
    """`clock` is the one wanted, Hz, None while it cannot be read. `offered` is filled in at first: the boost clock of
    the chip where that is known. The clock of `machine` must be known.
    """

    def __init__(self, machine: Machine, offered: float | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Scale to a clock")
        self.setMinimumWidth(420)
        self._now = machine.clock.value if machine.clock is not None else float("nan")
        self._clock = QuantityField("Clock", Unit.HERTZ)
        self._clock.show_value(offered or self._now, Unit.HERTZ)
        self._result = label("", "heading")
        self._scale = QPushButton("&Scale")
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        form.addRow("Now", label(format_quantity(self._now, Unit.HERTZ, 4)))
        form.addRow("&New clock", self._clock)
        form.addRow("", self._clock.hint)
        form.addRow("", self._result)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self._scale, QDialogButtonBox.ButtonRole.AcceptRole)
        self._scale.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(label(_WHAT, "muted", wraps=True))
        column.addWidget(buttons)
        self._clock.textChanged.connect(self._show_result)
        self._show_result()

    @property
    def clock(self) -> float | None:
        """The clock that was typed, Hz."""
        return self._clock.value

    def _show_result(self) -> None:
        clock = self.clock
        self._scale.setEnabled(clock is not None and clock != self._now)
        self._result.setText("" if clock is None else f"× {format_number(clock / self._now, 4)}")
