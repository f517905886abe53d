"""A scene laid out on a rectangle of pixels: what is visible, and where every word stands."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from roofline_gui.model.demand import Floats
from roofline_gui.present.picture.arrow_pixels import ArrowPixels, arrow_lines, arrow_pixels, place_arrow_words
from roofline_gui.present.picture.axis import Ticks, Viewport, ticks
from roofline_gui.present.picture.dot_pixels import (
    DotPixels,
    EdgeMark,
    LevelPixels,
    dot_pixels,
    edge_marks,
    level_pixels,
    slid_pixels,
)
from roofline_gui.present.picture.labels import Box, Room, Segment
from roofline_gui.present.picture.lines import (
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
from roofline_gui.present.picture.name_placement import PlacedLabel, kept_names, place_names, slide_names
from roofline_gui.present.picture.path_pixels import PathPixels, path_pixels, place_path_words
from roofline_gui.present.picture.scene import Scene
from roofline_gui.present.picture.style import Measure, Style

TICK_WIDTH, TICK_HEIGHT = 4.5, 2.2  # text sizes that a tick label needs along its axis
AVOIDED = 300  # lines of one kind that labels avoid at most; among more there is no free place anyway
PATH_STEP = 12  # points of a path that labels take for one line
# How much labels avoid crossing these
CEILING_WEIGHT, MAIN_WEIGHT, LINK_WEIGHT, TRAIL_WEIGHT, ARROW_WEIGHT = 1.0, 1.5, 1.0, 0.5, 1.5


class TrailPixels(NamedTuple):
    """A trail in pixels: points of shape (k, 2), and the dot whose colour it has."""

    points: Floats
    dot: int


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Everything in pixels.

    links: lines from dots to their ghosts, shape (g, 4). labels: those of dots; fixed_words, fixed_leaders: all else
    that is written inside the frame. outside: number of dots beyond the frame.
    """

    viewport: Viewport
    style: Style
    bands: tuple[Band, ...]
    x_ticks: Ticks
    y_ticks: Ticks
    lines: tuple[Line, ...]
    ridges: tuple[RidgeMark, ...]
    trails: tuple[TrailPixels, ...]
    links: Floats
    paths: tuple[PathPixels, ...]
    arrows: tuple[ArrowPixels, ...]
    dots: DotPixels
    levels: LevelPixels
    edge_marks: tuple[EdgeMark, ...]
    fixed_words: tuple[Word, ...]
    fixed_leaders: tuple[Segment, ...]
    labels: tuple[PlacedLabel, ...]
    outside: int

    @property
    def words(self) -> tuple[Word, ...]:
        """All words inside the frame."""
        return (*self.fixed_words, *(word for label in self.labels for word in label.words))

    @property
    def leaders(self) -> tuple[Segment, ...]:
        """All lines that lead to words."""
        return (*self.fixed_leaders, *(label.leader for label in self.labels if label.leader is not None))

    @property
    def labelled(self) -> frozenset[int]:
        """The dots whose name found a place."""
        return frozenset(label.dot for label in self.labels)


def lay_out(
    scene: Scene, viewport: Viewport, style: Style, measure: Measure, corner: tuple[float, float] = (0.0, 0.0)
) -> Layout:
    """Lay `scene` out on `viewport`; `measure` gives width and height of a text in pixels.

    corner: width and height of the lower right corner that words keep out of while dots are outside, pixels.
    """
    roofs = scene.roofs
    dots = dot_pixels(scene.dots, viewport, style)
    levels = level_pixels(scene.levels, dots, viewport)
    trails = tuple(
        TrailPixels(np.stack([dots.x[index], dots.y[index]], axis=1), trail.dots[0])
        for trail in scene.trails
        for index in (np.array(trail.dots),)
    )
    links, paths = _links(scene, dots), _paths(scene, viewport, style)
    arrows = tuple(arrow_pixels(one, dots, viewport) for one in scene.arrows)
    ideals = [one.ideal for one in arrows if one.ideal is not None]
    lines = ceiling_lines(roofs, viewport)
    marks = ridge_marks(roofs, viewport)
    bands = region_bands(roofs, viewport) if scene.show_regions else []
    at_edge = edge_marks(scene.dots, dots, viewport, style)
    room = Room(_inner(viewport, style), *_avoided(lines, trails, paths, levels, links, arrow_lines(arrows)))
    also = [*((m.x, m.y) for m in at_edge), *((m.x, m.y) for _, m in marks), *ideals]
    room.block_dots(
        np.concatenate([dots.x[dots.inside], levels.x, [x for x, _ in also]]),
        np.concatenate([dots.y[dots.inside], levels.y, [y for _, y in also]]),
        np.concatenate(
            [
                dots.radius[dots.inside] + 1,
                np.full(len(levels.x), style.level_radius + 1),
                np.full(len(at_edge), style.edge_mark + 1),
                np.full(len(marks), style.gap * 0.5),
                np.full(len(ideals), style.level_radius + 1),
            ]
        ),
    )
    if not dots.inside.all():
        room.block(Box(viewport.right - corner[0], viewport.bottom - corner[1], viewport.right, viewport.bottom))
    words = place_region_words(roofs, bands, viewport, room, style, measure)
    words += place_line_names(roofs, viewport, room, style, measure)
    values, leaders = place_ridge_values(marks, room, style, measure)
    factors, their_leaders = place_arrow_words(scene.arrows, dots, viewport, room, style, measure)
    labels = place_names(scene, dots, at_edge, room, style, measure)
    stops, more_leaders = place_path_words(scene.paths, viewport, room, style, measure)
    return Layout(
        viewport=viewport,
        style=style,
        bands=tuple(bands),
        x_ticks=x_ticks(viewport, style),
        y_ticks=y_ticks(viewport, style),
        lines=tuple(lines),
        ridges=tuple(mark for _, mark in marks),
        trails=trails,
        links=links,
        paths=paths,
        arrows=arrows,
        dots=dots,
        levels=levels,
        edge_marks=at_edge,
        fixed_words=(*words, *values, *factors, *stops),
        fixed_leaders=(*leaders, *their_leaders, *more_leaders),
        labels=labels,
        outside=int((~dots.inside).sum()),
    )


