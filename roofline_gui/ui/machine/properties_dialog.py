"""What a machine is called and what it consists of, apart from its figures."""

from dataclasses import replace

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.machine_edits import rename_level
from roofline_gui.present.typed_number import TypedNumber
from roofline_gui.ui.widgets.number_box import NumberBox
from roofline_gui.ui.widgets.text import tip

_UNITS = TypedNumber(1, 100_000, whole=True, blank="unknown")


class PropertiesDialog(QDialog):
    """Name, maker, chip, units, names of levels, device names, notes; `apply` puts them into a machine."""

    def __init__(self, machine: Machine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Name and properties")
        self.setMinimumWidth(440)
        self._name = QLineEdit(machine.name)
        self._vendor = QLineEdit(machine.vendor)
        self._architecture = QLineEdit(machine.architecture)
        self._capability = QLineEdit(machine.compute_capability)
        self._units = NumberBox(_UNITS, f"Number of {machine.unit_name}s", live=True)
        self._units.show_value(machine.units)
        self._levels: dict[Level, QLineEdit] = {m.level: QLineEdit(m.name) for m in machine.levels}
        self._devices = QLineEdit(", ".join(machine.device_names))
        self._devices.setToolTip(
            tip("What profilers call this device, separated by commas: profiles of it find this machine")
        )
        self._notes = QPlainTextEdit("\n".join(machine.notes))
        self._notes.setTabChangesFocus(True)
        self._notes.setFixedHeight(64)
        self._ok = QPushButton("&Apply")
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(7)
        form.addRow("&Name", self._name)
        form.addRow("&Vendor", self._vendor)
        form.addRow("A&rchitecture", self._architecture)
        form.addRow("&Compute capability", self._capability)
        form.addRow(f"Number of {machine.unit_name}&s", self._units)
        for level, field in self._levels.items():
            form.addRow(f"{level.value.upper()} is called", field)
        form.addRow("&Device names", self._devices)
        form.addRow("N&otes", self._notes)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self._ok, QDialogButtonBox.ButtonRole.AcceptRole)
        self._ok.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(14)
        column.addLayout(form)
        column.addWidget(buttons)
        self._name.textChanged.connect(lambda text: self._offer_apply())
        self._units.checked.connect(self._offer_apply)
        self._name.selectAll()

    def _offer_apply(self) -> None:
        self._ok.setEnabled(bool(self._name.text().strip()) and not self._units.problem)

    def apply(self, machine: Machine) -> Machine:
        """`machine` with what stands in the fields."""
        for level, field in self._levels.items():
            machine = rename_level(machine, level, field.text().strip() or level.value.upper())
        return replace(
            machine,
            name=self._name.text().strip(),
            vendor=self._vendor.text().strip(),
            architecture=self._architecture.text().strip(),
            compute_capability=self._capability.text().strip(),
            units=None if self._units.value is None else int(self._units.value),
            device_names=_entries(self._devices.text().lower().split(",")),
            notes=_entries(self._notes.toPlainText().splitlines()),
        )


def _entries(texts: list[str]) -> tuple[str, ...]:
    return tuple(text.strip() for text in texts if text.strip())
