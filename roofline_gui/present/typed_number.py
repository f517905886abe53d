"""Numbers that people type into small fields: how they are read, refused and shown."""

import math
import re
from dataclasses import dataclass

from roofline_gui.model.arithmetic import evaluate
from roofline_gui.model.units import QuantityError, format_number

_DIGITS = 4
_MOST_WHOLE = 1e15  # beyond it a number is shown with its power of ten
_MINUS = "−"
_TIMES = "×xX"
_LEAST_CHANGE, _MOST_CHANGE, _CHANGE_STEP = -100.0, 99_900.0, 5.0  # percent: nothing is left, a thousandfold


@dataclass(frozen=True, slots=True)
class TypedNumber:
    """A number from `least` to `most`, `whole` or not, with `unit` behind it, which need not be typed.

    step: what arrow keys and wheel add. blank: the word for no number (None), where there need not be one. why: what is
    said, in a sentence, to a number outside of the limits.
    """

    least: float
    most: float
    whole: bool = False
    unit: str = ""
    step: float = 1.0
    blank: str = ""
    why: str = ""

    def read(self, text: str) -> float | None:
        """What `text` means: a number or arithmetic, with or without the unit; None where it stands for no number.

        Raises:
            QuantityError: it cannot be read, or does not fit; the error says why.
        """
        typed = text.strip()
        if self.blank:
            typed = typed.replace(self.blank, "").strip()  # typed in front of the word or behind it
            if not typed:
                return None
        value = evaluate(self._without_unit(typed))
        if self.whole and not value.is_integer():
            raise QuantityError(f"{_number(value)} is no whole number.")
        if value < self.least:
            raise self._refusal(value, f"too small: at least {self._said(self.least)}.")
        if value > self.most:
            raise self._refusal(value, f"too large: at most {self._said(self.most)}.")
        return value

    def show(self, value: float | None) -> str:
        """`value` as people write it, so that it can be read again."""
        if value is None:
            return self.blank
        return f"{_number(value)} {self.unit}".rstrip()

    def stepped(self, value: float | None, steps: int) -> float | None:
        """The value that many steps further, within the limits; below the least one lies no number, if there may be
        none.
        """
        if value is None:
            return None if steps <= 0 else min(self.most, self.least + (steps - 1) * self.step)
        wanted = value + steps * self.step
        return None if self.blank and wanted < self.least else min(self.most, max(self.least, wanted))

    def _without_unit(self, typed: str) -> str:
        return typed.removesuffix(self.unit).rstrip() if self.unit else typed

    def _said(self, value: float) -> str:
        """`value` in a sentence, with commas between thousands."""
        return re.sub(r"\d{5,}", lambda digits: f"{int(digits[0]):,}", self.show(value), count=1)

    def _refusal(self, value: float, words: str) -> QuantityError:
        return QuantityError(f"{self._said(value)} is {words} {self.why}".rstrip())


@dataclass(frozen=True, slots=True)
class TypedChange(TypedNumber):
    """A change in percent with its sign, which can be typed as a factor too: ``−40 %`` or ``0.6 ×``."""

    def read(self, text: str) -> float | None:
        """The change, %.

        Raises:
            QuantityError: it cannot be read, or leaves nothing.
        """
        typed = text.strip()
        bare = typed.strip(_TIMES).strip()
        value = percent_of(evaluate(bare)) if bare != typed else evaluate(self._without_unit(typed))
        if not value > self.least:
            raise QuantityError(f"{self._said(value)} leaves nothing: {self.why}")
        if value > self.most:
            raise QuantityError(f"{self._said(value)} is too large: at most {self._said(self.most)}.")
        return value

    def show(self, value: float | None) -> str:
        """The change with its sign."""
        return change_text(value or 0.0)

    def stepped(self, value: float | None, steps: int) -> float | None:
        """The change that many steps further; at least one percent stays."""
        wanted = (value or 0.0) + steps * self.step
        return min(self.most, max(self.least + 1, wanted))


def percent_of(factor: float) -> float:
    """The change, %, that a factor means: 0.6 is −40 %."""
    return 100 * (factor - 1)


def change_text(percent: float) -> str:
    """A change in percent: ``−40 %``, ``+12.5 %``, ``0 %``."""
    sign = "+" if percent > 0 else ""
    return f"{sign}{_number(percent)} %"


def _number(value: float) -> str:
    """All digits of a whole number, four or two decimals of another one; a true minus sign."""
    if value == round(value) and abs(value) < _MOST_WHOLE:
        text = f"{value + 0.0:.0f}"  # + 0.0: without the sign of a zero
    else:
        text = format_number(value, max(_DIGITS, 3 + math.floor(math.log10(abs(value)))))
    return re.sub("^-", _MINUS, text)


CHANGE = TypedChange(
    _LEAST_CHANGE, _MOST_CHANGE, unit="%", step=_CHANGE_STEP, why="give a change above −100 %, or a factor above 0."
)
