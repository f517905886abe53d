"""The batch under the canvas: a slider, its spin box twin, and where the kernel that is looked at crosses the ridge."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from roofline_gui.model.workload.batch import LARGEST_BATCH
from roofline_gui.present.palette import Palette
from roofline_gui.present.what_if.batch_scale import LABELLED, LAST_VALUE, POWERS_OF_TWO, batch_at, step_batch, value_of
from roofline_gui.present.what_if.strip import BatchTrack
from roofline_gui.session.what_if import WhatIfDesk
from roofline_gui.ui.what_if.batch_spin import BatchSpin
from roofline_gui.ui.what_if.fitting_label import FittingLabel
from roofline_gui.ui.what_if.link import link
from roofline_gui.ui.what_if.slide import Slide
from roofline_gui.ui.what_if.track import TWIN_HEIGHT, Magnet, Track
from roofline_gui.ui.widgets.text import label

_MERGE = "batch"
_STRONG, _WEAK = 7.0, 3.0  # pixels from which a mark, or a power of two, draws the handle
_SPIN_WIDTH = 96
_SPIN_TIP = "A batch, or arithmetic such as 8*8; empty: as given"
_TIP = "Where kernels with a batch law stand. Keys: arrows, page up and down, home"


class BatchControl(QWidget):
    """Shows and changes the batch of the what-if of `desk`. `law` is the command that gives selected rows a law."""

    def __init__(self, desk: WhatIfDesk, palette: Palette, law: QAction) -> None:
        super().__init__()
        self._desk = desk
        self._exact: tuple[int, ...] = ()
        self._track = Track("Batch", palette)
        self._track.setToolTip(_TIP)
        self._track.set_scale(LAST_VALUE, [(value_of(batch), f"{batch}") for batch in LABELLED])
        self._spin = BatchSpin(_SPIN_TIP)
        self._spin.setFixedSize(_SPIN_WIDTH, TWIN_HEIGHT)
        self._words = FittingLabel()
        self._law = link(law)
        self._slide = Slide(desk, self)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label("Batch", "heading"))
        head.addWidget(self._spin)
        head.addWidget(self._words, 1)
        head.addWidget(self._law)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addLayout(head)
        column.addWidget(self._track)
        self._track.sliderPressed.connect(self._slide.hold)
        self._track.sliderReleased.connect(self._slide.end)
        self._track.valueChanged.connect(self._move)
        self._track.stepped.connect(self._step)
        self._track.left.connect(self._slide.end)
        self._spin.stepped.connect(self._step)
        self._spin.entered.connect(lambda batch: desk.set_batch(None if batch is None else int(batch)))
        self._spin.settled.connect(self._slide.end)

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        self._track.set_colours(palette)

    @property
    def is_dragged(self) -> bool:
        """Whether the mouse holds the handle."""
        return self._track.isSliderDown()

    def show_track(self, track: BatchTrack) -> None:
        """Show marks and words, and whether there is anything to move."""
        ridge = () if track.ridge is None else (track.ridge,)
        recorded = [batch for batch in track.recorded if batch <= LARGEST_BATCH]
        self._exact = (*recorded, *ridge)
        magnets = [Magnet(value_of(batch), _STRONG) for batch in self._exact]
        magnets += [Magnet(value_of(batch), _WEAK) for batch in POWERS_OF_TWO]
        names = {value_of(batch): f"Recorded at batch {batch:,}" for batch in recorded}
        names |= {value_of(batch): f"{track.about}\n{track.words[0]}" for batch in ridge}
        marked = None if track.ridge is None else value_of(track.ridge)
        self._track.set_marks([value_of(batch) for batch in recorded], marked, magnets, names)
        self._track.setEnabled(track.moves)
        self._law.setVisible(track.wants_law)
        self._words.show_texts(track.words, track.about)

    def show_batch(self, batch: int | None) -> None:
        """Put slider and spin box to `batch`."""
        self._track.show_value(value_of(batch), "as given" if batch is None else f"batch {batch:,}")
        self._spin.show_batch(batch)
        self._spin.setVisible(self._track.isEnabled() or batch is not None)

    def _move(self, value: int) -> None:
        """The slider was dragged, or put to one of its ends."""
        if not self._track.isSliderDown():
            self._slide.tap()
        self._desk.set_batch(batch_at(value, self._exact), _MERGE)

    def _step(self, steps: int) -> None:
        self._slide.tap()
        self._desk.set_batch(step_batch(self._desk.what_if.batch, steps), _MERGE)