def slide_layout(before: Layout, old: Scene, new: Scene, measure: Measure) -> Layout:
    """The layout of the same scene under another what-if: measured dots and words stay where they are, labels of moving
    dots go with them, and dots that come get none.
    """
    viewport, style = before.viewport, before.style
    if new.dots.same_as(old.dots):
        dots, labels = slid_pixels(before.dots, new.dots, viewport, style), before.labels
    else:
        dots, labels = dot_pixels(new.dots, viewport, style), kept_names(before.labels, old, new)
    lines, ridges = before.lines, before.ridges
    if new.roofs is not old.roofs:
        lines = tuple(ceiling_lines(new.roofs, viewport))
        ridges = tuple(mark for _, mark in ridge_marks(new.roofs, viewport))
    return replace(
        before,
        lines=lines,
        ridges=ridges,
        links=_links(new, dots),
        paths=before.paths if new.paths is old.paths else _paths(new, viewport, style),
        dots=dots,
        edge_marks=edge_marks(new.dots, dots, viewport, style),
        labels=slide_names(labels, dots, new, measure),
        outside=int((~dots.inside).sum()),
    )


def x_ticks(viewport: Viewport, style: Style) -> Ticks:
    """Ticks of the x axis."""
    return ticks(viewport.frame.left, viewport.frame.right, int(viewport.width / (TICK_WIDTH * style.text)))


def y_ticks(viewport: Viewport, style: Style) -> Ticks:
    """Ticks of the y axis."""
    return ticks(viewport.frame.bottom, viewport.frame.top, int(viewport.height / (TICK_HEIGHT * style.text)))


def _inner(viewport: Viewport, style: Style) -> Box:
    margin = style.gap * 0.5
    return Box(viewport.x + margin, viewport.y + margin, viewport.right - margin, viewport.bottom - margin)


def _avoided(
    lines: list[Line],
    trails: tuple[TrailPixels, ...],
    paths: tuple[PathPixels, ...],
    levels: LevelPixels,
    links: Floats,
    arrows: Floats,
) -> tuple[Floats, Floats]:
    """Segments that labels should not cross, shape (k, 4), and how much, shape (k,)."""
    ceilings = np.array([line[:4] for line in lines]).reshape(-1, 4)
    joins = np.concatenate([levels.links[:AVOIDED], links[:AVOIDED]])
    ways = [t.points for t in trails] + [p.points[::PATH_STEP] for p in paths]
    steps = np.concatenate([np.zeros((0, 4)), *(np.hstack([way[:-1], way[1:]]) for way in ways)])[:AVOIDED]
    weights = [MAIN_WEIGHT if line.main else CEILING_WEIGHT for line in lines]
    weights += [LINK_WEIGHT] * len(joins) + [TRAIL_WEIGHT] * len(steps) + [ARROW_WEIGHT] * len(arrows)
    return np.concatenate([ceilings, joins, steps, arrows]), np.array(weights)


def _links(scene: Scene, dots: DotPixels) -> Floats:
    """From the rim of each measured dot to that of its ghost, shape (g, 4); points where they overlap."""
    of, ghosts = scene.ghost_of, scene.ghosts
    x, y = dots.x[of], dots.y[of]
    dx, dy = dots.x[ghosts] - x, dots.y[ghosts] - y
    length = np.maximum(np.hypot(dx, dy), 1e-9)
    start = np.minimum(dots.radius[of] / length, 1.0)
    end = np.maximum(1 - dots.radius[ghosts] / length, start)
    return np.stack([x + start * dx, y + start * dy, x + end * dx, y + end * dy], axis=1)


def _paths(scene: Scene, viewport: Viewport, style: Style) -> tuple[PathPixels, ...]:
    found = (path_pixels(path, viewport, style) for path in scene.paths)
    return tuple(path for path in found if path is not None)
