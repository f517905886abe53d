"""Chosen calculated kernels explained: everything that the diagnosis panel says about them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.diagnosis import Thresholds, Verdict
from roofline_gui.model.estimates import WHOLE_STEP, Estimates, work_out
from roofline_gui.model.machine import Level
from roofline_gui.model.step_totals import step_totals
from roofline_gui.model.units import Unit, format_amount, format_percent
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.catalogue import find_formula
from roofline_gui.model.workload.elements import ElementTypes
from roofline_gui.model.workload.entry import Entry, StepEntry
from roofline_gui.model.workload.parameters import Role
from roofline_gui.model.workload.precision import types_under
from roofline_gui.present.calculated.calculation import (
    Line,
    calculation_lines,
    is_impossible,
    lost_roof_text,
    missing_ceiling,
    share_text,
    short_intensity,
    summary_text,
    types_text,
)
from roofline_gui.present.calculated.step_totals import memory_text, step_notes, total_figures
from roofline_gui.present.explanation import Bar, Fact
from roofline_gui.present.what_if.concerning import concerning, has_data
from roofline_gui.present.what_if.words import what_if_text
from roofline_gui.present.words import resource_name

_IN_HEADLINE = frozenset({"regime", "verdict"})


@dataclass(frozen=True, slots=True)
class CalculatedExplanation:
    """What the panel shows for one calculated kernel. Names are plain text, never markup.

    about: what kind of kernel it is. condition: what is thought to be different, empty where nothing is. verdict: of a
    measured time, None without one, and where it is_impossible: faster than the roof. bars: time that each resource
    needs, in percent of what `bars_title` says. lines: the formula with its numbers and what follows. assumption: what
    the traffic takes for granted, and what the data are stored as. totals, memory, fits: of a whole step, else empty.
    warnings: why it may not run like this, and what the what-if does that may not be meant.
    """

    title: str
    about: str
    condition: str
    headline: str
    verdict: Verdict | None
    is_impossible: bool
    bars_title: str
    bars: tuple[Bar, ...]
    lines: tuple[Line, ...]
    assumption: str
    totals: tuple[Fact, ...]
    memory: str
    fits: bool | None
    warnings: tuple[str, ...]


def explain_calculated(
    estimates: Estimates, row: int, what_if: WhatIf, thresholds: Thresholds
) -> CalculatedExplanation:
    """Explain one row of the estimates where it stands under the what-if that they were made for."""
    calculated = estimates.calculated
    entry, operation = calculated.entries[int(calculated.entry[row])], int(calculated.operation[row])
    found = work_out(estimates, row, thresholds)
    totals = step_totals(estimates, entry) if isinstance(entry, StepEntry) and operation == WHOLE_STEP else None
    time = "measured" if estimates.is_measured[row] else "least" if math.isnan(calculated.time[row]) else "predicted"
    lines = [*calculation_lines(found), *_predicted(estimates, row)]
    return CalculatedExplanation(
        title=calculated.kernels[row].name if operation >= 0 else entry.name,
        about=_about(entry, operation, float(calculated.count[row])),
        condition=what_if_text(concerning(estimates, row, what_if)),
        headline=summary_text(found),
        verdict=None if math.isnan(found.fraction) or is_impossible(found.fraction) else found.verdict,
        is_impossible=is_impossible(found.fraction),
        bars_title=f"Time of each resource, % of the {time} time",
        bars=_bars(estimates, row),
        lines=tuple(replace(line, name=_label(line.name)) for line in lines if line.name not in _IN_HEADLINE),
        assumption=f"{found.kernel.assumption} {types_text(_types(entry, what_if), found.kernel)}",
        totals=() if totals is None else tuple(Fact(*figure) for figure in total_figures(totals)),
        memory="" if totals is None else memory_text(totals),
        fits=None if totals is None else totals.fits,
        warnings=(*_widened(estimates, row, what_if), *(() if totals is None else step_notes(totals))),
    )


def place_text(estimates: Estimates, row: int, what_if: WhatIf) -> str:
    """Where the figures of a calculated kernel hold: ``On H100 SXM, what if: batch 64``."""
    changed = what_if_text(replace(concerning(estimates, row, what_if), machine=None))
    place = f"On {estimates.machine.name}"
    if changed:
        return f"{place}, what if: {changed}"
    return f"What if: {place[0].lower()}{place[1:]}" if what_if.machine is not None else place


def calculated_sums(estimates: Estimates, rows: Sequence[int]) -> tuple[Fact, ...]:
    """Several calculated kernels together, each as often as it is launched per step."""
    index = np.array(rows, dtype=np.int64)
    count = estimates.calculated.count[index]
    flop = float(count @ estimates.bounds.flop[index])
    moved = float(count @ estimates.demand.traffic(Level.DRAM)[index])
    return (
        Fact("Launches per step", f"{count.sum():,.0f}"),
        Fact("Work W", format_amount(flop, Unit.FLOP)),
        Fact("DRAM traffic Q", format_amount(moved, Unit.BYTE)),
        Fact("Intensity I", short_intensity(flop / moved if moved > 0 else math.nan), "W / Q of all together"),
        Fact("Time", format_amount(float(count @ estimates.time[index]), Unit.SECOND), "One after the other"),
    )


def _about(entry: Entry, operation: int, count: float) -> str:
    often = f", {count:,.0f} launches per step" if count > 1 else ""
    if not isinstance(entry, StepEntry):
        return f"{find_formula(entry.workload.formula).title}{often}"
    if operation == WHOLE_STEP:
        return f"The whole step as one ideal kernel, {entry.architecture.name}"
    return f"Operation of {entry.name}{often}"


def _widened(estimates: Estimates, row: int, what_if: WhatIf) -> Iterator[str]:
    """What the precision of a what-if does to types that were set apart to be narrower."""
    calculated, kernel = estimates.calculated, estimates.calculated.kernels[row]
    entry = calculated.entries[int(calculated.entry[row])]
    given, now = _types(entry, AS_GIVEN), _types(entry, what_if)
    for role, words in ((Role.WEIGHTS, "weights"), (Role.ACTIVATIONS, "activations"), (Role.KV, "KV cache")):
        before, after = getattr(given, role.value), getattr(now, role.value)
        is_set_apart = getattr(what_if, role.value) is not None or given.uniform
        if has_data(kernel, role) and after.size > before.size and not is_set_apart:
            yield f"{before.label} {words} become {after.label}: set {words} apart under More… to keep them."


def _types(entry: Entry, what_if: WhatIf) -> ElementTypes:
    if isinstance(entry, StepEntry):
        return types_under(entry.types, what_if)
    return types_under(entry.workload.types, what_if, find_formula(entry.workload.formula).engine)


def _predicted(estimates: Estimates, row: int) -> Iterator[Line]:
    """The time that follows from a measured one, where it holds no more."""
    given, time = float(estimates.calculated.time[row]), float(estimates.time[row])
    if math.isnan(given) or estimates.is_measured[row]:
        return
    if math.isnan(time):
        precision = estimates.bounds.precision_of(row)
        why = lost_roof_text(estimates, row) or missing_ceiling(estimates.given_machine, precision).rstrip(".")
        yield Line("predicted", f"nothing: {why}" if why else "nothing follows without a bound", joint=": ")
        return
    share = share_text(float(estimates.bounds.bound_time[row]) / time)
    value = f"{format_amount(time, Unit.SECOND)}, {share}; {format_amount(given, Unit.SECOND)} was measured"
    about = "The same fraction of roof above the fixed cost of a launch"
    yield Line("predicted", value, joint=": ", about=about)


def _label(name: str) -> str:
    """The name of a line as a label: words with a capital, symbols as they are."""
    return name.capitalize() if len(name) > 1 and name.replace(" ", "").isalpha() and name.islower() else name


def _bars(estimates: Estimates, row: int) -> tuple[Bar, ...]:
    """Resources that are known to need time, near levels first, against the measured or the least time."""
    bounds, time = estimates.bounds, float(estimates.time[row])
    bars = []
    for i, resource in enumerate(bounds.resources):
        share = float(bounds.needed[i, row]) / time if time > 0 else math.nan
        if share > 0:
            name = resource_name(estimates.machine, resource)
            bars.append(Bar(name, resource, share, format_percent(share), int(bounds.binding[row]) == i))
    return tuple(bars)
