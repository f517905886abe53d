"""What a chosen step of a model, or one of its operations, is."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.present.calculated.kernel_rows import kind_text
from roofline_gui.ui.widgets.text import ElidedLabel, label


class StepCard(QWidget):
    """change_wanted: another batch, length or type is to be given to the step. left: Esc was pressed."""

    change_wanted = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._title, self._of = ElidedLabel("", "heading"), label("", wraps=True)
        self._about = label("", "muted", wraps=True)
        self._change = QToolButton()
        self._change.setText("Change…")
        self._change.setProperty("role", "button")
        self._change.setToolTip("Batch, tokens, types and model of this step")
        self._change.clicked.connect(self.change_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 2)
        column.setSpacing(3)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._change)
        column.addLayout(head)
        column.addWidget(self._of)
        column.addWidget(self._about)

    def show_step(self, entry: StepEntry, operation: str, assumption: str) -> None:
        """Show `entry`, or the `operation` of it that is chosen; `assumption` is what its traffic takes for granted."""
        self._title.set_full_text(operation or entry.name)
        kind = f"{kind_text(entry).capitalize()}, batch {entry.batch:,}"
        self._of.setText(f"{entry.name}: {kind}" if operation else kind)
        self._about.setText(assumption)

    def edit_first(self) -> None:
        """Put the keyboard on the button."""
        self._change.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the list."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
