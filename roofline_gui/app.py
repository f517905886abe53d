"""The desktop program: wires session and window, and runs them.

Qt is imported by the functions and not with the module: without a display nothing of it is needed.
"""

import builtins
import gc
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from roofline_gui.resources import EXAMPLE_PROFILE
from roofline_gui.system import CANNOT_START, has_display, no_display, qt_not_loaded, window_not_opened

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from roofline_gui.io.user_machines import UserMachines
    from roofline_gui.session.diagnostics import Failure
    from roofline_gui.session.failures import Failures, Rescue
    from roofline_gui.session.messages import Message
    from roofline_gui.session.session import Session
    from roofline_gui.session.settings import Settings
    from roofline_gui.ui.application import Application
    from roofline_gui.ui.main_window import MainWindow


def run(paths: Sequence[Path]) -> int:
    """Open the window with these files, or with the bundled example; returns the exit code of the program.

    Where the system lacks a display or a library that Qt needs, the user is told what to install.
    """
    on_linux = sys.platform.startswith("linux")
    if on_linux and not has_display(os.environ):
        return _cannot_start(no_display())
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's own handler waits until Qt calls Python again
    try:
        from roofline_gui.session.log import QtMessages, log_to_file, log_to_terminal, state_folder

        log_to_terminal()
        qt_messages = QtMessages(lambda said: os._exit(_cannot_start(window_not_opened(os.environ, said))))
        application, window, session = create_window()
    except ImportError as error:
        return _cannot_start(qt_not_loaded(error))
    qt_messages.release()
    watch_failures(window, session)

    def start() -> None:
        log_to_file(state_folder())
        if not session.settings.are_kept:
            session.tell(settings_not_kept(session.settings))
        files = [*paths, *application.take_files(window.filing.open)]
        window.filing.open(files or [EXAMPLE_PROFILE], first=True)
        if not files:
            window.show_hint()
        keep_unsaved(application, window, session)

    window.first_painted.connect(start)
    window.show()
    return application.exec()


def _cannot_start(words: str) -> int:
    """Tell why there is no window; returns the exit code."""
    if sys.stderr is not None:
        sys.stderr.write(f"roofline-gui: {words}\n")
        sys.stderr.flush()
    return CANNOT_START


def create_window() -> "tuple[Application, MainWindow, Session]":
    """The application and its window, with nothing opened yet."""
    # Until the window is there objects are only made, and a collection that finds nothing to free costs a tenth of the
    # time to the first paint.
    gc.disable()
    from PySide6.QtCore import QSettings

    use_plain_imports()
    from roofline_gui.session.session import Session
    from roofline_gui.session.settings import Settings
    from roofline_gui.ui.application import Application
    from roofline_gui.ui.main_window import MainWindow
    from roofline_gui.ui.widgets.theme import ThemeSwitch, prepare

    application = Application(sys.argv[:1])
    prepare(application)
    settings = Settings(QSettings())
    session = Session(settings, own_machines=_own_machines)
    window = MainWindow(session, ThemeSwitch(application, settings))
    window.first_painted.connect(gc.enable)
    return application, window, session


def use_plain_imports() -> None:
    """Undo what PySide6 does to imports: it reads the source of every module, in search of a switch of its own (the
    features ``snake_case`` and ``true_property``) that nothing here uses, for a tenth of the time to the first paint.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def _own_machines() -> "UserMachines":
    from roofline_gui.session.machines import open_user_machines  # imports what the first paint can spare

    return open_user_machines()


def keep_unsaved(application: "QApplication", window: "MainWindow", session: "Session") -> None:
    """Keep unsaved changes against a crash until the program ends in peace; offer those of an earlier run."""
    from roofline_gui.session.autosave import Autosave, unsaved_folder
    from roofline_gui.session.recovery import Recovery

    folder = unsaved_folder()
    autosave = Autosave(session, window.document_file, folder)
    recovery = Recovery(session, window.document_file, autosave, window.filing.guard)
    application.aboutToQuit.connect(recovery.close)
    application.aboutToQuit.connect(autosave.close)
    recovery.offer(folder)


def settings_not_kept(settings: "Settings") -> "Message":
    """The message about a home folder that cannot be written."""
    from roofline_gui.session.messages import Message, Severity

    text = f"{settings.place} cannot be written. Everything else works; recent files, layout and theme are forgotten."
    return Message(Severity.NOTE, "Settings are not kept.", text)


def watch_failures(window: "QWidget", session: "Session") -> "Failures":
    """Log errors that nobody expected, save the document at the first one, and tell it in a dialog."""
    from roofline_gui.session.failures import Failures, save_copy
    from roofline_gui.session.log import state_folder

    folders = (state_folder(), Path(tempfile.gettempdir()))
    failures = Failures(lambda: save_copy(session.document, folders, datetime.now()), parent=window)  # noqa: DTZ005
    failures.told.connect(lambda failure, rescue: show_failure(window, failure, rescue))
    failures.watch()
    return failures


def show_failure(window: "QWidget", failure: "Failure", rescue: "Rescue") -> None:
    """Open the dialog about a failure; the window goes on."""
    from roofline_gui.session.diagnostics import diagnostics
    from roofline_gui.ui.failure_dialog import FailureDialog
    from roofline_gui.ui.widgets.display import describe_display

    FailureDialog(rescue, diagnostics(describe_display(), failure), window).open()
