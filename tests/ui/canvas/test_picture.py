"""Exported pictures: size, theme, text, files."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from roofline_gui.present.palette import DARK, LIGHT, Palette
from roofline_gui.present.picture.axis import Frame
from roofline_gui.present.picture.shown import Shown
from roofline_gui.ui.fonts import font, font_family
from roofline_gui.ui.picture import PictureError, offscreen_application, render_image, save_png
from tests.ui.canvas.builders import document_at, shown_at

pytestmark = pytest.mark.usefixtures("qapp")
POINTS = [(1.0, 1e12), (10.0, 1e13), (100.0, 5e13)]


def array(image: QImage) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4).copy()


def near(picture: "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]", colour: str) -> int:
    """How many pixels have a colour."""
    wanted = QColor(colour)
    distance = np.abs(picture[..., :3].astype(int) - [wanted.red(), wanted.green(), wanted.blue()]).sum(axis=2)
    return int((distance <= 6).sum())


@pytest.mark.parametrize(("scale", "pixels"), [(1.0, (1600, 900)), (2.0, (3200, 1800)), (1.5, (2400, 1350))])
def test_size_and_scale(scale: float, pixels: tuple[int, int]) -> None:
    image = render_image(shown_at(POINTS), scale=scale)
    assert (image.width(), image.height()) == pixels
    assert near(array(image)[: pixels[1] // 8], LIGHT.text) > 100  # the title


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda p: p.name)
def test_themes(palette: Palette) -> None:
    picture = array(render_image(shown_at(POINTS), palette=palette))
    assert near(picture[:5], palette.window) == 5 * 1600
    assert near(picture, palette.ceiling) > 1000
    for colour in palette.groups[:3]:
        assert near(picture, colour) > 50


def test_transparent_ground() -> None:
    assert array(render_image(shown_at(POINTS), transparent=True))[2, 2, 3] == 0
    assert array(render_image(shown_at(POINTS)))[2, 2, 3] == 255


def test_selection_shows_in_the_picture() -> None:
    shown = shown_at(POINTS)
    plain, selected = (array(render_image(replace(shown, selection=s))) for s in (frozenset(), frozenset({1})))
    assert near(plain, LIGHT.accent) < near(selected, LIGHT.accent)


def test_another_frame_moves_the_dots() -> None:
    shown = shown_at(POINTS)
    assert not np.array_equal(array(render_image(shown)), array(render_image(shown, frame=Frame(-2, 7, 10, 16))))


def test_a_picture_without_an_analysis_has_the_ceilings() -> None:
    document, _ = document_at(POINTS)
    assert near(array(render_image(Shown(document))), LIGHT.ceiling) > 1000


def test_the_same_picture_every_time() -> None:
    shown = shown_at(POINTS)
    assert render_image(shown) == render_image(shown)


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "roofline.png"
    path.write_text("before")
    save_png(path, shown_at(POINTS), size=(800, 450))
    assert QImage(str(path)).size().toTuple() == (800, 450)
    assert [p.name for p in tmp_path.iterdir()] == ["roofline.png"]


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "roofline.png"
    with pytest.raises(PictureError, match="Cannot write"):
        save_png(path, shown_at(POINTS))


@pytest.mark.parametrize(("size", "scale"), [((10, 900), 1.0), ((1600, 900), 20.0), ((0, 0), 1.0)])
def test_impossible_sizes_are_told(size: tuple[int, int], scale: float) -> None:
    with pytest.raises(PictureError, match="between 200 and 16000 pixels"):
        render_image(shown_at(POINTS), size=size, scale=scale)


def test_the_bundled_typeface_is_used() -> None:
    assert font_family() == "Inter"
    assert font(14, bold=True).weight() > font(14).weight()


def test_an_application_that_runs_already_is_taken(qtbot: QtBot) -> None:
    assert offscreen_application() is QGuiApplication.instance()
