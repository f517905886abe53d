import csv
import dataclasses
import html
import io
import re
import time

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QTableView
from pytestqt.qtbot import QtBot

from roofline_gui.model.diagnosis import VERDICTS, Verdict
from roofline_gui.model.document import group_by
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Texts
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import WhatIf
from roofline_gui.present.palette import LIGHT
from roofline_gui.present.table import FORECAST_COLUMNS
from roofline_gui.session.session import Session
from roofline_gui.ui.table import TablePane
from roofline_gui.ui.table.columns import COLUMNS
from tests.model.builders import launches
from tests.session.builders import KERNELS, UNNAMED, document, profile
from tests.ui.find import child
from tests.ui.typing import number_box, type_number

KEYS = [c.key for c in COLUMNS]


@pytest.fixture
def pane(session: Session, qtbot: QtBot) -> TablePane:
    made = TablePane(session, LIGHT)
    qtbot.addWidget(made)
    return made


def view(pane: TablePane) -> QTableView:
    return child(pane, QTableView)


def shown(pane: TablePane, key: str) -> list[str]:
    model = view(pane).model()
    return [model.index(i, KEYS.index(key)).data() for i in range(model.rowCount())]


def sort(pane: TablePane, key: str, order: Qt.SortOrder) -> None:
    view(pane).sortByColumn(KEYS.index(key), order)


def test_longest_kernel_comes_first_and_numbers_sort_as_numbers(pane: TablePane) -> None:
    assert shown(pane, "time_s") == ["20 µs", "10 µs", "5 µs", "4 µs"]
    sort(pane, "time_s", Qt.SortOrder.AscendingOrder)
    assert shown(pane, "time_s") == ["4 µs", "5 µs", "10 µs", "20 µs"]
    sort(pane, "kernel", Qt.SortOrder.AscendingOrder)
    assert shown(pane, "kernel") == ["copy", "gemm", "gemm", UNNAMED]


def test_unknown_numbers_come_last_in_both_directions(pane: TablePane) -> None:
    # The copy has no FLOP, so no attainable performance.
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        sort(pane, "roof_flop_per_s", order)
        assert shown(pane, "roof_flop_per_s")[-1] == "–"
        assert shown(pane, "kernel")[-1] == "copy"


def test_numbers_stand_right_texts_left(pane: TablePane) -> None:
    model = view(pane).model()
    for i, column in enumerate(COLUMNS):
        side = Qt.AlignmentFlag(model.index(0, i).data(Qt.ItemDataRole.TextAlignmentRole))
        assert bool(side & Qt.AlignmentFlag.AlignRight) is column.is_number


def test_names_are_plain_text_in_cells_and_tips(pane: TablePane) -> None:
    sort(pane, "kernel", Qt.SortOrder.DescendingOrder)
    cell = view(pane).model().index(0, KEYS.index("kernel"))
    assert cell.data() == UNNAMED
    assert "at::&lt;unnamed&gt;::f&lt;int" in cell.data(Qt.ItemDataRole.ToolTipRole)


def test_filters_by_name_verdict_and_share(pane: TablePane) -> None:
    text, verdict, share = child(pane, QLineEdit), child(pane, QComboBox), number_box(pane)
    text.setText("GEMM")
    assert shown(pane, "kernel") == ["gemm", "gemm"]
    text.setText("step / b")
    assert shown(pane, "kernel") == [UNNAMED]
    text.clear()
    verdict.setCurrentIndex(1 + VERDICTS.index(Verdict.LATENCY))
    assert shown(pane, "time_s") == ["20 µs"]
    verdict.setCurrentIndex(0)
    type_number(share, "20")  # 20/39, 10/39 of the time; the others have 13 % and 10 %
    assert shown(pane, "time_s") == ["20 µs", "10 µs"]


def test_selection_goes_both_ways(pane: TablePane, session: Session) -> None:
    view(pane).selectRow(1)
    assert session.selection == {0}  # the second longest is the first launch
    session.select({1, 2})
    chosen = {i.row() for i in view(pane).selectionModel().selectedRows()}
    assert chosen == {0, 3}
    sort(pane, "time_s", Qt.SortOrder.AscendingOrder)
    assert session.selection == {1, 2}
    assert {i.row() for i in view(pane).selectionModel().selectedRows()} == {0, 3}


