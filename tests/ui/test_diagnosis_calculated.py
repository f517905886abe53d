"""The diagnosis pane on calculated kernels, ideals, predictions and mixed precisions."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from roofline_gui.io.model_presets import find_model
from roofline_gui.model.document import rename
from roofline_gui.model.estimates import FORMULA, WHOLE_STEP
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.source import Pin
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.palette import DARK, LIGHT
from roofline_gui.session.kernels import Chosen
from roofline_gui.session.session import Session
from roofline_gui.ui.diagnosis import DiagnosisPane
from roofline_gui.ui.diagnosis.bars import UtilisationBars
from roofline_gui.ui.diagnosis.calculated import CalculatedView
from roofline_gui.ui.diagnosis.chip import Chip, VerdictChip
from tests.model.builders import launches
from tests.session.builders import document, profile
from tests.ui.find import child
from tests.ui.test_diagnosis import words

BF16 = element_types("bf16")
# 33.6 MFLOP and 33.6 MB per row: 6.71 µs from DRAM.
GEMM = KernelEntry(0, Workload("gemm", {"m": 1, "n": 4096, "k": 4096}, BF16, name="my <product>"))
STEP = StepEntry(0, "my step", find_model("llama-3-8b"), Span(True, 1024), BF16, batch=8)


@pytest.fixture
def pane(session: Session, qtbot: QtBot) -> DiagnosisPane:
    made = DiagnosisPane(session, LIGHT)
    qtbot.addWidget(made)
    made.resize(330, 700)
    return made


def choose(session: Session, entry: KernelEntry | StepEntry, operation: int = FORMULA) -> int:
    id_ = session.kernel_desk.add(entry)
    session.kernel_desk.choose([Chosen(id_, operation)])
    return id_


# What is explained


def test_a_chosen_formula_is_explained_with_its_numbers(pane: DiagnosisPane, session: Session) -> None:
    choose(session, GEMM)
    text = words(pane)
    assert "my <product>" in text
    assert "Bound by dram, 200 × below the ridge" in text
    assert "33.6 MFLOP" in text
    assert "= 2·b·m·n·k\n= 2·1·1·4096·4096" in text
    assert "6.71 µs, bound by dram" in text
    assert "33.6 MB + 16.4 kB·b" in text
    assert "crosses the ridge at 222" in text
    assert "Perfect reuse" in text
    assert child(pane, UtilisationBars).accessibleName() == "Utilisation: dram 100 %, Tensor pipe 0.5 %"
    assert {w.textFormat() for w in pane.findChildren(QLabel) if w.text()} == {Qt.TextFormat.PlainText}


def test_what_was_touched_last_is_explained(pane: DiagnosisPane, session: Session) -> None:
    id_ = choose(session, GEMM)
    session.select({1})
    assert "Bound by dram, 200" not in words(pane)
    assert "1.25 TB/s of 5 TB/s" in words(pane)
    session.kernel_desk.choose([])
    assert "1.25 TB/s of 5 TB/s" in words(pane)
    session.kernel_desk.choose([Chosen(id_, FORMULA)])
    assert "my <product>" in words(pane)
    session.select({1, 2})
    assert "2 rows selected" in words(pane)
    session.select(())
    assert "my <product>" in words(pane)  # still chosen
    session.kernel_desk.choose([])
    assert "4 launches in 4 rows" in words(pane)


def test_a_second_click_on_the_same_brings_it_back(pane: DiagnosisPane, session: Session) -> None:
    session.select({1})
    id_ = choose(session, GEMM)
    session.select({1})
    assert "1.25 TB/s of 5 TB/s" in words(pane)
    session.kernel_desk.choose([Chosen(id_, FORMULA)])
    assert "my <product>" in words(pane)


def test_a_measured_time_is_judged(pane: DiagnosisPane, session: Session) -> None:
    timed = Workload("gemm", {"m": 1, "n": 4096, "k": 4096}, BF16, time=8e-6)
    choose(session, KernelEntry(0, timed))
    assert "Measured: 84 % of roof. Memory-bound, at the roof." in words(pane)
    session.what_if_desk.set_batch(64)
    assert "8.00 µs was measured" in words(pane)
    assert "What if: batch 64" in words(pane)


def test_a_time_that_cannot_be_has_no_tick(pane: DiagnosisPane, session: Session) -> None:
    timed = Workload("gemm", {"m": 1, "n": 4096, "k": 4096}, BF16, time=3e-6)
    choose(session, KernelEntry(0, timed))
    chip = child(pane, Chip)
    assert not isinstance(chip, VerdictChip)
    assert chip.accessibleName().startswith("Measured: 224 % of roof, impossible. No kernel is faster than its roof")


def test_a_whole_step_says_whether_it_fits(pane: DiagnosisPane, session: Session) -> None:
    choose(session, STEP, WHOLE_STEP)
    text = words(pane)
    assert "8.03 billion" in text
    assert "the size of the memory of Test is unknown" in text
    session.kernel_desk.choose([Chosen(session.document.kernels[0].id, 3)])
    assert "Operation of my step, 32 launches per step" in words(pane)


def test_several_calculated_kernels_are_added_up(pane: DiagnosisPane, session: Session) -> None:
    one, two = session.kernel_desk.add(GEMM), session.kernel_desk.add(GEMM)
    session.kernel_desk.choose([Chosen(one, FORMULA), Chosen(two, FORMULA)])
    text = words(pane)
    assert "2 calculated kernels" in text
    assert "67.1 MFLOP" in text
    assert "13.4 µs" in text


def test_without_a_profile(empty: Session, qtbot: QtBot) -> None:
    pane = DiagnosisPane(empty, LIGHT)
    qtbot.addWidget(pane)
    empty.start_with(document(profiles=(), sources=()))
    id_ = empty.kernel_desk.add(GEMM)
    assert "Choose a calculated kernel" in words(pane)
    empty.kernel_desk.choose([Chosen(id_, FORMULA)])
    assert "6.71 µs, bound by dram" in words(pane)
    assert not [b for b in pane.findChildren(QToolButton) if b.text().startswith("Ideal of")]


def test_colours_change_without_losing_what_is_shown(pane: DiagnosisPane, session: Session) -> None:
    choose(session, GEMM)
    before = words(pane)
    pane.set_colours(DARK)
    assert words(pane) == before


# Sliding


def test_a_slider_changes_words_and_builds_nothing(pane: DiagnosisPane, session: Session) -> None:
    choose(session, GEMM)
    view = child(pane, CalculatedView)
    desk = session.what_if_desk
    desk.begin_slide()
    for batch in (2, 64, 512):
        desk.set_batch(batch, "batch")
    assert child(pane, CalculatedView) is view
    text = words(pane)
    assert "17.2 GFLOP" in text
    assert "17.2 µs, bound by tensor pipe" in text
    assert "What if: batch 512" in text
    assert "Tensor pipe 100 %" in child(pane, UtilisationBars).accessibleName()
    desk.end_slide()
    session.undo_stack.undo()
    assert child(pane, CalculatedView) is view
    assert "6.71 µs, bound by dram" in words(pane)
    session.edit("Rename", rename(session.document, "other"))
    assert child(pane, CalculatedView) is not view


def test_a_prediction_follows_a_slider(pane: DiagnosisPane, session: Session) -> None:
    session.select({0})  # 10 µs, 8.5 of them at the tensor roof
    assert "What if" not in words(pane)
    labels = pane.findChildren(QLabel)
    session.what_if_desk.change("FLOP", WhatIf(flop=0.5))
    text = words(pane)
    assert "What if: −50 % FLOP" in text
    assert "1.67 × faster: 10 µs → 6 µs" in text  # 2 + 8 / 2
    section = next(w for w in pane.findChildren(QLabel) if w.text().startswith("What if"))
    session.what_if_desk.change("FLOP", WhatIf(flop=0.25))
    assert section.text() == "What if: −75 % FLOP"
    assert "2.5 × faster: 10 µs → 4 µs" in words(pane)
    session.what_if_desk.reset()
    assert "What if" not in words(pane)
    assert len(pane.findChildren(QLabel)) == len(labels)


def test_a_summary_does_not_care_for_the_what_if(pane: DiagnosisPane, session: Session) -> None:
    view = pane._scroll.widget()
    session.what_if_desk.set_batch(64)
    assert pane._scroll.widget() is view


# Ideals


def row_link(pane: DiagnosisPane) -> QToolButton:
    """What leads from an ideal to the first measured row that is held against it."""
    return next(b for b in pane.findChildren(QToolButton) if b.accessibleName().startswith("Explain gemm"))


def test_a_kernel_is_pinned_to_the_selected_rows_and_unpinned(pane: DiagnosisPane, session: Session) -> None:
    session.select({0})
    id_ = choose(session, GEMM)
    child(pane, QToolButton, "Hold them against this calculated kernel").click()
    assert session.document.sources[0].pins == (Pin((0,), id_),)
    # 8.5 GFLOP for 33.6 MFLOP, 5 MB for 33.6 MB: the ideal of something larger.
    assert "253 × the useful FLOPs (tile padding, or another batch), 0.15 × the ideal bytes" in words(pane)
    row_link(pane).click()
    text = words(pane)
    assert "Against its ideal" in text
    assert "5.00 MB, ideal 33.6 MB" in text
    assert "Fewer bytes than the ideal needs" in text
    child(pane, QToolButton, "Explain the ideal: my <product>").click()
    assert "Perfect reuse" in words(pane)
    assert not [b for b in pane.findChildren(QToolButton) if b.text().startswith("Ideal of")]  # it is already
    session.select({1})
    session.select({0})
    child(pane, QToolButton, "Let this row have no ideal").click()
    assert [source.pins for source in session.document.sources] == [()]
    assert "Against its ideal" not in words(pane)


def test_a_step_gives_rows_the_operations_of_their_names(pane: DiagnosisPane, session: Session) -> None:
    choose(session, STEP, WHOLE_STEP)
    session.select({0, 1})
    session.kernel_desk.choose(session.kernel_desk.chosen)
    pin = child(pane, QToolButton, "Hold them against this calculated kernel")
    assert pin.text() == "Ideal of the 2 selected rows, by operation"
    pin.click()
    assert "No selected row is called after an operation of my step." in [m.title for m in session.messages]


def test_a_row_that_is_still_selected_can_be_gone_back_to(pane: DiagnosisPane, session: Session) -> None:
    session.select({2})
    choose(session, GEMM)
    child(pane, QToolButton, "Hold them against this calculated kernel").click()
    row_link(pane).click()
    assert session.selection == {2}
    assert "Against its ideal" in words(pane)


# Mixed precisions


def test_the_parts_of_a_composite_roof_are_shown(session: Session, qtbot: QtBot) -> None:
    """1 GFLOP in FP32 at 100 TFLOP/s, 4 in packed FP16 at 200: 5 GFLOP in 30 µs of the FMA pipe."""
    work = {Precision.FP32: np.array([1e9]), Precision.FP16: np.array([4e9])}
    mixed = launches(["mixed"], time=[40e-6], flop=work, bytes={Level.DRAM: [1e6]})
    session.start_with(document(profiles=(profile(of=mixed),)))
    session.select({0})
    pane = DiagnosisPane(session, LIGHT)
    qtbot.addWidget(pane)
    text = words(pane)
    assert "Compute roof of mixed precisions" in text
    assert "4 GFLOP (80 %) at 200 TFLOP/s" in text
    assert "FMA pipe: 20 µs + 10 µs = 30 µs" in text
    assert "W / t = 5 GFLOP / 30 µs = 167 TFLOP/s" in text


def test_one_precision_needs_no_parts(pane: DiagnosisPane, session: Session) -> None:
    session.select({0})
    assert "mixed precisions" not in words(pane)
