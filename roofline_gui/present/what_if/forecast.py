"""What a forecast says of the measured rows, and why some have no prediction."""

import math
from collections import Counter
from collections.abc import Iterator

import numpy as np

from roofline_gui.model.forecast import Forecast, Reason
from roofline_gui.model.machine import Level
from roofline_gui.model.measured import NO_ROW
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES
from roofline_gui.model.units import Unit, format_number, format_percent, format_quantity
from roofline_gui.present.calculated.calculation import missing_ceiling
from roofline_gui.present.what_if.words import speedup_text, times_text, what_if_text
from roofline_gui.present.words import resource_name

_WHY = {
    Reason.TIME: "time unknown.",
    Reason.WORK: "work unknown.",
    Reason.TRAFFIC: "DRAM traffic unknown.",
    Reason.ROOF: "no known roof binds it.",
    Reason.LAW: "no batch law.",
    Reason.OTHER_BATCH: "part of a step at another batch.",
}
_NOT_MISSED = (Reason.NONE, Reason.LAW, Reason.OTHER_BATCH)
FORECAST_HEADER = ("predicted", "speed-up")


def forecast_text(forecast: Forecast) -> str:
    """The what-if and what it does to the step: ``Batch 64, FP8 tensor: 23.4 µs → 14 µs, 1.67 × faster``."""
    asked = what_if_text(forecast.what_if)
    return f"{asked[:1].upper()}{asked[1:]}: {totals_texts(forecast)[0]}"


def totals_texts(forecast: Forecast) -> tuple[str, ...]:
    """The step before and after, ever shorter, and how much of it is no prediction: ``506 µs → 536 µs, 0.944 × as fast;
    partial: 6 of 11 rows, 76 % of the time, as measured``.
    """
    times, speedup = times_text(forecast.total_before, forecast.total_after), speedup_text(forecast.speedup_of_all)
    whole, kept = f"{times}, {speedup}", int(forecast.kept.sum())
    if not kept:
        return whole, times
    if kept == int(forecast.timed.sum()):
        before = format_quantity(forecast.total_before, Unit.SECOND)
        return f"{before}, no row predicted", f"{before} as measured"
    of_all = f"{kept:,} of {_rows(int(forecast.timed.sum()))}"
    told = f"partial: {of_all}, {format_percent(forecast.kept_share)} of the time, as measured"
    return f"{whole}; {told}", f"{whole} (partial)", f"{times} (partial)"


def forecast_cells(forecast: Forecast, row: int) -> tuple[str, str]:
    """A row under FORECAST_HEADER: ``14 µs`` and ``1.67 ×``; ``14 µs (−6 %)`` where that batch was recorded."""
    time, error = format_quantity(float(forecast.time[row]), Unit.SECOND), error_text(forecast.error(row))
    return f"{time} ({error})" if error else time, factor_text(float(forecast.speedup[row]))


def error_text(error: float) -> str:
    """A relative error with its sign: ``−34 %``; empty where it is unknown."""
    return "" if math.isnan(error) else f"{'−' if error < 0 else '+'}{format_percent(abs(error))}"


def factor_text(speedup: float) -> str:
    """A speed-up in a table: ``1.67 ×``."""
    return "–" if speedup != speedup else f"{format_number(speedup)} ×"


def reason_text(forecast: Forecast, row: int) -> str:
    """Why a row has no prediction: ``Not predicted: work unknown.``; empty where it has one."""
    if forecast.reason[row] == Reason.NONE:
        return ""
    return f"Not predicted: {_why(forecast, row)}"


def prediction_text(forecast: Forecast, row: int) -> str:
    """What there is to say of the prediction of a row: why it has none, or what was measured at the batch that is asked
    for; may be empty.
    """
    recorded = int(forecast.stands_for[row])
    if recorded in (NO_ROW, row):
        return reason_text(forecast, row)
    measured = format_quantity(float(forecast.analysis.groups.demand.time[recorded]), Unit.SECOND)
    return f"Measured at batch {forecast.what_if.batch:,}: {measured}, predicted {error_text(forecast.error(row))}"


def forecast_notes(forecast: Forecast) -> tuple[str, ...]:
    """What a reader of the predictions must know: what of the what-if changes nothing that was measured, what the step
    leaves out, and what is not predicted. Sentences.
    """
    notes = [*_without_effect(forecast)]
    notes += _left_out(forecast)
    if forecast.follows.any() and (staying := int((forecast.reason == Reason.LAW).sum())):
        notes.append(f"{_rows(staying)} kept as measured: no batch law.")
    if worst := _worst(forecast):
        measured = f"what was measured at batch {forecast.what_if.batch:,}"
        notes.append(f"Single rows miss {measured} by up to {format_percent(worst)}, as the table tells in brackets.")
    notes += [f"{_rows(count)} not predicted: {why}" for why, count in _missed(forecast).items()]
    return tuple(notes)


