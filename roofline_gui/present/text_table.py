"""The performance table for people at a terminal."""

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.document import Document
from roofline_gui.model.units import Unit, format_number, format_percent, format_quantity
from roofline_gui.present.ledger import ledger_view
from roofline_gui.present.names import group_label
from roofline_gui.present.table import table
from roofline_gui.present.words import VERDICT_NAMES, bound_by

_HEADER = ("kernel", "n", "time", "share", "I FLOP/B", "achieved", "DRAM", "of roof", "bound by", "verdict")


def text_table(document: Document, analysis: Analysis) -> str:
    """The table with short names and SI prefixes, the machine above it, the ledger's summary below."""
    data = table(analysis)
    rows = [_HEADER]
    for i in range(len(analysis)):
        resource = bound_by(analysis, i)
        rows.append(
            (
                group_label(analysis.groups, i),
                str(int(analysis.groups.count[i])),
                format_quantity(float(data.numbers("time_s")[i]), Unit.SECOND),
                format_percent(float(data.numbers("time_share")[i]), 1),
                format_number(float(data.numbers("intensity_dram")[i])),
                format_quantity(float(data.numbers("flop_per_s")[i]), Unit.FLOP_PER_SECOND),
                format_quantity(float(data.numbers("dram_bytes_per_s")[i]), Unit.BYTE_PER_SECOND),
                format_percent(float(data.numbers("roof_fraction")[i])),
                "–" if resource is None else resource.value,
                VERDICT_NAMES[analysis.judgement.verdict_of(i)] + (" (close)" if analysis.judgement.close[i] else ""),
            )
        )
    widths = [max(len(row[c]) for row in rows) for c in range(len(_HEADER))]
    left = (0, len(_HEADER) - 2, len(_HEADER) - 1)
    lines = [
        "  ".join(
            v.ljust(w) if c in left else v.rjust(w) for c, (v, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("─" * w for w in widths))
    view = ledger_view(document.shown, analysis)
    return "\n".join([f"{document.title} on {analysis.machine.name}", "", *lines, "", f"{view.summary}."])
