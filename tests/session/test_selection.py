from pathlib import Path

import pytest

from roofline_gui.model.document import group_by, remove_source, replace_source
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import concatenate
from roofline_gui.model.source import Source
from roofline_gui.session.selection import follow_profiles
from tests.session.builders import KERNELS, document, profile, session

A, B, C = (profile(name) for name in ("a.csv", "b.csv", "c.csv"))  # four launches each


@pytest.mark.parametrize(
    ("launches", "new", "expected"),
    [
        ({1, 5, 10}, (A, B, C), {1, 5, 10}),
        ({1, 5, 10}, (A, C), {1, 6}),  # the tenth launch is the third of C
        ({1, 5, 10}, (B, C), {1, 6}),
        ({1, 5, 10}, (C,), {2}),
        ({1, 5, 10}, (C, B, A), {2, 5, 9}),
        ({4, 5}, (A, C), set()),
        (set(), (A,), set()),
    ],
)
def test_launches_keep_to_their_profile(launches: set[int], new: tuple[object, ...], expected: set[int]) -> None:
    assert follow_profiles(frozenset(launches), (A, B, C), new) == expected  # type: ignore[arg-type]


def test_a_profile_that_is_read_anew_keeps_its_selection() -> None:
    again, longer = profile("b.csv"), profile("b.csv", of=concatenate([KERNELS, KERNELS]))
    assert follow_profiles(frozenset({1, 5}), (A, B, C), (A, again, C)) == {1, 5}
    assert follow_profiles(frozenset({1, 5}), (A, B, C), (A, longer, C)) == {1}


def test_hiding_and_removing_a_source_keeps_what_is_selected_in_the_others(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(document(profiles=(A, B, C)))
    here.select({1, 5, 10})
    told: list[frozenset[int]] = []
    here.selection_changed.connect(told.append)
    a, b, c = here.document.sources
    here.edit("Hide b.csv", replace_source(here.document, b, Source(b.profile, b.name, shown=False)))
    assert here.selection == {1, 6}
    here.edit("Remove a.csv", remove_source(here.document, a))
    assert here.selection == {2}
    here.undo_stack.undo()
    assert here.selection == {6}
    here.edit("Rename c.csv", replace_source(here.document, c, Source(c.profile, "after")))
    assert here.selection == {6}
    assert told == [{1, 6}, {2}, {6}]


def test_launches_of_the_selected_groups_are_shown_in_one_step(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(document(grouping=Grouping.KERNEL))  # gemm (two launches), the unnamed one, copy
    possible = []
    for rows in ((), {1, 2}, {0, 2}):
        here.select(rows)
        possible.append(here.can_show_launches)
    assert possible == [False, False, True]
    here.show_launches()
    assert here.document.grouping is Grouping.LAUNCH
    assert here.selection == {0, 2, 3}
    assert not here.can_show_launches
    assert here.undo_stack.undoText() == "Show launches"
    here.undo_stack.undo()
    assert here.undo_stack.index() == 0
    assert here.selection == {0, 2}


def test_one_launch_of_a_group_is_shown_alone(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(document(grouping=Grouping.KERNEL))
    here.select({0})
    here.show_launches(2)
    assert here.selection == {2}
    here.show_launches(3)  # among single launches it only selects
    assert here.selection == {3}
    assert here.undo_stack.count() == 1
    here.undo_stack.undo()
    assert here.selection == {2}  # the copy, by kernel


def test_all_launches_of_a_group_are_shown_though_one_was_selected_before(tmp_path: Path) -> None:
    here = session(tmp_path)
    here.start_with(document())
    here.select({2})
    here.edit("Group", group_by(here.document, Grouping.KERNEL))
    assert here.selection == {0}
    assert here.can_show_launches
    here.show_launches()
    assert here.selection == {0, 2}
