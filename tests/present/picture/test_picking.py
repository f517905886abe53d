"""What clicks, rubber bands and keys select."""

from dataclasses import replace

from roofline_gui.present.picture.axis import Frame, Viewport
from roofline_gui.present.picture.dot_pixels import dot_pixels
from roofline_gui.present.picture.labels import Box
from roofline_gui.present.picture.picking import by_band, by_click, by_step, rows_of
from roofline_gui.present.picture.scene import Scene, scene
from roofline_gui.present.picture.style import Style
from tests.present.pictures import calculated, gemm, measured_at, shown, stays


def picture(selection: tuple[int, ...] = (), chosen: tuple[int, ...] = ()) -> Scene:
    """Measured dots 0 and 1, of which the second takes longer; their ghosts 2 and 3; calculated dots 4 and 5."""
    document = measured_at([(10.0, 4e13), (20.0, 5e13)], time=[20e-6, 30e-6])
    document = replace(document, kernels=(stays(), gemm()))
    return scene(shown(document, selection, chosen, bytes=0.5))


def test_a_click_selects_one_thing_and_a_click_beside_it_none() -> None:
    assert by_click(picture((0,)), 1, extends=False) == {1}
    assert by_click(picture((0,)), 5, extends=False) == {5}
    assert by_click(picture((0,), (1,)), -1, extends=False) == set()
    assert by_click(picture((0,)), -1, extends=True) == {0}


def test_control_adds_and_takes_away_whatever_it_is() -> None:
    assert by_click(picture((0,)), 5, extends=True) == {0, 5}
    assert by_click(picture((0,), (1,)), 5, extends=True) == {0}


def test_a_ghost_stands_for_its_dot() -> None:
    assert by_click(picture(), 3, extends=False) == {1}


def test_a_band_takes_measured_and_calculated_dots_and_no_ghosts() -> None:
    shown_picture = picture()
    pixels = dot_pixels(shown_picture.dots, Viewport(Frame(-2, 4, 10, 16), 0, 0, 600, 600), Style(12))
    everything = Box(-1e6, -1e6, 1e6, 1e6)
    assert by_band(shown_picture, pixels, everything, extends=False) == {0, 1, 4, 5}
    nothing = Box(0, 0, 1, 1)
    assert by_band(picture((1,)), pixels, nothing, extends=True) == {1}


def test_steps_go_by_time_through_measured_dots_and_then_calculated_ones() -> None:
    assert by_step(picture(), 1) == 1
    assert by_step(picture((1,)), 1) == 0
    assert by_step(picture((0,)), 1) == 5  # 6.7 µs, longer than the 0.2 µs of the other
    assert by_step(picture((), (1,)), 1) == 4
    assert by_step(picture((), (0,)), 1) == 1
    assert by_step(picture((1,)), -1) == 4
    assert by_step(scene(shown(calculated())), 1) == -1


def test_dots_are_rows_of_two_kinds() -> None:
    assert rows_of(picture(), {0, 1, 5}) == (frozenset({0, 1}), frozenset({1}))
