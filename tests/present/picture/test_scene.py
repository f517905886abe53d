"""The scene of stated kernels on a round machine: 5 TB/s DRAM, FP32 100 T, BF16 tensor 1 P, FP8 tensor 2 P."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.document import Document, View
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Flag, Launches
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import ComputeCeiling, Figure, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from roofline_gui.present.palette import REST, Shape
from roofline_gui.present.picture.ceilings import Side
from roofline_gui.present.picture.dots import LEVELS
from roofline_gui.present.picture.scene import Scene, scene, select
from roofline_gui.present.picture.shown import Shown
from tests.model.builders import ROUND, launches

LOG_DRAM = math.log10(5e12)


def document_of(
    read: Launches, grouping: Grouping = Grouping.LAUNCH, view: View | None = None, machine: Machine = ROUND
) -> tuple[Document, Analysis]:
    profile = Profile("test.csv", "test.csv", read, Ledger(len(read)))
    document = Document("Title", (Source(profile, profile.name),), machine, grouping, view=view or View())
    analysis = analyse(document)
    assert analysis is not None
    return document, analysis


def kernels(
    time: Sequence[float],
    flop: Sequence[float],
    dram: Sequence[float],
    precision: Precision = Precision.FP32,
    nearer: Mapping[Level, Sequence[float]] | None = None,
    names: Sequence[str] | None = None,
    operations: Sequence[str] | None = None,
    flags: Sequence[int] | None = None,
) -> Launches:
    return launches(
        names or [f"k{i}" for i in range(len(time))],
        time,
        {precision: flop},
        {Level.DRAM: dram, **(nearer or {})},
        operations=operations,
        flags=flags,
    )


def shown(read: Launches, selection: Sequence[int] = (), **options: object) -> Scene:
    document, analysis = document_of(read, **options)  # type: ignore[arg-type]
    return scene(Shown(document, analysis, selection=frozenset(selection)))


def test_dots_stand_at_intensity_and_performance() -> None:
    dots = shown(kernels([0.1, 0.4], [1e12, 4e10], [1e11, 4e11])).dots
    assert dots.row.tolist() == [0, 1]
    assert dots.x == pytest.approx([1, -1])  # 1e12/1e11 = 10 FLOP/B, 4e10/4e11 = 0.1
    assert dots.y == pytest.approx([13, 11])  # 1e12/0.1 s, 4e10/0.4 s


def test_area_is_in_proportion_to_time() -> None:
    assert shown(kernels([0.1, 0.4], [1e12, 1e12], [1e11, 1e11])).dots.area == pytest.approx([0.25, 1])


def test_marks_for_dots_above_the_roof_and_close_verdicts() -> None:
    # I = 10 FLOP/B allows 5e13 FLOP/s; 80 % of it is the limit of near. Achieved: 120 %, 82 %, 60 %.
    marks = shown(kernels([1, 1, 1], [6e13, 4.1e13, 3e13], [6e12, 4.1e12, 3e12]))
    assert marks.dots.above_roof.tolist() == [True, False, False]
    assert marks.dots.close.tolist() == [False, True, False]
    assert (marks.counts.above_roof, marks.counts.close) == (1, 1)


def test_slopes_and_flats_meet_at_the_ridges() -> None:
    roofs = shown(kernels([1], [1e13], [1e11], Precision.BF16_TENSOR)).roofs
    assert {s.level: s.bandwidth for s in roofs.slopes} == pytest.approx(
        {Level.L1: math.log10(40e12), Level.L2: 13, Level.DRAM: LOG_DRAM}
    )
    main = [r for r in roofs.ridges if r.main]
    assert [(r.level, r.precisions, r.value) for r in main] == [(Level.DRAM, (Precision.BF16_TENSOR,), "200")]
    assert (main[0].x, main[0].y) == pytest.approx((math.log10(200), 15))
    near = next(r for r in roofs.ridges if r.level is Level.L1 and r.precisions == (Precision.FP32,))
    assert 10**near.x == pytest.approx(2.5)  # 100 T / 40 T
    # Slopes end on the highest flat, 2 PFLOP/s; flats begin at the nearest level.
    assert 10 ** roofs.slopes[-1].reach == pytest.approx(400)
    assert [10**f.start for f in roofs.flats] == pytest.approx([2000 / 40, 1000 / 40, 100 / 40])


def test_ceilings_are_those_that_occur_fp32_and_the_highest() -> None:
    drawn = shown(kernels([1], [1e13], [1e11], Precision.BF16_TENSOR)).roofs.flats
    assert [f.precisions for f in drawn] == [
        (Precision.FP8_TENSOR,),
        (Precision.BF16_TENSOR,),
        (Precision.FP32,),
    ]
    assert [(f.name, f.value) for f in drawn] == [
        ("FP8 tensor, dense", "2 PFLOP/s"),
        ("BF16 tensor, dense", "1 PFLOP/s"),
        ("FP32", "100 TFLOP/s"),
    ]
    assert [f.main for f in drawn] == [False, True, False]


def test_the_main_ceiling_is_that_of_the_precision_with_most_time() -> None:
    read = launches(
        ["a", "b"],
        [1, 3],
        {Precision.BF16_TENSOR: [1e13, 0], Precision.FP64: [0, 1e12]},
        {Level.DRAM: [1e11, 1e11]},
    )
    roofs = shown(read).roofs
    assert roofs.main is Precision.FP64
    assert [f.precisions[0] for f in roofs.flats if f.main] == [Precision.FP64]


def test_hidden_ceilings_leave_all_others() -> None:
    view = View(hidden_ceilings=frozenset({Precision.FP8_TENSOR, Precision.FP64}))
    flats = shown(kernels([1], [1e13], [1e11]), view=view).roofs.flats
    assert [f.precisions[0] for f in flats] == [Precision.BF16_TENSOR, Precision.FP16, Precision.FP32]


def test_equal_peaks_share_a_line_measured_ones_are_dashed_and_sparse_ones_absent() -> None:
    def peak(value: float, kind: Kind = Kind.DATASHEET) -> Figure:
        return Figure(value, kind, "test")

    machine = replace(
        ROUND,
        ceilings=(
            ComputeCeiling(Precision.FP32, peak(100e12, Kind.MEASURED)),
            ComputeCeiling(Precision.BF16_TENSOR, peak(1000e12)),
            ComputeCeiling(Precision.FP16_TENSOR, peak(1000e12)),
            ComputeCeiling(Precision.FP16_TENSOR, peak(2000e12), sparse=True),
        ),
        levels=(MemoryLevel(Level.DRAM, "HBM", peak(5e12, Kind.MEASURED)),),
    )
    view = View(hidden_ceilings=frozenset())
    roofs = shown(kernels([1], [1e13], [1e11]), view=view, machine=machine).roofs
    assert [(f.name, f.dashed) for f in roofs.flats] == [("BF16, FP16 tensor, dense", False), ("FP32", True)]
    assert [s.dashed for s in roofs.slopes] == [True]


def test_regions_begin_a_decade_before_and_after_the_ridge() -> None:
    picture = shown(kernels([1], [1e13], [1e11]))  # FP32: ridge 20 FLOP/B
    limits = [(r.side, 10**r.left, 10**r.right) for r in picture.roofs.regions]
    assert limits == [
        (Side.MEMORY, 0, pytest.approx(2)),
        (Side.MIXED, pytest.approx(2), pytest.approx(200)),
        (Side.COMPUTE, pytest.approx(200), math.inf),
    ]
    assert picture.show_regions
    assert not shown(kernels([1], [1e13], [1e11]), view=View(regions=False)).show_regions


NEARER = {Level.L2: [2e11, 2e11], Level.L1: [1e12, 1e12]}


def test_only_selected_kernels_show_all_levels() -> None:
    read = kernels([1, 1], [1e12, 1e12], [1e11, 1e11], nearer=NEARER)
    assert len(shown(read).levels) == 0
    levels = shown(read, selection=[1]).levels
    assert levels.dot.tolist() == [1, 1]
    found = dict(zip((LEVELS[i] for i in levels.level.tolist()), levels.x.tolist(), strict=True))
    assert found == pytest.approx({Level.L1: 0, Level.L2: math.log10(5)})
    assert len(shown(read, view=View(all_levels=True)).levels) == 4


def test_a_bypassed_or_unknown_l1_is_not_drawn() -> None:
    read = kernels(
        [1, 1],
        [1e12, 1e12],
        [1e11, 1e11],
        nearer={Level.L2: [2e11, 2e11], Level.L1: [1e6, math.nan]},
        flags=[Flag.L1_BYPASSED, Flag.NONE],
    )
    levels = shown(read, selection=[0, 1]).levels
    assert {LEVELS[i] for i in levels.level.tolist()} == {Level.L2}


def test_a_kernel_without_dram_bytes_stands_at_its_next_level() -> None:
    picture = shown(kernels([1, 1], [1e12, 1e12], [0, 1e11], nearer=NEARER), selection=[0])
    assert [LEVELS[i] for i in picture.dots.level.tolist()] == [Level.L2, Level.DRAM]
    assert picture.dots.x == pytest.approx([math.log10(5), 1])
    assert [LEVELS[i] for i in picture.levels.level.tolist()] == [Level.L1]


def test_what_cannot_be_drawn_is_counted_in_launches() -> None:
    read = kernels([1, 1, 1, math.nan], [1e12, 0, math.nan, 1e12], [1e11, 1e11, 1e11, 1e11])
    picture = shown(read)
    assert picture.dots.row.tolist() == [0]
    assert picture.counts.not_drawn == 3
    assert "3 of 4 not drawn" in picture.caption.source


OPERATIONS = [f"decode batch={b} / layer 0 / {name}" for b in (32, 1, 8) for name in ("gemm", "norm")]


def test_recorded_series_are_trails_in_order_of_the_batch_with_one_colour() -> None:
    time = [5, 1, 4, 1, 3, 1]
    picture = shown(
        kernels(time, [1e12] * 6, [1e11] * 6, operations=OPERATIONS, names=["k"] * 6), grouping=Grouping.NVTX
    )
    assert [(t.dots, t.batches) for t in picture.trails] == [((2, 4, 0), (1, 8, 32)), ((3, 5, 1), (1, 8, 32))]
    colours = picture.dots.colour
    assert colours[[0, 2, 4]].tolist() == [0, 0, 0]  # most time, first colour
    assert colours[[1, 3, 5]].tolist() == [1, 1, 1]
    assert "Trails: batch 1, 8, 32." in picture.caption.subtitle


@pytest.mark.parametrize("spelling", ["step bs {}", "step bs={}", "step b={}", "step Batch={}", "run, batch {}, x"])
def test_batch_spellings(spelling: str) -> None:
    operations = [spelling.format(n) for n in (4, 2)]
    read = kernels([1, 1], [1e12] * 2, [1e11] * 2, operations=operations)
    assert [t.batches for t in shown(read, grouping=Grouping.NVTX).trails] == [(2, 4)]


def test_no_series_without_two_sizes_or_with_another_path() -> None:
    operations = ["a batch=1 / x", "a batch=1 / y", "b batch=2 / x", "verb=3 / x"]
    read = kernels([1] * 4, [1e12] * 4, [1e11] * 4, operations=operations)
    assert shown(read, grouping=Grouping.NVTX).trails == ()


def test_shapes_come_in_when_colours_run_out() -> None:
    time = list(range(60, 0, -1))
    dots = shown(kernels(time, [1e12] * 60, [1e11] * 60)).dots
    assert dots.colour[:16].tolist() == [*range(8), *range(8)]
    assert dots.shape[:16].tolist() == [Shape.CIRCLE] * 8 + [Shape.SQUARE] * 8
    assert len({*zip(dots.colour[:40].tolist(), dots.shape[:40].tolist(), strict=True)}) == 40
    assert set(dots.colour[40:].tolist()) == {REST}


def test_labels_are_the_selection_then_the_five_longest() -> None:
    time = [1, 7, 3, 9, 2, 8, 4]  # 34 s together
    picture = shown(kernels(time, [1e12] * 7, [5e12] * 7), selection=[0])
    full = [label for label in picture.labels if label.detail]
    assert [label.dots for label in full] == [(0,), (3,), (5,), (1,), (6,), (2,)]
    # 5e12 B at 5 TB/s take 1 s.
    assert (full[1].name, full[1].detail) == ("k3", "26 % of time, 11 % of dram")
    assert {label.name for label in picture.labels if not label.detail} == {"k4"}


def test_one_label_in_full_per_series() -> None:
    read = kernels([5, 1, 4, 1, 3, 1], [1e12] * 6, [1e11] * 6, operations=OPERATIONS, names=["k"] * 6)
    labels = shown(read, grouping=Grouping.NVTX).labels
    assert [label.name for label in labels] == ["gemm · batch=32", "norm · batch=32"]


def test_captions_name_grouping_levels_machine_and_profiler() -> None:
    read = kernels([1, 1], [1e12, 1e12], [1e11, 1e11], nearer=NEARER, names=["k", "k"])
    caption = shown(read, grouping=Grouping.KERNEL).caption
    assert caption.title == "Title"
    assert caption.subtitle == "Grouped by kernel. Dot area: share of time."
    assert caption.x_title == "Arithmetic intensity (FLOP/byte, DRAM traffic)"
    assert caption.y_title == "Performance (FLOP/s)"
    assert caption.source == "Test, user-set ceilings · Nsight Compute · 2 launches in 1 group"
    several = shown(read, selection=[0], grouping=Grouping.KERNEL)
    assert several.caption.x_title == "Arithmetic intensity (FLOP/byte, traffic of each level)"
    assert [level for level, _ in several.level_legend] == [Level.DRAM, Level.L2, Level.L1]


def test_another_selection_gives_the_same_scene_as_from_the_start() -> None:
    read = kernels([1, 2], [1e12, 1e12], [1e11, 1e11], nearer=NEARER)
    document, analysis = document_of(read)
    one, two = (Shown(document, analysis, selection=frozenset({row})) for row in (0, 1))
    later, anew = select(scene(one), two), scene(two)
    assert later.selected == anew.selected == (1,)
    assert later.labels == anew.labels
    assert later.level_legend == anew.level_legend
    assert np.array_equal(later.levels.x, anew.levels.x)


def test_without_an_analysis_there_are_only_ceilings() -> None:
    empty = scene(Shown(Document(machine=ROUND)))
    assert len(empty.dots) == 0
    assert len(empty.roofs.slopes) == 3
    assert scene(Shown(Document())).roofs.slopes == ()


def test_rows_that_sum_up_many_launches_count_as_many() -> None:
    found = launches(["a", "b"], time=[1e-3, 1e-3], flop={Precision.FP32: [1e9, 0.0]}, bytes={Level.DRAM: [1e8, 1e8]})
    document, analysis = document_of(replace(found, invocations=np.array([100, 5])))
    shown = scene(Shown(document, analysis))
    assert (shown.counts.launches, shown.counts.not_drawn) == (105, 5)
    assert "5 of 105 not drawn" in shown.caption.source
