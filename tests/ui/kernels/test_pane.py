"""The list of calculated kernels, and what the pane makes of the rest of the document."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from roofline_gui.io.model_presets import find_model
from roofline_gui.model.estimates import FORMULA, WHOLE_STEP
from roofline_gui.model.workload.catalogue import FORMULAS
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.examples import EXAMPLES, new_entry, start_of
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.palette import DARK
from roofline_gui.session.kernels import Chosen
from roofline_gui.session.session import Session
from roofline_gui.ui.kernels import KernelsPane
from roofline_gui.ui.kernels.list_view import KernelList
from roofline_gui.ui.kernels.result import KeyFigures
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.text import ElidedLabel
from tests.model.workload.samples import H100
from tests.ui.find import child
from tests.ui.kernels.look import derivation, field, figures, kernel, names, rows, summary, type_into

STEP = StepEntry(0, "Llama", find_model("llama-3-8b"), Span(True, 4096), element_types("bf16"), 8)


def the_list(pane: KernelsPane) -> KernelList:
    return child(pane, KernelList)


def visible_words(pane: KernelsPane) -> str:
    return "\n".join(w.text() for w in pane.findChildren(QLabel) if w.isVisible())


def button(pane: KernelsPane, text: str) -> QToolButton:
    return next(b for b in pane.findChildren(QToolButton) if b.text() == text)


def entry_texts(menu: QMenu) -> list[str]:
    return [a.text().replace("&", "") for a in menu.actions() if not a.isSeparator()]


def test_an_empty_pane_says_what_can_be_done(pane: KernelsPane, actions: dict[str, QAction]) -> None:
    assert "Nothing has to be measured" in visible_words(pane)
    shown = [b for b in pane.findChildren(QPushButton) if b.isVisible()]
    assert [b.text() for b in shown] == ["Add a kernel", "Whole model…", "Examples"]
    asked: list[bool] = []
    actions["add_model"].triggered.connect(lambda: asked.append(True))
    shown[1].click()
    assert asked == [True]
    for name in ("kernel_duplicate", "kernel_remove", "kernel_pin", "kernel_unpin"):
        assert not actions[name].isEnabled(), name


def menu_of(action: QAction) -> QMenu:
    menu = action.menu()
    assert isinstance(menu, QMenu)
    return menu


def test_the_menu_has_every_formula_and_example(pane: KernelsPane, actions: dict[str, QAction]) -> None:
    add, examples = menu_of(actions["kernel_add"]), menu_of(actions["kernel_examples"])
    offered = entry_texts(add)
    assert all(any(formula.title in text for text in offered) for formula in FORMULAS.values())
    titles = [e.title for text in EXAMPLES.values() for e in text]
    assert [t for t in entry_texts(examples) if t not in EXAMPLES] == titles
    choice = next(a for a in examples.actions() if a.text() == titles[0])
    assert "t_min = 358 µs" in choice.toolTip().replace("\n", " ")


def test_adding_goes_on_to_the_first_parameter(
    pane: KernelsPane, session: Session, actions: dict[str, QAction]
) -> None:
    add = menu_of(actions["kernel_add"])
    next(a for a in add.actions() if a.text().startswith("GEMM")).trigger()
    assert rows(pane) == ["GEMM"]
    assert session.kernel_desk.chosen == {Chosen(kernel(session).id, FORMULA)}
    line = field(pane, "m")
    assert pane.window().focusWidget() is line
    assert line.selectedText() == "4096"
    pane.add_formula("gemm")
    assert rows(pane) == ["GEMM", "GEMM (2)"]


def test_a_row_says_what_it_is_and_where_it_stands(pane: KernelsPane, session: Session) -> None:
    pane.add_formula("gemm")
    type_into(child(pane, QLineEdit, "Name"), "product")
    index = the_list(pane).model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "product, shown, GEMM, I 1365, tensor pipe, 139 µs"
    )
    type_into(field(pane, "Measured"), "400 TFLOP/s")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith("I 1365, tensor pipe, 344 µs (40 %)")


def test_choosing_here_and_elsewhere_is_one_choice(pane: KernelsPane, session: Session) -> None:
    pane.add_formula("gemm")
    pane.add_formula("softmax")
    first, second = (Chosen(e.id, FORMULA) for e in session.document.kernels)
    session.kernel_desk.choose([first])  # as a click on its dot does
    assert the_list(pane).currentIndex().row() == 0
    assert child(pane, QLineEdit, "Name").placeholderText() == "GEMM"
    QTest.keyClick(the_list(pane), Qt.Key.Key_Down)
    assert session.kernel_desk.chosen == {second}
    assert child(pane, QLineEdit, "Name").placeholderText() == "Softmax"
    session.kernel_desk.choose([first, second])
    assert "2 kernels are chosen." in visible_words(pane)
    session.kernel_desk.choose([])
    assert "Choose a kernel above." in visible_words(pane)


def test_space_and_the_eye_hide_and_show(pane: KernelsPane, session: Session) -> None:
    pane.add_formula("gemm")
    view = the_list(pane)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert not kernel(session).shown
    place = view.visualRect(view.model().index(0, 0)).topLeft() + QPoint(16, 14)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert kernel(session).shown
    session.undo_stack.undo()
    assert not kernel(session).shown


def test_delete_removes_and_goes_on_with_the_next(pane: KernelsPane, session: Session) -> None:
    for formula in ("gemm", "softmax", "reduction"):
        pane.add_formula(formula)
    session.kernel_desk.choose([Chosen(session.document.kernels[1].id, FORMULA)])
    QTest.keyClick(the_list(pane), Qt.Key.Key_Delete)
    assert names(session.document.kernels) == ["GEMM", "Reduction"]
    assert session.kernel_desk.chosen == {Chosen(session.document.kernels[1].id, FORMULA)}
    session.undo_stack.undo()
    assert rows(pane) == ["GEMM", "Softmax", "Reduction"]
    the_list(pane).selectAll()
    QTest.keyClick(the_list(pane), Qt.Key.Key_Delete)
    assert session.document.kernels == ()
    assert "Nothing has to be measured" in visible_words(pane)


def test_renaming_in_place(pane: KernelsPane, session: Session, qtbot: QtBot) -> None:
    pane.add_formula("gemm")
    view = the_list(pane)
    for typed, expected in (("product <T>", "product <T>"), ("  ", "product <T>")):
        QTest.keyClick(view, Qt.Key.Key_F2)
        editor = child(pane, QLineEdit, "Name of the kernel")
        with qtbot.waitSignal(editor.destroyed):
            type_into(editor, typed)
        assert kernel(session).name == expected
    assert child(pane, QLineEdit, "Name").text() == "product <T>"


def test_duplicating(pane: KernelsPane, session: Session, actions: dict[str, QAction]) -> None:
    pane.add_formula("gemm")
    type_into(field(pane, "m"), "8")
    actions["kernel_duplicate"].trigger()
    assert rows(pane) == ["GEMM", "GEMM (2)"]
    assert kernel(session, 1).workload.values["m"] == 8
    assert session.kernel_desk.chosen == {Chosen(kernel(session, 1).id, FORMULA)}


def test_enter_goes_to_the_form_and_esc_back(pane: KernelsPane, session: Session) -> None:
    pane.add_formula("gemm")
    view = the_list(pane)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert pane.window().focusWidget() is field(pane, "m")
    QTest.keyClick(field(pane, "m"), Qt.Key.Key_Escape)
    assert pane.window().focusWidget() is view


def test_operations_stand_below_their_step(pane: KernelsPane, session: Session) -> None:
    entry = session.kernel_desk.add(STEP)
    view = the_list(pane)
    step = view.model().index(0, 0)
    operations = [str(view.model().index(i, 0, step).data()) for i in range(view.model().rowCount(step))]
    assert "qkv_proj × 32" in operations  # once per layer
    place = operations.index("qkv_proj × 32")
    session.kernel_desk.choose([Chosen(entry, place)])
    assert view.isExpanded(step)
    assert "qkv_proj" in visible_words(pane)
    # 8 rows of 4096, times (32 + 2 · 8) heads of 128
    assert figures(pane)["W"] == "403 MFLOP"
    assert not button(pane, "Change…").isHidden()
    asked: list[object] = []
    pane.step_change_wanted.connect(asked.append)
    button(pane, "Change…").click()
    assert asked == [session.document.kernels[0]]
    session.kernel_desk.choose([Chosen(entry, WHOLE_STEP)])
    assert "Decode after 4,096 tokens, batch 8" in visible_words(pane)


def test_an_example_with_several_kernels_is_one_step(pane: KernelsPane, session: Session) -> None:
    table = next(e for text in EXAMPLES.values() for e in text if len(e.kernels) == 9)
    pane.add_example(table)
    assert rows(pane)[5] == "add_rms_norm"
    assert len(session.kernel_desk.chosen) == 9
    session.kernel_desk.choose([Chosen(kernel(session, 5).id, FORMULA)])
    assert summary(pane) == "Measured: 33 % of roof. Memory-bound, with headroom."
    session.undo_stack.undo()
    assert session.document.kernels == ()


def test_an_example_brings_its_machine_where_there_is_none(bare: Session, pane: KernelsPane) -> None:
    pane.add_example(next(iter(EXAMPLES.values()))[0])
    assert bare.document.machine == H100
    assert figures(pane)["t_min"] == "358 µs"


def test_without_a_machine_work_and_traffic_are_shown(bare: Session, pane: KernelsPane) -> None:
    pane.add_formula("gemm")
    assert figures(pane) == {
        "W": "137 GFLOP", "Q": "101 MB", "I": "1365", "ridge": "–", "t_min": "–", "attainable": "–",
    }  # fmt: skip
    assert summary(pane).startswith("No machine is chosen")
    assert derivation(pane)[0] == "W"
    assert the_list(pane).model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole).endswith("no machine")
    box = child(pane, MachineBox, "Machine")
    assert box.isVisible()
    box.picked.emit(H100)
    assert figures(pane)["t_min"] == "139 µs"
    assert not box.isVisible()


def test_under_a_what_if_the_result_is_that_of_the_picture(pane: KernelsPane, session: Session) -> None:
    pane.add_formula("decode")
    assert figures(pane)["I"] == "1"
    session.what_if_desk.set_batch(64)
    assert figures(pane)["I"] == "64"
    assert "On H100 SXM, what if: batch 64" in visible_words(pane)
    assert field(pane, "Batch").text() == "1"
    assert "= 2·b·params\n= 2·64·7e10" in derivation(pane)


def test_while_a_slider_moves_the_result_follows_in_steps(pane: KernelsPane, session: Session, qtbot: QtBot) -> None:
    pane.add_formula("decode")
    session.what_if_desk.begin_slide()
    for batch in (2, 4, 8):
        session.what_if_desk.set_batch(batch, merge="batch")
    assert figures(pane)["I"] == "1"
    qtbot.waitUntil(lambda: figures(pane)["I"] == "8")
    session.what_if_desk.set_batch(16, merge="batch")
    session.what_if_desk.end_slide()
    assert figures(pane)["I"] == "16"


def test_a_pane_out_of_sight_catches_up_when_it_is_seen(pane: KernelsPane, session: Session) -> None:
    pane.add_formula("decode")
    pane.hide()
    session.what_if_desk.set_batch(64)
    assert figures(pane)["I"] == "1"
    pane.show()
    assert figures(pane)["I"] == "64"


def test_a_kernel_becomes_the_ideal_of_selected_rows(
    pane: KernelsPane, session: Session, actions: dict[str, QAction]
) -> None:
    pane.add_formula("gemm")
    pin, unpin = button(pane, "Ideal of the selected rows"), button(pane, "Unpin")
    assert not pin.isEnabled()
    assert "Select rows or dots" in pin.toolTip()
    session.select([0, 2])
    assert pin.isEnabled()
    assert actions["kernel_pin"].isEnabled()
    assert "2 launches" in pin.toolTip()
    assert not unpin.isVisible()
    pin.click()
    pinned = [i for p in session.document.sources[0].pins for i in p.launches]
    assert sorted(pinned) == [0, 2]
    assert not pin.isEnabled()
    assert "Ideal of 2 launches" in visible_words(pane)
    assert unpin.isVisible()
    session.select([1])
    assert pin.isEnabled()
    actions["kernel_unpin"].trigger()
    assert session.document.sources[0].pins == ()
    assert not unpin.isVisible()
    assert not actions["kernel_unpin"].isEnabled()


def test_the_derivation_can_be_copied(pane: KernelsPane) -> None:
    pane.add_formula("gemm")
    pane.copy()
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[:2] == ["GEMM", "W = 2·b·m·n·k = 2·1·4096·4096·4096 = 137 GFLOP"]
    assert "t_min = 139 µs, bound by tensor pipe" in copied


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_can_be_added_is_one_key_away(pane: KernelsPane, actions: dict[str, QAction], qtbot: QtBot) -> None:
    wanted: list[bool] = []
    pane.shown_wanted.connect(lambda: wanted.append(True))
    actions["kernel_add"].trigger()
    shown = [m for m in pane.findChildren(QMenu) if m.isVisible()]
    assert len(shown) == 1
    assert wanted
    shown[0].close()


def test_the_colours_follow_the_theme(pane: KernelsPane) -> None:
    plus = child(pane, QToolButton, "Add a kernel")
    before = plus.icon().cacheKey()
    pane.set_colours(DARK)
    assert plus.icon().cacheKey() != before


@pytest.mark.parametrize("width", [240, 286, 420])
def test_nothing_is_wider_than_the_pane(pane: KernelsPane, session: Session, width: int) -> None:
    pane.resize(width, 760)
    for formula in FORMULAS:
        pane.add_formula(formula)
        for line in pane.findChildren(QLineEdit):
            if line.isVisible():
                right = line.mapTo(pane, QPoint(line.width(), 0)).x()
                assert right <= width - 10, (formula, line.accessibleName())


def test_an_operation_of_a_step_becomes_an_ideal_of_its_own(pane: KernelsPane, session: Session) -> None:
    entry = session.kernel_desk.add(STEP)
    session.select([0])
    session.kernel_desk.choose([Chosen(entry, 2)])
    pin, unpin = button(pane, "Ideal of the selected rows"), button(pane, "Unpin")
    pin.click()
    (pinned,) = session.document.sources[0].pins
    assert (pinned.launches, pinned.entry) == ((0,), entry)
    assert pinned.operation
    assert not pin.isEnabled()
    session.kernel_desk.choose([Chosen(entry, 3)])
    assert pin.isEnabled()  # another operation may take its place
    pin.click()
    assert [p.launches for p in session.document.sources[0].pins] == [(0,)]
    unpin.click()
    assert session.document.sources[0].pins == ()


def test_a_tall_pane_gives_its_room_to_a_long_list(pane: KernelsPane, session: Session) -> None:
    session.kernel_desk.add_all("Add", [new_entry(start_of("gemm"))] * 20)
    listed = the_list(pane)
    low = listed.height()
    assert low <= 230  # the form needs the rest
    pane.resize(pane.width(), 1100)
    QApplication.processEvents()
    assert listed.height() > low + 300
    session.kernel_desk.remove([e.id for e in session.kernel_desk.entries[2:]])
    assert listed.height() < 2 * 44 + 10  # no more than it needs


def test_key_figures_are_not_cut_in_a_narrow_pane(pane: KernelsPane, session: Session) -> None:
    pane.add_formula("custom")
    type_into(field(pane, "flop"), "833.3 kFLOP")
    type_into(field(pane, "bytes"), "1 GB")
    assert figures(pane)["I"] == "0.0008333"
    cut = [w.full_text for w in child(pane, KeyFigures).findChildren(ElidedLabel) if w.text() != w.full_text]
    assert cut == []
