import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QObject, QPointF, Qt, QUrl, Signal
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage, QKeySequence
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QDockWidget, QLineEdit, QMenu, QTableView, QWidget
from pytestqt.qtbot import QtBot

from roofline_gui import __version__
from roofline_gui.io.hf_config import read_config
from roofline_gui.io.model_input import ModelInput
from roofline_gui.model.document import Document, rename
from roofline_gui.model.source import Source
from roofline_gui.present.palette import DARK, LIGHT
from roofline_gui.session.messages import Message, Severity
from roofline_gui.session.session import Session
from roofline_gui.session.settings import Theme
from roofline_gui.ui.export_dialog import ExportDialog
from roofline_gui.ui.main_window import MainWindow
from roofline_gui.ui.step_table import StepTablePane
from roofline_gui.ui.widgets.commands import COMMANDS
from roofline_gui.ui.widgets.file_dialogs import FileDialogs, OnConflict, OnUnsaved
from roofline_gui.ui.widgets.theme import ThemeSwitch
from roofline_gui.ui.workload_dialog import WorkloadDialog
from tests.io.document_file.builders import differences
from tests.session.builders import document, example
from tests.ui.find import child


class Answers(FileDialogs):
    """Answers the questions for files."""

    def __init__(self) -> None:
        self.files: list[Path] = []
        self.target: Path | None = None
        self.suggested = ""
        self.on_unsaved = OnUnsaved.DISCARD
        self.on_conflict = OnConflict.CANCEL
        self.asked: list[str] = []

    def choose_files(self, parent: QWidget, folder: str) -> list[Path]:
        return self.files

    def choose_target(self, parent: QWidget, title: str, suggestion: str, kinds: str) -> Path | None:
        self.suggested = suggestion
        return self.target

    def ask_unsaved(self, parent: QWidget, name: str) -> OnUnsaved:
        self.asked.append(f"save {name}?")
        return self.on_unsaved

    def ask_conflict(self, parent: QWidget, path: Path) -> OnConflict:
        self.asked.append(f"overwrite {path.name}?")
        return self.on_conflict


class System(QObject):
    """A system that is light until it is told otherwise."""

    colorSchemeChanged = Signal(object)  # noqa: N815 - Qt's name
    scheme = Qt.ColorScheme.Light

    def colorScheme(self) -> Qt.ColorScheme:  # noqa: N802 - Qt's name
        return self.scheme

    def change(self, scheme: Qt.ColorScheme) -> None:
        self.scheme = scheme
        self.colorSchemeChanged.emit(scheme)


@pytest.fixture
def system() -> System:
    return System()


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def theme(qapp: QApplication, session: Session, system: System) -> Iterator[ThemeSwitch]:
    before, palette = qapp.styleSheet(), qapp.palette()
    switch = ThemeSwitch(qapp, session.settings, system)
    yield switch
    switch.deleteLater()
    qapp.setStyleSheet(before)
    qapp.setPalette(palette)


@pytest.fixture
def window(session: Session, theme: ThemeSwitch, answers: Answers, qtbot: QtBot) -> MainWindow:
    made = MainWindow(session, theme, answers)
    qtbot.addWidget(made)
    with qtbot.waitSignal(made.first_painted):
        made.show()
    return made


def trigger(window: MainWindow, name: str) -> None:
    found = next(a for a in window.actions() if a.objectName() == name)
    assert found.isEnabled()
    found.trigger()


def test_window_is_seen_before_its_panes_are_made(session: Session, theme: ThemeSwitch, qtbot: QtBot) -> None:
    window = MainWindow(session, theme)
    qtbot.addWidget(window)
    assert window.findChild(QWidget, "figures") is None
    with qtbot.waitSignal(window.first_painted):
        window.show()
    assert window.findChild(QWidget, "figures") is not None


def test_title_follows_the_document(window: MainWindow, session: Session) -> None:
    assert window.windowTitle() == "run.csv[*] – Roofline"
    assert not window.isWindowModified()
    session.edit("Rename", rename(session.document, "attention"))
    assert window.windowTitle() == "attention[*] – Roofline"
    assert window.isWindowModified()
    trigger(window, "copy")  # an action that is there
    session.undo_stack.undo()
    assert window.windowTitle() == "run.csv[*] – Roofline"
    assert not window.isWindowModified()


def test_every_command_is_in_a_menu_with_a_tip_and_no_shortcut_is_used_twice(window: MainWindow) -> None:
    in_menus = set()
    open_menus = [a.menu() for a in window.menuBar().actions()]
    while open_menus:
        menu = open_menus.pop()
        assert isinstance(menu, QMenu)
        menu.aboutToShow.emit()
        for entry in menu.actions():
            if entry.menu() is not None:
                open_menus.append(entry.menu())
            in_menus.add(entry.text())
    missing = [
        name for name, c in COMMANDS.items() if c.text not in in_menus and name not in ("undo", "redo", "clear_recent")
    ]
    assert missing == []
    assert all(c.tip for c in COMMANDS.values())
    keys = [k.toString() for a in window.actions() for k in a.shortcuts()]
    assert len(keys) == len(set(keys))


