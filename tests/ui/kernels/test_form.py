"""The form of a calculated kernel: what is typed is read, judged and kept."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from roofline_gui.model.precision import Precision
from roofline_gui.model.workload.elements import Element, element_types
from roofline_gui.session.session import Session
from roofline_gui.ui.kernels import KernelsPane
from roofline_gui.ui.kernels.form import KernelForm
from roofline_gui.ui.kernels.result import Derivation
from tests.ui.find import child
from tests.ui.kernels.look import bubble, choose, derivation, field, figures, kernel, summary, type_into


@pytest.fixture
def gemm(pane: KernelsPane) -> KernelsPane:
    """The pane with a product of 4096³ in BF16 chosen."""
    pane.add_formula("gemm")
    return pane


def test_a_matrix_product_is_worked_out_at_once(gemm: KernelsPane) -> None:
    assert figures(gemm) == {
        "W": "137 GFLOP",
        "Q": "101 MB",
        "I": "1365",
        "ridge": "295.5",
        "t_min": "139 µs",
        "attainable": "990 TFLOP/s",
    }
    assert summary(gemm) == "Bound by tensor pipe, 4.62 × above the ridge (ρ = 4.62). Mixed: both levers count."
    lines = derivation(gemm)
    assert lines[:3] == ["W", "137 GFLOP", "= 2·b·m·n·k\n= 2·1·4096·4096·4096"]
    for name in ("Q", "I", "ridge", "regime", "t_min", "attainable", "right metric", "batch", "W(b)", "Q(b)"):
        assert name in lines


def test_what_is_typed_is_read_while_typing(gemm: KernelsPane, session: Session, qtbot: QtBot) -> None:
    type_into(field(gemm, "m"), "2*4096", key=None)
    qtbot.waitUntil(lambda: figures(gemm)["W"] == "275 GFLOP")
    assert kernel(session).workload.values["m"] == 8192
    assert kernel(session).typed["m"] == "2*4096"
    assert field(gemm, "m").text() == "2*4096"
    assert field(gemm, "m").accessibleDescription() == "= 8 192"


def test_typing_in_one_field_is_one_step(gemm: KernelsPane, session: Session, qtbot: QtBot) -> None:
    steps = session.undo_stack.count()
    line = field(gemm, "m")
    type_into(line, "8", key=None)
    qtbot.waitUntil(lambda: kernel(session).workload.values["m"] == 8)
    QTest.keyClicks(line, "1")
    qtbot.waitUntil(lambda: kernel(session).workload.values["m"] == 81)
    QTest.keyClicks(line, "92")
    qtbot.waitUntil(lambda: kernel(session).workload.values["m"] == 8192)
    assert session.undo_stack.count() == steps + 1
    type_into(field(gemm, "n"), "64")
    assert session.undo_stack.count() == steps + 2
    type_into(line, "16")  # the same field again, but after another one
    assert session.undo_stack.count() == steps + 3


def test_undo_takes_the_typing_back_and_shows_it(gemm: KernelsPane, session: Session) -> None:
    type_into(field(gemm, "m"), "8192")
    assert not field(gemm, "m").isModified()  # the undo keys belong to the window
    session.undo_stack.undo()
    assert field(gemm, "m").text() == "4096"
    assert figures(gemm)["W"] == "137 GFLOP"
    session.undo_stack.redo()
    assert field(gemm, "m").text() == "8192"
    assert figures(gemm)["W"] == "275 GFLOP"


def test_letters_that_come_to_nothing_are_undone_in_the_field(gemm: KernelsPane, session: Session) -> None:
    line = field(gemm, "m")
    type_into(line, "x")
    document = session.document
    QTest.keySequence(line, QKeySequence(QKeySequence.StandardKey.Undo))
    assert line.text() != "x"
    assert session.document is document


@pytest.mark.parametrize(
    ("formula", "name", "text", "reason"),
    [
        ("gemm", "m", "0", "at least 1, not 0"),
        ("gemm", "n", "-3", "at least 1"),
        ("gemm", "k", "1.5", "expected a whole number, not 1.5"),
        ("gemm", "m", "1e16", "too large"),
        ("gemm", "m", "9^9^9", "too large to be computed"),
        ("gemm", "m", "", "a number is needed here"),
        ("gemm", "m", "wide", "a plain number is needed"),
        ("gemm", "m", "4,096", "decimals have a point"),
        ("gemm", "m", "nan", "a plain number is needed"),
        ("gemm", "Batch", "0", "at least 1"),
        ("gemm", "Launches", "half", "a plain number is needed"),
        ("gemm", "Measured", "5", "add the unit"),
        ("gemm", "Measured", "0 s", "at least"),
        ("custom", "flop", "-1 GFLOP", "not negative"),
        ("custom", "bytes", "0", "at least 1"),
        ("custom", "bytes", "3 kg", "not a unit of B"),
        ("custom", "weight_bytes", "1 TB", "more than bytes"),
        ("attention", "kv_heads", "5", "cannot share 5 KV heads evenly"),
        ("moe_gemm", "top", "9", "more than the 8 experts"),
        ("convolution", "padding", "-1", "not negative"),
    ],
)
def test_what_cannot_be_used_is_said_at_its_field(
    pane: KernelsPane, session: Session, formula: str, name: str, text: str, reason: str
) -> None:
    pane.add_formula(formula)
    before, shown = session.document, figures(pane)
    line = field(pane, name)
    places = {w: w.geometry() for w in pane.findChildren(QWidget) if w.isVisible()}
    type_into(line, text)
    assert session.document is before
    assert line.text() == text
    assert line.property("state") == "bad"
    assert reason in line.accessibleDescription()
    assert reason in bubble(pane)
    assert reason in summary(pane)
    assert summary(pane).startswith(f"{name}: ")
    assert figures(pane) == shown  # the last ones that held, pale
    assert not child(pane, Derivation).isEnabled()
    assert {w: w.geometry() for w in places} == places  # nothing moved
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert line.property("state") == ""
    assert bubble(pane) == ""
    assert child(pane, Derivation).isEnabled()


def test_the_bubble_goes_with_the_keyboard_and_the_mark_stays(gemm: KernelsPane) -> None:
    type_into(field(gemm, "m"), "0")
    field(gemm, "n").setFocus()
    assert bubble(gemm) == ""
    assert field(gemm, "m").property("state") == "bad"
    field(gemm, "m").setFocus()
    assert "at least 1" in bubble(gemm)


def test_a_bad_field_is_left_alone_by_edits_elsewhere(gemm: KernelsPane, session: Session) -> None:
    type_into(field(gemm, "m"), "0")
    session.kernel_desk.show([kernel(session).id], False)
    assert field(gemm, "m").text() == "0"
    type_into(field(gemm, "n"), "64")  # cannot be taken before m is right
    assert kernel(session).workload.values == {"m": 4096, "n": 4096, "k": 4096}
    type_into(field(gemm, "m"), "32")
    assert kernel(session).workload.values == {"m": 32, "n": 64, "k": 4096}


def test_the_way_changes_traffic_and_says_what_it_assumes(gemm: KernelsPane, session: Session) -> None:
    choose(gemm, "Stored as", "FP32")
    choose(gemm, "Way", "no reuse: I = 1/4 in FP32")
    assert kernel(session).workload.variant == "naive"
    assert figures(gemm)["I"] == "0.25"
    assert any("reads both its operands again" in w.text() for w in gemm.findChildren(QLabel) if w.isVisible())
    session.undo_stack.undo()
    assert kernel(session).workload.variant == ""


def test_a_way_that_moves_nothing_is_said_at_the_way(pane: KernelsPane, session: Session) -> None:
    pane.add_formula("elementwise")
    type_into(field(pane, "ops"), "0")
    before = session.document
    choose(pane, "Way", "one kernel per operation")
    assert session.document is before
    assert "moves nothing" in bubble(pane)
    assert summary(pane).startswith("Way: ")
    choose(pane, "Way", "every array once")
    assert bubble(pane) == ""


def test_types_together_and_apart(gemm: KernelsPane, session: Session) -> None:
    choose(gemm, "Stored as", "FP8")
    assert kernel(session).workload.types == element_types("fp8")
    assert figures(gemm)["Q"] == "50.3 MB"  # 3 · 4096² bytes
    choose(gemm, "Weights", "INT4")
    assert kernel(session).workload.types.weights is Element.INT4
    assert figures(gemm)["Q"] == "41.9 MB"  # 2.5 · 4096² bytes
    choose(gemm, "Computed in", "FP32")
    assert kernel(session).workload.types.compute is Precision.FP32
    assert figures(gemm)["ridge"] == "20"


def test_a_precision_that_the_machine_lacks_is_said_and_nothing_is_lost(gemm: KernelsPane, session: Session) -> None:
    choose(gemm, "Stored as", "FP4")
    assert kernel(session).workload.types == element_types("fp4")
    assert figures(gemm) == {
        "W": "137 GFLOP", "Q": "25.2 MB", "I": "5461", "ridge": "–", "t_min": "–", "attainable": "–",
    }  # fmt: skip
    said = [w.text() for w in child(gemm, KernelForm).findChildren(QLabel) if w.isVisible()]
    assert any(text.startswith("H100 SXM has no ceiling for FP4 tensor; it has FP8 tensor, ") for text in said)
    choose(gemm, "Stored as", "BF16")
    assert figures(gemm)["t_min"] == "139 µs"


def test_a_measured_rate_is_judged(gemm: KernelsPane, session: Session) -> None:
    type_into(field(gemm, "Measured"), "400 TFLOP/s")
    assert kernel(session).workload.time == pytest.approx(2 * 4096**3 / 400e12)
    assert summary(gemm) == "Measured: 40 % of roof. Compute-bound, with headroom."
    assert field(gemm, "Measured").accessibleDescription() == "= 344 µs"
    type_into(field(gemm, "Measured"), "")
    assert kernel(session).workload.time != kernel(session).workload.time  # NaN


def test_batch_and_launches(gemm: KernelsPane, session: Session) -> None:
    type_into(field(gemm, "Batch"), "2^5")
    type_into(field(gemm, "Launches"), "80")
    assert (kernel(session).workload.batch, kernel(session).count) == (32, 80)
    assert figures(gemm)["W"] == "4.40 TFLOP"  # 32 · 137.4 GFLOP


def test_another_formula_keeps_what_both_have(gemm: KernelsPane, session: Session) -> None:
    type_into(field(gemm, "n"), "128")
    choose(gemm, "Formula", "Softmax")
    assert kernel(session).workload.values == {"rows": 4096, "n": 128}
    assert kernel(session).name == "Softmax"
    assert [f.accessibleName() for f in gemm.findChildren(QLineEdit) if f.isVisible()] == [
        "Name", "rows", "n", "Batch", "Launches", "Measured",
    ]  # fmt: skip
    session.undo_stack.undo()
    assert field(gemm, "m").text() == "4096"


def test_a_name_is_typed_or_that_of_the_formula(gemm: KernelsPane, session: Session) -> None:
    line = child(gemm, QLineEdit, "Name")
    assert (line.text(), line.placeholderText()) == ("", "GEMM")
    type_into(line, "  my   product ")
    assert kernel(session).name == "my product"
    type_into(line, "")
    assert kernel(session).name == "GEMM"


def test_a_switch_is_a_choice(pane: KernelsPane, session: Session) -> None:
    pane.add_formula("attention")
    choose(pane, "causal", "yes")
    assert kernel(session).workload.values["causal"] == 1
    assert figures(pane)["W"] == "137 GFLOP"  # 4 · 4096² · 128 · 32 / 2


def test_a_custom_kernel_takes_work_and_traffic(pane: KernelsPane, session: Session) -> None:
    pane.add_formula("custom")
    type_into(field(pane, "flop"), "2*4096^3")
    type_into(field(pane, "bytes"), "3*100e6*4 B")
    assert kernel(session).workload.values == {"flop": 2 * 4096**3, "bytes": 1.2e9}
    type_into(field(pane, "bytes"), "")
    assert summary(pane) == "Work or traffic is unknown: no bound follows."


def test_every_field_can_be_reached_and_is_named(gemm: KernelsPane, qtbot: QtBot) -> None:
    form = child(gemm, KernelForm)
    child(form, QLineEdit, "Name").setFocus()
    seen = []
    for _ in range(10):
        focus = gemm.window().focusWidget()
        assert focus is not None
        seen.append(focus.accessibleName())
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert seen == [
        "Name", "Formula", "Way", "m", "n", "k", "Stored as", "Set types apart", "Batch", "Launches",
    ]  # fmt: skip
    for name in ("m", "n", "k"):
        assert f"{name}: " in field(gemm, name).toolTip()
