"""Formulas pinned to measured groups: on stated launches, and on the bundled decode capture."""

import math
from dataclasses import replace

import pytest

from roofline_gui.io.ncu import read_profile
from roofline_gui.io.profile_machine import sources_on_their_machines
from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.document import Document, open_sources
from roofline_gui.model.estimates import estimate_document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ideals import Held, hold_against, operations_of_rows
from roofline_gui.model.launches import Launches
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import BatchLaw, Pin, Source
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.architecture import Architecture, GroupedQuery
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import Element, element_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.resources import EXAMPLE_PROFILE
from tests.model.builders import ROUND, launches
from tests.model.workload.samples import MACHINES

# W = 2·1000² = 2 MFLOP, Q = 2·(1000² + 2·1000) = 2.004 MB, 0.4008 µs at the 5 TB/s of ROUND.
GEMM = KernelEntry(1, Workload("gemm", {"m": 1, "n": 1000, "k": 1000}, element_types("bf16")))
SHAPE = Architecture("tiny", hidden=64, layers=2, vocabulary=100, attention=GroupedQuery(4, 2, 16), mlp_width=128)
STEP = StepEntry(2, "step", SHAPE, Span(True, 10), element_types("bf16"), batch=8)

# Two executions of a product that is split along K: the product, and the sum behind it; then a copy.
SPLIT = launches(
    ["split", "sum", "split", "sum", "copy"],
    time=[4e-6, 1e-6, 3e-6, 1e-6, 9e-6],
    flop={Precision.BF16_TENSOR: [16e6, 0, 16e6, 0, 0], Precision.FP32: [0, 1e3, 0, 1e3, 0]},
    bytes={Level.DRAM: [2e6, 0.1e6, 2e6, 0.1e6, 5e6]},
    operations=["o_proj"] * 4 + ["copy"],
)


def source(of: Launches, *pins: Pin) -> Source:
    return Source(Profile("a.csv", "/a.csv", of, Ledger(read=len(of))), "a.csv", pins=pins)


def held(document: Document) -> tuple[Held, ...]:
    analysis, estimates = analyse(document), estimate_document(document)
    assert analysis is not None
    assert estimates is not None
    return hold_against(document, analysis, estimates)


def pinned(*pins: Pin, entries: tuple[Entry, ...] = (GEMM,), grouping: Grouping = Grouping.NVTX) -> Document:
    return Document(sources=(source(SPLIT, *pins),), machine=ROUND, grouping=grouping, kernels=entries)


WHOLE = Pin((0, 1, 2, 3), 1)


def test_one_execution_of_a_split_product_is_two_launches() -> None:
    (found,) = held(pinned(WHOLE))
    assert (found.row, found.estimate, found.executions, found.kernels) == (0, 0, 2, 2)
    assert found.time == pytest.approx(4.5e-6)  # (4 + 1 + 3 + 1) / 2
    assert found.flop == pytest.approx(16e6 + 1e3)
    assert found.bytes == pytest.approx(2.1e6)
    assert (found.ideal_flop, found.ideal_bytes) == (2e6, 2.004e6)
    assert found.flop_factor == pytest.approx(8.0005)
    assert found.bytes_factor == pytest.approx(2.1 / 2.004)
    assert found.fraction == pytest.approx(2.1e6 / 5e12 / 4.5e-6)
    assert found.ideal_time == pytest.approx(2.004e6 / 5e12)
    assert found.ideal_fraction == pytest.approx(2.004e6 / 5e12 / 4.5e-6)


def test_grouped_by_kernel_the_product_is_held_and_its_sum_is_not() -> None:
    (found,) = held(pinned(WHOLE, grouping=Grouping.KERNEL))
    assert (found.row, found.executions, found.kernels) == (0, 2, 1)
    assert found.time == pytest.approx(3.5e-6)
    assert found.bytes == pytest.approx(2e6)


def test_every_launch_is_held_by_itself() -> None:
    first, second = held(pinned(WHOLE, grouping=Grouping.LAUNCH))
    assert [(f.row, f.executions) for f in (first, second)] == [(0, 1), (2, 1)]
    assert [f.time for f in (first, second)] == [4e-6, 3e-6]


def test_launches_without_an_ideal_do_not_count() -> None:
    (found,) = held(pinned(Pin((0, 1), 1)))
    assert found.executions == 1
    assert found.time == pytest.approx(5e-6)


def test_the_what_if_changes_nothing() -> None:
    document = pinned(WHOLE)
    for what_if in (
        WhatIf(batch=64),
        WhatIf(precision=Precision.FP8_TENSOR),
        WhatIf(weights=Element.INT4, flop=0.5, bytes=0.5, machine=MACHINES["b200"]),
    ):
        assert held(replace(document, what_if=what_if)) == held(document)


