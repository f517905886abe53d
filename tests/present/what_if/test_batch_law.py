"""What is offered and read for the batch law of selected rows."""

from typing import Any

import pytest

from roofline_gui.model.analysis import analyse
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level
from roofline_gui.model.measured import laws_of, measure
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.row_law import kernel_of_row
from roofline_gui.model.source import BatchLaw, Pin, Source
from roofline_gui.model.units import QuantityError
from roofline_gui.model.what_if import AS_GIVEN
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.entry import KernelEntry
from roofline_gui.present.what_if.batch_law import LawOffer, law_preview, offer_law, read_weight_bytes
from tests.model.builders import ROUND, launches

BF16 = Precision.BF16_TENSOR
NAN = float("nan")
PLAIN = launches(["gemm", "gemm", "copy"], [1e-4] * 3, {BF16: [8e9, 8e9, 0.0]}, {Level.DRAM: [10e6, 10e6, 5e6]})
# W = 2e9·b, Q = 6e6 + 1e6·b
SERIES = launches(
    ["gemm"] * 3,
    [1e-5, 2e-5, 9e-5],
    {BF16: [2e9, 16e9, 128e9]},
    {Level.DRAM: [7e6, 14e6, 70e6]},
    operations=[f"step batch={b} / gemm" for b in (1, 8, 64)],
)
# Weights 1024 · 1024 · 2 B
GEMM = KernelEntry(7, Workload("gemm", {"m": 1, "n": 1024, "k": 1024}, name="projection", batch=16))


def offer(rows: list[int], of: Launches = PLAIN, *, grouping: Grouping = Grouping.LAUNCH, **more: Any) -> LawOffer:
    made = Document(
        sources=(Source(Profile("a", "a", of, Ledger(read=len(of))), "a", **more),),
        machine=ROUND,
        grouping=grouping,
        kernels=(GEMM,),
    )
    analysis = analyse(made)
    assert analysis is not None
    measured = measure(made.shown, analysis)
    laws, kernel = laws_of(measured, rows), kernel_of_row(measured, rows[0], AS_GIVEN)
    behind = tuple(i for i, row in enumerate(analysis.groups.of_launch.tolist()) if row in rows)
    return offer_law(made, analysis, rows, laws, [(0, behind)], kernel)


def test_without_knowledge_nothing_stays_and_that_is_said() -> None:
    found = offer([0, 2])
    assert (found.launches, found.traffic, found.batch, found.weight_bytes) == (2, 15e6, 1, 0)
    assert not found.given
    assert "Nothing is known to stay" in found.origin


def test_a_law_that_is_there_is_offered_again_and_can_be_taken_away() -> None:
    found = offer([0], laws=(BatchLaw((0, 1), 4, 6e6),))
    assert (found.batch, found.given) == (4, True)
    assert found.weight_bytes == pytest.approx(3e6)  # its half of the traffic


def test_a_pinned_formula_tells_the_weights_once_per_launch() -> None:
    found = offer([0, 1], pins=(Pin((0, 1), 7),))
    assert (found.batch, found.weight_bytes) == (16, 2 * 1024 * 1024 * 2)
    assert found.origin == "The weights of projection, which is pinned to them."


def test_weights_never_exceed_the_traffic() -> None:
    small = launches(["gemm"], [1e-5], {BF16: [1e6]}, {Level.DRAM: [1e6]})
    assert offer([0], small, pins=(Pin((0,), 7),)).weight_bytes == 1e6


def test_a_pin_to_an_entry_that_is_gone_tells_nothing() -> None:
    assert offer([0], pins=(Pin((0,), 99),)).weight_bytes == 0


def test_a_series_tells_batch_and_weights() -> None:
    found = offer([1], SERIES, grouping=Grouping.NVTX)
    assert found.batch == 8
    assert found.weight_bytes == pytest.approx(6e6)
    assert found.origin.split("\n") == [
        "What stays over the recorded batch sizes.",
        "The recorded law holds until one is given, which then starts from this row alone:",
        "W(b) = 2 GFLOP·b",
        "Q(b) = 6 MB + 1 MB·b",
        "Off what was recorded by up to 0 % in W, 0 % in Q",
        "Beyond the ridge at every batch",  # 2 µs·b of compute against 1.2 µs + 0.2 µs·b
    ]
    assert found.several == ()


def test_rows_of_several_batches_are_warned_of() -> None:
    assert offer([0, 2], SERIES, grouping=Grouping.NVTX).several == (1, 64)


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("4 MB", 4e6), ("1024*1024*2", 2097152), ("2 MiB", 2097152), ("90 %", 9e6), ("100%", 10e6)],
)
def test_weight_bytes_are_read_with_units_arithmetic_and_shares(text: str, value: float) -> None:
    assert read_weight_bytes(text, offer([0])) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("11 MB", "More than the 10 MB that these launches moved"),
        ("101 %", "More than the 10 MB"),
        ("-1 MB", "cannot be less than 0 B"),
        ("four", "four"),
        ("3 GFLOP", "FLOP"),
        ("", ""),
        ("%", ""),
    ],
)
def test_what_are_no_weights_is_told(text: str, complaint: str) -> None:
    with pytest.raises(QuantityError) as told:
        read_weight_bytes(text, offer([0]))
    assert complaint in str(told.value)
    assert str(told.value)


def test_unknown_traffic_has_no_law() -> None:
    unknown = offer([0], launches(["gemm"], [1e-5], {BF16: [1e6]}, {Level.DRAM: [NAN]}))
    assert unknown.weight_bytes == 0
    with pytest.raises(QuantityError, match="DRAM traffic is unknown"):
        read_weight_bytes("0", unknown)


def test_the_preview_tells_the_laws_and_the_ridge() -> None:
    # 1 µs·b of compute; 8 MB of weights take 1.6 µs, the rest 0.05 µs·b: they meet at 1.68.
    slower = launches(["gemm"], [1e-4], {BF16: [8e9]}, {Level.DRAM: [10e6]})
    assert law_preview(offer([0], slower), 8, 8e6) == (
        "W(b) = 1 GFLOP·b",
        "Q(b) = 8 MB + 250 kB·b",
        "Crosses the ridge at batch 2",
    )
