"""The pane itself: the list of calculated kernels, the form of the chosen one, and what comes of it."""

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from roofline_gui.model.document import Document
from roofline_gui.model.estimates import FORMULA, WHOLE_STEP
from roofline_gui.model.kernel_edits import named
from roofline_gui.model.machine import Machine
from roofline_gui.model.workload.entry import Entry, KernelEntry
from roofline_gui.model.workload.examples import MACHINE, Example, new_entry, start_of
from roofline_gui.present.palette import Palette
from roofline_gui.session.kernels import Chosen
from roofline_gui.session.session import Session
from roofline_gui.ui.kernels.empty import EmptyPage
from roofline_gui.ui.kernels.inspector import KernelInspector
from roofline_gui.ui.kernels.list_view import KernelList
from roofline_gui.ui.kernels.menus import add_menu, examples_menu
from roofline_gui.ui.widgets.icons import icon

_SLOWEST = 40  # ms between refreshes while something is dragged
_LEAST_LIST, _MOST_LIST, _FORM = 48, 230, 520  # pixels of the list at first, and that the form below keeps of more


class KernelsPane(QWidget):
    """The calculated kernels of a session. `actions` are the commands of the window, of which this pane runs those
    about kernels. step_change_wanted(StepEntry): one is to be changed. shown_wanted: the pane is to come to the front.
    """

    shown_wanted = Signal()
    step_change_wanted = Signal(object)

    def __init__(self, session: Session, palette: Palette, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self.setObjectName("pane")
        self.setMinimumWidth(240)
        self._session = session
        self._desk = session.kernel_desk
        self._actions = actions
        self._examples = examples_menu(self, self.add_example)
        self._add = add_menu(self, self.add_formula, actions["add_model"], self._examples)
        actions["kernel_add"].setMenu(self._add)
        actions["kernel_examples"].setMenu(self._examples)
        self._list = KernelList()
        self._inspector = KernelInspector(session)
        self._empty = EmptyPage(self._add, actions["add_model"], self._examples)
        self._is_stale = True
        self._is_fitted = True
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_SLOWEST)
        self._wait.timeout.connect(self._refresh_results)
        self._lay_out()
        self._connect()
        self.set_colours(palette)
        self._refresh()
        self._show_pins()

    def set_colours(self, palette: Palette) -> None:
        """Draw the icons in the colours of `palette`."""
        self._plus.setIcon(icon("add", palette.text))

    def _lay_out(self) -> None:
        self._plus = QToolButton()
        self._plus.setText("Add")
        self._plus.setObjectName("menuButton")
        self._plus.setProperty("role", "button")
        self._plus.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._plus.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._plus.setMenu(self._add)
        self._plus.setAccessibleName("Add a kernel")
        self._plus.setToolTip(self._actions["kernel_add"].toolTip())
        bar = QHBoxLayout()
        bar.setContentsMargins(10, 8, 8, 8)
        bar.setSpacing(2)
        bar.addWidget(self._plus)
        bar.addStretch(1)
        for name in ("kernel_duplicate", "kernel_remove"):
            button = QToolButton()
            button.setDefaultAction(self._actions[name])
            button.setIconSize(QSize(16, 16))
            button.setAccessibleName(self._actions[name].iconText())
            bar.addWidget(button)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._list)
        self._splitter.addWidget(self._inspector)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setHandleWidth(5)
        self._splitter.splitterMoved.connect(lambda position, index: self._keep_list())
        self._list.setMinimumHeight(_LEAST_LIST)
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self._splitter, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(full)

    def _connect(self) -> None:
        session, desk = self._session, self._desk
        session.document_changed.connect(self._follow)
        session.selection_changed.connect(lambda rows: self._show_pins())
        session.what_if_desk.sliding_changed.connect(lambda sliding: self._refresh_if_stale())
        desk.chosen_changed.connect(lambda chosen: self._show_choice())
        self._list.chosen.connect(desk.choose)
        self._list.renamed.connect(self._rename)
        self._list.shown.connect(desk.show)
        self._list.removal_wanted.connect(self.remove)
        self._list.form_wanted.connect(self._inspector.edit_first)
        self._list.menu_wanted.connect(self._show_menu)
        self._inspector.left.connect(lambda: self._list.setFocus(Qt.FocusReason.OtherFocusReason))
        self._inspector.step_change_wanted.connect(self.step_change_wanted)
        runs: dict[str, Callable[[], object]] = {
            "kernel_add": self.open_add_menu,
            "kernel_duplicate": self.duplicate,
            "kernel_remove": self.remove,
            "kernel_pin": self._inspector.pin,
            "kernel_unpin": self._inspector.unpin,
        }
        for name, run in runs.items():
            self._actions[name].triggered.connect(lambda checked=False, run=run: run())

    # Following

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while the pane could not be seen."""
        super().showEvent(event)
        self._refresh_if_stale()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide another height anew, unless the user divided it."""
        super().resizeEvent(event)
        if self._is_fitted and event.size().height() != event.oldSize().height():
            self._fit_list()

    def _follow(self, old: Document, new: Document) -> None:
        parts = ("kernels", "machine", "ceilings", "what_if", "thresholds", "sources")
        if all(getattr(old, part) is getattr(new, part) for part in parts):
            return
        self._is_stale = True
        if not self.isVisible() and old.kernels is new.kernels:
            return
        if old.kernels is new.kernels and self._session.what_if_desk.sliding:
            if not self._wait.isActive():
                self._wait.start()
            return
        self._refresh()
        if old.sources is not new.sources:
            self._show_pins()

    def _refresh_if_stale(self) -> None:
        if self._is_stale:
            self._refresh()
            self._show_pins()

    def _refresh_results(self) -> None:
        """Show where the same kernels stand under another what-if."""
        self._is_stale = False
        self._list.show_estimates(self._desk.estimates)
        self._inspector.show_result()

    def _refresh(self) -> None:
        self._wait.stop()
        self._is_stale = False
        desk = self._desk
        count = len(desk.entries)
        self._pages.setCurrentIndex(1 if count else 0)
        before = self._list.content_height()
        self._list.show_kernels(desk.entries, desk.estimates, desk.chosen)
        if self._is_fitted and self._list.content_height() != before:
            self._fit_list()
        self._show_kernel()

    def _show_choice(self) -> None:
        self._show_kernel()
        self._show_pins()

    def _show_kernel(self) -> None:
        self._list.select(self._desk.chosen)
        self._inspector.show_chosen(self._desk.chosen)
        chosen = bool(self._list.entries())
        for name in ("kernel_duplicate", "kernel_remove"):
            self._actions[name].setEnabled(chosen)

    def _show_pins(self) -> None:
        can_pin, can_unpin = self._inspector.show_pins()
        self._actions["kernel_pin"].setEnabled(can_pin)
        self._actions["kernel_unpin"].setEnabled(can_unpin)

    def _keep_list(self) -> None:
        """From here on the list has the height that the user gave it."""
        self._is_fitted = False

    def _fit_list(self) -> None:
        """Give the list the room that its rows need; where room is short, the form comes first."""
        height = self._splitter.height()
        wanted = max(_LEAST_LIST, min(self._list.content_height() + 2, max(_MOST_LIST, height - _FORM)))
        self._splitter.setSizes([wanted, max(1, height - wanted)])

    # Commands

    def open_add_menu(self) -> None:
        """Show what can be added."""
        self.shown_wanted.emit()
        button = self._plus if self._desk.entries else self._empty.first
        self._add.popup(button.mapToGlobal(QPoint(0, button.height())))

    def add_formula(self, formula: str) -> None:
        """Add a kernel of a formula, and go on to its parameters."""
        self.shown_wanted.emit()
        self._choose([self._desk.add(new_entry(start_of(formula)))])
        self._inspector.edit_first()

    def add_example(self, example: Example) -> None:
        """Add the kernels of an example; a document without a machine takes that of the example."""
        self.shown_wanted.emit()
        text = f"Add {example.title}"
        self._choose(self._desk.add_all(text, [new_entry(k) for k in example.kernels], self._example_machine()))
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)
        machine = self._session.document.machine
        if machine is not None and machine.id != MACHINE:
            self._session.said.emit(f"The text is about an H100 SXM; here it stands on {machine.name}")

    def duplicate(self) -> None:
        """Add a copy of every selected entry."""
        entries = self._list.entries()
        if entries:
            text = f"Duplicate {entries[0].name}" if len(entries) == 1 else f"Duplicate {len(entries)} kernels"
            self._choose(self._desk.add_all(text, entries))

    def remove(self) -> None:
        """Remove the selected entries, and go on with the one that takes their place."""
        gone = [e.id for e in self._list.entries()]
        if not gone:
            return
        place = next(i for i, e in enumerate(self._desk.entries) if e.id == gone[0])
        self._desk.remove(gone)
        left = self._desk.entries
        if left:
            self._choose([left[min(place, len(left) - 1)].id])

    def copy(self) -> None:
        """Copy how the chosen kernel comes about, line by line."""
        QGuiApplication.clipboard().setText(self._inspector.text())

    def _rename(self, entry: Entry, name: str) -> None:
        wanted = " ".join(name.split())
        if wanted:
            self._desk.put(named(entry, wanted))

    def _choose(self, ids: Iterable[int]) -> None:
        kinds = {e.id: FORMULA if isinstance(e, KernelEntry) else WHOLE_STEP for e in self._desk.entries}
        self._desk.choose(Chosen(entry, kinds[entry]) for entry in ids)

    def _example_machine(self) -> Machine | None:
        return next((m for m in self._session.machines if m.id == MACHINE), None)

    def _show_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entries = self._list.entries()
        if entries:
            shown = all(e.shown for e in entries)
            menu.addAction("&Hide" if shown else "&Show", lambda: self._desk.show([e.id for e in entries], not shown))
            rename = menu.addAction("&Rename", self._list.rename)
            rename.setShortcut(Qt.Key.Key_F2)
            menu.addAction(self._actions["kernel_duplicate"])
            menu.addAction(self._actions["kernel_remove"])
            menu.addSeparator()
            menu.addAction(self._actions["kernel_pin"])
            menu.addAction(self._actions["kernel_unpin"])
            menu.addSeparator()
        menu.addMenu(self._add)
        menu.popup(place)
