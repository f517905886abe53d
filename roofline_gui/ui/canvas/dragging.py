"""Dragging the dot of a calculated kernel along its path."""

from PySide6.QtCore import QObject, QPointF, Signal

from roofline_gui.present.picture.axis import Viewport
from roofline_gui.present.picture.dragging import WORDS, nearest_stop, way_of
from roofline_gui.present.picture.paths import Path, Stop
from roofline_gui.present.picture.scene import Scene


class Dragging(QObject):
    """One drag after the other.

    began: a dot was taken. dragged(batch or precision): it is to stand there. ended(bool): it was let go, or what was
    dragged is to be taken back.
    """

    began = Signal()
    dragged = Signal(object)
    ended = Signal(bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._known: tuple[object, Path | None] = (None, None)
        self._path: Path | None = None
        self._offset = QPointF()
        self._stop: Stop | None = None

    @property
    def is_active(self) -> bool:
        """Whether a dot is held."""
        return self._path is not None

    def words(self, scene: Scene, dot: int, viewport: Viewport) -> str:
        """Where a dot can be dragged to, empty where it cannot."""
        path = self._way(scene, dot, viewport)
        return "" if path is None else WORDS[path.over]

    def take(self, scene: Scene, dot: int, viewport: Viewport, offset: QPointF) -> bool:
        """Take a dot `offset` beside its centre; False where it cannot be dragged."""
        self._path, self._offset, self._stop = self._way(scene, dot, viewport), offset, None
        return self.is_active

    def begin(self) -> None:
        """Drag what was taken."""
        self.began.emit()

    def pull(self, position: QPointF, viewport: Viewport) -> None:
        """The pointer is at `position`."""
        if self._path is None:
            return
        at = position - self._offset
        stop = nearest_stop(self._path, at.x(), at.y(), viewport)
        if stop != self._stop:
            self._stop = stop
            self.dragged.emit(stop)

    def end(self, *, keep: bool) -> None:
        """Let go, or take back."""
        if self._path is not None:
            self._path = None
            self.ended.emit(keep)

    def _way(self, scene: Scene, dot: int, viewport: Viewport) -> Path | None:
        """The path of a dot; found once per picture."""
        key = (scene.shown, dot, viewport)
        if self._known[0] != key:
            self._known = key, way_of(scene, dot, viewport)
        return self._known[1]
