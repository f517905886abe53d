"""The machine's lines on a rectangle of pixels, and the words that ride on them."""

import math
from typing import NamedTuple

import numpy as np

from roofline_gui.model.demand import Floats
from roofline_gui.model.machine import Level
from roofline_gui.present.picture.axis import Viewport
from roofline_gui.present.picture.ceilings import Flat, Ridge, Roofs, Side, Slope
from roofline_gui.present.picture.labels import PADDING, Box, Room, Segment, Wish, place
from roofline_gui.present.picture.style import Measure, Role, Style

STEP = 18.0  # pixels by which a name slides along its line to find a free place
RIDGE_REACH, MAIN_RIDGE_REACH = 1.5, 6.0  # text sizes that a ridge's value may stand away from it
FARTHEST = 0.6  # share of a line along which its name may slide


class Line(NamedTuple):
    """A ceiling, or part of one, in pixels."""

    x0: float
    y0: float
    x1: float
    y1: float
    main: bool
    dashed: bool
    compared: bool = False
    asked: bool = False


class Word(NamedTuple):
    """A text whose top left corner is at (x, y), turned by `angle` degrees against the clock around that corner.

    halo: it lies over a line and needs one to stay readable.
    """

    x: float
    y: float
    text: str
    role: Role
    angle: float = 0.0
    halo: bool = False


class Band(NamedTuple):
    """A region between two pixel columns."""

    side: Side
    left: float
    right: float


class RidgeMark(NamedTuple):
    """A ridge point in pixels."""

    x: float
    y: float
    main: bool
    asked: bool = False

    @property
    def strong(self) -> bool:
        """Whether its value is to be told in any case."""
        return self.main or self.asked


def ceiling_lines(roofs: Roofs, viewport: Viewport) -> list[Line]:
    """The visible parts of all ceilings; a main one is quiet where another resource limits before it does."""
    lines = []
    main_ridge = next((r.x for r in roofs.ridges if r.main), math.inf)
    for slope in roofs.slopes:
        limit = min(main_ridge, slope.reach) if slope.main else -math.inf
        for start, end, main in ((-math.inf, limit, True), (max(limit, -math.inf), slope.reach, False)):
            segment = _slope_segment(slope, viewport, start, end)
            if segment is not None:
                lines.append(Line(*segment, main, slope.dashed, slope.compared))
    for flat in roofs.flats:
        limit = max(flat.ridge, flat.start) if flat.main or flat.asked else math.inf
        for start, end, counts in ((flat.start, limit, False), (limit, math.inf, True)):
            segment = _flat_segment(flat, viewport, start, end)
            if segment is not None:
                main, asked = flat.main and counts, flat.asked and counts
                lines.append(Line(*segment, main, flat.dashed, flat.compared, asked))
    return sorted(lines, key=lambda line: (line.main, line.asked))


def _slope_segment(slope: Slope, viewport: Viewport, start: float, end: float) -> Segment | None:
    frame = viewport.frame
    left = max(frame.left, frame.bottom - slope.bandwidth, start)
    right = min(frame.right, frame.top - slope.bandwidth, end)
    if left >= right:
        return None
    return *viewport.point(left, left + slope.bandwidth), *viewport.point(right, right + slope.bandwidth)


def _flat_segment(flat: Flat, viewport: Viewport, start: float, end: float) -> Segment | None:
    frame = viewport.frame
    left, right = max(frame.left, start), min(frame.right, end)
    if left >= right or not frame.bottom < flat.peak < frame.top:
        return None
    return *viewport.point(left, flat.peak), *viewport.point(right, flat.peak)


def ridge_marks(roofs: Roofs, viewport: Viewport) -> list[tuple[Ridge, RidgeMark]]:
    """The visible ridge points of DRAM; those of nearer levels stay unmarked."""
    frame = viewport.frame
    return [
        (ridge, RidgeMark(*viewport.point(ridge.x, ridge.y), ridge.main, ridge.asked))
        for ridge in roofs.ridges
        if ridge.level is Level.DRAM and frame.left < ridge.x < frame.right and frame.bottom < ridge.y < frame.top
    ]


def region_bands(roofs: Roofs, viewport: Viewport) -> list[Band]:
    """The visible parts of the regions."""
    frame = viewport.frame
    bands = []
    for region in roofs.regions:
        left, right = max(region.left, frame.left), min(region.right, frame.right)
        if left < right:
            bands.append(Band(region.side, viewport.point(left, 0)[0], viewport.point(right, 0)[0]))
    return bands


def place_region_words(
    roofs: Roofs, bands: list[Band], viewport: Viewport, room: Room, style: Style, measure: Measure
) -> list[Word]:
    """A word per region at the top, where its region is wide enough."""
    words = []
    texts = {region.side: region.word for region in roofs.regions}
    for band in bands:
        width, height = measure(texts[band.side], Role.REGION)
        x, y = (band.left + band.right - width) / 2, viewport.y + style.gap
        box = Box(x, y, x + width, y + height)
        if band.right - band.left > width + 2 * style.gap and room.free(np.array([box]))[0]:
            room.block(box.grown(style.gap / 2))
            words.append(Word(x, y, texts[band.side], Role.REGION))
    return words


