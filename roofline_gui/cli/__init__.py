"""The command line: without a sub-command the window, with one a result on standard output or in files."""

import sys
from collections.abc import Sequence
from io import TextIOWrapper

from roofline_gui.cli.outcome import DONE, NOTHING_USABLE, WRONG_USAGE, UsageError
from roofline_gui.cli.parser import COMMANDS, build_parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 nothing usable in the input, 2 wrong usage.

    Results go to standard output, messages to standard error; no traceback reaches the user.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without “µ” or “×” shows “?”
    arguments = build_parser().parse_args(_with_default_command(list(sys.argv[1:] if argv is None else argv)))
    try:
        return int(arguments.run(arguments))
    except UsageError as error:
        print(f"roofline-gui: {error}", file=sys.stderr)
        return WRONG_USAGE
    except BrokenPipeError:  # the reader of the pipe (head, less) has gone: nothing is left to do
        sys.stderr.close()
        return DONE
    except KeyboardInterrupt:
        return NOTHING_USABLE


def _with_default_command(argv: list[str]) -> list[str]:
    """`argv` with the window put in where no sub-command is named."""
    if argv and (argv[0] in COMMANDS or argv[0] in ("-h", "--help", "--version")):
        return argv
    return ["window", *argv]
