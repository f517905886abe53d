"""Roofs of mixed work, on a round machine: BF16 tensor 1000, packed FP16 200, FP32 100, FP64 50 TFLOP/s."""

import math

import numpy as np
import pytest

from roofline_gui.model.composite import Composite, composite_roof
from roofline_gui.model.demand import Demand, demand
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Pipe, Precision
from roofline_gui.model.roofline import bound
from tests.model.builders import ROUND, machine

FP64, FP32, FP16, TENSOR = Precision.FP64, Precision.FP32, Precision.FP16, Precision.BF16_TENSOR


def composite(of: Demand) -> Composite:
    found = composite_roof(of, 0, ROUND)
    assert found is not None
    return found


def test_precisions_on_one_pipe_queue_up() -> None:
    # 1 GFLOP in FP32 and 2 in packed FP16 take 10 µs each: 3 GFLOP in 20 µs, between the ceilings of both.
    found = composite(demand(flop={FP16: 2e9, FP32: 1e9}))
    assert {p.precision: p.time for p in found.parts} == pytest.approx({FP16: 10e-6, FP32: 10e-6})
    ((pipe, time),) = found.pipes
    assert pipe is Pipe.FMA
    assert time == pytest.approx(20e-6)
    assert found.roof == pytest.approx(150e12)
    assert sum(part.share for part in found.parts) == pytest.approx(1)


def test_different_pipes_overlap_and_the_slowest_decides() -> None:
    # 9 GFLOP take 9 µs on the tensor pipe, 1 GFLOP 10 µs on the FMA pipe: 10 GFLOP in 10 µs.
    found = composite(demand(flop={TENSOR: 9e9, FP32: 1e9}))
    assert [part.precision for part in found.parts] == [FP32, TENSOR]
    assert [part.share for part in found.parts] == pytest.approx([0.1, 0.9])
    assert [pipe for pipe, _ in found.pipes] == [Pipe.FMA, Pipe.TENSOR]
    assert found.roof == pytest.approx(1000e12)


@pytest.mark.parametrize("flop", [{FP32: 1e9, FP16: 3e9}, {TENSOR: 9e9, FP32: 2e9, FP64: 1e9}])
def test_it_is_the_roof_of_the_bound_where_memory_is_no_limit(flop: dict[Precision, float]) -> None:
    kernel = demand(flop=dict(flop), bytes={Level.DRAM: 1.0})
    assert composite(kernel).roof == pytest.approx(bound(kernel, ROUND).roof[0])


def test_what_does_not_matter_is_left_out_unless_it_takes_long() -> None:
    assert composite_roof(demand(flop={TENSOR: 1e9, FP32: 0.0}), 0, ROUND) is None
    assert composite_roof(demand(flop={FP32: 1e9, FP16: 0.5e7}), 0, ROUND) is None
    slow = machine({FP32: 64e12, FP64: 1e12}, {Level.DRAM: 1e12})  # 0.5 % of the work, a third of the pipe time
    found = composite_roof(demand(flop={FP32: 1e9, FP64: 0.5e7}), 0, slow)
    assert found is not None
    assert [part.precision for part in found.parts] == [FP32, FP64]


def test_nothing_is_said_of_what_is_unknown() -> None:
    assert composite_roof(demand(flop={TENSOR: math.nan, FP32: math.nan}), 0, ROUND) is None
    assert composite_roof(demand(flop={FP32: 1e9, Precision.INT8_TENSOR: 1e9}), 0, ROUND) is None
    assert composite_roof(demand(flop={FP32: 0.0, FP16: 0.0}), 0, ROUND) is None


def test_each_row_has_its_own_parts() -> None:
    rows = demand(flop={FP32: np.array([1e9, 1e9]), FP16: np.array([0.0, 2e9])})
    assert composite_roof(rows, 0, ROUND) is None
    second = composite_roof(rows, 1, ROUND)
    assert second is not None
    assert second.flop == 3e9
