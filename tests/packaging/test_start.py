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
COMMAND = """
import sys
from roofline_gui import app
from roofline_gui.cli import main
app.run = lambda paths: print([path.name for path in paths], "roofline_gui.cli.parser" in sys.modules) or 0
main({arguments})
"""
LATER = {
    "pandas",
    "msgspec",
    "numpy.ma",
    "difflib",
    "logging.handlers",
    "roofline_gui.io",
    "roofline_gui.cli",
    "roofline_gui.model.ledger",
    "roofline_gui.model.series",
    "roofline_gui.model.workload.parameters",
    "roofline_gui.present.ledger",
    "roofline_gui.present.table",
    "roofline_gui.present.typed_number",
    "roofline_gui.present.picture.dot_card",
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
    return set(run(SCRIPT.format(what=what)).splitlines())


def run(script: str) -> str:
    """What a script prints."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_the_first_paint_can_spare_comes_later() -> None:
    loaded = create_window("*sys.modules")
    assert "roofline_gui.ui.canvas.canvas" in loaded
    assert loaded & LATER == set()


def test_no_source_is_read() -> None:
    """Which PySide6 does with every module that is imported after it, unless it is stopped."""
    assert [file for file in create_window("*linecache.cache") if "pyqtgraph" in file or "roofline_gui" in file] == []


def test_the_command_line_is_read_only_where_there_is_one() -> None:
    assert run(COMMAND.format(arguments=[])) == "[] False\n"
    assert run(COMMAND.format(arguments=["a.csv", "b.csv"])) == "['a.csv', 'b.csv'] True\n"
