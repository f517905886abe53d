"""What the machine pane asks for: new figures, products, clocks, properties, measured values, comparisons."""

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QTreeWidget,
)

from roofline_gui.model.machine import Kind, Level
from roofline_gui.model.machine_edits import Part, Slot, figure_at
from roofline_gui.model.precision import Precision
from roofline_gui.session.session import Session
from roofline_gui.ui.machine import MachinePane
from roofline_gui.ui.machine.add_dialog import AddDialog
from roofline_gui.ui.machine.clock_dialog import ClockDialog
from roofline_gui.ui.machine.comparison_dialog import ComparisonDialog
from roofline_gui.ui.machine.derive_dialog import DeriveDialog
from roofline_gui.ui.machine.figures import FigureTree
from roofline_gui.ui.machine.measured_dialog import MeasuredDialog
from roofline_gui.ui.machine.properties_dialog import PropertiesDialog
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.quantity_field import QuantityField
from tests.ui.find import child
from tests.ui.machine.conftest import machine_of
from tests.ui.machine.samples import DRAM, FIRST, FP32, SECOND
from tests.ui.typing import number_box, type_number

DATA = Path(__file__).parents[2] / "data" / "ceilings"
D = TypeVar("D", bound=QDialog)


def asked(pane: MachinePane, kind: type[D]) -> D:
    """The dialog that is open."""
    return next(d for d in pane.findChildren(kind) if d.isVisible())


def button(dialog: QDialog, text: str) -> QPushButton:
    return next(b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "").startswith(text))


def words(dialog: QDialog) -> str:
    return "\n".join(w.text() for w in dialog.findChildren(QLabel))


def choose(box: QComboBox, text: str) -> None:
    box.setCurrentIndex(box.findText(text))
    assert box.currentText() == text
    box.activated.emit(box.currentIndex())


# New figures


def test_a_level_is_added_with_its_name(pane: MachinePane, session: Session, actions: dict[str, QAction]) -> None:
    actions["machine_add"].trigger()
    dialog = asked(pane, AddDialog)
    what, value = child(dialog, QComboBox), child(dialog, QuantityField)
    offered = [what.itemText(i) for i in range(what.count())]
    assert "FP4 tensor peak" in offered
    assert "Dram bandwidth" not in offered  # it is there
    choose(what, "L3 bandwidth")
    assert not button(dialog, "Add").isEnabled()
    value.setText("12 TFLOP/s")
    assert not button(dialog, "Add").isEnabled()
    value.setText("7 TB/s")
    next(f for f in dialog.findChildren(QLineEdit) if f.text() == "L3").setText("MALL")
    button(dialog, "Add").click()
    level = machine_of(session).level(Level.LLC)
    assert level is not None
    assert (level.name, level.bandwidth.value, level.bandwidth.kind) == ("MALL", 7e12, Kind.USER)
    assert session.undo_stack.undoText() == "Add First L3 bandwidth"
    assert child(pane, FigureTree).slot == Slot(Part.BANDWIDTH, Level.LLC)


def test_a_peak_is_added_and_a_cancelled_question_changes_nothing(
    pane: MachinePane, session: Session, actions: dict[str, QAction]
) -> None:
    for end in ("Cancel", "Add"):
        actions["machine_add"].trigger()
        dialog = asked(pane, AddDialog)
        choose(child(dialog, QComboBox), "FP4 tensor peak")
        child(dialog, QuantityField).setText("4 PFLOP/s")
        assert dialog.name == ""
        button(dialog, end).click()
        if end == "Cancel":
            assert session.document.machine is FIRST
    assert machine_of(session).peak(Precision.FP4_TENSOR) == 4e15


def test_a_measured_value_is_added_beside_the_figure(pane: MachinePane, session: Session) -> None:
    child(pane, FigureTree).select_slot(DRAM)
    next(b for b in pane.findChildren(QToolButton) if b.text() == "Add a measured value").click()
    dialog = asked(pane, AddDialog)
    assert child(dialog, QComboBox).currentText() == "Measured dram bandwidth"
    child(dialog, QuantityField).setText("4.4 TB/s")
    button(dialog, "Add").click()
    figure = figure_at(machine_of(session), Slot(Part.BANDWIDTH, Level.DRAM, measured=True))
    assert figure is not None
    assert (figure.value, figure.kind) == (4.4e12, Kind.MEASURED)


