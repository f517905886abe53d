"""Time from a mouse move over a dot to the painted card, with 10,000 dots. Budget: 100 ms.

Run: python -m tests.benchmarks.hover_time [DOTS]
"""

import statistics
import sys
import time

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from tests.benchmarks.dots import canvas_with

MOVES = 50


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    application = QApplication.instance() or QApplication([])
    canvas = canvas_with(count)
    hovered: list[int] = []
    canvas.hovered.connect(hovered.append)
    target = canvas.childAt(canvas.width() // 2, canvas.height() // 2)
    assert target is not None
    spent = []
    for row in range(0, count, max(1, count // MOVES)):
        at = canvas.position_of(row)
        if at is None:
            continue
        local = QPointF(target.mapFrom(canvas, at))
        none = Qt.MouseButton.NoButton
        move = QMouseEvent(
            QEvent.Type.MouseMove, local, target.mapToGlobal(local), none, none, Qt.KeyboardModifier.NoModifier
        )
        time.sleep(0.03)  # the scene drops moves that follow too fast
        start = time.perf_counter()
        QApplication.sendEvent(target, move)
        application.processEvents()
        spent.append(1000 * (time.perf_counter() - start))
    assert len(hovered) > MOVES // 2, "the moves hit no dots"
    print(f"{count} dots, {len(spent)} moves: median {statistics.median(spent):.1f} ms, longest {max(spent):.1f} ms")
    canvas.close()


if __name__ == "__main__":
    main()
