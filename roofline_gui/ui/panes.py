"""The panes around the picture: which there are, where their docks stand at first, and what connects them."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QByteArray, QObject, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QTabWidget, QWidget

from roofline_gui.present.palette import Palette
from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.dock import Dock
from roofline_gui.ui.widgets.file_dialogs import FileDialogs
from roofline_gui.ui.widgets.theme import ThemeSwitch

if TYPE_CHECKING:
    from roofline_gui.io.model_input import ModelInput
    from roofline_gui.model.workload.entry import StepEntry

LAYOUT_VERSION = 2  # raise when docks change, so that a stored layout of other docks is not restored
_LEFT, _RIGHT, _BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
_SIZES = {_LEFT: QSize(286, 400), _RIGHT: QSize(332, 400), _BOTTOM: QSize(700, 262)}
_SIDES = {_LEFT: "left", _RIGHT: "right", _BOTTOM: "bottom"}  # in the settings
_MOST = {_LEFT: 0.23, _RIGHT: 0.26, _BOTTOM: 0.4}  # of the window, for what was set in a larger one


class _Place(NamedTuple):
    name: str
    title: str
    area: Qt.DockWidgetArea


# Docks of one area share it as tabs, the first one in front. The order is that of Ctrl+1, Ctrl+2, …
_PLACES = (
    _Place("machine", "Machine", _LEFT),
    _Place("kernels", "Kernels", _LEFT),
    _Place("profile", "Profile", _LEFT),
    _Place("diagnosis", "Diagnosis", _RIGHT),
    _Place("table", "Performance table", _BOTTOM),
    _Place("calculated", "Calculated kernels", _BOTTOM),
)


class Panes(QObject):
    """The docks of `window`, empty until `complete` puts the panes in: these come after the first paint."""

    def __init__(self, window: QMainWindow, session: Session, theme: ThemeSwitch) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._theme = theme
        self._closing: list[Callable[[], None]] = []
        self._docks = {p.name: Dock(p.name, p.title, _SIZES[p.area], window) for p in _PLACES}
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
        front: dict[Qt.DockWidgetArea, Dock] = {}
        for place in _PLACES:
            dock = self._docks[place.name]
            window.addDockWidget(place.area, dock)
            if place.area in front:
                window.tabifyDockWidget(front[place.area], dock)
            front.setdefault(place.area, dock)
        self._front = tuple(front.values())
        self._raise_front()

    def remember_first(self) -> None:
        """Take the layout as it is now for the first one, and put back the one of the last run."""
        self._first_layout = self._window.saveState(LAYOUT_VERSION)
        self._window.restoreState(self._session.settings.layout("docks"), LAYOUT_VERSION)

    def restore_first(self) -> None:
        """Put every pane back where it was at the first start."""
        self._window.restoreState(self._first_layout, LAYOUT_VERSION)
        for dock in self._docks.values():
            dock.show()
        self._raise_front()
        self._resize()

    def hide(self) -> QByteArray:
        """Hide all panes; returns what `restore` needs to show them as they are."""
        state: QByteArray = self._window.saveState(LAYOUT_VERSION)
        for dock in self._docks.values():
            dock.hide()
        return state

    def restore(self, state: QByteArray) -> None:
        """Show the panes as they were."""
        self._window.restoreState(state, LAYOUT_VERSION)
        for dock in self._docks.values():
            dock.choose_bar()

    def close(self) -> None:
        """Remember the layout of the docks and of what is in them."""
        settings = self._session.settings
        settings.set_layout("docks", self._window.saveState(LAYOUT_VERSION))
        for area, side in _SIDES.items():
            for dock in self._docks_at(area):
                settings.set_pane_size(side, _along(area, dock.size()))
        for close in self._closing:
            close()

    def set_colours(self, palette: Palette) -> None:
        """Follow the theme."""
        for dock in self._docks.values():
            dock.set_colours(palette)

    def menu_entries(self, show_picture: Callable[[], None]) -> list[QAction]:
        """Entries that show and focus one pane each, or the picture, and entries that show and hide them."""
        goes: list[tuple[str, Callable[[], None]]] = [(d.windowTitle(), d.show_and_focus) for d in self._docks.values()]
        entries = []
        for i, (title, run) in enumerate((*goes, ("Picture", show_picture)), start=1):
            go = QAction(f"&{i}  {title}", self._window)
            go.setShortcut(f"Ctrl+{i}")
            go.setStatusTip(f"Show and focus: {title}")
            go.triggered.connect(run)
            entries.append(go)
        line = QAction(self._window)
        line.setSeparator(True)
        entries.append(line)
        for dock in self._docks.values():
            toggle = dock.toggleViewAction()
            toggle.setText(f"Show {dock.windowTitle().lower()}")
            entries.append(toggle)
        return entries

    def complete(self, actions: Mapping[str, QAction], machine_menu: QMenu, files: FileDialogs) -> None:
        """Put the panes into their docks and connect `actions` to them."""
        from roofline_gui.ui.diagnosis import DiagnosisPane
        from roofline_gui.ui.kernels import KernelsPane
        from roofline_gui.ui.machine import MachinePane
        from roofline_gui.ui.profile import ProfilePane
        from roofline_gui.ui.step_table import StepTablePane
        from roofline_gui.ui.table import TablePane

        session, theme, docks = self._session, self._theme, self._docks
        machine = MachinePane(session, theme.palette, actions, machine_menu, files)
        kernels = KernelsPane(session, theme.palette, actions)
        profile = ProfilePane(session)
        diagnosis = DiagnosisPane(session, theme.palette)
        table = TablePane(session, theme.palette)
        calculated = StepTablePane(session)
        for name, pane in (
            ("machine", machine),
            ("kernels", kernels),
            ("profile", profile),
            ("diagnosis", diagnosis),
            ("table", table),
            ("calculated", calculated),
        ):
            docks[name].setWidget(pane)
        for coloured in (machine, kernels, diagnosis, table):
            theme.changed.connect(coloured.set_colours)
        for listed in (table, calculated):
            listed.chosen.connect(docks["diagnosis"].show)
            self._closing.append(listed.save_layout)
        docks["calculated"].visibilityChanged.connect(lambda seen: calculated.catch_up())
        calculated.export_wanted.connect(actions["export_calculated"].trigger)
        session.kernel_desk.models_read.connect(lambda models: self._ask_model(files, models))

        kernels.shown_wanted.connect(docks["kernels"].show_and_focus)
        kernels.step_change_wanted.connect(lambda entry: self._ask_model(files, entry=entry))

        def seen_table() -> TablePane | StepTablePane:
            """The table with the keyboard, else the one in front."""
            behind = table.visibleRegion().isEmpty() and not calculated.visibleRegion().isEmpty()
            return calculated if behind or _has_focus(calculated) else table

        def copy() -> None:
            if _has_focus(profile):
                profile.copy()
            elif _has_focus(kernels):
                kernels.copy()
            else:
                seen_table().copy_selection()

        def find() -> None:
            docks["table"].show()
            docks["table"].raise_()
            table.focus_filter()

        runs: dict[str, Callable[[], None]] = {
            "copy": copy,
            "copy_markdown": lambda: seen_table().copy_markdown(),
            "copy_table": table.copy_all,
            "find": find,
            "show_launches": table.show_launches,
            "add_model": lambda: self._ask_model(files),
        }
        for name, run in runs.items():
            connect(actions[name], run)
        self._resize(as_before=True)

    def _ask_model(
        self, files: FileDialogs, models: Sequence["ModelInput"] = (), entry: "StepEntry | None" = None
    ) -> None:
        """Ask for a whole model step, one of `models` where some were opened, and show its operations; or for changes
        of `entry`.
        """
        from roofline_gui.ui.workload_dialog import ask_workload

        dialog = ask_workload(self._window, self._session, entry, models=models, files=files)
        dialog.accepted.connect(self._show_calculated)

    def _show_calculated(self) -> None:
        self._docks["calculated"].show()
        self._docks["calculated"].raise_()

    def _raise_front(self) -> None:
        for dock in self._front:
            dock.raise_()

    def _docks_at(self, area: Qt.DockWidgetArea) -> list[Dock]:
        """One dock of those that can be seen at a side; of tabs, all have the same size."""
        docks = [d for d in self._docks.values() if self._window.dockWidgetArea(d) == area]
        return [d for d in docks if not (d.isHidden() or d.isFloating() or d.visibleRegion().isEmpty())][:1]

    def _resize(self, *, as_before: bool = False) -> None:
        """Give the panes their first sizes, or those of the last run as far as this window has room: what Qt restores
        is squeezed where the window was larger then.
        """
        for area, size in _SIZES.items():
            wanted = _along(area, size)
            if before := self._session.settings.pane_size(_SIDES[area]) if as_before else 0:
                wanted = min(before, max(wanted, round(_MOST[area] * _along(area, self._window.size()))))
            docks = self._docks_at(area)
            across = Qt.Orientation.Vertical if area is _BOTTOM else Qt.Orientation.Horizontal
            self._window.resizeDocks(docks, [wanted] * len(docks), across)


def _along(area: Qt.DockWidgetArea, size: QSize) -> int:
    """The width of what stands at a side, the height of what stands at the bottom."""
    return size.height() if area is _BOTTOM else size.width()


def _has_focus(pane: QWidget) -> bool:
    focus = QApplication.focusWidget()
    return focus is not None and pane.isAncestorOf(focus)


def connect(action: QAction, run: Callable[[], object]) -> None:
    """Let `action` run `run`, which takes no arguments."""
    action.triggered.connect(lambda checked=False: run())
