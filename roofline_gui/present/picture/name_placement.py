"""Labels of dots in pixels."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from roofline_gui.present.picture.dot_labels import DotLabel
from roofline_gui.present.picture.dot_pixels import DotPixels, EdgeMark
from roofline_gui.present.picture.labels import Placed, Room, Segment, Wish, place, place_together
from roofline_gui.present.picture.lines import Word
from roofline_gui.present.picture.scene import Scene
from roofline_gui.present.picture.style import Measure, Role, Style

_Text: TypeAlias = tuple[str, Role]
QUIET_REACH = 4.5  # text sizes that a name without numbers may stand away from its dot


class PlacedLabel(NamedTuple):
    """A label that found a place: which of the scene's labels (index), the dot that it stands at, its words, the line
    that leads to it, whether it stands left of the dot, and where the dot was.
    """

    label: int
    dot: int
    words: tuple[Word, ...]
    leader: Segment | None
    ends_at_dot: bool
    x: float
    y: float


def place_names(
    scene: Scene, dots: DotPixels, edge_marks: Sequence[EdgeMark], room: Room, style: Style, measure: Measure
) -> tuple[PlacedLabel, ...]:
    """The labels of a scene that find a place: those with numbers first. Where there is no room for its numbers a label
    is a name alone, rather than nothing.
    """
    at_edge = {mark.dot: mark for mark in edge_marks}
    found: list[PlacedLabel] = []

    def wishes(labels: Sequence[int], lines: Callable[[DotLabel], list[_Text]]) -> list[tuple[int, Wish, list[int]]]:
        wanted = []
        for i in labels:
            label = scene.labels[i]
            spots = {d: s for d in label.dots if (s := _spot(d, scene, dots, at_edge, style)) is not None}
            if spots:
                sizes = [measure(*line) for line in lines(label)]
                size = max(w for w, _ in sizes), sum(h for _, h in sizes)
                reach = math.inf if label.detail else QUIET_REACH * style.text
                wish = Wish(tuple(spots.values()), *size, reach, may_cross=bool(label.detail))
                wanted.append((i, wish, list(spots)))
        return wanted

    def take(wanted: list[tuple[int, Wish, list[int]]], places: Iterable[Placed | None], count: int) -> list[int]:
        """Keep the labels that found a place, with the first `count` of their lines; returns the others."""
        left = []
        for (i, wish, indices), placed in zip(wanted, places, strict=True):
            if placed is None:
                left.append(i)
            else:
                lines = _lines(scene.labels[i])[:count]
                found.append(_placed(i, lines, wish, indices[placed.dot], placed, dots, measure))
        return left

    full = wishes([i for i, label in enumerate(scene.labels) if label.detail], _lines)
    left = take(full, place_together([wish for _, wish, _ in full], room), 2)
    for wanted in (wishes(left, lambda label: _lines(label)[:1]), wishes(_quiet(scene), _lines)):
        take(wanted, (place(wish, room) for _, wish, _ in wanted), 1)
    return tuple(found)


def _quiet(scene: Scene) -> list[int]:
    return [i for i, label in enumerate(scene.labels) if not label.detail]


def slide_names(
    labels: Sequence[PlacedLabel], dots: DotPixels, scene: Scene, measure: Measure
) -> tuple[PlacedLabel, ...]:
    """The same labels moved with their dots, with the texts that a scene has now."""
    return tuple(
        label if label.dot < scene.dots.still else _slid(label, scene.labels[label.label], dots, measure)
        for label in labels
    )


def kept_names(labels: Sequence[PlacedLabel], old: Scene, new: Scene) -> tuple[PlacedLabel, ...]:
    """The labels of those dots of the `old` scene that the `new` one has and names too."""
    dots = {key: i for i, key in enumerate(_keys(new))}
    names = {(dots_of.dots, bool(dots_of.detail)): i for i, dots_of in enumerate(new.labels)}
    keys, kept = _keys(old), []
    for label in labels:
        said = old.labels[label.label]
        wanted = tuple(dots.get(keys[dot], -1) for dot in said.dots)
        index = names.get((wanted, bool(said.detail)))
        if index is not None:
            kept.append(label._replace(label=index, dot=dots[keys[label.dot]]))
    return tuple(kept)


def _keys(scene: Scene) -> list[tuple[int, int]]:
    """What each dot of a scene is."""
    return list(zip(scene.dots.kind.tolist(), scene.dots.row.tolist(), strict=True))


def _slid(label: PlacedLabel, said: DotLabel, dots: DotPixels, measure: Measure) -> PlacedLabel:
    x_now, y_now = float(dots.x[label.dot]), float(dots.y[label.dot])
    dx, dy = x_now - label.x, y_now - label.y
    words = []
    for word, (text, role) in zip(label.words, _lines(said), strict=False):  # it may be a name alone
        x = word.x + dx
        if label.ends_at_dot and text != word.text:
            x += measure(word.text, role)[0] - measure(text, role)[0]
        words.append(word._replace(x=x, y=word.y + dy, text=text))
    leader = label.leader
    if leader is not None:
        leader = (leader[0] + dx, leader[1] + dy, leader[2] + dx, leader[3] + dy)
    return label._replace(words=tuple(words), leader=leader, x=x_now, y=y_now)


def _placed(
    index: int, lines: list[_Text], wish: Wish, dot: int, placed: Placed, dots: DotPixels, measure: Measure
) -> PlacedLabel:
    box, (x, _, radius) = placed.box, wish.dots[placed.dot]
    to_the_left = (box.left + box.right) / 2 < x - radius
    words, y = [], box.top
    for text, role in lines:
        width, height = measure(text, role)
        words.append(Word(box.right - width if to_the_left else box.left, y, text, role, halo=placed.over_line))
        y += height
    place = float(dots.x[dot]), float(dots.y[dot])
    return PlacedLabel(index, dot, tuple(words), placed.leader, to_the_left, *place)


def _lines(label: DotLabel) -> list[_Text]:
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
