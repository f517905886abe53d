"""Ghosts: where predicted rows stand, what joins them to what was measured, what is said of them."""

from dataclasses import replace

import numpy as np
import pytest

from roofline_gui.model.precision import Precision
from roofline_gui.model.source import BatchLaw
from roofline_gui.present.palette import Shape
from roofline_gui.present.picture.axis import Frame, Viewport, machine_frame
from roofline_gui.present.picture.dot_card import dot_card
from roofline_gui.present.picture.dots import Kind
from roofline_gui.present.picture.keys import Mark, marks_of
from roofline_gui.present.picture.layout import Layout, lay_out
from roofline_gui.present.picture.scene import Scene, scene
from roofline_gui.present.picture.style import Style
from tests.model.builders import ROUND
from tests.present.pictures import measured_at, shown

# Both are bound by DRAM: the first reaches 80 % of 5 TB/s · 10 FLOP/B, the second 50 % of 5 TB/s · 20 FLOP/B.
POINTS = [(10.0, 4e13), (20.0, 5e13)]


def ghosts(picture: Scene) -> list[tuple[float, float]]:
    """FLOP/B and FLOP/s of each ghost."""
    part = picture.dots.part(picture.ghosts)
    return list(zip((10**part.x).tolist(), (10**part.y).tolist(), strict=True))


def test_half_the_bytes_move_right_and_up() -> None:
    picture = scene(shown(measured_at(POINTS), bytes=0.5))
    # 18 of the 20 µs are above the cost of a launch; half the bytes halve them.
    assert ghosts(picture) == [
        pytest.approx((20, 4e13 * 20 / 11)),
        pytest.approx((40, 5e13 * 20 / 11)),
    ]
    assert picture.dots.still == 2
    assert picture.ghost_of.tolist() == [0, 1]
    assert picture.dots.colour[2:].tolist() == picture.dots.colour[:2].tolist()
    assert picture.counts.predicted == 2
    assert Mark.PREDICTED in [entry.symbol for entry in marks_of(picture)]


def test_measured_dots_stay() -> None:
    document = measured_at(POINTS)
    before, after = scene(shown(document)).dots, scene(shown(document, bytes=0.5)).dots
    assert after.x[:2].tolist() == before.x.tolist()
    assert after.y[:2].tolist() == before.y.tolist()


def test_what_does_not_move_has_no_ghost_unless_it_follows_the_batch() -> None:
    assert ghosts(scene(shown(measured_at(POINTS), precision=Precision.BF16_TENSOR))) == []
    law = BatchLaw((1,), 8, 0.0)  # no weights: all of it grows with the batch
    picture = scene(shown(measured_at(POINTS, law=law), batch=8))
    assert picture.ghost_of.tolist() == [1]  # at the batch where it was recorded it stands on its dot
    assert ghosts(picture) == [pytest.approx(POINTS[1])]
    assert picture.dots.follows.tolist() == [False, True, True]


def test_ghosts_of_very_long_times_do_not_cover_the_picture() -> None:
    law = BatchLaw((0, 1), 1, 0.0)
    assert scene(shown(measured_at(POINTS, law=law), batch=4096)).dots.area.max() == 1


def test_a_selected_row_tells_the_speed_up_at_its_ghost() -> None:
    picture = scene(shown(measured_at(POINTS), selection=[1], bytes=0.5))
    label = next(label for label in picture.labels if label.dots[0] == picture.ghosts.start + 1)
    assert (label.name, label.detail) == ("1.82 × faster", "predicted 11 µs")  # 20 / 11
    slower = scene(shown(measured_at(POINTS), selection=[0], bytes=2))
    assert "0.526 × as fast" in [label.name for label in slower.labels]  # 20 / (2 + 2·18)


def test_ghosts_have_a_card() -> None:
    found = shown(measured_at(POINTS), bytes=0.5)
    card = dot_card(found, Kind.GHOST, 0)
    assert card.name == "Predicted: −50 % bytes"
    assert dict(card.lines)["Time t"] == "20 µs → 11 µs"
    assert dict(card.lines)["Intensity I"] == "20 FLOP/B"


