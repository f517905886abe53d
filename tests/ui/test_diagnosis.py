from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QToolButton, QTreeWidget
from pytestqt.qtbot import QtBot

from roofline_gui.model.analysis import analyse_launches
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.present.palette import DARK, LIGHT
from roofline_gui.session.launch_list import launches_of
from roofline_gui.session.session import Session
from roofline_gui.ui.diagnosis import DiagnosisPane
from roofline_gui.ui.diagnosis.bars import UtilisationBars
from roofline_gui.ui.diagnosis.targets import TargetButton
from roofline_gui.ui.widgets.text import ElidedLabel, NameLabel
from tests.model.builders import ROUND, launches
from tests.session.builders import UNNAMED, document, profile
from tests.ui.find import child
from tests.ui.typing import number_box, type_number

NEAR, FAR = "Done from, percent of roof", "Far below, percent of roof"


@pytest.fixture
def pane(session: Session, qtbot: QtBot) -> DiagnosisPane:
    made = DiagnosisPane(session, LIGHT)
    qtbot.addWidget(made)
    made.resize(330, 700)
    return made


def words(pane: DiagnosisPane) -> str:
    plain = [w.full_text if isinstance(w, ElidedLabel) else w.text() for w in pane.findChildren(QLabel)]
    return "\n".join([*plain, *(n.full_text for n in pane.findChildren(NameLabel))])


def test_whole_profile_without_a_selection(pane: DiagnosisPane) -> None:
    text = words(pane)
    assert "run.csv" in text
    assert "4 launches in 4 rows" in text
    assert "39 µs" in text
    assert "40 %" in text  # 15.5 of 39 µs at the roof
    targets = [b.accessibleName() for b in pane.findChildren(TargetButton)]
    assert targets[0].startswith("gemm")
    assert "18 µs above its roof, Latency-bound" in targets[0]


def test_the_whole_tells_that_it_is_judged_on_another_machine(pane: DiagnosisPane, session: Session) -> None:
    warning = "run.csv was measured on NVIDIA New and is judged on Old: its fractions of roof are those of a machine"
    new = replace(ROUND, id="new", name="New", device_names=("NVIDIA New",))
    old = replace(ROUND, id="old", name="Old", device_names=("NVIDIA Old",))
    run = profile(device="NVIDIA New", own=new)
    session.start_with(document(profiles=(run,), machine=old))
    assert warning in words(pane)
    session.machine_desk.choose(new)
    assert "is judged on" not in words(pane)


def test_click_on_a_target_selects_it(pane: DiagnosisPane, session: Session) -> None:
    child(pane, TargetButton).click()
    assert session.selection == {2}


def test_one_row_is_explained_in_the_right_metric(pane: DiagnosisPane, session: Session) -> None:
    session.select({0})
    text = words(pane)
    assert "Compute-bound, at the roof: 85 % of the BF16 tensor roof" in text
    assert "850 TFLOP/s of 1 PFLOP/s" in text
    session.select({1})
    text = words(pane)
    assert UNNAMED in text
    assert "1.25 TB/s of 5 TB/s" in text
    assert "4 × at the roof: 1 µs instead of 4 µs" in text


def test_no_text_is_read_as_markup(pane: DiagnosisPane, session: Session) -> None:
    for selection in ((), {1}, {1, 2}):
        session.select(selection)
        formats = {w.textFormat() for w in pane.findChildren(QLabel) if w.text()}
        assert formats == {Qt.TextFormat.PlainText}


def test_several_rows_are_summed_up(pane: DiagnosisPane, session: Session) -> None:
    session.select({0, 2})
    text = words(pane)
    assert "2 rows selected" in text
    assert "30 µs" in text
    assert "76.9 %" in text  # 30 of 39 µs


def test_bars_above_the_roof_are_longer_than_the_line_at_100_percent(session: Session, qtbot: QtBot) -> None:
    # 60 MB in 10 µs are 6 TB/s on a roof of 5.
    hot = launches(["hot"], time=[10e-6], flop={Precision.FP32: [1e6]}, bytes={Level.DRAM: [60e6]})
    session.start_with(document(profiles=(profile(of=hot),)))
    session.select({0})
    pane = DiagnosisPane(session, LIGHT)
    qtbot.addWidget(pane)
    bars = child(pane, UtilisationBars)
    assert bars.scale == pytest.approx(1.2 * 1.02)
    assert "dram 120 %" in bars.accessibleName()


