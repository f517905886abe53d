"""A machine edited with keys alone in a real window, kept, and measured ceilings put beside its figures."""

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from roofline_gui.io.machines import read_machine
from roofline_gui.model.machine import Kind, Level, Machine
from tests.e2e.conftest import SETTLE, Screen, wait_until

pytestmark = pytest.mark.window

BENCHMARK = Path(__file__).parents[1] / "data" / "ceilings" / "nvbandwidth.txt"
BROKEN = '{"id": "broken", "name": '


def saved(path: Path, condition: Callable[[Machine], bool]) -> bool:
    return path.exists() and condition(read_machine(path))


def test_edit_undo_measure_and_keep(
    screen: Screen, start: Callable[..., "subprocess.Popen[str]"], tmp_path: Path
) -> None:
    folder = tmp_path / ".local" / "share" / "roofline-gui" / "machines"
    folder.mkdir(parents=True)
    (folder / "broken.json").write_text(BROKEN, encoding="utf-8")
    shutil.copy(BENCHMARK, tmp_path / "bandwidth.txt")
    kept = folder / "h200-sxm-edited.json"
    program = start()
    screen.window("decode")

    # From the list of machines over the menu button into the figures; the first one is the bandwidth of DRAM.
    screen.press("ctrl+1", "Tab", "Tab", "Down", "F2", "ctrl+a")
    screen.type("4 TFLOP/s")  # a typo, put right
    screen.press("Return", "ctrl+a")
    screen.type("4 TB/s")
    screen.press("Return")
    screen.type("5")
    screen.press("Escape")  # what was typed last is given up
    screen.press("alt+m", "s")
    wait_until(lambda: saved(kept, lambda m: m.bandwidth(Level.DRAM) == 4e12), "the edited machine is kept")
    assert read_machine(kept).level(Level.DRAM) is not None

    # Undo from within the field, and redo
    screen.press("ctrl+z", "ctrl+shift+z")
    screen.press("Escape")

    screen.press("ctrl+o")
    screen.window("Open")
    screen.type("bandwidth.txt")
    screen.press("Return")
    screen.window("Measured ceilings")
    screen.press("Return")
    screen.window("decode")
    time.sleep(SETTLE)
    screen.press("alt+m", "s")
    wait_until(lambda: saved(kept, Machine.has_measured.fget), "the measured ceiling is kept")  # type: ignore[attr-defined]
    level = read_machine(kept).level(Level.DRAM)
    assert level is not None
    assert level.bandwidth.value == 4e12
    assert level.measured is not None
    assert level.measured.kind is Kind.MEASURED
    assert level.measured.value == pytest.approx(2 * 1467.31e9)  # a local copy reads and writes each byte
    assert (folder / "broken.json").read_text(encoding="utf-8") == BROKEN

    screen.press("ctrl+q")
    screen.window("Roofline")
    screen.press("Tab", "space")  # from Save to Discard
    assert program.wait(timeout=20) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""
