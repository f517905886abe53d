"""Profiles written for a test, and captures read without the reader under test."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from roofline_gui.io.ncu import read_profile
from roofline_gui.model.profile import Profile, Refusal

DATA = Path(__file__).parents[2] / "data"
CAPTURES = DATA / "h200"
LAUNCH = ("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream")
SHAPE = ("Block Size", "Grid Size", "Device", "CC")
LONG = (*LAUNCH, *SHAPE, "Section Name", "Metric Name", "Metric Unit", "Metric Value")

INSTRUCTIONS = "sm__sass_thread_inst_executed_op_{}_pred_on.sum"
TIME = "gpu__time_duration.sum"
FP32 = {INSTRUCTIONS.format(op): ("inst", "0") for op in ("fadd", "fmul", "ffma")}


class Capture:
    """A capture in the wide layout, read with the csv module alone."""

    def __init__(self, name: str) -> None:
        text = (CAPTURES / name).read_text(encoding="utf-8")
        table = list(csv.reader(text[text.index('"ID"') :].splitlines(keepends=True)))
        self.header, self.units, self.rows = table[0], table[1], table[2:]

    def texts(self, column: str) -> list[str]:
        index = self.header.index(column)
        return [row[index] for row in self.rows]

    def numbers(self, column: str) -> list[float]:
        return [float(text.replace(",", "")) for text in self.texts(column)]

    def unit(self, column: str) -> str:
        return self.units[self.header.index(column)]


def quoted(cells: Sequence[str]) -> str:
    return ",".join('"' + cell.replace('"', '""') + '"' for cell in cells) + "\n"


def launch_cells(number: int, kernel: str, cc: str, process: str = "7") -> tuple[str, ...]:
    launch = (str(number), process, "demo", "127.0.0.1", kernel, "1", "7")
    return (*launch, "(256, 1, 1)", "(4096, 1, 1)", "0", cc)


def wide(
    *launches: Mapping[str, str], units: Mapping[str, str] | None = None, cc: str = "9.0", kernel: str = "k"
) -> str:
    """A raw page: one row per mapping of metric to printed value; units default to what ncu prints."""
    metrics = list(dict.fromkeys(m for launch in launches for m in launch))
    unit_of = {m: (units or {}).get(m, default_unit(m)) for m in metrics}
    lines = [quoted((*LAUNCH, *SHAPE, *metrics)), quoted((*[""] * 11, *unit_of.values()))]
    lines += [
        quoted((*launch_cells(i, kernel, cc), *(launch.get(m, "") for m in metrics)))
        for i, launch in enumerate(launches)
    ]
    return "".join(lines)


def long(*launches: Mapping[str, tuple[str, str]], cc: str = "9.0", kernel: str = "k", header: bool = True) -> str:
    """A long table: per launch a mapping of metric to unit and printed value."""
    lines = [quoted(LONG)] if header else []
    lines += [
        quoted((*launch_cells(i, kernel, cc), "Command line profiler metrics", metric, unit, value))
        for i, launch in enumerate(launches)
        for metric, (unit, value) in launch.items()
    ]
    return "".join(lines)


def default_unit(metric: str) -> str:
    if metric == TIME:
        return "ns"
    if "pct" in metric:
        return "%"
    return "byte" if "bytes" in metric else ""


def opened(path: Path) -> Profile:
    result = read_profile(path)
    assert isinstance(result, Profile), result
    return result


def refused(path: Path) -> Refusal:
    result = read_profile(path)
    assert isinstance(result, Refusal), f"{len(result.launches)} launches"
    return result


def written(folder: Path, content: str | bytes, name: str = "profile.csv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read_text(folder: Path, content: str | bytes) -> Profile:
    return opened(written(folder, content))
