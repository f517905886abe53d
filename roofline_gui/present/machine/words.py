"""The wording about machines: what their figures are called, and what is odd about them."""

from roofline_gui.model.machine import Figure, Level, Machine
from roofline_gui.model.machine_checks import Suspect, Suspicion
from roofline_gui.model.machine_clock import held_below
from roofline_gui.model.machine_edits import LEVEL_NAMES, Part, Slot, ceiling_at
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit, format_number, format_percent, format_quantity
from roofline_gui.present.words import KIND_NAMES

DIGITS = 4  # of a figure that is shown
ALL_DIGITS = 12  # of one that is edited: as many as tell it from its neighbours
_WHOLE_MACHINE = {Part.SPECIAL_OPS: "XU", Part.LAUNCH_OVERHEAD: "Per launch", Part.CLOCK: "Clock"}
_IN_SENTENCES = {Part.SPECIAL_OPS: "XU rate", Part.LAUNCH_OVERHEAD: "launch overhead", Part.CLOCK: "clock"}
_HINTS = {
    Part.SPECIAL_OPS: "Special functions: exp, log, rsqrt",
    Part.LAUNCH_OVERHEAD: "Launch overhead: what an empty kernel takes",
}


def owner_name(machine: Machine, slot: Slot) -> str:
    """What the level, precision or part of the machine is called that a figure belongs to: HBM3e, BF16 tensor, XU."""
    if isinstance(slot.of, Level):
        level = machine.level(slot.of)
        return LEVEL_NAMES[slot.of] if level is None else level.name
    return slot.of.label if isinstance(slot.of, Precision) else _WHOLE_MACHINE[slot.part]


def slot_name(machine: Machine, slot: Slot) -> str:
    """What a figure is called in a sentence: HBM3e bandwidth, measured BF16 tensor peak, launch overhead."""
    if slot.of is None:
        return _IN_SENTENCES[slot.part]
    name = f"{owner_name(machine, slot)} {slot.part.value}"
    name = f"{name} with sparsity" if slot.sparse else name
    return f"measured {name}" if slot.measured else name


def value_text(figure: Figure, slot: Slot, digits: int = DIGITS) -> str:
    """The value with its unit."""
    return format_quantity(figure.value, slot.unit, digits)


def provenance_lines(machine: Machine, slot: Slot, figure: Figure) -> list[str]:
    """Where a figure comes from, what it means, what is doubtful, and what else was found; one fact a line."""
    ceiling = ceiling_at(machine, slot) if slot.part is Part.PEAK else None
    accumulates = "" if ceiling is None or not ceiling.accumulate else f"{ceiling.accumulate.upper()} accumulation"
    lines = [f"{KIND_NAMES[figure.kind]}: {figure.source}", accumulates or _HINTS.get(slot.part, "")]
    if figure.doubt:
        lines.append(f"Doubt: {figure.doubt}")
    lines += [f"Also found: {alternative_text(a, slot)}" for a in figure.alternatives]
    return [line for line in lines if line]


def alternative_text(figure: Figure, slot: Slot) -> str:
    """Another figure for the same: value, kind, source."""
    return f"{value_text(figure, slot)} ({KIND_NAMES[figure.kind]}, {figure.source})"


def suspect_text(machine: Machine, suspect: Suspect) -> str:
    """Why a figure is probably wrong, in one sentence or two."""
    value, other = (format_quantity(v, suspect.slot.unit, DIGITS) for v in (suspect.value, suspect.other_value))
    name, other_name = owner_name(machine, suspect.slot), owner_name(machine, suspect.other)
    match suspect.suspicion:
        case Suspicion.NEAR_BELOW_FAR:
            return f"{name} with {value} is slower than {other_name} behind it with {other}. Swapped?"
        case Suspicion.WITH_SPARSITY:
            return f"Twice the dense {other} of the {suspect.known}: with sparsity? Verdicts want the dense peak."
        case Suspicion.FP64_ABOVE_FP32:
            return f"{name} with {value} is above {other_name} with {other}. Swapped?"
        case Suspicion.MEASURED_ABOVE_PEAK:
            above = format_percent(suspect.value / suspect.other_value - 1)
            return f"{above} above the theoretical {other}: another clock, another machine, or caches."
        case Suspicion.FAR_OFF:
            ratio = suspect.value / suspect.other_value
            factor = format_number(ratio if ratio > 1 else 1 / ratio, 2)
            return f"{factor} × {'above' if ratio > 1 else 'below'} the {other} found before. Is the prefix right?"


def clock_note(own: Machine, known: Machine | None) -> tuple[str, str] | None:
    """Title and text about a profile whose clock lay below the boost clock of the machine `known`; else None."""
    boost = held_below(own, known)
    if boost is None or own.clock is None or known is None:
        return None
    clock, limit = (format_quantity(hz, Unit.HERTZ) for hz in (own.clock.value, boost))
    text = (
        "ncu locks the clocks unless told --clock-control none. “Scale to a clock” in the Machine menu gives the "
        "ceilings at another one."
    )
    return f"This profile ran at {clock}, below the {limit} of the {known.name}.", text
