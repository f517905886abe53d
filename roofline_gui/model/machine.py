"""A machine is a set of resources, each with a capacity and its provenance."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from roofline_gui.model.precision import Precision

SMALLEST, LARGEST = 1e-30, 1e30  # capacities in base units between which ratios stay far from the ends of all floats


class Level(StrEnum):
    """A memory level, near to far. On NVIDIA chips `L1` is the L1/shared data path and `SHARED` a part of it."""

    SHARED = "shared"
    L1 = "l1"
    L2 = "l2"
    LLC = "llc"
    DRAM = "dram"


class Kind(StrEnum):
    """Where a figure comes from."""

    DATASHEET = "datasheet"
    PUBLISHED = "published"
    DERIVED = "derived"
    MEASURED = "measured"
    PROFILE = "profile"
    USER = "user"


class CeilingSet(StrEnum):
    """Which figures of a machine count: the theoretical ones, or the measured ones where there are any."""

    THEORETICAL = "theoretical"
    MEASURED = "measured"

    @property
    def other(self) -> "CeilingSet":
        """The one that does not count."""
        return CeilingSet.THEORETICAL if self is CeilingSet.MEASURED else CeilingSet.MEASURED


@dataclass(frozen=True, slots=True)
class Figure:
    """One capacity in SI base units with its provenance.

    `doubt` says why the figure may be off (empty: none known); `alternatives` are other figures found for the same.
    """

    value: float
    kind: Kind
    source: str
    doubt: str = ""
    alternatives: tuple["Figure", ...] = ()

    def __post_init__(self) -> None:
        if not (math.isfinite(self.value) and self.value > 0):
            raise ValueError(f"A capacity must be a positive finite number, not {self.value!r} ({self.source}).")
        if not SMALLEST <= self.value <= LARGEST:
            raise ValueError(f"No machine has a capacity of {self.value!r} ({self.source}).")


@dataclass(frozen=True, slots=True)
class ComputeCeiling:
    """Peak rate of one precision, FLOP/s (INT8: OP/s). Dense unless `sparse`; `accumulate` names the accumulator.
    `measured` is what a benchmark reached of the theoretical `peak`.
    """

    precision: Precision
    peak: Figure
    sparse: bool = False
    accumulate: str = ""
    measured: Figure | None = None


@dataclass(frozen=True, slots=True)
class MemoryLevel:
    """One memory level: bandwidth in B/s, capacity in bytes where known; `name` is what people call it (HBM3e).
    `measured` is what a benchmark reached of the theoretical `bandwidth`.
    """

    level: Level
    name: str
    bandwidth: Figure
    size: Figure | None = None
    measured: Figure | None = None


@dataclass(frozen=True, slots=True)
class Machine:
    """All resources of one device. A missing figure is absent, never 0.

    `levels` run near to far. `device_names` are the names that profilers print for this device, lower case.
    `special_ops` is the special-function rate in op/s, `launch_overhead` seconds per kernel.
    """

    id: str
    name: str
    vendor: str
    ceilings: tuple[ComputeCeiling, ...]
    levels: tuple[MemoryLevel, ...]
    special_ops: Figure | None = None
    launch_overhead: Figure | None = None
    architecture: str = ""
    compute_capability: str = ""
    device_names: tuple[str, ...] = ()
    units: int | None = None
    unit_name: str = "SM"
    clock: Figure | None = None
    notes: tuple[str, ...] = ()

    def peak(self, precision: Precision) -> float | None:
        """Dense peak of `precision` in FLOP/s, or None where the machine has no such ceiling."""
        for ceiling in self.ceilings:
            if ceiling.precision is precision and not ceiling.sparse:
                return ceiling.peak.value
        return None

    def level(self, level: Level) -> MemoryLevel | None:
        """The memory level, or None where it is unknown."""
        for candidate in self.levels:
            if candidate.level is level:
                return candidate
        return None

    def bandwidth(self, level: Level) -> float | None:
        """Bandwidth of `level` in B/s, or None where it is unknown."""
        found = self.level(level)
        return None if found is None else found.bandwidth.value

    @property
    def shared_is_part_of_l1(self) -> bool:
        """Whether L1 and shared memory are one data path (no level of its own for shared memory)."""
        return self.level(Level.SHARED) is None

    def ridge(self, precision: Precision, level: Level = Level.DRAM) -> float | None:
        """Ridge point of `precision` and `level` in FLOP/B: P / B."""
        peak, bandwidth = self.peak(precision), self.bandwidth(level)
        return None if peak is None or bandwidth is None else peak / bandwidth

    @property
    def dense_ceilings(self) -> tuple[ComputeCeiling, ...]:
        """The compute ceilings without sparsity, highest first."""
        return tuple(sorted((c for c in self.ceilings if not c.sparse), key=lambda c: -c.peak.value))

    @property
    def has_measured(self) -> bool:
        """Whether a measured figure stands beside a theoretical one."""
        measured = (*(c.measured for c in self.ceilings), *(m.measured for m in self.levels))
        return any(figure is not None for figure in measured)

    def with_ceilings(self, which: CeilingSet) -> "Machine":
        """A copy whose peaks and bandwidths are those of `which`, with nothing beside them; a ceiling that nobody
        measured keeps its theoretical figure.
        """
        if not self.has_measured:
            return self

        def chosen(theoretical: Figure, measured: Figure | None) -> Figure:
            return theoretical if measured is None or which is CeilingSet.THEORETICAL else measured

        return replace(
            self,
            ceilings=tuple(replace(c, peak=chosen(c.peak, c.measured), measured=None) for c in self.ceilings),
            levels=tuple(replace(m, bandwidth=chosen(m.bandwidth, m.measured), measured=None) for m in self.levels),
        )

    def scaled(self, resource: str, factor: float) -> "Machine":
        """A copy with one ceiling (a precision or level name) multiplied by `factor`, marked as the user's figure."""

        def change(figure: Figure) -> Figure:
            return Figure(figure.value * factor, Kind.USER, f"{factor:g} × {figure.source}")

        def change_measured(figure: Figure | None) -> Figure | None:
            return None if figure is None else change(figure)

        return replace(
            self,
            ceilings=tuple(
                replace(c, peak=change(c.peak), measured=change_measured(c.measured))
                if c.precision.value == resource
                else c
                for c in self.ceilings
            ),
            levels=tuple(
                replace(m, bandwidth=change(m.bandwidth), measured=change_measured(m.measured))
                if m.level.value == resource
                else m
                for m in self.levels
            ),
        )
