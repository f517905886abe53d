"""The pane itself: sources, a summary, filters, and the ledger."""

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
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
from roofline_gui.ui.profile.mismatch import MismatchHint
from roofline_gui.ui.profile.model import HEADINGS, SOURCE, TEXT, LedgerModel
from roofline_gui.ui.profile.source_list import SourceList
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.text import label

DETAIL_HEIGHT = 104
SOURCE_WIDTH = 84
EMPTY = "No profile is open. Open or drop what Nsight Compute wrote: CSV or .ncu-rep."
ALL_HIDDEN = "All profiles are hidden."
_CLOSED_AT_FIRST = frozenset({EntryKind.SKIPPED})


class ProfilePane(QWidget):
    """The open profiles, and the account of what was read from them, to filter, copy, and jump from."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("pane")
        self.setMinimumWidth(240)
        self._session = session
        self._sources = SourceList(session)
        self._mismatch = MismatchHint()
        self._mismatch.accepted.connect(session.source_desk.resolve)
        self._summary = label("", "muted", wraps=True)
        self._model = LedgerModel()
        self._build_filters()
        self._entries = _tree()
        self._entries.setModel(self._model)
        header = self._entries.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(SOURCE, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(SOURCE, SOURCE_WIDTH)
        self._entries.activated.connect(self._jump)
        self._entries.selectionModel().currentChanged.connect(self._show_detail)
        self._entries.customContextMenuRequested.connect(self._show_menu)
        self._detail = QPlainTextEdit()
        self._detail.setReadOnly(True)
        self._detail.setAccessibleName("The chosen entry in full")
        self._detail.setFixedHeight(DETAIL_HEIGHT)
        self._lay_out()
        session.document_changed.connect(self._follow)
        self._refresh()

    def copy(self) -> None:
        """Copy the selected entries, or all that the filters leave, one a line; in the list of profiles their names."""
        if self._sources.hasFocus():
            lines = [s.name for s in self._sources.chosen()]
        else:
            chosen = [self._model.entry(i) for i in self._entries.selectionModel().selectedRows()]
            entries = [e for e in chosen if e is not None] or self._model.shown_entries()
            lines = [self._model.text(e) for e in entries]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _build_filters(self) -> None:
        self._filters = QWidget()
        self._filter = QLineEdit()
        self._filter.setPlaceholderText("Kernel or reason")
        self._filter.setToolTip("Show entries that hold this text")
        self._filter.setClearButtonEnabled(True)
        self._filter.setAccessibleName("Filter the ledger")
        self._kind = ComboBox()
        self._kind.setAccessibleName("Filter the ledger by kind")
        self._kind.setToolTip("Show entries of this kind only")
        self._kind.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._kind.setMinimumContentsLength(9)
        self._kind.view().setTextElideMode(Qt.TextElideMode.ElideNone)
        self._filter.textChanged.connect(self._apply_filters)
        self._kind.currentIndexChanged.connect(self._apply_filters)

    def _lay_out(self) -> None:
        filters = QHBoxLayout(self._filters)
        filters.setContentsMargins(0, 0, 0, 0)
        filters.setSpacing(6)
        filters.addWidget(self._filter, 1)
        filters.addWidget(self._kind)
        head = QVBoxLayout()
        head.setContentsMargins(10, 8, 10, 8)
        head.setSpacing(6)
        head.addWidget(self._summary)
        head.addWidget(self._filters)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._sources)
        layout.addWidget(self._mismatch)
        layout.addLayout(head)
        layout.addWidget(self._entries, 1)
        layout.addWidget(self._detail)

    def _follow(self, old: Document, new: Document) -> None:
        if (old.sources, old.machine, old.grouping) != (new.sources, new.machine, new.grouping):
            self._refresh()

    def _refresh(self) -> None:
        document, view = self._session.document, self._session.ledger
        self._sources.show_document(document)
        self._mismatch.show_mismatch(self._session.source_desk.mismatch)
        self._summary.setText(view.summary if document.shown else ALL_HIDDEN if document.sources else EMPTY)
        self._filters.setVisible(bool(document.shown))
        self._detail.hide()
        self._model.show_entries(view.entries, [s.name for s in document.shown])
        self._entries.setColumnHidden(SOURCE, len(document.shown) < 2)
        self._offer_kinds()
        self._apply_filters()

    def _offer_kinds(self) -> None:
        """Offer the kinds that there are; the chosen one stays if it is among them."""
        chosen = self._kind.currentData()
        with QSignalBlocker(self._kind):
            self._kind.clear()
            self._kind.addItem("All entries")
            for kind, count in self._model.counts().items():
                self._kind.addItem(f"{HEADINGS[kind]} ({count:,})", kind.value)
            self._kind.setCurrentIndex(max(0, self._kind.findData(chosen)) if chosen else 0)
        self._kind.view().setMinimumWidth(self._kind.view().sizeHintForColumn(0) + 24)

    def _apply_filters(self) -> None:
        kind = self._kind.currentData()
        self._model.filter_by(self._filter.text(), None if kind is None else EntryKind(kind))
        for row in range(self._model.rowCount()):
            opened = kind is not None or bool(self._filter.text()) or self._model.kind(row) not in _CLOSED_AT_FIRST
            self._entries.setExpanded(self._model.index(row, 0), opened)
            self._entries.setFirstColumnSpanned(row, QModelIndex(), True)

    def _jump(self, index: QModelIndex) -> None:
        entry = self._model.entry(index)
        if entry is not None and entry.launch is not None:
            self._session.select_launches((entry.launch, *entry.others))

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
