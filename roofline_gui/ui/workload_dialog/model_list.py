"""The models to choose from: a list with a search line, and a line for the path of a configuration."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.session.model_choices import ModelChoice
from roofline_gui.ui.widgets.text import label, tip
from roofline_gui.ui.workload_dialog.fields import PathField, say

_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class ModelList(QWidget):
    """Shows models. Emits `chosen` when another one is taken, `path_entered(text)` when the path of a configuration was
    typed, `browse_wanted` when it is to be picked. `is_path_wrong`: that path cannot be used, and no model was taken
    since.
    """

    chosen = Signal()
    path_entered = Signal(str)
    browse_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._choices: dict[QTreeWidgetItem, ModelChoice] = {}
        self.is_path_wrong = False
        self._search = _Search()
        self._search.moved.connect(self._move)
        self._search.textChanged.connect(self._filter)
        self._nothing = label("", "muted", wraps=True)
        self._nothing.hide()
        self._list = _list()
        self._list.currentItemChanged.connect(lambda item, before: self._take())
        self._list.itemClicked.connect(lambda item: self._take())
        self._about = QPlainTextEdit()
        self._about.setReadOnly(True)
        self._about.setAccessibleName("About this model")
        self._about.setFixedHeight(96)
        self._about.setTabChangesFocus(True)
        self._path = PathField("Path of a config.json")
        self._path.setPlaceholderText("config.json, or its folder")
        self._path.setToolTip("The configuration of a Hugging Face model; it can be dropped here, too")
        self._path.entered.connect(self.path_entered)
        self._wrong = label("", wraps=True)
        self._wrong.hide()
        self._browse = QPushButton("&Browse…")
        self._browse.setAutoDefault(False)
        self._browse.clicked.connect(self.browse_wanted)
        self._lay_out()

    @property
    def choice(self) -> ModelChoice:
        """The model that is taken."""
        return self._choices[self._current]

    def show_choices(self, choices: Sequence[ModelChoice], chosen: ModelChoice) -> None:
        """List `choices` with `chosen` taken."""
        with QSignalBlocker(self._list):
            self._list.clear()
            self._choices = {}
            for choice in choices:
                item = QTreeWidgetItem(self._list, [choice.name, choice.parameters])
                item.setToolTip(0, tip("\n".join((choice.name, *choice.about))))
                item.setToolTip(1, tip(choice.about[0]))
                self._choices[item] = choice
                if choice is chosen:
                    self._list.setCurrentItem(item)
        self._filter(self._search.text())
        self._list.scrollToItem(self._current)
        self._tell()

    def add_first(self, choice: ModelChoice) -> None:
        """Put `choice` on top and take it."""
        self._search.clear()
        others = [c for c in self._choices.values() if c.about != choice.about]  # the same file once
        self.show_choices((choice, *others), choice)

    def show_path(self, path: Path | None, wrong: str = "") -> None:
        """Show which configuration was opened, and why it cannot be used if so."""
        if path is not None:
            self._path.setText(str(path))
        self.is_path_wrong = bool(wrong)
        say(self._path, self._wrong, wrong)

    @property
    def _current(self) -> QTreeWidgetItem:
        item = self._list.currentItem()
        assert item is not None  # one is always taken
        return item

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self._path, 1)
        line.addWidget(self._browse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._search)
        column.addWidget(self._nothing)
        column.addWidget(self._list, 1)
        column.addWidget(self._about)
        column.addLayout(line)
        column.addWidget(self._wrong)

    def _take(self) -> None:
        """A model was taken from the list, whatever the path was."""
        self.show_path(None)
        self._tell()

    def _tell(self) -> None:
        self._about.setPlainText("\n".join(self.choice.about))
        self.chosen.emit()

    def _filter(self, text: str) -> None:
        """Show what matches; a model that no longer shows gives way to the first that does."""
        for item, choice in self._choices.items():
            item.setHidden(not choice.matches(text))
        left = [item for item in self._choices if not item.isHidden()]
        if left and self._current not in left:
            self._list.setCurrentItem(left[0])
        self._nothing.setText(f"No model matches “{text.strip()}”. A config.json can be opened below.")
        self._nothing.setVisible(not left)

    def _move(self, by: int) -> None:
        item = self._current
        beside = self._list.itemBelow(item) if by > 0 else self._list.itemAbove(item)
        if beside is not None:
            self._list.setCurrentItem(beside)


class _Search(QLineEdit):
    """The search line; the arrow keys move in the list below."""

    moved = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText("Search models")
        self.setAccessibleName("Search models")
        self.setToolTip("Part of a name, of its source or of its notes: “3.3-70B” finds Llama-3-70B")
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down take another model."""
        by = _MOVES.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        else:
            self.moved.emit(by)


def _list() -> QTreeWidget:
    made = QTreeWidget()
    made.setColumnCount(2)
    made.setHeaderLabels(["Model", "Parameters"])
    made.headerItem().setToolTip(1, "As published; of a configuration, counted from its shape")
    made.setRootIsDecorated(False)
    made.setUniformRowHeights(True)
    made.setFrameShape(QFrame.Shape.NoFrame)
    made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    made.setAccessibleName("Models")
    made.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    made.header().setSectionsMovable(False)
    return made
