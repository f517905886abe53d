"""`roofline-gui [FILE…]`: the window."""

import argparse
from pathlib import Path


def run(arguments: argparse.Namespace) -> int:
    """Open the window with the given files; returns the exit code of the application."""
    from roofline_gui.app import run as run_window

    return run_window([Path(f) for f in arguments.files])
