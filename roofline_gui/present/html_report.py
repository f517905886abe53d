"""The one-file HTML report: picture, table, verdicts with advice, ledger, machine provenance."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.document import Document
from roofline_gui.model.forecast import Forecast
from roofline_gui.model.machine import Figure, Level, Machine
from roofline_gui.model.units import Unit, format_number, format_percent, format_quantity
from roofline_gui.present.explanation import Explanation, explain
from roofline_gui.present.ledger import EntryKind, LedgerView, folded, ledger_view
from roofline_gui.present.names import group_labels
from roofline_gui.present.report import totals
from roofline_gui.present.what_if.forecast import FORECAST_HEADER, forecast_cells, forecast_notes, forecast_text
from roofline_gui.present.words import KIND_NAMES, VERDICT_NAMES, bound_by, resource_label, thresholds_words

MOST_EXPLAINED = 20  # rows with a paragraph of their own, by time; the table has all
MOST_LISTED = 2000  # entries of the ledger, so that a browser can open the file

_STYLE = """
:root { color-scheme: light; --text: #1f2328; --muted: #59636e; --line: #d1d9e0; --soft: #f6f8fa; }
body { font: 15px/1.5 Inter, "Segoe UI", system-ui, sans-serif; color: var(--text); margin: 2rem auto;
  max-width: 1180px; padding: 0 1.5rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .2rem; overflow-wrap: anywhere; }
p { margin: .25rem 0; } .muted { color: var(--muted); } img { width: 100%; height: auto; margin: 1rem 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 13px; }
th { text-align: left; border-bottom: 2px solid var(--line); padding: .35rem .6rem; white-space: nowrap; }
td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; vertical-align: top; }
td.name { overflow-wrap: anywhere; min-width: 12rem; } td.line { white-space: nowrap; }
.number { text-align: right; white-space: nowrap; }
tr:nth-child(even) td { background: var(--soft); } @media print { body { margin: 0; } h2 { break-after: avoid; } }
"""

_HEADER = ("kernel", "launches", "time", "share")
_HEADER_BEHIND = ("W", "I (DRAM)", "achieved", "DRAM", "of roof", "bound by", "verdict")


def html_report(
    document: Document,
    analysis: Analysis,
    picture: bytes,
    forecast: Forecast | None = None,
    warnings: Sequence[str] = (),
) -> str:
    """The report as one HTML text; `picture` is a PNG. Names are escaped; nothing is loaded from anywhere. With a
    `forecast` also what rows and step would take. `warnings`: what makes its figures doubtful.
    """
    ledger = ledger_view(document.shown, analysis)
    title = escape(document.title)
    image = b64encode(picture).decode("ascii")
    return "\n".join(
        (
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title} – roofline</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{_STYLE}</style></head><body>",
            f"<h1>{title}</h1>",
            f'<p class="muted">{_summary(analysis, ledger)}</p>',
            *(f"<p><strong>{escape(warning)}</strong></p>" for warning in warnings),
            f'<img alt="Roofline of {title}" src="data:image/png;base64,{image}">',
            "<h2>Performance table</h2>",
            *_what_if(forecast),
            _table(analysis, forecast),
            "<h2>Diagnosis</h2>",
            f'<p class="muted">{escape(thresholds_words(analysis.thresholds))}</p>',
            *(_explained(explain(analysis, row)) for row in _by_time(analysis)),
            "<h2>Ledger</h2>",
            _ledger(ledger),
            *(_machine(machine) for machine in analysis.machines),
            "</body></html>\n",
        )
    )


def _by_time(analysis: Analysis) -> Sequence[int]:
    time = analysis.groups.demand.time
    order = sorted(range(len(analysis)), key=lambda i: -float(time[i]) if time[i] > 0 else 0.0)
    return order[:MOST_EXPLAINED]


def _summary(analysis: Analysis, ledger: LedgerView) -> str:
    sums = totals(analysis)
    fraction = sums["roof_fraction"]
    parts = [
        f"on {', '.join(m.name for m in analysis.machines)}",
        f"kernel time {format_quantity(analysis.total_time, Unit.SECOND)}",
        f"{format_percent(fraction)} of roof by time" if fraction is not None else "",
        ledger.summary,
    ]
    return escape(" · ".join(p for p in parts if p))


def _rows(rows: Iterable[Sequence[str]], header: Sequence[str], numbers: frozenset[int], names: frozenset[int]) -> str:
    """A table; `numbers` are right-aligned columns, `names` may break anywhere."""

    def css(column: int) -> str:
        return ' class="number"' if column in numbers else ' class="name"' if column in names else ' class="line"'

    head = "".join(f"<th{css(c)}>{escape(text)}</th>" for c, text in enumerate(header))
    body = "\n".join(
        "<tr>" + "".join(f"<td{css(c)}>{escape(text)}</td>" for c, text in enumerate(row)) + "</tr>" for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def _what_if(forecast: Forecast | None) -> Sequence[str]:
    if forecast is None:
        return ()
    notes = [f'<p class="muted">{escape(note)}</p>' for note in forecast_notes(forecast)]
    return (f"<p>What if: <strong>{escape(forecast_text(forecast))}</strong></p>", *notes)


def _table(analysis: Analysis, forecast: Forecast | None) -> str:
    groups, bounds = analysis.groups, analysis.bounds
    labels = group_labels(groups, range(len(groups)))
    rows = []
    for i, label in enumerate(labels):
        time, flop = float(groups.demand.time[i]), float(bounds.flop[i])
        resource = bound_by(analysis, i)
        rows.append(
            (
                label,
                str(int(groups.count[i])),
                format_quantity(time, Unit.SECOND),
                format_percent(time / analysis.total_time, 1) if analysis.total_time > 0 else "–",
                *(() if forecast is None else forecast_cells(forecast, i)),
                format_quantity(flop, Unit.FLOP),
                format_number(flop / traffic) if (traffic := _dram(analysis, i)) > 0 else "–",
                format_quantity(flop / time if time > 0 else float("nan"), Unit.FLOP_PER_SECOND),
                format_quantity(traffic / time if time > 0 else float("nan"), Unit.BYTE_PER_SECOND),
                format_percent(float(bounds.fraction[i])),
                "–" if resource is None else resource_label(analysis, i, resource),
                VERDICT_NAMES[analysis.judgement.verdict_of(i)] + (" (close)" if analysis.judgement.close[i] else ""),
            )
        )
    header = (*_HEADER, *(() if forecast is None else FORECAST_HEADER), *_HEADER_BEHIND)
    return _rows(rows, header, frozenset(range(1, len(header) - 2)), frozenset({0}))


def _dram(analysis: Analysis, row: int) -> float:
    return float(analysis.groups.demand.traffic(Level.DRAM)[row])


def _explained(told: Explanation) -> str:
    lines = [f"<h3>{escape(told.group or told.title)}</h3>"]
    if told.group:
        lines.append(f'<p class="muted">{escape(told.title)}</p>')
    lines.append(f"<p><strong>{escape(told.headline)}</strong></p>")
    facts = [told.regime, told.metric, f"headroom {told.headroom}" if told.headroom else ""]
    lines.append(f"<p>{escape(' · '.join(f for f in facts if f))}</p>")
    lines.append(f"<p>{escape(told.advice)}</p>")
    lines += [f'<p class="muted">{escape(f"{r.text} {r.action}".strip())}</p>' for r in told.findings]
    return "\n".join(lines)


def _ledger(view: LedgerView) -> str:
    entries = folded(view.entries)
    rows = [(e.kind.value, e.source, e.ids, e.kernel, e.text, e.fix) for e in entries[:MOST_LISTED]]
    if len(entries) > MOST_LISTED:
        rows.append((EntryKind.NOTE.value, "", "", "", f"and {len(entries) - MOST_LISTED} more entries", ""))
    header = ("what", "source", "ID", "kernel", "text", "what fixes it")
    return f"<p>{escape(view.summary)}.</p>" + (_rows(rows, header, frozenset(), frozenset({3, 4, 5})) if rows else "")


def _machine(machine: Machine) -> str:
    rows = [_figure(level.name, level.bandwidth, Unit.BYTE_PER_SECOND) for level in machine.levels]
    for ceiling in machine.ceilings:
        label = f"{ceiling.precision.label}{', sparse (not drawn)' if ceiling.sparse else ''}"
        rows.append(_figure(label, ceiling.peak, Unit.FLOP_PER_SECOND))
    if machine.special_ops is not None:
        rows.append(_figure("XU", machine.special_ops, Unit.OP_PER_SECOND))
    if machine.launch_overhead is not None:
        rows.append(_figure("launch overhead", machine.launch_overhead, Unit.SECOND))
    header = ("ceiling", "value", "kind", "source", "doubt")
    return f"<h2>Machine: {escape(machine.name)}</h2>" + _rows(rows, header, frozenset({1}), frozenset({3, 4}))


def _figure(name: str, figure: Figure, unit: Unit) -> tuple[str, ...]:
    return name, format_quantity(figure.value, unit, 4), KIND_NAMES[figure.kind], figure.source, figure.doubt
