import threading
from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from roofline_gui.session.jobs import PROGRESS_INTERVAL, JobRunner, Progress


class Later:
    """An executor that keeps the work until it is told to run it."""

    def __init__(self) -> None:
        self.kept: list[Callable[[], None]] = []

    def __call__(self, run: Callable[[], None]) -> None:
        self.kept.append(run)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def unexpected(value: object) -> None:
    raise AssertionError(value)


def test_result_arrives_in_the_thread_of_the_runner(qtbot: QtBot) -> None:
    runner = JobRunner()
    seen: list[tuple[str, bool, bool]] = []
    main = threading.get_ident()

    def work(progress: Progress) -> tuple[str, bool]:
        return "done", threading.get_ident() == main

    with qtbot.waitSignal(runner.ended):
        runner.start("Count", work, lambda r: seen.append((*r, threading.get_ident() == main)), unexpected)
        busy = runner.is_busy
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [("done", False, True)]
    assert busy
    assert not runner.is_busy
    runner.close()


def test_error_of_the_work_is_handed_over_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    runner = JobRunner(lambda run: run())
    errors: list[Exception] = []

    def work(progress: Progress) -> None:
        raise ValueError("row 7")

    runner.start("Read", work, unexpected, errors.append)
    assert [str(e) for e in errors] == ["row 7"]
    assert "Read failed" in caplog.text


def test_cancel_stops_the_work_and_drops_its_result() -> None:
    later = Later()
    runner = JobRunner(later)
    steps: list[float] = []
    ended: list[bool] = []
    runner.ended.connect(lambda: ended.append(True))

    def work(progress: Progress) -> str:
        for step in (0.1, 0.2):
            progress(step)
            steps.append(step)
        return "too late"

    runner.start("Read", work, unexpected, unexpected)
    runner.cancel()
    assert ended == [True]
    later.kept[0]()
    assert steps == []


def test_result_of_a_replaced_job_is_dropped() -> None:
    later = Later()
    runner = JobRunner(later)
    results: list[str] = []
    runner.start("First", lambda progress: "first", results.append, unexpected)
    runner.start("Second", lambda progress: "second", results.append, unexpected)
    later.kept[1]()
    later.kept[0]()
    assert results == ["second"]


def test_progress_is_reported_at_most_every_interval() -> None:
    clock = Clock()
    runner = JobRunner(lambda run: run(), clock)
    reported: list[float] = []
    runner.progressed.connect(reported.append)

    def work(progress: Progress) -> None:
        for i in range(10):
            progress(i / 10)
            clock.now += PROGRESS_INTERVAL / 4

    runner.start("Read", work, lambda result: None, unexpected)
    assert reported == [0.0, 0.4, 0.8]


def test_close_waits_for_the_thread() -> None:
    runner = JobRunner()
    started, stopped = threading.Event(), threading.Event()

    def work(progress: Progress) -> None:
        started.set()
        try:
            while True:
                progress(0.5)
        finally:
            stopped.set()

    runner.start("Endless", work, unexpected, unexpected)
    assert started.wait(5)
    runner.close()
    assert stopped.is_set()
