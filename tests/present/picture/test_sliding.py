"""While the what-if slides only places change: the scene and the layout of a step against those from the start."""

from dataclasses import replace

import numpy as np
import pytest

from roofline_gui.model.precision import Precision
from roofline_gui.model.source import BatchLaw
from roofline_gui.present.picture.axis import Frame, Viewport
from roofline_gui.present.picture.dot_pixels import DotPixels
from roofline_gui.present.picture.layout import Layout, lay_out, slide_layout
from roofline_gui.present.picture.paths import Over
from roofline_gui.present.picture.scene import Scene, scene, slide
from roofline_gui.present.picture.shown import Shown, work_out
from roofline_gui.present.picture.style import Role, Style
from tests.present.pictures import calculated, gemm, llama, measured_at, shown, stays

STYLE = Style(12)
VIEW = Viewport(Frame(-2, 4, 10, 16), 0, 0, 700, 700)


def measure(text: str, role: Role) -> tuple[float, float]:
    return 6.0 * len(text), 13.0


def under(before: Shown, **what_if: object) -> Shown:
    """The same things under another what-if, and what does not depend on it kept."""
    document = replace(before.document, what_if=replace(before.document.what_if, **what_if))  # type: ignore[arg-type]
    found = work_out(document, before.analysis)
    return replace(before, document=document, estimates=found.estimates, forecast=found.forecast)


def laid_out(picture: Scene) -> Layout:
    return lay_out(picture, VIEW, STYLE, measure)


DOCUMENTS = {
    "calculated": calculated(gemm(), gemm(2, "wider", 8192), stays(3)),
    "step": calculated(llama()),
    "measured": measured_at([(10.0, 4e13), (20.0, 5e13)], law=BatchLaw((0,), 8, 10e6)),
    "both": replace(measured_at([(10.0, 4e13)] * 3, law=BatchLaw((0, 2), 8, 0.0)), kernels=(gemm(), stays())),
}


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
@pytest.mark.parametrize("change", [{"batch": 40}, {"batch": 3000}, {"bytes": 0.5}])
def test_a_step_puts_all_where_it_stands_from_the_start(document: object, change: dict[str, object]) -> None:
    before = shown(document, batch=16)  # type: ignore[arg-type]
    now = under(before, **change)
    slid, anew = slide(scene(before), now), scene(now)
    if slid is None:  # other dots than before
        assert not anew.dots.same_as(scene(before).dots)
        return
    for name in ("kind", "row", "x", "y", "area", "colour", "shape", "hollow", "follows"):
        assert np.array_equal(getattr(slid.dots, name), getattr(anew.dots, name)), name
    assert slid.ghost_of.tolist() == anew.ghost_of.tolist()
    said = {label.dots: label.detail for label in anew.labels if label.detail}
    assert {label.dots: label.detail for label in slid.labels if label.detail}.items() <= said.items()


def test_dots_that_come_or_go_need_another_scene() -> None:
    given = shown(measured_at([(10.0, 4e13)], law=BatchLaw((0,), 8, 0.0)))
    assert slide(scene(given), under(given, batch=9)) is None
    selected = replace(given, selection=frozenset({0}))
    assert slide(scene(given), selected) is None


def test_paths_over_the_batch_stay_and_those_through_precisions_wait() -> None:
    before = shown(calculated(gemm(), stays()), chosen=[0], batch=16)
    picture = scene(before)
    slid = slide(picture, under(before, batch=17))
    assert slid is not None
    assert [path.over for path in picture.paths] == [Over.BATCH, Over.PRECISION]
    assert slid.paths == (picture.paths[0],)
    narrower = slide(picture, under(before, precision=Precision.FP8_TENSOR))
    assert narrower is not None
    assert narrower.paths[0].x[0] > picture.paths[0].x[0] + 0.2
    assert any(flat.asked for flat in narrower.roofs.flats)


def places(pixels: DotPixels, dots: slice) -> list[tuple[float, float]]:
    return list(zip(pixels.x[dots].tolist(), pixels.y[dots].tolist(), strict=True))


def test_words_stay_and_labels_go_with_their_dots() -> None:
    document = replace(measured_at([(10.0, 4e13), (300.0, 1e14)], law=BatchLaw((0,), 8, 0.0)), kernels=(gemm(),))
    before = shown(document, batch=16)
    old = scene(before)
    new = slide(old, under(before, batch=40))
    assert new is not None
    first = laid_out(old)
    moved = slide_layout(first, old, new, measure)
    assert moved.fixed_words == first.fixed_words
    assert places(moved.dots, slice(0, 2)) == places(first.dots, slice(0, 2))
    full = laid_out(new)
    assert np.allclose(moved.dots.x, full.dots.x)
    assert np.allclose(moved.links, full.links)
    assert sorted(moved.dots.moving.tolist()) == sorted(full.dots.moving.tolist())
    for label, other in zip(first.labels, moved.labels, strict=True):
        dx = moved.dots.x[label.dot] - first.dots.x[label.dot]
        assert other.dot == label.dot
        if label.dot < old.dots.still:
            assert other == label
        else:
            assert dx > 10
            ends = [w.x + (measure(w.text, w.role)[0] if label.ends_at_dot else 0) for w in label.words]
            now = [w.x + (measure(w.text, w.role)[0] if label.ends_at_dot else 0) for w in other.words]
            assert now == pytest.approx([x + dx for x in ends])
    detail = next(word.text for label in moved.labels for word in label.words if word.text.startswith("b = "))
    assert detail.startswith("b = 40, ")


def test_labels_survive_when_ghosts_come() -> None:
    document = replace(measured_at([(10.0, 4e13), (300.0, 1e14)], law=BatchLaw((0,), 8, 0.0)), kernels=(gemm(),))
    before = shown(document)
    old, now = scene(before), under(before, batch=40)
    assert slide(old, now) is None
    new = scene(now)
    first = laid_out(old)
    kept = slide_layout(first, old, new, measure)
    assert kept.fixed_words == first.fixed_words
    texts = {word.text for label in first.labels for word in label.words if word.role is Role.NAME}
    assert {word.text for label in kept.labels for word in label.words if word.role is Role.NAME} == texts
    (of_gemm,) = (label for label in kept.labels if label.words[0].text == "gemm")
    assert of_gemm.dot == 3  # behind two measured dots and a ghost
    assert (of_gemm.x, of_gemm.y) == (kept.dots.x[3], kept.dots.y[3])
