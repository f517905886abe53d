"""What the card beside the pointer says about a dot."""

from dataclasses import dataclass, replace

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.machine import Level
from roofline_gui.model.units import Unit, format_percent, format_quantity
from roofline_gui.present.names import group_label
from roofline_gui.present.words import VERDICT_NAMES, intensity_text, roof_name


@dataclass(frozen=True, slots=True)
class Card:
    """title: what the dot is called. name: the full kernel name. lines: label and value."""

    title: str
    name: str
    lines: tuple[tuple[str, str], ...]

    def with_line(self, label: str, value: str) -> "Card":
        """The card with one more line."""
        return replace(self, lines=(*self.lines, (label, value)))


def card(analysis: Analysis, row: int) -> Card:
    """Name, W, Q, I, t, fraction of roof, what binds, and the verdict of one row."""
    demand, bounds = analysis.groups.demand, analysis.bounds
    work, time = float(bounds.flop[row]), float(demand.time[row])
    traffic = float(demand.traffic(Level.DRAM)[row])
    intensity = work / traffic if traffic > 0 else float("nan")
    count = int(analysis.groups.count[row])
    share = format_percent(time / analysis.total_time) if analysis.total_time else "–"
    close = " (close)" if analysis.judgement.close[row] else ""
    kernels = analysis.groups.kernels[row]
    name = kernels[0] if kernels else ""
    if len(kernels) > 1:
        name += f" and {len(kernels) - 1} more"
    other = ""
    if analysis.other_fraction is not None and analysis.other_fraction[row] == analysis.other_fraction[row]:
        other = f", {format_percent(float(analysis.other_fraction[row]))} {analysis.ceilings.other.value}"
    lines = [
        ("Work W", format_quantity(work, Unit.FLOP)),
        ("DRAM traffic Q", format_quantity(traffic, Unit.BYTE)),
        ("Intensity I", intensity_text(intensity)),
        ("Time t", f"{format_quantity(time, Unit.SECOND)}, {share} of all"),
        ("Performance", format_quantity(work / time, Unit.FLOP_PER_SECOND)),
        ("Fraction of roof", f"{format_percent(float(bounds.fraction[row]))} of {roof_name(analysis, row)}{other}"),
        ("Verdict", f"{VERDICT_NAMES[analysis.judgement.verdict_of(row)]}{close}"),
    ]
    if count > 1:
        lines.append(("Launches", str(count)))
    return Card(group_label(analysis.groups, row), name, tuple(lines))