# Products and clocks


def test_a_figure_is_derived(pane: MachinePane, session: Session) -> None:
    child(pane, FigureTree).select_slot(FP32)
    derive = next(b for b in pane.findChildren(QToolButton) if b.text() == "Derive…")
    derive.click()
    dialog = asked(pane, DeriveDialog)
    count, rate, clock = dialog.findChildren(QLineEdit)
    # 100 TFLOP/s over 100 SMs and 2 GHz are 500 FLOP/clk, a data sheet's rounding of 512
    assert (count.text(), rate.text(), clock.text()) == ("100", "512", "2 GHz")
    assert "100 SM × 512 FLOP/clk × 2 GHz = 102.4 TFLOP/s" in words(dialog)
    rate.setText("nonsense")
    assert not button(dialog, "Use").isEnabled()
    rate.setText("256")
    button(dialog, "Use").click()
    figure = figure_at(machine_of(session), FP32)
    assert figure is not None
    assert (figure.value, figure.kind) == (51.2e12, Kind.DERIVED)
    assert figure.source == "100 SM × 256 FLOP/clk × 2 GHz"
    assert figure.alternatives[0].value == 100e12
    child(pane, FigureTree).select_slot(DRAM)
    assert not derive.isVisibleTo(pane)  # DRAM has no rate per SM clock


def test_scaling_offers_the_boost_clock(pane: MachinePane, session: Session, actions: dict[str, QAction]) -> None:
    actions["machine_profile"].trigger()
    session.machine_desk.change("Device", lambda m: replace(m, device_names=("nvidia first",)))
    actions["machine_clock"].trigger()
    dialog = asked(pane, ClockDialog)
    assert child(dialog, QuantityField).text() == "2 GHz"
    assert "× 1.333" in words(dialog)
    child(dialog, QuantityField).setText("1.5 GHz")
    assert not button(dialog, "Scale").isEnabled()
    child(dialog, QuantityField).setText("3 GHz")
    button(dialog, "Scale").click()
    assert machine_of(session).peak(Precision.FP32) == pytest.approx(200e12)
    assert machine_of(session).bandwidth(Level.DRAM) == 5e12


# Properties


def test_properties(pane: MachinePane, session: Session, actions: dict[str, QAction]) -> None:
    actions["machine_properties"].trigger()
    dialog = asked(pane, PropertiesDialog)
    name, vendor, architecture, *_ = dialog.findChildren(QLineEdit)
    name.setText(" ")
    assert not button(dialog, "Apply").isEnabled()
    name.setText("Lab node 7")
    architecture.setText("Blackwell")
    units = number_box(dialog, "Number of SMs")
    type_number(units, "1.5")
    assert not button(dialog, "Apply").isEnabled()
    type_number(units, "unknown")
    next(f for f in dialog.findChildren(QLineEdit) if f.text() == "dram").setText("HBM3e")
    next(f for f in dialog.findChildren(QLineEdit) if f.text() == "nvidia first").setText("NVIDIA A, NVIDIA B")
    child(dialog, QPlainTextEdit).setPlainText("In the lab.\n\nShared.")
    button(dialog, "Apply").click()
    machine = machine_of(session)
    assert (machine.name, machine.architecture, machine.units, machine.id) == (
        "Lab node 7", "Blackwell", None, "test-edited",
    )  # fmt: skip
    assert machine.levels[-1].name == "HBM3e"
    assert machine.device_names == ("nvidia a", "nvidia b")
    assert machine.notes == ("In the lab.", "Shared.")
    assert machine.ceilings == FIRST.ceilings
    assert vendor.text() == FIRST.vendor
    assert session.undo_stack.undoText() == "Properties of First"


# Measured ceilings


def rows(tree: QTreeWidget) -> list[list[str]]:
    found = []
    for i in range(tree.topLevelItemCount()):
        item = tree.topLevelItem(i)
        assert item is not None
        found.append([item.text(c) for c in range(tree.columnCount())])
    return found


