"""What the card beside the pointer says, whatever kind of dot it is."""

from typing import TYPE_CHECKING

from roofline_gui.model.units import Unit, format_quantity
from roofline_gui.present.names import group_label
from roofline_gui.present.picture.card import Card, card
from roofline_gui.present.picture.dots import Kind
from roofline_gui.present.picture.shown import Shown
from roofline_gui.present.what_if.words import speedup_text, times_text, what_if_text
from roofline_gui.present.words import intensity_text

if TYPE_CHECKING:
    from roofline_gui.model.forecast import Forecast


def dot_card(shown: Shown, kind: Kind, row: int) -> Card:
    """The card of a measured row, of its ghost, or of a calculated kernel."""
    if kind.is_calculated and shown.estimates is not None:
        from roofline_gui.present.picture.calculated_card import calculated_card

        return calculated_card(shown.estimates, row)
    if kind is Kind.GHOST and shown.forecast is not None:
        return ghost_card(shown.forecast, row)
    if shown.analysis is None:
        return Card("", "", ())
    return card(shown.analysis, row)


def ghost_card(forecast: "Forecast", row: int) -> Card:
    """What a measured row would take under the what-if, and what it took."""
    groups = forecast.analysis.groups
    work, traffic = float(forecast.flop[row]), float(forecast.bytes_dram[row])
    before, after = float(groups.demand.time[row]), float(forecast.time[row])
    lines = (
        ("Time t", times_text(before, after)),
        ("Speed-up", speedup_text(float(forecast.speedup[row]))),
        ("Work W", format_quantity(work, Unit.FLOP)),
        ("DRAM traffic Q", format_quantity(traffic, Unit.BYTE)),
        ("Intensity I", intensity_text(work / traffic if traffic > 0 else float("nan"))),
        ("Performance", format_quantity(work / after, Unit.FLOP_PER_SECOND)),
    )
    return Card(group_label(groups, row), f"Predicted: {what_if_text(forecast.what_if)}", lines)
