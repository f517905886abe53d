"""What the bar above the canvas says while one looks at a prediction."""

from dataclasses import dataclass

from roofline_gui.model.forecast import Forecast
from roofline_gui.model.what_if import WhatIf
from roofline_gui.present.forecast_words import forecast_notes, totals_texts
from roofline_gui.present.what_if_words import back_text, what_if_text


@dataclass(frozen=True, slots=True)
class WhatIfBarWords:
    """sentence: what is thought to be different. result: what follows for the measured step, ever shorter; empty where
    nothing is measured. notes: what of it is not predicted, or changes nothing. back: the way back.
    """

    sentence: str
    result: tuple[str, ...]
    notes: str
    back: str


def bar_words(what_if: WhatIf, forecast: Forecast | None) -> WhatIfBarWords:
    """The words for a what-if and the forecast of what was measured, if anything was."""
    sentence = f"Prediction: {what_if_text(what_if)}"
    if forecast is None:
        return WhatIfBarWords(sentence, (), "", back_text(measured=False))
    totals = totals_texts(forecast)
    result = (f"Kernel time {totals[0]}", *totals)
    return WhatIfBarWords(sentence, result, " ".join(forecast_notes(forecast)), back_text(measured=True))
