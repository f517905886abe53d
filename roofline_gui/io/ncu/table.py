"""A table of launches with its values in SI base units, whatever shape the file had."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from roofline_gui.io.ncu.architecture import Architecture, capability_number, closest
from roofline_gui.io.ncu.units import Dimension
from roofline_gui.model.demand import Floats, Ints
from roofline_gui.model.launches import Texts


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Values of one metric, SI base units (percent: 0 to 100), shape (n,), NaN where unknown.

    unit: as printed. rounded: the profiler printed them scaled and with two decimals, so that digits are lost.
    """

    values: Floats
    dimension: Dimension
    unit: str = ""
    rounded: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """n launches of one document.

    columns: per metric name one column for every dimension it was printed in. unread: per metric and launch, why the
    value could not be read. invocations: executions that a row is the average of, shape (n,); None: one each.
    """

    count: int
    kernel: Texts
    operation: Texts
    block: Texts
    grid: Texts
    launch_id: Texts
    process: Texts
    device: Texts
    device_name: Texts
    compute_capability: Texts
    columns: Mapping[str, tuple[Column, ...]]
    unread: Mapping[str, Mapping[int, str]]
    invocations: Ints | None = None

    def column(self, name: str, dimension: Dimension) -> Column | None:
        """The column of a metric in `dimension`, else one without unit, save for times: their scale matters."""
        columns = {c.dimension: c for c in reversed(self.columns.get(name, ()))}
        otherwise = None if dimension is Dimension.SECOND else columns.get(Dimension.NONE)
        return columns.get(dimension, otherwise)

    @property
    def capability(self) -> Floats:
        """Compute capability as a number per launch, shape (n,), NaN where unknown."""
        numbers = [capability_number(text) for text in self.compute_capability.values] or [None]
        return np.array([np.nan if n is None else n for n in numbers])[self.compute_capability.codes]

    def per_chip(self, figure: Callable[[Architecture | None], float]) -> Floats:
        """A figure of each launch's chip, shape (n,); the chip is None where the compute capability is not known."""
        chips = [closest(text) for text in self.compute_capability.values] or [None]
        return np.array([figure(chip) for chip in chips], dtype=np.float64)[self.compute_capability.codes]
