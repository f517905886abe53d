"""The CSV contract: numbers, unknowns, and text that no spreadsheet executes and the program reads back."""

import csv
import io
import math
from dataclasses import dataclass

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.io.table_csv import guard, table_text, unguard
from roofline_gui.model.demand import Floats


@dataclass
class Columns:
    columns: dict[str, list[str] | Floats]


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_numbers_keep_full_precision_and_unknown_is_empty() -> None:
    values = np.array([1e8, 0.1 + 0.2, 1.5e-6, math.nan, 0.0, 2.0**60])
    rows = read(table_text(Columns({"x": values, "name": ["a"] * 6})))
    assert [r["x"] for r in rows[:1]] == ["100000000"]
    assert rows[3]["x"] == ""
    assert [float(r["x"]) for i, r in enumerate(rows) if i != 3] == [v for i, v in enumerate(values) if i != 3]


def test_names_survive_letter_by_letter() -> None:
    names = [
        "=SUM(A1:A9)",
        "at::<unnamed>::f<int>",
        'say "hi", twice',
        "two\nlines",
        "%s {0}",
        "'quoted",
        "-x",
        "Übel™",
    ]
    rows = read(table_text(Columns({"kernel": names})))
    assert [unguard(r["kernel"]) for r in rows] == names
    assert not any(r["kernel"].startswith(("=", "+", "-", "@")) for r in rows)


@given(st.text())
def test_guard_is_undone_exactly(text: str) -> None:
    assert unguard(guard(text)) == text
    assert not guard(text).startswith(("=", "+", "-", "@", "\t", "\r"))
