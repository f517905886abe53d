"""The machine pane: which machine the kernels are judged on, and every figure of it with its provenance."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QComboBox, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from roofline_gui.model.document import choose_machine
from roofline_gui.model.machine import ComputeCeiling, Figure, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit, format_number, format_quantity
from roofline_gui.present.words import KIND_NAMES
from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.text import label, tip

NAME, VALUE, KIND = range(3)


class MachinePane(QWidget):
    """A list of machines to choose from, and the figures of the chosen one."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("pane")
        self.setMinimumWidth(240)
        self._session = session
        self._machines: tuple[Machine, ...] = ()
        self._choice = QComboBox()
        self._choice.setAccessibleName("Machine")
        self._choice.setToolTip("The machine whose ceilings the kernels are judged against")
        self._choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._choice.activated.connect(self._choose)
        self._about = label("", "muted", wraps=True)
        self._figures = _tree()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(10, 10, 10, 8)
        head.setSpacing(6)
        head.addWidget(self._choice)
        head.addWidget(self._about)
        layout.addLayout(head)
        layout.addWidget(self._figures, 1)
        session.document_changed.connect(self._refresh)
        self._refresh()

    def _choose(self, index: int) -> None:
        document, machine = self._session.document, self._machines[index]
        if machine != document.machine:
            self._session.edit(f"Machine {machine.name}", choose_machine(document, machine))

    def _refresh(self) -> None:
        machine = self._session.document.machine
        self._machines = self._session.machines
        if machine is not None and machine not in self._machines:
            self._machines = (machine, *self._machines)
        self._choice.clear()
        for known in self._machines:
            self._choice.addItem(known.name)
            self._choice.setItemData(self._choice.count() - 1, tip(_about(known)), Qt.ItemDataRole.ToolTipRole)
        self._choice.setCurrentIndex(-1 if machine is None else self._machines.index(machine))
        self._choice.setPlaceholderText("Choose a machine")
        self._about.setText("" if machine is None else _about(machine))
        self._about.setVisible(machine is not None)
        self._figures.clear()
        if machine is not None:
            self._fill(machine)

    def _fill(self, machine: Machine) -> None:
        levels = self._section("Memory levels")
        for level in reversed(machine.levels):
            self._add(levels, level.name, level.bandwidth, Unit.BYTE_PER_SECOND)
            if level.size is not None:
                self._add(levels, f"{level.name} size", level.size, Unit.BYTE)
        compute = self._section("Compute ceilings, dense")
        for ceiling in machine.dense_ceilings:
            self._add_ceiling(compute, ceiling)
        if machine.special_ops is not None:
            self._add(compute, "XU", machine.special_ops, Unit.OP_PER_SECOND, "Special functions: exp, log, rsqrt")
        ridges = self._section(f"Ridge points at {machine.levels[-1].name}")
        for ceiling in machine.dense_ceilings:
            ridge = machine.ridge(ceiling.precision, machine.levels[-1].level)
            if ridge is not None:
                text = f"{format_number(ridge)} {Unit.FLOP_PER_BYTE.value}"
                self._row(ridges, ceiling.precision.label, text, "derived", "P / B of the two ceilings above")
        sparse = self._section("With structured sparsity, not drawn")
        for ceiling in sorted((c for c in machine.ceilings if c.sparse), key=lambda c: -c.peak.value):
            self._add_ceiling(sparse, ceiling)
        sparse.setHidden(sparse.childCount() == 0)
        other = self._section("Other")
        if machine.launch_overhead is not None:
            self._add(
                other, "Per launch", machine.launch_overhead, Unit.SECOND, "Launch overhead: what an empty kernel takes"
            )
        if machine.clock is not None:
            self._add(other, "Clock", machine.clock, Unit.HERTZ)
        for note in machine.notes:
            item = self._row(other, note, "", "", note)
            self._figures.setFirstColumnSpanned(other.indexOfChild(item), self._figures.indexFromItem(other), True)
        other.setHidden(other.childCount() == 0)
        self._figures.expandAll()
        for column in (VALUE, KIND):
            self._figures.resizeColumnToContents(column)

    def _section(self, title: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self._figures, [title])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setFirstColumnSpanned(True)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        item.setFont(NAME, font)
        item.setForeground(NAME, self.palette().placeholderText())
        return item

    def _add_ceiling(self, section: QTreeWidgetItem, ceiling: ComputeCeiling) -> None:
        unit = Unit.OP_PER_SECOND if ceiling.precision is Precision.INT8_TENSOR else Unit.FLOP_PER_SECOND
        remark = f"{ceiling.accumulate.upper()} accumulation" if ceiling.accumulate else ""
        self._add(section, ceiling.precision.label, ceiling.peak, unit, remark)

    def _add(self, section: QTreeWidgetItem, name: str, figure: Figure, unit: Unit, remark: str = "") -> None:
        kind = KIND_NAMES[figure.kind] + (" ?" if figure.doubt else "")
        lines = [f"{KIND_NAMES[figure.kind]}: {figure.source}", remark]
        if figure.doubt:
            lines.append(f"Doubt: {figure.doubt}")
        lines += [
            f"Also found: {format_quantity(a.value, unit, 4)} ({KIND_NAMES[a.kind]}, {a.source})"
            for a in figure.alternatives
        ]
        self._row(section, name, format_quantity(figure.value, unit, 4), kind, "\n".join(x for x in lines if x))

    def _row(self, section: QTreeWidgetItem, name: str, value: str, kind: str, about: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(section, [name, value, kind])
        item.setTextAlignment(VALUE, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setForeground(KIND, self.palette().placeholderText())
        for column in (NAME, VALUE, KIND):
            item.setToolTip(column, tip(about))
        return item


def _tree() -> QTreeWidget:
    tree = QTreeWidget()
    tree.setColumnCount(3)
    tree.setHeaderHidden(True)
    tree.setRootIsDecorated(False)
    tree.setIndentation(6)
    tree.setObjectName("figures")
    tree.setUniformRowHeights(True)
    tree.setAccessibleName("Ceilings of the machine")
    header = tree.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
    header.setSectionResizeMode(VALUE, QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(KIND, QHeaderView.ResizeMode.ResizeToContents)
    return tree


def _about(machine: Machine) -> str:
    parts = [machine.architecture]
    if machine.compute_capability:
        parts.append(f"CC {machine.compute_capability}")
    if machine.units is not None:
        parts.append(f"{machine.units} {machine.unit_name}s")
    return " · ".join(p for p in parts if p)
