"""One kernel or group explained: what the pane shows for a single selected row."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.present.explanation import Explanation, Fact, Remark
from roofline_gui.present.palette import Palette
from roofline_gui.ui.diagnosis.bars import UtilisationBars
from roofline_gui.ui.diagnosis.chip import VerdictChip
from roofline_gui.ui.diagnosis.launches import LaunchesSection
from roofline_gui.ui.widgets.text import ElidedLabel, NameLabel, label, tip
from roofline_gui.ui.widgets.verdicts import verdict_colour

SECTION_GAP = 12


def explained_view(
    name: str,
    explanation: Explanation,
    thresholds: Thresholds,
    palette: Palette,
    launches: LaunchesSection | None = None,
) -> QWidget:
    """A column of everything that `explanation` says, with the `launches` of a group at its end; `name` is what the
    group is called on the canvas.
    """
    view = QWidget()
    view.setObjectName("content")
    column = QVBoxLayout(view)
    column.setContentsMargins(12, 10, 12, 12)
    column.setSpacing(4)
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
    if explanation.bars:
        _add_section(column, "Utilisation, % of each ceiling")
        colour = verdict_colour(palette, explanation.verdict)
        column.addWidget(UtilisationBars(explanation.bars, thresholds, palette, colour))
    _add_section(column, "What to do")
    advice = label(explanation.advice, wraps=True, selectable=True)
    advice.setObjectName("advice")
    column.addWidget(advice)
    if explanation.findings:
        _add_section(column, "Findings")
        for remark in explanation.findings:
            _add_remark(column, remark)
    _add_section(column, "Numbers")
    column.addLayout(_facts(explanation.facts))
    if launches is not None:
        column.addSpacing(SECTION_GAP)
        column.addWidget(launches)
    column.addStretch(1)
    return view


def _add_section(column: QVBoxLayout, title: str) -> None:
    column.addSpacing(SECTION_GAP)
    column.addWidget(label(title, "section"))


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


def _facts(facts: tuple[Fact, ...]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(10)
    grid.setVerticalSpacing(2)
    grid.setColumnStretch(0, 1)
    for row, fact in enumerate(facts):
        name = label(fact.label.lstrip(), "muted")
        name.setIndent(12 if fact.label.startswith(" ") else 0)
        value = label(fact.text, selectable=True)
        value.setAlignment(Qt.AlignmentFlag.AlignRight)
        for cell in (name, value):
            cell.setToolTip(tip(fact.provenance))
        grid.addWidget(name, row, 0)
        grid.addWidget(value, row, 1)
    return grid
