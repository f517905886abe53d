"""Damaged documents: each gives a document that can be shown, or a complaint with a place; never anything else."""

import json
import random
import string
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from roofline_gui.io.document_file.content import decode_document, encode_document
from roofline_gui.io.strict_json import JsonError
from roofline_gui.model.analysis import analyse
from roofline_gui.model.document import Document
from roofline_gui.model.ideals import hold_against
from roofline_gui.present.calculated.explanation import explain_calculated
from roofline_gui.present.calculated.ideals import held_text
from roofline_gui.present.html_report import html_report
from roofline_gui.present.ledger import ledger_view
from roofline_gui.present.machine.rows import figure_sections
from roofline_gui.present.picture.scene import scene
from roofline_gui.present.picture.shown import Shown, work_out
from roofline_gui.present.table import table
from roofline_gui.present.what_if.row_forecast import row_forecast
from tests.io.document_file.builders import full_document

SEED, ROUNDS = 20260, 1500
WHOLE = encode_document(full_document())
ODD_NUMBERS = (-1, 0, 3, 10**25, 1e308, -1e308, 5e-324, 0.5)
ODD_TEXTS = ("", "x", "shared", "fp64")
ODD_VALUES: tuple[Any, ...] = (*ODD_NUMBERS, *ODD_TEXTS, None, True, [], [None], ["a", "b"], {}, {"a": 1})


def show(document: Document) -> None:
    """What a window does with a document, without the window."""
    with np.errstate(all="ignore"):  # sums of the largest numbers overflow, and are shown as unknown
        analysis = analyse(document)
        ledger_view(document.shown, analysis)
        shown = work_out(document, analysis)
        scene(shown)
        explain_all(shown)
        if document.machine is not None:
            figure_sections(document.machine)
        if analysis is not None:
            table(analysis)
            html_report(document, analysis, b"")


def explain_all(shown: Shown) -> None:
    """What the panel says of a calculated kernel, of ideals and of the what-if."""
    document, analysis, estimates, forecast = shown.document, shown.analysis, shown.estimates, shown.forecast
    if estimates is not None:
        explain_calculated(estimates, 0, document.what_if, document.thresholds)
    if analysis is not None and estimates is not None:
        for held in hold_against(document, analysis, estimates):
            held_text(analysis, held)
    if forecast is not None:
        for row in range(len(forecast)):
            row_forecast(forecast, row)


def places(plain: Any, before: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Every value: what holds it, under which key, and its place in words."""
    items = enumerate(plain) if isinstance(plain, list) else plain.items() if isinstance(plain, dict) else ()
    for key, value in items:
        inner = f"{before}[{key}]" if isinstance(plain, list) else f"{before}.{key}".removeprefix(".")
        yield plain, key, inner
        yield from places(value, inner)


def outcome(data: bytes) -> JsonError | None:
    """The complaint about a file, None where it gives a document that can be shown."""
    try:
        document = decode_document(data)
    except JsonError as problem:
        return problem
    show(document)
    return None


def test_the_whole_document_can_be_shown() -> None:
    assert outcome(WHOLE) is None


def test_bytes_that_are_changed_lost_or_added() -> None:
    rng = random.Random(SEED)
    refused = 0
    for _ in range(ROUNDS):
        data = bytearray(WHOLE)
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                del data[at:]
            case 1:
                data[at] = rng.randrange(256)
            case 2:
                del data[at : at + rng.randrange(1, 40)]
            case _:
                data[at:at] = rng.choice([b"{", b"]", b",", b'"', b"NaN", b"-Infinity", b"\0", b"\xff", b"1e999"])
        problem = outcome(bytes(data))
        if problem is not None:
            refused += 1
            assert problem.what
            assert problem.place or "missing" in problem.what or "byte" in problem.what or at < 50, (at, str(problem))
    assert refused > ROUNDS / 2


def test_values_that_are_of_another_kind_out_of_range_or_missing() -> None:
    rng = random.Random(SEED + 1)
    refused = 0
    for _ in range(ROUNDS):
        plain = json.loads(WHOLE)
        holder, key, place = rng.choice(list(places(plain)))
        if rng.random() < 0.15:
            del holder[key]
        else:
            holder[key] = rng.choice(ODD_VALUES)
        problem = outcome(json.dumps(plain).encode())
        if problem is not None:
            refused += 1
            assert problem.what
            assert related(problem.place, place), f"{place} was damaged, the complaint is: {problem}"
    assert refused > ROUNDS / 3


def related(told: str, damaged: str) -> bool:
    """Whether a complaint leads to the damage: it names the place, one around it or in it, or one beside it that no
    longer fits (a list that is too short, limits in the wrong order).
    """
    around = damaged.rsplit(".", 1)[0] if "." in damaged else ""
    return told.startswith((damaged, around)) or damaged.startswith(told)


def test_keys_that_are_misspelled_are_named() -> None:
    rng = random.Random(SEED + 2)
    for _ in range(300):
        plain = json.loads(WHOLE)
        named = [p for p in places(plain) if isinstance(p[0], dict) and ".counters." not in p[2]]  # any name may be one
        holder, key, place = rng.choice(named)
        other = key + rng.choice(string.ascii_letters)
        holder[other] = holder.pop(key)
        problem = outcome(json.dumps(plain).encode())
        assert problem is not None
        assert problem.place.endswith(other) or place.startswith(problem.place), (place, str(problem))


@pytest.mark.parametrize("column", ["time_s", "flop", "bytes", "special_ops"])
@pytest.mark.parametrize("value", [1e308, -1e308, 5e-324, -1.0, 0.0, None])
def test_the_largest_and_smallest_numbers_can_be_shown(column: str, value: float | None) -> None:
    plain = json.loads(WHOLE)
    for source in plain["sources"]:
        columns = source["profile"]["launches"]
        kept = columns[column]
        columns[column] = dict.fromkeys(kept, value) if isinstance(kept, dict) else value
        if column == "time_s":
            columns[column] = [value] * len(kept)
    assert outcome(json.dumps(plain).encode()) is None
