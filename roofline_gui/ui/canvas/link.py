"""The canvas and a session: it shows what the session has, and does what is done on the canvas."""

from PySide6.QtCore import QObject

from roofline_gui.model.precision import Precision
from roofline_gui.present.picture.paths import Stop
from roofline_gui.session.session import Session
from roofline_gui.session.showing import shown_by
from roofline_gui.ui.canvas.canvas import RooflineCanvas

_DRAG = "drag of a dot"


class CanvasLink(QObject):
    """Keeps `canvas` showing `session`."""

    def __init__(self, session: Session, canvas: RooflineCanvas) -> None:
        super().__init__(canvas)
        self._session = session
        self._canvas = canvas
        self._picking = False
        canvas.picked.connect(self._pick)
        canvas.dragging.began.connect(self._begin_drag)
        canvas.dragging.dragged.connect(self._drag)
        canvas.dragging.ended.connect(self._end_drag)
        session.document_changed.connect(lambda old, new: self._show())
        session.selection_changed.connect(lambda rows: self._show())
        self._show()

    def complete(self) -> None:
        """Follow what only counts after the first paint: calculated kernels."""
        self._session.kernel_desk.chosen_changed.connect(lambda chosen: self._show())
        self._session.what_if_desk.sliding_changed.connect(self._canvas.set_sliding)

    def _show(self) -> None:
        if not self._picking:
            self._canvas.show_content(shown_by(self._session))

    def _begin_drag(self) -> None:
        self._session.what_if_desk.begin_slide()

    def _drag(self, stop: Stop) -> None:
        desk = self._session.what_if_desk
        if isinstance(stop, Precision):
            desk.set_precision(stop, merge=_DRAG)
        else:
            desk.set_batch(stop, merge=_DRAG)

    def _end_drag(self, keep: bool) -> None:
        desk = self._session.what_if_desk
        if keep:
            desk.end_slide()
        else:
            desk.cancel_slide()

    def _pick(self, selection: frozenset[int], chosen: frozenset[int]) -> None:
        """Select measured rows and choose calculated ones; the canvas shows both already."""
        self._picking = True
        self._session.select(selection)
        if self._session.document.kernels:
            from roofline_gui.session.kernels import kernel_at

            desk = self._session.kernel_desk
            estimates = desk.estimates
            desk.choose(() if estimates is None else (kernel_at(estimates, row) for row in chosen))
        self._picking = False
        self._show()
