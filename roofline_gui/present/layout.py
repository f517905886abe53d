"""A scene laid out on a rectangle of pixels: what is visible, and where every word stands."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.present.axis import Ticks, Viewport, ticks
from roofline_gui.present.labels import Box, Room, Segment, Wish, place, place_together
from roofline_gui.present.lines import (
    Band,
    Line,
    RidgeMark,
    Word,
    ceiling_lines,
    place_line_names,
    place_region_words,
    place_ridge_values,
    region_bands,
    ridge_marks,
)
from roofline_gui.present.scene import DotLabel, Scene
from roofline_gui.present.style import DENSE_DOTS, Measure, Role, Style

EDGE_MARKS = 12  # dots outside the frame that get a mark at its edge; with more, only their number is told
MARKED = 60  # dots that get a ring or chevron at most
TICK_WIDTH, TICK_HEIGHT = 4.5, 2.2  # text sizes that a tick label needs along its axis
QUIET_REACH = 4.5  # text sizes that a name without numbers may stand away from its dot
AVOIDED = 300  # lines of one kind that labels avoid at most; among more there is no free place anyway
CEILING_WEIGHT, MAIN_WEIGHT, LINK_WEIGHT, TRAIL_WEIGHT = (
    1.0,
    1.5,
    1.0,
    0.5,
)  # how much labels avoid crossing these lines


class EdgeMark(NamedTuple):
    """A dot (index) outside the frame, shown at the edge nearest to it; (dx, dy) points outwards, y downwards."""

    dot: int
    x: float
    y: float
    dx: int
    dy: int


class TrailPixels(NamedTuple):
    """A trail in pixels: points of shape (k, 2), and the dot whose colour it has."""

    points: Floats
    dot: int


@dataclass(frozen=True, slots=True, eq=False)
class DotPixels:
    """All k dots in pixels. x, y, radius, inside: shape (k,). order: the ones to paint, largest first.

    close, above_roof: those of them that get a mark; none where most of the picture would be marks.
    """

    x: Floats
    y: Floats
    radius: Floats
    inside: Bools
    order: Ints
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


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Everything in pixels. labelled: dots whose name found a place. outside: number of dots beyond the frame."""

    viewport: Viewport
    style: Style
    bands: tuple[Band, ...]
    x_ticks: Ticks
    y_ticks: Ticks
    lines: tuple[Line, ...]
    ridges: tuple[RidgeMark, ...]
    trails: tuple[TrailPixels, ...]
    dots: DotPixels
    levels: LevelPixels
    edge_marks: tuple[EdgeMark, ...]
    leaders: tuple[Segment, ...]
    words: tuple[Word, ...]
    labelled: frozenset[int]
    outside: int


def lay_out(scene: Scene, viewport: Viewport, style: Style, measure: Measure) -> Layout:
    """Lay `scene` out on `viewport`; `measure` gives width and height of a text in pixels."""
    roofs = scene.roofs
    dots = _dots(scene, viewport, style)
    levels = _levels(scene, dots, viewport)
    trails = tuple(
        TrailPixels(np.stack([dots.x[index], dots.y[index]], axis=1), trail.dots[0])
        for trail in scene.trails
        for index in (np.array(trail.dots),)
    )
    lines = ceiling_lines(roofs, viewport)
    marks = ridge_marks(roofs, viewport)
    bands = region_bands(roofs, viewport) if scene.show_regions else []
    edge_marks = _edge_marks(scene, dots, viewport, style)
    room = _room(viewport, lines, trails, levels, style)
    room.block_dots(
        np.concatenate([dots.x[dots.inside], levels.x, [m.x for m in edge_marks], [m.x for _, m in marks]]),
        np.concatenate([dots.y[dots.inside], levels.y, [m.y for m in edge_marks], [m.y for _, m in marks]]),
        np.concatenate(
            [
                dots.radius[dots.inside] + 1,
                np.full(len(levels.x), style.level_radius + 1),
                np.full(len(edge_marks), style.edge_mark + 1),
                np.full(len(marks), style.gap * 0.5),
            ]
        ),
    )
    words = place_region_words(roofs, bands, viewport, room, style, measure)
    words += place_line_names(roofs, viewport, room, style, measure)
    values, leaders = place_ridge_values(marks, room, style, measure)
    names, more_leaders, labelled = _dot_names(scene, dots, edge_marks, room, style, measure)
    return Layout(
        viewport=viewport,
        style=style,
        bands=tuple(bands),
        x_ticks=x_ticks(viewport, style),
        y_ticks=y_ticks(viewport, style),
        lines=tuple(lines),
        ridges=tuple(mark for _, mark in marks),
        trails=trails,
        dots=dots,
        levels=levels,
        edge_marks=edge_marks,
        leaders=(*leaders, *more_leaders),
        words=(*words, *values, *names),
        labelled=frozenset(labelled),
        outside=int((~dots.inside).sum()),
    )


