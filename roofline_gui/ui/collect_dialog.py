"""How to collect a profile: the ncu command for a GPU, the launches of interest and the wanted counters, to copy."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.io.ncu.architecture import ARCHITECTURES
from roofline_gui.io.ncu.command import Part, Selection, metric_list, recommended_command
from roofline_gui.present.typed_number import TypedNumber
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.number_box import NumberBox
from roofline_gui.ui.widgets.text import label, tip

USUAL = "9.0"
SIZE = (940, 680)
FORM_WIDTH, COMMAND_HEIGHT = 340, 92
_SKIPPED = TypedNumber(0, 1_000_000, whole=True)
_COUNTED = TypedNumber(1, 1_000_000, whole=True, blank="all")
_PARTS = {
    Part.DRAM: ("Time, &work and DRAM", "Always collected: without them there is no roofline"),
    Part.L2: ("L&2", "Traffic between L2 and the SMs"),
    Part.L1: ("L1 and s&hared memory", "The data path of the SMs, bank conflicts and scattered accesses included"),
    Part.EVIDENCE: ("Ca&uses", "Occupancy, stalls, coalescing, hit rates: why a kernel is where it is"),
    Part.CEILINGS: ("C&eilings of the chip", "Its peaks at the clocks of the run, for a GPU that no catalogue knows"),
}
_PART_NAMES = {part: text.replace("&", "") for part, (text, _) in _PARTS.items()}


class CollectDialog(QDialog):
    """Shows the recommended command. `seen`: devices (name, compute capability) to offer first, the likeliest first.

    command: what is to be copied, empty where the program cannot be understood.
    """

    command = ""

    def __init__(self, seen: Sequence[tuple[str, str]] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("How to collect a profile")
        self.resize(*SIZE)
        self._capability = _capabilities(seen)
        self._application = QLineEdit("./app")
        self._application.setToolTip("The program with its arguments, as you type them in a shell")
        self._nvtx = QCheckBox("&Record NVTX ranges")
        self._nvtx.setToolTip("Launches can then be grouped by operation")
        self._nvtx.setChecked(True)
        self._range = QLineEdit()
        self._range.setPlaceholderText("everywhere")
        self._range.setToolTip(
            tip(
                "An expression for --nvtx-include:\ndecode/ is a range that is pushed and popped, as by "
                "torch.cuda.nvtx.range\nstep/attention/ is one within another\ndomain@range/ names a domain"
            )
        )
        self._range_hint = label("A push/pop range ends with “/”.", "muted")
        self._range_hint.hide()
        self._kernels = QLineEdit()
        self._kernels.setPlaceholderText("all")
        self._kernels.setToolTip(
            tip("A regular expression for the function name, without namespaces and template arguments: ^gemm|softmax")
        )
        self._skip = NumberBox(_SKIPPED, "Launches to pass over first", live=True)
        self._skip.show_value(0)
        self._count = NumberBox(_COUNTED, "Launches to profile at most", live=True)
        self._count.show_value(None)
        self._parts = {part: _part(part) for part in _PARTS}
        self._counters = _counters()
        self._total = label("", "section")
        self._command = QPlainTextEdit()
        self._command.setObjectName("command")
        self._command.setReadOnly(True)
        self._command.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._command.setFixedHeight(COMMAND_HEIGHT)
        self._command.setAccessibleName("The command")
        self._copy = QPushButton("C&opy command")
        self._build()
        self._capability.currentIndexChanged.connect(self._update)
        for edit in (self._application, self._range, self._kernels):
            edit.textChanged.connect(self._update)
        for number in (self._skip, self._count):
            number.entered.connect(lambda launches: self._update())
        for box in (self._nvtx, *self._parts.values()):
            box.toggled.connect(self._update)
        self._update()

    # Building

    def _build(self) -> None:
        words = (
            "Run this on the machine with the GPU, then open or drop profile.csv here. It collects few counters, so "
            "that profiling stays fast, yet enough for every memory level and verdict."
        )
        halves = QHBoxLayout()
        halves.setSpacing(20)
        left, right = QWidget(), QVBoxLayout()
        left.setFixedWidth(FORM_WIDTH)
        left.setLayout(self._form())
        right.setSpacing(6)
        right.addWidget(self._total)
        right.addWidget(self._counters, 1)
        halves.addWidget(left)
        halves.addLayout(right, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self._copy, QDialogButtonBox.ButtonRole.ActionRole)
        self._copy.setDefault(True)
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.command))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        column.addWidget(label(words, wraps=True))
        column.addLayout(halves, 1)
        column.addWidget(self._command)
        column.addWidget(buttons)

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow("&GPU", self._capability)
        form.addRow("&Program", self._application)
        form.addRow("", self._nvtx)
        form.addRow(_heading("Which launches"))
        form.addRow("NVTX ra&nge", self._range)
        form.addRow("", self._range_hint)
        form.addRow("&Kernels", self._kernels)
        form.addRow("&Skip the first", self._skip)
        form.addRow("A&t most", self._count)
        form.addRow(_heading("Counters for"))
        for box in self._parts.values():
            form.addRow(box)
        return form

    # Following the choices

    def _update(self) -> None:
        capability = self._capability.currentData()
        parts = [part for part, box in self._parts.items() if box.isChecked()]
        selection = Selection(
            self._range.text().strip(),
            self._kernels.text().strip(),
            int(self._skip.value or 0),
            int(self._count.value or 0),
        )
        if selection.nvtx_range:
            self._nvtx.setChecked(True)  # without recording them ncu knows no ranges
        self._nvtx.setEnabled(not selection.nvtx_range)
        self._range_hint.setVisible(bool(selection.nvtx_range) and "/" not in selection.nvtx_range)
        self._fill_counters(capability, parts)
        try:
            self.command = recommended_command(
                capability, self._application.text(), self._nvtx.isChecked(), parts=parts, selection=selection
            )
            self._command.setPlainText(_in_lines(self.command))
        except ValueError as error:
            self.command = ""
            self._command.setPlainText(str(error))
        self._copy.setEnabled(bool(self.command))

    def _fill_counters(self, capability: str, parts: Sequence[Part]) -> None:
        requests = metric_list(capability, parts)
        self._total.setText(f"{len(requests)} counters")
        self._counters.clear()
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        for part in Part:
            section = None
            for request in (r for r in requests if r.part is part):
                if section is None:
                    section = QTreeWidgetItem(self._counters, [_PART_NAMES[part]])
                    section.setFirstColumnSpanned(True)
                    section.setFont(0, font)
                    section.setFlags(Qt.ItemFlag.ItemIsEnabled)
                item = QTreeWidgetItem(section, [request.purpose, request.name])
                for column in range(2):
                    item.setToolTip(column, tip(f"{request.name}\n{request.purpose}"))
        self._counters.expandAll()


def _in_lines(command: str) -> str:
    """The command on three lines that a shell takes as one, so that the counters do not hide what follows them."""
    start, _, rest = command.partition(" --metrics ")
    metrics, _, program = rest.partition(" ")
    return f"{start} \\\n    --metrics {metrics} \\\n    {program}"


def _heading(text: str) -> QLabel:
    made = label(text, "section")
    made.setContentsMargins(0, 8, 0, 0)
    return made


def _capabilities(seen: Sequence[tuple[str, str]]) -> QComboBox:
    """Known compute capabilities, those of `seen` devices first."""
    choice = ComboBox()
    first: dict[str, str] = {}
    for name, capability in seen:
        if capability in ARCHITECTURES:
            first.setdefault(capability, name)
    for capability, name in first.items():
        choice.addItem(f"{name or ARCHITECTURES[capability].name} (CC {capability})", capability)
    if first:
        choice.insertSeparator(choice.count())
    for capability, architecture in ARCHITECTURES.items():
        choice.addItem(f"{architecture.name} (CC {capability})", capability)
    choice.setCurrentIndex(0 if first else choice.findData(USUAL))
    choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return choice


def _part(part: Part) -> QCheckBox:
    text, about = _PARTS[part]
    box = QCheckBox(text)
    box.setToolTip(about)
    box.setChecked(True)
    box.setEnabled(part is not Part.DRAM)
    return box


def _counters() -> QTreeWidget:
    tree = QTreeWidget()
    tree.setColumnCount(2)
    tree.setHeaderLabels(["What for", "Counter"])
    tree.setObjectName("figures")
    tree.setRootIsDecorated(False)
    tree.setIndentation(8)
    tree.setUniformRowHeights(True)
    tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    tree.setAccessibleName("Counters")
    tree.header().setStretchLastSection(True)
    tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
    tree.header().resizeSection(0, 210)
    return tree
