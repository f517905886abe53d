"""Profiles and sessions from stated numbers, with a reader that needs no file and jobs that run at once."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings

from roofline_gui.io.machines import Catalogue
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.model.read_options import ReadOptions
from roofline_gui.model.source import Source
from roofline_gui.resources import EXAMPLE_PROFILE
from roofline_gui.session.jobs import JobRunner
from roofline_gui.session.session import Session
from roofline_gui.session.settings import Settings
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


def settings(folder: Path) -> Settings:
    return Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))


def session(
    folder: Path,
    files: Mapping[str, Profile | Refusal | Exception] | None = None,
    machines: tuple[Machine, ...] = (ROUND,),
    executor: Callable[[Callable[[], None]], None] | None = None,
) -> Session:
    """A session whose reader finds `files` by name."""

    def read(path: Path, progress: Callable[[float], None], options: ReadOptions | None = None) -> Profile | Refusal:
        progress(0.5)
        found = (files or {})[path.name]
        if isinstance(found, Exception):
            raise found
        return found if options is None or isinstance(found, Refusal) else replace(found, options=options)

    runner = JobRunner(executor or (lambda run: run()))
    return Session(settings(folder), runner, read, lambda: Catalogue(machines))
