"""The head of the machine pane: which machine, whether it is kept, which figures count, what it is compared with."""

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from roofline_gui.model.document import Document
from roofline_gui.model.machine import CeilingSet
from roofline_gui.model.machine_checks import Suspect
from roofline_gui.present.machine.rows import about_machine
from roofline_gui.present.machine.words import owner_name
from roofline_gui.present.palette import Palette
from roofline_gui.session.machines import MachineDesk
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.icons import icon
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.text import ElidedLabel

_SETS = {CeilingSet.THEORETICAL: "theoretical ceilings", CeilingSet.MEASURED: "measured ceilings"}


class MachineHead(QWidget):
    """Rows that are there only when they have something to say. Emits `comparison_wanted` and `slot_wanted(slot)`."""

    comparison_wanted = Signal()
    slot_wanted = Signal(object)

    def __init__(self, desk: MachineDesk, menu: QMenu, palette: Palette) -> None:
        super().__init__()
        self._desk = desk
        self._choice = MachineBox("Machine", "The machine whose ceilings the kernels are judged against")
        self._choice.picked.connect(desk.choose)
        self._menu = QToolButton()
        self._menu.setMenu(menu)
        self._menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu.setIconSize(QSize(16, 16))
        self._menu.setObjectName("menuButton")
        self._menu.setAccessibleName("Machine menu")
        self._menu.setToolTip("Edit, add, save, import, compare")
        self._about = ElidedLabel("", "muted")
        self._unsaved, self._unsaved_text, save = QWidget(), ElidedLabel("", "muted"), _button("Save")
        save.setToolTip("Keep it for other documents")
        save.clicked.connect(desk.save)
        self._sets = ComboBox()
        self._sets.setAccessibleName("Ceilings that verdicts use")
        self._sets.setToolTip("Which ceilings verdicts use; the others are drawn thin")
        for which, name in _SETS.items():
            self._sets.addItem(f"Verdicts use {name}", which)
        self._sets.activated.connect(lambda index: desk.use(CeilingSet(self._sets.itemData(index))))
        self._compared = QWidget()
        self._compared_with = ElidedLabel("", "muted")
        table, self._end = _button("Table"), QToolButton()
        table.setToolTip("Both machines side by side")
        table.clicked.connect(self.comparison_wanted)
        self._end.setToolTip("End the comparison")
        self._end.setAccessibleName("End the comparison")
        self._end.clicked.connect(lambda: desk.compare(None))
        self._odd = QToolButton()
        self._odd.setProperty("role", "warning")
        self._odd.setToolTip("Show the figure and why")
        self._odd.clicked.connect(lambda: self.slot_wanted.emit(self._first_odd))
        self._first_odd: object = None
        column = QVBoxLayout(self)
        self.setObjectName("machineHead")
        column.setContentsMargins(10, 10, 10, 6)
        column.setSpacing(5)
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self._choice, 1)
        top.addWidget(self._menu)
        column.addLayout(top)
        unsaved = QHBoxLayout(self._unsaved)
        unsaved.setContentsMargins(0, 0, 0, 0)
        unsaved.addWidget(self._unsaved_text, 1)
        unsaved.addWidget(save)
        compared = QHBoxLayout(self._compared)
        compared.setContentsMargins(0, 0, 0, 0)
        compared.setSpacing(2)
        compared.addWidget(self._compared_with, 1)
        compared.addWidget(table)
        compared.addWidget(self._end)
        for widget in (self._about, self._unsaved, self._sets, self._compared):
            column.addWidget(widget)
        column.addWidget(self._odd, 0, Qt.AlignmentFlag.AlignLeft)
        self.set_colours(palette)

    def set_colours(self, palette: Palette) -> None:
        """Draw the icons in the colours of `palette`."""
        self._menu.setIcon(icon("more", palette.muted))
        self._end.setIcon(icon("close", palette.muted))

    def show_document(self, document: Document, suspects: tuple[Suspect, ...]) -> None:
        """Show the machine of `document`, and that `suspects` are probably wrong."""
        machine, compared = document.machine, document.view.compared
        self._choice.show_choices(self._desk.choices, machine)
        self._about.set_full_text("" if machine is None else about_machine(machine))
        self._about.setVisible(bool(self._about.full_text))
        self._unsaved.setVisible(self._desk.is_unsaved)
        saved = self._desk.was_saved
        self._unsaved_text.set_full_text("Changed since it was saved" if saved else "Not among your machines yet")
        with QSignalBlocker(self._sets):
            self._sets.setCurrentIndex(self._sets.findData(document.ceilings))
        self._sets.setVisible(machine is not None and machine.has_measured)
        self._compared.setVisible(compared is not None)
        self._compared_with.set_full_text("" if compared is None else f"Compared with {compared.name}")
        self._odd.setVisible(machine is not None and bool(suspects))
        if machine is not None and suspects:
            self._first_odd = suspects[0].slot
            names = ", ".join(dict.fromkeys(owner_name(machine, s.slot) for s in suspects))
            self._odd.setText(f"Looks odd: {names}")


def _button(text: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setProperty("role", "button")
    return button
