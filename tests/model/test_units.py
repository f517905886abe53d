"""Typed quantities to base units and back."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.units import (
    BINARY_PREFIXES,
    DECIMAL_PREFIXES,
    QuantityError,
    Unit,
    format_amount,
    format_number,
    format_percent,
    format_quantity,
    parse_quantity,
)

# The SI brochure's exponents, independent of the program's own table.
SI_EXPONENT = {
    "p": -12,
    "n": -9,
    "µ": -6,
    "u": -6,
    "m": -3,
    "": 0,
    "k": 3,
    "K": 3,
    "M": 6,
    "G": 9,
    "T": 12,
    "P": 15,
    "E": 18,
}
IEC_POWER = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5}


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("67 TFLOP/s", Unit.FLOP_PER_SECOND, 67e12),
        ("67TFLOPS", Unit.FLOP_PER_SECOND, 67e12),
        ("67 TFLOPs", Unit.FLOP_PER_SECOND, 67e12),
        ("1979 TOPS", Unit.FLOP_PER_SECOND, 1979e12),
        ("990e12", Unit.FLOP_PER_SECOND, 990e12),
        ("9 PFLOP/s", Unit.FLOP_PER_SECOND, 9e15),
        ("3.35 TB/s", Unit.BYTE_PER_SECOND, 3.35e12),
        ("3350 GB/s", Unit.BYTE_PER_SECOND, 3.35e12),
        ("  3.35   TB/s ", Unit.BYTE_PER_SECOND, 3.35e12),
        ("18 TiB/s", Unit.BYTE_PER_SECOND, 18 * 1024**4),
        ("100 MB", Unit.BYTE, 100e6),
        ("50 MiB", Unit.BYTE, 52_428_800),
        ("1 000 000 B", Unit.BYTE, 1e6),
        ("1_000_000", Unit.BYTE, 1e6),
        ("137 GFLOP", Unit.FLOP, 137e9),
        ("1.37e11", Unit.FLOP, 1.37e11),
        ("139 us", Unit.SECOND, 139e-6),
        ("139 µs", Unit.SECOND, 139e-6),
        ("2.4 ms", Unit.SECOND, 2.4e-3),
        (".5 s", Unit.SECOND, 0.5),
        ("20 FLOP/byte", Unit.FLOP_PER_BYTE, 20),
        ("0.083 FLOP/B", Unit.FLOP_PER_BYTE, 0.083),
        ("4.2 Top/s", Unit.OP_PER_SECOND, 4.2e12),
        ("1980 MHz", Unit.HERTZ, 1.98e9),
        ("-3 GB/s", Unit.BYTE_PER_SECOND, -3e9),
    ],
)
def test_reads_what_people_type(text: str, unit: Unit, value: float) -> None:
    assert parse_quantity(text, unit) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "unit", "said"),
    [
        ("", Unit.BYTE, "does not start with a number"),
        ("fast", Unit.BYTE_PER_SECOND, "“fast” does not start with a number"),
        ("nan", Unit.BYTE, "does not start with a number"),
        ("inf TB/s", Unit.BYTE_PER_SECOND, "does not start with a number"),
        ("1e999 TB/s", Unit.BYTE_PER_SECOND, "not a finite number"),
        ("3.35 TB", Unit.BYTE_PER_SECOND, "“TB” is not a unit of B/s"),
        ("67 TFLOP/s", Unit.BYTE_PER_SECOND, "“TFLOP/s” is not a unit of B/s"),
        ("3.35 Tb/s", Unit.BYTE_PER_SECOND, "“Tb/s” is not a unit"),  # bits
        ("3.35 XB/s", Unit.BYTE_PER_SECOND, "“XB/s” is not a unit"),
        ("20 GiFLOP", Unit.FLOP, "“GiFLOP” is not a unit"),  # binary prefixes are for bytes only
        ("3,35 TB/s", Unit.BYTE_PER_SECOND, "is not a unit"),
        ("1 2 B", Unit.BYTE, "is not a unit"),
    ],
)
def test_refuses_what_it_cannot_read(text: str, unit: Unit, said: str) -> None:
    with pytest.raises(QuantityError, match=r"write for example|finite") as error:
        parse_quantity(text, unit)
    assert said in str(error.value)


@pytest.mark.parametrize("prefix", SI_EXPONENT)
def test_decimal_prefixes_are_powers_of_ten(prefix: str) -> None:
    assert DECIMAL_PREFIXES.keys() == SI_EXPONENT.keys()
    assert DECIMAL_PREFIXES[prefix] == float(f"1e{SI_EXPONENT[prefix]}")  # T is 1e12: a table with 1e13 has been seen


@pytest.mark.parametrize("prefix", IEC_POWER)
def test_binary_prefixes_are_powers_of_1024(prefix: str) -> None:
    assert BINARY_PREFIXES.keys() == IEC_POWER.keys()
    assert parse_quantity(f"1 {prefix}B", Unit.BYTE) == 1024 ** IEC_POWER[prefix]


@given(st.sampled_from(list(SI_EXPONENT)), st.sampled_from(list(Unit)), st.integers(1, 999_999))
def test_a_prefix_scales_by_its_power(prefix: str, unit: Unit, number: int) -> None:
    assert parse_quantity(f"{number} {prefix}{unit.value}", unit) == pytest.approx(
        number * 10.0 ** SI_EXPONENT[prefix], rel=1e-12
    )


@pytest.mark.parametrize(
    ("value", "unit", "digits", "text"),
    [
        (3.35e12, Unit.BYTE_PER_SECOND, 3, "3.35 TB/s"),
        (67e12, Unit.FLOP_PER_SECOND, 3, "67 TFLOP/s"),
        (990e12, Unit.FLOP_PER_SECOND, 3, "990 TFLOP/s"),
        (1979e12, Unit.FLOP_PER_SECOND, 3, "1.98 PFLOP/s"),
        (1979e12, Unit.FLOP_PER_SECOND, 4, "1.979 PFLOP/s"),
        (358.2e-6, Unit.SECOND, 3, "358 µs"),
        (2e-6, Unit.SECOND, 3, "2 µs"),
        (999.6e9, Unit.BYTE, 3, "1 TB"),  # rounded up into the next prefix
        (999.4e9, Unit.BYTE, 3, "999 GB"),
        (999_500 * 1e-9, Unit.SECOND, 3, "999 µs"),  # a hair below the tie: rounded once, not to 1000 µs
        (1 / 12, Unit.FLOP_PER_BYTE, 2, "83 mFLOP/B"),
        (0, Unit.BYTE, 3, "0 B"),
        (-3.35e12, Unit.BYTE_PER_SECOND, 3, "-3.35 TB/s"),
        (math.nan, Unit.BYTE, 3, "–"),
        (math.inf, Unit.BYTE, 3, "∞ B"),
        (1e21, Unit.FLOP, 3, "1.00e+21 FLOP"),
        (1e-15, Unit.SECOND, 3, "1.00e-15 s"),
    ],
)
def test_shows_quantities(value: float, unit: Unit, digits: int, text: str) -> None:
    assert format_quantity(value, unit, digits) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (295.522, 3, "296"),
        (0.0833, 2, "0.083"),
        (1365.33, 4, "1365"),
        (123456, 3, "123000"),
        (1e9, 3, "1.00e+09"),
        (2.0, 3, "2"),
        (0.5, 3, "0.5"),
        (0, 3, "0"),
        (math.nan, 3, "–"),
        (-math.inf, 3, "-∞"),
        (0.00001, 2, "1.0e-05"),
    ],
)
def test_shows_numbers(value: float, digits: int, text: str) -> None:
    assert format_number(value, digits) == text


@pytest.mark.parametrize(
    ("fraction", "digits", "text"),
    [
        (0.4, 0, "40 %"),
        (0.9254, 0, "93 %"),
        (0.9254, 1, "92.5 %"),
        (0.0042, 0, "0.4 %"),
        (0.0096, 0, "1 %"),
        (0.00033, 1, "0.03 %"),
        (0.00096, 1, "0.1 %"),
        (0.00003, 1, "< 0.01 %"),
        (1.04, 0, "104 %"),
        (0, 0, "0 %"),
        (math.nan, 0, "–"),
    ],
)
def test_shows_percentages(fraction: float, digits: int, text: str) -> None:
    assert format_percent(fraction, digits) == text


@given(
    st.floats(1e-30, 1e30) | st.floats(-1e30, -1e-30),
    st.sampled_from(list(Unit)),
    st.integers(1, 12),
)
def test_what_is_shown_reads_back_within_its_digits(value: float, unit: Unit, digits: int) -> None:
    back = parse_quantity(format_quantity(value, unit, digits), unit)
    assert abs(back - value) <= 0.5 * 10.0 ** (1 - digits) * abs(value) * (1 + 1e-6)


@given(st.floats(1e-12, 9e20), st.integers(1, 6))
def test_a_shown_number_stays_between_1_and_1000(value: float, digits: int) -> None:
    number = format_quantity(value, "", digits).rstrip("pnµmkMGTPE ")
    assert 1 <= float(number) < 1000


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (3e-3, Unit.SECOND, "3.00 ms"),
        (2.999e-3, Unit.SECOND, "3.00 ms"),
        (1.1e12, Unit.FLOP, "1.10 TFLOP"),
        (24e6, Unit.BYTE, "24.0 MB"),
        (137.4e9, Unit.FLOP, "137 GFLOP"),
        (0.5, Unit.BYTE, "500 mB"),
        (1.5, Unit.FLOP, "1.50 FLOP"),
        (16, Unit.FLOP, "16 FLOP"),  # a count
        (0, Unit.BYTE, "0 B"),
        (-3e-3, Unit.SECOND, "-3.00 ms"),
        (1e30, Unit.FLOP, "1.00e+30 FLOP"),
        (math.nan, Unit.SECOND, "–"),
        (math.inf, Unit.SECOND, "∞ s"),
    ],
)
def test_amounts_keep_their_digits(value: float, unit: Unit, text: str) -> None:
    assert format_amount(value, unit) == text


def test_long_times_are_told_in_seconds() -> None:
    assert format_quantity(1010.4, Unit.SECOND) == "1010 s"
    assert format_quantity(999.4, Unit.SECOND) == "999 s"
