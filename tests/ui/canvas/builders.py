"""Documents of a few stated kernels for canvas and pictures."""

from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from roofline_gui.present.picture.shown import Shown
from tests.model.builders import ROUND, launches

AWKWARD_NAME = "void at::<unnamed>::f<int>(int, const T1 *)"


def document_at(
    points: list[tuple[float, float]], names: list[str] | None = None, time: list[float] | None = None
) -> tuple[Document, Analysis]:
    """Kernels at (FLOP/B, FLOP/s) on a machine with FP32 100 TFLOP/s, DRAM 5 TB/s; L2 carries 1.5 times,
    L1 five times the bytes.
    """
    time = time or [1.0] * len(points)
    flop = [p * t for (_, p), t in zip(points, time, strict=True)]
    dram = [w / x for w, (x, _) in zip(flop, points, strict=True)]
    read = launches(
        names or [f"kernel_{i}" for i in range(len(points))],
        time,
        {Precision.FP32: flop},
        {Level.DRAM: dram, Level.L2: [1.5 * q for q in dram], Level.L1: [5 * q for q in dram]},
    )
    source = Source(Profile("test.csv", "test.csv", read, Ledger(len(read))), "test.csv")
    document = Document("Title", (source,), ROUND, Grouping.LAUNCH)
    analysis = analyse(document)
    assert analysis is not None
    return document, analysis


def shown_at(
    points: list[tuple[float, float]], names: list[str] | None = None, time: list[float] | None = None
) -> Shown:
    """The same, worked out for a picture."""
    return Shown(*document_at(points, names, time))
