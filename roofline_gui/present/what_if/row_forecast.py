"""A measured row under the what-if in words: what it would take, and what would bind it then."""

import math
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.forecast import Forecast
from roofline_gui.model.machine import Level
from roofline_gui.model.measured import NO_ROW
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES, Resource
from roofline_gui.model.series import batch_of
from roofline_gui.model.units import Unit, format_percent, format_quantity
from roofline_gui.present.explanation import Fact
from roofline_gui.present.what_if.forecast import error_text, reason_text
from roofline_gui.present.what_if.words import speedup_text, times_text, what_if_text
from roofline_gui.present.words import bound_by, intensity_text, resource_name

_SAME = 5e-4  # amounts that differ by less are shown alike


@dataclass(frozen=True, slots=True)
class RowForecast:
    """condition: what is thought to be different. headline: what comes of it, or why nothing does. facts: numbers."""

    condition: str
    headline: str
    facts: tuple[Fact, ...]


def row_forecast(forecast: Forecast, row: int) -> RowForecast:
    """What a forecast says of one row of its analysis."""
    analysis = forecast.analysis
    condition = what_if_text(forecast.what_if)
    recorded = _recorded(forecast, row)
    if math.isnan(forecast.time[row]):
        headline = "Recorded at just this batch" if recorded else reason_text(forecast, row)
        return RowForecast(condition, headline, recorded)
    before, after = float(analysis.groups.demand.time[row]), float(forecast.time[row])
    headline = f"{speedup_text(float(forecast.speedup[row]))}: {times_text(before, after)}"
    share = float(forecast.bound_time[row]) / after
    facts = (
        Fact("Bound by", _bound_by(forecast, row)),
        Fact("Fraction of roof", format_percent(share), "The same as measured, above the fixed cost of a launch"),
        *_amounts(forecast, row),
        *recorded,
    )
    return RowForecast(condition, headline[:1].upper() + headline[1:], facts)


def _bound_by(forecast: Forecast, row: int) -> str:
    code, now = int(forecast.bound_by[row]), bound_by(forecast.analysis, row)
    machine = forecast.what_if.machine or forecast.analysis.machine_of(row)
    if code == NO_RESOURCE:
        return "–"
    then = RESOURCES[code]
    name = resource_name(machine, then)
    path = (Resource.L1, Resource.SHARED)  # one data path on most machines, whichever part dominates it
    if now is None or now is then or (now in path and then in path):
        return f"{name}, as now"
    return f"{name}, now {resource_name(forecast.analysis.machine_of(row), now)}"


def _amounts(forecast: Forecast, row: int) -> tuple[Fact, ...]:
    """Work, traffic and intensity where they change."""
    analysis = forecast.analysis
    flop, moved = float(analysis.bounds.flop[row]), float(analysis.groups.demand.traffic(Level.DRAM)[row])
    flop_then, moved_then = float(forecast.flop[row]), float(forecast.bytes_dram[row])
    facts = []
    for name, before, after, unit in (
        ("Work W", flop, flop_then, Unit.FLOP),
        ("DRAM traffic Q", moved, moved_then, Unit.BYTE),
    ):
        if abs(after - before) > _SAME * before:
            facts.append(Fact(name, f"{format_quantity(before, unit)} → {format_quantity(after, unit)}"))
    if moved > 0 and moved_then > 0:
        before, after = flop / moved, flop_then / moved_then
        if abs(after - before) > _SAME * before:
            facts.append(Fact("Intensity I", f"{intensity_text(before)} → {intensity_text(after)}"))
    return tuple(facts)


def _recorded(forecast: Forecast, row: int) -> tuple[Fact, ...]:
    """What was measured at the batch that is asked for beside what is predicted for it from another row."""
    bases = np.flatnonzero(forecast.stands_for == row)
    base, at = (row, int(forecast.stands_for[row])) if not len(bases) else (int(bases[0]), row)
    if at in (NO_ROW, base):
        return ()
    groups = forecast.analysis.groups
    _, start = batch_of(groups.operation(base))
    measured, predicted = float(groups.demand.time[at]), float(forecast.time[base])
    facts = [Fact("Measured", f"{format_quantity(measured, Unit.SECOND)} at batch {forecast.what_if.batch:,}")]
    if not math.isnan(predicted):
        off = error_text(forecast.error(base))
        shown = f"{format_quantity(predicted, Unit.SECOND)} from batch {start:,} ({off})"
        facts.append(Fact("Predicted", shown, "In brackets: how far this is from the measured time"))
    return tuple(facts)
