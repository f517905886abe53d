"""A scene in pixels: lines where they belong, words that keep out of the way, dots outside told."""

import math

import numpy as np
import pytest

from roofline_gui.model.analysis import analyse
from roofline_gui.model.document import Document, View
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from roofline_gui.present.picture.axis import Frame, Viewport
from roofline_gui.present.picture.colours import LegendEntry
from roofline_gui.present.picture.dot_pixels import dots_in, nearest_dot
from roofline_gui.present.picture.labels import Box
from roofline_gui.present.picture.layout import Layout, lay_out
from roofline_gui.present.picture.lines import Word
from roofline_gui.present.picture.page import compose, cut
from roofline_gui.present.picture.scene import Scene, scene
from roofline_gui.present.picture.shown import Shown
from roofline_gui.present.picture.style import DENSE_DOTS, Role, Style, picture_style
from tests.model.builders import ROUND, launches

STYLE = Style(12)
FRAME = Frame(-2, 4, 10, 16)  # that of the machine
SIZES = [(400, 260), (700, 450), (1300, 800)]


def measure(text: str, role: Role) -> tuple[float, float]:
    size = STYLE.font_size(role)
    return len(text) * size * 0.55, size * 1.2


def scene_of(
    points: list[tuple[float, float]], time: list[float] | None = None, view: View | None = None, n: int = 0
) -> Scene:
    """Kernels at (FLOP/B, FLOP/s), on DRAM; their L2 and L1 intensities are a half and a fifth of it."""
    time = time or [1.0] * len(points)
    flop = [p * t for (_, p), t in zip(points, time, strict=True)]
    bytes = [w / x for w, (x, _) in zip(flop, points, strict=True)]
    read = launches(
        [f"kernel_{i}" for i in range(len(points))],
        time,
        {Precision.FP32: flop},
        {Level.DRAM: bytes, Level.L2: [2 * q for q in bytes], Level.L1: [5 * q for q in bytes]},
    )
    profile = Profile("test.csv", "test.csv", read, Ledger(len(read)))
    document = Document("Title", (Source(profile, profile.name),), ROUND, Grouping.LAUNCH, view=view or View())
    return scene(Shown(document, analyse(document), selection=frozenset(range(n))))


def laid_out(shown: Scene, size: tuple[int, int] = (700, 450), frame: Frame = FRAME) -> Layout:
    return lay_out(shown, Viewport(frame, 50, 20, *size), STYLE, measure)


def box_of(word: Word) -> tuple[Box, ...]:
    """Upright boxes that a word covers."""
    width, height = measure(word.text, word.role)
    if not word.angle:
        return (Box(word.x, word.y, word.x + width, word.y + height),)
    angle = math.radians(word.angle)
    points = [
        (word.x + a * math.cos(angle) + d * math.sin(angle), word.y - a * math.sin(angle) + d * math.cos(angle))
        for a in np.linspace(0, width, 40)
        for d in np.linspace(0, height, 8)
    ]
    return tuple(Box(x - 0.5, y - 0.5, x + 0.5, y + 0.5) for x, y in points)


def overlap(a: Word, b: Word) -> bool:
    return any(
        p.left < q.right - 0.01 and q.left < p.right - 0.01 and p.top < q.bottom - 0.01 and q.top < p.bottom - 0.01
        for p in box_of(a)
        for q in box_of(b)
    )


def scattered(count: int, seed: int) -> list[tuple[float, float]]:
    random = np.random.default_rng(seed)
    intensity = 10 ** random.uniform(-1.5, 3, count)
    return [(i, min(100e12, 5e12 * i) * f) for i, f in zip(intensity, random.uniform(0.01, 1, count), strict=True)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("count", "seed"), [(1, 0), (12, 1), (60, 2), (400, 3)])
def test_words_keep_apart_inside_the_frame_and_off_the_dots(size: tuple[int, int], count: int, seed: int) -> None:
    layout = laid_out(scene_of(scattered(count, seed), n=3), size)
    assert layout.words
    for i, word in enumerate(layout.words):
        assert not any(overlap(word, other) for other in layout.words[:i] if not same_label(word, other))
        for box in box_of(word):
            assert box.left >= 50
            assert box.right <= 50 + size[0]
            assert box.top >= 20
            assert box.bottom <= 20 + size[1]
            apart_x = np.maximum(np.maximum(box.left - layout.dots.x, layout.dots.x - box.right), 0)
            apart_y = np.maximum(np.maximum(box.top - layout.dots.y, layout.dots.y - box.bottom), 0)
            assert (np.hypot(apart_x, apart_y) >= layout.dots.radius - 0.01)[layout.dots.inside].all()


def same_label(a: Word, b: Word) -> bool:
    """The two lines of one label touch."""
    return {a.role, b.role} == {Role.NAME, Role.DETAIL}


