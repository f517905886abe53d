"""The sources above the ledger, the hint about their machines, and the filters of the ledger."""

import dataclasses
import html
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QMenu, QPushButton, QTreeView
from pytestqt.qtbot import QtBot

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import set_thresholds
from roofline_gui.model.ledger import Ledger, SkippedLine
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.read_options import NumberFormat, ReadOptions
from roofline_gui.session.session import Session
from roofline_gui.ui.profile import ProfilePane
from roofline_gui.ui.profile.source_list import SourceList
from tests.model.builders import ROUND, launches
from tests.session import builders
from tests.session.builders import document, profile
from tests.ui.find import child

# Menus open, though the offscreen plugin cannot raise them or give them the keyboard.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

OLD = dataclasses.replace(ROUND, id="old", name="Old & GPU", device_names=("nvidia old",))
NEW = dataclasses.replace(ROUND, id="new", name="New GPU", device_names=("nvidia new",))


@pytest.fixture
def here(tmp_path: Path) -> Session:
    """Three profiles, two of them of one kind of device, all judged on its machine."""
    made = builders.session(tmp_path, machines=(OLD, NEW))
    devices = {"a <1>.csv": "NVIDIA Old", "b.csv": "NVIDIA Old", "c.csv": "NVIDIA New"}
    profiles = tuple(profile(name, device=device) for name, device in devices.items())
    made.start_with(document(profiles=profiles, machine=OLD))
    return made


@pytest.fixture
def pane(here: Session, qtbot: QtBot) -> ProfilePane:
    made = ProfilePane(here)
    qtbot.addWidget(made)
    made.resize(280, 700)
    with qtbot.waitExposed(made):
        made.show()
    return made


def sources(pane: ProfilePane) -> SourceList:
    return child(pane, SourceList)


def names(pane: ProfilePane) -> list[str]:
    model = sources(pane).model()
    return [model.index(i, 0).data() for i in range(model.rowCount())]


def shown(here: Session) -> list[bool]:
    return [s.shown for s in here.document.sources]


def choose(pane: ProfilePane, *rows: int) -> None:
    listed = sources(pane)
    listed.clearSelection()
    listed.setCurrentIndex(listed.model().index(rows[0], 0))
    for row in rows[1:]:
        listed.selectionModel().select(listed.model().index(row, 0), listed.selectionModel().SelectionFlag.Select)
    listed.setFocus()


def click(pane: ProfilePane, row: int, x: int, y: int, qtbot: QtBot) -> None:
    """Click at a place within a row."""
    listed = sources(pane)
    corner = listed.visualRect(listed.model().index(row, 0)).topLeft()
    qtbot.mouseClick(  # type: ignore[no-untyped-call]
        listed.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, corner + QPoint(x, y)
    )


def press(pane: ProfilePane, key: Qt.Key, qtbot: QtBot) -> None:
    qtbot.keyClick(sources(pane), key)  # type: ignore[no-untyped-call]


def open_menu(pane: ProfilePane) -> QMenu:
    """The menu that is open."""
    (found,) = [m for m in sources(pane).findChildren(QMenu) if m.isVisible()]
    return found


def menu_of(pane: ProfilePane, row: int) -> QMenu:
    """The context menu of a row."""
    listed = sources(pane)
    listed.customContextMenuRequested.emit(listed.visualRect(listed.model().index(row, 0)).center())
    return open_menu(pane)


def trigger(menu: QMenu, *path: str) -> None:
    """Choose an entry of a menu, through its submenus."""
    top = menu
    for text in path[:-1]:
        found = next(a.menu() for a in menu.actions() if a.text().replace("&", "") == text)
        assert isinstance(found, QMenu)
        menu = found
    action = next(a for a in menu.actions() if a.text().replace("&", "") == path[-1].replace("&", ""))
    assert action.isEnabled()
    action.trigger()
    top.close()


def test_each_source_says_name_launches_and_machine(pane: ProfilePane, here: Session) -> None:
    assert names(pane) == ["a <1>.csv", "b.csv", "c.csv"]
    here.source_desk.judge(here.document.sources[2:], NEW)
    here.source_desk.show(here.document.sources[1:2], False)
    model = sources(pane).model()
    spoken = [model.index(i, 0).data(Qt.ItemDataRole.AccessibleTextRole) for i in range(3)]
    assert spoken == [
        "a <1>.csv, shown, 4 launches, on Old & GPU",
        "b.csv, hidden, 4 launches, on Old & GPU",
        "c.csv, shown, 4 launches, on New GPU",
    ]
    tip = model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    text = html.unescape(re.sub("<[^>]*>", "", tip))
    for part in ("a <1>.csv", "/data/a <1>.csv", "NVIDIA Old (CC 9.0)", "the document’s machine"):
        assert part in text


