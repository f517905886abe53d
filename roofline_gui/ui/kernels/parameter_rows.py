"""Rows of a form, one for each parameter."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from roofline_gui.model.workload.parameters import Parameter
from roofline_gui.present.calculated.parameters import description, explanation, placeholder, title
from roofline_gui.ui.kernels.field import ArithmeticField
from roofline_gui.ui.widgets.choice_box import ChoiceBox
from roofline_gui.ui.widgets.form import form_grid
from roofline_gui.ui.widgets.text import ElidedLabel, label, tip

SHARES = (5, 4)  # of the width of a form that titles and fields have; beside a title stands what it means


class ParameterRows(QWidget):
    """typed(name, text): something else stands in a field. settled: a field was left. given_up(name): Esc was pressed
    in a field. focus_moved: the keyboard came to a field or left one.
    """

    typed = Signal(str, str)
    settled = Signal()
    given_up = Signal(str)
    focus_moved = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Parameter, ...] = ()
        self.fields: dict[str, ArithmeticField] = {}
        self._switches: dict[str, ChoiceBox[str]] = {}
        self._grid = form_grid(self, SHARES)

    def show_parameters(self, parameters: Sequence[Parameter]) -> bool:
        """Have a field for each of `parameters`; whether they are other ones than before."""
        if tuple(parameters) == self._shown:
            return False
        self._shown = tuple(parameters)
        self._clear()
        for row, parameter in enumerate(parameters):
            field = self._add_switch(parameter) if parameter.switch else self._add_field(parameter)
            head = row_title(title(parameter), description(parameter), field, explanation(parameter))
            for column, widget in enumerate((head, field)):
                self._grid.addWidget(widget, row, column)
                widget.show()  # at once, so that it can have the keyboard
        return True

    def show_texts(self, texts: Mapping[str, str]) -> None:
        """Show what is held."""
        for name, field in self.fields.items():
            field.show_text(texts.get(name, ""))
        for name, switch in self._switches.items():
            switch.show_choice(texts.get(name) or "no")

    def in_order(self) -> list[QWidget]:
        """All fields from top to bottom."""
        return [self.fields.get(p.name) or self._switches[p.name] for p in self._shown]

    def focus_first(self) -> None:
        """Put the keyboard into the first field, its text selected."""
        field = next(iter(self.fields.values()), None)
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            field.selectAll()

    def _add_field(self, parameter: Parameter) -> QWidget:
        name = parameter.name
        field = ArithmeticField(title(parameter), explanation(parameter))
        field.setPlaceholderText(placeholder(parameter))
        field.textEdited.connect(lambda text: self.typed.emit(name, text))
        field.editingFinished.connect(self.settled)
        field.given_up.connect(lambda: self.given_up.emit(name))
        field.focus_moved.connect(self.focus_moved)
        self.fields[name] = field
        return field

    def _add_switch(self, parameter: Parameter) -> QWidget:
        name = parameter.name
        box: ChoiceBox[str] = ChoiceBox(title(parameter), explanation(parameter))
        box.offer([("no", "no", ""), ("yes", "yes", "")])

        def tell() -> None:
            self.typed.emit(name, box.choice)
            self.settled.emit()

        box.activated.connect(lambda index: tell())
        self._switches[name] = box
        return box

    def _clear(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.fields.clear()
        self._switches.clear()


def row_title(name: str, about: str, field: QWidget, whole: str = "") -> QWidget:
    """The name of a field and what it is, as far as there is room."""
    head = QWidget()
    line = QHBoxLayout(head)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(6)
    called = label(name)
    called.setBuddy(field)
    line.addWidget(called)
    line.addWidget(ElidedLabel(about, "muted", Qt.TextElideMode.ElideRight), 1)
    head.setToolTip(tip(whole))
    return head
