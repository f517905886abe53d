"""How long large profiles take to open: time against pandas, memory, and how long the other threads must wait.

Writes a raw page of 10,000 launches and a long table of about 100 MB to a temporary folder. The import runs in a worker
thread, as in the program, while the main thread ticks like a user interface. Memory is measured in another process.

Run: python tests/benchmarks/import_time.py [LAUNCHES]
"""

import csv
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from roofline_gui.io.ncu import read_profile
from roofline_gui.io.ncu.counters import needed_of
from roofline_gui.model.profile import Profile

CAPTURES = Path(__file__).parents[1] / "data" / "h200"
RUNS = 5
LAUNCH_COLUMNS = ("ID", "Process ID", "Kernel Name", "Block Size", "Grid Size", "Device", "CC")
DEVICE_NAME = "device__attribute_display_name"
PEAK_MEMORY = """
import resource, sys
from pathlib import Path
from roofline_gui.io.ncu import read_profile
read_profile(Path(sys.argv[1]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def write_wide(path: Path, launches: int) -> None:
    """The raw page of the roofline set (1,315 columns) with its rows repeated."""
    header, units, *rows = (CAPTURES / "kernels-set-roofline-raw.csv").read_text(encoding="utf-8").splitlines(True)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines([header, units])
        file.writelines(f'"{i}"' + (row := rows[i % len(rows)])[row.index(",") :] for i in range(launches))


def write_long(path: Path, rows: int) -> None:
    """The long table of the short list with its launches repeated."""
    text = (CAPTURES / "kernels-short-list-long.csv").read_text(encoding="utf-8")
    start = text.index('"0",')
    block = [line.split(",", 1) for line in text[start:].splitlines(True)]
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(text[:start])
        for n in range(rows // len(block)):
            file.writelines(f'"{21 * n + int(number.strip(chr(34)))}",{rest}' for number, rest in block)


def seconds(action: Callable[[], object]) -> float:
    """Median duration of some runs."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def longest_gap(action: Callable[[], object]) -> float:
    """The longest that a thread which wants a turn every millisecond had to wait while `action` ran in another, s."""
    worker = threading.Thread(target=action)
    worker.start()
    gap, last = 0.0, time.perf_counter()
    while worker.is_alive():
        time.sleep(0.001)
        now = time.perf_counter()
        gap, last = max(gap, now - last), now
    return gap


def measure(path: Path, read_with_pandas: Callable[[], object]) -> None:
    """Print the figures of one file."""
    profile = read_profile(path)
    assert isinstance(profile, Profile), profile
    pandas_time = seconds(read_with_pandas)
    import_time = seconds(lambda: read_profile(path))
    gap = longest_gap(lambda: read_profile(path))
    command = [sys.executable, "-c", PEAK_MEMORY, str(path)]
    memory = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    size = path.stat().st_size / 1e6
    print(f"{path.name}: {size:.0f} MB, {len(profile.launches)} launches")
    print(f"  import {import_time:.3f} s, pandas {pandas_time:.3f} s, ratio {import_time / pandas_time:.2f}")
    print(f"  peak memory {memory} MB, longest wait of another thread {gap * 1e3:.0f} ms")


def main() -> None:
    """Measure both layouts."""
    launches = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        wide = Path(folder) / "wide.csv"
        write_wide(wide, launches)
        with wide.open(newline="") as file:
            header = next(csv.reader(file))
        wanted = {*LAUNCH_COLUMNS, DEVICE_NAME, *needed_of(header)}
        columns = [name for name in header if name in wanted]
        measure(wide, lambda: pd.read_csv(wide, usecols=columns, dtype=str))
        wide.unlink()
        long = Path(folder) / "long.csv"
        write_long(long, 45 * launches)
        measure(long, lambda: pd.read_csv(long, skiprows=4, dtype=str))


if __name__ == "__main__":
    main()