def test_box_shows_and_hides(pane: ProfilePane, here: Session, qtbot: QtBot) -> None:
    click(pane, 1, 18, 14, qtbot)
    assert shown(here) == [True, False, True]
    assert here.undo_stack.undoText() == "Hide b.csv"
    click(pane, 1, 18, 14, qtbot)
    assert shown(here) == [True, True, True]
    choose(pane, 0, 2)
    press(pane, Qt.Key.Key_Space, qtbot)
    assert shown(here) == [False, True, False]
    press(pane, Qt.Key.Key_Space, qtbot)
    assert shown(here) == [True, True, True]


def test_selected_sources_stay_selected_while_they_change(pane: ProfilePane, here: Session) -> None:
    choose(pane, 1)
    here.source_desk.rename(here.document.sources[1], "other")
    here.edit("Move", set_thresholds(here.document, Thresholds(near=0.9)))
    assert [s.name for s in sources(pane).chosen()] == ["other"]


def test_renaming_in_place(pane: ProfilePane, here: Session, qtbot: QtBot) -> None:
    choose(pane, 1)
    press(pane, Qt.Key.Key_F2, qtbot)
    editor = child(sources(pane), QLineEdit)
    editor.setText("after fusion")
    qtbot.keyClick(editor, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    qtbot.waitUntil(lambda: names(pane) == ["a <1>.csv", "after fusion", "c.csv"])
    assert here.undo_stack.undoText() == "Rename b.csv to after fusion"
    assert here.analysis is not None
    assert "after fusion" in here.analysis.source_of_launch


def test_removing_by_key_cross_and_to_the_last(pane: ProfilePane, here: Session, qtbot: QtBot) -> None:
    choose(pane, 0)
    press(pane, Qt.Key.Key_Delete, qtbot)
    assert names(pane) == ["b.csv", "c.csv"]
    assert [s.name for s in sources(pane).chosen()] == ["b.csv"]  # so that Delete can go on
    click(pane, 1, sources(pane).viewport().width() - 18, 14, qtbot)
    assert names(pane) == ["b.csv"]
    press(pane, Qt.Key.Key_Delete, qtbot)
    assert here.document.sources == ()
    assert sources(pane).isHidden()
    assert any(w.text().startswith("No profile is open") for w in pane.findChildren(QLabel))
    assert not child(pane, QLineEdit, "Filter the ledger").isVisible()
    for _ in range(3):
        here.undo_stack.undo()
    assert names(pane) == ["a <1>.csv", "b.csv", "c.csv"]


def test_hidden_profiles_are_said_to_be_hidden(pane: ProfilePane, here: Session) -> None:
    here.source_desk.show(here.document.sources, False)
    assert any(w.text() == "All profiles are hidden." for w in pane.findChildren(QLabel))
    assert sources(pane).isVisible()
    assert not child(pane, QLineEdit, "Filter the ledger").isVisible()


def test_menu_of_a_source(pane: ProfilePane, here: Session) -> None:
    trigger(menu_of(pane, 1), "Show only this one")
    assert shown(here) == [False, True, False]
    trigger(menu_of(pane, 1), "Show all")
    assert shown(here) == [True, True, True]
    choose(pane, 0, 2)
    trigger(menu_of(pane, 2), "Hide")
    assert shown(here) == [False, True, False]
    trigger(menu_of(pane, 1), "Remove")  # not among the selected ones: it alone
    assert names(pane) == ["a <1>.csv", "c.csv"]


def test_judging_on_another_machine(pane: ProfilePane, here: Session) -> None:
    judged = []
    for row, path in (
        (2, ("New GPU",)),  # known by the device
        (2, ("The document’s machine (Old & GPU)",)),
        (0, ("Catalogue", "New GPU")),
    ):
        trigger(menu_of(pane, row), "Judge on", *path)
        judged.append((here.undo_stack.undoText(), [s.machine for s in here.document.sources]))
    assert judged == [
        ("Judge c.csv on New GPU", [None, None, NEW]),
        ("Judge c.csv on the document’s machine", [None, None, None]),
        ("Judge a <1>.csv on New GPU", [NEW, None, None]),
    ]


def test_a_click_on_the_machine_offers_the_machines(pane: ProfilePane, here: Session, qtbot: QtBot) -> None:
    click(pane, 2, 130, 32, qtbot)
    menu = open_menu(pane)
    assert [a.text() for a in menu.actions() if a.isChecked()] == ["The document’s machine (Old && GPU)"]
    trigger(menu, "New GPU")
    assert here.document.sources[2].machine is NEW


def test_two_kinds_of_device_under_one_machine_are_hinted_at(pane: ProfilePane, here: Session) -> None:
    hint = next(w for w in pane.findChildren(QLabel) if "judged on one machine" in w.text())
    assert hint.isVisible()
    assert hint.text() == "NVIDIA Old and NVIDIA New are judged on one machine, Old & GPU."
    remedy = next(b for b in pane.findChildren(QPushButton) if b.text() == "Judge each on its own")
    remedy.click()
    assert [s.machine for s in here.document.sources] == [None, None, NEW]
    assert not hint.isVisible()
    here.undo_stack.undo()
    assert hint.isVisible()


# The ledger


def lines(pane: ProfilePane, column: int = 0) -> list[str]:
    """Headings and entries."""
    model = child(pane, QTreeView).model()
    found = []
    for i in range(model.rowCount()):
        section = model.index(i, 0)
        found += [section.data(), *(model.index(k, column, section).data() for k in range(model.rowCount(section)))]
    return found


@pytest.fixture
def told(here: Session, qtbot: QtBot) -> ProfilePane:
    """Two profiles with a note in common, a note of one, and a skipped line."""
    ledgers = [
        Ledger(1, "wide", "1,234.5", notes=("both",), skipped=(SkippedLine(1, "==PROF=="),), skipped_count=1),
        Ledger(1, "wide", "1,234.5", notes=("both", "one")),
    ]
    found = launches(["k"], time=[1e-6], flop={Precision.FP32: [1e6]}, bytes={Level.DRAM: [1e6]})
    profiles = tuple(dataclasses.replace(profile(f"{i}.csv", found), ledger=a) for i, a in enumerate(ledgers))
    here.start_with(document(profiles=profiles, machine=OLD))
    made = ProfilePane(here)
    qtbot.addWidget(made)
    return made


def test_what_is_said_of_all_profiles_is_said_once(told: ProfilePane) -> None:
    read = "wide layout, numbers: 1,234.5"
    assert lines(told) == [
        "Notes (2)", "both", "one", "How the file was read", read, "Other lines in the file (1)", "line 1: ==PROF=="
    ]  # fmt: skip
    origins = [text for text in lines(told, 1) if text]
    assert [o for o in origins if o.endswith(".csv")] == ["1.csv", "0.csv"]  # of the note and the line of one profile


def test_ledger_filters_by_kind_and_text(told: ProfilePane) -> None:
    kinds = child(told, QComboBox, "Filter the ledger by kind")
    texts = [kinds.itemText(i) for i in range(kinds.count())]
    assert texts == ["All entries", "Notes (2)", "How the file was read (1)", "Other lines in the file (1)"]
    kinds.setCurrentIndex(1)
    assert lines(told) == ["Notes (2)", "both", "one"]
    child(told, QLineEdit, "Filter the ledger").setText("ON")
    assert lines(told) == ["Notes (1)", "one"]
    told.copy()
    assert QGuiApplication.clipboard().text() == "1.csv\t\t\tone"
    kinds.setCurrentIndex(3)
    assert lines(told) == []
    child(told, QLineEdit, "Filter the ledger").clear()
    tree = child(told, QTreeView)
    assert lines(told) == ["Other lines in the file (1)", "line 1: ==PROF=="]
    assert tree.isExpanded(tree.model().index(0, 0))


def test_the_chosen_kind_stays_while_there_are_entries_of_it(told: ProfilePane, here: Session) -> None:
    kinds = child(told, QComboBox, "Filter the ledger by kind")
    kinds.setCurrentIndex(3)
    here.source_desk.rename(here.document.sources[0], "first")
    assert kinds.currentText() == "Other lines in the file (1)"
    here.source_desk.show(here.document.sources[:1], False)
    assert kinds.currentText() == "All entries"
    assert lines(told)[0] == "Notes (2)"


def test_names_of_profiles_are_copied_from_their_list(pane: ProfilePane, monkeypatch: pytest.MonkeyPatch) -> None:
    choose(pane, 0, 2)
    monkeypatch.setattr(SourceList, "hasFocus", lambda listed: True)
    pane.copy()
    assert QGuiApplication.clipboard().text() == "a <1>.csv\nc.csv"


def test_no_source_no_menu(pane: ProfilePane, here: Session) -> None:
    here.source_desk.remove(here.document.sources)
    sources(pane).customContextMenuRequested.emit(QPoint(5, 5))
    assert not [m for m in sources(pane).findChildren(QMenu) if m.isVisible()]
    assert sources(pane).currentIndex() == QModelIndex()


def test_reading_again_as_the_user_decides(qtbot: QtBot, tmp_path: Path) -> None:
    made = builders.session(tmp_path, {"run.csv": profile()}, machines=(OLD,))
    made.start_with(document(machine=OLD))
    pane = ProfilePane(made)
    qtbot.addWidget(pane)
    pane.show()
    trigger(menu_of(pane, 0), "Read again", "Numbers as", "1.234.567,89")
    assert made.document.sources[0].profile.options == ReadOptions(number_format=NumberFormat.COMMA)
    assert made.undo_stack.undoText() == "Read run.csv with numbers as 1.234.567,89"
    trigger(menu_of(pane, 0), "Read again", "Numbers as", "Decide from the file")
    assert made.document.sources[0].profile.options == ReadOptions()
    reading = next(a.menu() for a in menu_of(pane, 0).actions() if a.text() == "R&ead again")
    assert isinstance(reading, QMenu)
    tensor = next(a for a in reading.actions() if a.text() == "&Tensor instructions as")
    assert not tensor.isEnabled()  # nothing in this profile rests on what such an instruction is worth
    open_menu(pane).close()
