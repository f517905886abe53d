"""A screen of its own with a window manager, and the program running on it."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

TOOLS = ("Xvfb", "openbox", "xdotool")
PATIENCE = 20.0  # s that a busy machine gets for each step

SETTLE = 0.3  # s from the focus that the window manager gives to the focus within the window


def wait_until(happened: Callable[[], object], what: str) -> None:
    """Wait for something to happen; fail with `what` if it does not."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(0.05)


class Screen:
    """A virtual screen: keys and clicks go in, windows are found by title."""

    def __init__(self, display: str) -> None:
        self.environment = {k: v for k, v in os.environ.items() if k not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
        self.environment["DISPLAY"] = display

    def do(self, *command: str) -> str:
        """Run xdotool."""
        done = subprocess.run(
            ["xdotool", *command], env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return done.stdout.strip()

    def window(self, title: str) -> str:
        """The id of the visible window with `title`, once it is there and has the keyboard."""
        found: list[str] = []

        def there() -> bool:
            found[:] = self.do("search", "--onlyvisible", "--name", f"^{title}").split()
            return bool(found) and self.do("getwindowfocus") in found

        wait_until(there, f"the window “{title}” has the keyboard")
        time.sleep(SETTLE)
        return found[0]

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        self.do("key", "--delay", "30", *keys)

    def type(self, text: str) -> None:
        """Type `text`."""
        self.do("type", "--delay", "30", text)  # quicker keys get lost while completions pop up

    def click(self, window: str, x: int, y: int) -> None:
        """Click at a place in a window."""
        self.do("mousemove", "--sync", "--window", window, str(x), str(y), "click", "1")


@pytest.fixture
def screen() -> Iterator[Screen]:
    """A screen of 1280 × 800 pixels."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
    read, write = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    ) as server:
        os.close(write)
        with os.fdopen(read) as answer:
            made = Screen(f":{answer.readline().strip()}")
        with subprocess.Popen(["openbox"], env=made.environment, stderr=subprocess.DEVNULL) as manager:
            wait_until(lambda: made.do("get_num_desktops"), "the window manager runs")
            yield made
            manager.terminate()
        server.terminate()


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start the program with files, in a home of its own; whatever still runs in the end is stopped."""
    running: list[subprocess.Popen[str]] = []

    def run(
        *files: Path, command: Sequence[str] = (sys.executable, "-m", "roofline_gui"), **environment: str
    ) -> subprocess.Popen[str]:
        program = subprocess.Popen(
            [*command, *map(str, files)],
            env={
                **screen.environment,
                "HOME": str(tmp_path),
                "XDG_CONFIG_HOME": str(tmp_path / ".config"),
                "XDG_DATA_HOME": str(tmp_path / ".local" / "share"),
                **environment,
            },
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(program)
        return program

    yield run
    for program in running:
        if program.poll() is None:
            program.kill()
        program.communicate()
