"""What the user may decide about reading a profile where the file leaves it open."""

import math
from dataclasses import dataclass
from enum import StrEnum

from roofline_gui.model.precision import Precision


class NumberFormat(StrEnum):
    """How numbers are printed, which follows the locale of the machine that ran the profiler: 1234567.89 in each.

    A space stands for every kind of space.
    """

    POINT = "1,234,567.89"
    COMMA = "1.234.567,89"
    SPACED_POINT = "1 234 567.89"
    SPACED_COMMA = "1 234 567,89"
    APOSTROPHE = "1'234'567.89"
    UNGROUPED_POINT = "1234567.89"
    UNGROUPED_COMMA = "1234567,89"

    @property
    def decimal(self) -> str:
        """The sign before the decimals."""
        return self.value[-3]

    @property
    def group(self) -> str:
        """The sign between groups of digits, empty where digits are not grouped."""
        return "" if self.value[1].isdigit() else self.value[1]


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Decisions about one file. None leaves each to the file, and to what is usual for its compute capability.

    number_format: how numbers are printed. flop_per_tensor_instruction, tensor_precision: what one tensor instruction
    is worth and under which precision its work counts, for files that count instructions but not operations.

    Raises:
        ValueError: no positive number of FLOP, or a precision that matrix units do not execute.
    """

    number_format: NumberFormat | None = None
    flop_per_tensor_instruction: float | None = None
    tensor_precision: Precision | None = None

    def __post_init__(self) -> None:
        flop, precision = self.flop_per_tensor_instruction, self.tensor_precision
        if flop is not None and not 0 < flop < math.inf:
            raise ValueError(f"A tensor instruction must be worth more than 0 FLOP, not {flop:g}.")
        if precision is not None and not precision.is_tensor:
            raise ValueError(f"Tensor instructions cannot compute in {precision.label}: choose a tensor precision.")
