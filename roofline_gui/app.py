"""The desktop program: wires session and window, and runs them.

Qt is imported by the functions and not with the module: without a display nothing of it is needed.
"""

import gc
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from roofline_gui.resources import EXAMPLE_PROFILE
from roofline_gui.system import CANNOT_START, has_display, no_display, qt_not_loaded, window_not_opened

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from roofline_gui.session.session import Session
    from roofline_gui.ui.main_window import MainWindow


def run(paths: Sequence[Path]) -> int:
    """Open the window with these profiles, or with the bundled example; returns the exit code of the program.

    Where the system lacks a display or a library that Qt needs, the user is told what to install.
    """
    on_linux = sys.platform.startswith("linux")
    if on_linux and not has_display(os.environ):
        return _cannot_start(no_display())
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's own handler waits until Qt calls Python again
    try:
        from roofline_gui.session.log import QtMessages, log_folder, log_to_file, log_to_terminal

        log_to_terminal()
        qt_messages = QtMessages(lambda said: os._exit(_cannot_start(window_not_opened(os.environ, said))))
        application, window, session = create_window()
    except ImportError as error:
        return _cannot_start(qt_not_loaded(error))
    qt_messages.release()
    tell_errors(session)

    def start() -> None:
        log_to_file(log_folder())
        session.open(list(paths) or [EXAMPLE_PROFILE], first=True)
        if not paths:
            window.show_hint()

    window.first_painted.connect(start)
    window.show()
    return application.exec()


def _cannot_start(words: str) -> int:
    """Tell why there is no window; returns the exit code."""
    if sys.stderr is not None:
        sys.stderr.write(f"roofline-gui: {words}\n")
        sys.stderr.flush()
    return CANNOT_START


def create_window() -> "tuple[QApplication, MainWindow, Session]":
    """The application and its window, with nothing opened yet."""
    # Until the window is there objects are only made, and a collection that finds nothing to free costs a tenth of the
    # time to the first paint.
    gc.disable()
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from roofline_gui.session.session import Session
    from roofline_gui.session.settings import Settings
    from roofline_gui.ui.main_window import MainWindow
    from roofline_gui.ui.widgets.theme import ThemeSwitch, prepare

    application = QApplication(sys.argv[:1])
    prepare(application)
    settings = Settings(QSettings())
    session = Session(settings)
    window = MainWindow(session, ThemeSwitch(application, settings))
    window.first_painted.connect(gc.enable)
    return application, window, session


def tell_errors(session: "Session") -> None:
    """Show errors that nobody caught in the window, and log them."""
    from roofline_gui.session.messages import Message, Severity

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.stderr.write("".join(traceback.format_exception(kind, error, trace)))
        text = f"Your profile is still open. Please report this ({kind.__name__}: {error})."
        if all(m.text != text for m in session.messages):  # an error while painting comes back with every paint
            session.tell(Message(Severity.ERROR, "Something went wrong in the program.", text))

    sys.excepthook = hook
