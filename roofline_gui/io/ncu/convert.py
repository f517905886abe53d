"""Binary reports (`.ncu-rep`): exported as CSV by the profiler itself, then read like any other profile."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from roofline_gui.io.ncu.reader import DEFAULT_OPTIONS, ignore, read_profile
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.model.read_options import ReadOptions

UNKNOWN_SHARE = float("nan")  # of the work that is done: how large the export will be nobody knows beforehand
PLACES = (
    ("C:/Program Files/NVIDIA Corporation/Nsight Compute */ncu.bat",)
    if sys.platform == "win32"
    else ("/opt/nvidia/nsight-compute/*/ncu", "/usr/local/cuda*/bin/ncu", "/usr/local/cuda*/nsight-compute*/ncu")
)
TICK = 0.05  # s between two looks at the running export
MOST_QUOTED = 300  # characters of what ncu said
_SUFFIXES, _MAGIC, _ERROR = (".ncu-rep", ".ncu-repz"), b"NVR", "==ERROR=="
_SCANNED = 1 << 16  # bytes at either end of the output in which messages are looked for


class ConversionError(Exception):
    """An export that failed; the message is a full sentence that quotes what the profiler said."""


def find_ncu(search_path: str | None = None, places: Sequence[str] = PLACES) -> Path | None:
    """The profiler: on `search_path` (the PATH if None), else the newest that one of the patterns `places` finds."""
    found = shutil.which("ncu", path=search_path)
    if found is not None:
        return Path(found)
    for place in places:
        pattern = Path(place)
        candidates = [p for p in Path(pattern.anchor).glob(str(pattern.relative_to(pattern.anchor))) if p.is_file()]
        if candidates:
            return max(candidates, key=_version)
    return None


def read_file(
    path: Path,
    progress: Callable[[float], None] = ignore,
    find: Callable[[], Path | None] = find_ncu,
    options: ReadOptions = DEFAULT_OPTIONS,
) -> Profile | Refusal:
    """Read whatever `ncu` left in `path`, binary reports included where `find` finds the profiler to export them.
    `options` are what the user decides instead of the file.

    `progress` gets the share that is done, 0 to 1, NaN while nobody knows; what it raises ends the work and travels on.
    """
    result = read_profile(path, progress, options)
    if not (isinstance(result, Refusal) and "ncu --import" in result.command and _is_report(path)):
        return result
    ncu = find()
    return result if ncu is None else _read_report(path, result, progress, options, ncu)


def convert_report(report: Path, target: Path, progress: Callable[[float], None], ncu: Path) -> None:
    """Let the profiler `ncu` write `report` as CSV to `target`.

    `progress` is called with NaN every few ten milliseconds; what it raises ends the profiler and travels on. Without
    success there is no `target` afterwards.

    Raises:
        ConversionError: the profiler did not start, or failed, or the export cannot be written.
    """
    try:
        with target.open("wb") as output, tempfile.TemporaryFile() as messages:
            code = _run(_command(ncu, report), output.fileno(), messages.fileno(), progress)
            if code != 0:
                messages.seek(0)
                raise ConversionError(_failure(code, messages.read(_SCANNED), _both_ends(target)))
    except OSError as error:
        target.unlink(missing_ok=True)
        raise ConversionError(f"The export cannot be written: {error.strerror or error}.") from error
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _read_report(
    path: Path, refusal: Refusal, progress: Callable[[float], None], options: ReadOptions, ncu: Path
) -> Profile | Refusal:
    try:
        with tempfile.TemporaryDirectory(prefix="roofline-gui-") as folder:
            target = Path(folder) / "export.csv"
            convert_report(path, target, progress, ncu)
            result = read_profile(target, progress, options)
    except ConversionError as error:
        advice = (
            "A report opens only with an ncu that is at least as new as the one that wrote it. Try the command below "
            "with that one, and open the CSV file that it writes."
        )
        return replace(refusal, what="ncu could not export this report.", advice=advice, detail=str(error))
    except OSError as error:
        what = f"There is no place for the export of this report: {error.strerror or error}."
        return replace(refusal, what=what, advice="Make room for it, or run the command below and open the result.")
    if isinstance(result, Refusal):
        return replace(result, name=path.name, what=f"ncu exported this report, but not as expected. {result.what}")
    return replace(result, name=path.name, path=str(path))


def _is_report(path: Path) -> bool:
    if path.suffix.lower() in _SUFFIXES:
        return True
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def _command(ncu: Path, report: Path) -> list[str]:
    return [str(ncu), "--import", str(report), "--csv", "--page", "raw", "--print-units", "base"]


def _run(command: Sequence[str], output: int, messages: int, progress: Callable[[float], None]) -> int:
    """The exit code of `command`. It gets a process group of its own: `ncu` is a script that starts the real one."""
    try:
        started = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=messages, start_new_session=True
        )
    except OSError as error:
        raise ConversionError(f"{command[0]} cannot be started: {error.strerror or error}.") from error
    with started as process:
        try:
            while process.poll() is None:
                progress(UNKNOWN_SHARE)
                time.sleep(TICK)
        finally:
            if process.returncode is None:
                _kill(process)
        return process.returncode


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End `process` and what it started."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _both_ends(path: Path) -> bytes:
    with path.open("rb") as file:
        start = file.read(_SCANNED)
        file.seek(max(file.tell(), path.stat().st_size - _SCANNED))
        return start + b"\n" + file.read()


def _failure(code: int, messages: bytes, output: bytes) -> str:
    """What went wrong: the errors among what the profiler said, wherever it said them, or its last word."""
    said = [line.strip() for line in messages.decode("utf-8", "replace").splitlines() if line.strip()]
    lines = [*output.decode("utf-8", "replace").splitlines(), *said]
    errors = dict.fromkeys(line.removeprefix(_ERROR).strip() for line in lines if line.startswith(_ERROR))
    told = " ".join(errors) or "".join(said[-1:])
    if not told:
        return f"It ended with exit code {code} and said nothing."
    return f"It said: “{told if len(told) <= MOST_QUOTED else told[:MOST_QUOTED] + '…'}”"


def _version(path: Path) -> tuple[int, ...]:
    """The numbers in a path, to compare versions by: 2025.3.1 is newer than 2024.10."""
    return tuple(int(number) for number in re.findall(r"\d+", str(path)))
