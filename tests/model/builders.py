"""Machines, kernels and launches from stated numbers."""

from collections.abc import Mapping, Sequence

import numpy as np

from roofline_gui.model.demand import Demand, Floats
from roofline_gui.model.launches import Evidence, Launches, Texts
from roofline_gui.model.machine import ComputeCeiling, Figure, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.precision import Precision


def figure(value: float) -> Figure:
    return Figure(value, Kind.USER, "stated in a test")


def machine(
    peaks: Mapping[Precision, float],
    bandwidths: Mapping[Level, float],
    special_ops: float | None = None,
    launch_overhead: float | None = None,
) -> Machine:
    return Machine(
        id="test",
        name="Test",
        vendor="Test",
        ceilings=tuple(ComputeCeiling(p, figure(v)) for p, v in peaks.items()),
        levels=tuple(
            MemoryLevel(level, level.value, figure(bandwidths[level])) for level in Level if level in bandwidths
        ),
        special_ops=None if special_ops is None else figure(special_ops),
        launch_overhead=None if launch_overhead is None else figure(launch_overhead),
    )


# Round figures: ridges at DRAM are 20 (FP32), 10 (FP64) and 200 FLOP/B (BF16 tensor).
ROUND = machine(
    {
        Precision.FP64: 50e12,
        Precision.FP32: 100e12,
        Precision.FP16: 200e12,
        Precision.BF16_TENSOR: 1000e12,
        Precision.FP8_TENSOR: 2000e12,
    },
    {Level.L1: 40e12, Level.L2: 10e12, Level.DRAM: 5e12},
    special_ops=4e12,
    launch_overhead=2e-6,
)


def launches(
    kernels: Sequence[str],
    time: Sequence[float] | Floats,
    flop: Mapping[Precision, Sequence[float] | Floats],
    bytes: Mapping[Level, Sequence[float] | Floats],
    *,
    grids: Sequence[str] | None = None,
    blocks: Sequence[str] | None = None,
    operations: Sequence[str] | None = None,
    devices: Sequence[str] | None = None,
    evidence: Mapping[Evidence, Floats] | None = None,
    flags: Sequence[int] | None = None,
) -> Launches:
    n = len(kernels)
    return Launches(
        kernel=Texts.of(kernels),
        operation=Texts.of(operations or [""] * n),
        block=Texts.of(blocks or ["(128, 1, 1)"] * n),
        grid=Texts.of(grids or ["(1, 1, 1)"] * n),
        launch_id=Texts.of([str(i) for i in range(n)]),
        process=Texts.constant("1", n),
        device=Texts.of(devices or ["0"] * n),
        device_name=Texts.constant("Test", n),
        compute_capability=Texts.constant("9.0", n),
        demand=Demand(
            np.array(time, dtype=np.float64),
            {p: np.array(v, dtype=np.float64) for p, v in flop.items()},
            np.ones(n, dtype=np.bool_),
            np.full(n, np.nan),
            {level: np.array(v, dtype=np.float64) for level, v in bytes.items()},
        ),
        flags=np.array(flags or [0] * n, dtype=np.int64),
        evidence=evidence or {},
    )
