"""Edits of a machine: each one a pure function Machine → Machine."""

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from roofline_gui.model.machine import ComputeCeiling, Figure, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit

BY_HAND = "set by hand"
ON_CHIP = frozenset({Level.SHARED, Level.L1, Level.L2})  # levels that follow the clock of the chip
CLOCK_SPREAD = 0.12  # data sheets assume clocks that differ by this much from the maximum
LEVEL_NAMES = {Level.SHARED: "Shared", Level.L1: "L1", Level.L2: "L2", Level.LLC: "L3", Level.DRAM: "DRAM"}


class Part(StrEnum):
    """What a figure of a machine tells."""

    BANDWIDTH = "bandwidth"
    SIZE = "size"
    PEAK = "peak"
    SPECIAL_OPS = "special_ops"
    LAUNCH_OVERHEAD = "launch_overhead"
    CLOCK = "clock"


_UNITS = {
    Part.BANDWIDTH: Unit.BYTE_PER_SECOND,
    Part.SIZE: Unit.BYTE,
    Part.PEAK: Unit.FLOP_PER_SECOND,
    Part.SPECIAL_OPS: Unit.OP_PER_SECOND,
    Part.LAUNCH_OVERHEAD: Unit.SECOND,
    Part.CLOCK: Unit.HERTZ,
}


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one figure in a machine: the `part`, and the level or precision that it is a part `of`.

    measured: the measured figure beside the theoretical one. sparse: the peak with structured sparsity.
    """

    part: Part
    of: Level | Precision | None = None
    sparse: bool = False
    measured: bool = False

    @property
    def unit(self) -> Unit:
        """The base unit of the figure."""
        return Unit.OP_PER_SECOND if self.of is Precision.INT8_TENSOR else _UNITS[self.part]

    @property
    def has_measured(self) -> bool:
        """Whether a measured figure may stand beside this one."""
        return self.part in (Part.BANDWIDTH, Part.PEAK) and not self.sparse and not self.measured

    @property
    def follows_clock(self) -> bool:
        """Whether the figure is units × a rate per clock × the clock: compute and the levels on the chip."""
        return self.part in (Part.PEAK, Part.SPECIAL_OPS) or (self.part is Part.BANDWIDTH and self.of in ON_CHIP)

    @property
    def is_ceiling(self) -> bool:
        """Whether a whole level or compute ceiling goes with this figure."""
        return self.part in (Part.BANDWIDTH, Part.PEAK) and not self.measured


class MachineEditError(ValueError):
    """An edit that would leave no machine; the message says why."""


def figure_at(machine: Machine, slot: Slot) -> Figure | None:
    """The figure in `slot`, None where there is none."""
    match slot.part:
        case Part.PEAK:
            ceiling = ceiling_at(machine, slot)
            return None if ceiling is None else ceiling.measured if slot.measured else ceiling.peak
        case Part.BANDWIDTH | Part.SIZE:
            level = machine.level(Level(slot.of or ""))
            if level is None:
                return None
            return level.size if slot.part is Part.SIZE else level.measured if slot.measured else level.bandwidth
        case Part.SPECIAL_OPS:
            return machine.special_ops
        case Part.LAUNCH_OVERHEAD:
            return machine.launch_overhead
        case Part.CLOCK:
            return machine.clock


def ceiling_at(machine: Machine, slot: Slot) -> ComputeCeiling | None:
    """The compute ceiling of a `PEAK` slot, None where there is none."""
    return next((c for c in machine.ceilings if c.precision is slot.of and c.sparse == slot.sparse), None)


def put_figure(machine: Machine, slot: Slot, figure: Figure, name: str = "") -> Machine:
    """The machine with `figure` in `slot`. A level or compute ceiling that was not there is added; `name` is what a new
    level is called.

    Raises:
        MachineEditError: a size or a measured figure of a ceiling that the machine does not have.
    """
    if not slot.is_ceiling and slot.of is not None and figure_at(machine, _owner(slot)) is None:
        raise MachineEditError(f"{machine.name} has no ceiling that this figure could stand beside.")
    return _with(machine, slot, figure, name)


def remove_figure(machine: Machine, slot: Slot) -> Machine:
    """The machine without the figure in `slot`; with a bandwidth or a peak goes the whole level or ceiling.

    Raises:
        MachineEditError: it is the last memory level or the last dense ceiling, without which nothing can be judged.
    """
    if slot.is_ceiling and slot.part is Part.BANDWIDTH:
        left = tuple(m for m in machine.levels if m.level is not slot.of)
        if not left:
            raise MachineEditError("A machine needs at least one memory level.")
        return replace(machine, levels=left)
    if slot.is_ceiling:
        kept = tuple(c for c in machine.ceilings if c is not ceiling_at(machine, slot))
        if all(c.sparse for c in kept):
            raise MachineEditError("A machine needs at least one dense compute ceiling.")
        return replace(machine, ceilings=kept)
    return _with(machine, slot, None, "")


def absent_slots(machine: Machine) -> tuple[Slot, ...]:
    """What can be added: levels far to near, dense ceilings, sizes, then the figures of the whole machine."""
    slots = [
        *(Slot(Part.BANDWIDTH, level) for level in reversed(Level)),
        *(Slot(Part.PEAK, precision) for precision in Precision),
        *(Slot(Part.SIZE, m.level) for m in machine.levels),
        *(Slot(p) for p in (Part.SPECIAL_OPS, Part.LAUNCH_OVERHEAD, Part.CLOCK)),
    ]
    return tuple(s for s in slots if figure_at(machine, s) is None)


def rename_level(machine: Machine, level: Level, name: str) -> Machine:
    """The machine whose `level` people call `name`."""
    return replace(machine, levels=tuple(replace(m, name=name) if m.level is level else m for m in machine.levels))


def retype(old: Figure | None, value: float) -> Figure:
    """A figure whose value was typed. What it was before stays among the alternatives; a value that is one of the
    alternatives gets its provenance back.
    """
    if old is None:
        return Figure(value, Kind.USER, BY_HAND)
    if value == old.value:
        return old
    for i, known in enumerate(old.alternatives):
        if known.value == value:
            return take_alternative(old, i)
    return supersede(old, Figure(value, Kind.USER, BY_HAND))


def supersede(old: Figure, new: Figure) -> Figure:
    """`new` with what stood in its place before among its alternatives."""
    return replace(new, alternatives=_with_alternatives(old))


def take_alternative(figure: Figure, index: int) -> Figure:
    """Alternative `index` in the place of `figure`, which becomes an alternative itself."""
    chosen = figure.alternatives[index]
    others = tuple(a for a in _with_alternatives(figure) if a is not chosen)
    return replace(chosen, alternatives=others)


def derive(count: float, unit_name: str, per_clock: float, clock: float, unit: Unit) -> Figure:
    """Peak rate = units × rate per clock × clock, with the product as its source: ``132 SM × 256 FLOP/clk × 1.98 GHz``.

    `per_clock` in FLOP, op or B per clock and unit, `clock` in Hz, `unit` that of the rate.
    """
    amount = unit.value.removesuffix("/s")
    source = f"{count:g} {unit_name} × {per_clock:g} {amount}/clk × {clock / 1e9:g} GHz"
    return Figure(count * per_clock * clock, Kind.DERIVED, source)


def rate_per_clock(rate: float, count: float, clock: float) -> float:
    """What `count` units do per clock and unit at `rate` per second: the nearest power of two where the clock behind a
    data sheet explains the difference, else as it is.
    """
    exact = rate / count / clock
    power = 2.0 ** round(math.log2(exact))
    return power if abs(exact / power - 1) < CLOCK_SPREAD else exact


def own_copy(machine: Machine, word: str, taken: Collection[str]) -> Machine:
    """A copy that the user may change: `word` (edited, copy) joins its name and its id, with a number where the id is
    `taken`.
    """
    number, suffix = 1, ""
    while f"{machine.id}-{word}{suffix}" in taken:
        number += 1
        suffix = f"-{number}"
    return replace(
        machine,
        id=f"{machine.id}-{word}{suffix}",
        name=f"{machine.name} ({word}{suffix.replace('-', ' ')})",
        notes=(*machine.notes, f"Made from {machine.name}."),
    )


def _owner(slot: Slot) -> Slot:
    """The slot of the ceiling or level that a size or a measured figure belongs to."""
    return Slot(Part.PEAK if slot.part is Part.PEAK else Part.BANDWIDTH, slot.of, slot.sparse)


def _with_alternatives(old: Figure) -> tuple[Figure, ...]:
    """`old` and its alternatives, one after the other; a figure that was set by hand leaves no trace."""
    return old.alternatives if old.source == BY_HAND else (replace(old, alternatives=()), *old.alternatives)


def _with(machine: Machine, slot: Slot, figure: Figure | None, name: str) -> Machine:
    match slot.part:
        case Part.PEAK:
            return replace(machine, ceilings=_ceilings_with(machine, slot, figure))
        case Part.BANDWIDTH | Part.SIZE:
            return replace(machine, levels=_levels_with(machine, slot, figure, name))
        case Part.SPECIAL_OPS:
            return replace(machine, special_ops=figure)
        case Part.LAUNCH_OVERHEAD:
            return replace(machine, launch_overhead=figure)
        case Part.CLOCK:
            return replace(machine, clock=figure)


def _ceilings_with(machine: Machine, slot: Slot, figure: Figure | None) -> tuple[ComputeCeiling, ...]:
    old = ceiling_at(machine, slot)
    if old is None:
        new = () if figure is None else (ComputeCeiling(Precision(slot.of or ""), figure, slot.sparse),)
        return (*machine.ceilings, *new)
    changed = replace(old, measured=figure) if slot.measured else replace(old, peak=figure or old.peak)
    return tuple(changed if c is old else c for c in machine.ceilings)


def _levels_with(machine: Machine, slot: Slot, figure: Figure | None, name: str) -> tuple[MemoryLevel, ...]:
    level = Level(slot.of or "")
    old = machine.level(level)
    if old is None:
        new = () if figure is None else (MemoryLevel(level, name or LEVEL_NAMES[level], figure),)
        order = list(Level)
        return tuple(sorted((*machine.levels, *new), key=lambda m: order.index(m.level)))
    if slot.part is Part.SIZE:
        changed = replace(old, size=figure)
    elif slot.measured:
        changed = replace(old, measured=figure)
    else:
        changed = replace(old, bandwidth=figure or old.bandwidth)
    return tuple(changed if m is old else m for m in machine.levels)
