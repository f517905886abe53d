"""Label placement: nothing overlaps, nothing leaves the frame, whatever stands there."""

import math
from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.present.picture.labels import Box, Placed, Room, Wish, place, place_together

FRAME = Box(0, 0, 600, 400)
DOT = st.tuples(st.floats(-20, 620), st.floats(-20, 420), st.floats(1, 20))
SIZE = st.tuples(st.floats(10, 160), st.floats(8, 40))
LINE = st.tuples(st.floats(0, 600), st.floats(0, 400), st.floats(0, 600), st.floats(0, 400))


def overlap(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


def covers(box: Box, x: float, y: float, radius: float) -> bool:
    nearest_x, nearest_y = min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)
    return math.hypot(nearest_x - x, nearest_y - y) < radius


def crosses(box: Box, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a segment passes through a box, by sampling."""
    steps = np.linspace(0, 1, 2001)
    x, y = x0 + (x1 - x0) * steps, y0 + (y1 - y0) * steps
    return bool(((x > box.left) & (x < box.right) & (y > box.top) & (y < box.bottom)).any())


def room_with(dots: Sequence[tuple[float, float, float]], lines: list[tuple[float, float, float, float]]) -> Room:
    room = Room(FRAME, np.array(lines).reshape(-1, 4), np.ones(len(lines)))
    x, y, radius = (np.array([d[i] for d in dots]) for i in range(3))
    room.block_dots(x, y, radius)
    return room


def wishes_for(
    dots: list[tuple[float, float, float]], sizes: list[tuple[float, float]], *, may_cross: bool = True
) -> list[Wish]:
    return [Wish((dot,), *size, may_cross=may_cross) for dot, size in zip(dots, sizes, strict=False)]


@given(st.lists(DOT, min_size=1, max_size=60), st.lists(SIZE, max_size=8), st.lists(LINE, max_size=6))
def test_labels_never_overlap_and_never_leave_the_frame(
    dots: list[tuple[float, float, float]],
    sizes: list[tuple[float, float]],
    lines: list[tuple[float, float, float, float]],
) -> None:
    taken = Box(200, 100, 320, 130)
    room = room_with(dots, lines)
    room.block(taken)
    placed = [p for p in place_together(wishes_for(dots, sizes), room) if p is not None]
    boxes = [taken, *(p.box for p in placed)]
    assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])
    for spot in placed:
        assert spot.box.left >= 0
        assert spot.box.top >= 0
        assert spot.box.right <= 600
        assert spot.box.bottom <= 400
        assert not any(covers(spot.box, *dot) for dot in dots)
        others = [b for b in boxes if b is not spot.box]
        assert spot.leader is None or not any(crosses(b, *spot.leader) for b in others)


@given(st.lists(DOT, min_size=1, max_size=20), st.lists(SIZE, max_size=5), st.lists(LINE, max_size=6))
def test_labels_that_may_not_cross_lines_do_not(
    dots: list[tuple[float, float, float]],
    sizes: list[tuple[float, float]],
    lines: list[tuple[float, float, float, float]],
) -> None:
    room = room_with(dots, lines)
    for wish in wishes_for(dots, sizes, may_cross=False):
        spot = place(wish, room)
        assert spot is None or not any(crosses(spot.box, *line) for line in lines)


@given(st.lists(DOT, min_size=1, max_size=20), st.lists(SIZE, max_size=5))
def test_placement_is_the_same_every_time(
    dots: list[tuple[float, float, float]], sizes: list[tuple[float, float]]
) -> None:
    first, second = (place_together(wishes_for(dots, sizes), room_with(dots, [])) for _ in range(2))
    assert first == second


def only(wish: Wish, room: Room) -> Placed:
    placed = place(wish, room)
    assert placed is not None
    return placed


def test_a_free_dot_has_its_label_on_the_right_without_a_leader() -> None:
    placed = only(Wish(((300, 200, 6),), 80, 16), room_with([(300.0, 200.0, 6.0)], []))
    assert placed.leader is None
    assert 306 < placed.box.left < 316
    assert placed.box.top < 200 < placed.box.bottom


def test_at_the_right_edge_the_label_goes_left() -> None:
    placed = only(Wish(((590, 200, 6),), 80, 16), room_with([(590.0, 200.0, 6.0)], []))
    assert placed.box.right < 590


def test_a_line_is_avoided_if_there_is_another_way() -> None:
    line = (310.0, 0.0, 310.0, 400.0)
    placed = only(Wish(((300, 200, 6),), 80, 16), room_with([(300.0, 200.0, 6.0)], [line]))
    assert not crosses(placed.box, *line)
    assert not placed.over_line


def test_the_first_dot_with_a_place_is_taken() -> None:
    walls = [(x, y, 20.0) for x in range(60, 240, 30) for y in range(110, 290, 30)]
    placed = only(Wish(((150, 200, 5), (500, 300, 5)), 60, 16, reach=12), room_with(walls, []))
    assert placed.dot == 1


def test_where_nothing_is_free_the_label_is_dropped() -> None:
    crowd = [(float(x), float(y), 20.0) for x in range(0, 600, 30) for y in range(0, 400, 30)]
    assert place(Wish(((300, 200, 5),), 60, 16), room_with(crowd, [])) is None
    assert place(Wish((), 60, 16), room_with([], [])) is None
