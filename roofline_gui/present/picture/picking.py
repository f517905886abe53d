"""What is selected by clicks, rubber bands and keys: measured and calculated dots, never ghosts."""

from collections.abc import Iterable

import numpy as np

from roofline_gui.present.picture.dot_pixels import DotPixels, dots_in
from roofline_gui.present.picture.dots import Kind
from roofline_gui.present.picture.labels import Box
from roofline_gui.present.picture.scene import Scene


def by_click(scene: Scene, dot: int, *, extends: bool) -> set[int]:
    """The dots that are selected after a click on `dot`, -1 for none; a ghost stands for its measured dot."""
    before = set(scene.selected)
    if dot < 0:
        return before if extends else set()
    ghosts = scene.ghosts
    own = int(scene.ghost_of[dot - ghosts.start]) if ghosts.start <= dot < ghosts.stop else dot
    return before ^ {own} if extends else {own}


def by_band(scene: Scene, pixels: DotPixels, box: Box, *, extends: bool) -> set[int]:
    """The dots that are selected after a rubber band was drawn around `box`."""
    found = dots_in(pixels, box)
    inside = set(found[scene.dots.kind[found] != Kind.GHOST].tolist())
    return set(scene.selected) | inside if extends else inside


def by_step(scene: Scene, by: int) -> int:
    """The next dot by time, measured ones first, from the only one selected or the longest; -1 where there is none."""
    dots = scene.dots
    order = np.lexsort((-dots.area, dots.calculated))
    by_time = order[dots.kind[order] != Kind.GHOST].tolist()
    if not by_time:
        return -1
    at = by_time.index(scene.selected[0]) + by if len(scene.selected) == 1 else 0
    return int(by_time[at % len(by_time)])


def rows_of(scene: Scene, dots: Iterable[int]) -> tuple[frozenset[int], frozenset[int]]:
    """The rows of the analysis and of the estimates that dots stand for."""
    index = np.array(sorted(dots), dtype=np.int64)
    calculated, rows = scene.dots.calculated[index], scene.dots.row[index]
    return frozenset(rows[~calculated].tolist()), frozenset(rows[calculated].tolist())