def x_ticks(viewport: Viewport, style: Style) -> Ticks:
    """Ticks of the x axis."""
    return ticks(viewport.frame.left, viewport.frame.right, int(viewport.width / (TICK_WIDTH * style.text)))


def y_ticks(viewport: Viewport, style: Style) -> Ticks:
    """Ticks of the y axis."""
    return ticks(viewport.frame.bottom, viewport.frame.top, int(viewport.height / (TICK_HEIGHT * style.text)))


def nearest_dot(dots: DotPixels, x: float, y: float, tolerance: float) -> int:
    """The dot under a pixel position, -1 where none lies within its radius + `tolerance`; the nearest centre wins."""
    if not len(dots.x):
        return -1
    distance = np.hypot(dots.x - x, dots.y - y)
    distance[~dots.inside | (distance > dots.radius + tolerance)] = np.inf
    best = int(distance.argmin())
    return best if np.isfinite(distance[best]) else -1


def dots_in(dots: DotPixels, box: Box) -> Ints:
    """The dots whose centres lie in a box, as indices."""
    across = (dots.x >= box.left) & (dots.x <= box.right)
    return np.flatnonzero(dots.inside & across & (dots.y >= box.top) & (dots.y <= box.bottom))


def _dots(scene: Scene, viewport: Viewport, style: Style) -> DotPixels:
    x, y = viewport.x_pixels(scene.dots.x), viewport.y_pixels(scene.dots.y)
    radius = style.radii(scene.dots.area)
    inside = (x >= viewport.x) & (x <= viewport.right) & (y >= viewport.y) & (y <= viewport.bottom)
    order = np.flatnonzero(inside)
    order = order[np.argsort(-radius[order], kind="stable")]
    if len(x) > DENSE_DOTS:
        order = order[np.sort(_one_per_pixel(x[order], y[order]))]
    close, above_roof = (order[flags[order]] for flags in (scene.dots.close, scene.dots.above_roof))
    return DotPixels(x, y, radius, inside, order, close if len(close) <= MARKED else close[:0], above_roof[:MARKED])


def _one_per_pixel(x: Floats, y: Floats) -> Ints:
    """The first of all points on one pixel, as indices."""
    cells = np.floor(y).astype(np.int64) * (1 << 20) + np.floor(x).astype(np.int64)
    return np.unique(cells, return_index=True)[1]


def _levels(scene: Scene, dots: DotPixels, viewport: Viewport) -> LevelPixels:
    levels = scene.levels
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


def _edge_marks(scene: Scene, dots: DotPixels, viewport: Viewport, style: Style) -> tuple[EdgeMark, ...]:
    """Marks for the dots outside, if they are few: the larger ones first."""
    outside = np.flatnonzero(~dots.inside)
    if len(outside) > EDGE_MARKS:
        return ()
    inset = style.edge_mark + 2
    marks = []
    for dot in outside[np.argsort(-scene.dots.area[outside], kind="stable")].tolist():
        x, y = float(dots.x[dot]), float(dots.y[dot])
        dx = -1 if x < viewport.x else int(x > viewport.right)
        dy = -1 if y < viewport.y else int(y > viewport.bottom)
        x = min(max(x, viewport.x + inset), viewport.right - inset)
        y = min(max(y, viewport.y + inset), viewport.bottom - inset)
        marks.append(EdgeMark(dot, x, y, dx, dy))
    return tuple(marks)


