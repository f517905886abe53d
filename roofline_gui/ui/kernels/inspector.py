"""The chosen kernel: its form, what it is held against, how its figures come about, and the figures themselves."""

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from roofline_gui.model.estimates import FORMULA, WHOLE_STEP, work_out
from roofline_gui.model.kernel_edits import entry_of
from roofline_gui.model.workload.catalogue import evaluate
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.present.calculated.calculation import (
    Line,
    calculation_lines,
    demand_lines,
    key_figures,
    missing_ceiling,
    summary_text,
)
from roofline_gui.present.calculated.explanation import place_text
from roofline_gui.session.kernels import Chosen
from roofline_gui.session.session import Session
from roofline_gui.ui.kernels.form import KernelForm
from roofline_gui.ui.kernels.pins import PinRow
from roofline_gui.ui.kernels.result import Derivation, KeyFigures
from roofline_gui.ui.kernels.step_card import StepCard
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.text import label

_NO_MACHINE = "No machine is chosen, so there is no roof. Work and traffic hold on any machine."


class KernelInspector(QWidget):
    """left: Esc was pressed. step_change_wanted(StepEntry): another batch, length or type is to be given to a step."""

    left = Signal()
    step_change_wanted = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._desk = session.kernel_desk
        self._chosen: Chosen | None = None
        self._kernel: FormulaKernel | None = None
        self._lines: tuple[Line, ...] = ()
        self._form, self._step, self._hint = KernelForm(), StepCard(), label("", "muted", wraps=True)
        self._hint.setMargin(10)
        self._pins = PinRow()
        self._worked_out = label("Worked out", "section")
        self._worked_out.setContentsMargins(10, 4, 10, 0)
        self._derivation = Derivation()
        self._choice, self._machine = QWidget(), MachineBox("Machine", "The machine that kernels are calculated for")
        self._figures = KeyFigures()
        self._lay_out()
        self._form.edited.connect(lambda entry, merge: self._desk.put(entry, merge or None))
        self._form.settled.connect(session.end_merge)
        self._form.judged.connect(self.show_result)
        self._form.left.connect(self.left)
        self._step.left.connect(self.left)
        self._step.change_wanted.connect(lambda: self.step_change_wanted.emit(self._entry()))
        self._pins.pin_wanted.connect(self.pin)
        self._pins.unpin_wanted.connect(self.unpin)
        self._machine.picked.connect(session.machine_desk.choose)

    def show_chosen(self, chosen: Collection[Chosen]) -> None:
        """Show the chosen kernel; where it is not exactly one, say so."""
        self._chosen = next(iter(chosen)) if len(chosen) == 1 else None
        entry = self._entry()
        self._hint.setText(f"{len(chosen)} kernels are chosen." if len(chosen) > 1 else "Choose a kernel above.")
        self._hint.setVisible(entry is None)
        self._form.setVisible(isinstance(entry, KernelEntry))
        self._step.setVisible(isinstance(entry, StepEntry))
        for part in (self._pins, self._worked_out, self._derivation, self._figures):
            part.setVisible(entry is not None)
        if isinstance(entry, KernelEntry):
            self._form.show_entry(entry)
        self.show_result()

    def show_result(self) -> None:
        """Show what the chosen kernel comes to, under the what-if and on its machine; what holds on any without one."""
        entry = self._entry()
        machine = self._session.document.machine
        self._choice.setVisible(entry is not None and machine is None)
        if entry is None:
            self._kernel, self._lines = None, ()
            return
        estimates, rows = self._desk.estimates, self._desk.chosen_rows()
        problem = self._form.problem if isinstance(entry, KernelEntry) else ""
        if estimates is None or not rows:
            self._machine.show_choices(self._session.machine_desk.choices, None)
            self._kernel = evaluate(entry.workload) if isinstance(entry, KernelEntry) else None
            self._lines = () if self._kernel is None else demand_lines(self._kernel)
            figures = () if self._kernel is None else key_figures(self._kernel, None)
            self._figures.show_figures("", figures, _NO_MACHINE, problem)
            self._form.show_lack("")
        else:
            found = work_out(estimates, rows[0], self._session.document.thresholds)
            self._kernel, self._lines = found.kernel, calculation_lines(found)
            self._figures.show_figures(
                place_text(estimates, rows[0], self._session.document.what_if),
                key_figures(found.kernel, found),
                summary_text(found),
                problem,
            )
            self._form.show_lack(missing_ceiling(found.machine, found.precision))
        self._derivation.show_lines(self._lines)
        self._derivation.setEnabled(not problem)
        if isinstance(entry, StepEntry):
            self._step.show_step(entry, self._operation(), "" if self._kernel is None else self._kernel.assumption)

    def show_pins(self) -> tuple[bool, bool]:
        """Say what the kernel is the ideal of; whether it can be pinned to the selected rows, and unpinned."""
        if self._chosen is None or self._entry() is None:
            return False, False
        pins = ((i, pin) for i, source in enumerate(self._session.document.sources) for pin in source.pins)
        own = [(i, pin) for i, pin in pins if pin.entry == self._chosen.entry]
        whole, operation = self._chosen.operation == WHOLE_STEP, self._operation()
        same = {(i, launch) for i, pin in own if whole or pin.operation == operation for launch in pin.launches}
        selected = [(i, launch) for i, launches in self._session.source_desk.selected_launches() for launch in launches]
        all_pinned = same.issuperset(selected)
        count = sum(len(pin.launches) for _, pin in own)
        self._pins.show_pins(count, len(selected), all_pinned=all_pinned)
        return bool(selected) and not all_pinned, count > 0

    def edit_first(self) -> None:
        """Put the keyboard into the form."""
        if self._form.isVisible():
            self._form.edit_first()
        elif self._step.isVisible():
            self._step.edit_first()

    def pin(self) -> None:
        """Make the kernel the ideal of the selected rows."""
        if self._chosen is not None:
            self._desk.pin_to_selection(self._chosen.entry, self._operation())

    def unpin(self) -> None:
        """Let the kernel be the ideal of nothing."""
        if self._chosen is not None:
            self._desk.unpin(self._chosen.entry)

    def text(self) -> str:
        """All that is said of the kernel, for the clipboard."""
        name = "" if self._kernel is None else self._kernel.name
        return "\n".join([name, *(line.text for line in self._lines)])

    def _lay_out(self) -> None:
        content = QWidget()
        content.setObjectName("content")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        for part in (self._hint, self._form, self._step, self._pins, self._worked_out, self._derivation):
            inner.addWidget(part)
        inner.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(content)
        self._scroll.setObjectName("kernelForm")
        machine = QVBoxLayout(self._choice)
        machine.setContentsMargins(10, 0, 10, 8)
        machine.addWidget(self._machine)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._choice)
        column.addWidget(self._figures)

    def _entry(self) -> Entry | None:
        return None if self._chosen is None else entry_of(self._session.document, self._chosen.entry)

    def _operation(self) -> str:
        """The name of the operation that is chosen; empty for formulas and whole steps."""
        if self._chosen is None or self._chosen.operation in (FORMULA, WHOLE_STEP) or self._kernel is None:
            return ""
        return self._kernel.name
