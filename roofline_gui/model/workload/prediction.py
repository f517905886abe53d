"""What a measured kernel would take after a change: the same fraction of roof above a fixed cost."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Bools, Demand, Floats
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import Bounds, bound
from roofline_gui.model.workload.elements import stored_as

MINIMAL_TIME = 2e-6  # s; the duration of an empty kernel, measured on an H200; for machines without a figure


@dataclass(frozen=True, slots=True)
class Change:
    """What is different: machine, precision, batch; `flop` and `bytes` are factors on W and Q."""

    machine: Machine | None = None
    precision: Precision | None = None
    batch: float | None = None
    flop: float = 1.0
    bytes: float = 1.0

    def __post_init__(self) -> None:
        for name, factor in (("flop", self.flop), ("bytes", self.bytes), ("batch", self.batch)):
            if factor is not None and not (math.isfinite(factor) and factor > 0):
                raise ValueError(f"{name}: expected a positive number, not {factor:g}.")


@dataclass(frozen=True, slots=True, eq=False)
class RecordedBatch:
    """The batch law of n measured kernels: `weight_bytes` at DRAM are fixed, all else grows from the `batch` at which
    it was recorded. Both have shape (n,); a batch of NaN means no law, the kernel stays as it is.
    """

    batch: Floats
    weight_bytes: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """n kernels after a change; arrays have shape (n,), NaN is unknown.

    demand: W and Q after the change. before, after: the bounds. time: s. speedup: time before over after.
    """

    demand: Demand
    before: Bounds
    after: Bounds
    time: Floats
    speedup: Floats

    def total_time(self, measured: Floats) -> float:
        """The new total of kernels of which `measured` is the time, s: kernels without a prediction keep their time."""
        return float(np.nansum(np.where(np.isnan(self.time), measured, self.time)))


def predict(
    kernels: Demand,
    machine: Machine,
    change: Change,
    recorded: RecordedBatch | None = None,
    fixed_time: float | None = None,
) -> Prediction:
    """Predict measured kernels after a change: t' = t₀ + (t − t₀) · t'_bound / t_bound.

    t₀ is `fixed_time`, by default the launch overhead of the machine; a kernel shorter than t₀ is all fixed cost.
    Kernels with unknown work, traffic or ceiling, before or after, are not predicted.
    """
    target = change.machine or machine
    before = bound(kernels, machine)
    changed = apply(kernels, before, change, recorded)
    after = bound(changed, target)
    known = ~np.isnan(before.flop) & ~np.isnan(kernels.traffic(Level.DRAM))
    fixed_before = minimal_time(machine) if fixed_time is None else fixed_time
    fixed_after = minimal_time(target) if fixed_time is None else fixed_time
    time = np.where(known, predicted_time(kernels.time, before, after, fixed_before, fixed_after), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        return Prediction(changed, before, after, time, kernels.time / time)


def predicted_time(time: Floats, before: Bounds, after: Bounds, fixed_before: float, fixed_after: float) -> Floats:
    """Time after a change, s: the same fraction of roof above the fixed cost of a launch, which is `fixed_before` and
    becomes `fixed_after`. NaN where a ceiling is missing before or after.
    """
    fixed = np.minimum(fixed_before, time)
    scale = fixed_after / fixed_before if fixed_before > 0 else 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        changed = scale * fixed + (time - fixed) * after.bound_time / before.bound_time
    return np.where(before.lacks_ceiling | after.lacks_ceiling, np.nan, changed)


def apply(kernels: Demand, bounds: Bounds, change: Change, recorded: RecordedBatch | None = None) -> Demand:
    """W and Q of measured kernels after a change; their times do not hold any more.

    A precision applies to kernels whose main precision (from their `bounds`) is of its kind, matrix or vector: the main
    work moves to it, and all traffic changes with the element size. TF32 is stored in 4 bytes.
    """
    flop, bytes = dict(kernels.flop), dict(kernels.bytes)
    if change.precision is not None:
        flop, ratio = _move_work(flop, bounds, change.precision)
        bytes = {level: ratio * q for level, q in bytes.items()}
    if change.batch is not None and recorded is not None:
        growth = np.where(np.isnan(recorded.batch), 1.0, change.batch / recorded.batch)
        with np.errstate(divide="ignore", invalid="ignore"):
            fixed = np.nan_to_num(recorded.weight_bytes / kernels.traffic(Level.DRAM)).clip(0.0, 1.0)
        flop = {precision: growth * w for precision, w in flop.items()}
        # Nearer levels pass the weights on: the same share of their traffic is fixed.
        bytes = {level: (fixed + (1 - fixed) * growth) * q for level, q in bytes.items()}
        special_ops = growth * kernels.special_ops
    else:
        special_ops = kernels.special_ops
    return Demand(
        np.full(len(kernels), np.nan),
        {precision: change.flop * w for precision, w in flop.items()},
        kernels.flop_known,
        special_ops,
        {level: change.bytes * q for level, q in bytes.items()},
    )


def _move_work(
    flop: Mapping[Precision, Floats], bounds: Bounds, target: Precision
) -> tuple[dict[Precision, Floats], Floats]:
    """Work with the main precision of each kernel of the target's kind moved to `target`, and the ratio of sizes."""
    moved = {precision: w.copy() for precision, w in flop.items()}
    total = moved.pop(target, np.full(len(bounds), np.nan))
    ratio = np.ones(len(bounds))
    for code, precision in enumerate(bounds.precisions):
        if precision is target or precision.is_tensor is not target.is_tensor:
            continue
        rows: Bools = bounds.precision == code
        total = np.where(rows, np.nan_to_num(total) + moved[precision], total)
        moved[precision] = np.where(rows, 0.0, moved[precision])
        ratio = np.where(rows, stored_as(target).size / stored_as(precision).size, ratio)
    return {**moved, target: total}, ratio


def minimal_time(machine: Machine) -> float:
    """t₀: the duration of an empty kernel, s."""
    return MINIMAL_TIME if machine.launch_overhead is None else machine.launch_overhead.value
