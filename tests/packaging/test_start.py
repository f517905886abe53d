"""Only what the first paint needs is imported before it."""

import os
import subprocess
import sys

SCRIPT = """
import linecache
import sys
from roofline_gui.app import create_window
create_window()
print({what}, sep="\\n")
"""
LATER = {
    "pandas",
    "msgspec",
    "numpy.ma",
    "logging.handlers",
    "roofline_gui.io",
    "roofline_gui.cli",
    "roofline_gui.session.machines",
    "roofline_gui.session.failures",
    "roofline_gui.ui.about_dialog",
    "roofline_gui.ui.export_dialog",
    "roofline_gui.ui.failure_dialog",
    "roofline_gui.ui.table",
    "roofline_gui.ui.machine",
}


def create_window(what: str) -> set[str]:
    """The lines of `what` once the window is made."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", SCRIPT.format(what=what)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines())


def test_what_the_first_paint_can_spare_comes_later() -> None:
    loaded = create_window("*sys.modules")
    assert "roofline_gui.ui.canvas.canvas" in loaded
    assert loaded & LATER == set()


def test_no_source_is_read() -> None:
    """Which PySide6 does with every module that is imported after it, unless it is stopped."""
    assert [file for file in create_window("*linecache.cache") if "pyqtgraph" in file or "roofline_gui" in file] == []