def test_rows_that_a_filter_hides_stay_selected(pane: TablePane, session: Session) -> None:
    session.select({1, 2})
    child(pane, QLineEdit).setText("gemm")
    assert session.selection == {1, 2}
    assert [i.row() for i in view(pane).selectionModel().selectedRows()] == [0]
    child(pane, QLineEdit).clear()
    assert {i.row() for i in view(pane).selectionModel().selectedRows()} == {0, 3}


def test_regrouping_shows_the_groups(pane: TablePane, session: Session) -> None:
    session.edit("Group", group_by(session.document, Grouping.KERNEL))
    assert shown(pane, "kernel") == ["gemm", "copy", UNNAMED]
    assert shown(pane, "launches") == ["2", "1", "1"]


def press(pane: TablePane, row: int) -> None:
    view(pane).selectRow(row)
    view(pane).activated.emit(view(pane).model().index(row, 0))  # a double click, or Enter


def test_a_group_opens_to_its_launches(pane: TablePane, session: Session) -> None:
    session.edit("Group", group_by(session.document, Grouping.KERNEL))
    chosen: list[bool] = []
    pane.chosen.connect(lambda: chosen.append(True))
    type_number(number_box(pane), "30")  # both launches of gemm together, but only one alone
    press(pane, 0)
    assert session.document.grouping is Grouping.LAUNCH
    assert session.selection == {0, 2}
    assert {i.row() for i in view(pane).selectionModel().selectedRows()} == {0, 1}  # no filter hides them
    assert chosen == []
    press(pane, 3)  # a single launch is explained instead
    assert chosen == [True]
    assert session.selection == {1}


def test_a_filter_that_hides_no_launch_stays(pane: TablePane, session: Session) -> None:
    session.edit("Group", group_by(session.document, Grouping.KERNEL))
    child(pane, QLineEdit).setText("gemm")
    press(pane, 0)
    assert child(pane, QLineEdit).text() == "gemm"
    assert shown(pane, "time_s") == ["20 µs", "10 µs"]


def test_launches_are_scrolled_to(session: Session, qtbot: QtBot) -> None:
    n = 300
    many = launches(
        [f"k{i // 2}" for i in range(n)],
        time=[1e-3 - i * 1e-6 for i in range(n)],
        flop={Precision.FP32: [1e6] * n},
        bytes={Level.DRAM: [1e6] * n},
    )
    session.start_with(document(profiles=(profile(of=many),), grouping=Grouping.KERNEL))
    pane = TablePane(session, LIGHT)
    qtbot.addWidget(pane)
    pane.resize(600, 300)
    pane.show()
    session.select({120})
    pane.show_launches()
    assert session.selection == {240, 241}
    top, bottom = (view(pane).rowAt(y) for y in (1, view(pane).viewport().height() - 2))
    assert top <= 240 <= bottom


def test_tips_of_measured_numbers_name_their_counters(session: Session, qtbot: QtBot) -> None:
    n = len(KERNELS)
    named = {"time": "duration", "flop.bf16_tensor": "fma + 2 × ffma", "bytes.dram": "read + write"}
    known = dataclasses.replace(KERNELS, provenance={q: Texts.constant(text, n) for q, text in named.items()})
    session.start_with(document(profiles=(profile(of=known),), grouping=Grouping.KERNEL))
    pane = TablePane(session, LIGHT)
    qtbot.addWidget(pane)

    def tip(key: str) -> str:
        text = view(pane).model().index(0, KEYS.index(key)).data(Qt.ItemDataRole.ToolTipRole)
        return html.unescape(re.sub("<[^>]*>", "", text))

    assert tip("time_s") == "30,000 ns\nduration\nsummed over 2 launches"
    assert tip("flop") == "10,500,000,000 FLOP\nBF16 tensor:\nfma\n+ 2 × ffma\nsummed over 2 launches"
    assert tip("bytes_dram") == "10,000,000 B\nread\n+ write\nsummed over 2 launches"
    assert tip("bytes_l2") == ""
    assert tip("roof_fraction") == ""


