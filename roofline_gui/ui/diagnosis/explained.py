"""One kernel or group explained: what the pane shows for a single selected row."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.present.calculated.composite import CompositeWords
from roofline_gui.present.explanation import Explanation, Remark
from roofline_gui.present.palette import Palette
from roofline_gui.ui.diagnosis.bars import UtilisationBars
from roofline_gui.ui.diagnosis.chip import VerdictChip
from roofline_gui.ui.diagnosis.composite import composite_section
from roofline_gui.ui.diagnosis.facts import FactsGrid
from roofline_gui.ui.widgets.text import ElidedLabel, NameLabel, label, tip
from roofline_gui.ui.widgets.verdicts import verdict_colour

SECTION_GAP = 12


@dataclass(frozen=True, slots=True, eq=False)
class Additions:
    """Sections that not every row has: `above` the utilisation (a prediction, an ideal), the parts of its compute roof,
    and what stands at the end (its launches).
    """

    above: Sequence[QWidget] = ()
    composite: CompositeWords | None = None
    below: Sequence[QWidget] = ()


def explained_view(
    name: str, explanation: Explanation, thresholds: Thresholds, palette: Palette, additions: Additions
) -> QWidget:
    """A column of everything that `explanation` says, with the `additions`; `name` is what the group is called on the
    canvas.
    """
    view = QWidget()
    column = start_column(view)
    column.addWidget(ElidedLabel(name, "title"))
    if explanation.group:
        column.addWidget(ElidedLabel(explanation.group, "muted"))
    if explanation.title != name:
        kernel = NameLabel(explanation.title)
        kernel.setProperty("role", "muted")
        column.addWidget(kernel)
    column.addSpacing(6)
    column.addWidget(VerdictChip(explanation.verdict, explanation.headline, palette))
    column.addSpacing(4)
    _add_lines(column, explanation)
    _add_all(column, additions.above)
    if explanation.bars:
        add_section(column, "Utilisation, % of each ceiling")
        colour = verdict_colour(palette, explanation.verdict)
        column.addWidget(UtilisationBars(explanation.bars, thresholds, palette, colour))
    add_section(column, "What to do")
    advice = label(explanation.advice, wraps=True, selectable=True)
    advice.setObjectName("advice")
    column.addWidget(advice)
    if explanation.findings:
        add_section(column, "Findings")
        for remark in explanation.findings:
            _add_remark(column, remark)
    if additions.composite is not None:
        add_section(column, "Compute roof of mixed precisions")
        column.addWidget(composite_section(additions.composite))
    add_section(column, "Numbers")
    column.addWidget(FactsGrid(explanation.facts))
    _add_all(column, additions.below)
    column.addStretch(1)
    return view


def start_column(view: QWidget) -> QVBoxLayout:
    """The layout of a view in the pane."""
    view.setObjectName("content")
    column = QVBoxLayout(view)
    column.setContentsMargins(12, 10, 12, 12)
    column.setSpacing(4)
    return column


def add_section(column: QVBoxLayout, title: str) -> None:
    """Begin a section called `title`."""
    column.addSpacing(SECTION_GAP)
    column.addWidget(label(title, "section"))


def _add_all(column: QVBoxLayout, sections: Sequence[QWidget]) -> None:
    for section in sections:
        column.addSpacing(SECTION_GAP)
        column.addWidget(section)


def _add_lines(column: QVBoxLayout, explanation: Explanation) -> None:
    grid = QGridLayout()
    grid.setHorizontalSpacing(10)
    grid.setVerticalSpacing(3)
    grid.setColumnStretch(1, 1)
    lines = (
        ("Regime", explanation.regime, "ρ: time in the busiest pipe over time at DRAM"),
        ("Achieved", explanation.metric, explanation.metric_source),
        ("Headroom", explanation.headroom, "Measured time over the least time that the roof allows"),
    )
    for row, (title, text, about) in enumerate(line for line in lines if line[1]):
        name, words = label(title, "muted"), label(text, wraps=True, selectable=True)
        for cell in (name, words):
            cell.setToolTip(tip(about))
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(words, row, 1)
    column.addLayout(grid)


def _add_remark(column: QVBoxLayout, remark: Remark) -> None:
    column.addWidget(label(remark.text, wraps=True, selectable=True))
    if remark.action:
        column.addWidget(label(f"→ {remark.action}", "muted", wraps=True, selectable=True))
    column.addSpacing(4)
