"""Putting together what was bounded and judged on different machines."""

from collections.abc import Sequence

import numpy as np

from roofline_gui.model.demand import Floats, Ints
from roofline_gui.model.diagnosis import Judgement
from roofline_gui.model.machine import Machine
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES, Bounds


def merge_bounds(machine: Machine, parts: Sequence[Bounds], rows_of: Sequence[Ints]) -> Bounds:
    """One `Bounds` of all rows; `rows_of[i]` are the rows of `parts[i]`, all rows exactly once.

    A resource that a row's machine lacks is unknown there.
    """
    if len(parts) == 1:
        return parts[0]
    n = sum(len(rows) for rows in rows_of)
    present = {r for part in parts for r in part.resources}
    resources = tuple(r for r in RESOURCES if r in present)
    needed, utilisation = np.full((2, len(resources), n), np.nan)
    binding = np.full(n, NO_RESOURCE)
    for part, rows in zip(parts, rows_of, strict=True):
        place = np.array([resources.index(r) for r in part.resources] + [NO_RESOURCE])
        binding[rows] = place[part.binding]
        for i, target in enumerate(place[:-1]):
            needed[target, rows] = part.needed[i]
            utilisation[target, rows] = part.utilisation[i]
    return Bounds(
        machine=machine,
        resources=resources,
        needed=needed,
        binding=binding,
        bound_time=_merged([p.bound_time for p in parts], rows_of),
        flop=_merged([p.flop for p in parts], rows_of),
        roof=_merged([p.roof for p in parts], rows_of),
        fraction=_merged([p.fraction for p in parts], rows_of),
        utilisation=utilisation,
        regime_ratio=_merged([p.regime_ratio for p in parts], rows_of),
        precisions=parts[0].precisions,  # the same for all: those that were counted
        precision=_merged([p.precision for p in parts], rows_of).astype(np.int64),
        ridge=_merged([p.ridge for p in parts], rows_of),
        lacks_ceiling=_merged([p.lacks_ceiling for p in parts], rows_of).astype(np.bool_),
    )


def merge_judgements(parts: Sequence[Judgement], rows_of: Sequence[Ints]) -> Judgement:
    """One `Judgement` of all rows; `rows_of[i]` are the rows of `parts[i]`, all rows exactly once."""
    if len(parts) == 1:
        return parts[0]
    return Judgement(
        verdict=_merged([p.verdict for p in parts], rows_of).astype(np.int64),
        regime=_merged([p.regime for p in parts], rows_of).astype(np.int64),
        close=_merged([p.close for p in parts], rows_of).astype(np.bool_),
        wasteful=_merged([p.wasteful for p in parts], rows_of).astype(np.bool_),
        starved=_merged([p.starved for p in parts], rows_of).astype(np.bool_),
        sector_use=_merged([p.sector_use for p in parts], rows_of),
    )


def _merged(parts: Sequence[np.ndarray], rows_of: Sequence[Ints]) -> Floats:
    """One value per row, as floats (codes and masks are turned back by the caller)."""
    whole = np.full(sum(len(rows) for rows in rows_of), np.nan)
    for part, rows in zip(parts, rows_of, strict=True):
        whole[rows] = part
    return whole
