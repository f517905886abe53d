"""Arrows from ideals as they are painted: by themselves, and in exported pictures."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from roofline_gui.model.demand import Bools
from roofline_gui.model.source import Pin
from roofline_gui.present.palette import DARK, LIGHT, Palette
from roofline_gui.present.picture.arrow_pixels import ArrowPixels
from roofline_gui.present.picture.shown import work_out
from roofline_gui.present.picture.style import Style
from roofline_gui.ui.canvas.arrow_painting import paint_arrow_key, paint_arrows
from roofline_gui.ui.picture import render_image
from tests.model.test_ideals import example, row_of
from tests.present.calculated.test_ideals import QKV

pytestmark = pytest.mark.usefixtures("qapp")
STYLE = Style(12)
ARROWS = ArrowPixels(0, (50, 250, 250, 250), (250, 50, 250, 150), (250, 250, 250, 150), (50, 250))


def inked(paint: Callable[[QPainter], None], palette: Palette) -> Bools:
    """Which pixels of a picture of 300 × 300 get the colour of text, shape (rows, columns)."""
    image = QImage(300, 300, QImage.Format.Format_RGBA8888)
    image.fill(QColor(palette.window))
    painter = QPainter(image)
    paint(painter)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(300, 300, 4)[..., :3].astype(int)
    text = QColor(palette.text)
    return np.asarray(np.abs(pixels - [text.red(), text.green(), text.blue()]).sum(axis=2) < 60)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda p: p.name)
def test_heads_are_where_the_arrows_lead(palette: Palette) -> None:
    ink = inked(lambda painter: paint_arrows(painter, [ARROWS], STYLE, palette), palette)
    across, down = ink[240:260], ink[40:160, 240:260]
    assert across[:, 244].sum() > across[:, 150].sum() > 0  # the head is wider than the line behind it
    assert down[104].sum() > down[40].sum() > 0
    assert not ink[:, 254:].any()  # nothing beyond the tips
    assert not ink[154:238, 250].any()  # the guide is quieter
    assert not ink[250, 50]  # the ideal is a ring
    assert ink[244:257, 40:60].any()


def test_short_arrows_keep_a_line_behind_their_head() -> None:
    short = ArrowPixels(0, None, (100, 100, 100, 108), None, None)
    ink = inked(lambda painter: paint_arrows(painter, [short], STYLE, LIGHT), LIGHT)
    rows = np.flatnonzero(ink.any(axis=1))
    assert (rows[0], rows[-1]) == pytest.approx((100, 107), abs=1)
    assert 0 < ink[101].sum() < ink[104].sum()


def test_a_halo_keeps_an_arrow_apart_from_a_dot() -> None:
    def paint(painter: QPainter) -> None:
        painter.fillRect(0, 0, 300, 300, QColor(LIGHT.text))
        paint_arrows(painter, [ArrowPixels(0, (50, 250, 250, 250), None, None, None)], STYLE, LIGHT)

    column = inked(paint, LIGHT)[240:260, 150]
    assert column[10]
    assert not column[8]
    assert not column[11]


def test_the_key_shows_both_arrows() -> None:
    ink = inked(lambda painter: paint_arrow_key(painter, 150, 150, STYLE.level_radius, STYLE, LIGHT), LIGHT)
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    assert columns[0] < 146 < 152 < columns[-1]
    assert rows[0] < 148 < 152 < rows[-1]


def test_an_exported_picture_has_them() -> None:
    document, analysis = example(QKV)
    (source,) = document.sources
    members = tuple(analysis.groups.members(row_of(analysis, "decode batch=1 / layer 0 / qkv_proj")).tolist())
    shown = work_out(replace(document, sources=(replace(source, pins=(Pin(members, 1),)),)), analysis)
    assert render_image(shown) != render_image(replace(shown, held=()))
