"""The commands and their options."""

import argparse
import re
from collections.abc import Callable, Sequence
from importlib import import_module

from roofline_gui import __version__
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.machine import CeilingSet


class _CommandParser(argparse.ArgumentParser):
    """A command whose KEY=VALUE words may stand before and behind its options."""

    def parse_known_args(  # type: ignore[override]  # of the two signatures in use, the one that commands are called by
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As always, with words left over by argparse added to those of the command."""
        found, left = super().parse_known_args(args, namespace)
        if hasattr(found, "values"):
            words = [word for word in left if "=" in word and not word.startswith("-")]
            found.values += words
            left = [word for word in left if word not in words]
        return found, left


COMMANDS = ("window", "report", "machines", "calc", "ncu-command")


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line. Each command's code is imported only when it runs."""
    parser = argparse.ArgumentParser(
        prog="roofline-gui",
        description="Roofline analysis of GPU kernels from Nsight Compute CSV.",
        usage="roofline-gui [FILE…]\n       roofline-gui {report,machines,calc,ncu-command} …",
        epilog="Without a command the window opens with the given profiles, or with the bundled example.",
    )
    parser.add_argument("--version", action="version", version=f"roofline-gui {__version__}")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=_CommandParser, prog="roofline-gui"
    )

    window = commands.add_parser("window", help="open the window (the default)", prog="roofline-gui")
    window.add_argument("files", nargs="*", metavar="FILE", help="profiles to open, or a document")
    window.set_defaults(run=_run("window"))

    report = commands.add_parser("report", help="performance table, JSON report and picture of a profile")
    _add_report_options(report)
    report.set_defaults(run=_run("report"))

    machines = commands.add_parser("machines", help="the known machines; a machine with measured ceilings")
    machines.add_argument("--json", action="store_true", help="every figure with its source, as JSON")
    machines.add_argument(
        "--from", dest="benchmark", metavar="FILE", help="show the ceilings in the output of a benchmark tool"
    )
    machines.add_argument("--base", metavar="ID|FILE", help="the machine that supplies what was not measured")
    machines.add_argument("--device", metavar="N", help="which device or setting of the file (default: the first)")
    machines.add_argument("--save", metavar="FILE", help="write the machine with the measured ceilings")
    machines.set_defaults(run=_run("machines"))

    calc = commands.add_parser("calc", help="a formula kernel or a transformer step at the roofs of a machine")
    calc.add_argument("formula", nargs="?", metavar="FORMULA", help="gemm, decode, attention … (see --list)")
    calc.add_argument("values", nargs="*", metavar="KEY=VALUE", help="its parameters: m=4096 dtype=bf16 batch=8")
    calc.add_argument("--machine", metavar="ID|FILE", help="a known machine or a file (default h100-sxm)")
    calc.add_argument("--json", action="store_true", help="the numbers as JSON, in base units")
    calc.add_argument("--csv", metavar="FILE", help="write the table of the step's operations (- for standard output)")
    calc.add_argument("--list", action="store_true", help="all formulas, their parameters, and the known models")
    calc.set_defaults(run=_run("calc"))

    collect = commands.add_parser("ncu-command", help="the command that collects what verdicts need")
    _add_collection_options(collect)
    collect.set_defaults(run=_run("ncu_command"))
    return parser


def _add_collection_options(collect: argparse.ArgumentParser) -> None:
    collect.add_argument("--cc", default="9.0", metavar="X.Y", help="compute capability of the GPU (default 9.0)")
    collect.add_argument("--app", default="./app", help="the program to profile, with its arguments, as one types it")
    collect.add_argument("--nvtx", action="store_true", help="record NVTX ranges, to group by operation")
    collect.add_argument(
        "--range",
        default="",
        metavar="FILTER",
        help="only launches in an NVTX range, as --nvtx-include takes it: decode/ is a push/pop range",
    )
    collect.add_argument("--kernels", default="", metavar="REGEX", help="only kernels whose function name matches")
    collect.add_argument("--skip", type=_count, default=0, metavar="N", help="pass over the first N launches")
    collect.add_argument("--count", type=_count, default=0, metavar="N", help="profile at most N launches (all)")
    collect.add_argument(
        "--without",
        action="append",
        default=[],
        choices=["l2", "l1", "evidence", "ceilings"],
        metavar="PART",
        help="leave out the counters of l2, l1 (and shared memory), evidence or ceilings; may be given several times",
    )
    collect.add_argument("--list", action="store_true", help="print each counter with what it is for, not the command")


def _count(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text):
        raise argparse.ArgumentTypeError(f"“{text}” is no number of launches; write 0, 1, 2 …")
    return int(text)


def _add_report_options(report: argparse.ArgumentParser) -> None:
    usual = Thresholds()
    report.add_argument(
        "profiles",
        nargs="*",
        metavar="PROFILE",
        help="Nsight Compute CSV files, or one document: a .roofline file or a picture that carries one",
    )
    report.add_argument("--example", action="store_true", help="use the bundled decode capture of an H200")
    report.add_argument(
        "--machine",
        default="auto",
        metavar="ID|FILE|auto",
        help="a known machine, a machine file, “profile” for the profile's own ceilings, or auto (default): "
        "the device named in the profile, else its own ceilings",
    )
    report.add_argument(
        "--group",
        choices=[g.value for g in Grouping],
        help="what makes one row (default: nvtx where the profile has ranges, else shape)",
    )
    report.add_argument(
        "--ceilings",
        choices=[c.value for c in CeilingSet],
        help="which figures decide where a machine has both (default: theoretical, or as the document says)",
    )
    near, far = f"done from this fraction of roof ({usual.near:g})", f"far below under this fraction ({usual.far:g})"
    report.add_argument("--near", type=float, metavar="F", help=near)
    report.add_argument("--far", type=float, metavar="F", help=far)
    report.add_argument(
        "--what-if",
        metavar="KEY=VALUE,…",
        help="predict what rows would take after a change: precision=, batch=, machine=, flop= and bytes= (a change "
        "with its sign, -40%%, or a factor, 0.6), weights=, activations=, kv=; none takes that of a document away",
    )
    report.add_argument("--csv", metavar="FILE", help="write the performance table (- for standard output)")
    report.add_argument("--json", metavar="FILE", help="write the whole report (- for standard output)")
    report.add_argument("--png", metavar="FILE", help="write the picture")
    report.add_argument("--html", metavar="FILE", help="write a one-file report: picture, table, verdicts, ledger")
    report.add_argument("--size", default="1600x900", metavar="WxH", help="size of the picture in points (1600x900)")
    report.add_argument("--scale", type=float, default=1.0, metavar="S", help="pixels per point of the picture (1)")
    report.add_argument("--theme", choices=["light", "dark"], default="light", help="colours of the picture")


def _run(module: str) -> Callable[[argparse.Namespace], int]:
    """The `run` function of a command's module, imported when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        return int(import_module(f"roofline_gui.cli.{module}").run(arguments))

    return run