def test_undo_names_what_it_takes_back(window: MainWindow, session: Session) -> None:
    session.edit("Rename", rename(session.document, "x"))
    undo = next(a for a in window.actions() if a.shortcut() == QKeySequence(QKeySequence.StandardKey.Undo))
    assert undo.text() == "&Undo Rename"
    undo.trigger()
    assert session.document.title == "run.csv"


def test_opening_through_the_menu(window: MainWindow, session: Session, answers: Answers) -> None:
    answers.files = [Path("/data/new.csv")]
    trigger(window, "open")
    assert [s.name for s in session.document.sources] == ["run.csv", "new.csv"]
    assert session.settings.folder == "/data"


def drop(window: MainWindow, url: str) -> bool:
    data = QMimeData()
    data.setUrls([QUrl(url)])
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0))
    event.ignore()
    window.dragEnterEvent(event)  # type: ignore[arg-type]  # the two events differ in their type alone
    accepted = event.isAccepted()
    if accepted:
        window.dropEvent(event)
    return accepted


def test_dropped_files_are_opened_wherever_they_fall(window: MainWindow, session: Session) -> None:
    assert not drop(window, "https://example.org/new.csv")
    assert drop(window, "file:///data/new.csv")
    assert [s.name for s in session.document.sources] == ["run.csv", "new.csv"]
    assert not [w for w in window.findChildren(QWidget) if w.acceptDrops()]


def test_selection_is_one_for_canvas_table_and_panel(window: MainWindow, session: Session) -> None:
    window.canvas.picked.emit(frozenset({2}), frozenset())
    assert session.selection == {2}
    session.select({0})
    assert "1 selected" in window.canvas.accessibleDescription()
    trigger(window, "select_none")
    assert session.selection == frozenset()


