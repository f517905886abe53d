"""The precision under the canvas: a slider with a stop for every precision of the machine, and its combo twin."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from roofline_gui.model.precision import Precision
from roofline_gui.present.palette import Palette
from roofline_gui.present.what_if.strip import PrecisionTrack
from roofline_gui.session.what_if import WhatIfDesk
from roofline_gui.ui.what_if.fitting_label import FittingLabel
from roofline_gui.ui.what_if.slide import Slide
from roofline_gui.ui.what_if.track import AS_GIVEN, TWIN_HEIGHT, Track
from roofline_gui.ui.widgets.choice_box import ChoiceBox
from roofline_gui.ui.widgets.text import label

_MERGE = "precision"
_CHOICE_WIDTH = 124
_TIP = "What kernels compute in and store their data as. Keys: arrows, home"


class PrecisionControl(QWidget):
    """Shows and changes the precision of the what-if of `desk`; `aside` stands at the end of its first line."""

    def __init__(self, desk: WhatIfDesk, palette: Palette, aside: QWidget) -> None:
        super().__init__()
        self._desk = desk
        self._shown = PrecisionTrack()
        self._track = Track("Precision", palette)
        self._track.setToolTip(_TIP)
        self._choice: ChoiceBox[Precision | None] = ChoiceBox("Precision", _TIP)
        self._choice.setMaxVisibleItems(20)
        self._choice.setFixedSize(_CHOICE_WIDTH, TWIN_HEIGHT)
        self._words = FittingLabel()
        self._slide = Slide(desk, self)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label("Precision", "heading"))
        head.addWidget(self._choice)
        head.addWidget(self._words, 1)
        head.addWidget(aside)
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
        self._choice.activated.connect(lambda index: desk.set_precision(self._choice.choice))

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        self._track.set_colours(palette)

    @property
    def is_dragged(self) -> bool:
        """Whether the mouse holds the handle."""
        return self._track.isSliderDown()

    def show_track(self, track: PrecisionTrack) -> None:
        """Show the stops, and whether there is anything to move."""
        if track.stops != self._shown.stops:
            self._show_stops(track)
        self._shown = track
        moves = not track.obstacle
        self._track.setEnabled(moves)
        self._choice.setEnabled(moves)

    def show_precision(self, precision: Precision | None) -> None:
        """Put slider and combo to `precision`, which has a stop."""
        value = self._value_of(precision)
        stop = None if value == AS_GIVEN else self._shown.stops[value - 1]
        self._track.show_value(value, "as given" if stop is None else stop.precision.label)
        self._choice.show_choice(precision)
        if self._shown.obstacle:
            self._words.show_texts((self._shown.obstacle,))
        else:
            self._words.show_texts(() if stop is None else stop.words)

    def _show_stops(self, track: PrecisionTrack) -> None:
        labels = [(i + 1, track.stops[i].short) for i in track.by_importance]
        self._track.set_scale(len(track.stops), labels, range(1, len(track.stops) + 1))
        self._track.set_marks((), None, (), {i: stop.about for i, stop in enumerate(track.stops, start=1)})
        self._choice.offer([(None, "as given", ""), *((s.precision, s.precision.label, s.about) for s in track.stops)])

    def _move(self, value: int) -> None:
        """The slider was dragged, or put to one of its ends."""
        if not self._track.isSliderDown():
            self._slide.tap()
        self._desk.set_precision(None if value == AS_GIVEN else self._shown.stops[value - 1].precision, _MERGE)

    def _step(self, steps: int) -> None:
        self._slide.tap()
        self._desk.set_precision(self._shown.step(self._desk.what_if.precision, steps), _MERGE)

    def _value_of(self, precision: Precision | None) -> int:
        return AS_GIVEN if precision is None else [s.precision for s in self._shown.stops].index(precision) + 1
