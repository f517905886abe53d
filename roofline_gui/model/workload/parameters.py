"""Parameters of formulas: names, units, limits, and the complaint when a value does not fit."""

import difflib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from roofline_gui.model.arithmetic import evaluate
from roofline_gui.model.units import QuantityError, Unit, format_number

_SWITCH_WORDS = {"yes": 1.0, "true": 1.0, "1": 1.0, "no": 0.0, "false": 0.0, "0": 0.0}
LARGEST = 1e15  # beyond it a count is a slip of the finger, and doubles stop counting in ones


class ParameterError(ValueError):
    """A parameter that cannot be used: its name as `parameter`, and the `reason` in a sentence."""

    def __init__(self, parameter: str, reason: str) -> None:
        super().__init__(f"{parameter}: {reason}")
        self.parameter = parameter
        self.reason = reason


class Role(StrEnum):
    """What bytes are for; element types are chosen per role."""

    WEIGHTS = "weights"
    ACTIVATIONS = "activations"
    KV = "kv"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number that a formula needs.

    unit: None for a plain count. default: None where it must be given, unless `optional`. whole: integers only.
    switch: yes or no. stored_as: for a parameter in bytes, the role whose element size these bytes were counted with,
    so that a change of precision changes them; part_of: the parameter in whose bytes they are counted too. unset: what
    it is where an `optional` one is not given.
    """

    name: str
    label: str
    unit: Unit | None = None
    default: float | None = None
    optional: bool = False
    whole: bool = True
    smallest: float = 1.0
    largest: float = LARGEST
    switch: bool = False
    stored_as: Role | None = None
    part_of: str = ""
    unset: str = "unknown"

    def read(self, text: str) -> float:
        """The value that `text` means: arithmetic in the parameter's unit, or yes and no for a switch.

        Raises:
            ParameterError: it cannot be read or lies outside the limits.
        """
        if self.switch:
            word = text.strip().lower()
            if word not in _SWITCH_WORDS:
                raise ParameterError(self.name, f"expected yes or no, not “{text}”.")
            return _SWITCH_WORDS[word]
        try:
            value = evaluate(text, self.unit)
        except QuantityError as error:
            raise ParameterError(self.name, str(error)) from error
        return self.check(value)

    def check(self, value: float) -> float:
        """`value` itself, if it may stand for this parameter.

        Raises:
            ParameterError: not finite, out of limits, or not whole where it must be.
        """
        kind = "a whole number" if self.whole else "a number"
        if not math.isfinite(value):
            raise ParameterError(self.name, f"expected {kind}, not {value}.")
        if self.switch and value not in (0, 1):
            raise ParameterError(self.name, f"expected yes or no, not {format_number(value)}.")
        if value < self.smallest:
            limit = f"of at least {format_number(self.smallest)}" if self.smallest else "that is not negative"
            raise ParameterError(self.name, f"expected {kind} {limit}, not {format_number(value)}.")
        if value > self.largest:
            raise ParameterError(self.name, f"{format_number(value)} is too large; the limit is {self.largest:g}.")
        if self.whole and not float(value).is_integer():
            raise ParameterError(self.name, f"expected {kind}, not {format_number(value, 6)}.")
        return float(value)


def complete(parameters: Iterable[Parameter], given: Mapping[str, float]) -> dict[str, float]:
    """A checked value for every parameter that has one: what was given, else its default.

    Raises:
        ParameterError: an unknown name, a missing value, or one that does not fit.
    """
    known = {p.name: p for p in parameters}
    for name in given:
        if name not in known:
            raise ParameterError(name, unknown_name(name, known))
    values = {}
    for name, parameter in known.items():
        value = given.get(name, parameter.default)
        if value is not None:
            values[name] = parameter.check(value)
        elif not parameter.optional:
            raise ParameterError(name, f"missing ({parameter.label}).")
    return values


def unknown_name(name: str, known: Iterable[str]) -> str:
    """What to say about a name that is none of `known`."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"not known here.{hint} Known: {', '.join(names)}."
