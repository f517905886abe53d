"""Files that hold nothing usable: what they are, and what to do. One function per kind of file."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from roofline_gui.io.ncu.command import closest_command
from roofline_gui.io.ncu.foreign import kind_of
from roofline_gui.model.launches import Launches
from roofline_gui.model.ledger import SkippedLine
from roofline_gui.model.profile import Refusal

EXPORT_COMMAND = "ncu --import {} --csv --page raw --print-units base > profile.csv"
COLLECT = "Profile with the command below and open the CSV file that it writes."


class Refused(Exception):  # noqa: N818  # an outcome that travels to the reader's entry, not an error
    """Carries the refusal of a file out of the depth of the reader."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.what)
        self.refusal = refusal


def unreadable(name: str, error: OSError) -> Refusal:
    """The operating system does not give the file."""
    if isinstance(error, FileNotFoundError):
        return Refusal(name, "There is no such file.", "Check the path; it may have been moved or renamed.")
    if isinstance(error, IsADirectoryError):
        return Refusal(name, "This is a folder, not a file.", "Choose the CSV file in it.")
    if isinstance(error, PermissionError):
        return Refusal(name, "You may not read this file.", "Change its permissions or copy it to a place of your own.")
    reason = error.strerror or str(error)
    return Refusal(name, f"The file cannot be read: {reason}.", "Copy it to a local disk and open it there.")


def empty(name: str) -> Refusal:
    """Nothing in it."""
    return Refusal(
        name, "The file is empty.", f"Was ncu stopped before it had finished? {COLLECT}", closest_command("")
    )


def damaged(name: str) -> Refusal:
    """A compressed file that cannot be unpacked."""
    return Refusal(
        name, "The compressed file is damaged or incomplete.", "Copy it again, or unpack it and open the CSV."
    )


def zstandard(name: str) -> Refusal:
    """A zstd file where Python cannot unpack it."""
    advice = "Unpack it first; this installation cannot read zstd files."
    return Refusal(name, "This file is compressed with zstd.", advice, f"unzstd {_quoted(name)}")


def no_lines(name: str, start: bytes) -> Refusal:
    """Megabytes without a line end, and how they start."""
    refusal = explain(name, [SkippedLine(1, start.decode("utf-8", "replace"))])
    return refusal or Refusal(name, "This is no table: it has no line ends.", COLLECT, closest_command(""))


def binary(path: Path, start: bytes) -> Refusal:
    """A file that is no text, by its first bytes."""
    name = path.name
    export = "Export it as CSV with the command below and open the result."
    if start.startswith(b"NVR") or path.suffix.lower() == ".ncu-rep":
        command = EXPORT_COMMAND.format(_quoted(name))
        return Refusal(name, "This is a binary Nsight Compute report, not its CSV export.", export, command)
    if path.suffix.lower() in (".nsys-rep", ".qdrep", ".sqlite") or start.startswith(b"SQLite"):
        what = "This is a report of Nsight Systems, which has no kernel counters."
        return Refusal(name, what, COLLECT, closest_command(""))
    if start.startswith(b"PK"):
        return Refusal(name, "This is an archive or a spreadsheet, not a CSV file.", "Unpack it, or save it as CSV.")
    return Refusal(
        name, "This is a binary file, not text.", f"If it is an ncu report: {export}", EXPORT_COMMAND.format("FILE")
    )


def no_counters(name: str, launches: Launches, metrics: Sequence[str]) -> Refusal:
    """A table of kernels without time, work and traffic."""
    kernels = "one kernel launch" if len(launches) == 1 else f"{len(launches)} kernel launches"
    what = f"The file lists {kernels}, but neither their time, nor work (FLOP), nor memory traffic."
    names = list(launches.kernel.values)
    shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    advice = (
        f"Missing for {shown}: time (t), FLOP (W) and bytes (Q). Percentages give no place on the roofline. {COLLECT}"
    )
    detail = f"It has only: {', '.join(metrics[:6])}{' …' if len(metrics) > 6 else ''}" if metrics else ""
    return Refusal(name, what, advice, closest_command(launches.compute_capability[0]), detail)


def no_rows(name: str, line: int) -> Refusal:
    """A header without rows."""
    what = "The table has a header but no kernel launches."
    advice = f"Was ncu stopped before it had finished? {COLLECT}"
    return Refusal(name, what, advice, closest_command(""), f"The header is line {line}.")


def measured_ceilings(path: Path) -> Refusal | None:
    """A benchmark's output, which belongs to a machine; None for other files."""
    from roofline_gui.io.ceilings import Reading, read_ceilings

    reading = read_ceilings(path)
    if not isinstance(reading, Reading):
        return None
    what = f"This is output of {reading.origin}: it holds ceilings of a machine, but no kernels."
    return Refusal(path.name, what, "Import it in the Machine pane.")


