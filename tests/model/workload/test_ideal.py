"""Formulas held against measured kernels of the bundled decode capture."""

import numpy as np
import pytest

from roofline_gui.model.demand import demand
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.ideal import compare_with_ideal
from tests.model.workload.samples import MACHINES, kernel


def test_tile_padding_and_the_lost_rate_are_told_apart() -> None:
    """lm_head of Llama-3-8B at batch 1 on an H200, as the bundled capture counted it: padded to tiles of 8 rows."""
    ideal = kernel("gemm", "bf16", m=1, n=128256, k=4096)
    measured = demand(249.408e-6, {Precision.BF16_TENSOR: 8422162432}, {Level.DRAM: 1053370112})
    gap = compare_with_ideal(ideal, measured, MACHINES["h200-sxm"])
    assert gap.flop_factor[0] == pytest.approx(8.0, abs=0.02)
    assert gap.bytes_factor[0] == pytest.approx(1053370112 / (2 * (128256 * 4096 + 4096 + 128256)))
    assert gap.fraction[0] == pytest.approx(1053370112 / 4.8e12 / 249.408e-6)
    assert gap.ideal_fraction[0] == pytest.approx(gap.fraction[0] / gap.bytes_factor[0])  # DRAM binds both


def test_unknown_stays_unknown() -> None:
    ideal = kernel("gemm", "bf16", m=1, n=128, k=128)
    gap = compare_with_ideal(ideal, demand(np.nan, {Precision.BF16_TENSOR: np.nan}), MACHINES["h200-sxm"])
    for values in (gap.flop_factor, gap.bytes_factor, gap.fraction, gap.ideal_fraction):
        assert np.isnan(values[0])
