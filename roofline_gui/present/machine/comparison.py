"""Two machines side by side in words."""

from dataclasses import dataclass

from roofline_gui.model.machine import Machine
from roofline_gui.model.machine_comparison import Pair, Section, compare_machines
from roofline_gui.model.machine_edits import Part
from roofline_gui.model.units import Unit, format_number, format_quantity
from roofline_gui.present.machine.words import DIGITS, owner_name

SECTION_NAMES = {
    Section.LEVELS: "Memory levels",
    Section.COMPUTE: "Compute ceilings, dense",
    Section.RIDGES: "Ridge points at DRAM",
    Section.OTHER: "Other",
}
_SAME = 0.0005  # ratios nearer to 1 than this are shown as equal


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One line of the comparison; `ratio` is right over left."""

    section: str
    name: str
    left: str
    right: str
    ratio: str


def comparison_rows(left: Machine, right: Machine) -> tuple[ComparedRow, ...]:
    """All figures of both machines, those that one lacks with a dash."""
    return tuple(
        ComparedRow(
            SECTION_NAMES[pair.section],
            _name(left, right, pair),
            _text(pair, pair.left),
            _text(pair, pair.right),
            "" if pair.ratio is None else _ratio(pair.ratio),
        )
        for pair in compare_machines(left, right)
    )


def comparison_text(left: Machine, right: Machine) -> str:
    """The table to copy, tab separated, with one header row."""
    rows = [("", left.name, right.name, "ratio")]
    rows += [(f"{r.section}: {r.name}", r.left, r.right, r.ratio) for r in comparison_rows(left, right)]
    return "\n".join("\t".join(row) for row in rows)


def _name(left: Machine, right: Machine, pair: Pair) -> str:
    names = dict.fromkeys(
        owner_name(machine, pair.slot) for machine, v in ((left, pair.left), (right, pair.right)) if v is not None
    )
    name = " / ".join(names)
    return f"{name} size" if pair.slot.part is Part.SIZE else name


def _text(pair: Pair, value: float | None) -> str:
    if value is None:
        return "–"
    unit = Unit.FLOP_PER_BYTE if pair.section is Section.RIDGES else pair.slot.unit
    return format_quantity(value, unit, DIGITS)


def _ratio(ratio: float) -> str:
    return "=" if abs(ratio - 1) < _SAME else f"× {format_number(ratio)}"
