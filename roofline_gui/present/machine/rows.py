"""A machine as rows of a list: every figure with its provenance, and the ridge points that follow from them."""

from collections.abc import Sequence
from dataclasses import dataclass

from roofline_gui.model.machine import ComputeCeiling, Machine, MemoryLevel
from roofline_gui.model.machine_checks import Suspect
from roofline_gui.model.machine_edits import Part, Slot, figure_at
from roofline_gui.model.units import Unit, format_number, format_percent
from roofline_gui.present.machine.words import owner_name, provenance_lines, suspect_text, value_text
from roofline_gui.present.words import KIND_NAMES


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One line: what it is called, its value, where it is from (a word), and all about it, one fact a line.

    slot: the figure that can be edited, None for what follows from others and for notes. part_of_row_before: it belongs
    to the row above. suspect: it is probably wrong, and `about` says why first.
    """

    name: str
    value: str = ""
    kind: str = ""
    about: str = ""
    slot: Slot | None = None
    part_of_row_before: bool = False
    suspect: bool = False


@dataclass(frozen=True, slots=True)
class FigureSection:
    """Rows under a heading."""

    title: str
    rows: tuple[FigureRow, ...]


def figure_sections(machine: Machine, suspects: Sequence[Suspect] = ()) -> tuple[FigureSection, ...]:
    """All figures of `machine`; sections without rows are left out."""
    levels = [row for level in reversed(machine.levels) for row in _level(machine, level, suspects)]
    compute = [row for ceiling in machine.dense_ceilings for row in _ceiling(machine, ceiling, suspects)]
    compute += _rows(machine, [Slot(Part.SPECIAL_OPS)], suspects)
    sparse = sorted((c for c in machine.ceilings if c.sparse), key=lambda c: -c.peak.value)
    far = machine.levels[-1:]  # what a profile carries may lack all levels
    sections = (
        FigureSection("Memory levels", tuple(levels)),
        FigureSection("Compute ceilings, dense", tuple(compute)),
        *(FigureSection(f"Ridge points at {level.name}", _ridges(machine, level)) for level in far),
        FigureSection(
            "With structured sparsity, not drawn",
            tuple(row for ceiling in sparse for row in _ceiling(machine, ceiling, suspects)),
        ),
        FigureSection(
            "Other",
            (
                *_rows(machine, [Slot(Part.LAUNCH_OVERHEAD), Slot(Part.CLOCK)], suspects),
                *(FigureRow(note, about=note) for note in machine.notes),
            ),
        ),
    )
    return tuple(s for s in sections if s.rows)


def about_machine(machine: Machine) -> str:
    """Architecture, compute capability and units in one line."""
    parts = [machine.architecture]
    if machine.compute_capability:
        parts.append(f"CC {machine.compute_capability}")
    if machine.units is not None:
        parts.append(f"{machine.units} {machine.unit_name}s")
    return " · ".join(p for p in parts if p)


def _level(machine: Machine, level: MemoryLevel, suspects: Sequence[Suspect]) -> list[FigureRow]:
    bandwidth = Slot(Part.BANDWIDTH, level.level)
    measured = Slot(Part.BANDWIDTH, level.level, measured=True)
    return _rows(machine, [bandwidth, measured, Slot(Part.SIZE, level.level)], suspects)


def _ceiling(machine: Machine, ceiling: ComputeCeiling, suspects: Sequence[Suspect]) -> list[FigureRow]:
    slots = [Slot(Part.PEAK, ceiling.precision, ceiling.sparse, measured) for measured in (False, True)]
    return _rows(machine, slots, suspects)


def _rows(machine: Machine, slots: Sequence[Slot], suspects: Sequence[Suspect]) -> list[FigureRow]:
    found = []
    for slot in slots:
        figure = figure_at(machine, slot)
        if figure is None:
            continue
        kind = KIND_NAMES[figure.kind]
        name = owner_name(machine, slot)
        if slot.part is Part.SIZE:
            name = "size"
        if slot.measured:
            name = "measured"
            beside = figure_at(machine, Slot(slot.part, slot.of, slot.sparse))
            kind = kind if beside is None else format_percent(figure.value / beside.value)
        odd = [suspect_text(machine, s) for s in suspects if s.slot == slot]
        found.append(
            FigureRow(
                name,
                value_text(figure, slot),
                f"{kind} ?" if figure.doubt or odd else kind,
                "\n".join([*odd, *provenance_lines(machine, slot, figure)]),
                slot,
                part_of_row_before=slot.measured or slot.part is Part.SIZE,
                suspect=bool(odd),
            )
        )
    return found


def _ridges(machine: Machine, far: MemoryLevel) -> tuple[FigureRow, ...]:
    ridges = ((c.precision, machine.ridge(c.precision, far.level)) for c in machine.dense_ceilings)
    return tuple(
        FigureRow(
            precision.label,
            f"{format_number(ridge)} {Unit.FLOP_PER_BYTE.value}",
            "derived",
            f"P / B: {precision.label} peak over {far.name} bandwidth",
        )
        for precision, ridge in ridges
        if ridge is not None
    )
