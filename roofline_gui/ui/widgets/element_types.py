"""Choosing what data are stored as: one type for all, or each kind of data by itself."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.elements import Element, ElementTypes, element_types
from roofline_gui.ui.widgets.choice_box import ChoiceBox
from roofline_gui.ui.widgets.form import EVEN, form_grid
from roofline_gui.ui.widgets.text import label, tip

COMPUTE, ACCUMULATE = "compute", "accumulate"
_PARTS = {
    "weights": ("Weights", "What weights are stored as; they may be narrower than what is computed in"),
    "activations": ("Activations", "What inputs and results are stored as"),
    "kv": ("KV cache", "What the KV cache is stored as"),
    ACCUMULATE: ("Sums in", "The type that sums are kept in, and computed in"),
    COMPUTE: ("Computed in", "The precision of the arithmetic; usually it follows from what is stored"),
}
_ELEMENTS = [(element, element.label, "") for element in Element]
_PRECISIONS = [(None, "as stored", ""), *((precision, precision.label, "") for precision in Precision)]


class ElementTypesEditor(QWidget):
    """A box with one type for all data, and below it, when they are set apart, a box for each part. Emits
    `changed(ElementTypes)`. `shares` of the width go to labels and boxes.
    """

    changed = Signal(object)

    def __init__(self, shares: tuple[int, int] = EVEN) -> None:
        super().__init__()
        self._types = element_types(Element.BF16.value)
        self._parts: tuple[str, ...] = ()
        self._whole: ChoiceBox[Element] = ChoiceBox("Stored as", "What all data are stored as")
        self._whole.offer(_ELEMENTS)
        self._whole.setPlaceholderText("mixed")
        self._whole.activated.connect(lambda index: self._take(element_types(self._whole.choice.value)))
        self._apart = QToolButton()
        self._apart.setCheckable(True)
        self._apart.setFixedSize(22, 22)
        self._apart.setAccessibleName("Set types apart")
        self._apart.setToolTip("Weights, activations, KV cache and arithmetic each in a type of its own")
        self._apart.toggled.connect(self._unfold)
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        line.addWidget(self._whole, 1)
        line.addWidget(self._apart)
        self._grid = form_grid(self, shares)
        self._grid.addWidget(label("Stored as"), 0, 0)
        self._grid.addLayout(line, 0, 1)
        self._boxes: dict[str, ChoiceBox[Any]] = {}
        self._titles: dict[str, QLabel] = {}
        for row, (part, (name, about)) in enumerate(_PARTS.items(), start=1):
            box: ChoiceBox[Any] = ChoiceBox(name, about)
            box.offer(_PRECISIONS if part == COMPUTE else _ELEMENTS)
            box.activated.connect(lambda index, part=part, box=box: self._take_part(part, box.choice))
            title = label(name, "muted")
            title.setToolTip(tip(about))
            title.setIndent(10)
            self._grid.addWidget(title, row, 0)
            self._grid.addWidget(box, row, 1)
            self._boxes[part], self._titles[part] = box, title
        self._unfold(False)

    def show_types(self, types: ElementTypes, parts: Collection[str]) -> None:
        """Show `types`; only `parts` of them can be set apart (weights, activations, kv, accumulate, compute)."""
        self._types, self._parts = types, tuple(part for part in _PARTS if part in parts)
        common = next((e for e in Element if element_types(e.value) == types), None)
        self._whole.show_choice(common)
        for part, box in self._boxes.items():
            box.show_choice(getattr(types, part))
        if common is None:
            self._apart.setChecked(True)
        self._unfold(self._apart.isChecked())

    def in_order(self) -> list[QWidget]:
        """All boxes and buttons from top to bottom."""
        return [self._whole, self._apart, *self._boxes.values()]

    def _take(self, types: ElementTypes) -> None:
        if types != self._types:
            self.changed.emit(types)

    def _take_part(self, part: str, value: Any) -> None:
        self._take(replace(self._types, **{part: value}))

    def _unfold(self, unfolded: bool) -> None:
        self._apart.setArrowType(Qt.ArrowType.UpArrow if unfolded else Qt.ArrowType.DownArrow)
        for part, box in self._boxes.items():
            for widget in (box, self._titles[part]):
                widget.setVisible(unfolded and part in self._parts)
