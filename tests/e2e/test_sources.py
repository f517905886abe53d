"""A binary report and a capture together in a real window: renamed, hidden and opened to launches with keys alone."""

import csv
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from roofline_gui.resources import EXAMPLE_PROFILE
from tests.e2e.conftest import Screen, wait_until

pytestmark = pytest.mark.window

CAPTURE = Path(__file__).parents[1] / "data" / "h200" / "kernels-recommended-raw.csv"  # 21 launches


def profiler(folder: Path, body: str) -> str:
    """A PATH with an `ncu` that runs `body` as Python."""
    folder.mkdir()
    program = folder / "ncu"
    program.write_text(f"#!{sys.executable}\nimport os, time\n{body}\n", encoding="utf-8")
    program.chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


def exported(screen: Screen, target: Path) -> list[dict[str, str]]:
    """The rows of the table, saved with keys."""
    screen.press("ctrl+shift+e")
    screen.window("Save table")
    screen.press("ctrl+a")
    screen.type(str(target))
    screen.press("Return")
    wait_until(target.exists, f"{target.name} is written")
    with target.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_profiles_are_renamed_hidden_and_opened_to_launches(
    screen: Screen, start: Callable[..., "subprocess.Popen[str]"], tmp_path: Path
) -> None:
    (tmp_path / "decode.csv").write_bytes(EXAMPLE_PROFILE.read_bytes())  # 90 launches
    report = tmp_path / "run.ncu-rep"
    report.write_bytes(b"NVR\0 a report")
    path = profiler(tmp_path / "bin", f"print(open({str(CAPTURE)!r}, encoding='utf-8').read())")
    program = start(report, tmp_path / "decode.csv", PATH=path)
    screen.window("run.ncu-rep, decode.csv")

    screen.press("ctrl+3", "F2", "ctrl+a")
    screen.type("before")
    screen.press("Return", "Down", "space")  # the second one is hidden
    rows = exported(screen, tmp_path / "hidden.csv")
    assert {r["source"] for r in rows} == {"before"}
    assert sum(int(r["launches"]) for r in rows) == 21

    screen.window("before, decode.csv")
    screen.press("ctrl+z", "ctrl+f")  # shown again
    screen.type("sampling")
    screen.press("Tab", "Tab", "Tab", "Down", "Return")  # through the filters into the table; its first row opens
    rows = exported(screen, tmp_path / "launches.csv")
    assert {r["source"] for r in rows} == {"before", "decode.csv"}
    assert [r["launches"] for r in rows] == ["1"] * 111

    screen.window("before, decode.csv")
    screen.press("ctrl+q")
    screen.window("Roofline")
    screen.press("Tab", "space")  # from Save to Discard
    assert program.wait(timeout=20) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""


def test_quitting_ends_an_export_that_takes_long(
    screen: Screen, start: Callable[..., "subprocess.Popen[str]"], tmp_path: Path
) -> None:
    report = tmp_path / "large.ncu-rep"
    report.write_bytes(b"NVR\0 a report")
    running = tmp_path / "running"
    path = profiler(tmp_path / "bin", f"open({str(running)!r}, 'w').write(str(os.getpid()))\ntime.sleep(120)")
    program = start(report, PATH=path, TMPDIR=str(tmp_path))
    wait_until(lambda: running.exists() and running.read_text(), "ncu runs")
    screen.window("Roofline")
    screen.press("ctrl+q")
    assert program.wait(timeout=20) == 0
    wait_until(lambda: not Path(f"/proc/{running.read_text()}").exists(), "ncu has ended")
    assert not list(tmp_path.glob("roofline-gui-*"))
    assert program.stderr is not None
    assert program.stderr.read() == ""
