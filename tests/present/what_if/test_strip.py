"""What the sliders of batch and precision show."""

from dataclasses import replace
from typing import Any

import pytest

from roofline_gui.io.machines import load_catalogue
from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import FORMULA, Estimates, estimate_document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level
from roofline_gui.model.measured import measure
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.row_law import Fit, kernel_of_row
from roofline_gui.model.source import BatchLaw, Source
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.entry import KernelEntry
from roofline_gui.present.what_if.strip import (
    BatchTrack,
    PrecisionTrack,
    batch_track,
    fit_lines,
    law_lines,
    looked_at,
    precision_track,
    ridge_words,
)
from tests.model.builders import ROUND, launches, machine

BF16, FP8, FP4 = Precision.BF16_TENSOR, Precision.FP8_TENSOR, Precision.FP4_TENSOR
# The ridge of ROUND is 200 FLOP/byte in BF16, and a decode step has I = b.
DECODE = KernelEntry(1, Workload("decode", {"params": 1e9}, name="step", batch=4))
SATURATED = KernelEntry(2, Workload("attention_decode", {"context": 4096, "d": 128, "heads": 8}, name="attention"))
STAYS = KernelEntry(3, Workload("custom", {"flop": 1e9, "bytes": 1e6}, name="fixed"))
PLAIN = launches(["gemm", "copy"], [1e-4, 1e-5], {BF16: [8e9, 1.0]}, {Level.DRAM: [10e6, 5e6]})
SERIES = launches(
    ["gemm"] * 3,
    [1e-4] * 3,
    {BF16: [2e9, 16e9, 2e9]},
    {Level.DRAM: [7e6, 14e6, 5e6]},
    operations=["step batch=1 / gemm", "step batch=8 / gemm", ""],
)


def document(*kernels: KernelEntry, of: Any = None, laws: tuple[BatchLaw, ...] = (), **more: Any) -> Document:
    sources = () if of is None else (Source(Profile("a", "a", of, Ledger(read=len(of))), "a", laws=laws),)
    return replace(Document(sources=sources, machine=ROUND, grouping=Grouping.NVTX, kernels=kernels), **more)


def parts(made: Document) -> tuple[Analysis | None, Estimates | None]:
    return analyse(made), estimate_document(made)


def track(made: Document, *chosen: int, selected: int = 0) -> BatchTrack:
    analysis, estimates = parts(made)
    looked = looked_at(estimates, [(entry, FORMULA) for entry in chosen])
    return batch_track(made, analysis, estimates, looked, selected)


# Batch


def test_the_only_kernel_is_the_one_whose_ridge_is_marked() -> None:
    found = track(document(DECODE))
    assert (found.given, found.ridge, found.words) == (4, 200, ("crosses the ridge at batch 200", "ridge at 200"))
    assert found.about == "step\nW(b) = 2 GFLOP·b\nQ(b) = 2 GB"
    assert found.moves


def test_of_several_kernels_the_chosen_one_counts() -> None:
    several = document(DECODE, SATURATED, STAYS)
    assert track(several).words == ()
    assert track(several).given == 1  # the smallest that grows: that of the attention
    assert track(several, 1).ridge == 200
    assert track(several, 1, 2).words == ()
    assert track(several, 2).words[0] == "never crosses the ridge: intensity saturates"
    assert track(several, 2).ridge is None
    assert track(several, 3).words[0] == "fixed stays at every batch"
    assert track(several, 99).words == ()


def test_the_ridge_follows_precision_and_machine() -> None:
    assert track(document(DECODE, what_if=WhatIf(precision=FP8))).ridge == 200  # 2·b against twice the ridge
    faster = machine({BF16: 1000e12}, {Level.DRAM: 10e12})
    assert track(document(DECODE, what_if=WhatIf(machine=faster))).ridge == 100


