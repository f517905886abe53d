"""The pane itself: files, summary, a filter, and the ledger."""

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.model.document import Document
from roofline_gui.present.ledger import EntryKind
from roofline_gui.session.session import Session
from roofline_gui.ui.profile.model import LedgerModel
from roofline_gui.ui.widgets.text import ElidedLabel, label

DETAIL_HEIGHT = 104
_CLOSED_AT_FIRST = frozenset({EntryKind.SKIPPED})


class ProfilePane(QWidget):
    """The ledger of the open profiles, to filter, copy, and jump from."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("pane")
        self.setMinimumWidth(240)
        self._session = session
        self._files = ElidedLabel("", "heading")
        self._summary = label("", "muted", wraps=True)
        self._filter = QLineEdit()
        self._filter.setPlaceholderText("Filter by kernel or reason")
        self._filter.setClearButtonEnabled(True)
        self._filter.setAccessibleName("Filter the ledger")
        self._filter.textChanged.connect(self._apply_filter)
        self._model = LedgerModel()
        self._entries = _tree()
        self._entries.setModel(self._model)
        self._entries.activated.connect(self._jump)
        self._entries.selectionModel().currentChanged.connect(self._show_detail)
        self._detail = QPlainTextEdit()
        self._detail.setReadOnly(True)
        self._detail.setAccessibleName("The chosen entry in full")
        self._detail.setFixedHeight(DETAIL_HEIGHT)
        self._detail.hide()
        self._entries.customContextMenuRequested.connect(self._show_menu)
        head = QVBoxLayout()
        head.setContentsMargins(10, 10, 10, 8)
        head.setSpacing(4)
        for widget in (self._files, self._summary, self._filter):
            head.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._entries, 1)
        layout.addWidget(self._detail)
        session.document_changed.connect(self._follow)
        self._refresh()

    def copy(self) -> None:
        """Copy the selected entries, or all that the filter leaves, one a line."""
        chosen = [self._model.entry(i) for i in self._entries.selectionModel().selectedIndexes()]
        entries = [e for e in chosen if e is not None] or self._model.shown_entries()
        QGuiApplication.clipboard().setText("\n".join(self._model.text(e) for e in entries))

    def _follow(self, old: Document, new: Document) -> None:
        if old.profiles != new.profiles or old.machine is not new.machine or old.grouping is not new.grouping:
            self._refresh()

    def _refresh(self) -> None:
        profiles = self._session.document.profiles
        view = self._session.ledger
        self._files.set_full_text(", ".join(p.name for p in profiles) or "No profile")
        about = dict.fromkeys(
            [*(p.profiler for p in profiles), *(name for p in profiles for name, _ in p.devices if name)]
        )
        summary = f"{view.summary}\n{' · '.join(about)}" if profiles else "Open or drop an Nsight Compute CSV."
        self._summary.setText(summary)
        self._detail.hide()
        self._model.show_entries(view.entries, len(profiles) > 1)
        self._expand()

    def _apply_filter(self, text: str) -> None:
        self._model.filter_by(text)
        self._expand()

    def _expand(self) -> None:
        for row in range(self._model.rowCount()):
            opened = bool(self._filter.text()) or self._model.kind(row) not in _CLOSED_AT_FIRST
            self._entries.setExpanded(self._model.index(row, 0), opened)

    def _jump(self, index: QModelIndex) -> None:
        entry = self._model.entry(index)
        if entry is not None and entry.launch is not None:
            self._session.select_launch(entry.launch)

    def _show_detail(self, index: QModelIndex) -> None:
        entry = self._model.entry(index)
        self._detail.setVisible(entry is not None)
        self._detail.setPlainText("" if entry is None else self._model.whole(entry))

    def _show_menu(self, position: QPoint) -> None:
        index = self._entries.indexAt(position)
        entry = self._model.entry(index)
        menu = QMenu(self)
        menu.addAction("&Copy", self.copy)
        if entry is not None and entry.launch is not None:
            menu.addAction("&Show this kernel", lambda: self._jump(index))
        menu.exec(self._entries.viewport().mapToGlobal(position))


def _tree() -> QTreeView:
    tree = QTreeView()
    tree.setHeaderHidden(True)
    tree.setIndentation(12)
    tree.setUniformRowHeights(True)
    tree.setFrameShape(QFrame.Shape.NoFrame)
    tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    tree.setExpandsOnDoubleClick(False)
    tree.setAccessibleName("Ledger")
    return tree
