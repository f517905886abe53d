"""`roofline-gui ncu-command`: the command that collects what the verdicts need."""

import argparse

from roofline_gui.cli.outcome import DONE, UsageError
from roofline_gui.io.ncu.command import ALL_PARTS, Selection, metric_list, recommended_command


def run(arguments: argparse.Namespace) -> int:
    """Print the command, or its counters, for the asked compute capability, launches and parts."""
    parts = [part for part in ALL_PARTS if part.value not in arguments.without]
    selection = Selection(arguments.range, arguments.kernels, arguments.skip, arguments.count)
    try:
        if arguments.list:
            requests = metric_list(arguments.cc, parts)
            width = max(len(request.name) for request in requests)
            print("\n".join(f"{r.name:{width}}  {r.part.value:8}  {r.purpose}" for r in requests))
        else:
            print(recommended_command(arguments.cc, arguments.app, arguments.nvtx, parts=parts, selection=selection))
    except ValueError as error:
        raise UsageError(str(error)) from error
    return DONE
