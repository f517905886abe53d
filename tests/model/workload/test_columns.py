"""Many kernels as columns: each says what it says alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.columns import KernelColumns, LawColumns
from roofline_gui.model.workload.law import Law
from tests.model.workload.samples import kernel

AMOUNTS = st.floats(0, 1e12)
LAWS = st.builds(
    Law, AMOUNTS, AMOUNTS, st.lists(st.tuples(AMOUNTS, st.floats(0.01, 1.0)), max_size=3).map(tuple)
)


@given(st.lists(st.tuples(LAWS, st.integers(1, 4096)), min_size=1, max_size=6))
def test_each_law_keeps_its_own_batch_and_pools(rows: list[tuple[Law, int]]) -> None:
    amounts = LawColumns.of([law for law, _ in rows]).at(np.array([float(batch) for _, batch in rows]))
    assert amounts == pytest.approx([float(law.at(batch)) for law, batch in rows])


def test_stated_laws() -> None:
    columns = LawColumns.of([Law(10, 2), None, Law(1, 0, ((64, 0.5), (8, 0.25)))])
    amounts = columns.at(np.array([3.0, 3.0, 2.0]))
    assert amounts[0] == 16
    assert np.isnan(amounts[1])
    assert amounts[2] == 1 + 64 * 0.75 + 8 * (1 - 0.75**2)


# A product, a mixture of experts, a copy that the batch does not move, work without traffic.
KERNELS = (
    kernel("gemm", "bf16", m=1, n=4096, k=1024),
    kernel("moe_gemm", "fp8", experts=8, top=2, n=64, k=32),
    kernel("custom", "fp32", bytes=1e9, flop=5.0),
    kernel("custom", "bf16", flop=1e12),
)


def test_kernels_with_different_precisions_and_batches() -> None:
    columns = KernelColumns.of(KERNELS)
    demand = columns.demand(np.array([4.0, 2.0, 7.0, 1.0]), np.array([np.nan, 1e-6, np.nan, np.nan]))
    gemm, experts = 2 * 4 * 4096 * 1024, 2 * 2 * 2 * 64 * 32
    assert demand.flop[Precision.BF16_TENSOR].tolist() == [gemm, 0, 0, 1e12]
    assert demand.flop[Precision.FP8_TENSOR].tolist() == [0, experts, 0, 0]
    assert demand.total_flop.tolist() == [gemm, experts, 5, 1e12]
    touched = 8 * (1 - 0.75**2)  # of 8 experts by two tokens that take 2 each
    moved = [2 * (4096 * 1024 + 4 * (1024 + 4096)), touched * 64 * 32 + 2 * 2 * (64 + 32), 1e9]
    assert demand.traffic(Level.DRAM)[:3] == pytest.approx(moved)
    assert np.isnan(demand.traffic(Level.DRAM)[3])
    assert demand.time[1] == 1e-6
    assert columns.grows.tolist() == [True, True, False, False]


def test_unknown_work_is_not_none() -> None:
    columns = KernelColumns.of((kernel("custom", "bf16", bytes=1e6), kernel("custom", "bf16", flop=0.0, bytes=1e6)))
    total = columns.demand(np.ones(2), np.full(2, np.nan)).total_flop
    assert np.isnan(total[0])
    assert total[1] == 0


def test_no_kernels() -> None:
    columns = KernelColumns.of(())
    assert len(columns) == 0
    assert len(columns.demand(np.zeros(0), np.zeros(0))) == 0