def test_a_ridge_beyond_the_slider_is_told_but_not_marked() -> None:
    slow = machine({BF16: 1000e12}, {Level.DRAM: 0.1e12})
    found = track(document(DECODE, machine=slow))
    assert (found.ridge, found.words[0]) == (None, "crosses the ridge at batch 10,000")


@pytest.mark.parametrize(
    ("ridge", "words"),
    [(1, "beyond the ridge at every batch"), (float("nan"), "where it crosses the ridge is unknown")],
)
def test_words_for_other_crossings(ridge: float, words: str) -> None:
    assert ridge_words(ridge)[0] == words


def test_recorded_batch_sizes_are_marked_and_told() -> None:
    found = track(document(of=SERIES))
    assert found.recorded == (1, 8)
    assert found.words[0] == "recorded at batch 1, 8"
    assert found.moves
    assert track(document(DECODE, of=SERIES)).words[0] == "crosses the ridge at batch 200"


def test_a_selected_row_with_a_law_is_looked_at() -> None:
    # 8 GFLOP at batch 4: 2 µs·b. 9.5 MB of weights: 1.9 µs, and 0.025 µs·b. They meet at b = 0.96.
    made = document(DECODE, of=PLAIN, laws=(BatchLaw((0,), 4, 9.5e6),))
    analysis, estimates = parts(made)
    assert analysis is not None
    selected = kernel_of_row(measure(made.shown, analysis), 0, made.what_if)
    looked = looked_at(estimates, (), selected)
    found = batch_track(made, analysis, estimates, looked, 1)
    assert (found.given, found.words[0]) == (4, "beyond the ridge at every batch")
    assert found.about == "Selected row\nW(b) = 2 GFLOP·b\nQ(b) = 9.5 MB + 125 kB·b"
    assert looked_at(estimates, [(1, FORMULA)], selected) == looked_at(estimates, ())  # a chosen kernel comes first


def test_the_laws_of_a_series_are_told_with_how_far_off_they_are() -> None:
    # 16 GFLOP at batch 1 and 8, where 8 is padded to; 66 and not 64 at batch 32. Q = 10 MB + 1 MB·b.
    batches = [1, 8, 32]
    series = launches(
        ["gemm"] * 3,
        [1e-4] * 3,
        {BF16: [16e9, 16e9, 66e9]},
        {Level.DRAM: [11e6, 18e6, 42e6]},
        operations=[f"batch={b} / gemm" for b in batches],
    )
    made = document(of=series)
    analysis, estimates = parts(made)
    assert analysis is not None
    looked = looked_at(estimates, (), kernel_of_row(measure(made.shown, analysis), 2, made.what_if))
    assert batch_track(made, analysis, estimates, looked, 1).about.split("\n") == [
        "Selected row",
        "W(b) = 2 GFLOP·max(b, 8)",
        "Q(b) = 10 MB + 1 MB·b",
        "Off what was recorded by up to 3 % in W, 0 % in Q",
    ]
    assert fit_lines(Fit(float("nan"), 0.56)) == ("Off what was recorded by up to 56 % in Q",)
    assert fit_lines(Fit(float("nan"), float("nan"))) == fit_lines(None) == ()


def test_the_slider_says_why_it_moves_nothing() -> None:
    nothing = track(document())
    assert (nothing.moves, nothing.wants_law, nothing.words) == (False, False, ("Open a profile or add a kernel",))
    fixed = track(document(STAYS))
    assert (fixed.moves, fixed.wants_law, fixed.words) == (False, False, ("No kernel grows with the batch",))
    rows = track(document(STAYS, of=PLAIN))
    assert (rows.moves, rows.wants_law) == (False, True)
    assert rows.words[0] == "No row grows with the batch: select some and give them a law"
    assert track(document(of=PLAIN), selected=2).words[0].endswith("give the selected ones a law")
    assert track(document(of=PLAIN, laws=(BatchLaw((0,), 1, 0.0),))).moves


# Precision


def precisions(made: Document) -> PrecisionTrack:
    return precision_track(made, *parts(made))


