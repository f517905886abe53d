"""A canvas with many dots, for benchmarks."""

import os

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from roofline_gui.io.machines import load_catalogue
from roofline_gui.model.analysis import analyse
from roofline_gui.model.demand import demand
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches, Texts
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from roofline_gui.present.picture.shown import Shown
from roofline_gui.ui.canvas.canvas import RooflineCanvas


def document_with(count: int, machine: Machine) -> Document:
    """Launches strewn below the FP32 roof of a machine."""
    random = np.random.default_rng(1)
    intensity, time = 10 ** random.normal(0.8, 0.8, count), 10 ** random.normal(-4.8, 0.6, count)
    bandwidth, peak = machine.bandwidth(Level.DRAM), machine.peak(Precision.FP32)
    assert bandwidth is not None
    assert peak is not None
    rate = np.minimum(bandwidth * intensity, peak) * random.beta(2, 3, count)
    same = Texts.constant("", count)
    launches = Launches(
        kernel=Texts.of([f"void kernel_{i}<float>(int)" for i in random.integers(0, 60, count)]),
        operation=same,
        block=same,
        grid=same,
        launch_id=Texts.of([str(i) for i in range(count)]),
        process=same,
        device=same,
        device_name=same,
        compute_capability=same,
        demand=demand(time, {Precision.FP32: rate * time}, {Level.DRAM: rate * time / intensity}),
        flags=np.zeros(count, dtype=np.int64),
    )
    return Document("", (Source(Profile("dots", "", launches, Ledger(count)), "dots"),), machine, Grouping.LAUNCH)


def canvas_with(count: int) -> RooflineCanvas:
    """A shown canvas of 1280 × 800 pixels with `count` dots strewn below the FP32 roof of an H100."""
    document = document_with(count, next(m for m in load_catalogue().machines if m.id == "h100-sxm"))
    canvas = RooflineCanvas()
    canvas.resize(1280, 800)
    canvas.show_content(Shown(document, analyse(document)))
    canvas.show()
    QApplication.processEvents()
    return canvas
