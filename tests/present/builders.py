"""Small analyses for tests of `present`, from stated numbers."""

from collections.abc import Mapping

import numpy as np

from roofline_gui.model.analysis import Analysis, analyse_launches
from roofline_gui.model.demand import Demand, Floats
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Evidence, Flag, Launches, Texts
from roofline_gui.model.machine import ComputeCeiling, Figure, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.precision import Precision


def figure(value: float) -> Figure:
    return Figure(value, Kind.DATASHEET, "test sheet")


# Round figures, so that expected values can be worked out in the head.
MACHINE = Machine(
    id="round",
    name="Round",
    vendor="Test",
    ceilings=(
        ComputeCeiling(Precision.FP64, figure(50e12)),
        ComputeCeiling(Precision.FP32, figure(100e12)),
        ComputeCeiling(Precision.BF16_TENSOR, figure(1000e12)),
    ),
    levels=(
        MemoryLevel(Level.L1, "L1/shared", figure(40e12)),
        MemoryLevel(Level.L2, "L2", figure(10e12)),
        MemoryLevel(Level.DRAM, "HBM", figure(5e12)),
    ),
    special_ops=figure(4e12),
    launch_overhead=figure(2e-6),
)


def launches(
    names: list[str],
    time: list[float],
    flop: Mapping[Precision, list[float]],
    bytes: Mapping[Level, list[float]],
    special_ops: list[float] | None = None,
    operations: list[str] | None = None,
    evidence: Mapping[Evidence, Floats] | None = None,
    flags: list[Flag] | None = None,
) -> Launches:
    n = len(names)
    return Launches(
        kernel=Texts.of(names),
        operation=Texts.of(operations or [""] * n),
        block=Texts.constant("(128, 1, 1)", n),
        grid=Texts.constant("(1, 1, 1)", n),
        launch_id=Texts.of([str(i) for i in range(n)]),
        process=Texts.constant("1", n),
        device=Texts.constant("0", n),
        device_name=Texts.constant("Round", n),
        compute_capability=Texts.constant("9.0", n),
        demand=Demand(
            np.array(time, dtype=np.float64),
            {p: np.array(v, dtype=np.float64) for p, v in flop.items()},
            np.ones(n, dtype=np.bool_),
            np.array(special_ops or [np.nan] * n, dtype=np.float64),
            {level: np.array(v, dtype=np.float64) for level, v in bytes.items()},
        ),
        flags=np.array(flags or [Flag.NONE] * n, dtype=np.int64),
        evidence=evidence or {},
    )


def analysis_of(
    found: Launches, grouping: Grouping = Grouping.LAUNCH, machine: Machine = MACHINE, near: float = 0.8
) -> Analysis:
    return analyse_launches(found, machine, grouping, Thresholds(near=near), "p.csv")
