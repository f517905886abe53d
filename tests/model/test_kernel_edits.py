"""Edits of calculated kernels, laws, ideals and the what-if: Document → Document."""

import math
from dataclasses import replace

import pytest

from roofline_gui.model.document import Document
from roofline_gui.model.kernel_edits import (
    entry_of,
    new_id,
    pin,
    put_entry,
    remove_entries,
    remove_laws,
    set_law,
    think,
    unpin,
)
from roofline_gui.model.source import BatchLaw, Pin, Source
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.entry import KernelEntry
from tests.model.profiles import document, profile


def gemm(id: int, name: str = "") -> KernelEntry:  # noqa: A002 (as the field)
    return KernelEntry(id, Workload("gemm", {"m": 1, "n": 64, "k": 64}, name=name))


def two_sources() -> Document:
    return document(profiles=(profile("a.csv"), profile("b.csv")), kernels=(gemm(1), gemm(4)))


def laws(found: Document, source: int = 0) -> list[tuple[int, ...]]:
    return [law.launches for law in found.sources[source].laws]


def pins(found: Document, source: int = 0) -> list[tuple[tuple[int, ...], int]]:
    return [(p.launches, p.entry) for p in found.sources[source].pins]


def test_an_entry_takes_the_place_of_the_one_with_its_id() -> None:
    before = Document(kernels=(gemm(1), gemm(4)))
    changed = put_entry(before, gemm(1, "qkv"))
    assert [(e.id, e.name) for e in changed.kernels] == [(1, "qkv"), (4, "GEMM")]
    added = put_entry(changed, gemm(2, "out"))
    assert [(e.id, e.name) for e in added.kernels] == [(1, "qkv"), (4, "GEMM"), (2, "out")]
    assert entry_of(added, 2) == gemm(2, "out")
    assert entry_of(added, 3) is None


def test_ids_are_not_used_again_while_something_refers_to_them() -> None:
    assert new_id(Document()) == 1
    assert new_id(two_sources()) == 5
    dangling = Source(profile(), "x", pins=(Pin((0,), 9),))
    assert new_id(Document(sources=(dangling,), kernels=(gemm(4),))) == 10


def test_what_was_pinned_to_an_entry_goes_with_it() -> None:
    found = two_sources()
    found = pin(found, found.sources[0], Pin((0, 2), 1))
    found = pin(found, found.sources[0], Pin((1,), 4))
    found = pin(found, found.sources[1], Pin((3,), 1))
    left = remove_entries(found, [1])
    assert [e.id for e in left.kernels] == [4]
    assert pins(left) == [((1,), 4)]
    assert pins(left, 1) == []
    assert pins(found, 1) == [((3,), 1)]  # the document before is as it was


def test_a_launch_has_one_ideal_and_one_law() -> None:
    found = two_sources()
    found = pin(found, found.sources[0], Pin((0, 2), 1))
    found = pin(found, found.sources[0], Pin((2, 3), 4))
    assert pins(found) == [((2, 3), 4)]
    found = set_law(found, found.sources[1], BatchLaw((0, 1), 1, 5e6))
    found = set_law(found, found.sources[1], BatchLaw((2,), 8, 0))
    found = set_law(found, found.sources[1], BatchLaw((1, 3), 2, 1e6))
    assert laws(found, 1) == [(2,), (1, 3)]
    assert laws(found) == []


def test_what_is_not_there_is_not_taken_away() -> None:
    """No edit, no undo step."""
    found = two_sources()
    found = set_law(found, found.sources[0], BatchLaw((0, 1), 1, 5e6))
    found = pin(found, found.sources[0], Pin((0,), 1))
    assert remove_laws(found, found.sources[0], [2, 3]) is found
    assert unpin(found, found.sources[0], [1]) is found
    assert laws(remove_laws(found, found.sources[0], [1])) == []
    assert pins(unpin(found, found.sources[0], [0, 1])) == []


def test_a_what_if_changes_nothing_else() -> None:
    before = two_sources()
    after = think(before, WhatIf(batch=64))
    assert after.what_if == WhatIf(batch=64)
    assert replace(after, what_if=before.what_if).sources is before.sources
    assert after.kernels is before.kernels


@pytest.mark.parametrize(
    ("launches", "batch", "weights"),
    [((), 1, 0), ((0,), 0, 0), ((0,), math.inf, 0), ((0,), math.nan, 0), ((0,), 1, -1), ((0,), 1, math.nan)],
)
def test_a_law_without_sense_is_refused(launches: tuple[int, ...], batch: float, weights: float) -> None:
    with pytest.raises(ValueError, match="expected"):
        BatchLaw(launches, batch, weights)


def test_an_ideal_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Pin((), 1)