def unknown(name: str, lines: Sequence[SkippedLine]) -> Refusal:
    """A text of another kind."""
    what = "There is no table of Nsight Compute in this file."
    return Refusal(name, what, COLLECT, closest_command(""), _quote(lines[0]) if lines else "")


def explain(name: str, lines: Sequence[SkippedLine]) -> Refusal | None:
    """Say what a text without a table of kernels is, from its lines; None where none of them tells."""
    refusals = (recognise(name, lines) for recognise in _KINDS)
    return next((r for r in refusals if r is not None), None)


def _first(lines: Iterable[SkippedLine], pattern: str) -> SkippedLine | None:
    search = re.compile(pattern).search
    return next((line for line in lines if search(line.text)), None)


def _permission(name: str, lines: Sequence[SkippedLine]) -> Refusal | None:
    line = _first(lines, "ERR_NVGPUCTRPERM")
    if line is None:
        return None
    what = "ncu was not allowed to read the GPU's performance counters (ERR_NVGPUCTRPERM), so the file has no table."
    advice = (
        "Reading counters needs administrator rights: run ncu with sudo, or let the driver allow it to every user "
        "(option NVreg_RestrictProfilingToAdminUsers=0 of the nvidia module, then reboot)."
    )
    return Refusal(name, what, advice, f"sudo {closest_command('')}", _quote(line))


def _application_failed(name: str, lines: Sequence[SkippedLine]) -> Refusal | None:
    line = _first(lines, r"==ERROR==.*application returned an error code")
    if line is None:
        return None
    code = re.search(r"\(([^()]+)\)", line.text)
    what = f"The profiled program ended with an error{f' (code {code[1]})' if code else ''}, so the file has no table."
    return Refusal(name, what, "Run the program without ncu first, then profile again.", "", _quote(line))


def _no_kernels(name: str, lines: Sequence[SkippedLine]) -> Refusal | None:
    line = _first(lines, "No kernels were profiled")
    if line is None:
        return None
    advice = "No kernel was launched, or the filter (-k, --nvtx-include, --launch-skip …) matched none."
    available = _listed_after(lines, "Available Kernels:")
    if available:
        shown = ", ".join(available[:8]) + (f" and {len(available) - 8} more" if len(available) > 8 else "")
        advice += f" Available Kernels in the file: {shown}."
    return Refusal(name, "No kernels were profiled.", advice, closest_command(""), _quote(line))


def _listed_after(lines: Sequence[SkippedLine], title: str) -> list[str]:
    texts = [line.text.strip() for line in lines]
    if title not in texts:
        return []
    items = (re.match(r"\d+\.\s*(.+)", text) for text in texts[texts.index(title) + 1 :])
    return [item[1] for item in items if item]


def _profiler_error(name: str, lines: Sequence[SkippedLine]) -> Refusal | None:
    line = _first(lines, "==ERROR==")
    if line is None:
        return None
    what = "ncu reported an error and printed no table."
    return Refusal(name, what, "Put right what the message says and profile again.", "", _quote(line))


def _only_messages(name: str, lines: Sequence[SkippedLine]) -> Refusal | None:
    line = _first(lines, r"==PROF==")
    if line is None or _first(lines, "Metric Name") is not None:
        return None
    what = "The file holds messages of ncu, but no table."
    return Refusal(name, what, f"The table is printed only with --csv. {COLLECT}", closest_command(""), _quote(line))


def _foreign(name: str, lines: Sequence[SkippedLine]) -> Refusal | None:
    """Another tool's file, or a page without counters."""
    found = kind_of(lines)
    if found is None:
        return None
    kind, line = found
    exported = "Export the page with the counters from the report instead."
    advice = kind.advice or (exported if kind.exports else COLLECT)
    command = EXPORT_COMMAND.format("FILE") if kind.exports else "" if kind.advice else closest_command("")
    return Refusal(name, kind.what, advice, command, _quote(line))


# In this order: a program may have failed in the middle of a page.
_KINDS: tuple[Callable[[str, Sequence[SkippedLine]], Refusal | None], ...] = (
    _permission,
    _foreign,
    _application_failed,
    _no_kernels,
    _profiler_error,
    _only_messages,
)


def _quote(line: SkippedLine) -> str:
    text = line.text.strip()
    return f"Line {line.number}: {text[:200]}{'…' if len(text) > 200 else ''}"


def _quoted(name: str) -> str:
    """A file name for a shell."""
    return name if re.fullmatch(r"[\w.+-]+", name) else "'" + name.replace("'", "'\\''") + "'"
