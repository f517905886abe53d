"""Start of the command to its first painted window against a bare window with an empty plot, in turn, in one run.

Both run from compiled modules, as after an installation, even where the checkout may hold none.
Run: python tests/benchmarks/start_time.py [RUNS]    (needs a display, for example Xvfb)
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from textwrap import indent

PAINTED = """
from PySide6.QtCore import QEvent, QObject, QTimer

class Painted(QObject):
    # An expose event paints the window while it is handled; the timer fires after it.
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Expose:
            QTimer.singleShot(0, lambda: (print(time.time(), flush=True), os._exit(0)))
        return False
"""
BARE = (
    """
import os, sys, time
from PySide6.QtWidgets import QApplication, QMainWindow
import pyqtgraph
"""
    + PAINTED
    + """
application = QApplication(sys.argv)
window = QMainWindow()
window.setCentralWidget(pyqtgraph.PlotWidget())
window.resize(1280, 800)
window.show()
painted = Painted()
window.windowHandle().installEventFilter(painted)
application.exec()
"""
)
OURS = (
    """
import os, sys, time
from roofline_gui import app
from roofline_gui.cli import main
make = app.create_window

def create_window():
    made = make()
"""
    + indent(PAINTED, "    ")
    + """
    app.painted = Painted()
    made[0].installEventFilter(app.painted)
    return made

app.create_window = create_window
main([])
"""
)


def seconds(command: Sequence[str]) -> float:
    """From the start of the process to the painted window."""
    start = time.time()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout) - start


def compare(ours: Sequence[str], bare: Sequence[str], runs: int) -> None:
    """Run both commands in turn and print what they took."""
    seconds(ours), seconds(bare)  # warm caches
    pairs = [(seconds(ours), seconds(bare)) for _ in range(runs)]
    ratios = [a / b for a, b in pairs]
    print(
        f"first painted window {statistics.median(a for a, _ in pairs):.3f} s, "
        f"bare window {statistics.median(b for _, b in pairs):.3f} s"
    )
    print(
        f"ratio: median {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f} "
        f"in {runs} pairs (limit 1.25)"
    )


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as compiled:
        os.environ["PYTHONPYCACHEPREFIX"] = compiled
        compare([sys.executable, "-c", OURS], [sys.executable, "-c", BARE], runs)


if __name__ == "__main__":
    main()
