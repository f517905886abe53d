"""Frames and ticks of logarithmic axes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.present.picture.axis import Frame, Viewport, fit_frame, machine_frame, tick_label, ticks
from tests.model.builders import ROUND, machine


@pytest.mark.parametrize(
    ("exponent", "digit", "text"),
    [
        (10, 1, "10 G"),
        (14, 1, "100 T"),
        (15, 1, "1 P"),
        (-1, 1, "0.1"),
        (-2, 5, "0.05"),
        (0, 1, "1"),
        (4, 1, "10 k"),
        (1, 2, "20"),
        (9, 2, "2 G"),
        (-7, 1, "10⁻⁷"),
        (-7, 2, "2·10⁻⁷"),
        (24, 1, "10²⁴"),
    ],
)
def test_tick_labels(exponent: int, digit: int, text: str) -> None:
    assert tick_label(exponent, digit) == text


def test_ticks_have_decade_majors_and_two_to_nine_as_minors() -> None:
    marks = ticks(0, 2, 10)
    assert marks.major == pytest.approx([0, 1, 2])
    assert marks.minor == pytest.approx([math.log10(d * e) for e in (1, 10) for d in range(2, 10)])


def test_every_decade_is_labelled_where_there_is_room() -> None:
    assert ticks(-2, 4, 20).labels == tuple(
        zip(range(-2, 5), ("0.01", "0.1", "1", "10", "100", "1 k", "10 k"), strict=True)
    )


def test_many_decades_are_labelled_sparsely() -> None:
    marks = ticks(0, 12, 6)
    assert [text for _, text in marks.labels] == ["1", "100", "10 k", "1 M", "100 M", "10 G", "1 T"]
    assert marks.minor == ()


def test_a_deep_zoom_still_has_labels() -> None:
    assert [text for _, text in ticks(1.2, 1.7, 8).labels] == ["20", "30", "40", "50"]


@given(low=st.floats(-30, 30), span=st.floats(0.5, 30), most=st.integers(4, 20))
def test_ticks_lie_inside_in_order_and_are_not_too_many(low: float, span: float, most: int) -> None:
    marks = ticks(low, low + span, most)
    positions = [p for p, _ in marks.labels]
    assert positions == sorted(set(positions))
    assert all(low - 1e-6 <= p <= low + span + 1e-6 for p in (*positions, *marks.major, *marks.minor))
    assert len(positions) + (span < 1) >= 1
    assert len(positions) <= most + 2


def test_the_frame_of_a_machine_is_whole_decades_and_as_many_right_as_up() -> None:
    frame = machine_frame(ROUND)  # highest peak 2 PFLOP/s, its ridge 400 FLOP/B
    assert frame == Frame(-2, 4, 10, 16)
    assert frame.right - frame.left == frame.top - frame.bottom


def test_a_ceiling_on_a_decade_leaves_room_for_its_label() -> None:
    frame = machine_frame(machine({Precision.FP32: 100e12}, {Level.DRAM: 5e12}))
    assert frame.top == 14.5
    assert frame.bottom == 8.5


def test_integer_operations_do_not_raise_the_frame() -> None:
    peaks = {Precision.FP32: 20e12, Precision.INT8_TENSOR: 2000e12}
    assert machine_frame(machine(peaks, {Level.DRAM: 2e12})).top == 14


def test_without_a_machine_there_is_a_frame() -> None:
    frame = machine_frame(None)
    assert frame.right - frame.left == frame.top - frame.bottom


def test_fit_moves_edges_out_by_whole_decades() -> None:
    fitted = fit_frame(Frame(-2, 4, 10, 16), np.array([-2.3, 1.0]), np.array([9.8, 12.0]))
    assert fitted == Frame(-3, 4, 9, 16)


@given(st.lists(st.tuples(st.floats(-12, 12), st.floats(0, 25)), max_size=20))
def test_fit_holds_every_point_and_the_frame(points: list[tuple[float, float]]) -> None:
    frame = Frame(-2, 4, 10, 16)
    fitted = fit_frame(frame, np.array([x for x, _ in points]), np.array([y for _, y in points]))
    assert all(fitted.left < x < fitted.right and fitted.bottom < y < fitted.top for x, y in points)
    assert fitted.left <= -2
    assert fitted.right >= 4
    assert fitted.bottom <= 10
    assert fitted.top >= 16
    assert all(edge == round(edge) for edge in (fitted.left, fitted.right, fitted.bottom, fitted.top))


def test_fit_ignores_what_is_no_number() -> None:
    frame = Frame(-2, 4, 10, 16)
    assert fit_frame(frame, np.array([np.nan, np.inf]), np.array([12.0, 12.0])) == frame


def test_pixels_follow_the_frame() -> None:
    viewport = Viewport(Frame(-2, 4, 10, 16), 100, 50, 600, 300)
    assert viewport.x_pixels(np.array([-2.0, 1.0, 4.0])).tolist() == [100, 400, 700]
    assert viewport.y_pixels(np.array([10.0, 16.0])).tolist() == [350, 50]
    assert viewport.point(1, 13) == (400, 200)
