"""Two machines side by side."""

from dataclasses import dataclass
from enum import StrEnum

from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.machine_edits import Part, Slot, figure_at
from roofline_gui.model.precision import Precision


class Section(StrEnum):
    """What a row of the comparison is about."""

    LEVELS = "levels"
    COMPUTE = "compute"
    RIDGES = "ridges"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Pair:
    """One quantity of both machines in SI base units, None where a machine lacks it. `slot` is where it stands; a ridge
    point goes by the slot of its peak.
    """

    section: Section
    slot: Slot
    left: float | None
    right: float | None

    @property
    def ratio(self) -> float | None:
        """The right value over the left one, None where one is lacking."""
        return None if self.left is None or self.right is None else self.right / self.left


def compare_machines(left: Machine, right: Machine) -> tuple[Pair, ...]:
    """Every theoretical figure that at least one of the machines has: levels far to near with their sizes, dense peaks,
    the ridge points of these at DRAM, what belongs to the whole machine.
    """
    levels = [Slot(part, level) for level in reversed(Level) for part in (Part.BANDWIDTH, Part.SIZE)]
    pairs = [_pair(Section.LEVELS, slot, left, right) for slot in levels]
    peaks = [Slot(Part.PEAK, precision) for precision in Precision]
    pairs += [_pair(Section.COMPUTE, slot, left, right) for slot in (*peaks, Slot(Part.SPECIAL_OPS))]
    pairs += [Pair(Section.RIDGES, slot, _ridge(left, slot), _ridge(right, slot)) for slot in peaks]
    pairs += [_pair(Section.OTHER, Slot(part), left, right) for part in (Part.LAUNCH_OVERHEAD, Part.CLOCK)]
    return tuple(p for p in pairs if p.left is not None or p.right is not None)


def _pair(section: Section, slot: Slot, left: Machine, right: Machine) -> Pair:
    one, other = figure_at(left, slot), figure_at(right, slot)
    return Pair(section, slot, None if one is None else one.value, None if other is None else other.value)


def _ridge(machine: Machine, slot: Slot) -> float | None:
    return machine.ridge(slot.of) if isinstance(slot.of, Precision) else None
