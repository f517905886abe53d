"""The frozen program in a real window exports what the program exports."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from roofline_gui.resources import EXAMPLE_PROFILE
from tests.e2e.conftest import Screen
from tests.e2e.test_analyse_a_capture import save
from tests.packaging import frozen

pytestmark = [pytest.mark.window, pytest.mark.frozen]

TITLE = f"{EXAMPLE_PROFILE.name} – Roofline"


def exports(screen: Screen, program: subprocess.Popen[str], home: Path, name: str) -> tuple[QImage, bytes]:
    """Picture and table of the bundled capture, saved with the keyboard as `name` at home, where dialogs stand."""
    picture, table = home / f"{name}.png", home / f"{name}.csv"
    screen.window(TITLE)
    screen.press("ctrl+e")
    screen.window("Export picture")
    screen.press("Return")
    save(screen, "Save picture", picture)
    screen.window(TITLE)
    screen.press("ctrl+shift+e")
    save(screen, "Save table", table)
    screen.window(TITLE)
    screen.press("ctrl+q")
    assert program.wait(timeout=20) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""
    return QImage(str(picture)), table.read_bytes()


def test_the_same_picture_and_table(
    screen: Screen, start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    command = [*frozen.hiding(), str(frozen.elsewhere(tmp_path))]
    bare = start(command=command, **frozen.bare_environment(tmp_path))
    picture, table = exports(screen, bare, tmp_path, "frozen")
    assert picture.width() == 1600
    assert table.count(b"\n") > 50
    assert (picture, table) == exports(screen, start(), tmp_path, "unfrozen")
