"""Arrows from ideals to measured rows: on the bundled capture, and in pixels."""

import math
from dataclasses import replace

import numpy as np
import pytest

from roofline_gui.model.source import Pin
from roofline_gui.model.what_if import WhatIf
from roofline_gui.present.picture.arrow_pixels import ArrowPixels, arrow_pixels
from roofline_gui.present.picture.axis import Frame, Viewport
from roofline_gui.present.picture.dot_pixels import dot_pixels
from roofline_gui.present.picture.ideal_arrows import FEW_IDEALS, IdealArrows, ideal_arrows
from roofline_gui.present.picture.keys import Mark, marks_of
from roofline_gui.present.picture.layout import Layout, lay_out
from roofline_gui.present.picture.scene import Scene, scene, select, slide
from roofline_gui.present.picture.shown import Shown, work_out
from roofline_gui.present.picture.style import Role, Style
from tests.model.test_ideals import example, row_of
from tests.present.calculated.test_ideals import QKV
from tests.present.picture.test_layout import box_of, overlap

OPERATION = "decode batch=1 / layer 0 / qkv_proj"
STYLE = Style(12)
VIEWPORT = Viewport(Frame(-2, 4, 10, 16), 0, 0, 600, 600)  # 100 pixels per decade

# W = 2·6144·4096 and Q = 2·(6144·4096 + 4096 + 6144) by the formula; what the profiler counted: eight times the FLOPs
# (tiles of 8 columns), bytes read and written, ns. 4.8 TB/s is the DRAM of an H200.
USEFUL, IDEAL_BYTES = 50_331_648, 50_352_128
EXECUTED, MOVED, TIME, BANDWIDTH = 402_653_184, 50_358_528 + 2_303_232, 16.8e-6, 4.8e12


def measure(text: str, role: Role) -> tuple[float, float]:
    size = STYLE.font_size(role)
    return len(text) * size * 0.55, size * 1.2


def shown_qkv() -> Shown:
    document, analysis = example(QKV)
    (source,) = document.sources
    launches = tuple(analysis.groups.members(row_of(analysis, OPERATION)).tolist())
    return work_out(replace(document, sources=(replace(source, pins=(Pin(launches, 1),)),)))


@pytest.fixture(scope="module")
def qkv() -> Shown:
    return shown_qkv()


def laid_out(content: Scene, size: tuple[int, int] = (1000, 700)) -> Layout:
    return lay_out(content, Viewport(content.frame, 50, 20, *size), STYLE, measure)


def test_places_of_a_product_at_batch_1(qkv: Shown) -> None:
    content = scene(qkv)
    (found,) = content.arrows
    intensity = USEFUL / IDEAL_BYTES
    assert found.ideal == pytest.approx((math.log10(intensity), math.log10(intensity * BANDWIDTH)))
    assert found.measured == pytest.approx((math.log10(EXECUTED / MOVED), math.log10(EXECUTED / TIME)))
    assert found.roof == pytest.approx(math.log10(EXECUTED / MOVED * BANDWIDTH))
    assert (content.dots.x[found.dot], content.dots.y[found.dot]) == pytest.approx(found.measured)
    assert content.dots.row[found.dot] == qkv.held[0].row


def test_lengths_are_the_factors(qkv: Shown) -> None:
    """8.0 × FLOP over 1.0459 × bytes lead 7.65 times to the right, 65.3 % of roof that much down."""
    (found,) = scene(qkv).arrows
    assert 10 ** (found.measured[0] - found.ideal[0]) == pytest.approx(8 / 1.04587, rel=1e-5)
    assert 10 ** (found.measured[1] - found.roof) == pytest.approx(0.65305, rel=1e-4)
    assert (found.waste, found.rate) == ("8.0 × FLOP, 1.05 × bytes", "65 % of roof")


def test_the_ideal_is_where_its_calculated_dot_is(qkv: Shown) -> None:
    content = scene(qkv)
    (calculated,) = np.flatnonzero(content.dots.calculated)
    assert content.arrows[0].ideal == pytest.approx((content.dots.x[calculated], content.dots.y[calculated]))


def test_arrows_stand_still_while_the_ideal_moves(qkv: Shown) -> None:
    at_8, at_64 = (work_out(replace(qkv.document, what_if=WhatIf(batch=batch)), qkv.analysis) for batch in (8, 64))
    before = scene(at_8)
    assert before.arrows == scene(qkv).arrows
    after = slide(before, at_64)
    assert after is not None
    assert after.arrows == before.arrows
    (calculated,) = np.flatnonzero(after.dots.calculated)
    assert after.dots.x[calculated] > before.dots.x[calculated] > after.arrows[0].ideal[0]


def test_more_bytes_lead_left_and_a_row_beyond_its_roof_up(qkv: Shown) -> None:
    content = scene(qkv)
    wasteful = replace(
        qkv.held[0], flop=1e6, bytes=4e6, time=8e-6, ideal_flop=1e6, ideal_bytes=1e6, ideal_time=1e-6, fraction=0.5
    )
    (found,) = ideal_arrows(replace(qkv, held=(wasteful,)), content.dots)
    assert found.ideal == pytest.approx((0, 12))  # 1 FLOP/B, 1 MFLOP in 1 µs
    assert found.measured == pytest.approx((-math.log10(4), math.log10(1.25e11)))
    assert found.roof - found.measured[1] == pytest.approx(math.log10(2))
    (beyond,) = ideal_arrows(replace(qkv, held=(replace(wasteful, fraction=1.25),)), content.dots)
    assert beyond.measured[1] - beyond.roof == pytest.approx(math.log10(1.25))


