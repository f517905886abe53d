"""Machines: peaks, ridges, figures and what-if copies."""

import math

import pytest

from roofline_gui.model.machine import ComputeCeiling, Figure, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.precision import Pipe, Precision
from tests.model.builders import ROUND, figure, machine


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf, -math.inf])
def test_a_capacity_is_positive_and_finite(value: float) -> None:
    with pytest.raises(ValueError, match=r"positive finite number.*a sheet"):
        Figure(value, Kind.DATASHEET, "a sheet")


def test_the_peak_is_dense_whatever_the_order() -> None:
    sparse = ComputeCeiling(Precision.BF16_TENSOR, figure(2e15), sparse=True)
    dense = ComputeCeiling(Precision.BF16_TENSOR, figure(1e15))
    found = Machine("x", "X", "V", (sparse, dense), (MemoryLevel(Level.DRAM, "HBM", figure(5e12)),))
    assert found.peak(Precision.BF16_TENSOR) == 1e15
    assert found.ridge(Precision.BF16_TENSOR) == 200
    assert found.dense_ceilings == (dense,)


def test_a_missing_figure_is_none() -> None:
    assert ROUND.peak(Precision.INT8_TENSOR) is None
    assert ROUND.bandwidth(Level.LLC) is None
    assert ROUND.ridge(Precision.INT8_TENSOR) is None
    assert ROUND.ridge(Precision.FP32, Level.LLC) is None


def test_only_a_sparse_peak_is_no_dense_peak() -> None:
    only = ComputeCeiling(Precision.FP8_TENSOR, figure(4e15), sparse=True)
    found = Machine("x", "X", "V", (only,), (MemoryLevel(Level.DRAM, "HBM", figure(5e12)),))
    assert found.peak(Precision.FP8_TENSOR) is None


def test_ridges_at_every_level() -> None:
    assert ROUND.ridge(Precision.FP32) == 20
    assert ROUND.ridge(Precision.FP32, Level.L2) == 10
    assert ROUND.ridge(Precision.FP32, Level.L1) == 2.5


def test_dense_ceilings_run_from_high_to_low() -> None:
    assert [c.peak.value for c in ROUND.dense_ceilings] == [2000e12, 1000e12, 200e12, 100e12, 50e12]


def test_shared_memory_is_part_of_l1_unless_it_has_a_level() -> None:
    assert ROUND.shared_is_part_of_l1
    assert not machine(
        {Precision.FP32: 1e12}, {Level.SHARED: 8e12, Level.L1: 4e12, Level.DRAM: 1e12}
    ).shared_is_part_of_l1


def test_scaling_changes_one_ceiling_and_says_so() -> None:
    faster = ROUND.scaled("dram", 2)
    assert faster.bandwidth(Level.DRAM) == 10e12
    assert faster.bandwidth(Level.L2) == ROUND.bandwidth(Level.L2)
    assert faster.ceilings == ROUND.ceilings
    dram = faster.level(Level.DRAM)
    assert dram is not None
    assert dram.bandwidth.kind is Kind.USER
    assert dram.bandwidth.source == "2 × stated in a test"
    assert ROUND.scaled("fp32", 0.5).peak(Precision.FP32) == 50e12
    assert ROUND.bandwidth(Level.DRAM) == 5e12


@pytest.mark.parametrize(
    ("precision", "pipe", "label"),
    [
        (Precision.FP64, Pipe.FP64, "FP64"),
        (Precision.FP32, Pipe.FMA, "FP32"),
        (Precision.FP16, Pipe.FMA, "packed FP16"),
        (Precision.BF16, Pipe.FMA, "packed BF16"),
        (Precision.FP64_TENSOR, Pipe.TENSOR, "FP64 tensor"),
        (Precision.BF16_TENSOR, Pipe.TENSOR, "BF16 tensor"),
        (Precision.INT8_TENSOR, Pipe.TENSOR, "INT8 tensor"),
    ],
)
def test_precisions_know_their_pipe(precision: Precision, pipe: Pipe, label: str) -> None:
    assert precision.pipe is pipe
    assert precision.label == label


@pytest.mark.parametrize("value", [1e-31, 5e-324, 1e31, 1.7e308])
def test_a_capacity_that_no_machine_has_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="No machine has a capacity"):
        Figure(value, Kind.USER, "typed")
