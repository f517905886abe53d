"""The device of a profile, and the ceilings that the profiler's own peak counters give."""

import re
from dataclasses import replace

import numpy as np

from roofline_gui.io.ncu.architecture import closest
from roofline_gui.io.ncu.counters import L2_SIZE, PEAK, SECTOR, WAVEFRONT, XU_LANES, XU_PER_SM
from roofline_gui.io.ncu.evaluate import Evaluator
from roofline_gui.io.ncu.table import Table
from roofline_gui.io.ncu.tensor import dense_peaks
from roofline_gui.io.ncu.units import Dimension
from roofline_gui.model.demand import Bools, Floats
from roofline_gui.model.machine import (
    LARGEST,
    SMALLEST,
    ComputeCeiling,
    Figure,
    Kind,
    Level,
    Machine,
    MemoryLevel,
)
from roofline_gui.model.precision import Precision

NOTE = "These ceilings hold at the clocks of the profiled run; by default ncu locks them below the boost clock."
_SPARSE_DOUBT = "half of the peak with sparsity, which is all the profile has"
_FLOP_PER_INSTRUCTION = {
    Precision.FP32: ("ffma", 2),
    Precision.FP64: ("dfma", 2),
    Precision.FP16: ("hfma", 4),
}
_INSTRUCTION = "{}__sass_thread_inst_executed_op_{}_pred_on"
# Level, its name, unit whose clock it runs at, and the counters whose peak × bytes gives its bandwidth.
_LEVELS: tuple[tuple[Level, str, str, tuple[tuple[str, int], ...]], ...] = (
    (
        Level.L1,
        "L1/shared",
        "l1tex",
        (
            ("l1tex__data_pipe_lsu_wavefronts", WAVEFRONT),
            ("l1tex__lsu_writeback_active_mem_lgds", WAVEFRONT),
            ("l1tex__lsu_writeback_active_mem_lg", WAVEFRONT),
            ("l1tex__lsu_writeback_active", WAVEFRONT),
        ),
    ),
    (Level.L2, "L2", "lts", (("lts__lts2xbar_cycles_active", SECTOR),)),
    (Level.DRAM, "DRAM", "dram", (("dram__bytes", 1),)),
)


def devices_of(table: Table) -> tuple[tuple[str, str], ...]:
    """Distinct (display name, compute capability) in order of appearance."""
    pairs = zip(table.device_name.codes.tolist(), table.compute_capability.codes.tolist(), strict=True)
    return tuple(
        (table.device_name.values[name], table.compute_capability.values[capability])
        for name, capability in dict.fromkeys(pairs)
    )


def own_ceilings(evaluator: Evaluator) -> Machine | None:
    """A machine of the table's first device from its peak counters at the median clock, None without any peak."""
    table = evaluator.table
    if not table.count:
        return None
    first = (table.device_name.codes == table.device_name.codes[0]) & (
        table.compute_capability.codes == table.compute_capability.codes[0]
    )
    ceilings = _Ceilings(evaluator, first)
    compute, levels = ceilings.compute(), ceilings.levels()
    if not compute and not levels:
        return None
    name, capability = table.device_name[0], table.compute_capability[0]
    chip = closest(capability)
    shown = name or (f"GPU of compute capability {capability}" if capability else "Profiled GPU")
    multiprocessors = ceilings.one(evaluator.multiprocessors)
    return Machine(
        id="profile-" + re.sub(r"[^a-z0-9]+", "-", shown.lower()).strip("-"),
        name=f"{shown} (ceilings of the profile)",
        vendor="NVIDIA",
        ceilings=compute,
        levels=levels,
        special_ops=ceilings.special_ops(),
        architecture="" if chip is None else chip.name,
        compute_capability=capability,
        device_names=(name.lower(),) if name else (),
        units=None if multiprocessors is None else round(multiprocessors),
        clock=ceilings.sm_clock(),
        notes=(NOTE,),
    )


