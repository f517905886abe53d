"""JSON for people: numbers read back the same, short objects stand on one line."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.io.readable_json import readable_json

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
NESTED = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.35e12, "3.35e12"),
        (1978.9e12, "1978.9e12"),
        (2.43e-6, "2.43e-6"),
        (1.98e9, "1.98e9"),
        (80e9, "80e9"),
        (34603008.0, "34603008"),
        (132, "132"),
        (0.5, "0.5"),
        (0.0, "0"),
        (33453999999999.996, "33.453999999999996e12"),
    ],
)
def test_numbers(value: float, text: str) -> None:
    assert readable_json(value) == text


@given(NESTED)
def test_everything_reads_back_the_same(data: object) -> None:
    assert json.loads(readable_json(data)) == data


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_reads_back_the_same(value: float) -> None:
    assert math.isclose(float(json.loads(readable_json(value))), value, rel_tol=0, abs_tol=0)


def test_what_is_simple_and_fits_stands_on_one_line() -> None:
    short = {"value": 1e12, "kind": "derived"}
    assert readable_json({"a": short, "b": [short], "c": [short, short], "d": {"e": short}}) == (
        "{\n"
        '  "a": {"value": 1e12, "kind": "derived"},\n'
        '  "b": [{"value": 1e12, "kind": "derived"}],\n'
        '  "c": [\n    {"value": 1e12, "kind": "derived"},\n    {"value": 1e12, "kind": "derived"}\n  ],\n'
        '  "d": {\n    "e": {"value": 1e12, "kind": "derived"}\n  }\n'
        "}"
    )
    long = readable_json({"a": {"text": "x" * 120}})
    assert long.count("\n") == 4
