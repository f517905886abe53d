"""How long 50,000 launches take from columns to verdicts: group, bound, judge.

Run: python tests/benchmarks/derive_time.py [LAUNCHES]
"""

import statistics
import sys
import time

import numpy as np

from roofline_gui.io.machines import load_catalogue, resolve
from roofline_gui.model.demand import Demand
from roofline_gui.model.diagnosis import Thresholds, judge
from roofline_gui.model.grouping import Grouping, group
from roofline_gui.model.launches import Evidence, Launches, Texts
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import bound

RUNS = 7
KERNELS, SHAPES, OPERATIONS = 40, 25, 120


def synthetic(n: int) -> Launches:
    """Launches of a training step: 40 kernels in 25 shapes and 120 operations, amounts over four decades."""
    rng = np.random.default_rng(7)

    def texts(name: str, distinct: int) -> Texts:
        return Texts(rng.integers(0, distinct, n), tuple(f"{name} {i}" for i in range(distinct)))

    def amounts(scale: float) -> np.ndarray:
        return scale * 10 ** rng.uniform(-2, 2, n)

    return Launches(
        kernel=texts("kernel", KERNELS),
        operation=texts("operation", OPERATIONS),
        block=Texts.constant("(256, 1, 1)", n),
        grid=texts("grid", SHAPES),
        launch_id=Texts.of([str(i) for i in range(n)]),
        process=Texts.constant("1", n),
        device=Texts.constant("0", n),
        device_name=Texts.constant("NVIDIA H200", n),
        compute_capability=Texts.constant("9.0", n),
        demand=Demand(
            amounts(1e-4),
            {p: amounts(1e9) for p in (Precision.FP32, Precision.FP16, Precision.FP64, Precision.BF16_TENSOR)},
            np.ones(n, dtype=np.bool_),
            amounts(1e6),
            {level: amounts(1e8) for level in (Level.SHARED, Level.L1, Level.L2, Level.DRAM)},
        ),
        flags=np.zeros(n, dtype=np.int64),
        evidence={item: amounts(10) for item in Evidence},
    )


def main() -> None:
    """Print the median time per grouping."""
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    launches = synthetic(n)
    machine = resolve(load_catalogue().machines, "h200-sxm")
    for grouping in Grouping:
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            groups = group(launches, grouping)
            bounds = bound(groups.demand, machine)
            judge(bounds, groups.demand, groups.evidence, groups.count, Thresholds())
            times.append(time.perf_counter() - start)
        print(f"{n:,} launches by {grouping.value}: {len(groups):,} groups, {1e3 * statistics.median(times):.1f} ms")


if __name__ == "__main__":
    main()
