"""Colours: readable text, groups that stay apart with every kind of colour vision."""

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from roofline_gui.present.palette import DARK, LIGHT, REST, Palette, group_colour

THEMES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda p: p.name)
# Full dichromacy in linear RGB. Source: Machado, Oliveira, Fernandes, IEEE TVCG 2009, severity 1.0.
VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
Vector = npt.NDArray[np.float64]


def linear(colour: str) -> Vector:
    srgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def contrast(a: str, b: str) -> float:
    """WCAG 2.1."""
    high, low = sorted((float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (a, b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def blended(tint: str, opacity: float, ground: str) -> str:
    parts = [round(opacity * int(tint[i : i + 2], 16) + (1 - opacity) * int(ground[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{p:02X}" for p in parts)


def oklab(rgb: Vector) -> Vector:
    """Perceptual coordinates. Source: B. Ottosson, "A perceptual color space for image processing", 2020."""
    to_cones = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    to_lab = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return np.asarray(to_lab @ np.cbrt(to_cones @ np.clip(rgb, 0, 1)))


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)  # the known grey just below 4.5


@THEMES
@pytest.mark.parametrize("text", ["text", "muted", "accent", "what_if", "ok", "warn", "bad", "ceiling"])
@pytest.mark.parametrize("ground", ["window", "surface", "field"])
def test_text_is_readable_on_every_ground(palette: Palette, text: str, ground: str) -> None:
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= 4.5


@THEMES
@pytest.mark.parametrize("region", ["memory", "mixed", "compute"])
def test_text_is_readable_on_tinted_regions(palette: Palette, region: str) -> None:
    assert palette.tint <= 0.14
    ground = blended(getattr(palette, region), palette.tint, palette.window)
    assert contrast(palette.text, ground) >= 4.5
    assert contrast(palette.muted, ground) >= 4.5


@THEMES
def test_text_on_the_accent_is_readable(palette: Palette) -> None:
    assert contrast(palette.accent_text, palette.accent) >= 4.5


@THEMES
def test_dots_and_quiet_ceilings_stand_out_from_the_window(palette: Palette) -> None:
    for colour in (*palette.groups, palette.rest, palette.ceiling_quiet):
        assert contrast(colour, palette.window) >= 3.0


@THEMES
@pytest.mark.parametrize("vision", VISION)
def test_groups_stay_apart_with_every_colour_vision(palette: Palette, vision: str) -> None:
    assert len(palette.groups) == 8
    seen = [oklab(VISION[vision] @ linear(c)) for c in palette.groups]
    nearest = min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2))
    assert nearest >= 0.06  # about three just noticeable differences


@THEMES
def test_group_colours_by_index(palette: Palette) -> None:
    assert group_colour(palette, 3) == palette.groups[3]
    assert group_colour(palette, REST) == palette.rest
