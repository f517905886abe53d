"""The pane itself: chooses between one row, several rows and the whole profile."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import set_thresholds
from roofline_gui.present.explanation import explain
from roofline_gui.present.names import group_label
from roofline_gui.present.palette import Palette
from roofline_gui.present.words import first_step
from roofline_gui.session.launch_list import launches_of
from roofline_gui.session.session import Session
from roofline_gui.session.summary import summarise
from roofline_gui.ui.diagnosis.explained import explained_view
from roofline_gui.ui.diagnosis.launches import LaunchesSection
from roofline_gui.ui.diagnosis.overview import overview
from roofline_gui.ui.diagnosis.thresholds import ThresholdsEditor
from roofline_gui.ui.widgets.text import label


class DiagnosisPane(QWidget):
    """Explains the selection of a session, with the limits of the verdicts below."""

    def __init__(self, session: Session, palette: Palette) -> None:
        super().__init__()
        self.setObjectName("pane")
        self.setMinimumWidth(300)
        self._session = session
        self._palette = palette
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._thresholds = ThresholdsEditor()
        self._thresholds.moved.connect(self._move_thresholds)
        self._thresholds.settled.connect(session.end_merge)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._scroll, 1)
        layout.addWidget(_rule())
        layout.addWidget(self._thresholds)
        session.document_changed.connect(self._refresh)
        session.selection_changed.connect(self._restart)
        self._refresh()

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        self._palette = palette
        self._thresholds.set_colours(palette)
        self._refresh()

    def _move_thresholds(self, thresholds: Thresholds) -> None:
        document = self._session.document
        if thresholds != document.thresholds:
            self._session.edit("Move thresholds", set_thresholds(document, thresholds), merge="thresholds")

    def _restart(self) -> None:
        self._refresh()
        self._scroll.verticalScrollBar().setValue(0)

    def _refresh(self) -> None:
        self._thresholds.show_thresholds(self._session.document.thresholds)
        position = self._scroll.verticalScrollBar().value()
        old = self._scroll.takeWidget()
        self._scroll.setWidget(self._view())
        if old is not None:
            old.hide()
            old.deleteLater()  # it may be in the middle of the click that led here
        self._scroll.verticalScrollBar().setValue(position)

    def _view(self) -> QWidget:
        analysis = self._session.analysis
        if analysis is None or len(analysis) == 0:
            return _empty_view(first_step(self._session.document))
        selection = sorted(self._session.selection)
        if len(selection) == 1:
            row = selection[0]
            name = group_label(analysis.groups, row)
            launches = self._launches(analysis, row)
            return explained_view(name, explain(analysis, row), analysis.thresholds, self._palette, launches)
        title = f"{len(selection):,} rows selected" if selection else self._session.document.title
        summary = summarise(analysis, selection or None)
        return overview(title, summary, self._palette, lambda row: self._session.select({row}))

    def _launches(self, analysis: Analysis, row: int) -> LaunchesSection | None:
        launches = launches_of(analysis, row)
        if launches.total < 2:
            return None
        section = LaunchesSection(launches)
        section.one_chosen.connect(self._session.show_launches)
        section.all_chosen.connect(self._session.show_launches)
        return section


def _empty_view(words: str) -> QWidget:
    view = QWidget()
    view.setObjectName("content")
    column = QVBoxLayout(view)
    column.setContentsMargins(12, 10, 12, 12)
    column.addWidget(label(f"{words}.", "muted", wraps=True))
    column.addStretch(1)
    return view


def _rule() -> QFrame:
    rule = QFrame()
    rule.setObjectName("rule")
    rule.setFixedHeight(1)
    return rule
