"""Documents in a real window: save, crash, recover, and two windows on one file."""

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from roofline_gui.io.document_file import read_document
from roofline_gui.resources import EXAMPLE_PROFILE
from tests.e2e.conftest import SETTLE, Screen, wait_until

pytestmark = pytest.mark.window

Start = Callable[..., "subprocess.Popen[str]"]


def save_as(screen: Screen, target: Path) -> None:
    """Save the document under another name."""
    screen.press("ctrl+shift+s")
    screen.window("Save document")
    screen.press("ctrl+a")
    screen.type(str(target.with_suffix("")))  # the dialog adds the suffix
    screen.press("Return")
    wait_until(target.exists, f"{target.name} is written")


def other_window(screen: Screen, title: str, known: str) -> str:
    """The window with `title` that has the keyboard, once it is another than `known`."""
    found: list[str] = []

    def in_front() -> bool:
        found[:] = [screen.do("getwindowfocus")]
        return found[0] != known and found[0] in screen.do("search", "--onlyvisible", "--name", f"^{title}").split()

    wait_until(in_front, f"another window “{title}” is in front")
    time.sleep(SETTLE)
    return found[0]


def regions(path: Path) -> bool:
    return read_document(path).document.view.regions


def end(screen: Screen, program: "subprocess.Popen[str]") -> None:
    """Quit a program that has nothing to ask; it must not have complained."""
    screen.press("ctrl+q")
    assert program.wait(timeout=20) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""


def test_changes_survive_a_kill(screen: Screen, start: Start, tmp_path: Path) -> None:
    (tmp_path / "decode.csv").write_bytes(EXAMPLE_PROFILE.read_bytes())
    stored = tmp_path / "step.roofline"
    program = start(tmp_path / "decode.csv")
    screen.window("decode.csv – Roofline")
    save_as(screen, stored)
    screen.window("step.roofline – Roofline")
    screen.press("ctrl+r")  # regions off
    screen.window(r"step.roofline\* – Roofline")
    wait_until(lambda: list(tmp_path.rglob("*.unsaved")), "the change is kept")
    program.send_signal(signal.SIGKILL)
    program.wait()
    assert regions(stored)

    program = start()
    screen.window("decode-bf16-recommended-raw.csv – Roofline")  # the example

    def recovered() -> bool:
        screen.press("alt+r")  # Recover, once it is offered
        return bool(screen.do("search", "--onlyvisible", "--name", r"^step.roofline\* – Roofline"))

    wait_until(recovered, "the changes are recovered")
    screen.press("ctrl+s")
    screen.window("step.roofline – Roofline")
    assert not regions(stored)
    assert not list(tmp_path.rglob("*.unsaved"))
    end(screen, program)
    assert not list(tmp_path.rglob("*.lock"))


def test_unsaved_changes_are_asked_about(screen: Screen, start: Start, tmp_path: Path) -> None:
    stored = tmp_path / "step.roofline"
    program = start()
    screen.window("decode-bf16")
    save_as(screen, stored)
    screen.window("step.roofline – Roofline")
    screen.press("ctrl+r")
    screen.window(r"step.roofline\* – Roofline")
    screen.press("ctrl+q")
    screen.window("Roofline$")
    screen.press("Escape")
    screen.window(r"step.roofline\* – Roofline")
    screen.press("ctrl+q")
    screen.window("Roofline$")
    screen.press("Return")  # Save
    assert program.wait(timeout=20) == 0
    assert not regions(stored)


def test_two_windows_do_not_overwrite_each_other(screen: Screen, start: Start, tmp_path: Path) -> None:
    stored = tmp_path / "step.roofline"
    start()
    screen.window("decode-bf16")
    save_as(screen, stored)
    window = screen.window("step.roofline – Roofline")
    second = start(stored)
    other = other_window(screen, "step.roofline – Roofline", window)
    screen.press("ctrl+r")
    screen.press("ctrl+s")
    wait_until(lambda: not regions(stored), "the second window has saved")
    end(screen, second)
    other_window(screen, "step.roofline – Roofline", other)
    screen.press("ctrl+l")  # all levels
    screen.press("ctrl+s")
    screen.window("Roofline$")  # it asks
    screen.press("Escape")
    screen.window(r"step.roofline\* – Roofline")
    assert not regions(stored)
    assert not read_document(stored).document.view.all_levels
