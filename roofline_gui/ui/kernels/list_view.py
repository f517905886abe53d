"""The list of calculated kernels: chosen, shown or hidden, named and removed by mouse or keyboard."""

from collections.abc import Iterable

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTreeView

from roofline_gui.model.estimates import Estimates
from roofline_gui.model.workload.entry import Entry
from roofline_gui.session.kernels import Chosen
from roofline_gui.ui.kernels.list_delegate import KernelDelegate
from roofline_gui.ui.kernels.list_model import KernelListModel


class KernelList(QTreeView):
    """chosen(frozenset of Chosen): the user selected these. renamed(Entry, str), shown(list of ids, bool) and
    removal_wanted are wishes. form_wanted: Enter was pressed. menu_wanted(QPoint): a menu is to open there, on screen.
    """

    chosen = Signal(object)
    renamed = Signal(object, str)
    shown = Signal(object, bool)
    removal_wanted = Signal()
    form_wanted = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self._model = KernelListModel()
        self.setModel(self._model)
        self.setItemDelegate(KernelDelegate(self))
        self.setObjectName("kernels")
        self.setAccessibleName("Calculated kernels")
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setIndentation(14)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setExpandsOnDoubleClick(False)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.DoubleClicked)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._want_menu)
        self._model.renamed.connect(self.renamed)
        self._model.shown.connect(self._show_all)
        self.selectionModel().selectionChanged.connect(lambda new, old: self.chosen.emit(self._selected()))
        self.clicked.connect(lambda index: self.chosen.emit(self._selected()))  # what is chosen already is meant anew

    def show_kernels(self, entries: tuple[Entry, ...], estimates: Estimates | None, chosen: Iterable[Chosen]) -> None:
        """Show `entries` with `chosen` selected; steps that were open stay open."""
        opened = {self._model.entry(i).id for i in self._model.steps if self.isExpanded(i)}
        with QSignalBlocker(self):
            self._model.show_kernels(entries, estimates)
            steps = self._model.steps
            self.setRootIsDecorated(bool(steps))
            for index in steps:
                self.setExpanded(index, self._model.entry(index).id in opened)
        self.select(chosen)

    def show_estimates(self, estimates: Estimates | None) -> None:
        """Let the same kernels stand where `estimates` say."""
        self._model.show_estimates(estimates)

    def select(self, chosen: Iterable[Chosen]) -> None:
        """Select the rows of `chosen`, and show the first of them."""
        wanted = frozenset(chosen)
        if wanted == self._selected():
            return
        indexes = self._model.indexes(wanted)
        selection = QItemSelection()
        for index in indexes:
            selection.select(index, index)
        with QSignalBlocker(self):
            flag = QItemSelectionModel.SelectionFlag
            self.selectionModel().select(selection, flag.ClearAndSelect)
            if indexes:
                self.selectionModel().setCurrentIndex(indexes[0], flag.NoUpdate)
                self.scrollTo(indexes[0])
        self.viewport().update()

    def entries(self) -> list[Entry]:
        """The selected entries, in order; operations do not count."""
        rows = sorted(i.row() for i in self.selectedIndexes() if not i.parent().isValid())
        return [self._model.entry(self._model.index(row, 0)) for row in rows]

    def rename(self) -> None:
        """Edit the name of the current entry in its place."""
        if self.currentIndex().isValid() and not self.currentIndex().parent().isValid():
            self.edit(self.currentIndex())

    def content_height(self) -> int:
        """Pixels that all visible rows take."""
        height, index = 0, self._model.index(0, 0)
        while index.isValid():
            height += self.rowHeight(index)
            index = self.indexBelow(index)
        return height

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space shows or hides what is selected, Delete removes it, Enter goes on to the form."""
        chosen = self.entries()
        if self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space and chosen:
            self.shown.emit([e.id for e in chosen], not all(e.shown for e in chosen))
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and chosen:
            self.removal_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.form_wanted.emit()
        else:
            super().keyPressEvent(event)

    def _selected(self) -> frozenset[Chosen]:
        return frozenset(self._model.chosen(i) for i in self.selectedIndexes())

    def _show_all(self, entry: Entry, shown: bool) -> None:
        """A click on the eye of one of several selected entries means all of them."""
        chosen = [e.id for e in self.entries()]
        self.shown.emit(chosen if entry.id in chosen else [entry.id], shown)

    def _want_menu(self, position: QPoint) -> None:
        if not self.indexAt(position).isValid():  # the key of the menu asks at no place in particular
            position = self.visualRect(self.currentIndex()).center()
        self.menu_wanted.emit(self.viewport().mapToGlobal(position))
