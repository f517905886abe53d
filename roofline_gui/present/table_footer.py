"""What stands beside the filters of the performance table: how many rows it shows, and what they take."""

from collections.abc import Sequence

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.forecast import Forecast
from roofline_gui.model.units import Unit, format_percent, format_quantity
from roofline_gui.present.what_if.words import times_text


def footer(analysis: Analysis, shown: Sequence[int], forecast: Forecast | None) -> tuple[str, str]:
    """The words for the rows that are `shown`, and what there is to know about them: ``55 rows · 3.7 ms``. All rows
    under a what-if tell what its bar tells: ``Step of 11 rows · 506 µs → 536 µs``.
    """
    total, count = format_quantity(analysis.total_time, Unit.SECOND), f"{len(analysis):,}"
    if len(shown) < len(analysis):
        time = analysis.groups.demand.time[list(shown)]
        share = float(time[time > 0].sum()) / analysis.total_time if analysis.total_time > 0 else 0.0
        return f"{len(shown):,} of {count} rows · {format_percent(share)} of {total}", ""
    if forecast is None:
        return f"{count} rows · {total}", ""
    times = times_text(forecast.total_before, forecast.total_after)
    if forecast.kept.any():
        times += " (partial)"
    step = int(forecast.counted.sum())
    if step == len(analysis):
        return f"{count} rows · {times}", ""
    rows = "1 row" if step == 1 else f"{step:,} rows"
    return f"Step of {rows} · {times}", f"The step that the what-if is about. All {count} rows take {total}."
