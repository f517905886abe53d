"""Damaged profiles: the reader never raises, never hangs, and never makes up a number."""

import random
import time
import tracemalloc
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from roofline_gui.io.ncu import read_profile, reader
from roofline_gui.model.launches import Texts
from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Profile, Refusal
from tests.io.ncu.cases import CASES
from tests.io.ncu.mutations import mutated
from tests.io.ncu.samples import CAPTURES, FP32, TIME, long, quoted, wide
from tests.io.ncu.transform import TRANSFORMATIONS, text_of

SEED = 20251129
ROUNDS = 350  # in each way of parsing
LONGEST = 5.0  # seconds for a file of some hundred kilobytes, on a busy machine
LINES = 40  # of each capture
WATCHED = 25  # every so many inputs the memory is watched, which takes time
MOST_MEMORY = 64 << 20  # bytes that reading may take whatever the size of the file, and times that size
MEMORY_PER_BYTE = 40


def seeds() -> list[bytes]:
    """The small inputs, the start of every capture, and the former in other spellings."""
    cases = [path.read_bytes() for path in sorted(CASES.iterdir())]
    captures = [path.read_bytes().splitlines(keepends=True) for path in sorted(CAPTURES.glob("*.csv"))]
    starts = [b"".join(lines[:LINES]) if len(lines[0]) < 2000 else b"".join(lines[:5]) for lines in captures]
    texts = [text_of(data) for data in cases[:12]]
    spelled = [TRANSFORMATIONS[way](text) for way in ("spreadsheet", "data frame", "CR") for text in texts]
    return cases + starts + spelled


def assert_sound(result: Profile | Refusal) -> None:
    """Nothing in a result is infinite, negative or out of place."""
    if isinstance(result, Refusal):
        assert result.what
        assert result.what.endswith(".")
        return
    launches, n = result.launches, len(result.launches)
    assert n > 0
    demand = launches.demand
    amounts = [demand.time, demand.special_ops, demand.total_flop, *demand.flop.values(), *demand.bytes.values()]
    for values in (*amounts, *launches.counters.values(), *launches.evidence.values()):
        assert values.shape == (n,)
        assert not np.isinf(values).any()
        assert not (values < 0).any()
    assert (demand.time[~np.isnan(demand.time)] > 0).all()
    assert (launches.counts >= 1).all()
    for texts in [getattr(launches, f.name) for f in fields(launches)] + list(launches.provenance.values()):
        if isinstance(texts, Texts):
            assert len(texts) == n
            assert all(isinstance(text, str) for text in texts.rows())
    assert all(0 <= value.launch < n and value.reason for value in result.ledger.unread)
    assert result.ledger.read == n
    assert result.ledger.skipped_count >= len(result.ledger.skipped)
    if result.own_ceilings is not None:
        assert_possible(result.own_ceilings)


def assert_possible(machine: Machine) -> None:
    figures = [ceiling.peak for ceiling in machine.ceilings] + [level.bandwidth for level in machine.levels]
    assert all(0 < figure.value < np.inf for figure in figures)


def read_quickly(path: Path, data: bytes) -> Profile | Refusal:
    path.write_bytes(data)
    start = time.perf_counter()
    result = read_profile(path)
    assert time.perf_counter() - start < LONGEST
    return result


def assert_modest(path: Path) -> None:
    """Reading takes no more memory than it may."""
    tracemalloc.start()
    try:
        read_profile(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY + MEMORY_PER_BYTE * path.stat().st_size


@pytest.mark.parametrize("bulk_from", [reader.BULK_FROM, 1], ids=["by cells", "in bulk"])
def test_damaged_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bulk_from: int) -> None:
    monkeypatch.setattr(reader, "BULK_FROM", bulk_from)
    rng = random.Random(SEED)
    profiles = 0
    bases = seeds()
    path = tmp_path / "damaged.csv"
    for i in range(ROUNDS):
        result = read_quickly(path, mutated(rng, bases))
        assert_sound(result)
        profiles += isinstance(result, Profile)
        if i % WATCHED == 0:
            assert_modest(path)
    assert ROUNDS / 4 < profiles < ROUNDS


def test_thousands_of_tables_in_one_file(tmp_path: Path) -> None:
    """One for each launch, as scripts leave them that append to a file."""
    one = long({**FP32, TIME: ("ns", "1,000"), "dram__bytes.sum": ("byte", "4,096")})
    other = wide({TIME: "2,000", **dict.fromkeys(FP32, "1")})
    result = read_quickly(tmp_path / "many.csv", (one * 2000 + other * 2000).encode())
    assert isinstance(result, Profile)
    assert result.launches.launch_id.rows() == ["0"] * 4000
    assert list(result.launches.demand.time) == pytest.approx([1e-6] * 2000 + [2e-6] * 2000)


@pytest.mark.parametrize(
    "cell",
    [" " * 300_000 + ")", "(" * 300_000, "1" * 300_000, "1,11" * 100_000, '"' * 50_000, "1 \u202f" * 100_000],
    ids=["spaces", "brackets", "digits", "groups", "quotes", "wide spaces"],
)
def test_cells_made_to_take_long(tmp_path: Path, cell: str) -> None:
    text = long({TIME: ("ns", cell)}, {**FP32, TIME: ("ns", "1,000")}, kernel=f"k{cell}")
    result = read_quickly(tmp_path / "long.csv", text.encode())
    assert_sound(result)
    assert isinstance(result, Profile)
    assert result.launches.demand.time[1] == pytest.approx(1e-6)
    assert np.isnan(result.launches.demand.time[0])


def test_ranges_made_to_take_long(tmp_path: Path) -> None:
    columns = ("ID", "Process ID", "thread Domain:Push/Pop_Range:PL_Type", "Kernel Name")
    for cell in ('"a" ' * 50_000, '"' * 50_000, '1 "' + ":" * 100_000 + '"', '1 "a"' + " " * 100_000 + "b"):
        text = quoted((*columns, "Metric Name", "Metric Unit", "Metric Value"))
        text += quoted(("0", "1", cell, "k", TIME, "ns", "5"))
        assert_sound(read_quickly(tmp_path / "ranges.csv", text.encode()))
