"""The desktop program: wires session and window, and runs them.

Qt is imported by the functions and not with the module: without a display nothing of it is needed.
"""

import gc
import logging
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from roofline_gui.resources import EXAMPLE_PROFILE

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from roofline_gui.session.session import Session
    from roofline_gui.ui.main_window import MainWindow

NO_DISPLAY = 2
NO_DISPLAY_MESSAGE = (
    "roofline-gui: there is no display to open a window on.\n"
    "Without one use the report, for example: roofline-gui report PROFILE.csv --png roofline.png --csv roofline.csv\n"
)


def run(paths: Sequence[Path]) -> int:
    """Open the window with these profiles, or with the bundled example; returns the exit code of the program."""
    if not has_display():
        sys.stderr.write(NO_DISPLAY_MESSAGE)
        return NO_DISPLAY
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's own handler waits until Qt calls Python again
    logging.basicConfig(level=logging.WARNING, format="roofline-gui: %(message)s")
    application, window, session = create_window()
    tell_errors(session)

    def start() -> None:
        session.open(list(paths) or [EXAMPLE_PROFILE], first=True)
        if not paths:
            window.show_hint()

    window.first_painted.connect(start)
    window.show()
    return application.exec()


def has_display() -> bool:
    """Whether a window can be opened; Qt itself would abort the process."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


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
