"""Time of one step of a slider in the real window, with all panes, against moving a bare scatter plot of as many dots
in a window of the same size. Budget: twice the bare one.

Both steps are painted at once and take turns; the medians are compared. Needs no display.

Run: python -m tests.benchmarks.slide_time [DOTS …] [PROFILE]
"""

import cProfile
import os
import pstats
import statistics
import sys
import tempfile
import time
from dataclasses import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from roofline_gui.app import create_window, keep_unsaved
from roofline_gui.io.machines import load_catalogue
from roofline_gui.model.document import Document
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.source import BatchLaw
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.entry import KernelEntry
from roofline_gui.session.session import Session
from tests.benchmarks.dots import document_with

SIZE = QSize(1600, 980)
STEPS = 120
COUNTS = (200, 2_000)
BATCHES = [round(10 * 1.05**step) for step in range(STEPS)]


def calculated(count: int, machine: Machine) -> Document:
    """Matrix products that all grow with the batch."""
    random = np.random.default_rng(2)
    sizes = 2 ** random.uniform(5, 13, (count, 2))
    entries = tuple(
        KernelEntry(i + 1, Workload("gemm", {"m": 1, "n": round(n), "k": round(k)}, name=f"gemm {i}"))
        for i, (n, k) in enumerate(sizes.tolist())
    )
    return Document("calculated", machine=machine, kernels=entries)


def measured(count: int, machine: Machine) -> Document:
    """Launches that all have a batch law, so that each has a ghost."""
    document = document_with(count, machine)
    (source,) = document.sources
    launches = tuple(range(count))
    moved = float(source.profile.launches.demand.traffic(Level.DRAM).sum())
    return replace(document, sources=(replace(source, laws=(BatchLaw(launches, 8, 0.6 * moved),)),))


def paint(window: QWidget) -> None:
    """Paint at once what is to be painted."""
    QApplication.processEvents()
    QApplication.sendEvent(window, QEvent(QEvent.Type.UpdateRequest))


class Bare:
    """A plot with nothing but a scatter plot, which every step moves."""

    def __init__(self, count: int) -> None:
        self.window = pg.PlotWidget()
        self.window.resize(SIZE)
        random = np.random.default_rng(1)
        self._x, self._y = random.random(count), random.random(count)
        self._dots = pg.ScatterPlotItem(size=10)
        self.window.addItem(self._dots)
        self.window.setRange(xRange=(0, 1), yRange=(0, 1))
        self.window.disableAutoRange()
        self.step(0)
        self.window.show()

    def step(self, number: int) -> None:
        self._dots.setData(self._x + 1e-3 * number, self._y)
        paint(self.window)


class Real:
    """The window of the program, whose batch every step moves."""

    def __init__(self, session: Session, window: QWidget, document: Document) -> None:
        self._session, self._window = session, window
        session.start_with(document)
        paint(window)
        QTest.qWait(50)

    def step(self, number: int) -> None:
        self._session.what_if_desk.set_batch(BATCHES[number], merge="benchmark")
        paint(self._window)


def compare(real: Real, session: Session, count: int) -> tuple[list[float], list[float]]:
    """Times of all steps but the first, ms: of the bare plot and of the window."""
    bare = Bare(count)
    times: tuple[list[float], list[float]] = ([], [])
    session.what_if_desk.begin_slide()
    for number in range(STEPS):  # there once before, as a drag goes to and fro
        real.step(number)
    for number in range(STEPS):
        for step, spent in zip((bare.step, real.step), times, strict=True):
            start = time.perf_counter()
            step(number)
            spent.append(1000 * (time.perf_counter() - start))
    session.what_if_desk.end_slide()
    bare.window.close()
    return times[0][1:], times[1][1:]


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            os.environ[variable] = home
        measure()


def measure() -> None:
    """Compare all counts and print what comes out."""
    profile = "PROFILE" in sys.argv
    counts = [int(text) for text in sys.argv[1:] if text.isdecimal()] or COUNTS
    machine = next(m for m in load_catalogue().machines if m.id == "h200-sxm")
    application, window, session = create_window()
    window.first_painted.connect(lambda: keep_unsaved(application, window, session))
    window.resize(SIZE)
    window.show()
    QTest.qWait(500)
    for count in counts:
        for make in (calculated, measured):
            real = Real(session, window, make(count, machine))
            recorder = cProfile.Profile()
            if profile:
                recorder.enable()
            bare_times, real_times = compare(real, session, count)
            recorder.disable()
            one, other = statistics.median(bare_times), statistics.median(real_times)
            print(
                f"{count:>6} {make.__name__:<10} {other / one:.2f} × a bare scatter plot: "
                f"{other:.2f} ms against {one:.2f} ms (longest {max(real_times):.0f} ms)"
            )
            if profile:
                pstats.Stats(recorder).sort_stats("cumtime").print_stats(60)
    session.start_with(Document())  # nothing to save, nothing to ask
    window.close()


if __name__ == "__main__":
    main()
