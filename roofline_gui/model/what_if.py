"""What is thought to be different from what is given: the sliders of batch and precision, another machine, W and Q."""

import math
from dataclasses import dataclass, replace

from roofline_gui.model.machine import Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.elements import Element


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A change that holds for all kernels; None and 1 leave things as they are given.

    precision: arithmetic, and storage of all data. weights, activations, kv: storage set apart from the precision (for
    weight-only quantisation). machine: judge there instead. flop, bytes: factors on W and Q of measured kernels.

    Raises:
        ValueError: a batch below 1, or a factor that is not a positive number.
    """

    batch: int | None = None
    precision: Precision | None = None
    weights: Element | None = None
    activations: Element | None = None
    kv: Element | None = None
    machine: Machine | None = None
    flop: float = 1.0
    bytes: float = 1.0

    def __post_init__(self) -> None:
        if self.batch is not None and self.batch < 1:
            raise ValueError(f"batch: expected a whole number of at least 1, not {self.batch}.")
        for name, factor in (("flop", self.flop), ("bytes", self.bytes)):
            if not (math.isfinite(factor) and factor > 0):
                raise ValueError(f"{name}: expected a positive factor, not {factor:g}.")

    @property
    def changes_something(self) -> bool:
        """Whether anything differs from what is given."""
        return self != AS_GIVEN

    @property
    def without_batch(self) -> "WhatIf":
        """The same at the batches that are given."""
        return replace(self, batch=None)


AS_GIVEN = WhatIf()
