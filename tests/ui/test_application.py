"""Files that the desktop asks for by an event, as macOS does. There can be one application in a process only."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys
from pathlib import Path
from PySide6.QtGui import QFileOpenEvent
from roofline_gui.ui.application import Application

application = Application(["program"])
ask = lambda file: application.sendEvent(application, QFileOpenEvent(file))
ask(sys.argv[1])
ask(sys.argv[2])
print(*[file.name for file in application.take_files(lambda files: print("later", *[f.name for f in files]))])
ask(sys.argv[3])
"""


def test_files_wait_for_the_window_and_come_at_once_after_it(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("a.csv", "bé.roofline", "c.csv")]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", SCRIPT, *files]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["a.csv bé.roofline", "later c.csv"]