def test_copied_rows_have_full_precision_in_base_units(pane: TablePane) -> None:
    view(pane).selectRow(1)
    pane.copy_selection()
    rows = list(csv.DictReader(io.StringIO(QGuiApplication.clipboard().text()), delimiter="\t"))
    assert len(rows) == 1
    assert float(rows[0]["time_s"]) == 10e-6
    assert float(rows[0]["flop_per_s"]) == pytest.approx(8.5e14)
    assert float(rows[0]["roof_fraction"]) == pytest.approx(0.85)


def test_copy_without_selection_takes_all_shown_rows(pane: TablePane) -> None:
    child(pane, QLineEdit).setText("gemm")
    pane.copy_selection()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 1 + 2


def test_copied_markdown_shows_names_as_they_are(pane: TablePane, session: Session) -> None:
    session.select({1})
    pane.copy_markdown()
    header, rule, row = QGuiApplication.clipboard().text().splitlines()
    assert header.startswith("| Name | Time |")
    assert rule.count("---") == header.count("|") - 1
    assert "at::\\<unnamed\\>::f\\<int, (int)4\\>(T1 \\*, const T2 &)" in row
    assert "| 4 µs |" in row


def test_columns_and_order_are_remembered(pane: TablePane, session: Session, qtbot: QtBot) -> None:
    view(pane).horizontalHeader().setSectionHidden(KEYS.index("launches"), True)
    sort(pane, "kernel", Qt.SortOrder.AscendingOrder)
    pane.save_layout()
    again = TablePane(session, LIGHT)
    qtbot.addWidget(again)
    assert view(again).isColumnHidden(KEYS.index("launches"))
    assert shown(again, "kernel") == ["copy", "gemm", "gemm", UNNAMED]


def test_fifty_thousand_rows_sort_filter_and_select_quickly(session: Session, qtbot: QtBot) -> None:
    n = 50_000
    rng = np.random.default_rng(7)
    many = launches(
        [f"kernel_{i % 500}" for i in range(n)],
        time=rng.uniform(1e-6, 1e-3, n),
        flop={Precision.FP32: rng.uniform(1e6, 1e9, n)},
        bytes={Level.DRAM: rng.uniform(1e6, 1e9, n)},
    )
    session.start_with(document(profiles=(profile(of=many),)))
    pane = TablePane(session, LIGHT)
    qtbot.addWidget(pane)
    assert view(pane).model().rowCount() == n
    child(pane, QLineEdit).setText("kernel_49")  # the text to search is gathered once
    child(pane, QLineEdit).clear()

    def seconds(run: object) -> float:
        start = time.perf_counter()
        run()  # type: ignore[operator]
        return time.perf_counter() - start

    steps = {
        "sort": lambda: sort(pane, "flop_per_s", Qt.SortOrder.DescendingOrder),
        "filter": lambda: child(pane, QLineEdit).setText("kernel_7"),
        "all": view(pane).selectAll,
        "one": lambda: session.select({17}),
    }
    slow = {name: t for name, run in steps.items() if (t := seconds(run)) > 0.4}
    assert not slow  # a hundredfold of what an eye forgives would still be caught on a busy machine


# What-if. The first gemm is bound by its 8.5 µs of tensor work whatever its bytes, the second by 2 µs of work against
# 1 µs of DRAM, the others by DRAM alone. Above 2 µs of launch, half the bytes make 2 + 2/2 and 2 + 3/2 µs of those,
# four times the bytes 2 + 2·4 and 4·4 µs (2 + 3·4 would be beyond its roof), and 2 + 18·2 µs of the second gemm.

HALF_THE_BYTES = ["20 µs", "10 µs", "3.5 µs", "3 µs"]  # in the order of the measured times


def hidden(pane: TablePane) -> list[bool]:
    return [view(pane).isColumnHidden(KEYS.index(key)) for key in FORECAST_COLUMNS]


def selected(pane: TablePane) -> set[int]:
    return {i.row() for i in view(pane).selectionModel().selectedRows()}


