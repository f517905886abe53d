"""What a report of a problem needs to say of the program and the computer, and nothing of the user or the files."""

import platform
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from traceback import extract_tb
from types import TracebackType

from PySide6.QtCore import QLocale, qVersion

from roofline_gui import __version__

_PACKAGES = ("PySide6_Essentials", "pyqtgraph", "numpy", "pandas", "msgspec")
MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class Failure:
    """An error that nobody expected: its `kind`, and the `steps` to it, innermost last, as places in the code.

    The words of the error are left out: they may name a file or what is in it.
    """

    kind: str
    steps: tuple[str, ...]
    time: datetime

    @staticmethod
    def of(error: BaseException, trace: TracebackType | None, time: datetime) -> "Failure":
        """The failure that `error` is."""
        steps = tuple(f"{_in_code(step.filename)}:{step.lineno} in {step.name}" for step in extract_tb(trace))
        return Failure(type(error).__name__, steps[-MOST_STEPS:], time)


def diagnostics(display: Iterable[str], failure: Failure | None = None) -> str:
    """Versions, system and `display` (lines that tell how the window is shown), and the last failure."""
    lines = [
        f"Roofline {__version__} ({'frozen' if getattr(sys, 'frozen', False) else 'Python package'})",
        f"Python {platform.python_version()}, Qt {qVersion()}",
        ", ".join(f"{name} {_version(name)}" for name in _PACKAGES),
        f"{_system()}, {platform.machine()}, {QLocale.system().name()}",
        *display,
    ]
    if failure is not None:
        lines += [f"{failure.kind} at {failure.time:%Y-%m-%d %H:%M:%S}", *(f"    {step}" for step in failure.steps)]
    return "\n".join(lines)


def _version(package: str) -> str:
    """The version of a package, without importing it."""
    from importlib.metadata import PackageNotFoundError, version  # imports what the first paint can spare

    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def _system() -> str:
    if not sys.platform.startswith("linux"):
        return platform.platform(terse=True)
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        name = "Linux"
    return f"{name}, Linux {platform.release()}, {' '.join(platform.libc_ver())}"


def _in_code(file: str) -> str:
    """The place of a source file within its package, without the folders of the user above it."""
    parts = PurePath(file).parts
    for root, skipped in (("roofline_gui", 0), ("site-packages", 1)):
        if root in parts:
            innermost = len(parts) - 1 - parts[::-1].index(root)
            return "/".join(parts[innermost + skipped :])
    return parts[-1] if parts else "?"
