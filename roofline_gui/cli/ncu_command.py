"""`roofline-gui ncu-command`: the command that collects what the verdicts need."""

import argparse

from roofline_gui.cli.outcome import DONE, UsageError
from roofline_gui.io.ncu import recommended_command


def run(arguments: argparse.Namespace) -> int:
    """Print the command for the asked compute capability."""
    try:
        print(recommended_command(arguments.cc, arguments.app, arguments.nvtx))
    except ValueError as error:
        raise UsageError(str(error)) from error
    return DONE