def _worst(forecast: Forecast) -> float:
    """By how much, relatively, predictions miss recorded times at most; 0 without any."""
    errors = (abs(forecast.error(row)) for row in np.flatnonzero(forecast.stands_for != NO_ROW).tolist())
    return max((error for error in errors if not math.isnan(error)), default=0.0)


def _left_out(forecast: Forecast) -> Iterator[str]:
    """What the totals of the step leave out, predicted or not."""
    if left_out := int((~forecast.counted).sum()):
        yield f"{_rows(left_out)} of steps at other batches left out."
    if predicted := int((~forecast.counted & ~np.isnan(forecast.time)).sum()):
        yield f"{_rows(predicted)} of them predicted, yet in no total: a step of several batches never ran."


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"


def _without_effect(forecast: Forecast) -> Iterator[str]:
    """Parts of the what-if that change nothing measured."""
    asked = forecast.what_if
    if asked.batch is not None and not forecast.follows.any():
        yield f"Batch {asked.batch:,} changes no measured row: none has a batch law or was recorded at several batches."
    if asked.precision is not None:
        bounds = forecast.analysis.bounds
        main = {bounds.precisions[code] for code in np.unique(bounds.precision).tolist() if code != NO_RESOURCE}
        alike = {p for p in main if p.is_tensor is asked.precision.is_tensor}
        units = "matrix units" if asked.precision.is_tensor else "vector units"
        if not alike:
            yield f"{asked.precision.label} changes no measured row: none computes on {units}."
        elif alike == {asked.precision}:
            yield f"{asked.precision.label} is what measured rows on {units} compute in already."
    if asked.weights is not None and not forecast.follows.any():
        yield f"Weights in {asked.weights.label} change no measured row: no batch law tells how many bytes are weights."
    if asked.activations is not None or asked.kv is not None:
        yield "Types of activations and KV cache change calculated kernels only: no capture tells their bytes apart."


def _missed(forecast: Forecast) -> Counter[str]:
    """Why rows could not be predicted, with the number of rows; worded once per reason, machine, precision and roof."""
    bounds, found = forecast.analysis.bounds, Counter[str]()
    rows = np.flatnonzero(~np.isin(forecast.reason, _NOT_MISSED))
    if not len(rows):
        return found
    lost = np.where(forecast.reason == Reason.LOST_ROOF, forecast.lost_roof, NO_RESOURCE)
    keys = np.stack([forecast.reason, forecast.analysis.machine_of_row, bounds.precision, lost])[:, rows]
    _, first, counts = np.unique(keys, axis=1, return_index=True, return_counts=True)
    for row, count in zip(rows[first].tolist(), counts.tolist(), strict=True):
        found[_why(forecast, row)] += count
    return found


def _why(forecast: Forecast, row: int) -> str:
    """The end of a sentence that says why a row has no prediction."""
    reason = Reason(int(forecast.reason[row]))
    if reason is Reason.LOST_ROOF:
        return _lost_roof(forecast, row)
    if reason not in (Reason.CEILING, Reason.TARGET_CEILING):
        return _WHY[reason]
    machine, asked = forecast.analysis.machine_of(row), forecast.what_if.precision
    main = forecast.analysis.bounds.precision_of(row)
    wanted = [main]
    if reason is Reason.TARGET_CEILING:
        machine = forecast.what_if.machine or machine
        if asked is not None and main is not None and asked.is_tensor is main.is_tensor:
            wanted = [asked, main]
    missing = (missing_ceiling(machine, precision) for precision in wanted)
    return next((text for text in missing if text), f"{machine.name} has no ceiling for a precision in it.")


def _lost_roof(forecast: Forecast, row: int) -> str:
    """What binds a row on one of two machines, and which has no ceiling for it."""
    here, resource = forecast.analysis.machine_of(row), RESOURCES[forecast.lost_roof[row]]
    there = forecast.what_if.machine or here
    known = here.level(Level(resource.value)) if resource.is_memory else here.special_ops
    if known is not None:
        return f"bound by {resource_name(here, resource)}, for which {there.name} has no ceiling."
    return f"bound by {resource_name(there, resource)} there, for which {here.name} has no ceiling."
