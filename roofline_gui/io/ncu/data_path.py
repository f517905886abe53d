"""Traffic of the L1/shared data path, the level that counters describe in the most ways.

First choice are the wavefronts of the path: every load, store, atomic and warpgroup-MMA operand, serialisation
included. Write-back bytes miss what loads around them (TMA, asynchronous copies).
"""

from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.io.ncu.counters import (
    SHARED,
    SHARED_GMMA,
    WAVEFRONTS,
    WRITEBACK,
    WRITEBACK_ACTIVE,
    WRITEBACK_WITHOUT_SHARED,
)
from roofline_gui.io.ncu.evaluate import Evaluation, Evaluator
from roofline_gui.io.ncu.tensor import ran_no_warpgroup_mma
from roofline_gui.model.demand import Bools, Floats
from roofline_gui.model.launches import Flag

BYPASS_INTENSITY = 1000.0  # FLOP/B on write-back bytes above which a tensor kernel has loaded around them


@dataclass(frozen=True, slots=True, eq=False)
class DataPath:
    """The L1/shared data path of n launches.

    l1: all its bytes. shared: the shared-memory part. by_wavefronts: where `l1` is occupancy of the path, shape (n,).
    over_minimum: wavefronts over the least that would do, shape (n,), NaN where unknown.
    shared_share: share of the write-back that is shared memory, shape (n,), NaN where unknown: it tells which part
    dominates where shared bytes were not counted.
    """

    l1: Evaluation
    shared: Evaluation
    by_wavefronts: Bools
    over_minimum: Floats
    shared_share: Floats


def evaluate_data_path(evaluator: Evaluator, flop: Floats, tensor_flop: Floats) -> DataPath:
    """Traffic of the data path; `flop` and `tensor_flop` (shape (n,)) tell who loaded around write-back."""
    shared = evaluator.evaluate(SHARED).plus(_warpgroup_operands(evaluator))
    wavefronts = evaluator.evaluate(WAVEFRONTS)
    written_back = evaluator.evaluate(WRITEBACK)
    written_back = written_back.plus(shared).otherwise(written_back).flagged(Flag.L1_FROM_WRITEBACK)
    minimum = evaluator.evaluate(WRITEBACK_ACTIVE).values
    without_shared = evaluator.evaluate(WRITEBACK_WITHOUT_SHARED).values
    with np.errstate(divide="ignore", invalid="ignore"):
        bypassed = ~wavefronts.known & (tensor_flop > 0) & (flop / written_back.values > BYPASS_INTENSITY)
        # Both counters see the operands of warpgroup MMA, one wavefront each: they are no waste.
        over_minimum = np.where(minimum > 0, wavefronts.values / minimum, np.nan)
        shared_share = np.where(minimum > 0, 1 - without_shared / minimum, np.nan).clip(0.0, 1.0)
    kept = replace(written_back, values=np.where(bypassed, np.nan, written_back.values))
    l1 = wavefronts.otherwise(kept)
    l1 = replace(l1, flags=l1.flags | np.where(bypassed, int(Flag.L1_BYPASSED), 0))
    return DataPath(l1, shared, wavefronts.known, over_minimum, shared_share)


def _warpgroup_operands(evaluator: Evaluator) -> Evaluation:
    """Bytes of warpgroup-MMA operands: counted, or 0 where it is known that none ran."""
    counted = evaluator.evaluate(SHARED_GMMA)
    may_have = evaluator.table.per_chip(lambda chip: chip is None or chip.warpgroup_mma) > 0
    none = ~may_have | ran_no_warpgroup_mma(evaluator)
    return replace(counted, values=np.where(~counted.known & none, 0.0, counted.values))
