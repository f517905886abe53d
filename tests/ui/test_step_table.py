"""The pane of calculated kernels: sorting, selection, sliding, totals, copying, and the column menu's memory."""

import csv
import io
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QTableView
from pytestqt.qtbot import QtBot

from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.model_presets import find_model
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import FORMULA, WHOLE_STEP
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.calculated.step_table import STEP_COLUMNS
from roofline_gui.session.exports import export_calculated_table
from roofline_gui.session.kernels import Chosen
from roofline_gui.session.session import Session
from roofline_gui.ui.step_table import StepTablePane
from roofline_gui.ui.widgets.text import ElidedLabel
from tests.session import builders
from tests.ui.find import child

KEYS = [column.key for column in STEP_COLUMNS]
H100 = next(m for m in load_catalogue().machines if m.id == "h100-sxm")
BF16 = element_types("bf16")
STEP = StepEntry(1, "Llama-3-8B decode", find_model("llama-3-8b"), Span(True, 4096), BF16)
GEMM = KernelEntry(2, Workload("gemm", {"m": 64.0, "n": 4096.0, "k": 4096.0}, BF16, name="a|b <c>"))
QKV, ATTENTION = 2, 3  # operations of the step


@pytest.fixture
def session(tmp_path: Path, qtbot: QtBot) -> Session:
    made = builders.session(tmp_path, machines=(H100,))
    made.start_with(Document(machine=H100, kernels=(STEP, GEMM)))
    return made


def shown_pane(session: Session, qtbot: QtBot) -> StepTablePane:
    made = StepTablePane(session)
    qtbot.addWidget(made)
    made.resize(900, 320)
    made.show()
    return made


@pytest.fixture
def pane(session: Session, qtbot: QtBot) -> StepTablePane:
    return shown_pane(session, qtbot)


def view(pane: StepTablePane) -> QTableView:
    return child(pane, QTableView)


def cells(pane: StepTablePane, key: str) -> list[str]:
    model = view(pane).model()
    return [model.index(i, KEYS.index(key)).data() for i in range(model.rowCount())]


def sort(pane: StepTablePane, key: str, order: Qt.SortOrder) -> None:
    view(pane).sortByColumn(KEYS.index(key), order)


def selected(pane: StepTablePane) -> list[str]:
    rows = sorted(index.row() for index in view(pane).selectionModel().selectedRows())
    return [cells(pane, "name")[row] for row in rows]


def words(pane: StepTablePane) -> str:
    elided = [w.full_text for w in pane.findChildren(ElidedLabel)]
    plain = [w.text() for w in pane.findChildren(QLabel) if w.isVisibleTo(pane)]
    return "\n".join((*elided, *plain)).replace("\N{NO-BREAK SPACE}", " ")


def put(session: Session, *entries: Entry) -> None:
    session.edit("Kernels", replace(session.document, kernels=entries))


# Rows


def test_rows_stand_in_the_order_of_the_step(pane: StepTablePane) -> None:
    operations = cells(pane, "name")
    assert operations[:5] == ["Llama-3-8B decode", "embedding", "add_rms_norm", "qkv_proj", "attention"]
    assert operations[-2:] == ["sampling", "a|b <c>"]
    assert cells(pane, "kind")[-2:] == ["operation", "GEMM"]
    font = view(pane).model().index(0, 0).data(Qt.ItemDataRole.FontRole)
    assert font.bold()
    assert view(pane).model().index(1, 0).data(Qt.ItemDataRole.FontRole) is None


def test_numbers_sort_as_numbers_and_unknown_ones_come_last(pane: StepTablePane) -> None:
    sort(pane, "flop", Qt.SortOrder.DescendingOrder)
    assert cells(pane, "name")[:3] == ["Llama-3-8B decode", "gate_up", "down"]
    sort(pane, "flop", Qt.SortOrder.AscendingOrder)
    assert cells(pane, "name")[0] == "embedding"  # no work at all
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        sort(pane, "time_share", order)
        assert cells(pane, "name")[-1] == "Llama-3-8B decode"
    sort(pane, "name", Qt.SortOrder.AscendingOrder)
    assert cells(pane, "name")[:2] == ["add_rms_norm", "attention"]


