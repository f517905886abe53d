"""The pane itself: chooses between one row, several rows, calculated kernels and the whole profile."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.composite import composite_roof
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document, only_what_if_differs, set_thresholds
from roofline_gui.model.estimates import WHOLE_STEP, Estimates
from roofline_gui.present.calculated.composite import composite_words
from roofline_gui.present.calculated.explanation import CalculatedExplanation, calculated_sums, explain_calculated
from roofline_gui.present.calculated.ideals import held_advice, held_doubts, held_facts, held_text, ideal_name
from roofline_gui.present.elsewhere import elsewhere_text
from roofline_gui.present.explanation import explain
from roofline_gui.present.names import group_label
from roofline_gui.present.palette import Palette
from roofline_gui.present.what_if.row_forecast import row_forecast
from roofline_gui.present.words import first_step
from roofline_gui.session.kernels import kernel_at
from roofline_gui.session.launch_list import launches_of
from roofline_gui.session.session import Session
from roofline_gui.session.summary import summarise
from roofline_gui.ui.diagnosis.calculated import CalculatedView, sums_view
from roofline_gui.ui.diagnosis.explained import Additions, explained_view, start_column
from roofline_gui.ui.diagnosis.forecast import ForecastSection
from roofline_gui.ui.diagnosis.ideal import IdealSection
from roofline_gui.ui.diagnosis.launches import LaunchesSection
from roofline_gui.ui.diagnosis.overview import overview
from roofline_gui.ui.diagnosis.thresholds import ThresholdsEditor
from roofline_gui.ui.widgets.text import label

MOST_HELD = 8  # rows that are listed below their ideal


class DiagnosisPane(QWidget):
    """Explains what was selected or chosen last in a session, with the limits of the verdicts below."""

    def __init__(self, session: Session, palette: Palette) -> None:
        super().__init__()
        self.setObjectName("pane")
        self._session = session
        self._desk = session.kernel_desk
        self._palette = palette
        self._forecast: ForecastSection | None = None
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
        session.document_changed.connect(self._follow)
        session.attention.changed.connect(self._turn)
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

    # What is shown

    def _turn(self) -> None:
        """Explain what is looked at now, from the top."""
        self._refresh()
        self._scroll.verticalScrollBar().setValue(0)

    def _follow(self, old: Document, new: Document) -> None:
        if not (only_what_if_differs(old, new) and self._follow_what_if()):
            self._refresh()

    def _follow_what_if(self) -> bool:
        """Show other words in the same view, as a slider needs it; whether that was possible."""
        view, session = self._scroll.widget(), self._session
        if isinstance(view, CalculatedView):
            estimates, rows = self._desk.estimates, self._desk.chosen_rows()
            if estimates is None or len(rows) != 1:
                return False
            found = self._explain_calculated(estimates, rows[0])
            if not view.can_show(found):
                return False
            view.show_explanation(found)
            return True
        if self._session.attention.is_on_chosen:
            return False
        forecast = session.what_if_desk.forecast
        if len(session.selection) != 1:
            return True
        if forecast is None or self._forecast is None:
            return forecast is None and self._forecast is None
        self._forecast.show_forecast(row_forecast(forecast, min(session.selection)))
        return True

    def _refresh(self) -> None:
        self._thresholds.show_thresholds(self._session.document.thresholds)
        position = self._scroll.verticalScrollBar().value()
        old = self._scroll.takeWidget()
        self._forecast = None
        self._scroll.setWidget(self._view())
        if old is not None:
            old.hide()
            old.deleteLater()  # it may be in the middle of the click that led here
        self._scroll.verticalScrollBar().setValue(position)

    def _view(self) -> QWidget:
        estimates, analysis = self._desk.estimates, self._session.analysis
        if estimates is not None and self._session.attention.is_on_chosen:
            return self._calculated_view(estimates)
        if analysis is None or len(analysis) == 0:
            return _empty_view(self._first_words())
        selection = sorted(self._session.selection)
        if len(selection) == 1:
            return self._row_view(analysis, selection[0])
        title = f"{len(selection):,} rows selected" if selection else self._session.document.title
        summary = summarise(analysis, selection or None)
        warnings = [elsewhere_text(found) for found in self._session.source_desk.elsewhere]
        return overview(title, summary, self._palette, lambda row: self._session.select({row}), warnings)

    def _first_words(self) -> str:
        if self._desk.estimates is not None and not self._session.document.sources:
            return "Choose a calculated kernel to see what binds it"
        return first_step(self._session.document)

    # One row

    def _row_view(self, analysis: Analysis, row: int) -> QWidget:
        forecast = self._session.what_if_desk.forecast
        above: list[QWidget] = []
        if forecast is not None:
            self._forecast = ForecastSection(row_forecast(forecast, row), self._palette)
            above.append(self._forecast)
        above += self._ideals(analysis, row)
        mixed = composite_roof(analysis.groups.demand, row, analysis.machine_of(row))
        launches = self._launches(analysis, row)
        additions = Additions(above, None if mixed is None else composite_words(mixed), launches)
        name = group_label(analysis.groups, row)
        explanation = explain(analysis, row)
        advice = (held_advice(analysis, held) for held in self._desk.held if held.row == row)
        explanation = replace(explanation, advice=next(filter(None, advice), explanation.advice))
        return explained_view(name, explanation, analysis.thresholds, self._palette, additions)

    def _ideals(self, analysis: Analysis, row: int) -> list[QWidget]:
        estimates = self._desk.estimates
        sections: list[QWidget] = []
        for held in self._desk.held:
            if held.row == row and estimates is not None:
                name = ideal_name(estimates, held.estimate)
                section = IdealSection(name, held_text(analysis, held), held_doubts(held), held_facts(held))
                ideal = kernel_at(estimates, held.estimate)
                section.ideal_wanted.connect(lambda ideal=ideal: self._desk.choose([ideal]))
                section.unpin_wanted.connect(self._desk.unpin_selection)
                sections.append(section)
        return sections

    def _launches(self, analysis: Analysis, row: int) -> list[QWidget]:
        launches = launches_of(analysis, row)
        if launches.total < 2:
            return []
        section = LaunchesSection(launches)
        section.one_chosen.connect(self._session.show_launches)
        section.all_chosen.connect(self._session.show_launches)
        return [section]

    # Calculated kernels

    def _calculated_view(self, estimates: Estimates) -> QWidget:
        rows = self._desk.chosen_rows()
        if len(rows) > 1:
            return sums_view(f"{len(rows):,} calculated kernels", calculated_sums(estimates, rows))
        view = CalculatedView(
            self._explain_calculated(estimates, rows[0]), self._session.document.thresholds, self._palette
        )
        view.show_ideal_of(self._held_rows(rows[0]), self._pin_text(estimates, rows[0]))
        view.row_wanted.connect(lambda row: self._session.select({row}))
        kernel = kernel_at(estimates, rows[0])
        operation = estimates.calculated.kernels[rows[0]].name if kernel.operation >= 0 else ""
        view.pin_wanted.connect(lambda: self._desk.pin_to_selection(kernel.entry, operation))
        return view

    def _explain_calculated(self, estimates: Estimates, row: int) -> CalculatedExplanation:
        document = self._session.document
        return explain_calculated(estimates, row, document.what_if, document.thresholds)

    def _held_rows(self, estimate: int) -> list[tuple[int, str, str]]:
        """The rows that a calculated kernel is the ideal of, those that take longest first."""
        analysis = self._session.analysis
        if analysis is None:
            return []
        time = analysis.groups.demand.time
        held = sorted((h for h in self._desk.held if h.estimate == estimate), key=lambda h: -time[h.row])
        return [(h.row, group_label(analysis.groups, h.row), held_text(analysis, h)) for h in held[:MOST_HELD]]

    def _pin_text(self, estimates: Estimates, estimate: int) -> str:
        """What a button says that pins a calculated kernel, nothing where it would change nothing."""
        selection = self._session.selection
        if selection <= {held.row for held in self._desk.held if held.estimate == estimate}:
            return ""
        rows = "the selected row" if len(selection) == 1 else f"the {len(selection):,} selected rows"
        is_step = kernel_at(estimates, estimate).operation == WHOLE_STEP
        return f"Ideal of {rows}, by operation" if is_step else f"Ideal of {rows}"


def _empty_view(words: str) -> QWidget:
    view = QWidget()
    column = start_column(view)
    column.addWidget(label(f"{words}.", "muted", wraps=True))
    column.addStretch(1)
    return view


def _rule() -> QFrame:
    rule = QFrame()
    rule.setObjectName("rule")
    rule.setFixedHeight(1)
    return rule
