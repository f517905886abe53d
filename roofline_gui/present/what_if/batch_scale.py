"""Where batch sizes stand on a slider: a stop for “as given”, then a logarithmic scale; and the steps of its keys."""

import math
from collections.abc import Iterable

from roofline_gui.model.workload.batch import LARGEST_BATCH
from roofline_gui.present.typed_number import TypedNumber

AS_GIVEN_VALUE, FIRST_VALUE = 0, 1  # of the slider: the stop at the left, and batch 1
_PER_DOUBLING = 40  # values: finer than the pixels of a wide window
LAST_VALUE = FIRST_VALUE + round(_PER_DOUBLING * math.log2(LARGEST_BATCH))
LABELLED = (1, 8, 64, 512, LARGEST_BATCH)
POWERS_OF_TWO = tuple(2**i for i in range(LARGEST_BATCH.bit_length()))
MOST_BATCH = 1_000_000_000  # that can be typed
BATCH = TypedNumber(1, MOST_BATCH, whole=True, blank="as given")
RECORDED_BATCH = TypedNumber(1, MOST_BATCH, whole=True)


def value_of(batch: int | None) -> int:
    """Where `batch` (None: as given) stands; what is beyond the scale stands at its end."""
    if batch is None:
        return AS_GIVEN_VALUE
    return min(LAST_VALUE, FIRST_VALUE + round(_PER_DOUBLING * math.log2(batch)))


def batch_at(value: int, exact: Iterable[int] = ()) -> int | None:
    """The batch at `value`, None for as given. Those of `exact` are met where they stand, although the scale rounds."""
    if value < FIRST_VALUE:
        return None
    found = next((batch for batch in exact if value_of(batch) == value), None)
    return found or round(2 ** ((value - FIRST_VALUE) / _PER_DOUBLING))


def step_batch(batch: int | None, steps: int) -> int | None:
    """The batch that many `steps` further: every whole number up to 16, then eight steps per doubling (16, 18, 20 …).
    Below 1 lies as given.
    """
    for _ in range(abs(steps)):
        batch = _next(batch) if steps > 0 else _previous(batch)
    return batch


def double_batch(batch: int | None, given: int) -> int:
    """Twice `batch`, where as given stands for `given`."""
    return min(MOST_BATCH, 2 * (given if batch is None else batch))


def halve_batch(batch: int | None, given: int) -> int:
    """Half of `batch` rounded down, at least 1, where as given stands for `given`."""
    return max(1, (given if batch is None else batch) // 2)


def _next(batch: int | None) -> int:
    return 1 if batch is None else min(MOST_BATCH, (batch // _step_size(batch) + 1) * _step_size(batch))


def _previous(batch: int | None) -> int | None:
    return None if batch is None or batch == 1 else (batch - 1) // _step_size(batch - 1) * _step_size(batch - 1)


def _step_size(batch: int) -> int:
    """An eighth of the largest power of two up to `batch`."""
    return max(1, (1 << (batch.bit_length() - 1)) // 8)
