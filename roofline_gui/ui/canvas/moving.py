"""What is seen while something slides: a picture of all that stands still, and what moves painted over it anew."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from roofline_gui.present.palette import Palette
from roofline_gui.present.picture.layout import Layout
from roofline_gui.present.picture.scene import Scene
from roofline_gui.ui.canvas.dot_painting import paint_dots
from roofline_gui.ui.canvas.moving_painting import paint_with
from roofline_gui.ui.canvas.painting import paint_backdrop, paint_words
from roofline_gui.ui.canvas.sprites import Sprites
from roofline_gui.ui.fonts import Fonts


class MovingSurface(QWidget):
    """Lies over the plot of a canvas while it is shown, and leaves the mouse to what is below."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # nothing below needs to be painted
        self._still = QPixmap()
        self._faint = False
        self._sprites: Sprites | None = None
        self.hide()

    def begin(self, place: QRect, layout: Layout, scene: Scene, fonts: Fonts, palette: Palette, *, faint: bool) -> None:
        """Lie over `place` of the parent and show a scene. With `faint`, what does not follow the batch is fainter."""
        self._fonts, self._palette, self._faint = fonts, palette, faint
        self.setGeometry(place)
        self._still = QPixmap(place.size() * self.devicePixelRatioF())
        self._still.setDevicePixelRatio(self.devicePixelRatioF())
        self._still.fill(QColor(palette.window))
        painter = QPainter(self._still)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_backdrop(painter, layout, palette)
        paint_dots(painter, layout, scene, palette, faint=faint)
        still = [label for label in layout.labels if label.dot < scene.dots.still]
        words = [*layout.fixed_words, *(word for label in still for word in label.words)]
        leaders = [*layout.fixed_leaders, *(label.leader for label in still if label.leader is not None)]
        paint_words(painter, words, leaders, layout.style, fonts, palette)
        painter.end()
        self.move_to(layout, scene)
        self.show()
        self.raise_()

    def sprites(self, palette: Palette) -> Sprites:
        """Ready-made dots in the colours of `palette`, kept from slide to slide."""
        if self._sprites is None or not self._sprites.suit(palette, self.devicePixelRatioF()):
            self._sprites = Sprites(palette, self.devicePixelRatioF())
        return self._sprites

    def move_to(self, layout: Layout, scene: Scene) -> None:
        """Show the moving parts of another scene, of which all else stands still."""
        self._layout, self._scene = layout, scene
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what moves over what stands still."""
        layout, scene, palette = self._layout, self._scene, self._palette
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._still)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_with(painter, layout, scene, palette, self.sprites(palette).paint, faint=self._faint)
        moving = [label for label in layout.labels if label.dot >= scene.dots.still]
        words = [word for label in moving for word in label.words]
        leaders = [label.leader for label in moving if label.leader is not None]
        paint_words(painter, words, leaders, layout.style, self._fonts, palette, halos=False)
        painter.end()