def test_exported_table_is_complete(window: MainWindow, answers: Answers, tmp_path: Path) -> None:
    answers.target = tmp_path / "out.csv"
    trigger(window, "export_table")
    assert Path(answers.suggested).name == "run-roofline.csv"
    with answers.target.open(encoding="utf-8", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == 4


def test_exported_picture_has_the_chosen_size(
    window: MainWindow, answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExportDialog, "exec", lambda dialog: QDialog.DialogCode.Accepted)
    answers.target = tmp_path / "out.png"
    trigger(window, "export_picture")
    image = QImage(str(answers.target))
    assert (image.width(), image.height()) == (1600, 900)


def test_a_title_given_to_a_picture_stays_with_the_document(
    window: MainWindow, session: Session, answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def accept(dialog: ExportDialog) -> QDialog.DialogCode:
        title = child(dialog, QLineEdit, "Title")
        assert title.text() == "run.csv"
        title.setText("  Decode,  batch 8 ")
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(ExportDialog, "exec", accept)
    answers.target = tmp_path / "out.png"
    trigger(window, "export_picture")
    assert session.document.title == "Decode, batch 8"
    assert session.undo_stack.undoText() == "Change the title"
    session.undo_stack.undo()
    assert session.document.title == "run.csv"


@pytest.mark.parametrize("carried", [True, False])
def test_an_exported_picture_carries_the_document_unless_it_is_left_out(
    window: MainWindow,
    session: Session,
    answers: Answers,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    carried: bool,
) -> None:
    def accept(dialog: ExportDialog) -> QDialog.DialogCode:
        box = next(b for b in dialog.findChildren(QCheckBox) if "document" in b.text())
        box.setChecked(carried)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(ExportDialog, "exec", accept)
    answers.target = tmp_path / "out.png"
    trigger(window, "export_picture")
    assert not QImage(str(answers.target)).isNull()
    shown = session.document
    session.edit("Rename", rename(shown, "another"))
    answers.files = [answers.target]
    trigger(window, "open")
    if carried:
        assert differences(session.document, shown) == []
        assert window.document_file.path is None
    else:
        (message,) = session.messages
        assert "carries no document" in message.text


def test_failed_export_is_told_in_the_window(
    window: MainWindow, session: Session, answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExportDialog, "exec", lambda dialog: QDialog.DialogCode.Accepted)
    answers.target = tmp_path / "missing" / "out.png"
    trigger(window, "export_picture")
    answers.target = tmp_path / "missing" / "out.csv"
    trigger(window, "export_table")
    assert [m.title for m in session.messages] == ["The picture was not saved.", "The table was not saved."]
    assert all("out." in m.text for m in session.messages)


def test_closing_asks_about_changes_and_can_be_cancelled(
    window: MainWindow, session: Session, answers: Answers
) -> None:
    answers.on_unsaved = OnUnsaved.CANCEL
    session.edit("Rename", rename(session.document, "x"))
    assert not window.close()
    assert window.isVisible()
    answers.on_unsaved = OnUnsaved.DISCARD
    assert window.close()
    assert answers.asked == ["save x?", "save x?"]


def test_nobody_is_asked_about_the_untouched_example(window: MainWindow, session: Session, answers: Answers) -> None:
    session.start_with(document((example(),)))
    assert window.close()
    assert answers.asked == []


def test_new_empties_the_window(window: MainWindow, session: Session) -> None:
    trigger(window, "new")
    assert session.document.sources == ()
    assert window.windowTitle() == "Roofline[*]"
    assert not window.isWindowModified()


def test_saving_is_in_the_title(
    window: MainWindow, session: Session, answers: Answers, tmp_path: Path, qtbot: QtBot
) -> None:
    answers.target = tmp_path / "step[*].roofline"
    session.edit("Rename", rename(session.document, "x"))
    with_path = "step[*][*].roofline[*] – Roofline"
    trigger(window, "save")
    qtbot.waitUntil(lambda: window.windowTitle() == with_path)
    assert not window.isWindowModified()


def test_copy_takes_the_table_or_the_ledger_by_focus(window: MainWindow, session: Session) -> None:
    session.select({3})
    trigger(window, "copy")
    assert "copy" in QGuiApplication.clipboard().text()
    trigger(window, "copy_table")
    assert len(QGuiApplication.clipboard().text().splitlines()) == 5


def test_commands_on_a_judged_profile_wait_for_one(empty: Session, qapp: QApplication, qtbot: QtBot) -> None:
    switch = ThemeSwitch(qapp, empty.settings)
    window = MainWindow(empty, switch)
    qtbot.addWidget(window)
    by_name = {a.objectName(): a for a in window.actions()}
    assert not by_name["export_picture"].isEnabled()
    assert not by_name["copy"].isEnabled()
    empty.start_with(document())
    assert by_name["export_picture"].isEnabled()
    qapp.setStyleSheet("")
    switch.deleteLater()


def test_theme_can_be_set_and_follows_the_system(
    window: MainWindow, theme: ThemeSwitch, system: System, session: Session
) -> None:
    assert theme.palette is LIGHT
    theme.choose(Theme.DARK)
    assert theme.palette is DARK
    assert session.settings.theme is Theme.DARK
    assert window.palette().window().color().name().upper() == DARK.surface
    theme.choose(Theme.SYSTEM)
    assert window.palette().window().color().name().upper() == LIGHT.surface
    system.change(Qt.ColorScheme.Dark)
    assert window.palette().window().color().name().upper() == DARK.surface
    theme.choose(Theme.LIGHT)
    system.change(Qt.ColorScheme.Dark)
    assert window.palette().window().color().name().upper() == LIGHT.surface


def test_hint_is_shown_until_it_is_dismissed(window: MainWindow, session: Session) -> None:
    window.show_hint()
    (hint,) = session.messages
    session.dismiss(hint)
    assert session.settings.hint_dismissed
    window.show_hint()
    assert session.messages == ()


def test_the_hint_of_the_example_goes_with_the_first_change_and_may_come_again(
    empty: Session, theme: ThemeSwitch, answers: Answers, qtbot: QtBot
) -> None:
    empty.start_with(Document())
    window = MainWindow(empty, theme, answers)
    qtbot.addWidget(window)
    window.show_hint()  # while the example is read
    empty.start_with(Document(sources=(Source(example(), "example"),)))
    (hint,) = empty.messages
    empty.select([0])
    assert hint in empty.messages
    empty.what_if_desk.set_batch(64)
    assert hint not in empty.messages
    assert not empty.settings.hint_dismissed


def test_the_picture_keeps_its_share_of_a_low_window(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    window.resize(1280, 760)
    for title in ("First", "Second"):
        session.tell(Message(Severity.NOTE, title))
    trigger(window, "what_if_more")
    session.what_if_desk.set_batch(64)
    qtbot.waitUntil(lambda: window.canvas.height() >= 0.4 * window.height() - 1)


def test_panes_keep_the_sizes_of_the_last_run_as_far_as_there_is_room(
    window: MainWindow, session: Session, qtbot: QtBot
) -> None:
    window.resize(1900, 1000)
    docks = {d.objectName(): d for d in window.findChildren(QDockWidget)}

    def widths() -> tuple[int, int]:
        return docks["machine"].width(), docks["diagnosis"].width()

    window.resizeDocks([docks["machine"], docks["diagnosis"]], [300, 700], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: widths() == (300, 700))
    window._panes.close()
    assert (session.settings.pane_size("left"), session.settings.pane_size("right")) == (300, 700)
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: window.width() == 1280)
    window._panes._resize(as_before=True)  # as after the first paint of the next window
    qtbot.waitUntil(lambda: widths() == (294, 333))  # 23 and 26 % of 1280
    session.settings.set_pane_size("left", 200)
    window.resize(1900, 1000)
    window._panes._resize(as_before=True)
    qtbot.waitUntil(lambda: widths() == (max(200, docks["machine"].minimumSizeHint().width()), 494))


def test_presentation_shows_the_picture_alone_and_ends_with_escape(window: MainWindow, qtbot: QtBot) -> None:
    docks = window.findChildren(QDockWidget)
    shown = {d.objectName() for d in docks if d.isVisible()}
    trigger(window, "present")
    assert not [d for d in docks if d.isVisible()]
    assert not window.menuBar().isVisible()
    assert window.canvas.isVisible()
    qtbot.keyClick(window.canvas, Qt.Key.Key_Escape)  # type: ignore[no-untyped-call]
    assert {d.objectName() for d in docks if d.isVisible()} == shown
    assert window.menuBar().isVisible()


def test_layout_is_remembered_and_can_be_restored(
    window: MainWindow, session: Session, theme: ThemeSwitch, qtbot: QtBot
) -> None:
    table = window.findChild(QDockWidget, "table")
    assert table is not None
    table.hide()
    window.close()
    assert session.settings.layout("docks") != QByteArray()
    again = MainWindow(session, theme)
    qtbot.addWidget(again)
    with qtbot.waitSignal(again.first_painted):
        again.show()
    docks = {d.objectName(): d for d in again.findChildren(QDockWidget)}
    assert docks["table"].isHidden()
    trigger(again, "reset_layout")
    assert not docks["table"].isHidden()


def test_diagnostics_are_copied(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.said):
        window.copy_diagnostics()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(f"Roofline {__version__}")
    assert "Display offscreen: " in copied


def test_a_whole_model_is_added_shown_copied_and_exported(
    window: MainWindow, session: Session, answers: Answers, tmp_path: Path
) -> None:
    export = next(a for a in window.actions() if a.objectName() == "export_calculated")
    assert not export.isEnabled()
    trigger(window, "add_model")
    dialog = next(d for d in window.findChildren(WorkloadDialog) if d.isVisible())
    dialog.accept()
    (entry,) = session.kernel_desk.entries
    pane = child(window, StepTablePane)
    assert not pane.visibleRegion().isEmpty()  # in front of the performance table
    assert child(pane, QTableView).model().rowCount() == 11
    trigger(window, "copy_markdown")
    assert "| whole step |" in QGuiApplication.clipboard().text()
    trigger(window, "copy")
    assert QGuiApplication.clipboard().text().startswith("name\t")
    answers.target = tmp_path / "step.csv"
    trigger(window, "export_calculated")
    with answers.target.open(encoding="utf-8", newline="") as stream:
        assert [row["entry"] for row in csv.DictReader(stream)] == [entry.name] * 11
    assert Path(answers.suggested).name == "run-roofline-calculated.csv"
    session.kernel_desk.show([entry.id], shown=False)
    assert not export.isEnabled()


def test_the_calculated_table_catches_up_when_it_comes_to_the_front(window: MainWindow, session: Session) -> None:
    pane = child(window, StepTablePane)
    trigger(window, "add_model")
    next(d for d in window.findChildren(WorkloadDialog) if d.isVisible()).accept()
    docks = {d.objectName(): d for d in window.findChildren(QDockWidget)}
    docks["table"].raise_()
    QApplication.processEvents()
    model = child(pane, QTableView).model()
    session.kernel_desk.remove([e.id for e in session.kernel_desk.entries])
    assert model.rowCount() == 11  # nothing is worked out behind another tab
    docks["calculated"].raise_()
    QApplication.processEvents()
    assert model.rowCount() == 0


def test_a_dropped_configuration_leads_to_the_dialog(window: MainWindow, session: Session, tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text(
        '{"model_type": "gpt2", "n_embd": 8, "n_head": 2, "n_layer": 1, "n_positions": 4, "vocab_size": 9}',
        encoding="utf-8",
    )
    session.kernel_desk.take_models({path: ModelInput(path, read_config(path))})
    dialog = next(d for d in window.findChildren(WorkloadDialog) if d.isVisible())
    assert dialog.entry is not None
    assert dialog.entry.architecture.hidden == 8
    dialog.reject()
    assert session.kernel_desk.entries == ()
