"""Numbers in the formats of several locales, and what is no number."""

import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.io.ncu.numbers import guess_format, parse_number, parse_numbers
from roofline_gui.model.read_options import NumberFormat

FORMATS = list(NumberFormat)
GROUPED = [f for f in FORMATS if f.group]


def printed(value: Decimal, number_format: NumberFormat, *, grouped: bool = True) -> str:
    text = f"{value:,f}" if grouped else f"{value:f}"
    return text.translate({ord(","): number_format.group, ord("."): number_format.decimal})


@pytest.mark.parametrize("number_format", FORMATS)
def test_a_format_is_its_own_example(number_format: NumberFormat) -> None:
    assert printed(Decimal("1234567.89"), number_format) == number_format.value


numbers = st.decimals(0, 10**15, places=2)


@given(numbers, st.sampled_from(FORMATS), st.booleans())
def test_what_is_printed_is_read_back(value: Decimal, number_format: NumberFormat, grouped: bool) -> None:
    assert parse_number(printed(value, number_format, grouped=grouped), number_format) == float(value)


@given(st.integers(0, 2**53))
def test_whole_numbers_are_exact(value: int) -> None:
    assert parse_number(f"{value:,}") == value


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u202f"])
def test_every_kind_of_space_groups(space: str) -> None:
    assert parse_number(f"1{space}234{space}567,89", NumberFormat.SPACED_COMMA) == 1234567.89


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("440 (64; 64; 64)", 440),
        ("1,234.5 (1; 2)", 1234.5),
        ("2.68435456e+08", 268435456),
        ("1.34217728E+08", 134217728),
        ("0e+00", 0),
        ("-0.00", 0),
        ("+5", 5),
        (" 12 ", 12),
        ("12,34,567", 1234567),
    ],
)
def test_other_spellings(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "n/a",
        "(!) nan",
        "nan",
        "inf",
        "-nan",
        "-inf",
        "no data",
        "CachePreferNone",
        "1e999",
        "9" * 400,
        "1e31",
        "1e-31",
        "-5",
        "1_000",
        "0x10",
        "²",
        "64,25",
        "1.2.3",
        "1,2",
    ],
)
def test_no_numbers(text: str) -> None:
    assert math.isnan(parse_number(text))


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1,234,567"], NumberFormat.POINT),
        (["31.457.280", "64,25"], NumberFormat.COMMA),
        (["64,25"], NumberFormat.COMMA),
        (["8114.86"], NumberFormat.POINT),
        (["1,234.5"], NumberFormat.POINT),
        (["1.234,5"], NumberFormat.COMMA),
        (["1 234 567", "64,25"], NumberFormat.SPACED_COMMA),
        (["1\u202f234", "64.25"], NumberFormat.SPACED_POINT),
        (["1'234.5"], NumberFormat.APOSTROPHE),
        (["12", "345"], NumberFormat.POINT),
        (["134226688", "1.234"], NumberFormat.UNGROUPED_POINT),
        (["134226688", "1,234"], NumberFormat.UNGROUPED_COMMA),
        (["134226688", "0,50", "1,234"], NumberFormat.UNGROUPED_COMMA),
        (["1,234,567", "16896", "0.50"], NumberFormat.POINT),  # raw pages leave some counters ungrouped
        (["1.234", "64.25", "0.5", "1 2"], NumberFormat.POINT),  # a garbled cell decides nothing
        (["8,812,928", "119,040.50", "1'2"], NumberFormat.POINT),
        (["16'777'216"], NumberFormat.APOSTROPHE),
        (["1,67,77,216"], NumberFormat.POINT),
    ],
)
def test_evidence_decides_the_format(cells: list[str], expected: NumberFormat) -> None:
    guess = guess_format((c, False) for c in cells)
    assert guess.format == expected
    assert not guess.doubtful


@pytest.mark.parametrize(("cell", "expected"), [("118.752", NumberFormat.COMMA), ("118,752", NumberFormat.POINT)])
def test_counters_are_whole_where_nothing_else_decides(cell: str, expected: NumberFormat) -> None:
    guess = guess_format([(cell, True), ("n/a", True), ("7", True)])
    assert guess.format == expected
    assert guess.doubtful


@given(st.sampled_from(GROUPED), st.lists(numbers, min_size=1, max_size=30))
def test_one_telling_cell_is_enough(number_format: NumberFormat, values: list[Decimal]) -> None:
    cells = [printed(v, number_format) for v in values] + [printed(Decimal("1234567.89"), number_format)]
    assert guess_format((c, False) for c in cells).format == number_format


printed_cells = st.builds(printed, numbers, st.sampled_from(FORMATS), grouped=st.booleans())
garbled_cells = st.text("0123456789.,' \u202fe+-()\n", max_size=12)


@given(st.lists(st.one_of(printed_cells, garbled_cells), max_size=8), st.sampled_from(FORMATS))
def test_many_cells_read_like_each_of_them(cells: list[str], number_format: NumberFormat) -> None:
    expected = [parse_number(cell, number_format) for cell in cells]
    assert np.array_equal(parse_numbers(cells, number_format), expected, equal_nan=True)


@pytest.mark.parametrize(
    "garbled", ["6,146,0", "1234,567", "0,125", "1,2345", "1,234e5", "1.5,000", "1,,000", "1,000,", ",125", ""]
)
def test_garbled_groups_are_no_numbers(garbled: str) -> None:
    assert math.isnan(parse_number(garbled))
    assert list(np.isnan(parse_numbers(["1,234", garbled, "5"], NumberFormat.POINT))) == [False, True, False]


@pytest.mark.parametrize("odd", ["12,5", "134226688", "1.234.567", "1 000 000"])
def test_a_single_odd_cell_outweighs_nothing(odd: str) -> None:
    counters = [("1,000", True), ("23,456", True), ("456,789", True)]
    assert guess_format([*counters, (odd, False)]).format == NumberFormat.POINT


def test_whole_numbers_alone_are_not_certain() -> None:
    guess = guess_format([("1.000", True), ("23.456", True)])
    assert (guess.format, guess.decided, guess.doubtful) == (NumberFormat.COMMA, False, True)
