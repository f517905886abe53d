"""Writing what a command was asked for."""

import sys
from pathlib import Path

from roofline_gui.cli.outcome import UsageError
from roofline_gui.io.files import write_atomically


def write_output(target: str, text: str) -> None:
    """Write `text` to a file at once (an interrupted run leaves the old file), or to standard output for "-"."""
    if target == "-":
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
        sys.stdout.write(text)
        return
    try:
        write_atomically(Path(target), text)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}.") from error
    say_written(target)


def say_written(target: str) -> None:
    """Tell that a file was written."""
    print(f"wrote {target}", file=sys.stderr)
