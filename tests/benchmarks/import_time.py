"""How long large profiles take to open: time against pandas, memory, and how long the other threads must wait.

Writes two raw pages (10,000 launches of 1,315 columns, 50,000 of 430) and a long table of 1,000,000 rows to a temporary
folder. The import runs in a worker thread, as in the program, while the main thread ticks like a user interface. pandas
reads the columns that are needed, as texts. Memory is measured in another process.

Run: python tests/benchmarks/import_time.py [SHARE of the rows, 1 without]
"""

import csv
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
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


def write_wide(path: Path, launches: int, columns: int = 1_315) -> list[str]:
    """The raw page of the roofline set with its rows repeated: the needed columns and the first of the others."""
    header, units, *rows = csv.reader((CAPTURES / "kernels-set-roofline-raw.csv").open(newline="", encoding="utf-8"))
    wanted = {*LAUNCH_COLUMNS, DEVICE_NAME, *needed_of(header)}
    needed = [name for name in header if name in wanted]
    spare = [i for i, name in enumerate(header) if name not in wanted][: columns - len(needed)]
    kept = sorted({*spare, *(i for i, name in enumerate(header) if name in wanted)})
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerows([row[i] for i in kept] for row in (header, units))
        for n in range(launches):
            row = rows[n % len(rows)]
            writer.writerow([str(n), *(row[i] for i in kept[1:])])
    return needed


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
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    with tempfile.TemporaryDirectory() as folder:
        for launches, columns in ((10_000, 1_315), (50_000, 430)):
            wide = Path(folder) / f"wide-{columns}.csv"
            needed = write_wide(wide, int(share * launches), columns)
            measure(wide, partial(pd.read_csv, wide, usecols=needed, dtype=str))
            wide.unlink()
        long = Path(folder) / "long.csv"
        write_long(long, int(share * 1_000_000))
        measure(long, partial(pd.read_csv, long, skiprows=4, dtype=str))


if __name__ == "__main__":
    main()
