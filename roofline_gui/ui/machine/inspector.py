"""One figure of the machine in full, to read and to change."""

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from roofline_gui.model.machine import Figure, Kind, Machine
from roofline_gui.model.machine_checks import Suspect
from roofline_gui.model.machine_edits import BY_HAND, Slot, figure_at, retype, take_alternative
from roofline_gui.present.machine.words import alternative_text, slot_name, suspect_text, value_text
from roofline_gui.present.palette import Palette
from roofline_gui.present.words import KIND_NAMES
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.icons import icon
from roofline_gui.ui.widgets.quantity_field import Field, QuantityField
from roofline_gui.ui.widgets.text import ElidedLabel, label, tip

MOST_ALTERNATIVES = 3
NUDGED_DIGITS = 4  # significant digits of a value that the arrow keys made


class FigureInspector(QFrame):
    """Value, kind, source and doubt of the figure in one slot. Emits `edited(slot, figure, merge)` for every change
    (`merge` is empty for a step of its own), `settled` when a series of small steps ends, `removal_wanted(slot)`,
    `measured_wanted(slot)` and `derivation_wanted(slot)`, and `closed` for Esc.
    """

    edited = Signal(object, object, str)
    settled = Signal()
    removal_wanted = Signal(object)
    measured_wanted = Signal(object)
    derivation_wanted = Signal(object)
    closed = Signal()

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.setObjectName("inspector")
        self._slot: Slot | None = None
        self._figure: Figure | None = None
        self._title = ElidedLabel("", "heading")
        self._remove = _button("Remove", "Take this figure away (Del)")
        self._remove.clicked.connect(lambda: self.removal_wanted.emit(self._slot))
        self._value = QuantityField("Value")
        self._value.setToolTip(tip("A number with its unit: 3.35 TB/s, 989.4 TFLOPS, 24 GiB/s. Up and Down: by 1 %"))
        self._value.entered.connect(self._retype)
        self._value.nudged.connect(self._nudge)
        self._value.left.connect(self.settled)
        self._derive = QToolButton()
        self._derive.setText("Derive…")
        self._derive.setProperty("role", "button")
        self._derive.setToolTip("Work it out: units × rate per clock × clock")
        self._derive.clicked.connect(lambda: self.derivation_wanted.emit(self._slot))
        self._kind = ComboBox()
        self._kind.setAccessibleName("Kind")
        for kind, name in KIND_NAMES.items():
            self._kind.addItem(name, kind)
        self._kind.activated.connect(lambda index: self._change(kind=Kind(self._kind.itemData(index))))
        self._source, self._doubt = Field("Source"), Field("Doubt")
        self._doubt.setPlaceholderText("None known")
        self._source.editingFinished.connect(lambda: self._change(source=self._source.text().strip() or BY_HAND))
        self._doubt.editingFinished.connect(lambda: self._change(doubt=self._doubt.text().strip()))
        self._suspicion = label("", wraps=True, selectable=True)
        self._suspicion.setProperty("role", "warning")
        self._measured = QToolButton()
        self._measured.setText("Add a measured value")
        self._measured.setProperty("role", "link")
        self._measured.clicked.connect(lambda: self.measured_wanted.emit(self._slot))
        self._others: QWidget = QWidget()
        self._lay_out()
        self.set_colours(palette)
        self.hide()

    @property
    def slot(self) -> Slot | None:
        """The slot that is shown."""
        return self._slot

    def set_colours(self, palette: Palette) -> None:
        """Draw the icon in the colours of `palette`."""
        self._remove.setIcon(icon("remove", palette.muted))

    def show_figure(self, machine: Machine | None, slot: Slot | None, suspects: tuple[Suspect, ...]) -> None:
        """Show the figure of `machine` in `slot`; nothing where there is none."""
        figure = None if machine is None or slot is None else figure_at(machine, slot)
        self.setVisible(figure is not None)
        if machine is None or slot is None or figure is None:
            self._slot = self._figure = None
            return
        # A text that is being typed stays, unless another figure is shown or undo changed this one.
        if slot != self._slot or figure.value != getattr(self._figure, "value", None):
            self._value.show_value(figure.value, slot.unit)
        self._slot, self._figure = slot, figure
        name = slot_name(machine, slot)
        self._title.set_full_text(name[0].upper() + name[1:])
        with QSignalBlocker(self._kind):
            self._kind.setCurrentIndex(self._kind.findData(figure.kind))
        for field, text in ((self._source, figure.source), (self._doubt, figure.doubt)):
            if field.text() != text:
                field.setText(text)
                field.setCursorPosition(0)
            field.setModified(False)
            field.setToolTip(tip(text))
        odd = [suspect_text(machine, s) for s in suspects if s.slot == slot]
        self._suspicion.setText("\n".join(odd))
        self._suspicion.setVisible(bool(odd))
        self._derive.setVisible(slot.follows_clock and not slot.measured)
        beside = Slot(slot.part, slot.of, slot.sparse, measured=True)
        self._measured.setVisible(slot.has_measured and figure_at(machine, beside) is None)
        self._show_others(slot, figure)

    def edit_value(self) -> None:
        """Put the keyboard into the value."""
        self._value.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._value.selectAll()

    def say(self, text: str) -> None:
        """Say below the value why an edit was not made."""
        self._value.explain(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the figure."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 4, 10, 8)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._remove)
        column.addLayout(head)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        value = QHBoxLayout()
        value.setSpacing(6)
        value.addWidget(self._value, 1)
        value.addWidget(self._derive)
        grid.addWidget(label("Value", "muted"), 0, 0)
        grid.addLayout(value, 0, 1)
        grid.addWidget(self._value.hint, 1, 1)
        grid.addWidget(self._suspicion, 2, 1)
        for row, (name, field) in enumerate(
            (("Kind", self._kind), ("Source", self._source), ("Doubt", self._doubt)), start=3
        ):
            grid.addWidget(label(name, "muted"), row, 0)
            grid.addWidget(field, row, 1)
        column.addLayout(grid)
        grid.addWidget(self._measured, 6, 1, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._others)
        self._column = column

    def _show_others(self, slot: Slot, figure: Figure) -> None:
        """A line for each other figure that was found, with a button that takes it."""
        before, self._others = self._others, QWidget()
        lines = QVBoxLayout(self._others)
        lines.setContentsMargins(0, 2, 0, 0)
        lines.setSpacing(2)
        for i, other in enumerate(figure.alternatives[:MOST_ALTERNATIVES]):
            row = QWidget()
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(6)
            text = ElidedLabel(f"Also {value_text(other, slot)}, {KIND_NAMES[other.kind]}", "muted")
            text.setToolTip(tip(other.source))
            use = QToolButton()
            use.setText("Use")
            use.setProperty("role", "link")
            use.setToolTip(tip(alternative_text(other, slot)))
            use.setAccessibleName(f"Use {value_text(other, slot)}")
            use.clicked.connect(lambda checked=False, i=i: self._emit(take_alternative(figure, i)))
            line.addWidget(text, 1)
            line.addWidget(use)
            lines.addWidget(row)
        self._column.replaceWidget(before, self._others)
        before.hide()
        before.deleteLater()
        self._others.setVisible(bool(figure.alternatives))

    def _retype(self, value: float) -> None:
        if self._figure is not None:
            self._emit(retype(self._figure, value))

    def _nudge(self, factor: float) -> None:
        if self._figure is None or self._slot is None:
            return
        value = float(format(self._figure.value * factor, f".{NUDGED_DIGITS}g"))
        self._emit(retype(self._figure, value), merge=f"nudge {self._slot}")

    def _change(self, *, kind: Kind | None = None, source: str | None = None, doubt: str | None = None) -> None:
        if self._figure is None:
            return
        old = self._figure
        changed = replace(
            old,
            kind=old.kind if kind is None else kind,
            source=old.source if source is None else source,
            doubt=old.doubt if doubt is None else doubt,
        )
        if changed != old:
            self._emit(changed)

    def _emit(self, figure: Figure, merge: str = "") -> None:
        if figure != self._figure:
            self.edited.emit(self._slot, figure, merge)


def _button(name: str, about: str) -> QToolButton:
    button = QToolButton()
    button.setToolTip(about)
    button.setAccessibleName(name)
    return button
