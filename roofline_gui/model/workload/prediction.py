"""What a measured kernel would take after a change: the same fraction of roof above a fixed cost."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Bools, Demand, Floats, Ints
from roofline_gui.model.machine import Kind, Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES, Bounds, Resource, bound
from roofline_gui.model.workload.elements import Element, stored_as
from roofline_gui.model.workload.recorded import RecordedBatch

MINIMAL_TIME = 2e-6  # s; the duration of an empty kernel, measured on an H200; for machines without a figure
_PIPES = frozenset({Resource.TENSOR, Resource.FMA, Resource.FP64})
_COMPARABLE = (Kind.MEASURED, Kind.USER)  # figures of t₀ whose ratio tells how two machines differ


@dataclass(frozen=True, slots=True)
class Change:
    """What is different: machine, precision, batch; `flop` and `bytes` are factors on W and Q.

    weights: what weights are stored in, while the arithmetic stays.
    """

    machine: Machine | None = None
    precision: Precision | None = None
    batch: float | None = None
    flop: float = 1.0
    bytes: float = 1.0
    weights: Element | None = None

    def __post_init__(self) -> None:
        for name, factor in (("flop", self.flop), ("bytes", self.bytes), ("batch", self.batch)):
            if factor is not None and not (math.isfinite(factor) and factor > 0):
                raise ValueError(f"{name}: expected a positive number, not {factor:g}.")


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """n kernels after a change; arrays have shape (n,), NaN is unknown.

    demand: W and Q after the change. before, after: the bounds. concerned: whether the change means the kernel at all.
    lost_roof: what binds it where one of the machines has no ceiling for that (see the function). time: s. speedup:
    time before over after.
    """

    demand: Demand
    before: Bounds
    after: Bounds
    concerned: Bools
    lost_roof: Ints
    time: Floats
    speedup: Floats

    def total_time(self, measured: Floats) -> float:
        """The new total of kernels of which `measured` is the time, s: kernels without a prediction keep their time."""
        return float(np.nansum(np.where(np.isnan(self.time), measured, self.time)))


@dataclass(frozen=True, slots=True, eq=False)
class _Stage:
    """n kernels on the way from what was measured to what is predicted; time in s, shape (n,)."""

    demand: Demand
    bounds: Bounds
    law: RecordedBatch
    time: Floats


def predict(
    kernels: Demand,
    machine: Machine,
    change: Change,
    recorded: RecordedBatch | None = None,
    fixed_time: float | None = None,
    executions: Floats | float = 1.0,
    before: Bounds | None = None,
) -> Prediction:
    """Predict measured kernels after a change: t' = t₀ + (t − t₀) · t'_bound / t_bound.

    t₀ is `fixed_time`, by default the launch overhead of the machine; a kernel shorter than t₀ is all fixed cost. A
    kernel that sums up several `executions`, shape (n,), has it in each. `before` are the bounds of the kernels where
    they are known already.

    Another batch comes first, with the t₀ of the law where it has one; all else then changes a kernel at that batch.
    Kernels with unknown work, traffic or ceiling, before or after, are not predicted. One that the change does not
    concern keeps its time, whatever is unknown about it.
    """
    before = bound(kernels, machine) if before is None else before
    target = change.machine or machine
    t0, target_t0 = fixed_times(machine, target) if fixed_time is None else (fixed_time, fixed_time)
    least, target_least = (np.broadcast_to(executions * t, len(kernels)) for t in (t0, target_t0))
    law = RecordedBatch.none(len(kernels)) if recorded is None else recorded
    given = _Stage(kernels, before, law, kernels.time)
    grown = given if change.batch is None else _at_batch(given, change.batch, least)
    concerned = _concerned(grown.bounds, grown.law, change)
    last = _changed(grown, change, target, least, target_least, concerned) if concerned.any() else grown
    lost = lost_roof(grown.bounds, last.bounds)
    known = ~np.isnan(before.flop) & ~np.isnan(kernels.traffic(Level.DRAM))
    concerned |= _moved_by(change.batch, law)
    time = np.where(known | ~concerned, last.time, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        return Prediction(last.demand, before, last.bounds, concerned, lost, time, kernels.time / time)


def predicted_time(
    time: Floats,
    before: Bounds,
    after: Bounds,
    fixed_before: Floats | float,
    fixed_after: Floats | float,
    compute: Floats | float = 1.0,
) -> Floats:
    """Time after a change, s: the same fraction of roof above the fixed cost of a launch, which is `fixed_before` and
    becomes `fixed_after`. At the roof of compute it takes `compute` times as long. NaN where a ceiling is missing
    before or after.
    """
    fixed = np.minimum(fixed_before, time)
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = np.where(np.asarray(fixed_before) > 0, np.divide(fixed_after, fixed_before), 1.0)
        changed = scale * fixed + (time - fixed) * stretched(after, compute) / stretched(before, compute)
    unknown = before.lacks_ceiling | after.lacks_ceiling | (lost_roof(before, after) != NO_RESOURCE)
    return np.where(unknown, np.nan, changed)


def stretched(bounds: Bounds, compute: Floats | float) -> Floats:
    """Bound times, s, where what pipes need takes `compute` times as long, a factor of 1 or more, shape (n,)."""
    if not np.any(np.asarray(compute) > 1):
        return bounds.bound_time
    pipes = [i for i, resource in enumerate(bounds.resources) if not resource.is_memory]
    needed: Floats = np.fmax.reduce(bounds.needed[pipes], axis=0, initial=0.0)  # an unknown one binds nothing
    least: Floats = np.maximum(bounds.bound_time, compute * needed)
    return least


def within_roof(predicted: Floats, bound_time: Floats, fraction: Floats) -> Floats:
    """Predicted times, s, none shorter than the roof allows after the change; where the measured `fraction` is above 1
    as far beyond it. What is mostly fixed cost would outrun its roof by the law alone, as it grows.
    """
    least = bound_time / np.fmax(fraction, 1.0)
    return np.where(predicted < least, least, predicted)


def lost_roof(before: Bounds, after: Bounds) -> Ints:
    """What binds the same kernels on one machine where the other has no ceiling for it, an index into RESOURCES,
    NO_RESOURCE elsewhere; shape (n,). Such bounds are of different roofs, and their ratio tells nothing of the time.
    """
    lost = _missing(before.resources, after.resources)[before.binding]
    return np.where(lost == NO_RESOURCE, _missing(after.resources, before.resources)[after.binding], lost)


def _missing(resources: Sequence[Resource], there: Sequence[Resource]) -> Ints:
    """Which of `resources` are not among those of another machine: their indices into RESOURCES, NO_RESOURCE for the
    others and behind them. Pipes without a ceiling are told apart, and a path of both L1 and shared memory is L1.
    """
    covered = {*there, *_PIPES, *((Resource.SHARED,) if Resource.L1 in there else ())}
    return np.array([*(NO_RESOURCE if r in covered else RESOURCES.index(r) for r in resources), NO_RESOURCE])


def apply(kernels: Demand, bounds: Bounds, change: Change, law: RecordedBatch | None = None) -> Demand:
    """W and Q of measured kernels after all of a change but its batch; their times do not hold any more.

    A precision applies to kernels whose main precision (from their `bounds`) is of its kind, matrix or vector: the main
    work moves to it, and all traffic changes with the element size. TF32 is stored in 4 bytes. Another type of the
    weights changes that part of the traffic which a law names as weights, and no work.
    """
    flop, size = kernels.flop, np.ones(len(kernels))
    if change.precision is not None:
        flop, size = _move_work(flop, bounds, change.precision)
    if change.weights is not None and law is not None:
        size = size + law.weights * (_size_ratio(bounds, change.weights) - size)
    work = np.full(len(kernels), change.flop)
    return _scaled(kernels, flop, work, change.bytes * size, _counted_special(kernels, bounds))


def minimal_time(machine: Machine) -> float:
    """t₀: the duration of an empty kernel, s."""
    return MINIMAL_TIME if machine.launch_overhead is None else machine.launch_overhead.value


def fixed_times(machine: Machine, target: Machine) -> tuple[float, float]:
    """t₀ on a machine and on another one, s. It stays where nobody measured it on both: a figure from elsewhere tells
    nothing of how they differ.
    """
    fixed, figures = minimal_time(machine), (machine.launch_overhead, target.launch_overhead)
    comparable = all(figure is not None and figure.kind in _COMPARABLE for figure in figures)
    return fixed, minimal_time(target) if comparable else fixed


def _at_batch(stage: _Stage, batch: float, least: Floats) -> _Stage:
    """The kernels with a law at another batch, on the machine where they were measured.

    Nearer levels than DRAM pass the weights on: the same share of their traffic stays.
    """
    law, moved = stage.law, _moved_by(batch, stage.law)
    if not moved.any():
        return stage
    work, traffic = law.growth(batch)
    special_ops = work * _counted_special(stage.demand, stage.bounds)
    demand = _scaled(stage.demand, stage.demand.flop, work, traffic, special_ops)
    bounds, fixed = bound(demand, stage.bounds.machine), _fixed_by_law(law, least, stage.time)
    time = predicted_time(stage.time, stage.bounds, bounds, fixed, fixed, law.compute)
    return _Stage(demand, bounds, law.at(batch), np.where(moved, time, stage.time))


def _changed(
    stage: _Stage, change: Change, target: Machine, fixed: Floats, target_fixed: Floats, concerned: Bools
) -> _Stage:
    """The kernels after all of a change but its batch, on the machine `target`."""
    demand = apply(stage.demand, stage.bounds, change, stage.law)
    bounds = bound(demand, target)
    time = predicted_time(stage.time, stage.bounds, bounds, fixed, target_fixed)
    return _Stage(demand, bounds, stage.law, np.where(concerned, time, stage.time))


def _scaled(
    kernels: Demand, flop: Mapping[Precision, Floats], work: Floats, traffic: Floats, special_ops: Floats
) -> Demand:
    """Kernels with factors on their work and traffic, shape (n,), and without a time."""
    return Demand(
        np.full(len(kernels), np.nan),
        {precision: work * w for precision, w in flop.items()},
        kernels.flop_known,
        special_ops,
        {level: traffic * q for level, q in kernels.bytes.items()},
    )


def _moved_by(batch: float | None, law: RecordedBatch) -> Bools:
    """Which kernels a batch moves, shape (n,)."""
    if batch is None:
        return np.zeros(len(law.batch), dtype=np.bool_)
    moved: Bools = ~np.isnan(law.batch) & (law.batch != batch)
    return moved


def _concerned(bounds: Bounds, law: RecordedBatch, change: Change) -> Bools:
    """Which kernels a change means, its batch aside, shape (n,)."""
    if change.machine not in (None, bounds.machine) or change.flop != 1 or change.bytes != 1:
        return np.ones(len(bounds), dtype=np.bool_)
    concerned = np.zeros(len(bounds), dtype=np.bool_)
    if change.precision is not None:
        concerned |= _moving(bounds, change.precision) | np.isnan(bounds.flop)
    if change.weights is not None:
        concerned |= (law.weights > 0) & (_size_ratio(bounds, change.weights) != 1)
    return concerned


def _fixed_by_law(recorded: RecordedBatch, least: Floats, time: Floats) -> Floats:
    """t₀, s, where a law tells it, else the `least` of the machine, which only a kernel that is shorter undercuts."""
    told = np.where(least < time, np.fmax(recorded.fixed_time, least), recorded.fixed_time)
    return np.where(np.isnan(recorded.fixed_time), least, told)


def _counted_special(kernels: Demand, bounds: Bounds) -> Floats:
    """Special-function results, 0 where the bound took them for stray ones: a change does not make them count."""
    if Resource.XU not in bounds.resources:
        return kernels.special_ops
    return np.where(bounds.needed[bounds.resources.index(Resource.XU)] == 0, 0.0, kernels.special_ops)


def _moving(bounds: Bounds, target: Precision) -> Bools:
    """Where the main precision is of the target's kind and not the target, shape (n,)."""
    kinds = [p is not target and p.is_tensor is target.is_tensor for p in bounds.precisions]
    return np.array([*kinds, False])[bounds.precision]


def _size_ratio(bounds: Bounds, target: Element) -> Floats:
    """Size of an element after over before, where before it was stored as the main precision, shape (n,); 1 without."""
    sizes = [target.size / stored_as(p).size for p in bounds.precisions]
    return np.array([*sizes, 1.0])[bounds.precision]


def _move_work(
    flop: Mapping[Precision, Floats], bounds: Bounds, target: Precision
) -> tuple[dict[Precision, Floats], Floats]:
    """Work with the main precision of each kernel of the target's kind moved to `target`, and the ratio of sizes."""
    moving, moved = _moving(bounds, target), dict(flop)
    total = moved.pop(target, np.full(len(bounds), np.nan))
    for code, precision in enumerate(bounds.precisions):
        rows: Bools = moving & (bounds.precision == code)
        if rows.any():
            total = np.where(rows, np.nan_to_num(total) + moved[precision], total)
            moved[precision] = np.where(rows, 0.0, moved[precision])
    return {**moved, target: total}, np.where(moving, _size_ratio(bounds, stored_as(target)), 1.0)
