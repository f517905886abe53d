"""Only what the first paint needs is imported before it."""

import os
import subprocess
import sys

SCRIPT = """
import sys
from roofline_gui.app import create_window
create_window()
print(*sys.modules)
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


def test_what_the_first_paint_can_spare_comes_later() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "roofline_gui.ui.canvas.canvas" in loaded
    assert loaded & LATER == set()


def test_numpy_comes_before_qt() -> None:
    """PySide6 reads the source of every module that is imported after it."""
    done = subprocess.run(
        [sys.executable, "-c", "import roofline_gui.app, sys; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "numpy" in done.stdout.split()
    assert "PySide6" not in done.stdout.split()
