"""What the bar above the canvas says while one looks at a prediction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from roofline_gui.model.forecast import Forecast
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.entry import Entry, StepEntry
from roofline_gui.model.workload.precision import types_under
from roofline_gui.present.what_if.forecast import forecast_notes, totals_texts
from roofline_gui.present.what_if.words import ROLE_NAMES, back_text, what_if_text


@dataclass(frozen=True, slots=True)
class WhatIfBarWords:
    """sentence: what is thought to be different. result: what follows for the measured step, ever shorter; empty where
    nothing is measured. notes: what of it is not predicted, or changes nothing. back: the way back.
    """

    sentence: str
    result: tuple[str, ...]
    notes: str
    back: str


def bar_words(
    what_if: WhatIf, forecast: Forecast | None, kernels: Sequence[Entry] = (), *, brief: bool = False
) -> WhatIfBarWords:
    """The words for a what-if, the forecast of what was measured, if anything was, and what is calculated. `brief`:
    without the notes, which take the time.
    """
    sentence = f"Prediction: {what_if_text(what_if)}"
    notes = [] if brief else [text for text in (widened_text(what_if, kernels),) if text]
    if forecast is None:
        return WhatIfBarWords(sentence, (), " ".join(notes), back_text(measured=False))
    totals = totals_texts(forecast)
    result = (f"Kernel time {totals[0]}", *totals)
    notes += [] if brief else forecast_notes(forecast)
    return WhatIfBarWords(sentence, result, " ".join(notes), back_text(measured=True))


def widened_text(what_if: WhatIf, kernels: Iterable[Entry]) -> str:
    """Which data of `kernels`, stored narrower than the rest of theirs, the precision of the what-if makes wider, and
    how to keep them; empty where it makes none: ``INT4 weights become FP8; set weights apart …``.
    """
    if what_if.precision is None:
        return ""
    found: dict[tuple[str, str, str], None] = {}
    for entry in kernels:
        types = entry.types if isinstance(entry, StepEntry) else entry.workload.types
        widest = max(getattr(types, role).size for role in ROLE_NAMES)
        for role, name in ROLE_NAMES.items():
            before, after = getattr(types, role), getattr(types_under(types, what_if), role)
            if entry.shown and before.size < widest and before.size < after.size and getattr(what_if, role) is None:
                found[before.label, name, after.label] = None
    if not found:
        return ""
    becomes = {name: "becomes" if name == ROLE_NAMES["kv"] else "become" for name in ROLE_NAMES.values()}
    told = ", ".join(f"{before} {name} {becomes[name]} {after}" for before, name, after in found)
    names = " and ".join(dict.fromkeys(name for _, name, _ in found))
    return f"{told}; set {names} apart under More… to keep {'it' if names == ROLE_NAMES['kv'] else 'them'}."
