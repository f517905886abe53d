"""Dots in pixels: where they are seen, which lie outside the frame, and which one the pointer means."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.present.picture.axis import Viewport
from roofline_gui.present.picture.dots import Dots, LevelDots
from roofline_gui.present.picture.labels import Box
from roofline_gui.present.picture.style import DENSE_DOTS, Style

EDGE_MARKS = 12  # dots outside the frame that get a mark at its edge; with more, only their number is told
MARKED = 60  # dots that get a ring or chevron at most


class EdgeMark(NamedTuple):
    """A dot (index) outside the frame, shown at the edge nearest to it; (dx, dy) points outwards, y downwards."""

    dot: int
    x: float
    y: float
    dx: int
    dy: int


@dataclass(frozen=True, slots=True, eq=False)
class DotPixels:
    """All k dots in pixels. x, y, radius, inside: shape (k,). order: the measured ones to paint, largest first; moving:
    the others.

    close, above_roof: those of them that get a mark; none where most of the picture would be marks.
    """

    x: Floats
    y: Floats
    radius: Floats
    inside: Bools
    order: Ints
    moving: Ints
    close: Ints
    above_roof: Ints

    @property
    def dense(self) -> bool:
        """Whether there are so many that their density is painted."""
        return len(self.x) > DENSE_DOTS


@dataclass(frozen=True, slots=True, eq=False)
class LevelPixels:
    """Level dots in pixels, shape (m,): columns, rows, `LEVELS` index, dot; lines that join a dot's levels, (j, 4), and
    whose they are, (j,).
    """

    x: Floats
    y: Floats
    level: Ints
    dot: Ints
    links: Floats
    link_dot: Ints


def dot_pixels(dots: Dots, viewport: Viewport, style: Style) -> DotPixels:
    """All dots on a viewport."""
    x, y = viewport.x_pixels(dots.x), viewport.y_pixels(dots.y)
    radius = _radii(dots, style)
    inside = _inside(x, y, viewport)
    order = _largest_first(np.flatnonzero(inside), radius)
    if len(x) > DENSE_DOTS:
        order = order[np.sort(_one_per_pixel(x[order], y[order]))]
    close, above_roof = (order[flags[order]] for flags in (dots.close, dots.above_roof))
    return DotPixels(
        x=x,
        y=y,
        radius=radius,
        inside=inside,
        order=order[order < dots.still],
        moving=order[order >= dots.still],
        close=close if len(close) <= MARKED else close[:0],
        above_roof=above_roof[:MARKED],
    )


def slid_pixels(before: DotPixels, dots: Dots, viewport: Viewport, style: Style) -> DotPixels:
    """The same dots where only those beside the measured ones have moved."""
    still = dots.still
    x = np.concatenate([before.x[:still], viewport.x_pixels(dots.x[still:])])
    y = np.concatenate([before.y[:still], viewport.y_pixels(dots.y[still:])])
    radius = _radii(dots, style)
    inside = np.concatenate([before.inside[:still], _inside(x[still:], y[still:], viewport)])
    moving = _largest_first(still + np.flatnonzero(inside[still:]), radius)
    return replace(before, x=x, y=y, radius=radius, inside=inside, moving=moving)


def nearest_dot(dots: DotPixels, x: float, y: float, tolerance: float, preferred: Sequence[int] = ()) -> int:
    """The dot under a pixel position, -1 where none lies within its radius + `tolerance`; one of the `preferred` dots
    (indices) wins, else the nearest centre.
    """
    if not len(dots.x):
        return -1
    distance = np.hypot(dots.x - x, dots.y - y)
    distance[~dots.inside | (distance > dots.radius + tolerance)] = np.inf
    for dot in sorted(preferred, key=lambda dot: float(distance[dot])):
        if np.isfinite(distance[dot]):
            return dot
    best = int(distance.argmin())
    return best if np.isfinite(distance[best]) else -1


def dots_in(dots: DotPixels, box: Box) -> Ints:
    """The dots whose centres lie in a box, as indices."""
    across = (dots.x >= box.left) & (dots.x <= box.right)
    return np.flatnonzero(dots.inside & across & (dots.y >= box.top) & (dots.y <= box.bottom))


def level_pixels(levels: LevelDots, dots: DotPixels, viewport: Viewport) -> LevelPixels:
    """The other levels of dots on a viewport."""
    inside = dots.y[levels.dot]
    x = viewport.x_pixels(levels.x)
    joined = np.unique(levels.dot, return_index=True)[0]  # without an index it imports numpy.ma, which costs 12 ms
    low, high = dots.x[joined].copy(), dots.x[joined].copy()
    at = np.searchsorted(joined, levels.dot)
    np.minimum.at(low, at, x)
    np.maximum.at(high, at, x)
    y = dots.y[joined]
    visible = (y >= viewport.y) & (y <= viewport.bottom) & (high >= viewport.x) & (low <= viewport.right)
    low, high = np.maximum(low, viewport.x), np.minimum(high, viewport.right)
    links = np.stack([low, y, high, y], axis=1)[visible]
    shown = (x >= viewport.x) & (x <= viewport.right) & (inside >= viewport.y) & (inside <= viewport.bottom)
    return LevelPixels(x[shown], inside[shown], levels.level[shown], levels.dot[shown], links, joined[visible])


def edge_marks(dots: Dots, pixels: DotPixels, viewport: Viewport, style: Style) -> tuple[EdgeMark, ...]:
    """Marks for the dots outside, if they are few: the larger ones first."""
    outside = np.flatnonzero(~pixels.inside)
    if len(outside) > EDGE_MARKS:
        return ()
    inset = style.edge_mark + 2
    marks = []
    for dot in outside[np.argsort(-dots.area[outside], kind="stable")].tolist():
        x, y = float(pixels.x[dot]), float(pixels.y[dot])
        dx = -1 if x < viewport.x else int(x > viewport.right)
        dy = -1 if y < viewport.y else int(y > viewport.bottom)
        x = min(max(x, viewport.x + inset), viewport.right - inset)
        y = min(max(y, viewport.y + inset), viewport.bottom - inset)
        marks.append(EdgeMark(dot, x, y, dx, dy))
    return tuple(marks)


def _radii(dots: Dots, style: Style) -> Floats:
    radii, still = style.radii(dots.area), dots.still
    radii[still:] = np.where(dots.hollow[still:], style.as_rings(radii[still:]), radii[still:])
    return radii


def _inside(x: Floats, y: Floats, viewport: Viewport) -> Bools:
    return (x >= viewport.x) & (x <= viewport.right) & (y >= viewport.y) & (y <= viewport.bottom)


def _largest_first(index: Ints, radius: Floats) -> Ints:
    return index[np.argsort(-radius[index], kind="stable")]


def _one_per_pixel(x: Floats, y: Floats) -> Ints:
    """The first of all points on one pixel, as indices."""
    cells = np.floor(y).astype(np.int64) * (1 << 20) + np.floor(x).astype(np.int64)
    return np.unique(cells, return_index=True)[1]