def test_an_ideal_is_taken_at_its_own_batch() -> None:
    eight = replace(GEMM, workload=replace(GEMM.workload, batch=8))
    (found,) = held(pinned(WHOLE, entries=(eight,)))
    assert found.flop_factor == pytest.approx(1 + 1e3 / 16e6)  # eight rows: what the tile holds is all useful
    assert found.ideal_bytes == 2 * (1e6 + 8 * 2000)


# A product of 1000×1000 weights for one and for four rows, in tiles of 8, and the same for nobody knows how many.
SERIES = launches(
    ["tile", "tile", "tile"],
    time=[1e-6, 1e-6, 1e-6],
    flop={Precision.BF16_TENSOR: [16e6, 16e6, 16e6]},
    bytes={Level.DRAM: [2.004e6, 2.016e6, 2.016e6]},
    operations=["batch=1 / up", "batch=4 / up", "up"],
)


def in_series(*pins: Pin, m: int = 1, laws: tuple[BatchLaw, ...] = (), grouping: Grouping = Grouping.NVTX) -> Document:
    gemm = replace(GEMM, workload=replace(GEMM.workload, values={"m": m, "n": 1000, "k": 1000}))
    profile = replace(source(SERIES, *pins), laws=laws)
    return Document(sources=(profile,), machine=ROUND, grouping=grouping, kernels=(gemm,))


def test_rows_are_held_against_the_ideal_at_the_batch_that_they_were_recorded_at() -> None:
    one, four, unknown = held(in_series(Pin((0,), 1), Pin((1,), 1), Pin((2,), 1)))
    assert [f.recorded for f in (one, four, unknown)] == [(1,), (4,), ()]
    assert [f.is_as_given for f in (one, four, unknown)] == [False, False, True]
    assert [f.flop_factor for f in (one, four, unknown)] == [8, 2, 8]  # 16 of 2, 8 and, as given, 2 MFLOP
    assert four.ideal_bytes == 2 * (1e6 + 4 * 2000)
    assert four.bytes_factor == 1
    assert four.ideal_time == pytest.approx(2.016e6 / 5e12)


def test_what_the_user_says_of_the_batch_outranks_the_name() -> None:
    laws = (BatchLaw((1,), 2, 0.0), BatchLaw((2,), 8, 0.0))
    named, unnamed = held(in_series(Pin((1,), 1), Pin((2,), 1), laws=laws))
    assert (named.recorded, unnamed.recorded) == ((2,), (8,))
    assert (named.flop_factor, unnamed.flop_factor) == (4, 1)


def test_launches_of_several_batches_in_a_row_have_the_mean_of_their_ideals() -> None:
    (found,) = held(in_series(Pin((0, 1), 1), grouping=Grouping.KERNEL))
    assert (found.recorded, found.executions) == ((1, 4), 2)
    assert found.ideal_flop == (2e6 + 8e6) / 2
    assert found.flop_factor == pytest.approx(16 / 5)
    assert found.ideal_time == pytest.approx((2.004e6 + 2.016e6) / 2 / 5e12)


def test_a_shape_that_has_the_batch_in_it_is_taken_as_it_is_given() -> None:
    (found,) = held(in_series(Pin((1,), 1), m=4))  # 4·4 rows would be 32 MFLOP, and 16 were executed
    assert (found.flop_factor, found.is_as_given, found.recorded) == (2, True, (4,))
    (other,) = held(in_series(Pin((1,), 1), m=3))  # 24 MFLOP come nearer to 16 than 6
    assert other.flop_factor == pytest.approx(2 / 3)
    assert not other.is_as_given


def test_an_operation_of_a_step_is_an_ideal_too() -> None:
    (found,) = held(pinned(Pin((0, 1, 2, 3), 2, "o_proj"), entries=(GEMM, STEP)))
    assert found.estimate > 1  # behind the formula and the whole step
    assert found.ideal_flop == 2 * 8 * 64 * 64
    assert found.ideal_bytes == 2 * (64 * 64 + 8 * 128)
    under = replace(
        pinned(Pin((0, 1, 2, 3), 2, "o_proj"), entries=(GEMM, STEP)), what_if=WhatIf(precision=Precision.FP8_TENSOR)
    )
    assert held(under) == (found,)


def test_an_operation_that_the_step_has_no_more_holds_nothing() -> None:
    assert held(pinned(Pin((0,), 2, "router"), entries=(STEP,))) == ()


