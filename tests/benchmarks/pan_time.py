"""Time of one step of panning and zooming, laid out and painted, for growing numbers of dots.

Run: python -m tests.benchmarks.pan_time
"""

import statistics
import time

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.benchmarks.dots import canvas_with

STEPS = 20
KEYS = {"pan": (Qt.Key.Key_Right, Qt.Key.Key_Left), "zoom": (Qt.Key.Key_Plus, Qt.Key.Key_Minus)}


def main() -> None:
    application = QApplication.instance() or QApplication([])
    for count in (50, 1_000, 10_000, 50_000):
        canvas = canvas_with(count)
        figures = []
        for name, keys in KEYS.items():
            spent = []
            for step in range(STEPS):
                start = time.perf_counter()
                QTest.keyClick(canvas, keys[step % 2])
                application.processEvents()
                spent.append(1000 * (time.perf_counter() - start))
            figures.append(f"{name} median {statistics.median(spent):.1f} ms, longest {max(spent):.1f} ms")
        print(f"{count:>6} dots: {'; '.join(figures)}")
        canvas.close()


if __name__ == "__main__":
    main()
