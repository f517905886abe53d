"""The log: what went wrong and what Qt had to say, in a file of the user that does not grow without end."""

import logging
import sys
from collections.abc import Callable
from logging import Formatter, Handler, StreamHandler
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QStandardPaths, QtMsgType, qInstallMessageHandler

MOST_BYTES, OLDER_FILES = 500_000, 2

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_qt_log = logging.getLogger("qt")


def state_folder() -> Path:
    """Where logs and rescued documents of this user belong; it need not exist."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.StateLocation))


def log_to_terminal() -> None:
    """Write warnings to standard error, where there is one."""
    if sys.stderr is not None:
        handler = StreamHandler(sys.stderr)
        handler.setFormatter(Formatter("roofline-gui: %(message)s"))
        logging.getLogger().addHandler(handler)


def log_to_file(folder: Path) -> Handler | None:
    """Write warnings to a rotating file in `folder` too; None where it cannot be written."""
    from logging.handlers import RotatingFileHandler  # for the time after the first paint

    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            folder / "roofline-gui.log", maxBytes=MOST_BYTES, backupCount=OLDER_FILES, encoding="utf-8"
        )
    except OSError as error:
        logging.getLogger(__name__).info("no log file: %s", error)
        return None
    handler.setFormatter(Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    return handler


class QtMessages:
    """Takes Qt's messages into the log. Where Qt would end the process, `die` is called with all it has said.

    Messages are held back until `release`: before a window can be opened they are part of what `die` has to explain.
    """

    def __init__(self, die: Callable[[str], None]) -> None:
        self._die = die
        self._held: list[tuple[int, str]] | None = []
        qInstallMessageHandler(self.take)

    def take(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        """Log one message."""
        if kind is QtMsgType.QtFatalMsg:
            self._die("\n".join([*(said for _, said in self._held or ()), text]))
        elif self._held is not None:
            self._held.append((_LEVELS[kind], text))
        else:
            _qt_log.log(_LEVELS[kind], text)

    def release(self) -> None:
        """Log what was held back, and everything else as it comes."""
        held, self._held = self._held or (), None
        for level, text in held:
            _qt_log.log(level, text)
