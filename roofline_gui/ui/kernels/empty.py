"""What the pane says before there is a kernel."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QVBoxLayout, QWidget

from roofline_gui.ui.widgets.text import label

_WORDS = (
    "Fill in a formula – a matrix product, an attention, a norm – and see at once where it stands under the roof. "
    "Nothing has to be measured for it."
)


class EmptyPage(QWidget):
    """Says what can be done here, with a button for each way to begin."""

    def __init__(self, add: QMenu, model: QAction, examples: QMenu) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(8)
        column.addWidget(label("No calculated kernels yet", "heading"))
        column.addWidget(label(_WORDS, "muted", wraps=True))
        column.addSpacing(6)
        self.first = QPushButton("Add a kernel")
        self.first.setMenu(add)
        whole = QPushButton("Whole model…")
        whole.setToolTip(model.toolTip())
        whole.clicked.connect(model.trigger)
        worked = QPushButton("Examples")
        worked.setMenu(examples)
        for button in (self.first, whole, worked):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
