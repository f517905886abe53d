"""Formulas as text: what is shown is what is computed."""

import re
from collections.abc import Mapping

from roofline_gui.model.arithmetic import evaluate_formula
from roofline_gui.model.workload.law import Law

BATCH = "b"
SIZES = ("s_w", "s", "s_kv")  # bytes per element of weights, activations, KV cache

_NAME = re.compile(r"[^\W\d]\w*")
_FULL_DIGITS = 1e7  # integers below it are shown in full


def law(text: str | None, variables: Mapping[str, float]) -> Law | None:
    """The batch law of a formula that is linear in `b`: 0 for an empty text, None without one or with an unknown."""
    if text is None or any(name not in variables and name != BATCH for name in _NAME.findall(text)):
        return None
    if not text:
        return Law()
    fixed = evaluate_formula(text, {**variables, BATCH: 0.0})
    return Law(fixed, evaluate_formula(text, {**variables, BATCH: 1.0}) - fixed)


def symbols(text: str, uniform: bool = False) -> str:
    """The formula in typographic signs: ``2·b·m·n·k``. `uniform` writes one s for all element sizes."""
    if uniform:
        text = re.sub(r"\bs_\w+\b", "s", text)
    return _typeset(text)


def numbers(text: str, variables: Mapping[str, float]) -> str:
    """The formula with its variables put in: ``2·1·4096·4096·4096``; element sizes keep their unit."""

    def number(match: re.Match[str]) -> str:
        name = match[0]
        return f"{_plain(variables[name])} B" if name in SIZES else _plain(variables[name])

    return _typeset(_NAME.sub(number, text))


def _typeset(text: str) -> str:
    text = re.sub(r"\^2(?!\d)", "²", text.replace("*", "·").replace("-", "−").replace("/", " / "))
    return re.sub(r"\s*([−+])\s*", r" \1 ", text).strip()


def _plain(value: float) -> str:
    if float(value).is_integer() and abs(value) < _FULL_DIGITS:
        return str(int(value))
    return re.sub(r"e\+?(-?)0*(\d)", r"e\1\2", f"{value:.4g}")
