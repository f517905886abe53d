"""Numbers as `ncu` prints them: digit grouping and decimals follow the locale of the machine that ran it."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from roofline_gui.model.demand import Floats
from roofline_gui.model.read_options import NumberFormat

ENOUGH_EVIDENCE = 64  # cells that settle the format; the rest of a large file need not be looked at
CLEARLY_UNGROUPED = 5  # digits in a row; some locales leave four together
SMALLEST, LARGEST = 1e-30, 1e30  # no counter lies beyond, and products of several values stay finite
_NO_GROUPS = "none"
_BY_LIKELIHOOD = (
    NumberFormat.POINT,
    NumberFormat.COMMA,
    NumberFormat.SPACED_COMMA,
    NumberFormat.SPACED_POINT,
    NumberFormat.APOSTROPHE,
    NumberFormat.UNGROUPED_POINT,
    NumberFormat.UNGROUPED_COMMA,
)


@dataclass(frozen=True, slots=True)
class FormatGuess:
    """The number format of a table.

    decided: some cell leaves no other reading. doubtful: none does, and there are cells that can be read in two ways.
    """

    format: NumberFormat
    decided: bool
    doubtful: bool = False


# Spaces, and what becomes of them in the code pages 850 and Mac Roman read as 1252.
_UNIFIED = str.maketrans({**dict.fromkeys("\u00a0\u2007\u2009\u202fÿÊ", " "), "\u2019": "'"})
_UTF8_READ_AS_1252 = re.compile("â€¯|Â\u00a0|Â ")
_DIGITS_AND_SIGNS = re.compile(r"[+-]?(\d[\d.,' ]*)(?:[eE][+-]?\d+)?$")


def clean_cell(text: str) -> str:
    """The bare number of a cell: signs unified, the values per instance of ``440 (64; 64)`` cut off."""
    text = _with_plain_signs(text).strip()
    return text.rpartition("(")[0].rstrip() if text.endswith(")") else text


def _with_plain_signs(text: str) -> str:
    """A text whose spaces and apostrophes are those of ASCII."""
    return text if text.isascii() else _UTF8_READ_AS_1252.sub(" ", text).translate(_UNIFIED)


def _grouped(sign: str) -> str:
    """The pattern of digits in groups; the inner ones are of two in India."""
    return rf"[1-9]\d{{0,2}}(?:{re.escape(sign)}\d{{2,3}})*{re.escape(sign)}\d{{3}}"


def _is_grouped(digits: str, sign: str) -> bool:
    return re.fullmatch(_grouped(sign), digits) is not None


@lru_cache
def _reading(number_format: NumberFormat) -> tuple[re.Pattern[str], str, str]:
    """The pattern of a number, the decimal sign and the grouping sign."""
    decimal, group = re.escape(number_format.decimal), number_format.group
    plain = rf"(?:\d+(?:{decimal}\d*)?|{decimal}\d+)(?:[eE][+-]?\d+)?"
    either = rf"{_grouped(group)}(?:{decimal}\d*)?|{plain}" if group else plain
    return re.compile(f"[+-]?(?:{either})"), number_format.decimal, group


def parse_number(text: str, number_format: NumberFormat = NumberFormat.POINT) -> float:
    """Read one cell. NaN for everything that is no value of a counter in this format: ``n/a``, ``(!) nan``, ``inf``,
    and numbers below zero.
    """
    text = clean_cell(text)
    pattern, decimal, group = _reading(number_format)
    if pattern.fullmatch(text) is None:
        return math.nan
    value = float(text.replace(group, "").replace(decimal, "."))
    return abs(value) if value == 0 or SMALLEST <= value <= LARGEST else math.nan


def parse_numbers(texts: Sequence[str], number_format: NumberFormat) -> Floats:
    """Read many cells, shape (n,), each as `parse_number` does."""
    lines = _with_plain_signs("\n".join(texts))
    if lines.count("\n") != len(texts) - 1 or _other_line(number_format).search(lines) is not None:
        return np.array([parse_number(text, number_format) for text in texts], dtype=np.float64)
    plain = lines.replace(number_format.group, "").replace(number_format.decimal, ".").split("\n")
    values = np.array(plain, dtype=np.float64)
    possible = (values == 0) | ((values >= SMALLEST) & (values <= LARGEST))
    return values if possible.all() else np.where(possible, values, math.nan)


@lru_cache
def _other_line(number_format: NumberFormat) -> re.Pattern[str]:
    """What finds a line that is no plain number. Nearly no column has one, so that one search does for all of it."""
    group, decimal = re.escape(number_format.group), re.escape(number_format.decimal)
    grouped = rf"[1-9][0-9]{{0,2}}(?:{group}[0-9]{{3}})+|" if group else ""
    return re.compile(rf"^(?!(?:{grouped}[0-9]+)(?:{decimal}[0-9]*)?$)", re.MULTILINE)


def guess_format(cells: Iterable[tuple[str, bool]]) -> FormatGuess:
    """Decide the number format of a table from its cells, each with whether it must be a whole number (a counter).

    The format that most cells fit is taken, so that a single garbled one decides nothing. ``118.752`` can be read in
    two ways; of a whole number the sign is taken to group digits, but that alone is not certain.
    """
    seen: Counter[_Signs] = Counter()  # of the cells as they stand
    taken: Counter[_Signs] = Counter()  # whole numbers as such
    count = 0
    for text, is_whole in cells:
        signs = _read_signs(clean_cell(text))
        if signs is None:
            continue
        seen[signs] += 1
        taken[_Signs("", signs.group) if signs.is_ambiguous and is_whole else signs] += 1
        count += 1
        if count % ENOUGH_EVIDENCE == 0 and [_fitting(seen, f) for f in _BY_LIKELIHOOD].count(count) == 1:
            break
    best = max(_BY_LIKELIHOOD, key=lambda f: _fitting(taken, f))
    most = max(_fitting(seen, f) for f in _BY_LIKELIHOOD)
    possible = [f for f in _BY_LIKELIHOOD if _fitting(seen, f) == most]
    is_open = any(signs.is_ambiguous for signs in seen)
    decided = bool(seen) and not (is_open and any(f.decimal != best.decimal for f in possible))
    return FormatGuess(best, decided, doubtful=is_open and not decided)


class _Signs(NamedTuple):
    """The decimal and the grouping sign of a number, each empty where it does not tell; equal: it is one or the other.

    A long number without any sign tells that digits are not grouped.
    """

    decimal: str
    group: str

    @property
    def is_ambiguous(self) -> bool:
        return self.decimal == self.group

    def fit(self, number_format: NumberFormat) -> bool:
        decimal, group = number_format.decimal, number_format.group or _NO_GROUPS
        if self.is_ambiguous:
            return self.group in (decimal, group)
        return self.decimal in ("", decimal) and self.group in ("", group)


def _fitting(seen: Counter[_Signs], number_format: NumberFormat) -> int:
    return sum(count for signs, count in seen.items() if signs.fit(number_format))


def _read_signs(text: str) -> _Signs | None:
    """What one number tells of its format, None for a text that tells nothing."""
    match = _DIGITS_AND_SIGNS.match(text)
    if match is None:
        return None
    digits = match[1]
    signs = [c for c in digits if not c.isdigit()]
    if not signs:
        return _Signs("", _NO_GROUPS) if len(digits) >= CLEARLY_UNGROUPED and match[0] == text else None
    last, others = signs[-1], set(signs[:-1])
    before, _, after = digits.rpartition(last)
    if others - {last}:
        return _Signs(last, signs[0]) if _is_grouped(before, signs[0]) else None
    if last in " '" or others:
        return _Signs("", last) if _is_grouped(digits, last) else None
    if len(after) == 3 and 1 <= len(before) <= 3 and before[0] != "0" and "e" not in text.lower():
        return _Signs(last, last)
    return _Signs(last, "")
