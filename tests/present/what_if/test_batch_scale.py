"""Where batch sizes stand on the slider, and the steps of its keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.present.what_if.batch_scale import (
    AS_GIVEN_VALUE,
    FIRST_VALUE,
    LAST_VALUE,
    MOST_BATCH,
    batch_at,
    double_batch,
    halve_batch,
    step_batch,
    value_of,
)

batches = st.integers(1, MOST_BATCH)


def test_the_scale_is_logarithmic_and_starts_with_as_given() -> None:
    assert (value_of(None), value_of(1), value_of(4096)) == (AS_GIVEN_VALUE, FIRST_VALUE, LAST_VALUE)
    assert value_of(64) == (FIRST_VALUE + LAST_VALUE) / 2  # 64² = 4096
    assert [batch_at(v) for v in (AS_GIVEN_VALUE, FIRST_VALUE, LAST_VALUE)] == [None, 1, 4096]


def test_what_lies_beyond_the_scale_stands_at_its_end() -> None:
    assert value_of(100_000) == LAST_VALUE


@given(st.integers(0, 12))
def test_powers_of_two_can_be_met(exponent: int) -> None:
    assert batch_at(value_of(2**exponent)) == 2**exponent


@given(st.integers(1, 4096))
def test_marked_batches_are_met_exactly(batch: int) -> None:
    assert batch_at(value_of(batch), [3, batch]) in (3, batch)
    assert batch_at(value_of(batch), [batch]) == batch


@given(batches, batches)
def test_a_larger_batch_never_stands_further_left(a: int, b: int) -> None:
    assert (value_of(a) <= value_of(b)) or a > b


def test_steps_are_whole_numbers_then_eighths_of_a_doubling() -> None:
    ups: list[int | None] = [None]
    for _ in range(34):
        ups.append(step_batch(ups[-1], 1))
    assert ups[:18] == [None, *range(1, 17), 18]
    assert ups[24:] == [32, 36, 40, 44, 48, 52, 56, 60, 64, 72, 80]
    assert [step_batch(b, -1) for b in ups[1:]] == ups[:-1]
    assert step_batch(64, 8) == 128
    assert step_batch(128, -8) == 64
    assert step_batch(1, -5) is None


@pytest.mark.parametrize(("batch", "up", "down"), [(17, 18, 16), (300, 320, 288), (65, 72, 64), (5000, 5120, 4608)])
def test_steps_lead_back_to_round_numbers(batch: int, up: int, down: int) -> None:
    assert (step_batch(batch, 1), step_batch(batch, -1)) == (up, down)


@given(st.one_of(st.none(), batches), st.integers(1, 5))
def test_steps_stay_within_what_can_be_typed(batch: int | None, steps: int) -> None:
    up, down = step_batch(batch, steps), step_batch(batch, -steps)
    assert up is not None
    assert (batch or 0) <= up <= MOST_BATCH
    assert down is None or (batch is not None and 1 <= down < batch)


def test_doubling_and_halving_start_from_what_is_given() -> None:
    assert (double_batch(None, 8), double_batch(12, 8), double_batch(MOST_BATCH, 1)) == (16, 24, MOST_BATCH)
    assert (halve_batch(None, 8), halve_batch(13, 8), halve_batch(1, 8)) == (4, 6, 1)
