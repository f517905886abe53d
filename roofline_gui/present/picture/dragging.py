"""What the dot of a calculated kernel can be dragged along, and where it gets to."""

import numpy as np

from roofline_gui.present.picture.axis import Viewport
from roofline_gui.present.picture.path_pixels import path_is_long, path_points
from roofline_gui.present.picture.paths import Over, Path, Stop, path_of
from roofline_gui.present.picture.scene import Scene

WORDS = {Over.BATCH: "along its trail, to another batch", Over.PRECISION: "along the dots, to another precision"}


def way_of(scene: Scene, dot: int, viewport: Viewport) -> Path | None:
    """The path that a dot can be dragged along: over the batch, or through the precisions where the batch does not move
    it. None where neither does, and for dots that are not calculated.
    """
    if not scene.dots.calculated[dot]:
        return None
    for over in Over:
        path = path_of(scene.shown, scene.dots, dot, over)
        if path is not None and path_is_long(path_points(path, viewport)):
            return path
    return None


def nearest_stop(path: Path, x: float, y: float, viewport: Viewport) -> Stop:
    """The stop of a path that is nearest to a pixel."""
    points = path_points(path, viewport)
    return path.stops[int(np.hypot(points[:, 0] - x, points[:, 1] - y).argmin())]