def test_slopes_keep_their_angle_and_their_names_ride_on_it() -> None:
    layout = laid_out(scene_of([(10, 1e13)]))
    # 6 decades on 700 pixels across, on 450 upwards.
    expected = math.degrees(math.atan2(450 / 6, 700 / 6))
    slopes = [line for line in layout.lines if line.y0 != line.y1]
    for line in slopes:
        assert math.degrees(math.atan2(line.y0 - line.y1, line.x1 - line.x0)) == pytest.approx(expected)
    turned = [word for word in layout.words if word.angle]
    assert {word.text for word in turned} == {"dram  5 TB/s", "l2  10 TB/s", "l1  40 TB/s"}
    assert all(word.angle == pytest.approx(expected) for word in turned)
    assert all(word.x < 50 + 700 / 3 for word in turned)  # at the left end


def test_slope_names_stand_just_above_their_line() -> None:
    layout = laid_out(scene_of([(10, 1e13)]))
    name = next(word for word in layout.words if word.text == "dram  5 TB/s")
    angle = math.radians(name.angle)
    height = measure(name.text, name.role)[1]
    x, y = name.x + height * math.sin(angle), name.y + height * math.cos(angle)  # the lower left corner
    enters = 20 + 450 * (16 - (math.log10(5e12) - 2)) / 6  # where 5 TB/s meets the left edge
    line = enters - (x - 50) * math.tan(angle)
    assert 1 < (line - y) * math.cos(angle) < 8


def test_small_dots_are_painted_over_large_ones() -> None:
    assert laid_out(scene_of([(10, 1e13), (10, 1.1e13), (10, 1.2e13)], time=[2, 9, 4])).dots.order.tolist() == [1, 2, 0]


def test_flats_have_their_names_at_the_right_end_above_the_line() -> None:
    layout = laid_out(scene_of([(10, 1e13)]))
    name = next(word for word in layout.words if word.text == "FP32  100 TFLOP/s")
    line = next(line for line in layout.lines if line.y0 == line.y1 and line.main)
    assert line.y0 == pytest.approx(20 + 450 * 2 / 6)  # 10^14 of 10^16
    assert line.y0 - 30 < name.y + measure(name.text, name.role)[1] < line.y0
    assert name.x + measure(name.text, name.role)[0] > 700


def test_a_name_moves_along_its_line_where_a_dot_stands() -> None:
    free = next(w for w in laid_out(scene_of([(10, 1e13)])).words if w.text == "FP32  100 TFLOP/s")
    moved = next(w for w in laid_out(scene_of([(7000, 1.1e14)])).words if w.text == "FP32  100 TFLOP/s")
    assert moved.x < free.x


def test_the_roof_that_counts_is_the_slope_up_to_the_ridge_and_the_flat_from_there() -> None:
    main = [line for line in laid_out(scene_of([(10, 1e13)])).lines if line.main]
    ridge = (50 + 700 * (math.log10(20) + 2) / 6, 20 + 450 * 2 / 6)
    assert min((line.x1, line.y1) for line in main) == pytest.approx(ridge)
    assert max((line.x0, line.y0) for line in main) == pytest.approx(ridge)


def test_dots_outside_are_counted_and_marked_at_the_edge() -> None:
    layout = laid_out(scene_of([(10, 1e13), (1e5, 1e13), (10, 1e8)]))
    assert layout.outside == 2
    marks = {mark.dot: (mark.dx, mark.dy) for mark in layout.edge_marks}
    assert marks == {1: (1, 0), 2: (0, 1)}
    assert all(50 < mark.x < 750 and 20 < mark.y < 470 for mark in layout.edge_marks)


def test_a_label_without_room_for_its_numbers_is_a_name_alone() -> None:
    shown = scene_of([(1e-1, 1e11)])
    (label,) = shown.labels
    wide = measure(label.detail, Role.DETAIL)[0]
    for width, texts in ((wide + 200, [label.name, label.detail]), (wide - 10, [label.name])):
        (placed,) = lay_out(shown, Viewport(FRAME, 50, 20, width, 260), STYLE, measure).labels
        assert [word.text for word in placed.words] == texts


def test_words_keep_out_of_the_corner_that_something_covers_while_dots_are_outside() -> None:
    points = [(10.0**x, 1.5e11) for x in (3.2, 3.4, 3.6, 3.8)]
    viewport = Viewport(FRAME, 50, 20, 700, 450)
    width, height = 260.0, 90.0
    corner = Box(viewport.right - width, viewport.bottom - height, viewport.right, viewport.bottom)

    def inside(shown: Scene) -> int:
        boxes = [b for w in lay_out(shown, viewport, STYLE, measure, (width, height)).words for b in box_of(w)]
        return sum(b.left < corner.right and b.right > corner.left and b.bottom > corner.top for b in boxes)

    assert inside(scene_of(points)) > 0
    assert inside(scene_of([*points, (1e-3, 1e9)])) == 0


