"""Batch laws of many kernels as columns, so that a slider can move thousands at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.demand import Bools, Demand, Floats, Ints
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.law import Law


@dataclass(frozen=True, slots=True, eq=False)
class LawColumns:
    """n laws of formulas, `Law` by `Law`; arrays of shape (n,), `pools` (whole, share) of shape (p, n). NaN is unknown.
    Formulas pad nothing.
    """

    fixed: Floats
    per_batch: Floats
    whole: Floats
    share: Floats

    @staticmethod
    def of(laws: Sequence[Law | None]) -> "LawColumns":
        """One row per law; None is unknown."""
        pools = max((len(law.pools) for law in laws if law is not None), default=0)
        whole, share = np.zeros((pools, len(laws))), np.zeros((pools, len(laws)))
        for i, law in enumerate(laws):
            for j, (amount, part) in enumerate(() if law is None else law.pools):
                whole[j, i], share[j, i] = amount, part
        return LawColumns(
            np.array([np.nan if law is None else law.fixed for law in laws], dtype=np.float64),
            np.array([np.nan if law is None else law.per_batch for law in laws], dtype=np.float64),
            whole,
            share,
        )

    def at(self, batch: Floats) -> Floats:
        """The amounts, each law at its own `batch`, shape (n,)."""
        amount = self.fixed + self.per_batch * batch
        for whole, share in zip(self.whole, self.share, strict=True):
            amount = amount + whole * (1 - (1 - share) ** batch)
        return amount

    def take(self, index: Ints) -> "LawColumns":
        """The laws at `index`."""
        return LawColumns(self.fixed[index], self.per_batch[index], self.whole[:, index], self.share[:, index])


@dataclass(frozen=True, slots=True, eq=False)
class KernelColumns:
    """n calculated kernels as laws in columns.

    work: per precision, 0 for kernels without work in it. counted: whether any work is known. grows: whether a kernel
    has a batch law.
    """

    work: dict[Precision, LawColumns]
    counted: Bools
    traffic: LawColumns
    special: LawColumns
    grows: Bools

    @staticmethod
    def of(kernels: Sequence[FormulaKernel]) -> "KernelColumns":
        """The kernels in their order."""
        precisions = dict.fromkeys(p for kernel in kernels for p in kernel.work)
        return KernelColumns(
            work={p: LawColumns.of([kernel.work.get(p, Law()) for kernel in kernels]) for p in precisions},
            counted=np.array([bool(kernel.work) for kernel in kernels], dtype=np.bool_),
            traffic=LawColumns.of([kernel.bytes for kernel in kernels]),
            special=LawColumns.of([kernel.special for kernel in kernels]),
            grows=np.array([kernel.follows_batch for kernel in kernels], dtype=np.bool_),
        )

    def __len__(self) -> int:
        return len(self.counted)

    def take(self, index: Ints) -> "KernelColumns":
        """The kernels at `index`."""
        return KernelColumns(
            work={precision: law.take(index) for precision, law in self.work.items()},
            counted=self.counted[index],
            traffic=self.traffic.take(index),
            special=self.special.take(index),
            grows=self.grows[index],
        )

    def demand(self, batch: Floats, time: Floats) -> Demand:
        """Demand of each kernel at its own `batch`, with `time` in s; both of shape (n,)."""
        return Demand(
            time,
            {precision: law.at(batch) for precision, law in self.work.items()},
            self.counted,
            self.special.at(batch),
            {Level.DRAM: self.traffic.at(batch)},
        )
