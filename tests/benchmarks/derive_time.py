"""How long 50,000 launches take from columns to the performance table, against their import in the same run.

Run: python -m tests.benchmarks.derive_time
"""

import statistics
import tempfile
import time
from pathlib import Path

from roofline_gui.io.machines import load_catalogue, resolve
from roofline_gui.io.ncu import read_profile
from roofline_gui.model.analysis import analyse_launches
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import concatenate
from roofline_gui.model.profile import Profile
from roofline_gui.present.table import table
from tests.benchmarks.import_time import write_wide

RUNS = 7
IMPORTED, TIMES = 10_000, 5  # the import of one file, five times, stands for that of 50,000 launches


def main() -> None:
    """Print the median time per grouping and its ratio to the import."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wide.csv"
        write_wide(path, IMPORTED)
        start = time.perf_counter()
        profile = read_profile(path)
        imported = TIMES * (time.perf_counter() - start)
    assert isinstance(profile, Profile)
    launches = concatenate([profile.launches] * TIMES)
    machine = resolve(load_catalogue().machines, "h200-sxm")
    print(f"import of {len(launches):,} launches: {imported:.2f} s")
    for grouping in Grouping:
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            analysis = analyse_launches(launches, machine, grouping, Thresholds())
            table(analysis)
            times.append(time.perf_counter() - start)
        median = statistics.median(times)
        shown = f"{len(analysis):,} rows, {1e3 * median:.1f} ms, {median / imported:.3f} × the import (limit 0.3)"
        print(f"derive and table by {grouping.value}: {shown}")


if __name__ == "__main__":
    main()
