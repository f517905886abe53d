"""Which paths a picture shows, and what is marked along them."""

from dataclasses import replace

import numpy as np
import pytest

from roofline_gui.model.measured import measure
from roofline_gui.model.precision import Precision
from roofline_gui.model.source import BatchLaw
from roofline_gui.present.picture.axis import Frame, Viewport
from roofline_gui.present.picture.labels import Box, Room
from roofline_gui.present.picture.path_pixels import joined_texts, path_pixels, place_path_words
from roofline_gui.present.picture.paths import FEW_PATHS, Over, Path, precision_names
from roofline_gui.present.picture.scene import Scene, scene
from roofline_gui.present.picture.style import Role, Style
from tests.present.pictures import calculated, gemm, intensity_of, llama, measured_at, shown, stays

STYLE = Style(12)
VIEW = Viewport(Frame(-2, 4, 10, 16), 0, 0, 600, 600)  # a decade is 100 pixels


def measure_text(text: str, role: Role) -> tuple[float, float]:
    return 6.0 * len(text), 13.0


def over_batch(picture: Scene) -> list[Path]:
    return [path for path in picture.paths if path.over is Over.BATCH]


def marks(path: Path) -> list[tuple[object, str, bool]]:
    return [(path.stops[mark.stop], mark.text, mark.ridge) for mark in path.marks]


def test_a_path_goes_through_its_dot_and_marks_the_ridge() -> None:
    picture = scene(shown(calculated(gemm()), batch=64))
    (path,) = picture.paths
    at = path.stops.index(64)
    assert (path.x[at], path.y[at]) == pytest.approx((picture.dots.x[0], picture.dots.y[0]))
    # b / (1 + b / 2048) reaches 200 FLOP/B at 221.6.
    assert marks(path) == [
        (1, "b = 1", False),
        (8, "b = 8", False),
        (64, "b = 64", False),
        (222, "b = 222", True),
        (512, "b = 512", False),
        (4096, "b = 4,096", False),
    ]


def test_few_kernels_all_show_their_paths_and_many_only_the_chosen_ones() -> None:
    entries = [gemm(i, f"k{i}", 512 * i) for i in range(1, FEW_PATHS + 2)]
    few = scene(shown(calculated(*entries[:-1], stays(99))))
    assert [path.dot for path in few.paths] == list(range(FEW_PATHS))
    assert {mark.text for path in few.paths for mark in path.marks if not mark.ridge} == {""}
    assert scene(shown(calculated(*entries))).paths == ()
    chosen = scene(shown(calculated(*entries), chosen=[1, 3]))
    assert [path.dot for path in chosen.paths] == [1, 3]


def test_the_only_chosen_one_shows_its_precisions_too() -> None:
    picture = scene(shown(calculated(gemm(), stays()), chosen=[0]))
    (path,) = [path for path in picture.paths if path.over is Over.PRECISION]
    assert path.stops[-1] is Precision.FP8_TENSOR
    assert 10 ** path.x[-1] == pytest.approx(intensity_of(1, element=1))
    assert [text for _, text, _ in marks(path)] == ["FP64", "FP32", "BF16", "packed FP16", "FP8"]
    assert all(p.over is Over.BATCH for p in scene(shown(calculated(gemm(), stays()), chosen=[0, 1])).paths)


def test_operations_that_do_not_grow_have_none() -> None:
    assert scene(shown(calculated(stays()), chosen=[0])).paths[0].over is Over.PRECISION
    assert over_batch(scene(shown(calculated(stays())))) == []


def test_an_operation_of_a_step_shows_its_path_when_it_is_chosen() -> None:
    found = shown(calculated(llama()))
    assert scene(found).paths == ()  # nine operations and the step move
    picture = scene(replace(found, chosen=frozenset({0})))
    assert [path.dot for path in over_batch(picture)] == [0]


def test_a_selected_row_with_a_law_shows_where_it_would_go() -> None:
    document = measured_at([(10.0, 4e13), (20.0, 5e13)], law=BatchLaw((0,), 8, 0.0))
    found = shown(document, selection=[0, 1])
    assert found.analysis is not None
    assert scene(found).paths == ()
    with_laws = replace(found, measured=measure(document.shown, found.analysis))
    (path,) = scene(with_laws).paths
    at = path.stops.index(8)
    assert (path.dot, 10 ** path.x[at], 10 ** path.y[at]) == pytest.approx((0, 10, 4e13))


def test_names_tell_precisions_apart() -> None:
    assert precision_names([Precision.FP64, Precision.FP64_TENSOR, Precision.BF16, Precision.BF16_TENSOR]) == [
        "FP64",
        "FP64 tensor",
        "packed BF16",
        "BF16",
    ]


def path(x: list[float], y: list[float], over: Over = Over.BATCH) -> Path:
    return Path(0, over, tuple(range(1, len(x) + 1)), np.array(x), np.array(y), ())


def test_a_path_that_leads_nowhere_is_not_drawn() -> None:
    assert path_pixels(path([1, 1.01], [12, 12.01]), VIEW, STYLE) is None
    drawn = path_pixels(path([1, 2], [12, 13]), VIEW, STYLE)
    assert drawn is not None
    assert drawn.points.tolist() == [[300, 400], [400, 300]]
    assert not drawn.dotted


def test_ticks_stand_across_the_way_and_crossings_are_rings() -> None:
    picture = scene(shown(calculated(gemm())))
    drawn = path_pixels(picture.paths[0], VIEW, STYLE)
    assert drawn is not None
    x0, y0, x1, y1 = drawn.ticks[0]
    assert (x1 - x0, y1 - y0) == pytest.approx((STYLE.text * 0.42 / 2**0.5,) * 2)  # across a slope of 45°
    ((x, y),) = drawn.crossings
    assert (x, y) == pytest.approx((100 * (np.log10(200) + 2), 100), abs=0.5)


def test_texts_at_one_place_are_one() -> None:
    assert joined_texts(["b = 296", "b = 310", "b = 296"]) == "b = 296, 310"
    assert joined_texts(["b = 512", "b = 8", "b = 1,024", "b = 64"]) == "b = 8 to 1,024"
    assert joined_texts(["BF16", "FP16"]) == "BF16, FP16"


def test_words_stand_beside_their_stops_and_crossings_come_first() -> None:
    picture = scene(shown(calculated(gemm(), gemm(2, "wider", 8192)), chosen=[0, 1]))
    words, _ = place_path_words(picture.paths, VIEW, Room(Box(0, 0, 600, 600)), STYLE, measure_text)
    # 8192: b / (1 + b / 4096) reaches 200 FLOP/B at 210.3; both cross at the same point of the roof.
    assert words[0].text == "b = 222, 211"
    assert "b = 8" in [word.text for word in words]


def test_words_of_stops_outside_are_left_out() -> None:
    picture = scene(shown(calculated(gemm())))
    narrow = Viewport(Frame(0, 1, 12, 13), 0, 0, 600, 600)  # 1 to 10 FLOP/B
    words, _ = place_path_words(picture.paths, narrow, Room(Box(0, 0, 600, 600)), STYLE, measure_text)
    assert words == []
