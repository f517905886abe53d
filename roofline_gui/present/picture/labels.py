"""Label placement in pixels: pure and deterministic.

Labels never overlap dots, one another or what was blocked before, and never leave the frame. A label may cross lines,
at a cost; one that finds no good place is dropped.
"""

import math
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np

from roofline_gui.model.demand import Bools, Floats, Ints

CELL = 4.0  # pixels of the occupancy grid: what is blocked grows to whole cells
PADDING = 6.0  # free pixels around a label: two side by side read as two
_CLEARANCE = np.array([-2.0, -2.0, 2.0, 2.0])  # pixels between a label and a line that it does not cross
_GAPS = (5.0, 10.0, 18.0, 28.0, 40.0, 54.0, 70.0, 90.0, 114.0, 142.0, 176.0, 216.0, 264.0)
_WAYS = 24  # directions in which a place is looked for
_ACROSS = np.cos(np.arange(_WAYS) * (2 * math.pi / _WAYS))
_DOWN = -np.sin(np.arange(_WAYS) * (2 * math.pi / _WAYS))
_FACING_X, _FACING_Y = np.clip(1.6 * _ACROSS, -1, 1), np.clip(1.6 * _DOWN, -1, 1)
_TRIED = 320  # free places, nearest first, for which crossed lines are weighed
_LEADER_SAMPLES = np.linspace(0.0, 1.0, 16)
_LEADER_DOTS_AT_MOST = 60.0  # out of a cloud every way leads over dots
_DROPPED = 210.0  # what it costs to leave a label out: a place that costs more is worse than none
_OTHER_ORDER = 80.0  # what it costs to give the best places to other labels than the first
_LEADER_FROM = 9.0  # a label nearer than this needs no leader line
_LINE_COST = 70.0  # per crossed line of weight 1, in pixels of distance
_LEADER_LINE_COST = 30.0
_LEADER_DOT_COST = 8.0


Segment: TypeAlias = tuple[float, float, float, float]  # x0, y0, x1, y1 in pixels


class Box(NamedTuple):
    """A rectangle in pixels, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> "Box":
        """The box with `by` more pixels on each side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


class Wish(NamedTuple):
    """A label of `width` × `height` wanted at one of several dots (x, y, radius), at most `reach` pixels away from it.

    It is dropped rather than placed over a line, unless it `may_cross` lines.
    """

    dots: tuple[tuple[float, float, float], ...]
    width: float
    height: float
    reach: float = math.inf
    may_cross: bool = True


class Placed(NamedTuple):
    """Where a label stands, at which of its dots, the line that leads to it (None where it stands close by), whether
    it lies over a line, and what the place costs.
    """

    box: Box
    dot: int
    leader: Segment | None
    over_line: bool
    cost: float


