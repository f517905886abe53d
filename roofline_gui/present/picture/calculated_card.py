"""What the card beside the pointer says about a calculated kernel."""

from roofline_gui.model.estimates import FORMULA, WHOLE_STEP, Estimates
from roofline_gui.model.machine import Level
from roofline_gui.model.roofline import NO_RESOURCE, Resource
from roofline_gui.model.units import Unit, format_amount, format_number
from roofline_gui.present.calculated.calculation import share_text, short_intensity
from roofline_gui.present.calculated.names import calculated_labels
from roofline_gui.present.picture.card import Card
from roofline_gui.present.words import PIPE_NAMES, level_name


def calculated_card(estimates: Estimates, row: int) -> Card:
    """Name, W, Q, I, least time, batch and what binds one calculated kernel."""
    calculated, bounds = estimates.calculated, estimates.bounds
    work, traffic = float(bounds.flop[row]), float(estimates.demand.traffic(Level.DRAM)[row])
    time, count = float(estimates.time[row]), float(calculated.count[row])
    lines = [
        ("Work W", format_amount(work, Unit.FLOP)),
        ("DRAM traffic Q", format_amount(traffic, Unit.BYTE)),
        ("Intensity I", short_intensity(work / traffic)),
        ("Least time", format_amount(float(bounds.bound_time[row]), Unit.SECOND)),
    ]
    if calculated.time[row] == calculated.time[row]:
        share = share_text(float(bounds.bound_time[row]) / time)
        told = "Measured time" if estimates.is_measured[row] else "Predicted time"
        lines.append((told, f"{format_amount(time, Unit.SECOND)}, {share}"))
    lines.append(("Performance", format_amount(work / time, Unit.FLOP_PER_SECOND)))
    if estimates.moves[row]:
        lines.append(("Batch", format_number(float(estimates.batch[row]), 9)))
    lines.append(("Bound by", calculated_roof(estimates, row)))
    if count > 1:
        lines.append(("Launches", f"{count:,.0f} per step"))
    (title,) = calculated_labels(calculated, [row])
    return Card(title, _about(estimates, row), tuple(lines))


def calculated_roof(estimates: Estimates, row: int) -> str:
    """The roof that a calculated kernel stands at: a level name, a precision or XU."""
    bounds = estimates.bounds
    code = int(bounds.binding[row])
    if code == NO_RESOURCE:
        return "roof"
    resource = bounds.resources[code]
    if resource.is_memory:
        return level_name(estimates.machine, Level(resource.value))
    if resource is Resource.XU:
        return "XU"
    precision = bounds.precision_of(row)
    return PIPE_NAMES[resource] if precision is None else precision.label


def _about(estimates: Estimates, row: int) -> str:
    operation = int(estimates.calculated.operation[row])
    if operation == WHOLE_STEP:
        return "Calculated: the whole step as one ideal kernel"
    entry = estimates.calculated.entries[int(estimates.calculated.entry[row])]
    return "Calculated from a formula" if operation == FORMULA else f"Calculated: operation of {entry.name}"
