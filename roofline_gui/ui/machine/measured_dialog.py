"""The preview of measured ceilings: which value becomes which ceiling, before anything changes."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.io.ceilings import Configuration, IncompleteMachineError, Reading, machine_with
from roofline_gui.model.devices import find_by_device
from roofline_gui.model.machine import Machine
from roofline_gui.present.palette import Palette
from roofline_gui.session.machines import MachineDesk
from roofline_gui.session.measured_preview import PreviewRow, configuration_name, preview
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.text import label, tip

_OWN = "None: a machine of its own"


class MeasuredDialog(QDialog):
    """Shows what `reading` would change and does it when accepted. The machine at first is the device that the file
    names, else the document's.
    """

    def __init__(self, desk: MachineDesk, reading: Reading, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Measured ceilings")
        self.resize(680, 520)
        self._desk = desk
        self._reading = reading
        self._palette = palette
        self._title = label("", "heading", wraps=True)
        self._configuration = ComboBox()
        for configuration in reading.configurations:
            self._configuration.addItem(configuration_name(configuration))
        self._base = MachineBox("Machine", "The machine that was measured; values stand beside its figures")
        self._base.show_choices(desk.choices, self._likely_base(), none=_OWN)
        self._table = _table()
        self._remarks = QPlainTextEdit()
        self._remarks.setReadOnly(True)
        self._remarks.setAccessibleName("Doubts and notes")
        self._take = QPushButton("&Take")
        self._fault = label("", wraps=True)
        self._fault.setProperty("role", "warning")
        self._lay_out()
        self._configuration.currentIndexChanged.connect(self._choose_configuration)
        self._base.currentIndexChanged.connect(self._refresh)
        self._refresh()

    @property
    def configuration(self) -> Configuration:
        """The device or setting whose values are taken."""
        return self._reading.configurations[self._configuration.currentIndex()]

    @property
    def base(self) -> Machine | None:
        """The machine that was measured, None for a machine of its own."""
        return self._base.machine

    def accept(self) -> None:
        """Take the values."""
        self._desk.take_measured(self.base, self._reading, self.configuration)
        super().accept()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        form.addRow("&Device or setting", self._configuration)
        form.setRowVisible(0, len(self._reading.configurations) > 1)
        form.addRow("Measured &on", self._base)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self._take, QDialogButtonBox.ButtonRole.AcceptRole)
        self._take.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(10)
        column.addWidget(self._title)
        column.addLayout(form)
        column.addWidget(self._table, 3)
        column.addWidget(self._remarks, 1)
        column.addWidget(self._fault)
        column.addWidget(buttons)

    def _likely_base(self) -> Machine | None:
        machines = [m for choice in self._desk.choices for m in choice.machines]
        return find_by_device(machines, self.configuration.device) or self._desk.machine

    def _choose_configuration(self) -> None:
        self._base.show_choices(self._desk.choices, self._likely_base(), none=_OWN)
        self._refresh()

    def _refresh(self) -> None:
        shown = preview(self.base, self._reading, self.configuration)
        self._title.setText(shown.title)
        self._table.clear()
        for row in shown.rows:
            self._add(row)
        self._remarks.setPlainText("\n".join(shown.remarks))
        self._remarks.setVisible(bool(shown.remarks))
        fault = self._incomplete()
        self._fault.setText(fault or shown.warning)
        self._fault.setVisible(bool(self._fault.text()))
        count = f"{shown.taken} ceiling{'' if shown.taken == 1 else 's'}"
        self._take.setText(f"&Make a machine of {count}" if self.base is None else f"&Take {count}")
        self._take.setEnabled(shown.taken > 0 and not fault)

    def _incomplete(self) -> str:
        """Why the values alone make no machine; empty where they do."""
        if self.base is not None:
            return ""
        try:
            machine_with(None, self._reading, self.configuration)
        except IncompleteMachineError as error:
            return str(error)
        return ""

    def _add(self, row: PreviewRow) -> None:
        name = row.ceiling if row.used or row.ceiling.startswith("none") else f"{row.ceiling}, not used"
        item = QTreeWidgetItem(self._table, [name, row.measured, row.theoretical, row.share, row.source])
        for column in range(5):
            item.setToolTip(column, tip(row.source))
            if column in (1, 2, 3):
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if not row.used:
                item.setForeground(column, QBrush(QColor(self._palette.muted)))


def _table() -> QTreeWidget:
    table = QTreeWidget()
    table.setColumnCount(5)
    table.setHeaderLabels(["Ceiling", "Measured", "Theoretical", "Share", "From"])
    table.setRootIsDecorated(False)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setUniformRowHeights(True)
    table.setAccessibleName("Which value becomes which ceiling")
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    for column in range(4):
        table.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    return table