def test_hidden_entries_are_left_out_and_edits_are_followed(pane: StepTablePane, session: Session) -> None:
    session.kernel_desk.show([1], shown=False)
    assert cells(pane, "name") == ["a|b <c>"]
    assert cells(pane, "batch") == ["1"]
    session.kernel_desk.put(replace(GEMM, workload=replace(GEMM.workload, batch=3)))
    assert cells(pane, "batch") == ["3"]
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert len(cells(pane, "name")) == 12


def test_without_kernels_or_a_machine_the_pane_says_what_to_do(session: Session, pane: StepTablePane) -> None:
    put(session)
    assert "add a formula or a whole model in the Kernels pane" in words(pane)
    session.start_with(Document(kernels=(STEP,)))
    assert "Choose a machine" in words(pane)


def test_numbers_stand_right_texts_left(pane: StepTablePane) -> None:
    model = view(pane).model()
    for i, column in enumerate(STEP_COLUMNS):
        side = Qt.AlignmentFlag(model.index(0, i).data(Qt.ItemDataRole.TextAlignmentRole))
        assert bool(side & Qt.AlignmentFlag.AlignRight) is column.is_number


# The choice


def test_the_choice_goes_both_ways(pane: StepTablePane, session: Session) -> None:
    desk = session.kernel_desk
    view(pane).selectRow(4)
    assert desk.chosen == {Chosen(1, ATTENTION)}
    desk.choose([Chosen(1, QKV), Chosen(2, FORMULA)])
    assert selected(pane) == ["qkv_proj", "a|b <c>"]
    sort(pane, "flop", Qt.SortOrder.DescendingOrder)
    assert desk.chosen == {Chosen(1, QKV), Chosen(2, FORMULA)}
    assert set(selected(pane)) == {"qkv_proj", "a|b <c>"}
    desk.choose([])
    assert selected(pane) == []


def test_what_is_chosen_elsewhere_is_scrolled_to(pane: StepTablePane, session: Session) -> None:
    pane.resize(900, 190)
    session.kernel_desk.choose([Chosen(2, FORMULA)])
    last = view(pane).model().rowCount() - 1
    area = view(pane).viewport().rect()
    assert area.contains(view(pane).visualRect(view(pane).model().index(last, 0)).center())


def test_a_pane_that_was_behind_another_tab_catches_up(session: Session, qtbot: QtBot) -> None:
    pane = StepTablePane(session)
    qtbot.addWidget(pane)
    session.kernel_desk.choose([Chosen(1, QKV)])
    session.what_if_desk.set_batch(8)
    assert view(pane).model().rowCount() == 0  # nothing was worked out for nobody
    pane.show()
    assert cells(pane, "batch")[0] == "8"
    assert selected(pane) == ["qkv_proj"]


# Sliding


def slide(session: Session, batches: Iterable[int]) -> None:
    for batch in batches:
        session.what_if_desk.set_batch(batch, "batch")


def test_while_a_slider_moves_numbers_change_in_place(pane: StepTablePane, session: Session) -> None:
    # At batch 1 the products take most of the time, at batch 256 attention does.
    sort(pane, "time_s", Qt.SortOrder.DescendingOrder)
    before = cells(pane, "name")
    assert before[:2] == ["Llama-3-8B decode", "gate_up"]
    view(pane).selectRow(before.index("attention"))
    bar = view(pane).verticalScrollBar()
    bar.setValue(2)
    resets: list[bool] = []
    view(pane).model().modelReset.connect(lambda: resets.append(True))
    session.what_if_desk.begin_slide()
    slide(session, (2, 32, 256))
    assert cells(pane, "batch") == ["256"] * 12
    assert cells(pane, "name") == before  # nothing jumps under the eye
    assert (bar.value(), selected(pane)) == (2, ["attention"])
    session.what_if_desk.end_slide()
    assert cells(pane, "name")[:2] == ["Llama-3-8B decode", "attention"]
    assert selected(pane) == ["attention"]
    assert session.kernel_desk.chosen == {Chosen(1, ATTENTION)}
    assert resets == []


