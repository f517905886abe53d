"""The strip under the canvas: sliders of batch and precision, and what else can be different on a second line."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from roofline_gui.model.document import Document
from roofline_gui.model.row_law import RowKernel, kernel_of_row
from roofline_gui.present.palette import Palette
from roofline_gui.present.what_if.strip import Looked, batch_track, looked_at, precision_track
from roofline_gui.session.session import Session
from roofline_gui.ui.what_if.batch_control import BatchControl
from roofline_gui.ui.what_if.link import link
from roofline_gui.ui.what_if.more_line import MoreLine
from roofline_gui.ui.what_if.precision_control import PrecisionControl

_DECIDED_BY = ("kernels", "sources", "machine", "grouping", "ceilings")  # what decides marks and words beside a what-if


class WhatIfStrip(QFrame):
    """Shows and changes the what-if of `session`. `actions` are the commands of the window.

    tracks_changed: `batch_track` and `precision_track`, what the sliders show, are others now.
    """

    tracks_changed = Signal()

    def __init__(self, session: Session, palette: Palette, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self.setObjectName("whatIfStrip")
        self.setAccessibleName("What if")
        self._session = session
        self._more = actions["what_if_more"]
        self._batch = BatchControl(session.what_if_desk, palette, actions["batch_law"])
        self._precision = PrecisionControl(session.what_if_desk, palette, link(self._more))
        self._line = MoreLine(session, actions["batch_law"])
        sliders = QHBoxLayout()
        sliders.setSpacing(22)
        sliders.addWidget(self._batch, 1)
        sliders.addWidget(self._precision, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 10, 1)
        column.setSpacing(2)
        column.addLayout(sliders)
        column.addWidget(self._line)
        self._more.setChecked(session.settings.what_if_unfolded)
        self._more.toggled.connect(self._unfold)
        self._unfold(self._more.isChecked())
        session.document_changed.connect(self._follow)
        session.attention.changed.connect(self._show_batch_track)
        self._show_all()

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        self._batch.set_colours(palette)
        self._precision.set_colours(palette)

    @property
    def is_dragged(self) -> bool:
        """Whether the mouse holds the handle of a slider."""
        return self._batch.is_dragged or self._precision.is_dragged

    def choose_machine(self) -> None:
        """Unfold the second line and go to the machine."""
        self._more.setChecked(True)
        self._line.choose_machine()

    def _unfold(self, unfolded: bool) -> None:
        self._session.settings.what_if_unfolded = unfolded
        self._line.setVisible(unfolded)
        self._more.setIconText("Less" if unfolded else "More…")

    def _follow(self, old: Document, new: Document) -> None:
        rest_stays = all(getattr(old, part) is getattr(new, part) for part in _DECIDED_BY)
        if rest_stays and old.what_if.without_batch == new.what_if.without_batch:
            self._batch.show_batch(new.what_if.batch)  # a drag of the batch: marks and words stay
        else:
            self._show_all()

    def _show_all(self) -> None:
        document = self._session.document
        analysis, estimates = self._session.analysis, self._session.kernel_desk.estimates
        self.precision_track = precision_track(document, analysis, estimates)
        self._precision.show_track(self.precision_track)
        self._precision.show_precision(document.what_if.precision)
        self._line.show_what_if(document)
        self._show_batch_track()

    def _show_batch_track(self) -> None:
        desk, document, analysis = self._session.kernel_desk, self._session.document, self._session.analysis
        looked = self._looked_at()
        self.batch_track = batch_track(document, analysis, desk.estimates, looked, len(self._session.selection))
        self._batch.show_track(self.batch_track)
        self._batch.show_batch(document.what_if.batch)
        self.tracks_changed.emit()

    def _looked_at(self) -> Looked | None:
        """What the words beside the batch are about: a chosen kernel, a selected row, or the only kernel there is."""
        desk = self._session.kernel_desk
        if self._session.attention.is_on_rows:
            return looked_at(None, (), self._selected_kernel())
        return looked_at(desk.estimates, [(c.entry, c.operation) for c in desk.chosen])

    def _selected_kernel(self) -> RowKernel | None:
        """The laws of the selected row, where it is one and has some."""
        rows = self._session.selection
        measured = self._session.what_if_desk.measured if len(rows) == 1 else None
        if measured is None:
            return None
        return kernel_of_row(measured, next(iter(rows)), self._session.document.what_if)