@dataclass(slots=True, eq=False)
class Room:
    """The rectangle that labels may use, and what already stands in it.

    lines: segments (x0, y0, x1, y1), shape (k, 4), that labels should not cross; line_weights: how much, shape (k,).
    """

    frame: Box
    lines: Floats = field(default_factory=lambda: np.zeros((0, 4)))
    line_weights: Floats = field(default_factory=lambda: np.zeros(0))
    boxes: list[Box] = field(default_factory=list)
    leaders: list[Segment] = field(default_factory=list)
    _covered: Bools = field(default_factory=lambda: np.zeros((1, 1), dtype=np.bool_))
    _sums: Ints = field(default_factory=lambda: np.zeros((2, 2), dtype=np.int64))

    def block_dots(self, x: Floats, y: Floats, radius: Floats) -> None:
        """Block the squares around dots (in place of those blocked before); shapes (k,), pixels."""
        frame = self.frame
        columns = max(1, math.ceil((frame.right - frame.left) / CELL))
        rows = max(1, math.ceil((frame.bottom - frame.top) / CELL))

        def cells(edge: Floats, origin: float, count: int) -> Ints:
            return np.clip(np.floor((edge - origin) / CELL), -1, count).astype(np.int64)

        left, right = cells(x - radius, frame.left, columns), cells(x + radius, frame.left, columns)
        top, bottom = cells(y - radius, frame.top, rows), cells(y + radius, frame.top, rows)
        seen = (right >= 0) & (left < columns) & (bottom >= 0) & (top < rows)
        left, right = np.maximum(left[seen], 0), np.minimum(right[seen], columns - 1)
        top, bottom = np.maximum(top[seen], 0), np.minimum(bottom[seen], rows - 1)
        corners = np.zeros((rows + 1, columns + 1), dtype=np.int64)
        for row, column, sign in (
            (top, left, 1),
            (bottom + 1, left, -1),
            (top, right + 1, -1),
            (bottom + 1, right + 1, 1),
        ):
            np.add.at(corners, (row, column), sign)
        self._covered = corners.cumsum(axis=0).cumsum(axis=1)[:-1, :-1] > 0
        self._sums = np.zeros((rows + 1, columns + 1), dtype=np.int64)
        self._sums[1:, 1:] = self._covered.cumsum(axis=0).cumsum(axis=1)

    def block(self, *boxes: Box) -> None:
        """Keep labels out of `boxes`."""
        self.boxes.extend(boxes)

    def free(self, boxes: Floats) -> Bools:
        """Which of `boxes` (shape (k, 4): left, top, right, bottom) lie inside and touch nothing that is blocked."""
        frame = self.frame
        free = (boxes[:, 0] >= frame.left) & (boxes[:, 1] >= frame.top)
        free &= (boxes[:, 2] <= frame.right) & (boxes[:, 3] <= frame.bottom)
        free[free] = ~self._touches_dots(boxes[free])
        if self.boxes:
            free[free] = ~_overlaps(boxes[free], np.array(self.boxes)).any(axis=1)
        if self.leaders:
            free[free] = ~_crossings(boxes[free], np.array(self.leaders)).any(axis=1)
        return free

    def lines_crossed(self, boxes: Floats) -> Floats:
        """Summed weight of the lines that cross each box, shape (k,)."""
        return np.asarray(_crossings(boxes, self.lines) @ self.line_weights)

    def _touches_dots(self, boxes: Floats) -> Bools:
        rows, columns = self._covered.shape
        frame = self.frame
        left = np.clip(np.floor((boxes[:, 0] - frame.left) / CELL), 0, columns).astype(np.int64)
        right = np.clip(np.floor((boxes[:, 2] - frame.left) / CELL) + 1, left, columns).astype(np.int64)
        top = np.clip(np.floor((boxes[:, 1] - frame.top) / CELL), 0, rows).astype(np.int64)
        bottom = np.clip(np.floor((boxes[:, 3] - frame.top) / CELL) + 1, top, rows).astype(np.int64)
        s = self._sums
        return np.asarray(s[bottom, right] - s[top, right] - s[bottom, left] + s[top, left] > 0)

    def dots_under(self, x: Floats, y: Floats) -> Bools:
        """Whether points lie on a blocked dot, any shape."""
        rows, columns = self._covered.shape
        column = np.clip((x - self.frame.left) / CELL, 0, columns - 1).astype(np.int64)
        row = np.clip((y - self.frame.top) / CELL, 0, rows - 1).astype(np.int64)
        return np.asarray(self._covered[row, column])


def place_together(wishes: list[Wish], room: Room) -> list[Placed | None]:
    """Place several labels, the first in the best places. Where they crowd another order may do much better: then they
    are placed from right to left.
    """
    given = list(range(len(wishes)))
    from_right = sorted(given, key=lambda i: -max(x for x, _, _ in wishes[i].dots))
    taken, led = len(room.boxes), len(room.leaders)
    outcomes = []
    for order, handicap in ((given, 0.0), (from_right, _OTHER_ORDER)):
        placed = {i: place(wishes[i], room) for i in order}
        cost = handicap + sum(_DROPPED if p is None else p.cost for p in placed.values())
        outcomes.append((cost, [placed[i] for i in given], room.boxes[taken:], room.leaders[led:]))
        del room.boxes[taken:], room.leaders[led:]
    _, best, boxes, leaders = min(outcomes, key=lambda outcome: outcome[0])
    room.boxes += boxes
    room.leaders += leaders
    return best


