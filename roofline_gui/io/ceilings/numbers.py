"""Numbers of benchmark output, and plateaus of a sweep over sizes."""

import math
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

MEGA, GIGA = 1e6, 1e9
BINARY = {"K": 2.0**10, "M": 2.0**20, "G": 2.0**30, "T": 2.0**40}
DECIMAL = {"K": 1e3, "M": MEGA, "G": GIGA, "T": 1e12}

PLATEAU_WIDTH = 0.03
PLATEAU_SIZES = 3
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def rate(found: object, scale: float = 1.0) -> float | None:
    """A measured rate: the number × `scale`.

    None for what benchmarks write where nothing was measured: 0, blank, N/A, nan, inf, and negative numbers.
    """
    if isinstance(found, str):
        text = found.strip()
        if _NUMBER.fullmatch(text) is None:
            return None
        number = float(text.replace(",", "."))
    elif isinstance(found, (int, float)) and not isinstance(found, bool) and abs(found) < 1e300:
        number = float(found)
    else:
        return None
    value = number * scale
    return value if math.isfinite(value) and value > 0 else None


def prefixed(prefix: str, binary: bool) -> float:
    """The factor of a prefix letter: decimal, or 1024-based where the unit is spelled with an “i”."""
    if not prefix:
        return 1.0
    return (BINARY if binary else DECIMAL)[prefix.upper()]


@dataclass(frozen=True, slots=True)
class Plateau:
    """Neighbouring points `first` to `last` (indices) whose rates agree within 3 %; `rate` is their median."""

    first: int
    last: int
    rate: float


def plateaus(rates: Sequence[float]) -> list[Plateau]:
    """The plateaus of a sweep, each of three neighbouring points or more, in order and without overlap."""
    found = []
    start = 0
    while start < len(rates):
        stop, low, high = start, rates[start], rates[start]
        while stop + 1 < len(rates):
            low, high = min(low, rates[stop + 1]), max(high, rates[stop + 1])
            if high - low > PLATEAU_WIDTH * high:
                break
            stop += 1
        if stop + 1 - start >= PLATEAU_SIZES:
            found.append(Plateau(start, stop, statistics.median(rates[start : stop + 1])))
            start = stop
        start += 1
    return found
