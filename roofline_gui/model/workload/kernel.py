"""A calculated kernel: what a formula asks of a machine."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Demand, Floats, demand
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.law import Law
from roofline_gui.model.workload.parameters import Role


@dataclass(frozen=True, slots=True)
class FormulaKernel:
    """Work and traffic of one kernel as laws of the batch, with the formula in words.

    work: FLOP per precision; empty where unknown. traffic: DRAM bytes per role; empty where unknown. special: results
    of the special-function unit; None where unknown. batch: the one that `text` was written for.
    text: the formula and the same with the numbers put in, one line per quantity. assumption: what the traffic takes
    for granted. time: a measured duration in s, NaN without one. tokens: tokens that one batch element yields, 0 where
    the formula is not about tokens.
    """

    name: str
    work: Mapping[Precision, Law]
    traffic: Mapping[Role, Law]
    special: Law | None
    text: tuple[str, ...]
    assumption: str
    batch: int = 1
    time: float = np.nan
    tokens: float = 0.0

    @property
    def bytes(self) -> Law | None:
        """Q at DRAM, all roles together; None where unknown."""
        return sum(self.traffic.values(), Law()) if self.traffic else None

    @property
    def follows_batch(self) -> bool:
        """Whether it has a batch law: without one it stays where it is when the batch changes."""
        return any(law.grows for law in (*self.work.values(), *self.traffic.values()))

    def demand(self, batch: int | Floats | None = None) -> Demand:
        """Its demand at each `batch`, shape (n,); default its own. The measured time belongs to its own batch only."""
        batches = np.atleast_1d(np.asarray(self.batch if batch is None else batch, dtype=np.float64))
        moved = self.bytes
        return demand(
            time=np.where(batches == self.batch, self.time, np.nan),
            flop={precision: law.at(batches) for precision, law in self.work.items()},
            bytes={} if moved is None else {Level.DRAM: moved.at(batches)},
            special_ops=np.nan if self.special is None else self.special.at(batches),
        )
