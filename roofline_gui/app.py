"""The desktop program: wires session and window, and runs them."""

import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QEvent, QObject, QSettings, QTimer
from PySide6.QtGui import QFont, QWindow
from PySide6.QtWidgets import QApplication

from roofline_gui.resources import EXAMPLE_PROFILE
from roofline_gui.session.messages import Message, Severity
from roofline_gui.session.session import Session
from roofline_gui.session.settings import Settings
from roofline_gui.ui.fonts import font_family
from roofline_gui.ui.main_window import MainWindow
from roofline_gui.ui.widgets.theme import ThemeSwitch

TEXT = 13  # pixels
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
    logging.basicConfig(level=logging.WARNING, format="roofline-gui: %(message)s")
    application = create_application()
    window, session = create_window(application)
    tell_errors(session)

    def start() -> None:
        session.open(list(paths) or [EXAMPLE_PROFILE], first=True)
        if not paths:
            window.show_hint()

    window.show()
    after_first_paint(window.windowHandle(), start)
    return application.exec()


def has_display() -> bool:
    """Whether a window can be opened; Qt itself would abort the process."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def create_application() -> QApplication:
    """The application with its names, style and typeface."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("roofline-gui")
    application.setApplicationDisplayName("Roofline")
    application.setOrganizationName("roofline-gui")
    application.setDesktopFileName("roofline-gui")
    application.setStyle("Fusion")
    application.setFont(window_font())
    return application


def window_font() -> QFont:
    """The typeface of the window: digits of one width, so that columns of numbers line up."""
    made = QFont(font_family())
    made.setPixelSize(TEXT)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def create_window(application: QApplication) -> tuple[MainWindow, Session]:
    """A window with nothing in it yet, and its session."""
    settings = Settings(QSettings())
    session = Session(settings)
    return MainWindow(session, ThemeSwitch(application, settings)), session


def after_first_paint(window: QWindow, start: Callable[[], None]) -> None:
    """Call `start` once `window` has been painted, so that it is seen before anything is read."""
    _FirstPaint(window, start)


class _FirstPaint(QObject):
    """Waits for the expose event, which paints the window while it is handled."""

    def __init__(self, window: QWindow, start: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._start = start
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Start when the loop comes round again after the first expose event."""
        if event.type() == QEvent.Type.Expose:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self._start)
        return False


def tell_errors(session: Session) -> None:
    """Show errors that nobody caught in the window, and log them."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        sys.stderr.write("".join(traceback.format_exception(kind, error, trace)))
        text = f"Your profile is still open. Please report this ({kind.__name__}: {error})."
        session.tell(Message(Severity.ERROR, "Something went wrong in the program.", text))

    sys.excepthook = hook
    threading.excepthook = lambda arguments: hook(
        arguments.exc_type, arguments.exc_value or arguments.exc_type(), arguments.exc_traceback
    )
