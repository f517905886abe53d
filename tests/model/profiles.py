"""Profiles and documents from stated numbers."""

from dataclasses import replace

from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from roofline_gui.resources import EXAMPLE_PROFILE
from tests.model.builders import ROUND, launches

UNNAMED = "void at::<unnamed>::f<int, (int)4>(T1 *, const T2 &)"

# On ROUND (DRAM 5 TB/s, BF16 tensor 1000 TFLOP/s): bound times 8.5, 1, 2 and 4 µs.
KERNELS = launches(
    ["gemm", UNNAMED, "gemm", "copy"],
    time=[10e-6, 4e-6, 20e-6, 5e-6],
    flop={Precision.BF16_TENSOR: [8.5e9, 1e6, 2e9, 0.0]},
    bytes={Level.DRAM: [5e6, 5e6, 5e6, 20e6]},
    grids=["(8, 1, 1)", "(1, 1, 1)", "(2, 1, 1)", "(4, 1, 1)"],
    operations=["step / a", "step / b", "step / a", ""],
)


def profile(name: str = "run.csv", of: Launches = KERNELS, device: str = "", own: Machine | None = None) -> Profile:
    return Profile(name, f"/data/{name}", of, Ledger(read=len(of)), ((device, "9.0"),) if device else (), own)


def example() -> Profile:
    """What the program starts with: it gives way to the first file that is opened."""
    return replace(profile(), path=str(EXAMPLE_PROFILE))


def document(profiles: tuple[Profile, ...] | None = None, **changes: object) -> Document:
    known: dict[str, object] = {
        "title": "run.csv",
        "sources": tuple(Source(p, p.name) for p in profiles or (profile(),)),
        "machine": ROUND,
        "grouping": Grouping.LAUNCH,
    }
    return Document(**{**known, **changes})  # type: ignore[arg-type]
