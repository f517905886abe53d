"""From the ideal of a measured row to the row itself: what was wasted across, the rate that was lost down."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from roofline_gui.model.units import format_percent
from roofline_gui.present.picture.dots import Dots, Kind
from roofline_gui.present.picture.shown import Shown

if TYPE_CHECKING:  # calculated kernels come after the first paint
    from roofline_gui.model.ideals import Held

FEW_IDEALS = 3  # with at most this many rows that have an ideal, all show their arrows, else only the chosen ones
MOST_IDEALS = 12

Point: TypeAlias = tuple[float, float]  # log10 FLOP/B and FLOP/s


@dataclass(frozen=True, slots=True)
class IdealArrows:
    """The two arrows of one row that is held against its ideal; NaN is unknown.

    dot: the measured one (index). ideal: useful FLOP over ideal bytes, and useful FLOP over the least time. measured:
    executed FLOP over moved bytes and over time: where the dot stands, unless its row holds other launches too. roof:
    log10 FLOP/s that the executed FLOP and the moved bytes allow.

    The horizontal arrow leads on the height of the ideal to the measured intensity, the vertical one there from the
    roof down to the measured point. On the logarithmic axes their lengths are the factors: with executed = f · useful
    FLOP, moved = q · ideal bytes and t = t_bound / r,

        log10 I - log10 I_ideal = log10 f - log10 q    and    log10 P_roof - log10 P = -log10 r.

    Executing more leads right, moving more leads left: where both do, the arrow is their difference. waste, rate: the
    factors in words, after the name of the ideal where there are several.
    """

    dot: int
    ideal: Point
    measured: Point
    roof: float
    waste: str
    rate: str


def ideal_arrows(shown: Shown, dots: Dots) -> tuple[IdealArrows, ...]:
    """The arrows of all drawn rows that have an ideal while they are few, else of those that are selected themselves or
    whose ideal is chosen.
    """
    if not shown.held:
        return ()
    measured = np.flatnonzero(dots.kind == Kind.MEASURED)
    dot_of = {int(dots.row[dot]): dot for dot in measured.tolist()}
    found = [(dot_of[held.row], held) for held in shown.held if held.row in dot_of]
    if len(found) > FEW_IDEALS:
        found = [pair for pair in found if pair[1].row in shown.selection or pair[1].estimate in shown.chosen]
        found = _longest(found, dots)
    names = [_name(shown, held) if len(found) > 1 else "" for _, held in found]
    arrows = (_arrows(dot, held, name) for (dot, held), name in zip(found, names, strict=True))
    return tuple(one for one in arrows if not math.isnan(one.measured[0] + one.measured[1]))


def _longest(found: "Sequence[tuple[int, Held]]", dots: Dots) -> "list[tuple[int, Held]]":
    """Those of the rows with most time."""
    return sorted(found, key=lambda pair: -dots.area[pair[0]])[:MOST_IDEALS]


def _name(shown: Shown, held: "Held") -> str:
    return "" if shown.estimates is None else f"{shown.estimates.calculated.kernels[held.estimate].name}: "


def _arrows(dot: int, held: "Held", name: str) -> IdealArrows:
    performance = _log(held.flop, held.time)
    return IdealArrows(
        dot=dot,
        ideal=(_log(held.ideal_flop, held.ideal_bytes), _log(held.ideal_flop, held.ideal_time)),
        measured=(_log(held.flop, held.bytes), performance),
        roof=performance - _log(held.fraction, 1.0),
        waste=f"{name}{waste}" if (waste := _waste(held)) else "",
        rate="" if math.isnan(held.fraction) else f"{name}{format_percent(held.fraction)} of roof",
    )


def _waste(held: "Held") -> str:
    """``8.0 × FLOP, 1.05 × bytes``; what is unknown is left out."""
    from roofline_gui.present.calculated.ideals import factor_text

    factors = ((held.flop_factor, "FLOP"), (held.bytes_factor, "bytes"))
    return ", ".join(f"{factor_text(factor)} {what}" for factor, what in factors if not math.isnan(factor))


def _log(above: float, below: float) -> float:
    """log10 of a quotient, NaN where it has none."""
    return math.log10(above / below) if above > 0 and below > 0 else math.nan