def test_binding_bar_is_drawn_in_the_colour_of_the_verdict(pane: DiagnosisPane, session: Session) -> None:
    session.select({0})
    bars = child(pane, UtilisationBars)
    bars.resize(300, bars.sizeHint().height())
    image = bars.grab().toImage()
    colours = {image.pixelColor(x, y).name().upper() for x in range(image.width()) for y in range(image.height())}
    assert LIGHT.ok in colours
    assert LIGHT.warn not in colours


def test_moving_a_threshold_is_one_undo_step_and_changes_the_verdict(pane: DiagnosisPane, session: Session) -> None:
    session.select({0})
    near = number_box(pane, NEAR)
    near.setFocus()
    for _ in range(3):
        QTest.keyClick(near, Qt.Key.Key_Up)
    type_number(near, "86 %")
    assert session.document.thresholds == Thresholds(near=0.86)
    assert "Compute-bound, with headroom" in words(pane)
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert near.text() == "80 %"
    assert "Compute-bound, at the roof" in words(pane)


def test_thresholds_can_not_cross(pane: DiagnosisPane, session: Session) -> None:
    near, far = number_box(pane, NEAR), number_box(pane, FAR)
    type_number(far, "95")
    assert far.problem == "95 % is too large: at most 79 %. “Far below” lies below “done”."
    type_number(far, "79")
    assert not far.problem
    type_number(near, "5")
    assert near.problem == "5 % is too small: at least 80 %. “Done” lies above “far below”."
    assert session.document.thresholds == Thresholds(far=0.79)


def test_usual_thresholds_come_back(pane: DiagnosisPane, session: Session) -> None:
    reset = child(pane, QToolButton, "Usual thresholds")
    assert reset.isHidden()
    type_number(number_box(pane, NEAR), "90")
    assert not reset.isHidden()
    reset.click()
    assert session.document.thresholds == Thresholds()


def test_colours_change_without_losing_the_selection(pane: DiagnosisPane, session: Session) -> None:
    session.select({1})
    before = words(pane)
    pane.set_colours(DARK)
    assert words(pane) == before


def test_nothing_opened(empty: Session, qtbot: QtBot) -> None:
    pane = DiagnosisPane(empty, LIGHT)
    qtbot.addWidget(pane)
    assert "Open a profile" in words(pane)
    empty.start_with(document(machine=None))
    assert "Choose the machine" in words(pane)
    assert not [b for b in pane.findChildren(QAbstractButton) if isinstance(b, TargetButton)]


# Launches of a group


@pytest.fixture
def grouped(session: Session, qtbot: QtBot) -> DiagnosisPane:
    """By kernel: gemm with launches #0 of 10 µs and #2 of 20 µs, and two kernels of one launch."""
    session.start_with(document(grouping=Grouping.KERNEL))
    made = DiagnosisPane(session, LIGHT)
    qtbot.addWidget(made)
    return made


def test_launches_of_a_group_are_listed_longest_first(grouped: DiagnosisPane, session: Session) -> None:
    session.select({1})
    assert grouped.findChild(QTreeWidget) is None  # one launch
    session.select({0})
    tree = child(grouped, QTreeWidget, "Launches, longest first")
    items = [tree.topLevelItem(i) for i in range(tree.topLevelItemCount())]
    assert [[item.text(c) for c in range(3)] for item in items if item is not None] == [
        ["#2", "gemm", "20 µs"],
        ["#0", "gemm", "10 µs"],
    ]


def test_a_click_on_a_launch_shows_it_alone(grouped: DiagnosisPane, session: Session) -> None:
    session.select({0})
    tree = child(grouped, QTreeWidget, "Launches, longest first")
    tree.itemClicked.emit(tree.topLevelItem(1), 1)
    assert session.document.grouping is Grouping.LAUNCH
    assert session.selection == {0}
    session.undo_stack.undo()
    child(grouped, QToolButton, "Show all launches").click()
    assert session.selection == {0, 2}


def test_of_many_launches_the_longest_fifty_are_listed(session: Session, qtbot: QtBot) -> None:
    times = np.arange(1.0, 1201.0, dtype=np.float64) * 1e-6
    times[3] = np.nan
    many = launches(["k"] * 1200, time=times, flop={Precision.FP32: [1e6] * 1200}, bytes={Level.DRAM: [1e6] * 1200})
    listed = launches_of(analyse_launches(many, ROUND, Grouping.KERNEL, Thresholds()), 0)
    assert listed.total == 1199  # the one without a time is a group of its own
    assert [line.launch_id for line in listed.lines] == [str(i) for i in range(1199, 1149, -1)]
    session.start_with(document(profiles=(profile(of=many),), grouping=Grouping.KERNEL))
    session.select({0})
    pane = DiagnosisPane(session, LIGHT)
    qtbot.addWidget(pane)
    assert "The 50 longest of 1,199 launches" in words(pane)