def test_predictions_are_shown_while_a_what_if_holds(pane: TablePane, session: Session) -> None:
    assert hidden(pane) == [True, True]
    session.what_if_desk.change("Bytes", WhatIf(bytes=0.5))
    assert hidden(pane) == [False, False]
    assert shown(pane, "predicted_time_s") == HALF_THE_BYTES
    assert shown(pane, "predicted_speedup") == ["1 ×", "1 ×", "1.43 ×", "1.33 ×"]
    session.what_if_desk.reset()
    assert hidden(pane) == [True, True]
    session.undo_stack.undo()
    assert shown(pane, "predicted_time_s") == HALF_THE_BYTES
    session.edit("Group", group_by(session.document, Grouping.KERNEL))
    assert shown(pane, "predicted_time_s") == ["30 µs", "3.5 µs", "3 µs"]


def test_a_prediction_tells_its_error_where_that_batch_was_measured(pane: TablePane, session: Session) -> None:
    # The same traffic at both batches: 12 µs are predicted to stay, and 15 µs were measured.
    paths = ["batch=1 / copy", "batch=8 / copy"]
    of = launches(["copy"] * 2, [12e-6, 15e-6], {Precision.FP32: [1e6] * 2}, {Level.DRAM: [1e7] * 2}, operations=paths)
    session.start_with(document(profiles=(profile(of=of),), grouping=Grouping.NVTX))
    session.what_if_desk.set_batch(8)
    assert sorted(shown(pane, "predicted_time_s")) == ["12 µs (−20 %)", "–"]
    session.what_if_desk.set_batch(4)
    assert sorted(shown(pane, "predicted_time_s")) == ["12 µs", "–"]


def test_a_pane_that_comes_later_shows_them_too(pane: TablePane, session: Session, qtbot: QtBot) -> None:
    session.what_if_desk.change("Bytes", WhatIf(bytes=0.5))
    sort(pane, "predicted_time_s", Qt.SortOrder.AscendingOrder)
    pane.save_layout()
    again = TablePane(session, LIGHT)
    qtbot.addWidget(again)
    assert hidden(again) == [False, False]
    assert sorted(shown(again, "predicted_time_s")) == sorted(HALF_THE_BYTES)
    session.what_if_desk.reset()
    later = TablePane(session, LIGHT)
    qtbot.addWidget(later)
    assert hidden(later) == [True, True]
    assert shown(later, "time_s") == ["20 µs", "10 µs", "5 µs", "4 µs"]


def test_a_slide_is_followed_when_it_ends(pane: TablePane, session: Session) -> None:
    desk = session.what_if_desk
    desk.change("Bytes", WhatIf(bytes=4.0))
    before = shown(pane, "predicted_time_s")
    desk.begin_slide()
    desk.change("Bytes", WhatIf(bytes=2.0), "bytes")
    desk.change("Bytes", WhatIf(bytes=0.5), "bytes")
    assert shown(pane, "predicted_time_s") == before == ["38 µs", "10 µs", "16 µs", "10 µs"]
    desk.end_slide()
    assert shown(pane, "predicted_time_s") == HALF_THE_BYTES


def test_selection_and_order_stay_when_predictions_change(pane: TablePane, session: Session) -> None:
    desk = session.what_if_desk
    sort(pane, "kernel", Qt.SortOrder.AscendingOrder)
    session.select({3})
    desk.change("Bytes", WhatIf(bytes=0.5))
    assert shown(pane, "kernel") == ["copy", "gemm", "gemm", UNNAMED]
    assert selected(pane) == {0}
    sort(pane, "predicted_time_s", Qt.SortOrder.AscendingOrder)
    assert shown(pane, "predicted_time_s") == HALF_THE_BYTES[::-1]
    assert selected(pane) == {1}
    desk.change("Bytes", WhatIf(bytes=4.0))
    assert shown(pane, "predicted_time_s") == ["10 µs", "10 µs", "16 µs", "38 µs"]
    assert session.selection == {3}
    assert selected(pane) == {2}
    desk.reset()
    assert shown(pane, "time_s") == ["20 µs", "10 µs", "5 µs", "4 µs"]  # the column that it was sorted by is gone


