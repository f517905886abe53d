"""The window: puts panes, canvas, menus and the session together."""

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from roofline_gui.model.document import Document, only_what_if_differs
from roofline_gui.present.palette import Palette
from roofline_gui.resources import EXAMPLE_PROFILE
from roofline_gui.session.files import DocumentFile
from roofline_gui.session.messages import Message, Severity
from roofline_gui.session.session import Session
from roofline_gui.ui.canvas.canvas import RooflineCanvas
from roofline_gui.ui.canvas.link import CanvasLink
from roofline_gui.ui.canvas_bar import BUTTONS, CanvasBar
from roofline_gui.ui.exporting import Exporting
from roofline_gui.ui.filing import Filing
from roofline_gui.ui.menus import fill_menu_bar, kernels_menu, machine_menu, recent_menu, theme_menu
from roofline_gui.ui.message_bar import MessageBar
from roofline_gui.ui.panes import Panes, connect
from roofline_gui.ui.shortcuts import Shortcuts
from roofline_gui.ui.status import StatusBar
from roofline_gui.ui.what_if import WhatIfControls
from roofline_gui.ui.widgets.commands import COMMANDS, action
from roofline_gui.ui.widgets.file_dialogs import FileDialogs
from roofline_gui.ui.widgets.first_paint import FirstPaint
from roofline_gui.ui.widgets.icons import icon, program_icon
from roofline_gui.ui.widgets.theme import ThemeSwitch

ZOOM_STEP = 1.25
USUAL_SIZE, MARGIN = QSize(1600, 980), 0.92  # of the screen; smaller screens get a maximised window
SMALL_SCREEN = 1440
PICTURE_SHARE = 0.4  # of the height of the window, which panes and bars leave to the picture
PRESENTATION_TEXT, WINDOW_TEXT = 19, 12  # pixels


