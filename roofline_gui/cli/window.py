"""`roofline-gui [FILE…]`: the window."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def run(arguments: "argparse.Namespace") -> int:
    """Open the window with the given files; returns the exit code of the application."""
    return open_window(arguments.files)


def open_window(files: Sequence[str]) -> int:
    """Open the window with the files of these names; returns the exit code of the application."""
    from roofline_gui.app import run as run_window

    return run_window([Path(file) for file in files])
