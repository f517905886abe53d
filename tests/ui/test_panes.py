"""Machine pane, profile pane, message bar, bar above the canvas, status bar."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QToolButton,
    QTreeView,
)
from pytestqt.qtbot import QtBot

from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches, Texts
from roofline_gui.model.ledger import Ledger, SkippedLine
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.present.palette import DARK, LIGHT
from roofline_gui.session.messages import Action, Message, Severity
from roofline_gui.session.session import Session
from roofline_gui.ui.canvas_bar import CanvasBar
from roofline_gui.ui.message_bar import MessageBar
from roofline_gui.ui.profile import ProfilePane
from roofline_gui.ui.status import StatusBar
from roofline_gui.ui.widgets.commands import COMMANDS, action
from tests.model.builders import launches
from tests.session import builders
from tests.session.builders import UNNAMED, document, profile
from tests.ui.find import child

# Profile


def ledger_lines(pane: ProfilePane) -> list[str]:
    model = child(pane, QTreeView).model()
    lines = []
    for i in range(model.rowCount()):
        section = model.index(i, 0)
        lines += [section.data(), *(model.index(k, 0, section).data() for k in range(model.rowCount(section)))]
    return lines


def incomplete(count: int = 1) -> Launches:
    names = ["fine", *([UNNAMED] * count)]
    n = len(names)
    return launches(
        names,
        time=[1e-5] * n,
        flop={Precision.FP32: [1e8, *([np.nan] * count)]},
        bytes={Level.DRAM: [1e6] * n},
    )


def test_ledger_tells_what_is_not_drawn_and_why(session: Session, qtbot: QtBot) -> None:
    found = incomplete()
    opened = dataclasses.replace(
        profile(of=found),
        ledger=Ledger(2, "wide", "1,234.5", (("dram", "read + write"),), ("a note",), (SkippedLine(1, "==PROF=="),), 1),
    )
    session.start_with(document(profiles=(opened,)))
    pane = ProfilePane(session)
    qtbot.addWidget(pane)
    text = "\n".join(w.text() for w in pane.findChildren(QLabel))
    assert "2 launches read, 1 drawn, 1 not drawn" in text
    lines = ledger_lines(pane)
    assert "Not drawn (1)" in lines
    assert any(line.endswith(f"#1 {UNNAMED}") for line in lines)
    assert "a note" in lines
    assert any("1,234.5" in line for line in lines)
    assert "line 1: ==PROF==" in lines


def test_ledger_filters_copies_and_jumps(session: Session, qtbot: QtBot) -> None:
    session.start_with(document(profiles=(profile(of=incomplete()),)))
    pane = ProfilePane(session)
    qtbot.addWidget(pane)
    tree = child(pane, QTreeView)
    child(pane, QLineEdit).setText("no such kernel")
    assert ledger_lines(pane) == []
    child(pane, QLineEdit).setText("UNNAMED")
    assert len(ledger_lines(pane)) == 2
    pane.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied.count("\n") == 0
    assert UNNAMED in copied
    assert "sass" in copied  # the fix
    entry = tree.model().index(0, 0, tree.model().index(0, 0))
    tree.setCurrentIndex(entry)
    detail = child(pane, QPlainTextEdit)
    assert not detail.isHidden()
    assert UNNAMED in detail.toPlainText()
    assert "Fix: collect" in detail.toPlainText()
    tree.activated.emit(entry)
    assert session.selection == {1}


def test_ledger_holds_many_entries_without_delay(session: Session, qtbot: QtBot) -> None:
    found = incomplete(20_000)
    many = dataclasses.replace(found, kernel=Texts.of([f"kernel{i}" for i in range(len(found))]))
    session.start_with(document(profiles=(profile(of=many),)))
    pane = ProfilePane(session)
    qtbot.addWidget(pane)
    model = child(pane, QTreeView).model()
    assert model.rowCount(model.index(0, 0)) == 20_000


def test_launches_of_which_the_same_is_said_are_one_entry_and_selected_together(
    session: Session, qtbot: QtBot
) -> None:
    session.start_with(document(profiles=(profile(of=incomplete(477)),)))
    pane = ProfilePane(session)
    qtbot.addWidget(pane)
    tree = child(pane, QTreeView)
    model = tree.model()
    heading = model.index(0, 0)
    assert heading.data() == "Not drawn (477)"
    assert model.rowCount(heading) == 1
    entry = model.index(0, 0, heading)
    assert f"#1 and 476 more: {UNNAMED}" in entry.data()
    tree.activated.emit(entry)
    assert session.selection == frozenset(range(1, 478))


# Messages


def test_messages_come_and_go_with_the_session(session: Session, qtbot: QtBot) -> None:
    bar = MessageBar(session, LIGHT)
    qtbot.addWidget(bar)
    assert bar.isHidden()
    pressed: list[bool] = []
    message = Message(
        Severity.ERROR, "odd <b>file</b>", "Do this.", "ncu --csv", Action("Try", lambda: pressed.append(True))
    )
    session.tell(message)
    assert not bar.isHidden()
    texts = {w.text(): w.textFormat() for w in bar.findChildren(QLabel) if w.text()}
    assert texts["odd <b>file</b>"] is Qt.TextFormat.PlainText
    buttons = {b.text(): b for b in bar.findChildren(QPushButton)}
    buttons["Copy command"].click()
    assert QGuiApplication.clipboard().text() == "ncu --csv"
    buttons["Try"].click()
    assert pressed == [True]
    bar.set_colours(DARK)
    child(bar, QToolButton, "Close the message").click()
    assert session.messages == ()
    assert bar.isHidden()


# The bar above the canvas


def test_bar_regroups_and_toggles_by_edits(session: Session, qtbot: QtBot) -> None:
    holder = QLabel()
    qtbot.addWidget(holder)
    actions = {name: action(name, holder) for name in COMMANDS}
    bar = CanvasBar(session, actions)
    qtbot.addWidget(bar)
    grouping = child(bar, QComboBox)
    assert grouping.currentText() == "Single launches"
    grouping.activated.emit(grouping.findText("Kernel"))
    assert session.document.grouping is Grouping.KERNEL
    assert grouping.currentText() == "Kernel"
    actions["all_levels"].trigger()
    assert session.document.view.all_levels
    actions["regions"].trigger()
    assert not session.document.view.regions
    for _ in range(3):
        session.undo_stack.undo()
    assert grouping.currentText() == "Single launches"
    assert not actions["all_levels"].isChecked()
    assert actions["regions"].isChecked()


# Status


def test_status_shows_progress_and_cancels(tmp_path: Path, qtbot: QtBot) -> None:
    kept: list[Callable[[], None]] = []
    session = builders.session(tmp_path, {"new.csv": profile("new.csv", device="Test")}, executor=kept.append)
    before = document()
    session.start_with(before)
    bar = StatusBar(session)
    qtbot.addWidget(bar)
    progress, cancel = child(bar, QProgressBar), child(bar, QPushButton)
    assert progress.isHidden()
    session.open([Path("new.csv")])
    assert not progress.isHidden()
    assert not cancel.isHidden()
    session.runner.progressed.emit(0.25)
    assert progress.value() == progress.maximum() / 4
    session.runner.progressed.emit(float("nan"))  # nobody knows how long: the bar has no end
    assert progress.maximum() == 0
    session.runner.progressed.emit(0.5)
    assert progress.value() == progress.maximum() / 2 > 0
    cancel.click()
    kept[0]()
    assert progress.isHidden()
    assert session.document is before
    session.start_with(document())
    assert any("4 launches read" in w.text() and "Test" in w.text() for w in bar.findChildren(QLabel))