def test_each_row_is_judged_on_its_own_machine() -> None:
    slow = replace(ROUND, id="slow", levels=tuple(_halved(ROUND)))
    first, second = source(SPLIT, WHOLE), replace(source(SPLIT, WHOLE), machine=slow)
    hidden = replace(source(SPLIT, WHOLE), shown=False)
    document = Document(sources=(hidden, first, second), machine=ROUND, grouping=Grouping.NVTX, kernels=(GEMM,))
    one, two = held(document)
    assert (one.row, two.row) == (0, 2)
    assert (one.machine, two.machine) == (ROUND, slow)
    assert two.fraction == pytest.approx(2 * one.fraction)
    assert two.ideal_time == pytest.approx(2 * one.ideal_time)


def _halved(machine: Machine) -> list:  # type: ignore[type-arg]
    return [replace(x, bandwidth=replace(x.bandwidth, value=x.bandwidth.value / 2)) for x in machine.levels]


def test_what_is_unknown_stays_unknown() -> None:
    untimed = launches(["k"], time=[math.nan], flop={Precision.FP32: [math.nan]}, bytes={Level.DRAM: [2e6]})
    document = Document(sources=(source(untimed, Pin((0,), 1)),), machine=ROUND, kernels=(GEMM,))
    (found,) = held(document)
    assert found.bytes_factor == pytest.approx(2 / 2.004)
    assert found.ideal_time == pytest.approx(2.004e6 / 5e12)
    assert all(math.isnan(x) for x in (found.flop_factor, found.fraction, found.ideal_fraction))
    no_ceiling = replace(GEMM, workload=replace(GEMM.workload, types=element_types("int8")))
    (other,) = held(replace(document, kernels=(no_ceiling,)))
    assert math.isnan(other.ideal_time)


# The bundled decode capture: one layer of the shape of Llama 3 8B on an H200


def example(*entries: Entry) -> tuple[Document, Analysis]:
    profile = read_profile(EXAMPLE_PROFILE)
    assert isinstance(profile, Profile)
    sources = sources_on_their_machines(profile, [MACHINES["h200-sxm"]])
    document = open_sources(Document(kernels=entries), sources, sources[0].machine, Grouping.NVTX)
    analysis = analyse(document)
    assert analysis is not None
    return document, analysis


def row_of(analysis: Analysis, operation: str) -> int:
    return next(r for r in range(len(analysis)) if analysis.groups.operation(r) == operation)


def pin_row(document: Document, analysis: Analysis, row: int, entry: int) -> Document:
    (only,) = document.sources
    launches = tuple(analysis.groups.members(row).tolist())
    return replace(document, sources=(replace(only, pins=(Pin(launches, entry),)),))


@pytest.mark.parametrize(
    ("operation", "n", "k", "launches"),
    [("qkv_proj", 6144, 4096, 1), ("o_proj", 4096, 4096, 2), ("gate_up", 28672, 4096, 1), ("down", 4096, 14336, 2)],
)
def test_products_at_batch_1_pad_their_tiles_eightfold_and_move_little_more_than_they_must(
    operation: str, n: int, k: int, launches: int
) -> None:
    entry = KernelEntry(1, Workload("gemm", {"m": 1, "n": n, "k": k}, element_types("bf16")))
    document, analysis = example(entry)
    row = row_of(analysis, f"decode batch=1 / layer 0 / {operation}")
    (found,) = held(pin_row(document, analysis, row, 1))
    assert found.row == row
    assert (found.executions, found.kernels) == (1, launches)
    assert found.flop_factor == pytest.approx(8, abs=0.01)  # tiles of 8 rows for one
    assert 1 < found.bytes_factor < 1.06
    assert found.ideal_bytes == 2 * (n * k + n + k)
    assert found.fraction == pytest.approx(analysis.bounds.fraction[row])
    # DRAM binds both: what is lost is the surplus of bytes and the lost rate.
    assert found.ideal_fraction == pytest.approx(found.fraction / found.bytes_factor)


def test_rows_get_the_operation_that_they_are_called_after() -> None:
    entry = StepEntry(1, "step", SHAPE, Span(True, 1024), element_types("bf16"), batch=8)
    _, analysis = example(entry)
    named = operations_of_rows(analysis, range(len(analysis)), entry)
    paths = {analysis.groups.operation(row): name for row, name in named.items()}
    assert paths["decode batch=8 / layer 0 / qkv_proj"] == "qkv_proj"
    assert paths["decode batch=8 / lm_head"] == "lm_head"
    assert set(paths.values()) == {
        "add_rms_norm", "qkv_proj", "attention", "o_proj", "gate_up", "silu_and_mul", "down", "lm_head", "sampling"
    }  # fmt: skip
    assert {path.split(" / ")[0] for path in paths} == {"decode batch=8"}  # not those of other batches
