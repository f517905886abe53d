"""The JSON report: the rows of the table with every utilisation, findings, sources, the ledger, machine and totals."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Floats
from roofline_gui.model.findings import find
from roofline_gui.model.forecast import Forecast
from roofline_gui.model.machine import Level
from roofline_gui.model.roofline import Resource
from roofline_gui.model.source import Source
from roofline_gui.present.explanation import shared_share_of_path
from roofline_gui.present.ledger import EntryKind, LedgerView, ledger_view
from roofline_gui.present.table import Table, table
from roofline_gui.present.what_if.forecast import forecast_notes, reason_text
from roofline_gui.present.words import finding_text


def report(
    sources: Sequence[Source],
    analysis: Analysis,
    machine: Mapping[str, Any],
    forecast: Forecast | None = None,
    warnings: Sequence[str] = (),
) -> dict[str, Any]:
    """All about `analysis` of `sources` as JSON-ready data; `machine` is its machine in the form of `machines --json`.
    With a `forecast` rows have what they would take, and `what_if` says under what, and what the step would take.
    `warnings`: what makes its figures doubtful.

    Unknown is None.
    """
    rows = table(analysis, forecast)
    data = {
        "machine": dict(machine),
        "warnings": list(warnings),
        "thresholds": {"near": analysis.thresholds.near, "far": analysis.thresholds.far},
        "grouping": analysis.groups.grouping.value,
        "rows": [_row(rows, analysis, i, forecast) for i in range(len(rows))],
        "ledger": _ledger(ledger_view(sources, analysis)),
        "totals": totals(analysis),
    }
    return data if forecast is None else {**data, "what_if": _what_if(forecast)}


def _what_if(forecast: Forecast) -> dict[str, Any]:
    asked = forecast.what_if
    return {
        "batch": asked.batch,
        "precision": asked.precision,
        "weights": asked.weights,
        "activations": asked.activations,
        "kv": asked.kv,
        "machine": None if asked.machine is None else asked.machine.id,
        "flop": asked.flop,
        "bytes": asked.bytes,
        "time_before_s": forecast.total_before,
        "time_after_s": forecast.total_after,
        "rows_not_predicted": int(forecast.kept.sum()),
        "share_not_predicted": forecast.kept_share,
        "notes": list(forecast_notes(forecast)),
    }


def totals(analysis: Analysis) -> dict[str, float | None]:
    """Sums over all rows, SI base units, and the time-weighted fraction of roof over the rows that have one."""
    demand, bounds = analysis.groups.demand, analysis.bounds
    known = ~np.isnan(bounds.fraction) & (demand.time > 0)
    time = float(demand.time[known].sum())
    return {
        "time_s": analysis.total_time,
        "flop": _sum(bounds.flop),
        "bytes_dram": _sum(demand.traffic(Level.DRAM)),
        "roof_fraction": float((bounds.fraction * demand.time)[known].sum()) / time if time > 0 else None,
    }


def _sum(values: Floats) -> float | None:
    """Sum of the known values; None where none is known."""
    known = values[~np.isnan(values)]
    return float(known.sum()) if len(known) else None


def _row(rows: Table, analysis: Analysis, i: int, forecast: Forecast | None) -> dict[str, Any]:
    cells = {name: _plain(column[i]) for name, column in rows.columns.items()}
    cells["launches"] = int(cells["launches"])
    utilisation = {r.value: _plain(analysis.bounds.utilisation[k, i]) for k, r in enumerate(analysis.bounds.resources)}
    if Resource.L1 in analysis.bounds.resources and analysis.machine_of(i).shared_is_part_of_l1:
        utilisation[Resource.SHARED.value] = _plain(shared_share_of_path(analysis, i))
    findings = []
    for finding in find(analysis, i):
        text, action = finding_text(analysis, i, finding)
        findings.append(
            {
                "code": finding.code.value,
                "value": _plain(finding.value),
                "threshold": _plain(finding.threshold),
                "text": text,
                "action": action,
            }
        )
    first = int(analysis.groups.first[i])
    provenance = {q: t[first] for q, t in analysis.groups.launches.provenance.items() if t[first]}
    data = {**cells, "utilisation": utilisation, "findings": findings, "sources": provenance}
    if forecast is not None:
        data["prediction"] = {
            "in_step": bool(forecast.counted[i]),
            "lacks": reason_text(forecast, i) or None,
            "error": _plain(forecast.error(i)),
        }
    return data


def _plain(value: Any) -> Any:
    """Numbers that JSON knows; unknown and empty text as None."""
    if value is None or isinstance(value, str):
        return value or None
    number = float(value)
    return number if math.isfinite(number) else None


def _ledger(view: LedgerView) -> dict[str, Any]:
    return {
        "read": view.read,
        "drawn": view.drawn,
        "not_drawn": [
            {"kernel": e.kernel, "id": e.launch_id, "source": e.source, "reason": e.text, "fix": e.fix}
            for e in view.not_drawn
        ],
        "notes": [e.text for e in view.entries if e.kind in (EntryKind.NOTE, EntryKind.DEFINITION, EntryKind.MISSING)],
        "skipped": [e.text for e in view.entries if e.kind is EntryKind.SKIPPED],
        "unread": [
            {"kernel": e.kernel, "id": e.launch_id, "text": e.text} for e in view.entries if e.kind is EntryKind.UNREAD
        ],
    }
