"""The commands and their options."""

import argparse
from collections.abc import Callable
from importlib import import_module

from roofline_gui import __version__
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.grouping import Grouping

COMMANDS = ("window", "report", "machines", "ncu-command")


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line. Each command's code is imported only when it runs."""
    parser = argparse.ArgumentParser(
        prog="roofline-gui",
        description="Roofline analysis of GPU kernels from Nsight Compute CSV.",
        usage="roofline-gui [FILE…]\n       roofline-gui {report,machines,ncu-command} …",
        epilog="Without a command the window opens with the given profiles, or with the bundled example.",
    )
    parser.add_argument("--version", action="version", version=f"roofline-gui {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    window = commands.add_parser("window", help="open the window (the default)", prog="roofline-gui")
    window.add_argument("files", nargs="*", metavar="FILE", help="profiles to open")
    window.set_defaults(run=_run("window"))

    report = commands.add_parser("report", help="performance table, JSON report and picture of a profile")
    _add_report_options(report)
    report.set_defaults(run=_run("report"))

    machines = commands.add_parser("machines", help="the machine catalogue")
    machines.add_argument("--json", action="store_true", help="every figure with its source, as JSON")
    machines.set_defaults(run=_run("machines"))

    collect = commands.add_parser("ncu-command", help="the command that collects what verdicts need")
    collect.add_argument("--cc", default="9.0", metavar="X.Y", help="compute capability of the GPU (default 9.0)")
    collect.add_argument("--app", default="./app", help="the program to profile, with its arguments")
    collect.add_argument("--nvtx", action="store_true", help="record NVTX ranges, to group by operation")
    collect.set_defaults(run=_run("ncu_command"))
    return parser


def _add_report_options(report: argparse.ArgumentParser) -> None:
    usual = Thresholds()
    report.add_argument("profiles", nargs="*", metavar="PROFILE", help="Nsight Compute CSV files")
    report.add_argument("--example", action="store_true", help="use the bundled decode capture of an H200")
    report.add_argument(
        "--machine",
        default="auto",
        metavar="ID|FILE|auto",
        help="a machine of the catalogue, a machine file, “profile” for the profile's own ceilings, or auto (default): "
        "the device named in the profile, else its own ceilings",
    )
    report.add_argument(
        "--group",
        choices=[g.value for g in Grouping],
        help="what makes one row (default: nvtx where the profile has ranges, else shape)",
    )
    report.add_argument("--near", type=float, default=usual.near, metavar="F", help="done from this fraction of roof")
    report.add_argument("--far", type=float, default=usual.far, metavar="F", help="far below under this fraction")
    report.add_argument("--csv", metavar="FILE", help="write the performance table (- for standard output)")
    report.add_argument("--json", metavar="FILE", help="write the whole report (- for standard output)")
    report.add_argument("--png", metavar="FILE", help="write the picture")
    report.add_argument("--size", default="1600x900", metavar="WxH", help="size of the picture in points (1600x900)")
    report.add_argument("--scale", type=float, default=1.0, metavar="S", help="pixels per point of the picture (1)")
    report.add_argument("--theme", choices=["light", "dark"], default="light", help="colours of the picture")


def _run(module: str) -> Callable[[argparse.Namespace], int]:
    """The `run` function of a command's module, imported when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        return int(import_module(f"roofline_gui.cli.{module}").run(arguments))

    return run
