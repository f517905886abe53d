"""The machine pane: every figure to see, to change and to keep."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QToolButton, QTreeWidget
from pytestqt.qtbot import QtBot

from roofline_gui.io.user_machines import UserMachines
from roofline_gui.model.machine import CeilingSet, Figure, Kind, Level
from roofline_gui.model.machine_edits import Part, Slot, figure_at
from roofline_gui.model.precision import Precision
from roofline_gui.present.palette import DARK
from roofline_gui.session.session import Session
from roofline_gui.ui.machine import MachinePane
from roofline_gui.ui.machine.figures import FigureTree
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.quantity_field import QuantityField
from tests.ui.find import child
from tests.ui.machine.conftest import Answers, machine_of
from tests.ui.machine.samples import BF16, DRAM, FIRST, FP32, L2, SECOND


def tree_rows(pane: MachinePane) -> dict[str, tuple[str, str, str]]:
    """Name → value, kind, tip of every figure."""
    tree, rows = child(pane, QTreeWidget), {}
    for i in range(tree.topLevelItemCount()):
        section = tree.topLevelItem(i)
        assert section is not None
        for k in range(section.childCount()):
            item = section.child(k)
            assert item is not None
            rows[f"{section.text(0)}/{item.text(0).strip()}"] = (item.text(1), item.text(2), item.toolTip(1))
    return rows


def look_at(pane: MachinePane, slot: Slot) -> QuantityField:
    """Make the row of `slot` the current one; the field with its value."""
    child(pane, FigureTree).select_slot(slot)
    return child(pane, QuantityField, "Value")


def type_into(field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def value(session: Session, slot: Slot) -> float:
    figure = figure_at(machine_of(session), slot)
    assert figure is not None
    return figure.value


def texts(pane: MachinePane) -> str:
    return "\n".join(w.text() for w in pane.findChildren(QLabel) if w.isVisibleTo(pane))


def test_every_figure_is_shown_with_value_kind_source_and_doubt(pane: MachinePane) -> None:
    rows = tree_rows(pane)
    shown, kind, about = rows["Memory levels/dram"]
    assert (shown, kind) == ("5 TB/s", "datasheet ?")
    for part in ("sheet &lt;p. 3&gt;", "rounded", "4.4 TB/s", "measured", "stream"):
        assert part in about
    assert rows["Compute ceilings, dense/BF16 tensor"][:2] == ("1 PFLOP/s", "user")
    assert rows["Ridge points at dram/FP32"][0] == "20 FLOP/B"  # 100 T over 5 T
    assert rows["Other/Per launch"][0] == "2 µs"


def test_choosing_a_machine_is_one_edit(pane: MachinePane, session: Session) -> None:
    box = child(pane, MachineBox, "Machine")
    names = [box.itemText(i) for i in range(box.count())]
    assert names == ["From the profile", "NVIDIA First (ceilings of the profile)", "Catalogue", "First", "Second"]
    assert box.currentText() == "First"
    box.activated.emit(names.index("Second"))
    assert session.document.machine is SECOND
    session.undo_stack.undo()
    assert box.currentText() == "First"


def test_looking_at_a_figure_shows_all_about_it(pane: MachinePane) -> None:
    field = look_at(pane, DRAM)
    assert field.isVisibleTo(pane)
    assert field.text() == "5 TB/s"
    assert child(pane, QLineEdit, "Source").text() == "sheet <p. 3>"
    assert child(pane, QLineEdit, "Doubt").text() == "rounded"
    assert child(pane, QComboBox, "Kind").currentText() == "datasheet"
    assert "Dram bandwidth" in texts(pane)
    assert "Also 4.4 TB/s, measured" in texts(pane)
    child(pane, FigureTree).select_slot(None)
    assert not field.isVisibleTo(pane)


@pytest.mark.parametrize(
    ("text", "expected"), [("26 GB/s", 26e9), ("3.35 TB/s", 3.35e12), ("24 GiB/s", 25_769_803_776.0)]
)
def test_a_typed_value_is_an_edit_of_a_copy(
    pane: MachinePane, session: Session, text: str, expected: float
) -> None:
    type_into(look_at(pane, DRAM), text)
    assert value(session, DRAM) == expected
    assert machine_of(session).name == "First (edited)"
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "Change First dram bandwidth"
    assert tree_rows(pane)["Memory levels/dram"][1].startswith("user")
    session.undo_stack.undo()
    assert session.document.machine is FIRST
    assert child(pane, QuantityField, "Value").text() == "5 TB/s"


def test_what_is_typed_is_explained_while_typing(pane: MachinePane) -> None:
    field = look_at(pane, DRAM)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "24 GiB/s")
    assert field.hint.text() == "= 25.769803776 GB/s"
    field.selectAll()
    QTest.keyClicks(field, "24 GB/s")
    assert field.hint.isHidden()


def test_a_typo_is_marked_and_changes_nothing(pane: MachinePane, session: Session) -> None:
    field = look_at(pane, DRAM)
    before = session.document
    type_into(field, "4.8 TFLOP/s")
    assert session.document is before
    assert field.text() == "4.8 TFLOP/s"
    assert field.property("state") == "bad"
    assert "not a unit of B/s" in field.hint.text()
    assert field.accessibleDescription() == field.hint.text()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), field.hint.isHidden()) == ("5 TB/s", True)
    type_into(field, "0 TB/s")
    assert "above 0" in field.hint.text()
    child(pane, FigureTree).select_slot(L2)
    assert (field.text(), field.hint.isHidden()) == ("10 TB/s", True)


def test_arrow_keys_nudge_in_one_undo_step(pane: MachinePane, session: Session) -> None:
    field = look_at(pane, DRAM)
    for _ in range(3):
        QTest.keyClick(field, Qt.Key.Key_Up)
    assert value(session, DRAM) == pytest.approx(5e12 * 1.01**3, rel=1e-3)
    QTest.keyClick(field, Qt.Key.Key_PageDown)
    assert field.text() == "4.683 TB/s"  # 5.151 / 1.1, four digits at each step
    session.undo_stack.undo()
    assert session.document.machine is FIRST


def test_undo_keys_take_back_edits_of_the_document_unless_something_is_typed(pane: MachinePane) -> None:
    def is_for_the_field(field: QLineEdit) -> bool:
        keys = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, "z")
        keys.ignore()
        field.event(keys)
        return keys.isAccepted()

    field = look_at(pane, DRAM)
    for each in (field, child(pane, QLineEdit, "Source")):
        assert not is_for_the_field(each)
        each.selectAll()
        QTest.keyClicks(each, "4")
        assert is_for_the_field(each)
    type_into(field, "4 TB/s")
    assert not is_for_the_field(field)


def test_kind_source_and_doubt_are_edits_of_their_own(pane: MachinePane, session: Session) -> None:
    look_at(pane, DRAM)
    kind = child(pane, QComboBox, "Kind")
    kind.setCurrentIndex(kind.findText("published"))
    kind.activated.emit(kind.currentIndex())
    for name, text in (("Source", "a paper"), ("Doubt", "")):
        field = child(pane, QLineEdit, name)
        field.setText(text)
        field.editingFinished.emit()
    figure = figure_at(machine_of(session), DRAM)
    assert figure is not None
    assert (figure.value, figure.source, figure.doubt) == (5e12, "a paper", "")
    assert figure.kind is Kind.PUBLISHED
    assert session.undo_stack.count() == 3


def test_another_figure_that_was_found_can_be_used(pane: MachinePane, session: Session) -> None:
    look_at(pane, DRAM)
    child(pane, QToolButton, "Use 4.4 TB/s").click()
    figure = figure_at(machine_of(session), DRAM)
    assert figure is not None
    assert (figure.value, figure.source, figure.alternatives[0].value) == (4.4e12, "stream", 5e12)
    child(pane, QToolButton, "Use 5 TB/s").click()
    assert value(session, DRAM) == 5e12


def test_a_suspect_figure_is_marked_and_led_to(pane: MachinePane, session: Session) -> None:
    odd = next(b for b in pane.findChildren(QToolButton) if b.property("role") == "warning")
    assert not odd.isVisibleTo(pane)
    type_into(look_at(pane, L2), "4 TB/s")
    assert odd.isVisibleTo(pane)
    assert odd.text() == "Looks odd: l2"
    assert "slower than dram behind it with 5 TB/s" in texts(pane)
    child(pane, FigureTree).select_slot(None)
    odd.click()
    assert child(pane, FigureTree).slot == L2
    session.undo_stack.undo()
    assert not odd.isVisibleTo(pane)


def test_keys_edit_remove_and_leave(pane: MachinePane, session: Session, qtbot: QtBot) -> None:
    tree = child(pane, FigureTree)
    pane.activateWindow()
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Down)  # past the heading
    assert tree.slot == DRAM
    QTest.keyClick(tree, Qt.Key.Key_Up)
    assert tree.slot == DRAM
    for _ in range(3):
        QTest.keyClick(tree, Qt.Key.Key_Down)  # L2, L1, and past the next heading
    assert tree.slot == Slot(Part.PEAK, Precision.FP8_TENSOR)
    tree.select_slot(FP32)
    QTest.keyClick(tree, Qt.Key.Key_F2)
    field = child(pane, QuantityField, "Value")
    assert field.hasFocus()
    assert field.selectedText() == "100 TFLOP/s"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert tree.hasFocus()
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert figure_at(machine_of(session), FP32) is None
    assert not field.isVisibleTo(pane)
    session.undo_stack.undo()
    tree.select_slot(FP32)
    QTest.keyClick(tree, Qt.Key.Key_Escape)
    assert tree.slot is None


def test_the_last_level_stays_and_the_reason_is_said(pane: MachinePane, session: Session) -> None:
    for level in (Level.L1, Level.L2):
        session.machine_desk.remove(Slot(Part.BANDWIDTH, level))
    look_at(pane, DRAM)
    before = session.document
    child(pane, QToolButton, "Remove").click()
    assert session.document is before
    assert "at least one memory level" in child(pane, QuantityField, "Value").hint.text()


def test_measured_figures_bring_the_choice_of_ceilings(
    pane: MachinePane, session: Session, actions: dict[str, QAction]
) -> None:
    choice = child(pane, QComboBox, "Ceilings that verdicts use")
    assert not choice.isVisibleTo(pane)
    assert not actions["machine_measured"].isEnabled()
    session.machine_desk.put(replace(DRAM, measured=True), Figure(4e12, Kind.MEASURED, "stream"))
    assert choice.isVisibleTo(pane)
    assert tree_rows(pane)["Memory levels/measured"][:2] == ("4 TB/s", "80 %")
    choice.activated.emit(choice.findText("Verdicts use measured ceilings"))
    chosen = [session.document.ceilings]
    assert actions["machine_measured"].isChecked()
    actions["machine_measured"].trigger()
    chosen.append(session.document.ceilings)
    assert chosen == [CeilingSet.MEASURED, CeilingSet.THEORETICAL]
    assert choice.currentText() == "Verdicts use theoretical ceilings"


def test_saving_keeps_the_machine_in_the_users_folder(
    pane: MachinePane, session: Session, store: UserMachines, actions: dict[str, QAction]
) -> None:
    assert not actions["machine_save"].isEnabled()
    type_into(look_at(pane, DRAM), "4 TB/s")
    assert "Not among your machines yet" in texts(pane)
    next(b for b in pane.findChildren(QToolButton) if b.text() == "Save").click()
    assert [m.id for m in store.load().machines] == ["test-edited"]
    assert "Not among" not in texts(pane)
    assert not actions["machine_save"].isEnabled()
    assert actions["machine_forget"].isEnabled()
    box = child(pane, MachineBox, "Machine")
    assert [box.itemText(i) for i in range(2)] == ["Your machines", "First (edited)"]
    type_into(look_at(pane, DRAM), "3 TB/s")
    assert "Changed since it was saved" in texts(pane)
    session.undo_stack.undo()
    actions["machine_forget"].trigger()
    assert store.load().machines == ()
    assert "Not among your machines yet" in texts(pane)


def test_a_machine_goes_to_a_file_and_comes_back(
    pane: MachinePane, session: Session, answers: Answers, actions: dict[str, QAction], tmp_path: Path
) -> None:
    type_into(look_at(pane, DRAM), "4 TB/s")
    edited = session.document.machine
    actions["machine_save_as"].trigger()  # cancelled
    answers.target = tmp_path / "handed.json"
    actions["machine_save_as"].trigger()
    assert answers.suggested.endswith("test-edited.json")
    session.undo_stack.undo()
    actions["machine_open"].trigger()  # cancelled
    answers.files = [tmp_path / "handed.json"]
    actions["machine_open"].trigger()
    assert session.document.machine == edited


def test_a_machine_of_the_profile(pane: MachinePane, session: Session, actions: dict[str, QAction]) -> None:
    actions["machine_profile"].trigger()
    assert machine_of(session).name == "First at 1.50 GHz"
    assert [m.title for m in session.messages] == ["This profile ran at 1.5 GHz, below the 2 GHz of the First."]


def test_duplicate(pane: MachinePane, session: Session, actions: dict[str, QAction]) -> None:
    actions["machine_duplicate"].trigger()
    assert machine_of(session).name == "First (copy)"


def test_without_a_machine_there_is_nothing_to_edit(
    pane: MachinePane, session: Session, actions: dict[str, QAction]
) -> None:
    session.start_with(replace(session.document, machine=None))
    assert tree_rows(pane) == {}
    assert child(pane, MachineBox, "Machine").currentIndex() == -1
    enabled = {name for name, a in actions.items() if name.startswith("machine_") and a.isEnabled()}
    assert enabled == {"machine_open", "machine_profile"}


def test_colours_follow_the_theme_and_the_row_stays(pane: MachinePane) -> None:
    look_at(pane, BF16)
    pane.set_colours(DARK)
    assert child(pane, FigureTree).slot == BF16


def test_access_keys_of_the_menu_are_distinct(actions: dict[str, QAction]) -> None:
    keys = [
        QKeySequence.mnemonic(a.text()).toString() for name, a in actions.items() if name.startswith("machine_")
    ]
    assert sorted(set(keys)) == sorted(keys)
    assert "" not in keys