def test_what_is_unknown_has_no_place(qkv: Shown) -> None:
    dots = scene(qkv).dots
    (held,) = qkv.held
    nan = math.nan
    for untold in (replace(held, time=nan, fraction=nan), replace(held, bytes=0.0), replace(held, flop=nan)):
        assert ideal_arrows(replace(qkv, held=(untold,)), dots) == ()
    (found,) = ideal_arrows(replace(qkv, held=(replace(held, fraction=nan, bytes_factor=nan),)), dots)
    assert math.isnan(found.roof)
    assert (found.waste, found.rate) == ("8.0 × FLOP", "")
    assert ideal_arrows(replace(qkv, held=(replace(held, row=10_000),)), dots) == ()  # not drawn


def test_of_many_ideals_only_the_chosen_show(qkv: Shown) -> None:
    dots = scene(qkv).dots
    (held,) = qkv.held
    rows = dots.row[: FEW_IDEALS + 1].tolist()
    many = tuple(replace(held, row=row) for row in rows)
    few = ideal_arrows(replace(qkv, held=many[:FEW_IDEALS]), dots)
    assert [int(dots.row[one.dot]) for one in few] == rows[:FEW_IDEALS]
    assert {one.waste for one in few} == {"q, k and v: 8.0 × FLOP, 1.05 × bytes"}
    assert ideal_arrows(replace(qkv, held=many), dots) == ()
    (selected,) = ideal_arrows(replace(qkv, held=many, selection=frozenset({rows[2]})), dots)
    assert dots.row[selected.dot] == rows[2]
    assert selected.rate == "65 % of roof"
    assert len(ideal_arrows(replace(qkv, held=many, chosen=frozenset({held.estimate})), dots)) == len(many)


def test_selecting_brings_arrows_without_a_new_scene(qkv: Shown) -> None:
    rows = scene(qkv).dots.row[: FEW_IDEALS + 1].tolist()
    content = scene(replace(qkv, held=tuple(replace(qkv.held[0], row=row) for row in rows)))
    assert content.arrows == ()
    assert len(select(content, replace(content.shown, selection=frozenset(rows[:2]))).arrows) == 2


def test_a_key_explains_them(qkv: Shown) -> None:
    (text,) = [entry[1] for entry in marks_of(scene(qkv)) if entry[0] is Mark.IDEAL]
    assert text == "from ideal to measured: waste across, lost rate down"
    assert Mark.IDEAL not in [entry[0] for entry in marks_of(scene(replace(qkv, held=())))]


@pytest.mark.parametrize("size", [(400, 260), (700, 450), (1300, 800)])
def test_factors_stand_free_of_all_else(qkv: Shown, size: tuple[int, int]) -> None:
    layout = laid_out(scene(qkv), size)
    texts = [word for word in layout.words if word.text in ("8.0 × FLOP, 1.05 × bytes", "65 % of roof")]
    if size[0] > 400:
        assert len(texts) == 2
    for word in texts:
        assert not any(overlap(word, other) for other in layout.words if other is not word)
        (box,) = box_of(word)
        apart_x = np.maximum(np.maximum(box.left - layout.dots.x, layout.dots.x - box.right), 0)
        apart_y = np.maximum(np.maximum(box.top - layout.dots.y, layout.dots.y - box.bottom), 0)
        assert (np.hypot(apart_x, apart_y) >= layout.dots.radius - 0.01)[layout.dots.inside].all()


def in_pixels(qkv: Shown, ideal: tuple[float, float], measured: tuple[float, float], roof: float) -> ArrowPixels:
    """On 100 pixels per decade, with no dot at the measured point."""
    dots = dot_pixels(scene(qkv).dots, VIEWPORT, STYLE)
    return arrow_pixels(IdealArrows(0, ideal, measured, roof, "", ""), dots, VIEWPORT)


def test_pixels(qkv: Shown) -> None:
    """A decade right at the height of the ideal; from the roof, half a decade higher than the dot, down."""
    found = in_pixels(qkv, (0.0, 12.0), (1.0, 12.5), 13.0)
    assert found.ideal == pytest.approx((200, 400))
    assert found.across == pytest.approx((200, 400, 300, 400))
    assert found.down == pytest.approx((300, 300, 300, 350))
    assert found.guide == pytest.approx((300, 400, 300, 350))  # up to the dot


def test_a_guide_only_leads_where_the_arrows_do_not_meet(qkv: Shown) -> None:
    assert in_pixels(qkv, (0.0, 12.7), (1.0, 12.5), 13.0).guide is None
    above = in_pixels(qkv, (0.0, 12.0), (-1.0, 10.5), 11.0)  # more bytes under a memory roof
    assert above.guide == pytest.approx((100, 400, 100, 500))  # down to the roof
    assert above.down == pytest.approx((100, 500, 100, 550))


def test_arrows_that_say_nothing_are_left_out(qkv: Shown) -> None:
    """0.02 decades are 2 pixels."""
    found = in_pixels(qkv, (0.0, 12.0), (0.02, 12.0), 12.02)
    assert (found.across, found.down, found.guide) == (None, None, None)
    unknown = in_pixels(qkv, (math.nan, math.nan), (1.0, 12.0), math.nan)
    assert unknown[1:] == (None, None, None, None)


def test_an_arrow_ends_at_the_rim_of_its_dot(qkv: Shown) -> None:
    content = scene(qkv)
    layout = laid_out(content)
    (one,), (found,) = content.arrows, layout.arrows
    x, y = layout.viewport.point(*one.measured)
    roof = layout.viewport.point(one.measured[0], one.roof)[1]
    assert found.down == pytest.approx((x, roof, x, y - layout.dots.radius[one.dot]))
