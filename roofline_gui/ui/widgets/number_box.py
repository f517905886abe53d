"""A field for one number with arrows, which reads arithmetic and says what it cannot use."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox

from roofline_gui.model.units import QuantityError
from roofline_gui.present.typed_number import TypedNumber
from roofline_gui.ui.widgets.bubble import Bubble
from roofline_gui.ui.widgets.text import tip

_INDENT = 6  # pixels before the text


class NumberBox(QAbstractSpinBox):
    """Holds the number, None for none, of a `TypedNumber`. What is typed and cannot be used stays marked with the
    reason, and the number that was there before holds on.

    entered(number): another number was typed, or stepped to. settled: what was typed is finished with. checked: there
    is a `problem` now, or no longer. Numbers are taken when they are finished; `live` ones with each key.
    """

    entered = Signal(object)
    settled = Signal()
    checked = Signal()

    def __init__(self, kind: TypedNumber, name: str, about: str = "", *, live: bool = False) -> None:
        super().__init__()
        self._kind = kind
        self._about = about
        self._live = live
        self._value: float | None = None
        self._before: float | None = None  # what was there before something was typed
        self._typing = False  # apart from the field's own mark, which Enter takes away first
        self._bubble: Bubble | None = None
        self.problem = ""
        self.setAccessibleName(name)
        self.setToolTip(tip(about))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel takes no focus in passing
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)
        self.lineEdit().textEdited.connect(lambda text: self._type())
        self.editingFinished.connect(self._finish)

    @property
    def value(self) -> float | None:
        """The number that holds."""
        return self._value

    @property
    def is_typed_in(self) -> bool:
        """Whether something is being typed that is not finished."""
        return self._typing

    def show_value(self, value: float | None) -> None:
        """Show `value` as what holds; what is being typed stays where that holds already."""
        stale = bool(self.problem) and not self.hasFocus()
        unset = not (self.text() or self._typing)
        if stale or unset or self._kind.show(value) != self._kind.show(self._value):
            self._put(value)

    def limit(self, kind: TypedNumber) -> None:
        """Take numbers of another kind from now on."""
        self._kind = kind

    # Typing

    def _put(self, value: float | None) -> None:
        self._value = value
        self._typing = False
        self.lineEdit().setText(self._kind.show(value))
        self._mark("")

    def _type(self) -> None:
        if not self._typing:
            self._typing, self._before = True, self._value
        self._read(finished=False)

    def _read(self, *, finished: bool) -> None:
        """Take what was typed, or say why not."""
        try:
            value = self._kind.read(self.text())
        except QuantityError as error:
            self._mark(f"{str(error)[:1].upper()}{str(error)[1:]}")
            self._take(self._before)
            return
        self._mark("")
        if finished:
            self._typing = False
            self.lineEdit().setText(self._kind.show(value))
            self.selectAll()  # typing on replaces it
        if finished or self._live:
            self._take(value)

    def _take(self, value: float | None) -> None:
        if value != self._value:
            self._value = value
            self.entered.emit(value)

    def _give_up(self) -> None:
        """Bring back what held before something was typed."""
        self._typing = False
        self.lineEdit().setText(self._kind.show(self._before))
        self._mark("")
        self._take(self._before)

    def _finish(self) -> None:
        if self._typing:
            self._read(finished=True)
        self.settled.emit()

    def _mark(self, problem: str) -> None:
        changed, self.problem = problem != self.problem, problem
        if changed:
            self.setToolTip(tip(problem or self._about))
            self.setAccessibleDescription(problem)
            self.setProperty("state", "bad" if problem else "")
            self.style().unpolish(self)
            self.style().polish(self)
            self.checked.emit()
        self._tell()

    def _tell(self) -> None:
        """Say the problem while the keyboard is here."""
        text = self.problem if self.hasFocus() else ""
        if text and (self._bubble is None or self._bubble.parent() is not self.window()):
            self._bubble = Bubble(self.window())
        if self._bubble is not None:
            self._bubble.tell(text, self)

    # Steps

    def take_steps(self, steps: int) -> None:
        """Take that many steps from the number that holds."""
        wanted = self._kind.stepped(self._value, steps)
        if wanted != self._value:
            self.lineEdit().setText(self._kind.show(wanted))
            self._take(wanted)

    def stepBy(self, steps: int) -> None:  # noqa: N802 - Qt's name
        """Finish what was typed and take steps."""
        if self._typing:
            self._read(finished=True)
        if self.problem:
            self._give_up()
        self.take_steps(steps)
        self.selectAll()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:  # noqa: N802 - Qt's name
        """Up and down where there is another number."""
        flags = QAbstractSpinBox.StepEnabledFlag.StepNone
        if self._kind.stepped(self._value, 1) != self._value:
            flags |= QAbstractSpinBox.StepEnabledFlag.StepUpEnabled
        if self._kind.stepped(self._value, -1) != self._value:
            flags |= QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        return flags

    # Qt's events

    def event(self, event: QEvent) -> bool:
        """Leave the undo keys to the window unless something is being typed."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            undoes = event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
            if undoes and not self._typing:
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc brings back what holds."""
        if event.key() == Qt.Key.Key_Escape and (self.problem or self._typing):
            self._give_up()
            self.selectAll()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Take steps only where the keyboard is."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select what is there: typing replaces it."""
        super().focusInEvent(event)
        if event.reason() is Qt.FocusReason.MouseFocusReason:
            QTimer.singleShot(0, self, self.selectAll)  # behind the click, which would take the selection away
        self._tell()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say nothing any more."""
        super().focusOutEvent(event)
        self._tell()

    def hideEvent(self, event: QHideEvent) -> None:
        """Say nothing any more."""
        super().hideEvent(event)
        if self._bubble is not None:
            self._bubble.tell("", None)
