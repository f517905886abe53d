"""The list of machines to choose from, by origin."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox

from roofline_gui.model.machine import Machine
from roofline_gui.present.machine.rows import about_machine
from roofline_gui.session.machines import MachineChoice
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.text import tip


class MachineBox(ComboBox):
    """Machines under the headings of their origins. Emits `picked(machine)` when the user takes one."""

    picked = Signal(object)

    def __init__(self, name: str, about: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(about)
        self.setPlaceholderText("Choose a machine")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)
        self.setMaxVisibleItems(24)
        self._machines: list[Machine | None] = []
        self.activated.connect(lambda index: self.picked.emit(self._machines[index]))

    @property
    def machine(self) -> Machine | None:
        """The machine that is shown."""
        index = self.currentIndex()
        return self._machines[index] if index >= 0 else None

    def show_choices(
        self, choices: Sequence[MachineChoice], chosen: Machine | None, none: str = "", *, none_first: bool = False
    ) -> None:
        """List `choices` with `chosen` taken; `none` is the text of an entry for no machine, if there is to be one: the
        last one, or with `none_first` the first.
        """
        model = QStandardItemModel(self)
        self._machines = []
        if none and none_first:
            model.appendRow(QStandardItem(none))
            self._machines.append(None)
        for choice in choices:
            if len(choices) > 1:
                heading = QStandardItem(choice.title)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                font = QFont(self.font())
                font.setWeight(QFont.Weight.DemiBold)
                heading.setFont(font)
                model.appendRow(heading)
                self._machines.append(None)
            for machine in choice.machines:
                item = QStandardItem(machine.name)
                item.setToolTip(tip(about_machine(machine)))
                model.appendRow(item)
                self._machines.append(machine)
        if none and not none_first:
            model.appendRow(QStandardItem(none))
            self._machines.append(None)
        with QSignalBlocker(self):
            self.setModel(model)
            if chosen is None:
                at_none = 0 if none_first else len(self._machines) - 1
                self.setCurrentIndex(at_none if none else -1)
            else:
                self.setCurrentIndex(self._machines.index(chosen) if chosen in self._machines else -1)
