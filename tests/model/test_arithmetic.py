"""Typed arithmetic: values, units, and every way to get it wrong."""

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.arithmetic import MAX_DEPTH, MAX_LENGTH, evaluate, evaluate_formula
from roofline_gui.model.units import QuantityError, Unit


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2*4096^3", 137_438_953_472),
        ("2·4096**3", 137_438_953_472),
        ("1 + 2*3", 7),
        ("(1 + 2)*3", 9),
        ("2^3^2", 512),  # to the right: 2^9
        ("-2^2", -4),
        ("2^-1", 0.5),
        ("7/2/2", 1.75),
        ("10 − 4 ÷ 2 × 3", 4),
        ("1 000 000 + 1_000", 1_001_000),
        (".5e3", 500),
        ("70e9", 70e9),
        ("+3", 3),
    ],
)
def test_plain_numbers(text: str, value: float) -> None:
    assert evaluate(text) == value


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("3*100e6*4 B", Unit.BYTE, 1.2e9),  # the unit belongs to the whole product
        ("100 MB", Unit.BYTE, 1e8),
        ("100MB + 5 MiB", Unit.BYTE, 1e8 + 5 * 2**20),
        ("1/4 B", Unit.BYTE, 0.25),
        ("(1 + 1) kB*3", Unit.BYTE, 6000),
        ("2*4096^3 FLOP", Unit.FLOP, 137_438_953_472),
        ("137 GFLOP", Unit.FLOP, 137e9),
        ("2*400 TFLOP/s", Unit.FLOP_PER_SECOND, 8e14),
        ("3.35 TB/s / 2", Unit.BYTE_PER_SECOND, 1.675e12),
        ("180 us", Unit.SECOND, 180e-6),
        ("1.37e11", Unit.FLOP, 1.37e11),  # without a unit: base units
        ("8 B/(4 B)", Unit.BYTE, 2),
    ],
)
def test_quantities(text: str, unit: Unit, value: float) -> None:
    assert evaluate(text, unit) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "unit", "words"),
    [
        ("", None, "nothing was typed"),
        ("   ", None, "nothing was typed"),
        ("2*", None, "ends where a number is needed"),
        ("2 3", None, "makes no sense"),
        ("2(3)", None, "makes no sense"),
        ("(2", None, "lacks a closing bracket"),
        ("2)", None, "makes no sense"),
        ("1,5", None, "“,” is not understood"),
        ("1/0", None, "divides by zero"),
        ("0^-1", None, "divides by zero"),
        ("1/(2 - 2)", None, "divides by zero"),
        ("(-8)^(1/3)", None, "root of a negative number"),
        ("1e999", None, "too large"),
        ("1e300*1e300", None, "too large"),
        ("1e308 + 1e308", None, "too large"),
        ("9^9^9^9", None, "too large"),
        ("70B", None, "plain number is needed"),
        ("__import__('os').system('ls')", None, "is not understood"),
        ("x", None, "plain number is needed"),
        ("nan", None, "plain number is needed"),
        ("inf", None, "plain number is needed"),
        ("5 kg", Unit.BYTE, "not a unit of B"),
        ("100 ms", Unit.BYTE, "not a unit of B"),
        ("4 B * 4 B", Unit.BYTE, "multiplies two units"),
        ("4 B + 3", Unit.BYTE, "with and without a unit"),
        ("(4 B)^2", Unit.BYTE, "with a unit to a power"),
        ("8 / (4 B)", Unit.BYTE, "does not come out in B"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, unit: Unit | None, words: str) -> None:
    with pytest.raises(QuantityError, match=words.replace("(", r"\(")):
        evaluate(text, unit)


@pytest.mark.parametrize("nest", ["(", "-", "1^"])
def test_depth_is_limited(nest: str) -> None:
    close = ")" if nest == "(" else ""
    levels = MAX_DEPTH - 1
    assert abs(evaluate(nest * levels + "1" + close * levels)) == 1
    with pytest.raises(QuantityError, match="nested too deeply"):
        evaluate(nest * (MAX_DEPTH + 1) + "1" + close * (MAX_DEPTH + 1))


def test_length_is_limited() -> None:
    assert evaluate("+".join("1" * 150)) == 150
    with pytest.raises(QuantityError, match="too long"):
        evaluate("1" * (MAX_LENGTH + 1))


def test_variables_belong_to_formulas_only() -> None:
    assert evaluate_formula("2*b*m_1^2", {"b": 3, "m_1": 5}) == 150
    assert evaluate_formula("m/n", {"m": 1, "n": 4}) == 0.25  # a slash divides, it is no part of a name
    with pytest.raises(QuantityError, match="plain number is needed"):
        evaluate("2*b")


numbers = st.integers(1, 999).map(str)
expressions = st.recursive(
    numbers,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map(" ".join),
        inner.map("({})".format),
        inner.map("(-{})".format),
        st.tuples(numbers, st.integers(0, 3).map(str)).map("**".join),
    ),
    max_leaves=12,
)


@given(expressions)
def test_it_agrees_with_python(text: str) -> None:
    try:
        expected = float(eval(text))
    except ZeroDivisionError:
        with pytest.raises(QuantityError, match="divides by zero"):
            evaluate(text)
        return
    assert evaluate(text) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@given(st.text(max_size=60), st.sampled_from([None, *Unit]))
def test_no_text_does_worse_than_a_quantity_error(text: str, unit: Unit | None) -> None:
    with contextlib.suppress(QuantityError):
        assert math.isfinite(evaluate(text, unit))