def test_many_dots_outside_are_only_counted() -> None:
    layout = laid_out(scene_of([(10, 1e8)] * 40))
    assert layout.outside == 40
    assert layout.edge_marks == ()


def test_levels_stand_on_one_line_with_their_dot() -> None:
    layout = laid_out(scene_of([(10, 1e13)], n=1))
    y = layout.dots.y[0]
    assert layout.levels.y.tolist() == [y, y]
    across = 700 / 6
    assert sorted(layout.levels.x) == pytest.approx(
        [50 + (math.log10(2) + 2) * across, 50 + (math.log10(5) + 2) * across]
    )
    assert layout.levels.links.tolist() == [pytest.approx([min(layout.levels.x), y, layout.dots.x[0], y])]


def test_the_nearest_dot_is_found_by_its_pixels() -> None:
    layout = laid_out(scene_of([(10, 1e13), (100, 1e13)], time=[1, 0.01]))
    x, y = layout.dots.x, layout.dots.y
    assert nearest_dot(layout.dots, x[1] + 2, y[1], 0) == 1
    assert nearest_dot(layout.dots, x[0] + layout.dots.radius[0] + 3, y[0], 5) == 0
    assert nearest_dot(layout.dots, (x[0] + x[1]) / 2, y[0], 5) == -1
    assert nearest_dot(layout.dots, x[1], y[1], 500) == 1
    assert nearest_dot(layout.dots, x[1], y[1], 500, preferred=(0,)) == 0  # both are within reach
    assert nearest_dot(layout.dots, x[1], y[1], 5, preferred=(0,)) == 1
    assert nearest_dot(laid_out(scene_of([(1e9, 1e13)])).dots, 50, 50, 1e9) == -1


def test_dots_in_a_rubber_band() -> None:
    dots = laid_out(scene_of([(10, 1e13), (100, 1e13), (1e5, 1e13)])).dots
    assert dots_in(dots, Box(0, 0, 2000, 2000)).tolist() == [0, 1]
    assert dots_in(dots, Box(dots.x[1] - 1, dots.y[1] - 1, dots.x[1] + 1, dots.y[1] + 1)).tolist() == [1]


def test_density_paints_each_pixel_once_and_keeps_every_dot_to_find() -> None:
    points = [(10.0, 1e13)] * DENSE_DOTS + [(100.0, 1e13)] * 2
    dots = laid_out(scene_of(points)).dots
    assert dots.dense
    assert len(dots.order) == 2
    assert len(dots.x) == len(points)


def test_small_dots_keep_a_floor() -> None:
    radii = STYLE.radii(np.array([1.0, 0.25, 1e-9]))
    assert radii[1] == pytest.approx(radii[0] / 2)
    assert radii[2] >= 3


def test_regions_can_be_turned_off() -> None:
    assert len(laid_out(scene_of([(10, 1e13)])).bands) == 3
    assert laid_out(scene_of([(10, 1e13)], view=View(regions=False))).bands == ()


def test_a_page_has_title_axes_and_provenance_inside_its_edges() -> None:
    page = compose(scene_of([(10, 1e13), (10, 1e8)]), 1600, 900, picture_style(1600, 900), measure)
    words = {word.role: word for word in page.words}
    assert words[Role.TITLE].text == "Title"
    assert words[Role.CAPTION].text.endswith("· 2 launches · 1 outside the frame")
    assert {w.text for w in page.words if w.role is Role.AXIS} == {
        "Arithmetic intensity (FLOP/byte, DRAM traffic)",
        "Performance (FLOP/s)",
    }
    for word in page.words:
        for box in box_of(word):
            assert box.left >= 0
            assert box.top >= 0
            assert box.right <= 1600
            assert box.bottom <= 900
    assert page.layout.viewport.frame == FRAME


def test_colours_without_a_label_get_a_key() -> None:
    on_one_spot = scene_of([(10, 1e13)] * 14)
    page = compose(on_one_spot, 1600, 900, picture_style(1600, 900), measure)
    named = {on_one_spot.labels[0].name} | {word.text for word in page.layout.words}
    keys = {key.word.text for key in page.keys if isinstance(key.symbol, LegendEntry)}
    assert {entry.text for entry in on_one_spot.legend} <= keys | {n.split(" · ")[0] for n in named}
    assert keys


def test_long_titles_are_cut_at_the_end() -> None:
    assert cut("abcdefghij", Role.TITLE, 1e6, measure) == "abcdefghij"
    shortened = cut("abcdefghij", Role.TITLE, measure("abcdef", Role.TITLE)[0], measure)
    assert shortened == "abcde…"