def test_there_is_a_stop_for_every_precision_widest_first() -> None:
    found = precisions(document(DECODE))
    assert [s.short for s in found.stops] == ["FP64", "FP32", "BF16", "pk FP16", "FP8"]
    assert found.stops[2].words == ("1 PFLOP/s, ridge 200 FLOP/byte", "1 PFLOP/s", "")
    assert found.stops[2].about == "BF16 tensor: 1 PFLOP/s, ridge 200 FLOP/byte"
    assert found.obstacle == ""


def test_short_names_tell_all_stops_of_a_machine_apart() -> None:
    for known in load_catalogue().machines:
        names = [s.short for s in precisions(document(DECODE, machine=known)).stops]
        assert len(set(names)) == len(names), known.id


def test_stops_are_those_of_the_machine_that_is_asked_for() -> None:
    other = machine({FP4: 1e15}, {Level.DRAM: 1e12})
    assert [s.precision for s in precisions(document(DECODE, what_if=WhatIf(machine=other))).stops] == [FP4]


def test_a_precision_that_the_machine_lacks_has_a_stop_while_it_is_chosen() -> None:
    last = precisions(document(DECODE, what_if=WhatIf(precision=FP4))).stops[-1]
    assert (last.precision, last.words[0]) == (FP4, "no FP4 tensor ceiling")
    assert last.about.startswith("Test has no ceiling for FP4 tensor")
    assert precisions(document(machine=None, what_if=WhatIf(precision=FP4))).stops[0].precision is FP4


def test_the_precision_says_why_it_moves_nothing() -> None:
    assert precisions(document(machine=None)).obstacle == "Choose a machine first"
    assert precisions(document()).obstacle == "Open a profile or add a kernel"
    assert precisions(document(of=PLAIN)).obstacle == ""
    idle = launches(["copy"], [1e-5], {BF16: [0.0]}, {Level.DRAM: [5e6]})
    assert precisions(document(of=idle)).obstacle == "No row computes in a known precision"


def test_steps_run_over_the_stops_and_end_at_as_given() -> None:
    found = precisions(document(DECODE))
    assert found.step(None, 1) is Precision.FP64
    assert found.step(Precision.FP64, -1) is None
    assert found.step(None, -1) is None
    assert found.step(BF16, 1) is Precision.FP16
    assert found.step(FP8, 3) is FP8


def test_commands_stay_with_matrix_or_vector_units_and_start_from_what_is_given() -> None:
    found = precisions(document(DECODE))
    assert found.given is BF16
    assert found.narrow(None, 1) is FP8
    assert found.narrow(FP8, 1) is FP8
    assert found.narrow(FP8, -1) is BF16
    assert found.narrow(None, -1) is None  # nothing wider of its kind
    assert found.narrow(Precision.FP32, 1) is Precision.FP16
    assert found.narrow(Precision.FP32, -1) is Precision.FP64
    vectors = launches(["a", "b"], [9e-5, 1e-5], {Precision.FP32: [1e9, 0], BF16: [0, 1e9]}, {Level.DRAM: [5e6] * 2})
    assert precisions(document(DECODE, of=vectors)).given is Precision.FP32  # what was measured counts first
    assert replace(found, given=None).narrow(None, 1) is Precision.FP64
    assert replace(found, given=FP4).narrow(None, 1) is Precision.FP64  # the machine has no such stop


def test_labels_go_to_what_is_used_most_while_there_is_room() -> None:
    found = precisions(document(DECODE))
    assert [found.stops[i].short for i in found.by_importance] == ["BF16", "FP8", "FP32", "FP64", "pk FP16"]


def test_a_law_has_no_line_for_what_is_unknown() -> None:
    _, estimates = parts(document(STAYS))
    looked = looked_at(estimates, ())
    assert looked is not None
    assert law_lines(replace(looked.kernel, work={})) == ("Q(b) = 1 MB",)
    assert law_lines(replace(looked.kernel, traffic={})) == ("W(b) = 1 GFLOP",)
