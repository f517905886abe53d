"""Recorded series: operations that were profiled at several batch sizes."""

import re
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Bools, Ints
from roofline_gui.model.grouping import Grouping, Groups
from roofline_gui.present.names import PATH_SEPARATOR

# `batch=32`, `bs 8`, `b=1` (workload descriptions write the size in one of these ways)
_BATCH = re.compile(r"\b(?:(?:batch|bs)[= ]|b=)(\d+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Series:
    """Rows of one operation at rising batch size."""

    rows: tuple[int, ...]
    batches: tuple[int, ...]


def batch_of(path: str) -> tuple[str, int | None]:
    """An operation path without its batch size, and the size (None where it names none)."""
    match = _BATCH.search(path)
    if match is None:
        return path, None
    return f"{path[: match.start(1)]}{path[match.end(1) :]}", int(match[1])


def recorded_series(groups: Groups, drawn: Bools) -> tuple[Series, ...]:
    """Series among the rows `drawn`: same operation path but for the batch, same device, at least two sizes."""
    if groups.grouping is not Grouping.NVTX:
        return ()
    found: dict[tuple[str, str], dict[int, int]] = {}
    parsed = [batch_of(path) for path in groups.launches.operation.values]
    for row in np.flatnonzero(drawn).tolist():
        launch = int(groups.first[row])
        key, batch = parsed[int(groups.launches.operation.codes[launch])]
        if batch is not None:
            found.setdefault((key, groups.launches.device[launch]), {}).setdefault(batch, row)
    return tuple(
        Series(tuple(rows[b] for b in sorted(rows)), tuple(sorted(rows))) for rows in found.values() if len(rows) > 1
    )


def colour_keys(groups: Groups) -> tuple[Ints, tuple[str, ...]]:
    """What rows share a colour: the innermost operation, else the kernel name. Codes, shape (n,), and the texts."""
    launches = groups.launches
    kernels = launches.kernel.codes[groups.first]
    if groups.grouping is not Grouping.NVTX:
        return kernels, launches.kernel.values
    leaves: dict[str, int] = {}
    of_path = np.array(
        [
            leaves.setdefault(batch_of(path.split(PATH_SEPARATOR)[-1])[0], len(leaves)) if path else -1
            for path in launches.operation.values
        ]
    )
    codes = of_path[launches.operation.codes[groups.first]]
    return np.where(codes < 0, len(leaves) + kernels, codes), (*leaves, *launches.kernel.values)
