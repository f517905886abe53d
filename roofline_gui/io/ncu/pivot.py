"""Rows of one value each turned into columns per metric."""

from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.io.ncu.collect import scaled_column, why_unread
from roofline_gui.io.ncu.counters import DEVICE_NAME
from roofline_gui.io.ncu.table import Column
from roofline_gui.io.ncu.units import Dimension, Scale
from roofline_gui.model.demand import Floats, Ints
from roofline_gui.model.launches import Texts


@dataclass(frozen=True, slots=True)
class Target:
    """What the rows of one metric name and unit give: values of `metric`; scale None for an unknown unit.

    share: only whether it is 0 can be told (`friendly.tensor_share`).
    """

    metric: str
    unit: str
    scale: Scale | None
    is_friendly: bool = False
    is_share: bool = False


class Pivot:
    """Rows of one value each turned into columns per metric."""

    def __init__(
        self, count: int, targets: list[Target], launch: Ints, target: Ints, values: Floats, unread: dict[int, str]
    ) -> None:
        self._count = count
        self._targets = targets
        self._launch = launch
        self._target = target
        self._values = values
        self._unread = unread
        self._order = np.argsort(target, kind="stable")
        self._bounds = np.searchsorted(target[self._order], np.arange(len(targets) + 1))

    def _rows(self, target: int) -> Ints:
        return self._order[self._bounds[target] : self._bounds[target + 1]]

    def columns(self) -> dict[str, tuple[Column, ...]]:
        """Columns per metric and dimension; where a metric occurs twice in a launch its first known value counts."""
        parts: dict[tuple[str, Dimension], list[tuple[Ints, Column]]] = {}
        for i, target in enumerate(self._targets):
            if target.scale is None or target.metric == DEVICE_NAME:
                continue
            rows = self._rows(i)
            values = self._values[rows]
            if target.is_share:
                values = np.where(values == 0, 0.0, np.nan)
            column = scaled_column(values, target.scale, target.unit)
            if target.is_friendly and _has_decimals(values):
                column = replace(column, rounded=True)
            parts.setdefault((target.metric, target.scale.dimension), []).append((rows, column))
        columns: dict[str, tuple[Column, ...]] = {}
        for (metric, dimension), found in parts.items():
            rows = np.concatenate([r for r, _ in found])
            values = np.concatenate([c.values for _, c in found])
            known = np.flatnonzero(~np.isnan(values))
            known = known[np.argsort(-rows[known])]  # the first row of a launch is written last
            filled = np.full(self._count, np.nan)
            filled[self._launch[rows[known]]] = values[known]
            unit = ", ".join(dict.fromkeys(c.unit for _, c in found))
            column = Column(filled, dimension, unit, any(c.rounded for _, c in found))
            columns[metric] = (*columns.get(metric, ()), column)
        return columns

    def reasons(self) -> dict[str, dict[int, str]]:
        """Why values are unknown, per metric and launch."""
        reasons: dict[str, dict[int, str]] = {}

        def give(target: Target, row: int, reason: str) -> None:
            reasons.setdefault(target.metric, {}).setdefault(int(self._launch[row]), reason)

        for row, text in self._unread.items():
            give(self._targets[int(self._target[row])], row, why_unread(text))
        for i, target in enumerate(self._targets):
            if target.scale is None:
                for row in self._rows(i).tolist():
                    give(target, row, f"unknown unit “{target.unit}”")
            elif target.is_share:
                for row in self._rows(i)[self._values[self._rows(i)] > 0].tolist():
                    give(target, row, "this page does not tell the count from its peaks")
        return reasons

    def device_name(self) -> Texts | None:
        """The device's name per launch, where it was collected as a metric."""
        names = [""] * self._count
        for i, target in enumerate(self._targets):
            if target.metric == DEVICE_NAME:
                for row in self._rows(i).tolist():
                    names[int(self._launch[row])] = self._unread.get(row, "")
        return Texts.of(names) if any(names) else None


def _has_decimals(values: Floats) -> bool:
    known = values[~np.isnan(values)]
    return bool((known != np.rint(known)).any())
