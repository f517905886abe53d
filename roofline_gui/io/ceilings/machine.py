"""Measured rates as the ceilings of a machine."""

from dataclasses import dataclass, replace

from roofline_gui.io.ceilings.reading import ONLY, Configuration, MeasuredValue, Reading
from roofline_gui.io.machines import id_from
from roofline_gui.model.machine import ComputeCeiling, Figure, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit, format_percent, format_quantity

_VENDORS = ("NVIDIA", "AMD", "Intel", "Apple")
_LEVEL_NAMES = {Level.SHARED: "Shared", Level.L1: "L1", Level.L2: "L2", Level.LLC: "L3", Level.DRAM: "DRAM"}
_MEASURED = " (measured)"
_EQUAL = 5e-4  # measured values print four digits or so


class IncompleteMachineError(ValueError):
    """Too little was measured for a machine, and no base supplies the rest; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A measured value and the ceiling that it becomes.

    `figure` is the new one, `replaced` that of the base (None: the base has none). `used` is False for the lower of two
    values that share one ceiling.
    """

    target: Level | Precision
    measured: MeasuredValue
    figure: Figure
    replaced: Figure | None = None
    used: bool = True


def assign(base: Machine | None, reading: Reading, configuration: Configuration) -> tuple[Assignment, ...]:
    """Which ceiling each measured value becomes, levels near to far, then precisions; extra rates become none.

    On a base whose L1 and shared memory are one data path the higher of the two measured rates is its ceiling.
    """
    one_path = base is not None and base.level(Level.L1) is not None and base.shared_is_part_of_l1
    found: list[Assignment] = []
    for value in configuration.values:
        target = value.target
        if not isinstance(target, (Level, Precision)):
            continue
        if one_path and target is Level.SHARED:
            target = Level.L1
        replaced = _figure(base, target)
        figure = Figure(
            value.value,
            Kind.MEASURED,
            _source(reading, configuration, value),
            _doubt(value, replaced),
            () if replaced is None else (replace(replaced, alternatives=()), *replaced.alternatives),
        )
        found.append(Assignment(target, value, figure, replaced))
    best = {a.target: a for a in sorted(found, key=lambda a: a.figure.value)}
    order: list[Level | Precision] = [*Level, *Precision]
    found.sort(key=lambda a: order.index(a.target))
    return tuple(a if a is best[a.target] else replace(a, used=False) for a in found)


def not_measured(base: Machine, assignments: tuple[Assignment, ...]) -> tuple[Level | Precision, ...]:
    """Levels and dense ceilings of the base that keep their figure."""
    measured = {a.target for a in assignments}
    levels = [level.level for level in base.levels if level.level not in measured]
    return (*levels, *(c.precision for c in base.ceilings if not c.sparse and c.precision not in measured))


def machine_with(base: Machine | None, reading: Reading, configuration: Configuration, machine_id: str = "") -> Machine:
    """A machine with the ceilings that `configuration` (one of `reading`) measured.

    What was not measured keeps the figure of `base`; a replaced figure stays among the alternatives. The machine has no
    device names, so that it is chosen only by hand. `machine_id` defaults to that of the base with ``-measured``.

    Raises:
        IncompleteMachineError: there is no compute ceiling or no memory level, measured or from the base.
    """
    used = [a for a in assign(base, reading, configuration) if a.used]
    ceilings, levels = _ceilings(base, used), _levels(base, used)
    if not (ceilings and levels):
        found = "memory bandwidth" if levels else "compute peaks" if ceilings else "no ceiling"
        missing = "a compute peak" if levels else "a memory bandwidth" if ceilings else "both"
        raise IncompleteMachineError(
            f"{reading.origin} measured {found} only; a machine needs {missing} too. "
            "Name the machine that supplies what was not measured."
        )
    product = configuration.device or reading.tool
    known_as = product if base is None else base.name
    origin = ", ".join((reading.origin, *_where(configuration)))
    notes = (f"Ceilings measured with {origin}.", *reading.notes, *configuration.notes)
    measured = base or Machine("", "", next((v for v in _VENDORS if v.lower() in product.lower()), "unknown"), (), ())
    return replace(
        measured,
        id=machine_id or id_from(f"{product if base is None else base.id} measured"),
        name=f"{known_as.removesuffix(_MEASURED)}{_MEASURED}",
        ceilings=ceilings,
        levels=levels,
        device_names=(),
        notes=(*measured.notes, *(note for note in notes if note not in measured.notes)),
    )


def _ceilings(base: Machine | None, used: list[Assignment]) -> tuple[ComputeCeiling, ...]:
    found = list(() if base is None else base.ceilings)
    for assignment in used:
        if not isinstance(assignment.target, Precision):
            continue
        old = next((c for c in found if c.precision is assignment.target and not c.sparse), None)
        if old is None:
            found.append(ComputeCeiling(assignment.target, assignment.figure))
        else:
            found[found.index(old)] = replace(old, peak=assignment.figure)
    return tuple(found)


def _levels(base: Machine | None, used: list[Assignment]) -> tuple[MemoryLevel, ...]:
    found = {level.level: level for level in (() if base is None else base.levels)}
    for assignment in used:
        level = assignment.target
        if not isinstance(level, Level):
            continue
        if level in found:
            found[level] = replace(found[level], bandwidth=assignment.figure)
        else:
            name = assignment.measured.name or _LEVEL_NAMES[level]
            found[level] = MemoryLevel(level, name, assignment.figure)
    return tuple(found[level] for level in Level if level in found)


def _figure(base: Machine | None, target: Level | Precision) -> Figure | None:
    if base is None:
        return None
    if isinstance(target, Level):
        level = base.level(target)
        return None if level is None else level.bandwidth
    return next((c.peak for c in base.ceilings if c.precision is target and not c.sparse), None)


def _source(reading: Reading, configuration: Configuration, value: MeasuredValue) -> str:
    """Tool, version, device and where the value stands in the file."""
    return ", ".join((reading.origin, *_where(configuration), value.source))


def _where(configuration: Configuration) -> list[str]:
    """Product and device or setting, as far as the file tells them."""
    return list(dict.fromkeys(part for part in (configuration.device, configuration.name) if part not in ("", ONLY)))


def _doubt(value: MeasuredValue, replaced: Figure | None) -> str:
    """The reader's doubt, and whether the value is above that of the base: shown and marked, not refused."""
    doubts = [value.doubt] if value.doubt else []
    if replaced is not None and value.value > replaced.value * (1 + _EQUAL):
        unit = Unit.BYTE_PER_SECOND if isinstance(value.target, Level) else value.unit
        above, figure = format_percent(value.value / replaced.value - 1), format_quantity(replaced.value, unit)
        doubts.append(f"{above} above {figure} ({replaced.source}).")
    return " ".join(doubts)
