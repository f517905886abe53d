"""The form of one calculated kernel: formula, way, parameters, types, batch, and what was measured."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from roofline_gui.model.workload.catalogue import FORMULAS, find_formula
from roofline_gui.model.workload.draft import FORMULA, LAUNCHES, VARIANT, Draft, draft_of, read_draft, with_formula
from roofline_gui.model.workload.elements import ElementTypes, Engine
from roofline_gui.model.workload.entry import KernelEntry
from roofline_gui.model.workload.examples import STARTS
from roofline_gui.model.workload.formula import BATCH_SIZE, Formula
from roofline_gui.model.workload.measured import MEASUREMENT
from roofline_gui.model.workload.parameters import Role
from roofline_gui.present.calculated.parameters import meaning, title
from roofline_gui.ui.kernels.field import ArithmeticField
from roofline_gui.ui.kernels.parameter_rows import SHARES, ParameterRows, row_title
from roofline_gui.ui.widgets.bubble import Bubble
from roofline_gui.ui.widgets.choice_box import ChoiceBox
from roofline_gui.ui.widgets.element_types import ACCUMULATE, COMPUTE, ElementTypesEditor
from roofline_gui.ui.widgets.form import form_grid
from roofline_gui.ui.widgets.quantity_field import Field
from roofline_gui.ui.widgets.text import label, tip

_PATIENCE = 40  # ms after the last key before what is typed is read
_NAME = "name"
_HEAD_SHARES = (1, 3)  # short titles, long names and ways
_WAY = "How it is carried out: intensity belongs to the implementation, not to the problem."
_OTHERS = (BATCH_SIZE, LAUNCHES, MEASUREMENT)


class KernelForm(QWidget):
    """edited(KernelEntry, str): what is typed comes to this entry; the text is a key for merging, empty for a step of
    its own. settled: a field was left. judged: no other entry came of it, maybe a `problem`. left: Esc was pressed.
    """

    edited = Signal(object, str)
    settled = Signal()
    judged = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entry: KernelEntry | None = None
        self._draft = Draft("gemm")
        self._problems: Mapping[str, str] = {}
        self._merge = ""
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_PATIENCE)
        self._wait.timeout.connect(self._read)
        self._name = Field("Name")
        self._name.textEdited.connect(self._type_name)
        self._name.editingFinished.connect(self._settle)
        self._formula: ChoiceBox[str] = ChoiceBox("Formula", "What is calculated")
        self._formula.offer([(f.id, f.name, f.title) for f in FORMULAS.values()])
        self._formula.setMaxVisibleItems(20)
        self._formula.activated.connect(lambda index: self._take_formula())
        self._way: ChoiceBox[str] = ChoiceBox("Way")
        self._way.activated.connect(lambda index: self._take(replace(self._draft, variant=self._way.choice)))
        self._assumption = label("", "muted", wraps=True)
        self._parameters = ParameterRows()
        self._types = ElementTypesEditor(SHARES)
        self._types.changed.connect(self._take_types)
        self._lack = label("", "warning", wraps=True)
        self._others = ParameterRows()
        self._others.show_parameters(_OTHERS)
        for rows in (self._parameters, self._others):
            rows.typed.connect(self._type)
            rows.settled.connect(self._settle)
            rows.given_up.connect(self._give_up)
            rows.focus_moved.connect(self._tell)
        self._lay_out()
        self._bubble = Bubble(self)

    @property
    def problem(self) -> str:
        """What is wrong with what is typed, in a sentence; empty where nothing is."""
        names = {p.name: title(p) for p in (*find_formula(self._draft.formula).parameters, *_OTHERS)}
        names |= {VARIANT: "Way", FORMULA: "Formula"}
        return next((f"{names.get(key, key)}: {reason}" for key, reason in self._problems.items()), "")

    def show_entry(self, entry: KernelEntry) -> None:
        """Show `entry`. What is being typed stays as long as the entry is what came of it."""
        before, self._entry = self._entry, entry
        if before is not None and replace(before, shown=entry.shown) == entry:
            return
        self._wait.stop()
        self._draft, self._problems = draft_of(entry), {}
        self._fill()

    def show_lack(self, text: str) -> None:
        """Say that the machine cannot compute in this precision; empty where it can."""
        self._lack.setText(text)
        self._lack.setVisible(bool(text))

    def edit_first(self) -> None:
        """Put the keyboard into the first parameter."""
        self._parameters.focus_first()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the list."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    # Showing

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 6)
        column.setSpacing(4)
        head = form_grid(shares=_HEAD_SHARES)
        self._way_title = row_title("Way", "", self._way)
        titles = row_title("Name", "", self._name), row_title("Formula", "", self._formula), self._way_title
        for row, (called, field) in enumerate(zip(titles, (self._name, self._formula, self._way), strict=True)):
            head.addWidget(called, row, 0)
            head.addWidget(field, row, 1)
        column.addLayout(head)
        column.addWidget(self._assumption)
        for widget in (self._parameters, self._types, self._lack, self._others):
            column.addWidget(widget)
        self._lack.hide()

    def _fill(self) -> None:
        """Show the draft in all fields."""
        draft, formula = self._draft, find_formula(self._draft.formula)
        if self._name.text() != draft.name:
            self._name.setText(draft.name)
            self._name.setCursorPosition(0)
        self._name.setModified(False)
        self._name.setPlaceholderText(formula.name)
        self._formula.show_choice(formula.id)
        self._formula.setToolTip(tip(formula.title))
        self._way.offer([(v.id, v.label, v.assumption) for v in formula.variants])
        variant = formula.variant(draft.variant)
        self._way.show_choice(variant.id)
        self._way.setToolTip(tip(f"{variant.label}.\n{_WAY}"))
        for widget in (self._way, self._way_title):
            widget.setVisible(len(formula.variants) > 1)
        self._assumption.setText(variant.assumption)
        self._types.show_types(draft.types, _parts(formula))
        if self._parameters.show_parameters(formula.parameters):
            self._order_tabs()
        for rows in (self._parameters, self._others):
            rows.show_texts(draft.texts)
        self._mark(read_draft(draft, self._entry).values if self._entry is not None else {})

    def _mark(self, values: Mapping[str, float]) -> None:
        """Say at every field what it comes to, or what is wrong with it."""
        parameters = {p.name: p for p in (*find_formula(self._draft.formula).parameters, *_OTHERS)}
        for name, field in self._fields().items():
            text = meaning(parameters[name], field.text(), values[name]) if name in values else ""
            field.say(text, self._problems.get(name, ""))
        for key, box in ((VARIANT, self._way), (FORMULA, self._formula)):
            box.setProperty("state", "bad" if key in self._problems else "")
            box.style().unpolish(box)
            box.style().polish(box)
        self._tell()

    def _tell(self) -> None:
        """The bubble stands below the field that the keyboard is in; below the way or the formula at any time."""
        places: list[tuple[str, QWidget]] = [(n, f) for n, f in self._fields().items() if f.hasFocus()]
        places += [(VARIANT, self._way), (FORMULA, self._formula)]
        name, place = next(((n, p) for n, p in places if n in self._problems), ("", None))
        self._bubble.tell(self._problems.get(name, ""), place)

    def _fields(self) -> dict[str, ArithmeticField]:
        return {**self._parameters.fields, **self._others.fields}

    def _order_tabs(self) -> None:
        order = [self._name, self._formula, self._way, *self._parameters.in_order()]
        order += [*self._types.in_order(), *self._others.in_order()]
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)

    # Editing

    def _type(self, name: str, text: str) -> None:
        self._change_later(name, replace(self._draft, texts={**self._draft.texts, name: text}))

    def _type_name(self, text: str) -> None:
        self._change_later(_NAME, replace(self._draft, name=" ".join(text.split())))

    def _change_later(self, field: str, draft: Draft) -> None:
        if self._entry is None:
            return
        self._draft, self._merge = draft, f"kernel {self._entry.id} {field}"
        self._wait.start()

    def _settle(self) -> None:
        """A field was left: what stands in it is read now, and the next key begins another step."""
        if self._wait.isActive():
            self._wait.stop()
            self._read()
        self.settled.emit()

    def _give_up(self, name: str) -> None:
        """Bring back in one field what is held."""
        if self._entry is not None:
            self._wait.stop()
            held = draft_of(self._entry).texts.get(name, "")
            self._draft = replace(self._draft, texts={**self._draft.texts, name: held})
            self._fields()[name].show_text(held)
            self._read()

    def _take(self, draft: Draft) -> None:
        """Something was chosen, which is a step of its own."""
        self._settle()
        self._draft, self._merge = draft, ""
        self._fill()
        self._read()

    def _take_types(self, types: ElementTypes) -> None:
        self._take(replace(self._draft, types=types))

    def _take_formula(self) -> None:
        if self._formula.choice != self._draft.formula:
            formula = FORMULAS[self._formula.choice]
            self._take(with_formula(self._draft, formula, STARTS[formula.id]))

    def _read(self) -> None:
        """Read what is typed; what comes of it is told if it differs from what there is."""
        if self._entry is None:
            return
        outcome = read_draft(self._draft, self._entry)
        self._problems = outcome.problems
        self._mark(outcome.values)
        if outcome.entry is not None:
            for field in (self._name, *self._fields().values()):
                field.setModified(False)  # from here on the undo keys take back the step and not the letters
        if outcome.entry is not None and outcome.entry != self._entry:
            self._entry = outcome.entry
            self.edited.emit(outcome.entry, self._merge)
        else:
            self.judged.emit()


def _parts(formula: Formula) -> tuple[str, ...]:
    """What of its types a formula uses."""
    roles = {role for v in formula.variants for role in (*v.traffic, *((Role.WEIGHTS,) if v.pool else ()))}
    return (*(role.value for role in Role if role in roles), ACCUMULATE if formula.engine is Engine.SUMS else COMPUTE)
