"""The performance table for people at a terminal."""

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.document import Document
from roofline_gui.model.forecast import Forecast
from roofline_gui.model.units import Unit, format_number, format_percent, format_quantity
from roofline_gui.present.ledger import ledger_view
from roofline_gui.present.names import group_label
from roofline_gui.present.table import Table, table
from roofline_gui.present.what_if.forecast import FORECAST_HEADER, forecast_cells, forecast_text
from roofline_gui.present.words import VERDICT_NAMES, bound_by

_HEADER = ("kernel", "n", "time", "share")
_HEADER_BEHIND = ("I FLOP/B", "achieved", "DRAM", "of roof", "bound by", "verdict")


def text_table(document: Document, analysis: Analysis, forecast: Forecast | None = None) -> str:
    """The table with short names and SI prefixes, the machine above it, the ledger's summary below. With a forecast
    also what rows and step would take.
    """
    data = table(analysis)
    rows = [(*_HEADER, *(FORECAST_HEADER if forecast is not None else ()), *_HEADER_BEHIND)]
    for i in range(len(analysis)):
        predicted = () if forecast is None else forecast_cells(forecast, i)
        rows.append((*_measured(analysis, data, i), *predicted, *_judged(analysis, data, i)))
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    left = (0, len(widths) - 2, len(widths) - 1)
    lines = [
        "  ".join(
            v.ljust(w) if c in left else v.rjust(w) for c, (v, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("─" * w for w in widths))
    below = [f"{ledger_view(document.shown, analysis).summary}."]
    if forecast is not None:
        below.append(f"{forecast_text(forecast)}.")
    return "\n".join([f"{document.title} on {analysis.machine.name}", "", *lines, "", *below])


def _measured(analysis: Analysis, data: Table, row: int) -> tuple[str, ...]:
    return (
        group_label(analysis.groups, row),
        str(int(analysis.groups.count[row])),
        format_quantity(float(data.numbers("time_s")[row]), Unit.SECOND),
        format_percent(float(data.numbers("time_share")[row]), 1),
    )


def _judged(analysis: Analysis, data: Table, row: int) -> tuple[str, ...]:
    resource = bound_by(analysis, row)
    return (
        format_number(float(data.numbers("intensity_dram")[row])),
        format_quantity(float(data.numbers("flop_per_s")[row]), Unit.FLOP_PER_SECOND),
        format_quantity(float(data.numbers("dram_bytes_per_s")[row]), Unit.BYTE_PER_SECOND),
        format_percent(float(data.numbers("roof_fraction")[row])),
        "–" if resource is None else resource.value,
        VERDICT_NAMES[analysis.judgement.verdict_of(row)] + (" (close)" if analysis.judgement.close[row] else ""),
    )
