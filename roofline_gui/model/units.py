"""Text to SI base units and back.

Inside the program every quantity is in FLOP, byte, second, FLOP/s, B/s, FLOP/B. Prefixes exist only here.
"""

import math
import re
from enum import StrEnum


class Unit(StrEnum):
    """The base units of the model, spelled as they are shown."""

    FLOP = "FLOP"
    BYTE = "B"
    SECOND = "s"
    FLOP_PER_SECOND = "FLOP/s"
    BYTE_PER_SECOND = "B/s"
    FLOP_PER_BYTE = "FLOP/B"
    OP_PER_SECOND = "op/s"
    HERTZ = "Hz"


class QuantityError(ValueError):
    """A typed quantity that cannot be read; the message says what was expected."""


DECIMAL_PREFIXES = {
    "p": 1e-12,
    "n": 1e-9,
    "µ": 1e-6,
    "u": 1e-6,
    "m": 1e-3,
    "": 1.0,
    "k": 1e3,
    "K": 1e3,
    "M": 1e6,
    "G": 1e9,
    "T": 1e12,
    "P": 1e15,
    "E": 1e18,
}
BINARY_PREFIXES = {"Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40, "Pi": 2.0**50}

_SHOWN_PREFIXES = (
    (1e18, "E"),
    (1e15, "P"),
    (1e12, "T"),
    (1e9, "G"),
    (1e6, "M"),
    (1e3, "k"),
    (1.0, ""),
    (1e-3, "m"),
    (1e-6, "µ"),
    (1e-9, "n"),
    (1e-12, "p"),
)

# Spellings that people type, by unit. The longest match wins.
_SPELLINGS: dict[Unit, tuple[str, ...]] = {
    Unit.FLOP: ("FLOP", "FLOPs", "flop", "flops", "Flop", "OP", "op", "ops"),
    Unit.BYTE: ("B", "byte", "bytes", "Byte", "Bytes"),
    Unit.SECOND: ("s", "sec", "second", "seconds"),
    Unit.FLOP_PER_SECOND: (
        "FLOP/s", "FLOPS", "FLOPs", "FLOPs/s", "flop/s", "flops", "flops/s", "Flop/s", "OP/s", "OPS",
    ),
    Unit.BYTE_PER_SECOND: ("B/s", "byte/s", "bytes/s", "byte/second", "Bps"),
    Unit.FLOP_PER_BYTE: ("FLOP/B", "FLOP/byte", "flop/byte", "flop/B", "FLOPs/byte"),
    Unit.OP_PER_SECOND: ("op/s", "ops/s", "OP/s", "OPS", "op/second"),
    Unit.HERTZ: ("Hz", "hz", "HZ"),
}

_LONGEST_IN_FULL = 1e6  # seconds

_NUMBER = re.compile(r"\s*([+-]?(?:\d+(?:[ _]\d{3})*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*?)\s*$")


def parse_quantity(text: str, unit: Unit) -> float:
    """Read a typed quantity such as ``67 TFLOP/s``, ``3.35 TB/s`` or ``990e12`` into base units of `unit`.

    A bare number is taken in base units. Decimal prefixes are powers of 1000, binary ones (``GiB``) powers of 1024.

    Raises:
        QuantityError: not a finite number, an unknown unit, or a unit of another kind.
    """
    match = _NUMBER.match(text)
    if match is None:
        raise QuantityError(f"“{text.strip()}” does not start with a number; write for example {_example(unit)}.")
    value = float(match[1].replace(" ", "").replace("_", ""))
    if not math.isfinite(value):
        raise QuantityError(f"“{text.strip()}” is not a finite number.")
    suffix = match[2]
    if not suffix:
        return value
    for spelling in sorted(_SPELLINGS[unit], key=len, reverse=True):
        if not suffix.endswith(spelling):
            continue
        prefix = suffix[: -len(spelling)].strip()
        if prefix in DECIMAL_PREFIXES:
            return value * DECIMAL_PREFIXES[prefix]
        if prefix in BINARY_PREFIXES and unit in (Unit.BYTE, Unit.BYTE_PER_SECOND):
            return value * BINARY_PREFIXES[prefix]
    raise QuantityError(f"“{suffix}” is not a unit of {unit.value}; write for example {_example(unit)}.")


def format_quantity(value: float, unit: Unit | str, digits: int = 3, *, keep_zeros: bool = False) -> str:
    """Show `value` (base units) with an SI prefix and at most `digits` significant digits, with `keep_zeros` all of
    them: ``3.35 TB/s``.

    Unknown (NaN) is shown as an en dash. Values outside the prefixes are shown in scientific notation.
    """
    unit_text = str(unit.value if isinstance(unit, Unit) else unit)
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return f"{'-' if value < 0 else ''}∞ {unit_text}".strip()
    if unit is Unit.SECOND and 1000 <= abs(value) < _LONGEST_IN_FULL:  # nobody writes kiloseconds
        return f"{value:.0f} {unit_text}"
    number, prefix = scale_to_prefix(value, digits, keep_zeros=keep_zeros)
    return f"{number} {prefix}{unit_text}".strip()


def format_amount(value: float, unit: Unit | str) -> str:
    """Show what was worked out or measured, with all of three significant digits: ``3.00 ms`` and not ``3 ms``. Whole
    numbers without a prefix are counts and stay whole: ``16 FLOP``.
    """
    is_count = math.isfinite(value) and float(value).is_integer() and abs(value) < 1000
    return format_quantity(value, unit, keep_zeros=not is_count)


def scale_to_prefix(value: float, digits: int = 3, *, keep_zeros: bool = False) -> tuple[str, str]:
    """Split a finite `value` into a number text of at most `digits` significant digits and an SI prefix."""
    if value == 0:
        return "0", ""
    rounded = float(f"{value:.{digits - 1}e}")  # first, and once, so 999.6 becomes 1 k and not 1000
    if abs(rounded) < 1e21:
        for factor, prefix in _SHOWN_PREFIXES:
            if abs(rounded) >= factor * (1 - 1e-12):
                return format_number(rounded / factor, digits, keep_zeros=keep_zeros), prefix
    return f"{value:.{digits - 1}e}", ""


def format_number(value: float, digits: int = 3, *, keep_zeros: bool = False) -> str:
    """Show a plain number with at most `digits` significant digits, without trailing zeros unless `keep_zeros`."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(float(f"{value:.{digits - 1}e}"))))
    if not -4 <= exponent < 9:
        return f"{value:.{digits - 1}e}"
    text = f"{round(value, digits - 1 - exponent):.{max(0, digits - 1 - exponent)}f}"
    return text.rstrip("0").rstrip(".") if "." in text and not keep_zeros else text


def format_percent(fraction: float, digits: int = 0) -> str:
    """Show a fraction as a percentage: ``0.4`` is ``40 %``. What would be rounded to 0 keeps one significant digit."""
    if math.isnan(fraction):
        return "–"
    percent = 100 * fraction
    if 0 < percent < 0.01:
        return "< 0.01 %"
    if 0 < abs(percent) < 0.95 * 10.0**-digits:
        return f"{format_number(percent, 1)} %"
    return f"{percent:.{digits}f} %"


def _example(unit: Unit) -> str:
    examples = {
        Unit.FLOP: "137 GFLOP",
        Unit.BYTE: "100 MB",
        Unit.SECOND: "139 us",
        Unit.FLOP_PER_SECOND: "67 TFLOP/s",
        Unit.BYTE_PER_SECOND: "3.35 TB/s",
        Unit.FLOP_PER_BYTE: "20 FLOP/B",
        Unit.OP_PER_SECOND: "4.2 Top/s",
        Unit.HERTZ: "1.98 GHz",
    }
    return examples[unit]