class _Ceilings:
    """Figures of one device: medians over its launches, since clocks vary between them."""

    def __init__(self, evaluator: Evaluator, rows: Bools) -> None:
        self._evaluator = evaluator
        self._rows = rows

    def one(self, values: Floats | None) -> float | None:
        """Median of the known values, None without."""
        if values is None:
            return None
        known = values[self._rows & np.isfinite(values) & (values > 0)]
        return float(np.median(known)) if len(known) else None

    def figure(self, counter: str, factor: float, unit: str) -> Figure | None:
        """Peak of a counter per cycle × `factor` × clock, None where one of them is not in the profile."""
        dimension = Dimension.BYTE if "bytes" in counter else Dimension.COUNT
        return self._at_clock(self.one(self._evaluator.single(counter + PEAK, dimension)), counter + PEAK, factor, unit)

    def special_ops(self) -> Figure | None:
        """Special-function results per second; the XU has 16 lanes on every chip with counters of this kind."""
        counted = self.figure("sm__inst_executed_pipe_xu", XU_LANES, "sm")
        if counted is not None:
            return counted
        multiprocessors = self.one(self._evaluator.multiprocessors)
        lanes = None if multiprocessors is None else multiprocessors * XU_PER_SM * XU_LANES
        figure = self._at_clock(lanes, f"{XU_PER_SM * XU_LANES:g} × number of SMs", 1, "sm")
        return None if figure is None else replace(figure, kind=Kind.DERIVED)

    def sm_clock(self) -> Figure | None:
        """SM clock of the run."""
        return _figure(self._clock("sm"), "sm__cycles_elapsed.avg.per_second, median of the launches")

    def compute(self) -> tuple[ComputeCeiling, ...]:
        """Dense compute ceilings."""
        found = []
        for precision, (operation, flop) in _FLOP_PER_INSTRUCTION.items():
            for unit in ("sm", "smsp"):
                figure = self.figure(_INSTRUCTION.format(unit, operation), flop, "sm")
                if figure is not None:
                    found.append(ComputeCeiling(precision, figure))
                    break
        for precision, (values, metric, dense) in dense_peaks(self._evaluator).items():
            figure = self._at_clock(self.one(values), metric, 1 if dense else 0.5, "sm", "" if dense else _SPARSE_DOUBT)
            if figure is not None:
                found.append(ComputeCeiling(precision, figure))
        return tuple(found)

    def levels(self) -> tuple[MemoryLevel, ...]:
        """Memory levels, near to far."""
        found = []
        for level, name, unit, counters in _LEVELS:
            figures = (self.figure(counter, width, unit) for counter, width in counters)
            bandwidth = next((f for f in figures if f is not None), None)
            if bandwidth is not None:
                found.append(MemoryLevel(level, name, bandwidth, self._size(level)))
        return tuple(found)

    def _size(self, level: Level) -> Figure | None:
        size = self._evaluator.single(L2_SIZE, Dimension.BYTE) if level is Level.L2 else None
        return _figure(self.one(size), L2_SIZE)

    def _clock(self, unit: str) -> float | None:
        candidates = (unit, "sm", "smsp") if unit in ("sm", "l1tex") else (unit,)
        clocks = (
            self.one(self._evaluator.single(f"{c}__cycles_elapsed.avg.per_second", Dimension.COUNT)) for c in candidates
        )
        return next((c for c in clocks if c is not None), None)

    def _at_clock(self, peak: float | None, metric: str, factor: float, unit: str, doubt: str = "") -> Figure | None:
        clock = self._clock(unit)
        if peak is None or clock is None:
            return None
        times = "" if factor == 1 else f" × {factor:g}"
        source = f"{metric}{times} × {unit}__cycles_elapsed.avg.per_second ({clock / 1e9:.3g} GHz)"
        return _figure(peak * factor * clock, source, doubt)


def _figure(value: float | None, source: str, doubt: str = "") -> Figure | None:
    """A figure of the profile, None where the value is unknown or none that a machine can have."""
    if value is None or not SMALLEST <= value <= LARGEST:
        return None
    return Figure(value, Kind.PROFILE, source, doubt)
