"""The menu bar, built from the actions of the book of commands."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from roofline_gui.session.settings import Settings, Theme
from roofline_gui.ui.widgets.text import tip

THEME_NAMES = {Theme.SYSTEM: "As the &system", Theme.LIGHT: "&Light", Theme.DARK: "&Dark"}


def fill_menu_bar(
    bar: QMenuBar,
    actions: Mapping[str, QAction],
    recent: QMenu,
    theme: QMenu,
    machine: QMenu,
    kernels: QMenu,
    panes: Sequence[QAction],
) -> None:
    """Lay out all menus of the window. `panes` show and focus one pane each."""
    exports = ("export_picture", "export_table", "export_calculated", "copy_table")
    _fill(
        bar.addMenu("&File"),
        actions,
        ("new", "open", recent, "example", None, "save", "save_as", None, *exports, None, "quit"),
    )
    _fill(
        bar.addMenu("&Edit"),
        actions,
        ("undo", "redo", None, "copy", "copy_markdown", None, "select_none", "find"),
    )
    view = bar.addMenu("&View")
    picture = ("zoom_in", "zoom_out", "fit", "reset_view")
    _fill(view, actions, (*picture, None, "show_launches", None, "all_levels", "regions", "what_if_strip", None, theme))
    shown = view.addMenu("P&anes")
    shown.addActions(list(panes))
    _fill(view, actions, ("reset_layout", "present"))
    bar.addMenu(machine)
    bar.addMenu(kernels)
    batch, precision = ("batch_up", "batch_down"), ("precision_narrower", "precision_wider")
    others = ("what_if_machine", "what_if_more", "batch_law", None, "what_if_reset")
    _fill(bar.addMenu("&What if"), actions, (*batch, None, *precision, None, *others))
    _fill(bar.addMenu("&Help"), actions, ("collect", "copy_diagnostics", "about"))


def machine_menu(parent: QWidget, actions: Mapping[str, QAction]) -> QMenu:
    """The menu of the machine, for the menu bar and for the pane."""
    menu = QMenu("&Machine", parent)
    edits = ("machine_add", "machine_duplicate", "machine_properties", "machine_clock")
    files = ("machine_open", "machine_save", "machine_save_as", "machine_forget")
    _fill(menu, actions, (*edits, "machine_profile", None, *files, None, "machine_compare", "machine_measured"))
    return menu


def kernels_menu(parent: QWidget, actions: Mapping[str, QAction]) -> QMenu:
    """The menu of calculated kernels; the pane fills in the formulas and examples that can be added."""
    menu = QMenu("&Kernels", parent)
    edits, ideals = ("kernel_duplicate", "kernel_remove"), ("kernel_pin", "kernel_unpin")
    _fill(menu, actions, ("kernel_add", "kernel_examples", "add_model", None, *edits, None, *ideals))
    return menu


def theme_menu(parent: QWidget, current: Theme, choose: Callable[[Theme], None]) -> QMenu:
    """A menu of the three themes."""
    menu = QMenu("&Theme", parent)
    group = QActionGroup(menu)
    for theme, name in THEME_NAMES.items():
        choice = menu.addAction(name)
        choice.setCheckable(True)
        choice.setChecked(theme is current)
        choice.triggered.connect(lambda checked=False, theme=theme: choose(theme))
        group.addAction(choice)
    return menu


def recent_menu(parent: QWidget, settings: Settings, clear: QAction, open_file: Callable[[Path], None]) -> QMenu:
    """A menu of the files opened before, filled anew each time it opens."""
    menu = QMenu("Open &recent", parent)
    menu.setToolTipsVisible(True)

    def fill() -> None:
        menu.clear()
        for path in settings.recent_files:
            entry = menu.addAction(path.name.replace("&", "&&"))
            entry.setToolTip(tip(str(path)))
            entry.triggered.connect(lambda checked=False, path=path: open_file(path))
        if not settings.recent_files:
            menu.addAction("No files yet").setEnabled(False)
            return
        menu.addSeparator()
        menu.addAction(clear)

    menu.aboutToShow.connect(fill)
    return menu


def _fill(menu: QMenu, actions: Mapping[str, QAction], entries: Sequence[str | QMenu | None]) -> None:
    for entry in entries:
        if entry is None:
            menu.addSeparator()
        elif isinstance(entry, QMenu):
            menu.addMenu(entry)
        else:
            menu.addAction(actions[entry])