class MainWindow(QMainWindow):
    """Shows a session. `files` asks about files, `file` keeps the document.

    `first_painted` is emitted once the window can be seen and has its panes.
    """

    first_painted = Signal()

    def __init__(
        self,
        session: Session,
        theme: ThemeSwitch,
        files: FileDialogs | None = None,
        file: DocumentFile | None = None,
    ) -> None:
        super().__init__()
        self._session = session
        self._theme = theme
        self.document_file = file or DocumentFile(session)
        self._files = files or FileDialogs()
        self.filing = Filing(self, session, self.document_file, self._files)
        self._exporting = Exporting(self, session, self._files)
        self._shown = False
        self._before_presentation: tuple[QByteArray, Qt.WindowState] | None = None
        self.setAcceptDrops(True)
        self.setWindowIcon(program_icon())
        self.setDockOptions(self.dockOptions() | QMainWindow.DockOption.AllowNestedDocks)
        palette = theme.palette
        self.canvas = RooflineCanvas(palette=palette)
        self._canvas_link = CanvasLink(session, self.canvas)
        self._messages = MessageBar(session, palette, self.canvas)
        self._panes = Panes(self, session, theme)
        self._actions = self._make_actions()
        self._machine_menu = machine_menu(self, self._actions)
        self._bar = CanvasBar(session, self._actions)
        self._what_if = WhatIfControls(session, self._actions, self, self.canvas)
        self._status = StatusBar(session)
        self._lay_out()
        self._fill_menus()
        self._draw_icons(palette, BUTTONS)  # those of the menus come after the first paint
        self._dress(palette)
        session.document_changed.connect(self._show_document)
        self.document_file.changed.connect(self._show_title)
        session.selection_changed.connect(lambda rows: self._offer_launches())
        session.messages_changed.connect(self._note_dismissal)
        theme.changed.connect(self._dress)
        theme.changed.connect(lambda palette: self._draw_icons(palette, COMMANDS))
        self.canvas.setFocus()
        self._show_document(session.document, session.document)

    # Building

    def _make_actions(self) -> dict[str, QAction]:
        """Every command of the book as an action of this window."""
        does: dict[str, Callable[[], object]] = {
            "new": self.filing.new,
            "open": self.filing.choose_and_open,
            "save": self.filing.save,
            "save_as": self.filing.save_as,
            "example": lambda: self._session.open([EXAMPLE_PROFILE]),
            "clear_recent": self._session.settings.clear_recent_files,
            "export_picture": self.export_picture,
            "export_table": self._exporting.export_table,
            "export_calculated": self._exporting.export_calculated,
            "quit": self.close,
            "select_none": lambda: self._session.select(()),
            "zoom_in": lambda: self.canvas.zoom(ZOOM_STEP),
            "zoom_out": lambda: self.canvas.zoom(1 / ZOOM_STEP),
            "fit": self.canvas.fit,
            "reset_view": self.canvas.reset_view,
            "present": self.toggle_presentation,
            "reset_layout": self._panes.restore_first,
            "collect": self.show_collect,
            "copy_diagnostics": self.copy_diagnostics,
            "about": self.show_about,
        }
        actions = {name: action(name, self) for name in COMMANDS}
        stack = self._session.undo_stack
        for name, made in (
            ("undo", stack.createUndoAction(self, "&Undo")),
            ("redo", stack.createRedoAction(self, "&Redo")),
        ):
            made.setShortcuts(actions[name].shortcuts())
            actions[name] = made
        for name, run in does.items():
            connect(actions[name], run)
        self.addActions(list(actions.values()))
        Shortcuts(self)
        return actions

    def _lay_out(self) -> None:
        centre = QWidget()
        centre.setObjectName("central")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        above = (self._messages, self._bar, self._what_if.above)
        for widget, stretch in (*((w, 0) for w in above), (self.canvas, 1), (self._what_if.below, 0)):
            column.addWidget(widget, stretch)
        self.setCentralWidget(centre)
        self.setStatusBar(self._status)
        self.resize(self._first_size())
        self.restoreGeometry(self._session.settings.layout("window"))
        self._panes.remember_first()

    def complete(self) -> None:
        """Put the panes into their docks. They come after the first paint, which their making would delay."""
        self._canvas_link.complete()
        self._draw_icons(self._theme.palette, COMMANDS)
        self._panes.complete(self._actions, self._machine_menu, self._files)
        self._what_if.complete(self._theme.palette)
        self._accept_drops_only_here()
        self.first_painted.emit()

    def _first_size(self) -> QSize:
        available = self.screen().availableSize()
        if available.width() <= SMALL_SCREEN:
            self.setWindowState(Qt.WindowState.WindowMaximized)
        return USUAL_SIZE.boundedTo(available * MARGIN)

    def _fill_menus(self) -> None:
        settings = self._session.settings
        recent = recent_menu(self, settings, self._actions["clear_recent"], lambda path: self.filing.open([path]))
        fill_menu_bar(
            self.menuBar(),
            self._actions,
            recent,
            theme_menu(self, self._theme.theme, self._theme.choose),
            self._machine_menu,
            kernels_menu(self, self._actions),
            self._panes.menu_entries(self.canvas.setFocus),
        )

    def _accept_drops_only_here(self) -> None:
        """Children would take dropped files as text; the window takes them all."""
        for child in self.findChildren(QWidget):
            child.setAcceptDrops(False)

    # Following

    def _dress(self, palette: Palette) -> None:
        self.canvas.set_palette(palette)
        self._messages.set_colours(palette)
        self._panes.set_colours(palette)
        self._what_if.set_colours(palette)

    def _draw_icons(self, palette: Palette, commands: Iterable[str]) -> None:
        for name in commands:
            if drawing := COMMANDS[name].icon:
                self._actions[name].setIcon(icon(drawing, palette.text))

    def _show_document(self, old: Document, new: Document) -> None:
        self._show_title()
        if old is not new and not _example_comes(old, new):
            self._withdraw_hint()
        if old is not new and only_what_if_differs(old, new):
            return
        judged = self._session.analysis is not None
        for name in ("export_table", "copy_table", "find"):
            self._actions[name].setEnabled(judged)
        calculated = new.machine is not None and any(entry.shown for entry in new.kernels)
        self._actions["export_calculated"].setEnabled(calculated)
        for name in ("copy", "copy_markdown", "export_picture", "fit"):
            self._actions[name].setEnabled(judged or calculated)
        self._offer_launches()

    def _offer_launches(self) -> None:
        self._actions["show_launches"].setEnabled(self._session.can_show_launches)

    def _show_title(self) -> None:
        name = self.filing.name.replace("[*]", "[*][*]")  # Qt puts the mark of changes where a title has one of these
        self.setWindowTitle(f"{name}[*] – Roofline" if name else "Roofline[*]")
        if self.isWindowModified() is not self.document_file.is_modified:  # Qt passes the same value on, too
            self.setWindowModified(self.document_file.is_modified)

    # Commands

    def export_picture(self) -> None:
        """Ask for options and a name, and write the picture."""
        self._exporting.export_picture(self._theme.palette, self.canvas.frame)

    def show_collect(self) -> None:
        """Show how to collect a profile, for the GPUs of the document where they are known."""
        from roofline_gui.ui.collect_dialog import CollectDialog

        document = self._session.document
        seen = [device for source in document.sources for device in source.profile.devices]
        if document.machine is not None:
            seen.append((document.machine.name, document.machine.compute_capability))
        CollectDialog(seen, self).exec()

    def show_about(self) -> None:
        """Show name, version and licences."""
        from roofline_gui.ui.about_dialog import AboutDialog  # for the time after the first paint

        AboutDialog(self).exec()

    def copy_diagnostics(self) -> None:
        """Copy what a report of a problem needs to say of program and computer."""
        from roofline_gui.session.diagnostics import diagnostics
        from roofline_gui.ui.widgets.display import describe_display

        QGuiApplication.clipboard().setText(diagnostics(describe_display()))
        self._session.said.emit("Copied the diagnostics")

    def show_hint(self) -> None:
        """Say what to try with the example, until it was put away once; it goes with the first change."""
        if not self._session.settings.hint_dismissed:
            self._hint = Message(
                Severity.HINT,
                "Example: a decode step on an H200. Click a dot or a row. Drop your own ncu CSV anywhere.",
            )
            self._session.tell(self._hint)

    _hint: Message | None = None

    def _note_dismissal(self) -> None:
        if self._hint is not None and self._hint not in self._session.messages:
            self._session.settings.hint_dismissed = True
            self._hint = None

    def _withdraw_hint(self) -> None:
        """The document is no longer the plain example that the hint is about."""
        hint, self._hint = self._hint, None
        if hint is not None:
            self._session.dismiss(hint)

    # Presentation

    def toggle_presentation(self) -> None:
        """The picture alone on the whole screen in large type, or back."""
        presenting = self._before_presentation is None
        if presenting:
            self._before_presentation = (self._panes.hide(), self.windowState())
        for widget in (self.menuBar(), self._status, self._bar, self._messages):
            widget.setVisible(not presenting)
        self._what_if.set_presenting(presenting)
        self.canvas.set_text_size(PRESENTATION_TEXT if presenting else WINDOW_TEXT)
        self._actions["present"].setChecked(presenting)
        if presenting:
            self.showFullScreen()
            self.canvas.setFocus()
        elif self._before_presentation is not None:
            state, window_state = self._before_presentation
            self._before_presentation = None
            self.setWindowState(window_state)
            self._panes.restore(state)
            self._messages.setVisible(bool(self._session.messages))

    # Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        """Watch for the first paint."""
        super().showEvent(event)
        if not self._shown:
            self._shown = True
            FirstPaint(self.windowHandle(), self.complete)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for the picture."""
        super().resizeEvent(event)
        self.canvas.setMinimumHeight(round(PICTURE_SHARE * event.size().height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends the presentation."""
        if event.key() == Qt.Key.Key_Escape and self._before_presentation is not None:
            self.toggle_presentation()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if _dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the files."""
        paths = _dropped(event)
        if paths:
            event.acceptProposedAction()
            self.filing.open(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save what is to be saved, remember the layout and stop what runs."""
        if not self.filing.may_close():
            event.ignore()
            return
        if self._before_presentation is not None:
            self.toggle_presentation()
        self._session.settings.set_layout("window", self.saveGeometry())
        self._panes.close()
        self._session.close()
        self.document_file.close()
        super().closeEvent(event)


def _example_comes(old: Document, new: Document) -> bool:
    """Whether this is no more than the example opened into an empty document."""
    paths = [source.profile.path for source in new.sources]
    return not old.sources and paths == [str(EXAMPLE_PROFILE)]


def _dropped(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
