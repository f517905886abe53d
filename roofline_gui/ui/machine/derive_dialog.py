"""The helper for derived ceilings: units × rate per clock × clock."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from roofline_gui.model.machine import Figure, Machine
from roofline_gui.model.machine_edits import Part, Slot, derive, figure_at, rate_per_clock
from roofline_gui.model.units import Unit
from roofline_gui.present.machine.words import slot_name, value_text
from roofline_gui.ui.widgets.quantity_field import QuantityField
from roofline_gui.ui.widgets.text import label


class DeriveDialog(QDialog):
    """Asks for the three factors of the figure in `slot`; `figure` is their product once all of them are there."""

    def __init__(self, machine: Machine, slot: Slot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name = slot_name(machine, slot)
        self.setWindowTitle(f"Derive the {name}")
        self.setMinimumWidth(400)
        self._slot = slot
        self._unit_name = machine.unit_name
        per_clock = slot.unit.value.removesuffix("/s")
        self._count, self._rate = QLineEdit(), QLineEdit()
        self._clock = QuantityField("Clock", Unit.HERTZ)
        clock = figure_at(machine, Slot(Part.CLOCK))
        self._clock.show_value(None if clock is None else clock.value, Unit.HERTZ)
        if machine.units is not None:
            self._count.setText(str(machine.units))
            present = figure_at(machine, slot)
            if present is not None and clock is not None:
                self._rate.setText(f"{rate_per_clock(present.value, machine.units, clock.value):.6g}")
        self._result = label("", "heading", wraps=True, selectable=True)
        self._use = QPushButton("&Use")
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        form.addRow(f"{machine.unit_name}&s", self._count)
        form.addRow(f"{per_clock} per &clock and {machine.unit_name}", self._rate)
        form.addRow("C&lock", self._clock)
        form.addRow("", self._clock.hint)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self._use, QDialogButtonBox.ButtonRole.AcceptRole)
        self._use.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(self._result)
        column.addWidget(buttons)
        for field in (self._count, self._rate, self._clock):
            field.textChanged.connect(self._show_result)
        self._show_result()

    @property
    def figure(self) -> Figure | None:
        """The product, None while a factor is missing."""
        count, rate, clock = _number(self._count.text()), _number(self._rate.text()), self._clock.value
        if count is None or rate is None or clock is None:
            return None
        return derive(count, self._unit_name, rate, clock, self._slot.unit)

    def _show_result(self) -> None:
        figure = self.figure
        shown = "Give all three." if figure is None else f"{figure.source} = {value_text(figure, self._slot)}"
        self._result.setText(shown)
        self._use.setEnabled(figure is not None)


def _number(text: str) -> float | None:
    try:
        value = float(text.replace(" ", ""))
    except ValueError:
        return None
    return value if 0 < value < float("inf") else None
