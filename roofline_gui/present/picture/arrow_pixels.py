"""The arrows between ideals and measured dots in pixels, and the words beside them."""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from roofline_gui.model.demand import Floats
from roofline_gui.present.picture.axis import Viewport
from roofline_gui.present.picture.dot_pixels import DotPixels
from roofline_gui.present.picture.ideal_arrows import IdealArrows
from roofline_gui.present.picture.labels import Room, Segment, Wish, place
from roofline_gui.present.picture.lines import Word
from roofline_gui.present.picture.style import Measure, Role, Style

SHORTEST = 3.0  # pixels: an arrow that is shorter says nothing
WORDS_REACH = 10.0  # text sizes that the words may stand away from their arrow
# Shares of an arrow beside which its words may stand, best first; a dot is at the tip of the vertical one.
_ALONG_ACROSS, _ALONG_DOWN = (0.5, 1.0, 0.75, 0.25), (0.5, 0.7, 0.3)


class ArrowPixels(NamedTuple):
    """The arrows of one row in pixels, each from tail to tip and None where it says nothing: across by the waste, down
    by the rate. guide: the way between both along the column of the measured dot. dot: whose colour they have. ideal:
    where the ideal is, None where that is unknown.
    """

    dot: int
    across: Segment | None
    down: Segment | None
    guide: Segment | None
    ideal: tuple[float, float] | None


def arrow_pixels(arrows: IdealArrows, dots: DotPixels, viewport: Viewport) -> ArrowPixels:
    """The arrows of one row on a viewport. One that leads to the dot ends at its rim."""
    x, y = viewport.point(*arrows.measured)
    ideal, across = None, None
    if not math.isnan(sum(arrows.ideal)):
        ideal = viewport.point(*arrows.ideal)
        across = _long((*ideal, x, ideal[1]))
    if math.isnan(arrows.roof):
        return ArrowPixels(arrows.dot, across, None, _guide(x, y, y, ideal), ideal)
    roof = viewport.point(arrows.measured[0], arrows.roof)[1]
    at_dot = math.hypot(float(dots.x[arrows.dot]) - x, float(dots.y[arrows.dot]) - y) < 1
    rim = min(float(dots.radius[arrows.dot]) if at_dot else 0.0, abs(y - roof))
    down = _long((x, roof, x, y - math.copysign(rim, y - roof)))
    return ArrowPixels(arrows.dot, across, down, _guide(x, roof, y, ideal), ideal)


def arrow_lines(arrows: Iterable[ArrowPixels]) -> Floats:
    """All lines of them that words should not cross, shape (k, 4)."""
    lines = [line for one in arrows for line in (one.across, one.down, one.guide) if line is not None]
    return np.array(lines).reshape(-1, 4)


def place_arrow_words(
    arrows: Iterable[IdealArrows], dots: DotPixels, viewport: Viewport, room: Room, style: Style, measure: Measure
) -> tuple[list[Word], list[Segment]]:
    """The factors beside the arrows, and the lines that lead there."""
    words: list[Word] = []
    leaders: list[Segment] = []
    for one in arrows:
        x, y = viewport.point(*one.measured)
        ideal, roof = viewport.point(*one.ideal), viewport.point(one.measured[0], one.roof)[1]
        for text, line, along in (
            (one.waste, (*ideal, x, ideal[1]), _ALONG_ACROSS),
            (one.rate, (x, roof, x, y), _ALONG_DOWN),
        ):
            spots = () if math.isnan(sum(line)) else _spots(line, along, viewport)
            role = Role.NAME_QUIET
            placed = place(Wish(spots, *measure(text, role), WORDS_REACH * style.text), room) if text else None
            if placed is not None:
                words.append(Word(placed.box.left, placed.box.top, text, role, halo=placed.over_line))
                leaders += [placed.leader] if placed.leader is not None else []
    return words, leaders


def _long(line: Segment) -> Segment | None:
    return line if max(abs(line[2] - line[0]), abs(line[3] - line[1])) >= SHORTEST else None


def _guide(x: float, roof: float, y: float, ideal: tuple[float, float] | None) -> Segment | None:
    """From the height of the ideal to the nearer end of the vertical arrow; none where it meets that."""
    if ideal is None:
        return None
    nearest = min(max(ideal[1], min(roof, y)), max(roof, y))
    return _long((x, ideal[1], x, nearest))


def _spots(line: Segment, along: Iterable[float], viewport: Viewport) -> tuple[tuple[float, float, float], ...]:
    """Places along an arrow that can be seen, as dots without a size."""
    x0, y0, x1, y1 = line
    points = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in along]
    return tuple((x, y, 0.0) for x, y in points if viewport.x < x < viewport.right and viewport.y < y < viewport.bottom)
