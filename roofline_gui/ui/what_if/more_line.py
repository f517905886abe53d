"""The second line of the strip: another machine, less work or traffic, storage types set apart."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QWidget

from roofline_gui.model.document import Document
from roofline_gui.model.machine import Machine
from roofline_gui.model.workload.elements import Element
from roofline_gui.present.typed_number import CHANGE, change_text, percent_of
from roofline_gui.session.machines import MachineChoice
from roofline_gui.session.session import Session
from roofline_gui.ui.what_if.link import link
from roofline_gui.ui.what_if.slide import Slide
from roofline_gui.ui.widgets.choice_box import ChoiceBox
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.number_box import NumberBox
from roofline_gui.ui.widgets.text import label

ONE_LINE = 1160  # pixels; narrower strips break after the factors
_SPIN_WIDTH = 84
_AS_GIVEN, _AS_THE_PRECISION = "as given", "as the precision"
_ROLES = {
    "weights": ("&Weights", "What weights are stored as, apart from the precision: weight-only quantisation"),
    "activations": ("&Activations", "What activations are stored as, apart from the precision"),
    "kv": ("&KV cache", "What the KV cache is stored as, apart from the precision"),
}


class MoreLine(QWidget):
    """Shows and changes what is not on a slider. `law` is the command that gives selected rows a batch law."""

    def __init__(self, session: Session, law: QAction) -> None:
        super().__init__()
        self._session = session
        self._desk = session.what_if_desk
        self._listed: tuple[object, ...] | None = None
        self._machine = MachineBox("Another machine", "Predict for another machine")
        self._machine.picked.connect(self._pick)
        self._slide = Slide(self._desk, self)
        self._flop = self._factor("flop", "Change of the work of measured kernels", "FLOP")
        self._bytes = self._factor("bytes", "Change of the traffic of measured kernels", "bytes")
        self._types = {role: self._type(role, *words) for role, words in _ROLES.items()}
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 2, 0, 3)
        self._box.setSpacing(5)
        self._lines = first, second = QHBoxLayout(), QHBoxLayout()
        for line in self._lines:
            line.setSpacing(6)
            self._box.addLayout(line)
        for text, widget in (("On &machine", self._machine), ("&FLOP", self._flop), ("B&ytes", self._bytes)):
            first.addWidget(_buddy(text, widget))
            first.addWidget(widget)
        for role, box in self._types.items():
            second.addWidget(_buddy(_ROLES[role][0], box))
            second.addWidget(box)
        first.addWidget(link(law))
        for line in self._lines:
            line.addStretch(1)
        session.machine_desk.own_changed.connect(self._list_machines)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One line where there is room."""
        super().resizeEvent(event)
        wide = event.size().width() >= ONE_LINE
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    def minimumSizeHint(self) -> QSize:
        """Broken into two lines: how the strip stands now must not keep the window wide."""
        width = max(line.minimumSize().width() for line in self._lines)
        return QSize(width, super().minimumSizeHint().height())

    def choose_machine(self) -> None:
        """Put the focus on the machine and open its list."""
        self._machine.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._machine.showPopup()

    def show_what_if(self, document: Document) -> None:
        """Show what `document` changes."""
        what_if = document.what_if
        listed = (document.sources, document.machine, what_if.machine)
        if self._listed is None or any(a is not b for a, b in zip(listed, self._listed, strict=True)):
            self._listed = listed
            self._list_machines()
        for factor, field in ((what_if.flop, self._flop), (what_if.bytes, self._bytes)):
            field.show_value(percent_of(factor))
        for role, box in self._types.items():
            box.show_choice(getattr(what_if, role))

    def _list_machines(self) -> None:
        """Offer all machines."""
        machine, choices = self._desk.what_if.machine, self._session.machine_desk.choices
        if machine is not None and not any(machine in choice.machines for choice in choices):
            choices = (MachineChoice("In this document", (machine,)), *choices)
        self._machine.show_choices(choices, machine, none=_AS_GIVEN, none_first=True)

    def _pick(self, machine: Machine | None) -> None:
        text = "Machine as given" if machine is None else f"On {machine.name}"
        self._desk.change(text, replace(self._desk.what_if, machine=machine))

    def _factor(self, field: str, name: str, short: str) -> NumberBox:
        box = NumberBox(CHANGE, name, f"{name}: −40 %, or 0.6 ×, leaves 0.6 of it")
        box.setFixedWidth(_SPIN_WIDTH)
        box.show_value(0.0)

        def change(percent: float) -> None:
            self._slide.tap()
            changed: dict[str, Any] = {field: 1 + percent / 100}
            self._desk.change(f"{change_text(percent)} {short}", replace(self._desk.what_if, **changed), field)

        box.entered.connect(change)
        box.settled.connect(self._slide.end)
        return box

    def _type(self, role: str, name: str, about: str) -> ChoiceBox[Element | None]:
        plain = name.replace("&", "")
        box: ChoiceBox[Element | None] = ChoiceBox(f"{plain} stored as", about)
        box.setMinimumContentsLength(10)
        box.offer([(None, _AS_THE_PRECISION, ""), *((element, element.label, "") for element in Element)])

        def choose() -> None:
            changed: dict[str, Any] = {role: box.choice}
            text = f"{plain} {_AS_THE_PRECISION if box.choice is None else box.choice.label}"
            self._desk.change(text, replace(self._desk.what_if, **changed))

        box.activated.connect(choose)
        return box


def _buddy(text: str, widget: QWidget) -> QLabel:
    made = label(text, "muted")
    made.setBuddy(widget)
    return made
