"""The desk of the what-if: sliding is one step, and laws of measured launches."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from roofline_gui.model.document import Document
from roofline_gui.model.forecast import Forecast
from roofline_gui.model.measured import LawKind
from roofline_gui.model.source import BatchLaw
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.session.session import Session
from roofline_gui.session.what_if import WhatIfDesk
from tests.model.builders import ROUND
from tests.session.builders import KERNELS, document, profile, session


@pytest.fixture
def here(tmp_path: Path) -> Session:
    made = session(tmp_path)
    made.start_with(document(profiles=(profile("a.csv"), profile("b.csv"))))
    return made


@pytest.fixture
def desk(here: Session) -> WhatIfDesk:
    return here.what_if_desk


def test_one_drag_is_one_step_and_told_all_the_way(here: Session, desk: WhatIfDesk) -> None:
    before = here.document
    told: list[int | None] = []
    slid: list[bool] = []
    here.document_changed.connect(lambda old, new: told.append(new.what_if.batch))
    desk.sliding_changed.connect(slid.append)
    desk.begin_slide()
    desk.begin_slide()
    for batch in (2, 4, 8, 8):
        desk.set_batch(batch, "batch")
    assert desk.sliding
    desk.end_slide()
    desk.end_slide()
    assert told == [2, 4, 8]
    assert slid == [True, False]
    assert here.undo_stack.count() == 1
    assert desk.what_if == WhatIf(batch=8)
    here.undo_stack.undo()
    assert here.document is before


def test_two_drags_are_two_steps(here: Session, desk: WhatIfDesk) -> None:
    for last in (64, 256):
        desk.begin_slide()
        for batch in (2, last):
            desk.set_batch(batch, "batch")
        desk.end_slide()
    assert here.undo_stack.count() == 2
    here.undo_stack.undo()
    assert desk.what_if.batch == 64


def test_a_click_before_a_drag_is_a_step_of_its_own(here: Session, desk: WhatIfDesk) -> None:
    desk.set_batch(2, "batch")
    desk.begin_slide()
    desk.set_batch(4, "batch")
    desk.end_slide()
    assert here.undo_stack.count() == 2


def test_the_way_back(here: Session, desk: WhatIfDesk) -> None:
    before = here.document
    desk.set_batch(64)
    desk.change("FLOP", replace(desk.what_if, flop=0.6, machine=ROUND))
    desk.reset()
    assert desk.what_if == AS_GIVEN
    assert here.undo_stack.undoText() == "Back to measured"
    desk.reset()
    desk.set_batch(None)
    assert here.undo_stack.count() == 3
    while here.undo_stack.canUndo():
        here.undo_stack.undo()
    assert here.document is before


# Laws. Each launch of the profile moves 5 MB, the copy 20 MB.


def laws(found: Document) -> list[tuple[BatchLaw, ...]]:
    return [source.laws for source in found.sources]


def test_a_law_for_rows_of_two_profiles_shares_the_weights_by_traffic(here: Session, desk: WhatIfDesk) -> None:
    here.select({0, 3, 4})  # 25 MB in the first profile, 5 MB in the second
    desk.give_law(8, 12e6)
    assert laws(here.document) == [(BatchLaw((0, 3), 8, 10e6),), (BatchLaw((0,), 8, 2e6),)]
    assert here.undo_stack.count() == 1
    here.undo_stack.undo()
    assert laws(here.document) == [(), ()]


def test_where_no_traffic_is_known_each_profile_gets_the_same(tmp_path: Path) -> None:
    here = session(tmp_path)
    uncounted = replace(KERNELS, demand=replace(KERNELS.demand, bytes={}))
    here.start_with(document(profiles=(profile("a.csv", uncounted), profile("b.csv", uncounted))))
    here.select({0, 4})
    here.what_if_desk.give_law(1, 8e6)
    assert laws(here.document) == [(BatchLaw((0,), 1, 4e6),), (BatchLaw((0,), 1, 4e6),)]


def test_a_law_can_be_taken_away(here: Session, desk: WhatIfDesk) -> None:
    here.select({0, 1})
    desk.give_law(1, 1e6)
    here.select({2})
    desk.take_law()
    assert here.undo_stack.count() == 1  # there was none
    here.select({1})
    desk.take_law()
    assert laws(here.document) == [(), ()]
    assert here.undo_stack.undoText() == "Remove the batch law"


def test_without_a_selection_there_is_nothing_to_give_a_law(here: Session, desk: WhatIfDesk) -> None:
    desk.give_law(1, 1e6)
    desk.take_law()
    assert here.undo_stack.count() == 0


# Forecasts


def forecast_of(desk: WhatIfDesk) -> Forecast:
    found = desk.forecast
    assert found is not None
    return found


def test_the_forecast_follows_the_what_if_and_what_is_measured(here: Session, desk: WhatIfDesk) -> None:
    desk.change("Bytes", WhatIf(bytes=0.5))
    first = forecast_of(desk)
    assert first.total_before == pytest.approx(2 * 39e-6)
    here.select({0})
    assert forecast_of(desk) is first  # nothing that it depends on
    here.source_desk.show([here.document.sources[1]], False)
    alone = forecast_of(desk)
    assert alone.total_before == pytest.approx(39e-6)
    desk.change("Bytes", WhatIf(bytes=0.25))
    assert forecast_of(desk).total_after < alone.total_after
    desk.reset()
    assert desk.forecast is None


def test_a_law_given_to_the_selection_moves_it(here: Session, desk: WhatIfDesk) -> None:
    # The copy moves 20 MB (4 µs at the roof) in 5 µs; with 15 MB of weights it moves 25 MB at batch 2.
    here.select({3})
    assert [law.kind for law in desk.laws] == [LawKind.NONE]
    desk.give_law(1, 15e6)
    assert [(law.row, law.kind, law.batch) for law in desk.laws] == [(3, LawKind.GIVEN, 1)]
    desk.set_batch(2)
    assert forecast_of(desk).time[3] == pytest.approx((2 + 3 * 25 / 20) * 1e-6)
    desk.take_law()
    assert np.isnan(forecast_of(desk).time[3])
    here.select(())
    assert desk.laws == ()


def test_without_a_profile_there_is_no_forecast(tmp_path: Path) -> None:
    alone = session(tmp_path).what_if_desk
    alone.set_batch(4)
    assert alone.forecast is None
    assert alone.laws == ()
