"""Sessions with a reader that needs no file and jobs that run at once, and the profiles that they show."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings

from roofline_gui.io.machines import Catalogue
from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.model.read_options import ReadOptions
from roofline_gui.session.jobs import JobRunner
from roofline_gui.session.session import Session
from roofline_gui.session.settings import Settings
from tests.model.builders import ROUND
from tests.model.profiles import KERNELS, UNNAMED, document, example, profile

__all__ = ["KERNELS", "UNNAMED", "document", "example", "profile", "session", "settings"]


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
