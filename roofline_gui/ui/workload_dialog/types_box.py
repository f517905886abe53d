"""What the data of a step are stored as: one type, or weights, activations and KV cache apart."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QWidget

from roofline_gui.model.workload.elements import Element

_ROLES = {
    "Weights": "What the weights are stored as",
    "Activations": "What the activations are stored as",
    "KV cache": "What keys and values are stored as",
}


class TypesBox(QWidget):
    """Asks for the element types. `changed` when another one is chosen."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._all = _choice("All data", "What weights, activations and KV cache are stored as")
        self._apart = QCheckBox("Weights, activations and KV cache apart")
        self._each = [_choice(role, about) for role, about in _ROLES.items()]
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(12)
        self._form.setVerticalSpacing(8)
        self._form.addRow(self._all)
        self._form.addRow(self._apart)
        for role, box in zip(_ROLES, self._each, strict=True):
            self._form.addRow(role, box)
        self._show_rows()
        self._all.activated.connect(self._choose_all)
        self._apart.toggled.connect(self._split)
        for box in self._each:
            box.activated.connect(self.changed)

    @property
    def types(self) -> tuple[Element, Element, Element]:
        """Types of weights, activations and KV cache."""
        weights, activations, kv = (Element(box.currentData()) for box in self._each)
        return weights, activations, kv

    def show_types(self, weights: Element, activations: Element, kv: Element) -> None:
        """Show these types."""
        for box, element in zip(self._each, (weights, activations, kv), strict=True):
            box.setCurrentIndex(box.findData(element.value))
        self._all.setCurrentIndex(self._all.findData(activations.value))
        with QSignalBlocker(self._apart):
            self._apart.setChecked(not weights is activations is kv)
        self._show_rows()

    def _choose_all(self) -> None:
        element = Element(self._all.currentData())
        self.show_types(element, element, element)
        self.changed.emit()

    def _split(self) -> None:
        """Together again they have the type that is shown for all."""
        if self._apart.isChecked():
            self._show_rows()
        else:
            self._choose_all()

    def _show_rows(self) -> None:
        apart = self._apart.isChecked()
        self._form.setRowVisible(self._all, not apart)
        for box in self._each:
            self._form.setRowVisible(box, apart)


def _choice(name: str, about: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(about)
    for element in Element:
        size = f"{8 * element.size:g} bits"
        box.addItem(f"{element.label}, {size}", element.value)
    return box