def place_line_names(roofs: Roofs, viewport: Viewport, room: Room, style: Style, measure: Measure) -> list[Word]:
    """Name and value of each ceiling: on the left end of slopes, the right end of flats; moved along where something
    stands there, left out where nothing is free.
    """
    words = []
    for flat in sorted((f for f in roofs.flats if f.name), key=lambda f: not (f.main or f.asked)):
        segment = _flat_segment(flat, viewport, flat.start, math.inf)
        if segment is not None:
            words.extend(_name_on_flat(flat, segment, room, style, measure))
    for slope in sorted((s for s in roofs.slopes if s.name), key=lambda s: not s.main):
        segment = _slope_segment(slope, viewport, -math.inf, slope.reach)
        if segment is not None:
            words.extend(_name_on_slope(slope, segment, room, style, measure))
    return words


def _name_on_flat(flat: Flat, segment: Segment, room: Room, style: Style, measure: Measure) -> list[Word]:
    role = Role.CEILING_ASKED if flat.asked else Role.CEILING if flat.main else Role.CEILING_QUIET
    # Where space is short “dense” can be spared, since sparse ceilings are not drawn; then the value.
    short = flat.name.removesuffix(", dense")
    with_value = tuple(dict.fromkeys((f"{flat.name}  {flat.value}", f"{short}  {flat.value}")))
    ways = [(text, False) for text in with_value]
    if flat.main or flat.asked:  # the roof that counts has its value, even where it crosses other lines
        ways += [(text, True) for text in with_value]
    for text, over_lines in [*ways, (short, False)]:
        box = _place_on_flat(measure(text, role), segment, room, style, over_lines)
        if box is not None:
            room.block(Box(box.left - PADDING, box.top - 1, box.right + PADDING, box.bottom + 1))
            return [Word(box.left, box.top, text, role, halo=over_lines)]
    return []


def _place_on_flat(
    size: tuple[float, float], segment: Segment, room: Room, style: Style, over_lines: bool
) -> Box | None:
    width, height = size
    start, y, end, _ = segment
    slides = np.arange(0, FARTHEST * (end - start), STEP)
    left = np.tile(end - style.gap - width - slides, 2)
    top = np.repeat([y - height - style.gap * 0.3, y + style.gap * 0.4], len(slides))
    boxes = np.stack([left, top, left + width, top + height], axis=1)
    usable = room.free(boxes) & (over_lines | (room.lines_crossed(boxes) == 0)) & (left > start)
    return Box(*boxes[int(np.argmax(usable))].tolist()) if usable.any() else None


def _name_on_slope(slope: Slope, segment: Segment, room: Room, style: Style, measure: Measure) -> list[Word]:
    role = Role.CEILING if slope.main else Role.CEILING_QUIET
    text = f"{slope.name}  {slope.value}"
    width, height = measure(text, role)
    x0, y0, x1, y1 = segment
    length = math.hypot(x1 - x0, y1 - y0)
    along = ((x1 - x0) / length, (y1 - y0) / length)
    up = (along[1], -along[0])  # the normal that points upwards on the screen
    above, below = style.gap * 0.5 + height, -style.gap * 0.6
    ways = [(above, False), (below, False)]
    if slope.main:  # the roof that counts has its name, even where other lines run close by
        ways += [(above, True), (below, True)]
    for offset, over_lines in ways:
        for slide in np.arange(style.gap * 2.5, FARTHEST * length, STEP).tolist():
            if slide + width > length:
                break
            x = x0 + along[0] * slide + up[0] * offset
            y = y0 + along[1] * slide + up[1] * offset
            boxes = _turned_boxes(x, y, width, height, along, up)
            if room.free(boxes).all() and (over_lines or not room.lines_crossed(boxes).any()):
                room.block(*(Box(*b) for b in boxes.tolist()))
                return [Word(x, y, text, role, math.degrees(math.atan2(-along[1], along[0])), over_lines)]
    return []


def _turned_boxes(
    x: float, y: float, width: float, height: float, along: tuple[float, float], up: tuple[float, float]
) -> Floats:
    """Upright boxes that together cover a turned text (top left corner x, y), shape (k, 4)."""
    count = max(1, math.ceil(4 * width / height))
    part = width / count
    corners_along = np.array([0, part, 0, part])
    corners_down = np.array([0, 0, height, height])
    start = np.arange(count)[:, None] * part
    xs = x + (start + corners_along) * along[0] - corners_down * up[0]
    ys = y + (start + corners_along) * along[1] - corners_down * up[1]
    return np.stack([xs.min(axis=1), ys.min(axis=1), xs.max(axis=1), ys.max(axis=1)], axis=1)


def place_ridge_values(
    marks: list[tuple[Ridge, RidgeMark]], room: Room, style: Style, measure: Measure
) -> tuple[list[Word], list[Segment]]:
    """The intensity beside each ridge point where there is room close by, and the lines that lead there."""
    words: list[Word] = []
    leaders: list[Segment] = []
    for ridge, mark in sorted(marks, key=lambda m: not m[1].strong):
        text = f"ridge {ridge.value}"
        width, height = measure(text, Role.RIDGE)
        reach = style.text * (MAIN_RIDGE_REACH if mark.strong else RIDGE_REACH)
        placed = place(Wish(((mark.x, mark.y, style.gap * 0.5),), width, height, reach, may_cross=False), room)
        if placed is not None:
            words.append(Word(placed.box.left, placed.box.top, text, Role.RIDGE))
            leaders += [placed.leader] if placed.leader is not None else []
    return words, leaders
