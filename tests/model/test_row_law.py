"""Measured rows as kernels with laws of the batch."""

from typing import Any

import pytest

from roofline_gui.model.analysis import analyse
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level
from roofline_gui.model.measured import measure
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.row_law import RowKernel, kernel_of_row
from roofline_gui.model.source import BatchLaw, Source
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.batch import ridge_batch
from roofline_gui.model.workload.elements import Element
from roofline_gui.model.workload.law import Law
from tests.model.builders import ROUND, launches, machine

BF16, FP8 = Precision.BF16_TENSOR, Precision.FP8_TENSOR
# 8 GFLOP and 10 MB, recorded at batch 4; 6 MB of the traffic are weights: W(b) = 2e9·b, Q(b) = 6e6 + 1e6·b.
GEMM = launches(["gemm", "copy"], [1e-4, 1e-5], {BF16: [8e9, 1.0]}, {Level.DRAM: [10e6, 5e6]})
LAW = BatchLaw((0,), 4, 6e6)


def row_kernel(row: int = 0, what_if: WhatIf = AS_GIVEN, of: Launches = GEMM, **more: Any) -> RowKernel | None:
    known: dict[str, Any] = {"laws": (LAW,), **more}
    grouping = known.pop("grouping", Grouping.LAUNCH)
    document = Document(
        sources=(Source(Profile("a", "a", of, Ledger(read=len(of))), "a", **known),), machine=ROUND, grouping=grouping
    )
    analysis = analyse(document)
    assert analysis is not None
    return kernel_of_row(measure(document.shown, analysis), row, what_if)


def laws(found: RowKernel | None) -> tuple[dict[Precision, Law], Law]:
    assert found is not None
    moved = found.kernel.bytes
    assert moved is not None
    return dict(found.kernel.work), moved


def is_law(law: Law, fixed: float, per_batch: float) -> bool:
    return law.fixed == pytest.approx(fixed) and law.per_batch == pytest.approx(per_batch) and not law.pools


def misses(found: RowKernel) -> tuple[float, float]:
    assert found.fit is not None
    return found.fit.work, found.fit.traffic


def test_the_weights_stay_and_the_rest_grows() -> None:
    found = row_kernel()
    work, moved = laws(found)
    assert list(work) == [BF16]
    assert is_law(work[BF16], 0, 2e9)
    assert is_law(moved, 6e6, 1e6)
    assert found is not None
    assert (found.machine, found.batch) == (ROUND, 4)
    # 2 µs·b of compute against 1.2 µs + 0.2 µs·b of DRAM.
    assert ridge_batch(found.kernel, found.machine) == 1


def test_a_row_without_a_law_has_no_kernel() -> None:
    assert row_kernel(1) is None


def test_the_what_if_changes_the_laws_as_it_changes_predictions() -> None:
    work, moved = laws(row_kernel(what_if=WhatIf(batch=64, precision=FP8, flop=0.5, bytes=0.8)))
    assert list(work) == [FP8]
    assert is_law(work[FP8], 0, 1e9)
    assert is_law(moved, 0.5 * 0.8 * 6e6, 0.5 * 0.8 * 1e6)


def test_weights_in_a_narrower_type_shrink_only_what_stays() -> None:
    work, moved = laws(row_kernel(what_if=WhatIf(weights=Element.INT4)))
    assert is_law(work[BF16], 0, 2e9)
    assert is_law(moved, 6e6 / 4, 1e6)


def test_another_machine_bounds_it() -> None:
    slow = machine({BF16: 100e12}, {Level.DRAM: 1e12})
    found = row_kernel(what_if=WhatIf(machine=slow))
    assert found is not None
    assert found.machine == slow


def test_launches_of_a_row_add_up() -> None:
    two = launches(["gemm"] * 2, [1e-4] * 2, {BF16: [8e9, 4e9]}, {Level.DRAM: [10e6, 10e6]})
    work, moved = laws(row_kernel(of=two, grouping=Grouping.KERNEL, laws=(BatchLaw((0, 1), 4, 5e6),)))
    assert is_law(work[BF16], 0, 3e9)
    assert is_law(moved, 5e6, 15e6 / 4)


def test_a_recorded_series_tells_the_law_of_each_of_its_rows() -> None:
    batches = [1, 8, 64]
    series = launches(
        ["gemm"] * 3,
        [1e-5, 2e-5, 9e-5],
        {BF16: [2e9 * b for b in batches]},
        {Level.DRAM: [6e6 + 1e6 * b for b in batches]},
        operations=[f"step batch={b} / gemm" for b in batches],
    )
    for row in range(3):
        found = row_kernel(row, of=series, grouping=Grouping.NVTX, laws=())
        work, moved = laws(found)
        assert is_law(work[BF16], 0, 2e9)
        assert is_law(moved, 6e6, 1e6)
        assert found is not None
        assert found.batch == 1
        assert misses(found) == pytest.approx((0, 0), abs=1e-9)


def test_a_padded_product_has_one_ridge_whichever_row_tells_it() -> None:
    # W = 2 GFLOP·max(b, 8) but for 66 GFLOP at batch 32, Q = 1 GB + 1 MB·b. 2 µs·b of compute and 200 µs + 0.2 µs·b of
    # DRAM meet at 111.1.
    batches = [1, 8, 32]
    series = launches(
        ["gemm"] * 3,
        [2.5e-4, 2.5e-4, 2.6e-4],
        {BF16: [16e9, 16e9, 66e9]},
        {Level.DRAM: [1e9 + 1e6 * b for b in batches]},
        operations=[f"step batch={b} / gemm" for b in batches],
    )
    for row in range(3):
        found = row_kernel(row, of=series, grouping=Grouping.NVTX, laws=())
        work, moved = laws(found)
        ((per_batch, least),) = work[BF16].padded
        assert (work[BF16].fixed, work[BF16].per_batch, least) == (0, 0, 8)
        assert per_batch == pytest.approx(2e9)
        assert is_law(moved, 1e9, 1e6)
        assert found is not None
        assert ridge_batch(found.kernel, found.machine) == 112
        assert misses(found) == pytest.approx((1 - 64 / 66, 0), abs=1e-9)


def test_a_law_of_the_users_was_not_fitted() -> None:
    found = row_kernel()
    assert found is not None
    assert found.fit is None
