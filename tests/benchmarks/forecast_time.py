"""One step of a slider over measured rows: predicting 2,000 single launches and 50,000, alone and grouped.

Every launch has a batch law, the worst case. Limits: 3 ms for 2,000 launches, 30 ms for 50,000.

Run: python -m tests.benchmarks.forecast_time
"""

import statistics
import time
from dataclasses import replace

import numpy as np

from roofline_gui.io.machines import load_catalogue, resolve
from roofline_gui.model.analysis import Part, analyse_parts
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.forecast import forecast
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level
from roofline_gui.model.measured import Measured, measure
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import BatchLaw, Source
from roofline_gui.model.what_if import WhatIf
from tests.model.builders import launches

MACHINES = load_catalogue().machines
STEPS = 9


def prepared(n: int, grouping: Grouping) -> Measured:
    """Random launches of 500 kernels, with work in four precisions and traffic at four levels."""
    rng = np.random.default_rng(0)
    precisions = (Precision.FP32, Precision.FP64, Precision.FP16, Precision.BF16_TENSOR)
    levels = (Level.SHARED, Level.L1, Level.L2, Level.DRAM)
    found = launches(
        [f"kernel_{i % 500}" for i in range(n)],
        10 ** rng.uniform(-5.3, -4, n),
        {precision: 10 ** rng.uniform(6, 10, n) for precision in precisions},
        {level: 10 ** rng.uniform(5, 8, n) for level in levels},
    )
    machine = resolve(MACHINES, "h200-sxm")
    law = BatchLaw(tuple(range(n)), 1, 0.8 * float(found.demand.traffic(Level.DRAM).sum()))
    source = Source(Profile("run.csv", "run.csv", found, Ledger(read=n)), "run.csv", laws=(law,))
    return measure((source,), analyse_parts([Part(found, "run.csv", machine)], machine, grouping, Thresholds()))


def main() -> None:
    """Print the median time of a step for each size."""
    whole = WhatIf(precision=Precision.FP8_TENSOR, machine=resolve(MACHINES, "b200"))
    for n, grouping in ((2_000, Grouping.LAUNCH), (50_000, Grouping.LAUNCH), (50_000, Grouping.KERNEL)):
        start = time.perf_counter()
        measured = prepared(n, grouping)
        print(f"{n:,} launches, {len(measured.analysis):,} rows ({time.perf_counter() - start:.2f} s to make them)")
        for name, asked in (("batch", WhatIf()), ("batch, precision and machine", whole)):
            times = []
            for batch in range(2, 2 + STEPS):
                start = time.perf_counter()
                forecast(measured, replace(asked, batch=batch))
                times.append(time.perf_counter() - start)
            print(f"  {name}: {1e3 * statistics.median(times):.2f} ms per step")


if __name__ == "__main__":
    main()
