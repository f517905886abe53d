"""The slider of the what-if: a stop for “as given” apart from a scale with labels, marks and magnets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip

from roofline_gui.present.palette import Palette
from roofline_gui.ui.widgets.text import tip
from roofline_gui.ui.widgets.theme import blend

AS_GIVEN = 0  # the value of the stop at the left
TWIN_HEIGHT = 22  # pixels of the box beside a track
_AS_GIVEN_TEXT = "as given"
_HEIGHT, _GROOVE_Y, _LABEL_Y = 31, 9.0, 17.0  # pixels
_TEXT, _HANDLE, _MARGIN, _GAP = 11, 6.5, 9.0, 24.0
_LABEL_SPACE, _GIVEN_INDENT = 7.0, 6.0  # between two labels; of “as given” to the left of its stop
_WHEEL_STEP = 120  # eighths of a degree
_ONE_STEP, _MANY_STEPS = 1, 8
_KEYS: dict[int, int] = {
    Qt.Key.Key_Left: -_ONE_STEP,
    Qt.Key.Key_Down: -_ONE_STEP,
    Qt.Key.Key_Right: _ONE_STEP,
    Qt.Key.Key_Up: _ONE_STEP,
    Qt.Key.Key_PageDown: -_MANY_STEPS,
    Qt.Key.Key_PageUp: _MANY_STEPS,
}


class Magnet(NamedTuple):
    """A value that the handle jumps to within `reach` pixels."""

    value: int
    reach: float


class PlacedLabel(NamedTuple):
    """A label from pixel `left` on."""

    value: int
    text: str
    left: float
    width: float


class Track(QSlider):
    """Values 1 to `last` on a scale, and 0 for “as given”. `valueChanged` and `sliderPressed`, `sliderReleased` tell
    what the mouse does; `stepped(steps)` that keys or wheel ask for a step, which is not taken here; `left` that the
    keyboard focus goes elsewhere.
    """

    stepped = Signal(int)
    left = Signal()

    def __init__(self, name: str, palette: Palette) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._colours = palette
        self._labels: tuple[tuple[int, str], ...] = ()
        self._dots: tuple[int, ...] = ()
        self._recorded: tuple[int, ...] = ()
        self._ridge: int | None = None
        self._magnets: tuple[Magnet, ...] = ()
        self._names: Mapping[int, str] = {}
        self._grab = 0.0
        self._turned = 0
        self._picture: tuple[object, QPixmap] = (None, QPixmap())

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        self._colours = palette
        self.update()

    def set_scale(self, last: int, labels: Sequence[tuple[int, str]], dots: Iterable[int] = ()) -> None:
        """The scale ends at `last`. `labels` are drawn as long as there is room, the first of them first; `dots` mark
        the only values that there are.
        """
        self._labels, self._dots = tuple(labels), tuple(dots)
        with QSignalBlocker(self):
            self.setRange(AS_GIVEN, last)
        self.update()

    def set_marks(
        self, recorded: Iterable[int], ridge: int | None, magnets: Iterable[Magnet], names: Mapping[int, str]
    ) -> None:
        """Mark values that were `recorded`, and the `ridge`. `names` are told where the pointer rests on a value."""
        self._recorded, self._ridge = tuple(recorded), ridge
        self._magnets, self._names = tuple(magnets), names
        self.update()

    def show_value(self, value: int, spoken: str) -> None:
        """Put the handle to `value`, called `spoken`."""
        if value != self.value():
            with QSignalBlocker(self):
                self.setValue(value)
        if spoken != self.accessibleDescription():
            self.setAccessibleDescription(spoken)

    def sizeHint(self) -> QSize:
        """Wide enough for the labels of a batch scale."""
        return QSize(240, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Narrow windows drop labels."""
        return QSize(110, _HEIGHT)

    # Where things are

    def _start(self) -> float:
        """Where the scale starts: “as given” has its label to the left."""
        return _MARGIN + QFontMetricsF(self._label_font()).horizontalAdvance(_AS_GIVEN_TEXT) - _GIVEN_INDENT + _GAP

    def x_of(self, value: int) -> float:
        """The pixel of `value`."""
        if value == AS_GIVEN:
            return _MARGIN
        start, end = self._start(), self.width() - _MARGIN - 6
        return start + (end - start) * (value - 1) / max(1, self.maximum() - 1)

    def value_at(self, x: float) -> int:
        """The value at pixel `x`, or a magnet near it."""
        near = [(abs(self.x_of(m.value) - x), m.value) for m in self._magnets if abs(self.x_of(m.value) - x) <= m.reach]
        if near:
            return min(near)[1]
        start = self._start()
        if x < (_MARGIN + start) / 2:
            return AS_GIVEN
        share = (x - start) / max(1.0, self.x_of(self.maximum()) - start)
        return min(self.maximum(), max(1, 1 + round(share * (self.maximum() - 1))))

    def placed_labels(self) -> list[PlacedLabel]:
        """The labels that there is room for: that of the value first, “as given”, then the others in their order."""
        metrics = QFontMetricsF(self._label_font())
        given = (AS_GIVEN, _AS_GIVEN_TEXT)
        chosen = next(((value, text) for value, text in self._labels if value == self.value()), given)
        found: list[PlacedLabel] = []
        for value, text in dict.fromkeys((chosen, given, *self._labels)):
            width = metrics.horizontalAdvance(text)
            left = self.x_of(value) - (_GIVEN_INDENT if value == AS_GIVEN else width / 2)
            left = min(left, self.width() - width - 1)
            if all(left >= p.left + p.width + _LABEL_SPACE or p.left >= left + width + _LABEL_SPACE for p in found):
                found.append(PlacedLabel(value, text, left, width))
        return found

    def _label_font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(_TEXT)
        return font

    # Mouse, wheel and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the handle, or bring it here."""
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        x = event.position().x()
        offset = x - self.x_of(self.value())
        self._grab = offset if abs(offset) <= _HANDLE + 1 else 0.0
        self.setSliderDown(True)
        if self._grab == 0.0:
            self.setValue(self.value_at(x))
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if self.isSliderDown():
            self.setValue(self.value_at(event.position().x() - self._grab))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the handle go."""
        if self.isSliderDown() and event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(False)
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """One step per notch."""
        self._turned += event.angleDelta().y() or event.angleDelta().x()
        steps = int(self._turned / _WHEEL_STEP)
        self._turned -= steps * _WHEEL_STEP
        if steps:
            self.stepped.emit(steps)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows take a step, page keys several; Home is “as given”, End the end of the scale."""
        steps = _KEYS.get(event.key())
        if steps is not None and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.stepped.emit(steps)
        elif event.key() == Qt.Key.Key_Home:
            self.setValue(AS_GIVEN)
        elif event.key() == Qt.Key.Key_End:
            self.setValue(self.maximum())
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the keys go elsewhere."""
        super().focusOutEvent(event)
        self.left.emit()

    def event(self, event: QEvent) -> bool:
        """The tip of what the pointer is on."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            near = [(abs(self.x_of(v) - event.pos().x()), v) for v in self._names]
            distance, value = min(near, default=(float("inf"), AS_GIVEN))
            text = tip(self._names[value]) if distance <= _HANDLE + 1 else self.toolTip()
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Groove, marks, labels, handle."""
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._scale_picture())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_handle(painter)
        painter.end()

    def _scale_picture(self) -> QPixmap:
        """All but the handle, which is what moves many times a second."""
        labelled = self.value() if any(value == self.value() for value, _ in self._labels) else AS_GIVEN
        marks = (self._labels, self._dots, self._recorded, self._ridge, self.maximum(), labelled)
        key = (marks, self._colours.name, self.isEnabled(), self.size(), self.devicePixelRatioF(), self.font().key())
        if key != self._picture[0]:
            picture = QPixmap(self.size() * self.devicePixelRatioF())
            picture.setDevicePixelRatio(self.devicePixelRatioF())
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_groove(painter)
            self._paint_marks(painter)
            self._paint_labels(painter)
            painter.end()
            self._picture = key, picture
        return self._picture[1]

    def _colour(self, colour: str) -> QColor:
        """`colour`, fainter where the slider can do nothing."""
        return QColor(colour if self.isEnabled() else blend(colour, self._colours.surface, 0.4))

    def _paint_groove(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour(self._colours.border))
        start, end = self.x_of(1), self.x_of(self.maximum())
        painter.drawRoundedRect(QRectF(start - 2, _GROOVE_Y - 1.5, end - start + 4, 3), 1.5, 1.5)
        painter.setBrush(self._colour(self._colours.ceiling_quiet))
        painter.drawEllipse(QPointF(self.x_of(AS_GIVEN), _GROOVE_Y), 2.5, 2.5)
        for value in self._dots:
            painter.drawEllipse(QPointF(self.x_of(value), _GROOVE_Y), 2.5, 2.5)
        if not self._dots:
            painter.setPen(QPen(self._colour(self._colours.ceiling_quiet), 1))
            for value, _ in self._labels:
                x = round(self.x_of(value)) + 0.5
                painter.drawLine(QPointF(x, _GROOVE_Y + 2), QPointF(x, _GROOVE_Y + 6))

    def _paint_marks(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour(self._colours.accent))
        for value in self._recorded:
            x = self.x_of(value)
            painter.drawPolygon(QPolygonF([QPointF(x + dx, _GROOVE_Y + dy) for dx, dy in _DIAMOND]))
        if self._ridge is not None:
            x = self.x_of(self._ridge)
            painter.setBrush(self._colour(self._colours.ceiling))
            painter.drawPolygon(QPolygonF([QPointF(x + dx, dy) for dx, dy in _PEAK]))
            painter.setPen(QPen(self._colour(self._colours.ceiling), 1.4))
            painter.drawLine(QPointF(x, 4), QPointF(x, _GROOVE_Y + 5))

    def _paint_labels(self, painter: QPainter) -> None:
        painter.setFont(self._label_font())
        base = _LABEL_Y + painter.fontMetrics().ascent()
        for placed in self.placed_labels():
            chosen = placed.value == self.value()
            painter.setPen(self._colour(self._colours.text if chosen else self._colours.muted))
            painter.drawText(QPointF(placed.left, base), placed.text)

    def _paint_handle(self, painter: QPainter) -> None:
        colours = self._colours
        given = self.value() == AS_GIVEN
        ring = colours.accent if self.hasFocus() or self.isSliderDown() else colours.muted
        painter.setPen(QPen(self._colour(ring if given else colours.what_if), 1.8))
        painter.setBrush(self._colour(colours.field if given else colours.what_if))
        at = QPointF(self.x_of(self.value()), _GROOVE_Y)
        painter.drawEllipse(at, _HANDLE - 1, _HANDLE - 1)
        if self.hasFocus() and not given:
            painter.setPen(QPen(self._colour(colours.accent), 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, _HANDLE + 1.3, _HANDLE + 1.3)


_DIAMOND = ((0.0, -4.0), (4.0, 0.0), (0.0, 4.0), (-4.0, 0.0))
_PEAK = ((-4.0, 0.0), (4.0, 0.0), (0.0, 5.5))