def test_measured_values_are_previewed_then_taken(pane: MachinePane, session: Session) -> None:
    session.open([DATA / "plain.txt"])
    dialog = asked(pane, MeasuredDialog)
    shown = rows(child(dialog, QTreeWidget))
    assert ["dram", "3.021 TB/s", "5 TB/s", "60 %"] in [r[:4] for r in shown]
    assert session.document.machine is FIRST
    assert button(dialog, "Take 11 ceilings").isEnabled()
    button(dialog, "Take").click()
    figure = figure_at(machine_of(session), Slot(Part.BANDWIDTH, Level.DRAM, measured=True))
    assert figure is not None
    assert figure.value == 3.021e12
    assert machine_of(session).bandwidth(Level.DRAM) == 5e12


def test_a_cancelled_preview_changes_nothing(pane: MachinePane, session: Session) -> None:
    session.open([DATA / "plain.txt"])
    button(asked(pane, MeasuredDialog), "Cancel").click()
    assert session.document.machine is FIRST
    assert session.undo_stack.count() == 0


def test_device_and_machine_are_chosen(pane: MachinePane, session: Session) -> None:
    session.open([DATA / "nvbandwidth.txt"])
    dialog = asked(pane, MeasuredDialog)
    device = next(c for c in dialog.findChildren(QComboBox) if c.itemText(1).endswith("device 1"))
    device.setCurrentIndex(1)
    assert ["dram", "2.944 TB/s"] in [r[:2] for r in rows(child(dialog, QTreeWidget))]
    choose(child(dialog, MachineBox, "Machine"), "Second")
    assert ["dram", "2.944 TB/s", "10 TB/s", "29 %"] in [r[:4] for r in rows(child(dialog, QTreeWidget))]
    button(dialog, "Take 1 ceiling").click()
    assert machine_of(session).name == "Second (measured)"


def test_measurements_alone_say_what_is_missing(pane: MachinePane, session: Session) -> None:
    session.open([DATA / "nvbandwidth.txt"])
    dialog = asked(pane, MeasuredDialog)
    choose(child(dialog, MachineBox, "Machine"), "None: a machine of its own")
    assert "a machine needs a compute peak too" in words(dialog)
    assert not button(dialog, "Make").isEnabled()
    button(dialog, "Cancel").click()


# Comparison


def test_two_machines_side_by_side(pane: MachinePane, session: Session, actions: dict[str, QAction]) -> None:
    actions["machine_compare"].trigger()
    dialog = asked(pane, ComparisonDialog)
    assert not button(dialog, "Copy").isEnabled()
    choose(child(dialog, MachineBox, "Right machine"), "Second")
    assert session.document.view.compared is SECOND
    assert session.undo_stack.undoText() == "Compare with Second"
    tree = child(dialog, QTreeWidget)
    levels = tree.topLevelItem(0)
    dram = None if levels is None else levels.child(0)
    assert dram is not None
    assert [dram.text(c) for c in range(4)] == ["dram", "5 TB/s", "10 TB/s", "× 2"]
    button(dialog, "Copy").click()
    assert "Memory levels: dram\t5 TB/s\t10 TB/s\t× 2" in QGuiApplication.clipboard().text()
    choose(child(dialog, MachineBox, "Left machine"), "Second")
    assert session.document.machine is SECOND
    session.undo_stack.undo()
    assert child(dialog, MachineBox, "Left machine").currentText() == "First"
    dialog.close()
    actions["machine_compare"].trigger()
    assert asked(pane, ComparisonDialog) is dialog
    dialog.close()


def test_the_pane_tells_the_comparison_and_ends_it(pane: MachinePane, session: Session) -> None:
    session.machine_desk.compare(SECOND)
    end = child(pane, QToolButton, "End the comparison")
    assert end.isVisibleTo(pane)
    assert "Compared with Second" in "\n".join(w.text() for w in pane.findChildren(QLabel))
    end.click()
    assert session.document.view.compared is None
    assert not end.isVisibleTo(pane)