def _room(
    viewport: Viewport, lines: list[Line], trails: tuple[TrailPixels, ...], levels: LevelPixels, style: Style
) -> Room:
    ceilings = np.array([line[:4] for line in lines]).reshape(-1, 4)
    links = levels.links[:AVOIDED]
    steps = np.concatenate([np.zeros((0, 4)), *(np.hstack([t.points[:-1], t.points[1:]]) for t in trails)])[:AVOIDED]
    weights = [MAIN_WEIGHT if line.main else CEILING_WEIGHT for line in lines]
    weights += [LINK_WEIGHT] * len(links) + [TRAIL_WEIGHT] * len(steps)
    margin = style.gap * 0.5
    frame = Box(viewport.x + margin, viewport.y + margin, viewport.right - margin, viewport.bottom - margin)
    return Room(frame, np.concatenate([ceilings, links, steps]), np.array(weights))


def _dot_names(
    scene: Scene, dots: DotPixels, edge_marks: tuple[EdgeMark, ...], room: Room, style: Style, measure: Measure
) -> tuple[list[Word], list[Segment], set[int]]:
    """The words of the dots' labels, the lines that lead to them, and the dots that got one."""
    at_edge = {mark.dot: mark for mark in edge_marks}
    words: list[Word] = []
    leaders: list[Segment] = []
    labelled: set[int] = set()
    wanted: list[tuple[DotLabel, Wish, list[int], list[tuple[float, float]]]] = []
    for label in scene.labels:
        spots = {d: s for d in label.dots if (s := _spot(d, scene, dots, at_edge, style)) is not None}
        if spots:
            sizes = [measure(*line) for line in _label_lines(label)]
            size = max(w for w, _ in sizes), sum(h for _, h in sizes)
            reach = math.inf if label.detail else QUIET_REACH * style.text
            wish = Wish(tuple(spots.values()), *size, reach, may_cross=bool(label.detail))
            wanted.append((label, wish, list(spots), sizes))
    full = [w for w in wanted if w[0].detail]
    quiet = [w for w in wanted if not w[0].detail]
    places = [*place_together([w[1] for w in full], room), *(place(w[1], room) for w in quiet)]
    for (label, wish, indices, sizes), placed in zip([*full, *quiet], places, strict=True):
        if placed is None:
            continue
        labelled.add(indices[placed.dot])
        box, (x, _, radius) = placed.box, wish.dots[placed.dot]
        to_the_left = (box.left + box.right) / 2 < x - radius
        y = box.top
        for (text, role), (width, height) in zip(_label_lines(label), sizes, strict=True):
            words.append(Word(box.right - width if to_the_left else box.left, y, text, role, halo=placed.over_line))
            y += height
        leaders += [placed.leader] if placed.leader is not None else []
    return words, leaders, labelled


def _label_lines(label: DotLabel) -> list[tuple[str, Role]]:
    if not label.detail:
        return [(label.name, Role.NAME_QUIET)]
    return [(label.name, Role.NAME), (label.detail, Role.DETAIL)]


def _spot(
    dot: int, scene: Scene, dots: DotPixels, at_edge: dict[int, EdgeMark], style: Style
) -> tuple[float, float, float] | None:
    """Where a dot, or its mark at the edge, is seen: x, y, radius with its rings; None where it is not."""
    if dot in at_edge:
        return at_edge[dot].x, at_edge[dot].y, style.edge_mark
    if not dots.inside[dot]:
        return None
    ring = style.ring if dot in dots.close or dot in scene.selected else 0.0
    return float(dots.x[dot]), float(dots.y[dot]), float(dots.radius[dot]) + ring
