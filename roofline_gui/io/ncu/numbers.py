"""Numbers as `ncu` prints them: digit grouping and decimals follow the locale of the machine that ran it."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

ENOUGH_EVIDENCE = 64  # cells that settle the format; the rest of a large file need not be looked at


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """The decimal sign and the grouping sign (a space stands for every kind of space)."""

    decimal: str
    group: str

    @property
    def example(self) -> str:
        """The format shown by an example, for the ledger."""
        return f"1{self.group}234{self.group}567{self.decimal}89"


POINT = NumberFormat(".", ",")
COMMA = NumberFormat(",", ".")
SPACED_POINT = NumberFormat(".", " ")
SPACED_COMMA = NumberFormat(",", " ")
APOSTROPHE = NumberFormat(".", "'")


@dataclass(frozen=True, slots=True)
class FormatGuess:
    """The number format of a table.

    decided: some cell leaves no other reading. doubtful: none does, and there are cells that can be read in two ways.
    """

    format: NumberFormat
    decided: bool
    doubtful: bool = False


_SPACES = re.compile("[\u00a0\u2007\u2009\u202f]")
_INSTANCES = re.compile(r"\s*\([^()]*\)\s*$")
_DIGITS_AND_SIGNS = re.compile(r"[+-]?(\d[\d.,' ]*)(?:[eE][+-]?\d+)?$")


def clean_cell(text: str) -> str:
    """The bare number of a cell: spaces unified, the values per instance of ``440 (64; 64)`` cut off."""
    text = _SPACES.sub(" ", text).strip()
    return _INSTANCES.sub("", text) if text.endswith(")") else text


@lru_cache(maxsize=8)
def _pattern(number_format: NumberFormat) -> re.Pattern[str]:
    decimal, group = re.escape(number_format.decimal), re.escape(number_format.group)
    grouped = rf"[1-9]\d{{0,2}}(?:{group}\d{{2,3}})*{group}\d{{3}}(?:{decimal}\d*)?"  # two digits: Indian grouping
    plain = rf"(?:\d+(?:{decimal}\d*)?|{decimal}\d+)(?:[eE][+-]?\d+)?"
    return re.compile(rf"[+-]?(?:{grouped}|{plain})")


def parse_number(text: str, number_format: NumberFormat = POINT) -> float:
    """Read one cell. NaN for everything that is not a finite number in this format (``n/a``, ``(!) nan``, ``inf``)."""
    if text.isascii() and text.isdigit():
        return float(text)
    text = clean_cell(text)
    if _pattern(number_format).fullmatch(text) is None:
        return math.nan
    value = float(text.replace(number_format.group, "").replace(number_format.decimal, "."))
    return value if math.isfinite(value) else math.nan


def guess_format(cells: Iterable[tuple[str, bool]]) -> FormatGuess:
    """Decide the number format of a table from its cells, each with whether it must be a whole number (a counter).

    A cell is evidence when no other reading of it is possible: both signs, one sign twice, a sign that is not followed
    by three digits. Where no cell is, the reading that makes the counters whole numbers is taken.
    """
    decimals: Counter[str] = Counter()
    groups: Counter[str] = Counter()
    undecided: Counter[str] = Counter()
    for text, whole in cells:
        signs = _read_signs(clean_cell(text))
        if signs is None:
            continue
        decimal, group = signs
        if decimal == group:
            undecided[group] += whole
            continue
        decimals[decimal] += bool(decimal)
        groups[group] += bool(group)
        if decimals.total() + groups.total() >= ENOUGH_EVIDENCE and not groups[" "] and _agree(decimals, groups):
            break
    point = decimals["."] + groups[","]
    comma = decimals[","] + groups["."]
    if groups[" "]:
        return FormatGuess(SPACED_POINT if decimals["."] > decimals[","] else SPACED_COMMA, decided=True)
    if groups["'"]:
        return FormatGuess(APOSTROPHE, decided=True)
    if point or comma:
        return FormatGuess(POINT if point >= comma else COMMA, decided=True)
    either = COMMA if undecided["."] > undecided[","] else POINT
    return FormatGuess(either, decided=False, doubtful=undecided.total() > 0)


def _read_signs(text: str) -> tuple[str, str] | None:
    """The decimal and the grouping sign of one number, each empty where it has none.

    The same sign for both means that it could be either. None for a text without signs or without a number.
    """
    match = _DIGITS_AND_SIGNS.match(text)
    if match is None:
        return None
    digits = match[1]
    signs = [c for c in digits if not c.isdigit()]
    if not signs:
        return None
    last, others = signs[-1], set(signs[:-1])
    if others - {last}:
        return last, signs[0]
    if last in " '" or others:
        return "", last
    before, _, after = digits.partition(last)
    if len(after) == 3 and 1 <= len(before) <= 3 and before[0] != "0" and "e" not in text.lower():
        return last, last
    return last, ""


def _agree(decimals: Counter[str], groups: Counter[str]) -> bool:
    """Whether the evidence so far has one decimal and one grouping sign."""
    return len(+decimals) <= 1 and len(+groups) <= 1 and not set(+decimals) & set(+groups)
