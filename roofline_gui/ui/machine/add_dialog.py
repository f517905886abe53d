"""Asks for a new figure: a level, a compute ceiling, a size, or what else the machine lacks."""

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.machine_edits import LEVEL_NAMES, Part, Slot, absent_slots
from roofline_gui.present.machine.words import slot_name
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.quantity_field import QuantityField

_EXAMPLES = {
    Part.BANDWIDTH: "3.35 TB/s",
    Part.SIZE: "50 MB",
    Part.PEAK: "989.4 TFLOP/s",
    Part.SPECIAL_OPS: "4.2 Top/s",
    Part.LAUNCH_OVERHEAD: "2 µs",
    Part.CLOCK: "1.98 GHz",
}


class AddDialog(QDialog):
    """What to add to `machine`; when accepted `slot`, `value` and the `name` of a level say what was chosen."""

    def __init__(self, machine: Machine, slot: Slot | None = None, parent: QWidget | None = None) -> None:
        """`slot` is taken at first; a measured figure can only be given this way."""
        super().__init__(parent)
        self.setWindowTitle("Add a ceiling or level")
        self.setMinimumWidth(380)
        self._what = ComboBox()
        for known in absent_slots(machine) if slot is None else (slot,):
            name = slot_name(machine, known)
            self._what.addItem(name[0].upper() + name[1:], known)
        self._name = QLineEdit()
        self._value = QuantityField("Value")
        self._add = QPushButton("&Add")
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(14)
        self._form.setVerticalSpacing(8)
        self._form.addRow("&What", self._what)
        self._form.addRow("&Called", self._name)
        self._form.addRow("&Value", self._value)
        self._form.addRow("", self._value.hint)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self._add, QDialogButtonBox.ButtonRole.AcceptRole)
        self._add.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(14)
        column.addLayout(self._form)
        column.addWidget(buttons)
        self._what.currentIndexChanged.connect(self._choose)
        self._value.textChanged.connect(self._offer)
        self._choose()

    @property
    def slot(self) -> Slot:
        """Where the figure belongs."""
        slot = self._what.currentData()
        assert isinstance(slot, Slot)
        return slot

    @property
    def name(self) -> str:
        """What people call the new level; empty where it is none."""
        return self._name.text().strip() if self.slot.is_ceiling and isinstance(self.slot.of, Level) else ""

    @property
    def value(self) -> float | None:
        """The figure in base units, None where the text cannot be read."""
        return self._value.value

    def _choose(self) -> None:
        slot = self.slot
        new_level = slot.is_ceiling and isinstance(slot.of, Level)
        self._form.setRowVisible(self._name, new_level)
        if isinstance(slot.of, Level):
            self._name.setText(LEVEL_NAMES[slot.of])
        self._value.show_value(None, slot.unit)
        self._value.setPlaceholderText(f"for example {_EXAMPLES[slot.part]}")
        self._value.setFocus()
        self._offer()

    def _offer(self) -> None:
        self._add.setEnabled(self.value is not None)
