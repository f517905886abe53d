"""Which dots get a label, and what it says."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.units import Unit, format_percent, format_quantity
from roofline_gui.present.names import group_labels
from roofline_gui.present.picture.colours import LegendEntry
from roofline_gui.present.picture.dots import Dots, Kind
from roofline_gui.present.picture.shown import Shown
from roofline_gui.present.what_if.words import speedup_text
from roofline_gui.present.words import roof_name

if TYPE_CHECKING:
    from roofline_gui.model.estimates import Estimates
    from roofline_gui.model.forecast import Forecast

LABELLED_BY_TIME = 5  # measured dots, and as many calculated ones
LABELLED_SELECTION = 12
DOTS_PER_NAME = 6  # dots that are tried for the name of a colour


@dataclass(frozen=True, slots=True)
class DotLabel:
    """A label wanted at one of `dots` (indices), the first in preference: a name, and numbers in a second line.

    Without numbers it only names a colour. Labels come in the order in which they take their places.
    """

    dots: tuple[int, ...]
    name: str
    detail: str


def dot_labels(
    shown: Shown, dots: Dots, selected: Sequence[int], series: Sequence[tuple[int, ...]], legend: Sequence[LegendEntry]
) -> tuple[DotLabel, ...]:
    """What is selected, the largest shares of time (one per recorded series), then the names of the other colours.

    `selected` are measured and calculated dots, `series` the dots of each recorded series.
    """
    longest = np.argsort(-dots.area, kind="stable")
    by_time = longest[dots.kind[longest] != Kind.GHOST]
    first = sorted(selected, key=lambda dot: -dots.area[dot])[:LABELLED_SELECTION]
    in_full = [*first, *_ghosts_of(first, dots), *_longest(by_time[by_time < dots.still].tolist(), series)]
    for kind in (Kind.WHOLE_STEP, Kind.CALCULATED):
        in_full += by_time[dots.kind[by_time] == kind][:LABELLED_BY_TIME].tolist()
    words = _words(shown, dots, list(dict.fromkeys(in_full)))
    labels = [DotLabel((dot,), *said) for dot, said in words.items()]
    seen = {(int(dots.colour[d]), int(dots.shape[d])) for d in words}
    for entry in legend:
        if (entry.colour, entry.shape) not in seen:
            alike = by_time[(dots.colour[by_time] == entry.colour) & (dots.shape[by_time] == entry.shape)]
            labels.append(DotLabel(tuple(alike[:DOTS_PER_NAME].tolist()), entry.text, ""))
    return tuple(labels)


def fresh_labels(labels: Sequence[DotLabel], shown: Shown, dots: Dots) -> tuple[DotLabel, ...]:
    """The same labels with the numbers that hold where their dots stand now."""
    moving = [label.dots[0] for label in labels if label.detail and label.dots[0] >= dots.still]
    words = _words(shown, dots, moving)
    return tuple(
        DotLabel(label.dots, *words[label.dots[0]]) if label.detail and label.dots[0] in words else label
        for label in labels
    )


def _ghosts_of(selected: Sequence[int], dots: Dots) -> list[int]:
    """The ghosts of selected measured dots."""
    rows = dots.row[[dot for dot in selected if dot < dots.still]]
    return np.flatnonzero((dots.kind == Kind.GHOST) & np.isin(dots.row, rows)).tolist()


def _longest(by_time: list[int], series: Sequence[tuple[int, ...]]) -> list[int]:
    """The first of measured dots `by_time`, one of each series."""
    series_of = {dot: i for i, members in enumerate(series) for dot in members}
    named: dict[int, int] = {}
    for dot in by_time:
        if len(named) == LABELLED_BY_TIME:
            break
        named.setdefault(series_of.get(dot, -1 - dot), dot)
    return list(named.values())


def _words(shown: Shown, dots: Dots, wanted: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Name and numbers of each dot, in their order."""
    words: dict[int, tuple[str, str]] = {}
    measured, ghosts = ([dot for dot in wanted if dots.kind[dot] == kind] for kind in (Kind.MEASURED, Kind.GHOST))
    calculated = [dot for dot in wanted if dots.kind[dot] >= Kind.CALCULATED]
    if measured and shown.analysis is not None:
        words |= _measured(shown.analysis, dots, measured)
    if ghosts and shown.forecast is not None:
        words |= {dot: _predicted(shown.forecast, int(dots.row[dot])) for dot in ghosts}
    if calculated and shown.estimates is not None:
        words |= _calculated(shown.estimates, dots, calculated)
    return {dot: words[dot] for dot in wanted}


def _measured(analysis: Analysis, dots: Dots, measured: list[int]) -> dict[int, tuple[str, str]]:
    total = analysis.total_time
    words = {}
    for dot, name in zip(measured, group_labels(analysis.groups, dots.row[measured].tolist()), strict=True):
        row = int(dots.row[dot])
        share = format_percent(float(analysis.groups.demand.time[row]) / total)
        fraction = format_percent(float(analysis.bounds.fraction[row]))
        words[dot] = name, f"{share} of time, {fraction} of {roof_name(analysis, row)}"
    return words


def _predicted(forecast: "Forecast", row: int) -> tuple[str, str]:
    return (
        speedup_text(float(forecast.speedup[row])),
        f"predicted {format_quantity(float(forecast.time[row]), Unit.SECOND)}",
    )


def _calculated(estimates: "Estimates", dots: Dots, calculated: list[int]) -> dict[int, tuple[str, str]]:
    from roofline_gui.present.calculated.names import calculated_labels

    rows = dots.row[calculated].tolist()
    names = calculated_labels(estimates.calculated, rows)
    return {dot: (name, _at_roof(estimates, row)) for dot, name, row in zip(calculated, names, rows, strict=True)}


def _at_roof(estimates: "Estimates", row: int) -> str:
    """Batch, time and roof of a calculated kernel: ``b = 64, 118 µs at the HBM3e roof``."""
    from roofline_gui.present.picture.calculated_card import calculated_roof

    least, time = float(estimates.bounds.bound_time[row]), float(estimates.time[row])
    text, roof = format_quantity(time, Unit.SECOND), calculated_roof(estimates, row)
    timed = estimates.calculated.time[row] == estimates.calculated.time[row]
    text += f", {format_percent(least / time)} of {roof}" if timed else f" at the {roof} roof"
    return f"b = {estimates.batch[row]:,.0f}, {text}" if estimates.moves[row] else text
