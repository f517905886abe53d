"""Paths in pixels, with their ticks and the words beside them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from roofline_gui.model.demand import Floats
from roofline_gui.present.picture.axis import Viewport
from roofline_gui.present.picture.labels import Room, Segment, Wish, place
from roofline_gui.present.picture.lines import Word
from roofline_gui.present.picture.paths import Over, Path
from roofline_gui.present.picture.style import Measure, Role, Style

SHORTEST = 6.0  # pixels: a path that is shorter is a point
TICK = 0.42  # text sizes from one end of a tick to the other
TOGETHER = 0.6  # text sizes: stops nearer to one another share their words
FEW = 3  # batches at one place that are listed
MARK_REACH = 3.0  # text sizes that the words of a stop may stand away from it


class PathPixels(NamedTuple):
    """A path in pixels: points of shape (k, 2), the dot whose colour it has, ticks across it (x0, y0, x1, y1), and the
    places where it crosses the ridge. dotted: it leads through precisions.
    """

    points: Floats
    dot: int
    dotted: bool
    ticks: tuple[Segment, ...]
    crossings: tuple[tuple[float, float], ...]


def path_pixels(path: Path, viewport: Viewport, style: Style) -> PathPixels | None:
    """A path on a viewport, None where it is a mere point."""
    points = path_points(path, viewport)
    if not path_is_long(points):
        return None
    ticks, crossings = [], []
    for mark in path.marks:
        x, y = points[mark.stop].tolist()
        if mark.ridge:
            crossings.append((x, y))
        else:
            dx, dy = _across(points, mark.stop, style.text * TICK / 2)
            ticks.append((x - dx, y - dy, x + dx, y + dy))
    return PathPixels(points, path.dot, path.over is Over.PRECISION, tuple(ticks), tuple(crossings))


def path_points(path: Path, viewport: Viewport) -> Floats:
    """The stops of a path in pixels, shape (k, 2)."""
    return np.stack([viewport.x_pixels(path.x), viewport.y_pixels(path.y)], axis=1)


def path_is_long(points: Floats) -> bool:
    """Whether a path (points in pixels, shape (k, 2)) leads anywhere."""
    return bool((points.max(axis=0) - points.min(axis=0)).max() >= SHORTEST)


def place_path_words(
    paths: Iterable[Path], viewport: Viewport, room: Room, style: Style, measure: Measure
) -> tuple[list[Word], list[Segment]]:
    """What is written beside the stops where there is room close by, crossings first, and the lines that lead there."""
    words: list[Word] = []
    leaders: list[Segment] = []
    role, radius = Role.RIDGE, style.text * TICK / 2
    for x, y, texts in _gathered(paths, viewport, style.text * TOGETHER):
        text = joined_texts(texts)
        wish = Wish(((x, y, radius),), *measure(text, role), MARK_REACH * style.text, may_cross=False)
        placed = place(wish, room)
        if placed is not None:
            words.append(Word(placed.box.left, placed.box.top, text, role))
            leaders += [placed.leader] if placed.leader is not None else []
    return words, leaders


def joined_texts(texts: Sequence[str]) -> str:
    """Several texts at one place as one: ``b = 296, 310``, ``b = 8 to 64``, ``BF16, FP16``."""
    texts = list(dict.fromkeys(texts))
    start = "b = " if all(text.startswith("b = ") for text in texts) else ""
    parts = [text.removeprefix(start) for text in texts]
    if start and len(parts) > FEW:
        parts = sorted(parts, key=lambda text: int(text.replace(",", "")))
        return f"{start}{parts[0]} to {parts[-1]}"
    return start + ", ".join(parts)


def _gathered(paths: Iterable[Path], viewport: Viewport, reach: float) -> list[tuple[float, float, list[str]]]:
    """The visible places where something is written, crossings first; places within `reach` pixels are one."""
    found: list[tuple[float, float, list[str]]] = []
    marks = [(mark, path) for path in paths for mark in path.marks if mark.text]
    for mark, path in sorted(marks, key=lambda pair: not pair[0].ridge):
        x, y = viewport.point(float(path.x[mark.stop]), float(path.y[mark.stop]))
        if not (viewport.x < x < viewport.right and viewport.y < y < viewport.bottom):
            continue
        near = next((place for place in found if abs(place[0] - x) < reach and abs(place[1] - y) < reach), None)
        if near is None:
            found.append((x, y, [mark.text]))
        else:
            near[2].append(mark.text)
    return found


def _across(points: Floats, stop: int, length: float) -> tuple[float, float]:
    """A vector of `length` across the way at a stop."""
    before, after = points[max(0, stop - 1)], points[min(len(points) - 1, stop + 1)]
    along = after - before
    size = float(np.hypot(*along))
    if size == 0:
        return 0.0, length
    return float(-along[1] / size * length), float(along[0] / size * length)