@pytest.mark.parametrize("key", ["time_s", "predicted_time_s"])
def test_the_table_stays_where_it_is_scrolled_to(session: Session, qtbot: QtBot, key: str) -> None:
    n = 300
    many = launches(
        [f"k{i}" for i in range(n)],
        time=[1e-3 - i * 1e-6 for i in range(n)],
        flop={Precision.FP32: [1e6] * n},
        bytes={Level.DRAM: [1e6] * n},
    )
    session.start_with(document(profiles=(profile(of=many),)))
    session.what_if_desk.change("Bytes", WhatIf(bytes=0.9))
    pane = TablePane(session, LIGHT)
    qtbot.addWidget(pane)
    pane.resize(600, 300)
    pane.show()
    sort(pane, key, Qt.SortOrder.DescendingOrder)
    session.select({0})
    view(pane).verticalScrollBar().setValue(120)
    session.what_if_desk.change("Bytes", WhatIf(bytes=0.5))
    assert view(pane).verticalScrollBar().value() == 120
    assert selected(pane) == {0}


def test_predictions_are_copied_while_they_are_shown(pane: TablePane, session: Session) -> None:
    session.what_if_desk.change("Bytes", WhatIf(bytes=0.5))
    session.select({1})
    pane.copy_selection()
    (row,) = csv.DictReader(io.StringIO(QGuiApplication.clipboard().text()), delimiter="\t")
    assert float(row["predicted_time_s"]) == pytest.approx(3e-6)
    assert float(row["predicted_speedup"]) == pytest.approx(4 / 3)
    pane.copy_markdown()
    header, _, cells = QGuiApplication.clipboard().text().splitlines()
    assert header.startswith("| Name | Time | Predicted | Speed-up |")
    assert "| 4 µs | 3 µs | 1.33 × |" in cells
    session.what_if_desk.reset()
    pane.copy_selection()
    assert "predicted" not in QGuiApplication.clipboard().text()


def test_the_tip_of_a_prediction_says_what_it_lacks(pane: TablePane, session: Session) -> None:
    session.what_if_desk.change("Batch", WhatIf(batch=8))
    assert shown(pane, "predicted_time_s") == ["–"] * 4
    tip = view(pane).model().index(0, KEYS.index("predicted_time_s")).data(Qt.ItemDataRole.ToolTipRole)
    assert "Not predicted: no batch law." in tip


def counted(pane: TablePane) -> list[str]:
    """The words beside the filters, and their tip."""
    (words,) = [w for w in pane.findChildren(QLabel) if "row" in w.text()]
    return [words.text(), re.sub("<[^>]+>", "", words.toolTip())]


def test_the_footer_tells_what_the_bar_tells(pane: TablePane, session: Session) -> None:
    assert counted(pane) == ["4 rows · 39 µs", ""]
    session.what_if_desk.change("Bytes", WhatIf(bytes=0.5))
    assert counted(pane) == ["4 rows · 39 µs → 36.5 µs", ""]  # the sum of HALF_THE_BYTES
    child(pane, QLineEdit).setText("gemm")
    assert counted(pane)[0] == "2 of 4 rows · 77 % of 39 µs"  # 10 and 20 µs
    child(pane, QLineEdit).clear()
    session.what_if_desk.reset()
    assert counted(pane) == ["4 rows · 39 µs", ""]


def test_the_footer_tells_the_step_that_a_batch_is_about(pane: TablePane, session: Session) -> None:
    paths = ["batch=1 / copy", "batch=8 / copy"]
    of = launches(["copy"] * 2, [12e-6, 15e-6], {Precision.FP32: [1e6] * 2}, {Level.DRAM: [1e7] * 2}, operations=paths)
    session.start_with(document(profiles=(profile(of=of),), grouping=Grouping.NVTX))
    assert counted(pane) == ["2 rows · 27 µs", ""]
    session.what_if_desk.set_batch(4)  # the step at batch 1 is predicted there
    assert counted(pane) == [
        "Step of 1 row · 12 µs → 12 µs",
        "The step that the what-if is about. All 2 rows take 27 µs.",
    ]
