"""Work in the background: one job at a time, with progress, cancel, and results of replaced jobs dropped."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from PySide6.QtCore import QObject, QThreadPool, Signal

T = TypeVar("T")
Executor: TypeAlias = Callable[[Callable[[], None]], None]

PROGRESS_INTERVAL = 0.05  # s between two reports: quick enough for the eye, slow enough for the event loop

_log = logging.getLogger(__name__)


class Cancelled(Exception):  # noqa: N818 - a wish of the user, not an error
    """The work was told to stop."""


class Progress:
    """Handed to the work: call it with the fraction done, 0 to 1, NaN while nobody knows it. Raises `Cancelled` once
    the job is cancelled.
    """

    def __init__(self, report: Callable[[float], None], clock: Callable[[], float]) -> None:
        self._report = report
        self._clock = clock
        self._last = float("-inf")
        self._cancelled = False

    def cancel(self) -> None:
        """Make the next call raise (from any thread)."""
        self._cancelled = True

    @property
    def is_cancelled(self) -> bool:
        """Whether the job was told to stop."""
        return self._cancelled

    def __call__(self, fraction: float) -> None:
        """Report that `fraction` is done."""
        if self._cancelled:
            raise Cancelled
        now = self._clock()
        if now - self._last >= PROGRESS_INTERVAL:
            self._last = now
            self._report(fraction)


class JobRunner(QObject):
    """Runs one job at a time; starting another one cancels the job before, and its result is dropped.

    `executor` runs a function somewhere else; the default is a thread of the runner's own pool. Callbacks and signals
    arrive in the thread of the runner.
    """

    started = Signal(str)
    progressed = Signal(float)
    ended = Signal()
    _reported = Signal(object, float)
    _returned = Signal(object, object)

    def __init__(
        self,
        executor: Executor | None = None,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._execute: Executor = executor or self._pool.start
        self._clock = clock
        self._current: Progress | None = None
        self._finish: Callable[[Any], None] = lambda result: None
        self._fail: Callable[[Exception], None] = lambda error: None
        self._reported.connect(self._report)
        self._returned.connect(self._return)

    @property
    def is_busy(self) -> bool:
        """Whether a job runs whose result is still wanted."""
        return self._current is not None

    def start(
        self,
        title: str,
        work: Callable[[Progress], T],
        finish: Callable[[T], None],
        fail: Callable[[Exception], None],
    ) -> None:
        """Run `work`, then `finish` with its result or `fail` with its error; neither after a cancel."""
        self.cancel()
        progress = Progress(lambda fraction: self._reported.emit(progress, fraction), self._clock)
        self._current, self._finish, self._fail = progress, finish, fail

        def run() -> None:
            result: T | Exception
            try:
                result = work(progress)
            except Cancelled:
                return
            except Exception as error:  # noqa: BLE001 - whatever it is, the user is told and the window lives on
                _log.exception("%s failed", title)
                result = error
            if not progress.is_cancelled:
                self._returned.emit(progress, result)

        self.started.emit(title)
        self._execute(run)

    def cancel(self) -> None:
        """Stop the running job, if there is one."""
        if self._current is not None:
            self._current.cancel()
            self._end()

    def close(self) -> None:
        """Stop the running job and wait until its thread is done."""
        self.cancel()
        self._pool.waitForDone()

    def _report(self, progress: Progress, fraction: float) -> None:
        if progress is self._current:
            self.progressed.emit(fraction)

    def _return(self, progress: Progress, result: object) -> None:
        if progress is not self._current:
            return
        finish, fail = self._finish, self._fail
        self._end()
        if isinstance(result, Exception):
            fail(result)
        else:
            finish(result)

    def _end(self) -> None:
        self._current = None
        self.ended.emit()