def place(wish: Wish, room: Room) -> Placed | None:
    """Place a label where it costs least, and block that place; None where nothing good is free."""
    if not wish.dots:
        return None
    dots = np.array(wish.dots)
    boxes, dot, cost = _candidates(dots, wish)
    cheapest = np.argsort(cost, kind="stable")
    cheapest = cheapest[room.free(boxes[cheapest])][:_TRIED]
    boxes, dot, cost = boxes[cheapest], dot[cheapest], cost[cheapest]
    crossed = room.lines_crossed(boxes + _CLEARANCE)
    if not wish.may_cross:
        boxes, dot, cost, crossed = (values[crossed == 0] for values in (boxes, dot, cost, crossed))
    if not len(boxes):
        return None
    leaders = _leaders(dots[dot], boxes)
    with_leader = np.hypot(leaders[:, 2] - leaders[:, 0], leaders[:, 3] - leaders[:, 1]) > _LEADER_FROM
    cost = cost + _LINE_COST * crossed
    cost[with_leader] += _leader_cost(dots[dot[with_leader]], leaders[with_leader], room, wish.may_cross)
    best = int(np.argmin(cost))
    if cost[best] > _DROPPED:
        return None
    box = Box(*boxes[best].tolist())
    room.block(box.grown(PADDING))
    leader = None
    if with_leader[best]:
        x0, y0, x1, y1 = leaders[best].tolist()
        leader = (x0, y0, x1, y1)
        room.leaders.append(leader)
    return Placed(box, int(dot[best]), leader, bool(crossed[best] > 0), float(cost[best]))


def _candidates(dots: Floats, wish: Wish) -> tuple[Floats, Ints, Floats]:
    """Boxes on rings of growing gap around each dot, shape (k, 4), whose dot they are, and the cost of the position."""
    gaps = np.array([g for g in _GAPS if g <= wish.reach] or _GAPS[:1])
    dot, gap, way = (a.ravel() for a in np.meshgrid(np.arange(len(dots)), gaps, np.arange(_WAYS), indexing="ij"))
    across, down = _ACROSS[way], _DOWN[way]
    x = dots[dot, 0] + (dots[dot, 2] + gap) * across
    y = dots[dot, 1] + (dots[dot, 2] + gap) * down
    # The box touches the ring with the part of its edge that faces the dot.
    left = x - wish.width / 2 + wish.width / 2 * _FACING_X[way]
    top = y - wish.height / 2 + wish.height / 2 * _FACING_Y[way]
    boxes = np.stack([left, top, left + wish.width, top + wish.height], axis=1)
    cost = gap + 5 * (1 - across) + 4 * np.abs(down) + 3.0 * dot  # reading goes on to the right of a dot
    return boxes, dot, cost


def _leaders(dots: Floats, boxes: Floats) -> Floats:
    """Lines from the rim of each box's dot, shape (k, 3), to the nearest point of the box, shape (k, 4)."""
    x, y, radius = dots.T
    x1 = np.clip(x, boxes[:, 0] - 2, boxes[:, 2] + 2)
    y1 = np.clip(y, boxes[:, 1] - 1, boxes[:, 3] + 1)
    length = np.maximum(np.hypot(x1 - x, y1 - y), 1e-9)
    reach = np.minimum(radius + 1.5, length) / length
    return np.stack([x + (x1 - x) * reach, y + (y1 - y) * reach, x1, y1], axis=1)


