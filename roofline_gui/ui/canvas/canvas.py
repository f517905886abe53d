"""The canvas: a document's scene that can be panned, zoomed, hovered and selected."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from roofline_gui.model.document import Document, only_what_if_differs
from roofline_gui.model.what_if import WhatIf
from roofline_gui.present.palette import LIGHT, Palette
from roofline_gui.present.picture.axis import Frame, fit_frame
from roofline_gui.present.picture.dot_pixels import nearest_dot
from roofline_gui.present.picture.dots import Kind
from roofline_gui.present.picture.keys import marks_of
from roofline_gui.present.picture.labels import Box
from roofline_gui.present.picture.layout import Layout, lay_out, slide_layout
from roofline_gui.present.picture.picking import by_band, by_click, by_step, rows_of
from roofline_gui.present.picture.scene import Scene, scene, select, slide
from roofline_gui.present.picture.shown import Shown
from roofline_gui.present.picture.style import MANY_DOTS, WINDOW_TEXT, Style
from roofline_gui.ui.canvas.dot_painting import paint_dots, place_of
from roofline_gui.ui.canvas.dragging import Dragging
from roofline_gui.ui.canvas.hover_card import Describe, HoverCard, describe_dot
from roofline_gui.ui.canvas.key_row import KeyRow
from roofline_gui.ui.canvas.layers import Layer
from roofline_gui.ui.canvas.moving import MovingSurface
from roofline_gui.ui.canvas.moving_painting import paint_moving, paint_with
from roofline_gui.ui.canvas.notes import Notes
from roofline_gui.ui.canvas.painting import paint_backdrop, paint_words
from roofline_gui.ui.canvas.plot import Plot
from roofline_gui.ui.canvas.symbols import colour, paint_ring
from roofline_gui.ui.fonts import Fonts

TOUCH = 5.0  # pixels around a dot that still hit it
ZOOM_STEP = 1.25
PAN_STEP = 0.1  # share of the view


class RooflineCanvas(QWidget):
    """Shows what a picture shows.

    picked: what the user selected: rows of the analysis, and rows of the estimates. hovered: the measured row under the
    pointer, -1 for none. view_changed: another part of the plane is shown.
    """

    picked = Signal(frozenset, frozenset)
    hovered = Signal(int)
    view_changed = Signal()

    def __init__(
        self, parent: QWidget | None = None, describe: Describe = describe_dot, palette: Palette = LIGHT
    ) -> None:
        """`describe` makes the card for a dot: a row of one kind."""
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Roofline")
        self._describe = describe
        self.dragging = Dragging(self)
        self._palette = palette
        self._style = Style(WINDOW_TEXT)
        self._fonts = Fonts(self._style)
        self._scene: Scene = scene(Shown(Document()))
        self._hovered = -1
        self._band = QRectF()
        self._slid_from: WhatIf | None = None  # the what-if when a drag began, None while nothing is dragged

        self._plot = Plot(self, self._take)
        self._view = self._plot.view
        self._backdrop = Layer(self._view, self._paint_backdrop, kept=True)
        self._dots = Layer(self._view, self._paint_dots, kept=True)
        self._moving = Layer(self._view, self._paint_moving, kept=True)
        self._words = Layer(self._view, self._paint_words, kept=True)
        self._overlay = Layer(self._view, self._paint_overlay, kept=False)
        self._surface = MovingSurface(self._plot.viewport())
        self._keys = KeyRow(self)
        self._notes = Notes(self, self._plot)
        self._notes.outside.clicked.connect(self.fit)
        self._card = HoverCard(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._keys)
        layout.addWidget(self._plot, 1)
        layout.addWidget(self._notes.caption)
        self.reset_view()
        self._layout = self._lay_out()

        self._view.sigRangeChanged.connect(self._view_moved)
        self._view.sigResized.connect(self._view_moved)
        self._view.clicked.connect(self._click)
        self._view.double_clicked.connect(self.reset_view)
        self._view.band_moved.connect(self._draw_band)
        self._view.banded.connect(self._select_band)
        self._view.pulled.connect(lambda position: self.dragging.pull(position, self._plot.area))
        self._view.let_go.connect(lambda: self.dragging.end(keep=True))
        self.dragging.ended.connect(lambda keep: self._set_cursor(Qt.CursorShape.ArrowCursor))
        self._plot.scene().sigMouseMoved.connect(self._pointer_moved)
        self._plot.sigDeviceTransformChanged.connect(lambda graphics: self._place_notes())
        self._plot.viewport().installEventFilter(self)
        self._dress()

    def show_content(self, shown: Shown) -> None:
        """Show something. What is the same as before stays as it is.

        The view stays where it is unless another machine or other profiles want another frame.
        """
        before, frame = self.shown, self._scene.frame
        if self._slid_from is not None and self._slide_to(shown):
            return
        if shown.is_of(before):
            if shown.selection == before.selection and shown.chosen == before.chosen:
                return
            self._scene = select(self._scene, shown)
        else:
            self._scene = scene(shown)
        self._set_hovered(-1)
        empty = shown.analysis is None and not len(self._scene.dots)
        self._notes.show_hint(shown.document if empty else None)
        if shown.document.profiles != before.document.profiles or self._scene.frame != frame:
            self.reset_view()
        self._refresh()

    def set_palette(self, palette: Palette) -> None:
        """Paint in the colours of a theme."""
        if palette is not self._palette:
            self._palette = palette
            self._dress()

    def set_text_size(self, pixels: float) -> None:
        """Set the size of labels in pixels; everything else follows (large for presentations)."""
        self._style = Style(pixels)
        self._fonts = Fonts(self._style)
        self._dress()

    def set_sliding(self, sliding: bool) -> None:
        """Something is being dragged, or was let go. Meanwhile only what moves is painted anew, and words stay."""
        if sliding:
            self._slid_from = self.shown.document.what_if
        elif self._slid_from is not None:
            self._slid_from = None
            if not self._surface.isHidden():
                self._surface.hide()
                self._scene = scene(self.shown)
            self._refresh()

    @property
    def shown(self) -> Shown:
        """What is shown."""
        return self._scene.shown

    @property
    def frame(self) -> Frame:
        """The part of the plane that is shown."""
        return self._view.frame

    @property
    def outside(self) -> int:
        """How many dots lie outside the frame."""
        return self._layout.outside

    def fit(self) -> None:
        """Show all dots and the machine's frame."""
        dots = self._scene.dots
        self._view.show_frame(fit_frame(self._scene.frame, dots.x, dots.y))

    def reset_view(self) -> None:
        """Show the machine's frame."""
        self._view.show_frame(self._scene.frame)

    def zoom(self, factor: float) -> None:
        """Zoom about the centre; a factor above 1 is nearer."""
        self._view.zoom_by(factor)

    def position_of(self, row: int, kind: Kind = Kind.MEASURED) -> QPoint | None:
        """Where the dot of a row stands in this widget; None where it is not drawn or outside the frame."""
        dots = self._scene.dots
        found = np.flatnonzero((dots.row == row) & (dots.kind == kind))
        if not len(found) or not self._layout.dots.inside[found[0]]:
            return None
        x, y, _ = place_of(self._layout, int(found[0]))
        at = self._view.mapToScene(QPointF(x, y))
        inside: QPoint = self._plot.mapTo(self, self._plot.mapFromScene(at))
        return inside

    # Input

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom, pan, walk from dot to dot."""
        actions: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Plus: lambda: self.zoom(ZOOM_STEP),
            Qt.Key.Key_Equal: lambda: self.zoom(ZOOM_STEP),
            Qt.Key.Key_Minus: lambda: self.zoom(1 / ZOOM_STEP),
            Qt.Key.Key_0: self.reset_view,
            Qt.Key.Key_F: self.fit,
            Qt.Key.Key_Left: lambda: self._view.pan_by(-PAN_STEP, 0),
            Qt.Key.Key_Right: lambda: self._view.pan_by(PAN_STEP, 0),
            Qt.Key.Key_Up: lambda: self._view.pan_by(0, PAN_STEP),
            Qt.Key.Key_Down: lambda: self._view.pan_by(0, -PAN_STEP),
            Qt.Key.Key_N: lambda: self._step(1),
            Qt.Key.Key_P: lambda: self._step(-1),
            Qt.Key.Key_Escape: self._escape,
        }
        action = actions.get(event.key())
        plain = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if action is None or plain:
            super().keyPressEvent(event)
            return
        if event.key() == Qt.Key.Key_Escape and not (self.dragging.is_active or self._scene.selected):
            super().keyPressEvent(event)  # it may end what the window does
            return
        action()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The pointer leaves the canvas."""
        if event.type() == QEvent.Type.Leave:
            self._set_hovered(-1)
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """A disabled canvas hovers nothing."""
        if event.type() == QEvent.Type.EnabledChange:
            self._set_hovered(-1)
        super().changeEvent(event)

    def _click(self, position: QPointF, extends: bool) -> None:
        self._user_selects(by_click(self._scene, self._dot_at(position), extends=extends))

    def _draw_band(self, rect: QRectF) -> None:
        self._band = rect
        self._overlay.update()

    def _select_band(self, rect: QRectF, extends: bool) -> None:
        box = Box(rect.left(), rect.top(), rect.right(), rect.bottom())
        self._user_selects(by_band(self._scene, self._layout.dots, box, extends=extends))

    def _step(self, by: int) -> None:
        dot = by_step(self._scene, by)
        if dot >= 0:
            if not self._layout.dots.inside[dot]:
                self.fit()
            self._user_selects({dot})

    def _escape(self) -> None:
        if self.dragging.is_active:
            self.dragging.end(keep=False)
        else:
            self._user_selects(())

    def _user_selects(self, dots: Iterable[int]) -> None:
        """Select measured and calculated dots and no others."""
        before = self.shown
        selection, chosen = rows_of(self._scene, dots)
        if (selection, chosen) != (before.selection, before.chosen):
            self.show_content(replace(before, selection=selection, chosen=chosen))
            self.picked.emit(selection, chosen)

    def _take(self, position: QPointF) -> bool:
        """Take the dot at a position to drag it; False where there is none that can be dragged."""
        dot = self._dot_at(position, self._scene.selected)
        if dot < 0:
            return False
        x, y, _ = place_of(self._layout, dot)
        if not self.dragging.take(self._scene, dot, self._plot.area, position - QPointF(x, y)):
            return False
        self._set_hovered(-1)
        self._set_cursor(Qt.CursorShape.ClosedHandCursor)
        if dot not in self._scene.selected:
            self._user_selects({dot})
        self.dragging.begin()
        return True

    def _pointer_moved(self, position: QPointF) -> None:
        if not self.dragging.is_active:
            dot = self._dot_at(self._view.mapFromScene(position), self._scene.selected)
            self._set_hovered(dot, self._plot.mapFromScene(position))

    def _dot_at(self, position: QPointF, preferred: Sequence[int] = ()) -> int:
        """The dot at a position; of several those that are `preferred`, as what is selected is for a drag."""
        return nearest_dot(self._layout.dots, position.x(), position.y(), TOUCH, preferred)

    def _set_hovered(self, dot: int, pointer: QPoint | None = None) -> None:
        row = -1
        if dot >= 0 and pointer is not None:
            kind, row = Kind(int(self._scene.dots.kind[dot])), int(self._scene.dots.row[dot])
            if dot != self._hovered:
                drag = self.dragging.words(self._scene, dot, self._plot.area)
                card = self._describe(self.shown, kind, row)
                self._card.show_card(card.with_line("Drag", drag) if drag else card, self._plot.mapTo(self, pointer))
                self._set_cursor(Qt.CursorShape.OpenHandCursor if drag else Qt.CursorShape.ArrowCursor)
            row = row if kind is Kind.MEASURED else -1
        else:
            dot = -1
            self._card.hide()
        if dot != self._hovered:
            if dot < 0 and not self.dragging.is_active:
                self._set_cursor(Qt.CursorShape.ArrowCursor)
            self._hovered = dot
            self._overlay.update()
            self.hovered.emit(row)

    def _set_cursor(self, shape: Qt.CursorShape) -> None:
        self._plot.viewport().setCursor(shape)

    # Painting

    def _dress(self) -> None:
        palette, style = self._palette, self._style
        self._plot.dress(self._fonts, palette, style)
        self._keys.dress(self._fonts, palette, style)
        self._notes.dress(palette, style)
        self._card.dress(palette, style.text)
        self._refresh()

    def _view_moved(self) -> None:
        self._set_hovered(-1)
        self._refresh()
        self.view_changed.emit()

    def _lay_out(self) -> Layout:
        return lay_out(self._scene, self._plot.area, self._style, self._fonts.measure, self._notes.corner)

    def _slide_to(self, shown: Shown) -> bool:
        """Show the same under another what-if, in place; False where it is not the same."""
        before, asked = self.shown, shown.document.what_if.machine
        same = only_what_if_differs(before.document, shown.document) and asked == before.document.what_if.machine
        if not same or (shown.selection, shown.chosen) != (before.selection, before.chosen):
            return False
        self._set_hovered(-1)
        old, new = self._scene, slide(self._scene, shown)
        self._scene = scene(shown) if new is None else new
        self._layout = slide_layout(self._layout, old, self._scene, self._fonts.measure)
        same_ground = new is not None and new.roofs is old.roofs
        if same_ground and not self._surface.isHidden():
            self._surface.move_to(self._layout, self._scene)
        else:
            self._begin_surface()
        return True

    def _begin_surface(self) -> None:
        what_if = self.shown.document.what_if
        faint = self._slid_from is not None and self._slid_from.batch != what_if.batch
        self._surface.begin(self._plot.place, self._layout, self._scene, self._fonts, self._palette, faint=faint)

    def _refresh(self) -> None:
        """Lay the scene out anew and repaint the layers."""
        self._layout = self._lay_out()
        layers = (self._backdrop, self._dots, self._moving, self._words, self._overlay)
        has_dots = len(self._scene.dots) > 0
        needed = (True, has_dots, has_dots, bool(self._layout.words), True)
        for layer, is_needed in zip(layers, needed, strict=True):
            layer.setVisible(is_needed)  # an empty one takes as long to put on the screen as a full one
            layer.resize(self._view.rect())
            layer.update()
        self._plot.set_titles(self._scene.caption)
        if not self.dragging.is_active and self._slid_from is None:  # else it could move what the pointer holds
            self._keys.show_entries(marks_of(self._scene))
        self._place_notes()
        if not self._surface.isHidden():
            self._begin_surface()
        drawn, selected = len(self._scene.dots), len(self._scene.selected)
        self.setAccessibleDescription(f"{drawn} dots, {self._layout.outside} outside the frame, {selected} selected")

    def _place_notes(self) -> None:
        self._notes.place(self._plot.place, self._scene.caption.source, self._layout.outside)

    def _paint_backdrop(self, painter: QPainter) -> None:
        paint_backdrop(painter, self._layout, self._palette)

    def _paint_dots(self, painter: QPainter) -> None:
        paint_dots(painter, self._layout, self._scene, self._palette)

    def _paint_moving(self, painter: QPainter) -> None:
        if len(self._layout.dots.moving) <= MANY_DOTS:
            paint_moving(painter, self._layout, self._scene, self._palette)
        else:
            sprites = self._surface.sprites(self._palette)
            paint_with(painter, self._layout, self._scene, self._palette, sprites.paint)

    def _paint_words(self, painter: QPainter) -> None:
        layout = self._layout
        paint_words(painter, layout.words, layout.leaders, self._style, self._fonts, self._palette)

    def _paint_overlay(self, painter: QPainter) -> None:
        if 0 <= self._hovered < len(self._scene.dots) and self._layout.dots.inside[self._hovered]:
            place = place_of(self._layout, self._hovered)
            paint_ring(painter, *place, self._palette.text, self._style.text * 0.12)
        if not self._band.isNull():
            painter.setPen(QPen(QColor(self._palette.accent), 1))
            painter.setBrush(colour(self._palette.accent, 0.12))
            painter.drawRect(self._band)