# Totals


def test_totals_of_the_step(pane: StepTablePane, session: Session) -> None:
    # 17.16 GFLOP and 15.55 GB per token on 3.35 TB/s; 16.06 GB of weights, 0.54 GB of cache.
    said = words(pane)
    assert "Llama-3-8B decode · batch 1 · 4,096 tokens of context · BF16" in said
    assert "17.2 GFLOP · 15.5 GB · 4.64 ms at the roof" in said
    assert "16.6 GB fit into 80 GB of HBM3" in said
    session.what_if_desk.set_batch(256)  # 256 times the cache, 137.4 GB
    said = words(pane)
    assert "batch 256" in said
    assert "137 GB of KV cache" in said
    assert "153 GB do not fit into 80 GB of HBM3" in said
    warned = next(w for w in pane.findChildren(QLabel) if "do not fit" in w.text())
    assert warned.property("role") == "warning"
    session.what_if_desk.set_batch(None)
    assert "16.6 GB fit into" in words(pane)
    assert warned.property("role") == "muted"


def test_totals_follow_the_chosen_step(pane: StepTablePane, session: Session) -> None:
    put(session, STEP, replace(STEP, id=5, name="GPT", architecture=find_model("gpt-2")))
    assert "Llama-3-8B decode · batch" in words(pane)
    session.kernel_desk.choose([Chosen(5, WHOLE_STEP)])
    assert "GPT · batch 1" in words(pane)
    assert "1,024 positions: 4,096 tokens are beyond them" in words(pane)
    put(session, GEMM, replace(GEMM, id=6))
    assert "2 formulas · 4.29 GFLOP" in words(pane)


# Copies and columns


def test_copied_rows_have_full_precision_in_base_units(pane: StepTablePane) -> None:
    view(pane).selectRow(4)
    pane.copy_selection()
    (found,) = csv.DictReader(io.StringIO(QGuiApplication.clipboard().text()), delimiter="\t")
    assert found["name"] == "attention"
    assert float(found["flop"]) == 4096 * 524_288
    assert (found["bound_by"], found["launches"]) == ("dram", "32")
    assert "special_ops" not in found  # a column that is not shown


def test_copied_markdown_is_written_as_on_screen(pane: StepTablePane, session: Session) -> None:
    session.kernel_desk.choose([Chosen(2, FORMULA)])
    pane.copy_markdown()
    header, rule, line = QGuiApplication.clipboard().text().splitlines()
    assert header.startswith("| Name | Launches | Work |")
    assert rule.startswith("| --- | ---: | ---: |")
    assert "| 2.15 GFLOP |" in line
    assert "a\\|b \\<c\\>" in line


def test_without_a_selection_all_rows_are_copied(pane: StepTablePane) -> None:
    pane.copy_selection()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 1 + 12


def test_columns_and_order_are_remembered(pane: StepTablePane, session: Session, qtbot: QtBot) -> None:
    view(pane).horizontalHeader().setSectionHidden(KEYS.index("ridge_flop_per_byte"), True)
    sort(pane, "time_s", Qt.SortOrder.DescendingOrder)
    pane.save_layout()
    again = shown_pane(session, qtbot)
    assert view(again).isColumnHidden(KEYS.index("ridge_flop_per_byte"))
    assert cells(again, "name")[1] == "gate_up"


def test_the_table_is_written_to_a_file(session: Session, tmp_path: Path) -> None:
    said: list[str] = []
    session.said.connect(said.append)
    session.what_if_desk.set_batch(8)
    path = tmp_path / "step.csv"
    export_calculated_table(session, path)
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert list(rows[0]) == KEYS
    assert float(rows[0]["flop"]) == 8 * 17_156_800_512
    assert {row["what_if"] for row in rows} == {"batch 8"}
    assert said == [f"Saved {path} (12 rows)"]
    export_calculated_table(session, tmp_path / "nowhere" / "step.csv")
    assert [m.title for m in session.messages] == ["The calculated table was not saved."]
