"""Paths: the ways that single kernels take over the batch and through the precisions, with the stops along them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from roofline_gui.model.demand import Floats
from roofline_gui.model.precision import Precision
from roofline_gui.present.picture.dots import Dots
from roofline_gui.present.picture.shown import Shown

if TYPE_CHECKING:
    from roofline_gui.model.paths import BatchPath, PrecisionPath

FEW_PATHS = 6  # with at most this many kernels that follow the batch, all show their paths, else only the chosen ones
MOST_PATHS = 12
TICKED = (1, 8, 64, 512, 4096)  # batches

# A batch, or a precision
Stop: TypeAlias = int | Precision


class Over(StrEnum):
    """What changes along a path."""

    BATCH = "batch"
    PRECISION = "precision"


@dataclass(frozen=True, slots=True)
class PathMark:
    """A stop (index) that is marked. text: what is written beside it, if anything. ridge: the path crosses it here."""

    stop: int
    text: str
    ridge: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """The way of one dot (index). x, y: log10 FLOP/B and FLOP/s at each of n `stops`, shape (n,), finite."""

    dot: int
    over: Over
    stops: tuple[Stop, ...]
    x: Floats
    y: Floats
    marks: tuple[PathMark, ...]


def paths_of(shown: Shown, dots: Dots, chosen: Sequence[int]) -> tuple[Path, ...]:
    """The paths of the `chosen` dots, measured or calculated; over the batch of all calculated ones while they are few;
    through the precisions of the only chosen one.
    """
    paths = (*_of_measured(shown, dots, chosen), *_of_calculated(shown, dots, chosen))
    return tuple(path for path in paths if len(path.stops) > 1)


def _of_measured(shown: Shown, dots: Dots, chosen: Sequence[int]) -> list[Path]:
    """The ways that measured rows are predicted to take."""
    dot_of = {int(dots.row[dot]): dot for dot in chosen if dot < dots.still}
    if shown.measured is None or not dot_of:
        return []
    from roofline_gui.model.paths import measured_paths

    found = measured_paths(shown.measured, shown.document.what_if, list(dot_of)[:MOST_PATHS])
    return [_over_batch(path, dot_of[path.row], told=len(found) == 1) for path in found]


def _of_calculated(shown: Shown, dots: Dots, chosen: Sequence[int]) -> list[Path]:
    estimates = shown.estimates
    if estimates is None:
        return []
    from roofline_gui.model.paths import batch_paths, precision_path

    following = np.flatnonzero(dots.calculated & dots.follows)
    looked_at = [dot for dot in chosen if dots.calculated[dot]]
    wanted = following.tolist() if len(following) <= FEW_PATHS else [dot for dot in looked_at if dots.follows[dot]]
    dot_of = {int(dots.row[dot]): dot for dot in wanted[:MOST_PATHS]}
    batch = batch_paths(shown.document, estimates, list(dot_of))
    told = set(looked_at) if len(batch) > 1 else set(wanted)
    paths = [_over_batch(path, dot_of[path.row], told=dot_of[path.row] in told) for path in batch]
    if len(looked_at) == 1 and len(chosen) == 1:
        (dot,) = looked_at
        paths.append(_through_precisions(precision_path(shown.document, estimates, int(dots.row[dot])), dot))
    return paths


def path_of(shown: Shown, dots: Dots, dot: int, over: Over) -> Path | None:
    """The path of one calculated dot, None without one: over the batch for what follows it."""
    estimates, row = shown.estimates, int(dots.row[dot])
    if estimates is None:
        return None
    from roofline_gui.model.paths import batch_paths, precision_path

    if over is Over.PRECISION:
        return _through_precisions(precision_path(shown.document, estimates, row), dot)
    return next((_over_batch(p, dot, told=True) for p in batch_paths(shown.document, estimates, [row])), None)


def followed(paths: tuple[Path, ...], before: Shown, now: Shown, dots: Dots, chosen: Sequence[int]) -> tuple[Path, ...]:
    """The paths after a change of the what-if that leaves the dots what they are: those over the batch do not depend on
    it, those through the precisions do and are left out until the batch stands.
    """
    what_if, other = now.document.what_if, before.document.what_if
    if what_if.without_batch != other.without_batch:
        return paths_of(now, dots, chosen)
    return paths if what_if.batch == other.batch else tuple(path for path in paths if path.over is Over.BATCH)


def _over_batch(path: "BatchPath", dot: int, *, told: bool) -> Path:
    """`told`: whether ticks have their batches written beside them."""
    marks = []
    for i, batch in enumerate(path.batches.tolist()):
        if batch == path.ridge_batch and batch > 1:
            marks.append(PathMark(i, f"b = {batch:,.0f}", ridge=True))
        elif batch in TICKED:
            marks.append(PathMark(i, f"b = {batch:,.0f}" if told else ""))
    stops = tuple(int(batch) for batch in path.batches.tolist())
    return _finite(Path(dot, Over.BATCH, stops, *_logs(path.intensity, path.flop_per_s), tuple(marks)))


def _through_precisions(path: "PrecisionPath", dot: int) -> Path:
    names = precision_names(path.precisions)
    marks = tuple(PathMark(i, name) for i, name in enumerate(names))
    return _finite(Path(dot, Over.PRECISION, path.precisions, *_logs(path.intensity, path.flop_per_s), marks))


def precision_names(precisions: Sequence[Precision]) -> list[str]:
    """Short names that tell precisions apart: BF16 for the tensor one, FP64 and FP64 tensor where both are there."""
    names = []
    for precision in precisions:
        bare = precision.value.removesuffix("_tensor")
        twice = precision.is_tensor and bare in precisions and bare not in (Precision.FP16, Precision.BF16)
        names.append(precision.label if twice or not precision.is_tensor else bare.upper())
    return names


def _logs(intensity: Floats, flop_per_s: Floats) -> tuple[Floats, Floats]:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log10(intensity), np.log10(flop_per_s)


def _finite(path: Path) -> Path:
    """The path without the stops that have no place."""
    there = np.isfinite(path.x) & np.isfinite(path.y)
    if there.all():
        return path
    new = (np.cumsum(there) - 1).tolist()
    return replace(
        path,
        stops=tuple(stop for stop, known in zip(path.stops, there.tolist(), strict=True) if known),
        x=path.x[there],
        y=path.y[there],
        marks=tuple(replace(mark, stop=new[mark.stop]) for mark in path.marks if there[mark.stop]),
    )
