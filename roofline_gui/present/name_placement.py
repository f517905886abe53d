"""Labels of dots in pixels."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from roofline_gui.present.dot_labels import DotLabel
from roofline_gui.present.dot_pixels import DotPixels, EdgeMark
from roofline_gui.present.labels import Placed, Room, Segment, Wish, place, place_together
from roofline_gui.present.lines import Word
from roofline_gui.present.scene import Scene
from roofline_gui.present.style import Measure, Role, Style

QUIET_REACH = 4.5  # text sizes that a name without numbers may stand away from its dot


class PlacedLabel(NamedTuple):
    """A label that found a place: which of the scene's labels (index), the dot that it stands at, its words, the line
    that leads to it, and whether it stands left of the dot.
    """

    label: int
    dot: int
    words: tuple[Word, ...]
    leader: Segment | None
    ends_at_dot: bool


def place_names(
    scene: Scene, dots: DotPixels, edge_marks: Sequence[EdgeMark], room: Room, style: Style, measure: Measure
) -> tuple[PlacedLabel, ...]:
    """The labels of a scene that find a place: those with numbers first."""
    at_edge = {mark.dot: mark for mark in edge_marks}
    wanted: list[tuple[int, Wish, list[int]]] = []
    for i, label in enumerate(scene.labels):
        spots = {d: s for d in label.dots if (s := _spot(d, scene, dots, at_edge, style)) is not None}
        if spots:
            sizes = [measure(*line) for line in _lines(label)]
            size = max(w for w, _ in sizes), sum(h for _, h in sizes)
            reach = math.inf if label.detail else QUIET_REACH * style.text
            wanted.append((i, Wish(tuple(spots.values()), *size, reach, may_cross=bool(label.detail)), list(spots)))
    full = [w for w in wanted if scene.labels[w[0]].detail]
    quiet = [w for w in wanted if not scene.labels[w[0]].detail]
    places = [*place_together([w[1] for w in full], room), *(place(w[1], room) for w in quiet)]
    return tuple(
        _placed(i, scene.labels[i], wish, indices, placed, measure)
        for (i, wish, indices), placed in zip([*full, *quiet], places, strict=True)
        if placed is not None
    )


def slide_names(
    labels: Sequence[PlacedLabel], before: DotPixels, now: DotPixels, scene: Scene, measure: Measure
) -> tuple[PlacedLabel, ...]:
    """The same labels moved with their dots, with the texts that a scene has now."""
    return tuple(
        label if label.dot < scene.dots.still else _slid(label, scene.labels[label.label], before, now, measure)
        for label in labels
    )


def _slid(label: PlacedLabel, said: DotLabel, before: DotPixels, now: DotPixels, measure: Measure) -> PlacedLabel:
    dx, dy = float(now.x[label.dot] - before.x[label.dot]), float(now.y[label.dot] - before.y[label.dot])
    words = []
    for word, (text, role) in zip(label.words, _lines(said), strict=True):
        x = word.x + dx
        if label.ends_at_dot and text != word.text:
            x += measure(word.text, role)[0] - measure(text, role)[0]
        words.append(word._replace(x=x, y=word.y + dy, text=text))
    leader = label.leader
    if leader is not None:
        leader = (leader[0] + dx, leader[1] + dy, leader[2] + dx, leader[3] + dy)
    return label._replace(words=tuple(words), leader=leader)


def _placed(
    index: int, label: DotLabel, wish: Wish, dots: Sequence[int], placed: Placed, measure: Measure
) -> PlacedLabel:
    box, (x, _, radius) = placed.box, wish.dots[placed.dot]
    to_the_left = (box.left + box.right) / 2 < x - radius
    words, y = [], box.top
    for text, role in _lines(label):
        width, height = measure(text, role)
        words.append(Word(box.right - width if to_the_left else box.left, y, text, role, halo=placed.over_line))
        y += height
    return PlacedLabel(index, dots[placed.dot], tuple(words), placed.leader, to_the_left)


def _lines(label: DotLabel) -> list[tuple[str, Role]]:
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
    ring = style.ring if dot in dots.close or dot in scene.selected or dot in scene.recorded else 0.0
    return float(dots.x[dot]), float(dots.y[dot]), float(dots.radius[dot]) + ring
