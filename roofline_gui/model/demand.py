"""Kernels as demand on resources: many at once, as columns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Demand:
    """Work, traffic and time of n kernels; every array has shape (n,). NaN is unknown and never stands for 0.

    time: measured duration, s (NaN for a kernel that was only calculated).
    flop: executed FLOP per precision (FMA = 2); a precision that nobody counted is absent or NaN.
    flop_known: whether the counted precisions were all readable, so that their sum is the kernel's W.
    special_ops: special-function results (XU).
    bytes: traffic per level, B. `Level.L1` is all traffic of the L1/shared data path, `Level.SHARED` its shared part.
    """

    time: Floats
    flop: Mapping[Precision, Floats]
    flop_known: Bools
    special_ops: Floats
    bytes: Mapping[Level, Floats]

    def __len__(self) -> int:
        return len(self.time)

    @property
    def total_flop(self) -> Floats:
        """W, the sum over precisions, FLOP, shape (n,); NaN where a counter was unreadable or nothing was counted."""
        if not self.flop:
            return np.full(len(self), np.nan)
        stacked = np.stack([*self.flop.values()])
        counted = ~np.isnan(stacked).all(axis=0)
        return np.where(self.flop_known & counted, np.nansum(stacked, axis=0), np.nan)

    def traffic(self, level: Level) -> Floats:
        """Q of one level, B, shape (n,); NaN where unknown."""
        found = self.bytes.get(level)
        return np.full(len(self), np.nan) if found is None else found

    def take(self, index: Ints | Bools) -> "Demand":
        """The kernels at `index` (integers or mask)."""
        return Demand(
            self.time[index],
            {p: v[index] for p, v in self.flop.items()},
            self.flop_known[index],
            self.special_ops[index],
            {level: v[index] for level, v in self.bytes.items()},
        )


def demand(
    time: float | Floats = np.nan,
    flop: Mapping[Precision, float | Floats] | None = None,
    bytes: Mapping[Level, float | Floats] | None = None,
    special_ops: float | Floats = np.nan,
) -> Demand:
    """Build a `Demand` from scalars or arrays of one length (SI base units); what is not given is unknown."""
    flop, bytes = flop or {}, bytes or {}
    columns = [time, special_ops, *flop.values(), *bytes.values()]
    n = max(np.size(c) for c in columns)

    def column(value: float | Floats) -> Floats:
        return np.broadcast_to(np.asarray(value, dtype=np.float64), (n,)).copy()

    work = {p: column(v) for p, v in flop.items()}
    traffic = {level: column(v) for level, v in bytes.items()}
    return Demand(column(time), work, np.full(n, bool(work)), column(special_ops), traffic)


def sum_groups(kernels: Demand, of_kernel: Ints, groups: int) -> Demand:
    """Add up kernels per group: first sum W, Q and t, divide later. An unknown part makes its sum unknown.

    `of_kernel` has shape (n,) with values in [0, groups). A precision that was counted for some kernels of a group only
    is summed over those (the others never executed it through that counter).
    """

    def total(values: Floats) -> Floats:
        return np.bincount(of_kernel, weights=values, minlength=groups).astype(np.float64)

    def total_counted(values: Floats) -> Floats:
        counted = np.bincount(of_kernel, weights=~np.isnan(values), minlength=groups)
        return np.where(counted > 0, total(np.nan_to_num(values, nan=0.0)), np.nan)

    unknown = np.bincount(of_kernel, weights=~kernels.flop_known, minlength=groups)
    return Demand(
        total(kernels.time),
        {p: total_counted(v) for p, v in kernels.flop.items()},
        unknown == 0,
        total(kernels.special_ops),
        {level: total(v) for level, v in kernels.bytes.items()},
    )


def weighted_mean(values: Floats, weights: Floats, of_kernel: Ints, groups: int) -> Floats:
    """Mean of `values` per group weighted by `weights` (time), over the known values; NaN where none is known."""
    known = ~np.isnan(values) & ~np.isnan(weights)
    weight = np.where(known, weights, 0.0)
    total = np.bincount(of_kernel, weights=weight, minlength=groups)
    summed = np.bincount(of_kernel, weights=np.where(known, values, 0.0) * weight, minlength=groups)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(total > 0, summed / total, np.nan)
