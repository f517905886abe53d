"""What a reviewer would otherwise have to run by hand: linter, types, and the rules that hold for all tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEST_LINE = 'python -m pip install -e ".[test]" && python -m pytest'


def run(*arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("command", ["ruff check .", "mypy"])
def test_nothing_to_complain_about(command: str) -> None:
    found = run(*command.split())
    assert found.returncode == 0, found.stdout + found.stderr


def test_people_and_ci_run_the_same_line() -> None:
    assert TEST_LINE in (ROOT / "README.md").read_text(encoding="utf-8")
    assert TEST_LINE in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


LEAVES_A_THREAD = """
import threading
def test_it():
    threading.Thread(target=threading.Event().wait, args=(9,), name="forgotten", daemon=True).start()
"""
LEAVES_A_WINDOW = """
from PySide6.QtWidgets import QWidget
def test_it(qapp):
    global window
    window = QWidget()
    window.show()
"""
RAISES_IN_A_SLOT = """
from PySide6.QtCore import QTimer
def test_it(qtbot):
    QTimer.singleShot(0, lambda: 1 / 0)
    qtbot.wait(20)
"""
WARNS = """
import warnings
def test_it():
    warnings.warn("something odd", UserWarning, stacklevel=1)
"""
WARNS_THROUGH_QT = """
from PySide6.QtCore import qWarning
def test_it(qapp):
    qWarning("something odd")
"""
MISSPELLS_A_MARKER = """
import pytest
@pytest.mark.windwo
def test_it():
    pass
"""
PASSES_UNEXPECTEDLY = """
import pytest
@pytest.mark.xfail(reason="thought to fail")
def test_it():
    pass
"""
WINDOW_SKIPPED = """
import pytest
@pytest.mark.window
def test_it():
    pytest.skip("no display")
"""
WINDOW_MODULE_SKIPPED = """
import pytest
pytest.skip("no display", allow_module_level=True)
"""


def trial(folder: Path, test: str, ci: str = "") -> tuple[int, str]:
    """Exit code and output of pytest for one test file under the rules of this project."""
    (folder / "tests" / "e2e").mkdir(parents=True)
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copy(ROOT / "tests" / "conftest.py", folder / "tests")
    (folder / "tests" / "e2e" / "test_trial.py").write_text(test, encoding="utf-8")
    found = run("pytest", "-q", "-p", "no:cacheprovider", cwd=folder, CI=ci)
    return found.returncode, found.stdout + found.stderr


@pytest.mark.parametrize(
    ("test", "said"),
    [
        (LEAVES_A_THREAD, "the test leaves behind: thread forgotten"),
        (LEAVES_A_WINDOW, "the test leaves behind: window QWidget"),
        (RAISES_IN_A_SLOT, "ZeroDivisionError"),
        (WARNS, "UserWarning: something odd"),
        (WARNS_THROUGH_QT, "something odd"),
        (MISSPELLS_A_MARKER, "'windwo' not found in `markers`"),
        (PASSES_UNEXPECTEDLY, "[XPASS(strict)]"),
    ],
    ids=["thread", "window", "slot", "warning", "Qt warning", "marker", "xpass"],
)
def test_a_careless_test_fails(tmp_path: Path, test: str, said: str) -> None:
    code, output = trial(tmp_path, test)
    assert code in (1, 2)
    assert said in output


@pytest.mark.parametrize("test", [WINDOW_SKIPPED, WINDOW_MODULE_SKIPPED], ids=["test", "module"])
def test_a_window_test_must_not_be_skipped_in_ci(tmp_path: Path, test: str) -> None:
    assert trial(tmp_path / "here", test)[0] in (0, 5)
    code, output = trial(tmp_path / "in_ci", test, ci="true")
    assert code in (1, 2)
    assert "must not be skipped in CI" in output
    assert "no display" in output


def test_a_careful_test_passes(tmp_path: Path) -> None:
    assert trial(tmp_path, "def test_it(qtbot):\n    pass\n")[0] == 0
