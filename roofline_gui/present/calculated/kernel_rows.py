"""Calculated kernels as rows of a short list: what they are, and where they stand."""

import math

from roofline_gui.model.estimates import WHOLE_STEP, Estimates
from roofline_gui.model.machine import Level
from roofline_gui.model.roofline import NO_RESOURCE
from roofline_gui.model.units import Unit, format_amount, format_number, format_percent
from roofline_gui.model.workload.catalogue import find_formula
from roofline_gui.model.workload.entry import Entry, StepEntry
from roofline_gui.present.calculated.calculation import is_impossible, lost_roof_text
from roofline_gui.present.cells import resource_cell
from roofline_gui.present.words import level_name


def kind_text(entry: Entry) -> str:
    """What an entry is: the name of its formula, or what the step of a model does."""
    if isinstance(entry, StepEntry):
        done = "decode after" if entry.span.decode else "prefill of"
        return f"{done} {entry.span.length:,} tokens"
    return find_formula(entry.workload.formula).name


def standing_text(estimates: Estimates, row: int) -> str:
    """Where a row of the estimates stands: its intensity, what binds it, and its time."""
    bounds = estimates.bounds
    if bounds.lacks_ceiling[row]:
        precision = bounds.precision_of(row)
        return "no ceiling" if precision is None else f"no {precision.label} ceiling"
    flop, moved = float(bounds.flop[row]), float(estimates.demand.traffic(Level.DRAM)[row])
    if math.isnan(flop) or math.isnan(moved):
        return "work unknown" if math.isnan(flop) else "traffic unknown"
    parts = [f"I {format_number(flop / moved, 4)}"] if moved > 0 else []
    binding = int(bounds.binding[row])
    if binding != NO_RESOURCE and not is_impossible(float(bounds.fraction[row])):
        resource = bounds.resources[binding]
        place = level_name(estimates.machine, Level(resource.value)) if resource.is_memory else resource_cell(resource)
        parts.append(place)
    time = float(estimates.time[row])
    if not math.isnan(time):
        parts.append(f"{format_amount(time, Unit.SECOND)}{_kind_of_time(estimates, row)}")
    elif lost_roof_text(estimates, row):
        parts.append("no prediction")
    return ", ".join(parts)


def operation_name(estimates: Estimates, row: int) -> str:
    """A kernel of a step with how often it runs: ``gate_up × 80``."""
    calculated = estimates.calculated
    if calculated.operation[row] == WHOLE_STEP:
        return "whole step"
    return f"{calculated.kernels[row].name} × {calculated.count[row]:.0f}"


def _kind_of_time(estimates: Estimates, row: int) -> str:
    """The share of the roof behind a time that was measured, or that it is predicted from one that was."""
    if estimates.is_measured[row]:
        fraction = float(estimates.bounds.fraction[row])
        return f" ({format_percent(fraction)}{', impossible' if is_impossible(fraction) else ''})"
    return "" if math.isnan(estimates.calculated.time[row]) else " predicted"