def _leader_cost(dots: Floats, leaders: Floats, room: Room, may_cross: bool) -> Floats:
    """What each leader passes over: dots (if it `may_cross` them) and lines cost, a label or another leader forbids."""
    x = leaders[:, :1] + (leaders[:, 2:3] - leaders[:, :1]) * _LEADER_SAMPLES
    y = leaders[:, 1:2] + (leaders[:, 3:4] - leaders[:, 1:2]) * _LEADER_SAMPLES
    beyond = np.hypot(x - dots[:, :1], y - dots[:, 1:2]) > dots[:, 2:3] + 2 * CELL
    crossed = (room.dots_under(x, y) & beyond).sum(axis=1)
    cost = (
        np.minimum(_LEADER_DOT_COST * crossed, _LEADER_DOTS_AT_MOST)
        if may_cross
        else np.where(crossed > 0, np.inf, 0.0)
    )
    cost = cost + _LEADER_LINE_COST * (_segments_cross(leaders, room.lines) @ room.line_weights)
    if room.boxes:
        cost = np.where(_crossings(np.array(room.boxes), leaders).any(axis=0), np.inf, cost)
    if room.leaders:
        cost = np.where(_segments_cross(leaders, np.array(room.leaders)).any(axis=1), np.inf, cost)
    return np.asarray(cost, dtype=np.float64)


def _overlaps(one: Floats, other: Floats) -> Bools:
    """Which boxes of `one` (k, 4) and `other` (m, 4) overlap, shape (k, m)."""
    a, b = one[:, None, :], other[None, :, :]
    across = (a[..., 0] < b[..., 2]) & (a[..., 2] > b[..., 0])
    return np.asarray(across & (a[..., 1] < b[..., 3]) & (a[..., 3] > b[..., 1]))


def _crossings(boxes: Floats, segments: Floats) -> Bools:
    """Which segments touch which boxes, shape (boxes, segments): no axis separates them.

    Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.3.3.
    """
    half_x, half_y = (boxes[:, 2:3] - boxes[:, 0:1]) / 2, (boxes[:, 3:4] - boxes[:, 1:2]) / 2
    along_x, along_y = (segments[:, 2] - segments[:, 0]) / 2, (segments[:, 3] - segments[:, 1]) / 2
    apart_x = (boxes[:, 2:3] + boxes[:, 0:1]) / 2 - (segments[:, 2] + segments[:, 0]) / 2
    apart_y = (boxes[:, 3:4] + boxes[:, 1:2]) / 2 - (segments[:, 3] + segments[:, 1]) / 2
    length_x, length_y = np.abs(along_x), np.abs(along_y)
    touch = np.abs(apart_x) <= half_x + length_x
    touch &= np.abs(apart_y) <= half_y + length_y
    touch &= np.abs(apart_x * along_y - apart_y * along_x) <= half_x * length_y + half_y * length_x
    return np.asarray(touch)


def _segments_cross(one: Floats, other: Floats) -> Bools:
    """Which segments of `one` (k, 4) and `other` (m, 4) cross, shape (k, m)."""
    ax0, ay0, ax1, ay1 = (one[:, None, i] for i in range(4))
    bx0, by0, bx1, by1 = (other[None, :, i] for i in range(4))

    def opposite(x0: Floats, y0: Floats, x1: Floats, y1: Floats, p: tuple[Floats, ...]) -> Bools:
        """Whether points (p[0], p[1]) and (p[2], p[3]) lie on both sides of the line through (x0, y0), (x1, y1)."""
        first = (x1 - x0) * (p[1] - y0) - (y1 - y0) * (p[0] - x0)
        second = (x1 - x0) * (p[3] - y0) - (y1 - y0) * (p[2] - x0)
        return np.asarray(first * second < 0)

    return opposite(ax0, ay0, ax1, ay1, (bx0, by0, bx1, by1)) & opposite(bx0, by0, bx1, by1, (ax0, ay0, ax1, ay1))
