"""A calculated dot is dragged along its trail in a real window: one undo step, and the file keeps where it ended."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from roofline_gui.io.document_file import read_document, write_document
from roofline_gui.io.machines import load_catalogue
from roofline_gui.model.document import Document
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import KernelEntry
from roofline_gui.present.picture.dots import Kind
from roofline_gui.ui.main_window import MainWindow
from roofline_gui.ui.widgets.theme import ThemeSwitch
from tests.e2e.conftest import Screen, wait_until
from tests.session import builders

pytestmark = pytest.mark.window

# In BF16 b / (1 + b / 2048) FLOP/B, and 10 FLOP/B at every batch: they meet at batch 10.05.
KERNELS = (
    KernelEntry(1, Workload("gemm", {"m": 1, "n": 4096, "k": 4096}, name="gemm")),
    KernelEntry(2, Workload("custom", {"flop": 1e7, "bytes": 1e6}, element_types("bf16"), name="stays")),
)


def places(window: MainWindow) -> list[QPoint]:
    """Where the dots of both kernels stand in a window."""
    found = [window.canvas.position_of(row, Kind.CALCULATED) for row in (0, 1)]
    return [window.canvas.mapTo(window, at) for at in found if at is not None]


def size_of(screen: Screen, window: str) -> tuple[int, int]:
    """Width and height of a window."""
    told = screen.do("getwindowgeometry", "--shell", window)
    found = re.search(r"WIDTH=(\d+)\s+HEIGHT=(\d+)", told)
    assert found is not None, told
    return int(found[1]), int(found[2])


@pytest.fixture
def twin(qtbot: QtBot, qapp: object, tmp_path: Path) -> Callable[[Document, tuple[int, int]], MainWindow]:
    """A window without a screen that looks like the real one, to know where things are."""

    def make(document: Document, size: tuple[int, int]) -> MainWindow:
        session = builders.session(tmp_path / "twin")
        window = MainWindow(session, ThemeSwitch(qapp, session.settings))  # type: ignore[arg-type]
        qtbot.addWidget(window)
        with qtbot.waitSignal(window.first_painted):
            window.show()
        window.showNormal()
        window.resize(*size)
        session.start_with(document)
        QTest.qWait(100)
        return window

    return make


def test_a_dot_is_dragged_to_another_batch(
    screen: Screen,
    start: Callable[..., "subprocess.Popen[str]"],
    twin: Callable[[Document, tuple[int, int]], MainWindow],
    tmp_path: Path,
) -> None:
    machine = next(m for m in load_catalogue().machines if m.id == "h200-sxm")
    path = tmp_path / "dots.roofline"
    write_document(path, Document("dots", machine=machine, kernels=KERNELS))
    program = start(path)
    window = screen.window("dots")
    like = twin(read_document(path).document, size_of(screen, window))
    dot, goal = places(like)
    like.close()

    def move(at: QPoint) -> None:
        screen.do("mousemove", "--sync", "--window", window, str(at.x()), str(at.y()))

    move(dot)
    screen.do("mousedown", "1")
    for share in (0.1, 0.3, 0.6, 0.8, 1.0):
        move(dot + (goal - dot) * share)
    screen.do("mouseup", "1")
    screen.press("ctrl+s")
    wait_until(lambda: read_document(path).document.what_if.batch is not None, "the file has the batch")
    batch = read_document(path).document.what_if.batch
    assert batch is not None
    assert 8 <= batch <= 12

    screen.press("ctrl+z", "ctrl+s")
    wait_until(lambda: read_document(path).document.what_if.batch is None, "the file has no batch any more")
    screen.press("ctrl+q")
    assert program.wait(timeout=20) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""
