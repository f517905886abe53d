"""What a user sees in the pane and does to it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit

from roofline_gui.model.workload.entry import Entry, KernelEntry
from roofline_gui.session.session import Session
from roofline_gui.ui.kernels import KernelsPane
from roofline_gui.ui.kernels.field import ArithmeticField
from roofline_gui.ui.kernels.list_view import KernelList
from roofline_gui.ui.kernels.result import Derivation, KeyFigures
from roofline_gui.ui.widgets.bubble import Bubble
from tests.ui.find import child


def kernel(session: Session, place: int = 0) -> KernelEntry:
    """An entry of the document, a filled-in formula."""
    entry = session.document.kernels[place]
    assert isinstance(entry, KernelEntry)
    return entry


def field(pane: KernelsPane, name: str) -> ArithmeticField:
    return child(pane, ArithmeticField, name)


def type_into(line: QLineEdit, text: str, key: Qt.Key | None = Qt.Key.Key_Return) -> None:
    """Type `text` in place of what stands there; Return, if it is pressed, has it read at once."""
    line.setFocus()
    line.selectAll()
    if text:
        QTest.keyClicks(line, text)
    else:
        QTest.keyClick(line, Qt.Key.Key_Delete)
    if key is not None:
        QTest.keyClick(line, key)


def choose(pane: KernelsPane, box: str, text: str) -> None:
    """Take an entry of a box."""
    found = child(pane, QComboBox, box)
    index = found.findText(text)
    assert index >= 0, [found.itemText(i) for i in range(found.count())]
    found.setCurrentIndex(index)
    found.activated.emit(index)


def texts(of: Derivation | KeyFigures) -> list[str]:
    return [w.text() for w in of.findChildren(QLabel) if w.isVisibleTo(of) and w.text()]


def figures(pane: KernelsPane) -> dict[str, str]:
    """The six figures by name."""
    shown = [w.text() for w in child(pane, KeyFigures).findChildren(QLabel)]
    names = ("W", "Q", "I, FLOP/B", "ridge, FLOP/B", "t_min", "attainable")
    return {name.partition(",")[0]: shown[shown.index(name) + 1] for name in names}


def summary(pane: KernelsPane) -> str:
    return child(pane, QLabel, "Where the kernel stands").text()


def derivation(pane: KernelsPane) -> list[str]:
    return texts(child(pane, Derivation))


def bubble(pane: KernelsPane) -> str:
    """What the bubble says; empty where there is none."""
    found = child(pane, Bubble)
    return found.text() if found.isVisible() else ""


def rows(pane: KernelsPane) -> list[str]:
    """The names in the list."""
    model = child(pane, KernelList).model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def names(entries: tuple[Entry, ...]) -> list[str]:
    return [e.name for e in entries]
