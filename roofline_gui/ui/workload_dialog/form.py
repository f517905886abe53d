"""The form of a step: what the model does, how much of it at once, in which types, under which name."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from roofline_gui.model.machine import Machine
from roofline_gui.model.workload.architecture import Architecture
from roofline_gui.model.workload.elements import ElementTypes
from roofline_gui.model.workload.formula import BATCH_SIZE
from roofline_gui.model.workload.step import CONTEXT, TOKENS
from roofline_gui.model.workload.step_draft import StepDraft
from roofline_gui.session.machines import MachineChoice
from roofline_gui.ui.widgets.choice_box import ChoiceBox
from roofline_gui.ui.widgets.element_types import COMPUTE, ElementTypesEditor
from roofline_gui.ui.widgets.form import form_grid
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.text import label
from roofline_gui.ui.workload_dialog.fields import CountField

_PHASES = ((True, "Decode: one new token per sequence", ""), (False, "Prefill: a whole prompt", ""))
_TYPES = ("weights", "activations", "kv", COMPUTE)  # what can be set apart
_SHARES = (3, 8)  # of the width, for labels and fields


class StepForm(QWidget):
    """Emits `changed` when something else is typed or chosen. `machine_box` is a part of it that shows only where the
    document has no machine.
    """

    changed = Signal()

    def __init__(self, draft: StepDraft, machines: Sequence[MachineChoice], machine: Machine | None) -> None:
        super().__init__()
        self._types = draft.types
        self._phase: ChoiceBox[bool] = ChoiceBox("What the model does")
        self._phase.offer(_PHASES)
        self._phase.show_choice(draft.decode)
        self._counts = {
            CONTEXT.name: CountField("Context", "Tokens in the KV cache of each sequence, for example 4096 or 2^17"),
            TOKENS.name: CountField("Prompt", "Tokens of the prompt of each sequence"),
            BATCH_SIZE.name: CountField("Batch", "Sequences at once; the batch slider moves it later"),
        }
        for name, text in ((CONTEXT.name, draft.context), (TOKENS.name, draft.tokens), (BATCH_SIZE.name, draft.batch)):
            self._counts[name].setText(text)
        self._editor = ElementTypesEditor(_SHARES)
        self._editor.show_types(draft.types, _TYPES)
        self._name = QLineEdit(draft.name)
        self._name.setAccessibleName("Name")
        self._name.setToolTip("What the step is called in the picture and in tables")
        self.machine_box = MachineBox("Machine", "The machine that the document is to be judged on")
        self.machine_box.show_choices(machines, machine)
        self._titles: dict[QWidget, QLabel] = {}
        self._lay_out()
        self._phase.activated.connect(lambda index: self.changed.emit())
        self._editor.changed.connect(self._take_types)
        self.machine_box.picked.connect(lambda machine: self.changed.emit())
        for field in (*self._counts.values(), self._name):
            field.textChanged.connect(lambda text: self.changed.emit())

    def draft(self, architecture: Architecture) -> StepDraft:
        """What the form says of a step of this model."""
        context, tokens, batch = (field.text() for field in self._counts.values())
        return StepDraft(architecture, self._phase.choice, context, tokens, batch, self._types, self._name.text())

    def show_answer(self, draft: StepDraft, problems: Mapping[str, str]) -> None:
        """Show what comes of `draft`: which length it needs, its own name, and the reason at what cannot be used."""
        for name, is_used in ((CONTEXT.name, draft.decode), (TOKENS.name, not draft.decode)):
            self._show_row(self._counts[name], is_used)
        for name, field in self._counts.items():
            field.explain(problems.get(name, ""))
        self._name.setPlaceholderText(draft.own_name)

    def show_machine_box(self, shown: bool) -> None:
        """Ask for a machine too, or do not."""
        self._show_row(self.machine_box, shown)

    def _lay_out(self) -> None:
        upper, lower = form_grid(shares=_SHARES), form_grid(shares=_SHARES)
        rows = zip(("&Context, tokens", "&Prompt, tokens", "&Batch"), self._counts.values(), strict=True)
        for grid, title, field in (
            (upper, "&Step", self._phase),
            *((upper, title, field) for title, field in rows),
            (lower, "&Name", self._name),
            (lower, "&On", self.machine_box),
        ):
            row = grid.rowCount()
            head = label(title)
            head.setBuddy(field)
            self._titles[field] = head
            grid.addWidget(head, row, 0)
            grid.addWidget(field, row, 1)
            if isinstance(field, CountField):
                grid.addWidget(field.hint, row + 1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for part in (upper, lower):
            part.setVerticalSpacing(8)
        column.addLayout(upper)
        column.addWidget(self._editor)
        column.addLayout(lower)

    def _show_row(self, field: QWidget, shown: bool) -> None:
        for widget in (self._titles[field], field):
            widget.setVisible(shown)

    def _take_types(self, types: ElementTypes) -> None:
        self._types = types
        self._editor.show_types(types, _TYPES)
        self.changed.emit()
