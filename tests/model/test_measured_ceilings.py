"""Theoretical and measured figures in one machine: which ones verdicts use, and the fraction of roof for both."""

from dataclasses import replace

import numpy as np
import pytest

from roofline_gui.model.analysis import analyse
from roofline_gui.model.diagnosis import Verdict
from roofline_gui.model.document import Document, use_ceilings
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import CeilingSet, Figure, Kind, Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from tests.model.builders import ROUND, launches

# DRAM 4 of 5 TB/s, BF16 tensor 800 of 1000 TFLOP/s; L2, L1 and the other precisions were not measured.
MEASURED = replace(
    ROUND,
    levels=tuple(
        replace(m, measured=Figure(4e12, Kind.MEASURED, "stream")) if m.level is Level.DRAM else m for m in ROUND.levels
    ),
    ceilings=tuple(
        replace(c, measured=Figure(800e12, Kind.MEASURED, "gemm")) if c.precision is Precision.BF16_TENSOR else c
        for c in ROUND.ceilings
    ),
)
# One memory-bound (15 MB), one compute-bound kernel (3.5 GFLOP), one whose bound is L2 (20 MB), 5 µs each.
KERNELS = launches(
    ["stream", "gemm", "cached"],
    time=[5e-6] * 3,
    flop={Precision.BF16_TENSOR: [1e6, 3.5e9, 1e6]},
    bytes={Level.DRAM: [15e6, 1e6, 1e6], Level.L2: [15e6, 1e6, 20e6]},
)


def document(machine: Machine = MEASURED, own: Machine | None = None) -> Document:
    read = Profile("run.csv", "run.csv", KERNELS, Ledger(read=len(KERNELS)))
    return Document("t", (Source(read, read.name, machine=own),), machine, Grouping.LAUNCH)


def test_measured_figures_take_the_place_of_theoretical_ones_where_there_are_any() -> None:
    resolved = MEASURED.with_ceilings(CeilingSet.MEASURED)
    assert (resolved.bandwidth(Level.DRAM), resolved.bandwidth(Level.L2)) == (4e12, 10e12)
    assert (resolved.peak(Precision.BF16_TENSOR), resolved.peak(Precision.FP32)) == (800e12, 100e12)
    assert resolved.ridge(Precision.BF16_TENSOR) == pytest.approx(200)  # 800 T over 4 T
    assert not resolved.has_measured
    assert MEASURED.with_ceilings(CeilingSet.THEORETICAL) == ROUND
    assert ROUND.with_ceilings(CeilingSet.MEASURED) is ROUND


def test_verdicts_use_the_chosen_figures_and_the_other_fraction_is_there_too() -> None:
    theoretical = analyse(document())
    measured = analyse(use_ceilings(document(), CeilingSet.MEASURED))
    assert theoretical is not None
    assert measured is not None
    # 15 MB over 5 µs is 3 TB/s; 3.5 GFLOP over 5 µs is 700 TFLOP/s; 20 MB at 10 TB/s take 2 of the 5 µs.
    np.testing.assert_allclose(theoretical.bounds.fraction, [3 / 5, 700 / 1000, 2 / 5])
    np.testing.assert_allclose(measured.bounds.fraction, [3 / 4, 700 / 800, 2 / 5])
    assert theoretical.other_fraction is not None
    assert measured.other_fraction is not None
    np.testing.assert_allclose(theoretical.other_fraction, measured.bounds.fraction)
    np.testing.assert_allclose(measured.other_fraction, theoretical.bounds.fraction)
    assert theoretical.judgement.verdict_of(1) is Verdict.COMPUTE_SUBOPTIMAL
    assert measured.judgement.verdict_of(1) is Verdict.COMPUTE_OPTIMAL  # 87.5 % is above 80 %
    assert measured.machine_of(0).bandwidth(Level.DRAM) == 4e12


def test_without_measured_figures_there_is_one_fraction() -> None:
    found = analyse(document(ROUND))
    assert found is not None
    assert found.other_fraction is None


def test_only_rows_on_a_measured_machine_have_both_fractions() -> None:
    first, second = document().sources[0], document(own=ROUND).sources[0]
    found = analyse(replace(document(), sources=(first, second)))
    assert found is not None
    assert found.other_fraction is not None
    np.testing.assert_allclose(found.other_fraction, [3 / 4, 700 / 800, 2 / 5, np.nan, np.nan, np.nan])


def test_a_scaled_ceiling_takes_its_measured_figure_along() -> None:
    scaled = MEASURED.scaled("dram", 2)
    assert scaled.bandwidth(Level.DRAM) == 10e12
    assert scaled.with_ceilings(CeilingSet.MEASURED).bandwidth(Level.DRAM) == 8e12
    assert scaled.with_ceilings(CeilingSet.MEASURED).peak(Precision.BF16_TENSOR) == 800e12