def test_the_subtitle_says_what_is_predicted() -> None:
    subtitle = scene(shown(measured_at(POINTS), batch=64, precision=Precision.FP8_TENSOR)).caption.subtitle
    # Of 20 µs each, 2 µs are launch and 18 µs bytes, of which FP8 leaves half; no law tells what the batch does.
    told = "What if: batch 64, FP8 tensor: 40 µs → 22 µs, 1.82 × faster. Ghosts: predicted. One dot per launch."
    assert subtitle.startswith(told)


def test_the_ceiling_of_another_precision_stands_out_with_its_ridge() -> None:
    roofs = scene(shown(measured_at(POINTS), precision=Precision.FP8_TENSOR)).roofs
    assert [flat.precisions for flat in roofs.flats if flat.asked] == [(Precision.FP8_TENSOR,)]
    assert [flat.precisions for flat in roofs.flats if flat.main] == [(Precision.BF16_TENSOR,)]
    (ridge,) = (r for r in roofs.ridges if r.asked)
    assert ridge.value == "400"
    assert 10**ridge.y == pytest.approx(2e15)


def test_a_hidden_ceiling_shows_when_it_is_asked_for() -> None:
    document = measured_at(POINTS)
    view = replace(document.view, hidden_ceilings=frozenset({Precision.FP8_TENSOR}))
    roofs = scene(shown(replace(document, view=view), precision=Precision.FP8_TENSOR)).roofs
    assert any(flat.asked for flat in roofs.flats)


def test_another_machine_is_drawn_beside() -> None:
    faster = replace(ROUND.scaled("dram", 2).scaled("fp8_tensor", 100), id="fast", name="Fast")
    picture = scene(shown(measured_at(POINTS), machine=faster, precision=Precision.FP8_TENSOR))
    compared = [slope for slope in picture.roofs.slopes if slope.compared]
    assert [s.name for s in compared] == ["Fast dram"]
    assert 10 ** compared[0].bandwidth == pytest.approx(10e12)
    assert [(f.name, f.compared) for f in picture.roofs.flats if f.asked] == [("Fast FP8 tensor, dense", True)]
    assert [r.value for r in picture.roofs.ridges if r.asked] == ["20000"]  # 200 P / 10 T
    assert picture.frame.top > machine_frame(ROUND).top
    assert "dash-dotted: Test Fast" in picture.caption.source


SERIES = [f"decode batch={b} / gemm" for b in (1, 8, 64)]


def test_what_was_recorded_at_the_batch_is_ringed() -> None:
    points = [(1.0, 4e12), (8.0, 3.2e13), (64.0, 2.4e14)]
    document = measured_at(points, operations=SERIES, names=["k"] * 3)
    picture = scene(shown(document, batch=64))
    assert picture.recorded == (2,)
    assert "measured at batch 64" in [entry.text for entry in marks_of(picture)]
    assert [trail.dots for trail in picture.trails] == [(0, 1, 2)]  # what was measured stays a trail
    assert scene(shown(document, batch=63)).recorded == ()


def test_shapes_of_ghosts_are_those_of_their_dots() -> None:
    names = [f"k{i}" for i in range(12)]
    picture = scene(shown(measured_at([(10.0, 4e13)] * 12, names=names), bytes=0.5))
    assert Shape.SQUARE in picture.dots.shape[:12].tolist()
    assert picture.dots.shape[picture.ghosts].tolist() == picture.dots.shape[picture.ghost_of].tolist()


def laid_out(picture: Scene) -> Layout:
    return lay_out(picture, Viewport(Frame(-2, 4, 10, 16), 0, 0, 600, 600), Style(12), lambda text, role: (50, 12))


def test_lines_lead_from_rim_to_rim() -> None:
    layout = laid_out(scene(shown(measured_at(POINTS[:1]), bytes=0.1)))
    x0, y0, x1, y1 = layout.links[0].tolist()
    dots = layout.dots
    assert np.hypot(x0 - dots.x[0], y0 - dots.y[0]) == pytest.approx(dots.radius[0])
    assert np.hypot(x1 - dots.x[1], y1 - dots.y[1]) == pytest.approx(dots.radius[1])
    along = np.hypot(dots.x[1] - dots.x[0], dots.y[1] - dots.y[0])
    assert np.hypot(x1 - x0, y1 - y0) == pytest.approx(along - dots.radius[:2].sum())
    x0, y0, x1, y1 = laid_out(scene(shown(measured_at(POINTS[:1]), bytes=0.99))).links[0].tolist()
    assert (x0, y0) == pytest.approx((x1, y1))  # they overlap
