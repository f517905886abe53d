"""Rules for every test: Qt draws offscreen, nothing is left behind, tests of real windows and of the frozen
program are not skipped in CI.

Qt and pytest-qt are optional here, so that the tests of the core also run where Qt is not installed.
"""

import importlib.util
import os
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest

# The process of the tests never opens a window; real-window tests start the program as a process of its own.
os.environ["QT_QPA_PLATFORM"] = "offscreen"

NOT_SKIPPED_IN_CI = ("window", "frozen")
WINDOW_TESTS = Path(__file__).parent / "e2e"


def pytest_addoption(parser: pytest.Parser) -> None:
    if importlib.util.find_spec("pytestqt") is None:  # the settings of pytest-qt in pyproject.toml stay known
        parser.addini("qt_api", "unused")
        parser.addini("qt_log_level_fail", "unused")
        parser.addini("qt_log_ignore", "unused", type="linelist")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    needed = any(item.get_closest_marker(name) for name in NOT_SKIPPED_IN_CI)
    if needed and report.skipped and not hasattr(report, "wasxfail"):
        _fail_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if report.skipped and collector.path.is_relative_to(WINDOW_TESTS):
        _fail_in_ci(report)
    return report


def _fail_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    if os.environ.get("CI", "").lower() in ("1", "true"):
        report.outcome = "failed"
        report.longrepr = f"this test must not be skipped in CI: {report.longrepr}"


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Generator[None, None, None]:
    """Fail a test that leaves a thread running or a window open."""
    before = set(threading.enumerate())
    yield
    threads = [t for t in threading.enumerate() if t not in before and not isinstance(t, threading._DummyThread)]
    for thread in threads:
        thread.join(timeout=2)
    left = [f"thread {t.name}" for t in threads if t.is_alive()]
    if widgets := sys.modules.get("PySide6.QtWidgets"):
        left += [f"window {type(w).__name__}" for w in widgets.QApplication.topLevelWidgets() if w.isVisible()]
    assert not left, f"the test leaves behind: {', '.join(left)}"
