"""The command line: without a sub-command the window, with one a result on standard output or in files."""

import sys
from collections.abc import Sequence
from io import TextIOWrapper

from roofline_gui.cli.outcome import DONE, NOTHING_USABLE, WRONG_USAGE, UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 nothing usable in the input, 2 wrong usage.

    Results go to standard output, messages to standard error; no traceback reaches the user.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without “µ” or “×” shows “?”
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except UsageError as error:
        print(f"roofline-gui: {error}", file=sys.stderr)
        return WRONG_USAGE
    except BrokenPipeError:  # the reader of the pipe (head, less) has gone: nothing is left to do
        sys.stderr.close()
        return DONE
    except KeyboardInterrupt:
        return NOTHING_USABLE


def _run(argv: list[str]) -> int:
    """The window where no sub-command is named. With nothing to read it opens without the wait for the parser."""
    if not argv:
        from roofline_gui.cli.window import open_window

        return open_window(())
    from roofline_gui.cli.parser import COMMANDS, build_parser

    named = argv[0] in COMMANDS or argv[0] in ("-h", "--help", "--version")
    arguments = build_parser().parse_args(argv if named else ["window", *argv])
    return int(arguments.run(arguments))
