"""The list of sources: shown or hidden, named, judged and removed by mouse or keyboard."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QMenu

from roofline_gui.model.document import Document
from roofline_gui.model.machine import Machine
from roofline_gui.model.source import Source
from roofline_gui.session.session import Session
from roofline_gui.ui.profile.reading_menu import fill_reading_menu
from roofline_gui.ui.profile.source_delegate import ROW_HEIGHT, SourceDelegate
from roofline_gui.ui.profile.source_model import SourceModel

MOST_ROWS = 4.5  # seen at once: half a row says that there are more


class SourceList(QListView):
    """The sources of a session."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._desk = session.source_desk
        self._model = SourceModel()
        self.setModel(self._model)
        delegate = SourceDelegate(self)
        self.setItemDelegate(delegate)
        self.setObjectName("sources")
        self.setAccessibleName("Profiles")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.DoubleClicked)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._model.renamed.connect(self._desk.rename)
        self._model.shown.connect(self._show)
        delegate.machine_wanted.connect(self._choose_machine)
        delegate.removal_wanted.connect(lambda index: self._remove([self._model.source(index)]))
        self.customContextMenuRequested.connect(self._show_menu)
        self.show_document(session.document)

    def show_document(self, document: Document) -> None:
        """Show the sources of `document`."""
        self._model.show_document(document)
        rows = self._model.rowCount()
        self.setFixedHeight(round(ROW_HEIGHT * min(rows, MOST_ROWS)))
        self.setVisible(rows > 0)

    def chosen(self) -> list[Source]:
        """The selected sources, in order; without a selection the one that keys go to."""
        indexes = sorted(self.selectedIndexes(), key=QModelIndex.row) or [self.currentIndex()]
        return [self._model.source(i) for i in indexes if i.isValid()]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space shows or hides what is selected, Delete removes it."""
        chosen = self.chosen()
        if event.key() == Qt.Key.Key_Space and chosen:
            self._desk.show(chosen, not all(s.shown for s in chosen))
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and chosen:
            self._remove(chosen)
        else:
            super().keyPressEvent(event)

    def _show(self, source: Source, shown: bool) -> None:
        """A click on the box of one of several selected sources means all of them."""
        chosen = self.chosen()
        self._desk.show(chosen if source in chosen else [source], shown)

    def _remove(self, sources: Sequence[Source]) -> None:
        """Remove `sources` and go on with the one that takes their place."""
        row = self.currentIndex().row()
        self._desk.remove(sources)
        self.setCurrentIndex(self._model.index(min(row, self._model.rowCount() - 1)))

    def _rename(self, source: Source) -> None:
        if source in self._desk.sources:
            self.edit(self._model.index(self._desk.sources.index(source)))

    # Menus

    def _choose_machine(self, index: QModelIndex, place: QRect) -> None:
        menu = self._new_menu()
        self._fill_machines(menu, [self._model.source(index)])
        menu.popup(self.viewport().mapToGlobal(place.bottomLeft()))

    def _show_menu(self, position: QPoint) -> None:
        index = self.indexAt(position)
        if not index.isValid():
            index = self.currentIndex()  # the key of the menu asks at no place in particular
            position = self.visualRect(index).center()
        if not index.isValid():
            return
        chosen = self.chosen()
        if self._model.source(index) not in chosen:
            chosen = [self._model.source(index)]
        menu = self._new_menu()
        self._fill_menu(menu, chosen)
        menu.popup(self.viewport().mapToGlobal(position))

    def _new_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _fill_menu(self, menu: QMenu, chosen: Sequence[Source]) -> None:
        sources = self._desk.sources
        is_shown = all(s.shown for s in chosen)
        menu.addAction("&Hide" if is_shown else "&Show", lambda: self._desk.show(chosen, not is_shown))
        only = menu.addAction(
            "Show &only this one" if len(chosen) == 1 else "Show &only these", lambda: self._desk.show_only(chosen)
        )
        only.setEnabled(any(s.shown is not (s in chosen) for s in sources))
        every = menu.addAction("Show &all", lambda: self._desk.show(sources, True))
        every.setEnabled(not all(s.shown for s in sources))
        menu.addSeparator()
        self._fill_machines(menu.addMenu("&Judge on"), chosen)
        rename = menu.addAction("&Rename", lambda: self._rename(chosen[0]))
        rename.setShortcut(Qt.Key.Key_F2)
        rename.setEnabled(len(chosen) == 1)
        reading = menu.addMenu("R&ead again")
        reading.setToolTipsVisible(True)
        reading.setEnabled(len(chosen) == 1 and bool(chosen[0].profile.path))
        if reading.isEnabled():
            fill_reading_menu(reading, self._desk, chosen[0])
        menu.addSeparator()
        remove = menu.addAction("Re&move", lambda: self._remove(chosen))
        remove.setShortcut(Qt.Key.Key_Delete)

    def _fill_machines(self, menu: QMenu, chosen: Sequence[Source]) -> None:
        """The document's machine, the likely ones, then all others by origin and vendor."""
        document = self._session.document
        now = {s.machine for s in chosen}
        usual = document.machine

        def add(to: QMenu, text: str, machine: Machine | None) -> None:
            action = QAction(text.replace("&", "&&"), to)
            action.setCheckable(True)
            action.setChecked(now == {machine})
            action.triggered.connect(lambda: self._desk.judge(chosen, machine))
            to.addAction(action)

        if usual is not None:
            add(menu, f"The document’s machine ({usual.name})", None)
        likely = [found for s in chosen if (found := self._desk.own_machine(s)) is not None]
        likely += [s.machine for s in chosen if s.machine is not None]
        for machine in dict.fromkeys(likely):
            if machine != usual:
                add(menu, machine.name, machine)
        menu.addSeparator()
        for choice in self._session.machine_desk.choices:
            vendors = dict.fromkeys(m.vendor for m in choice.machines)
            by_vendor = len(choice.machines) > 12
            for vendor in vendors if by_vendor else (choice.title,):
                part = menu.addMenu((vendor or "Others").replace("&", "&&"))
                for machine in choice.machines:
                    if not by_vendor or machine.vendor == vendor:
                        add(part, machine.name, machine)
