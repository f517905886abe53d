"""Sizes of everything drawn, in pixels, from one text size."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from roofline_gui.model.demand import Floats

WINDOW_TEXT = 12.0  # pixels
PICTURE_TEXT = 15.0  # pixels in a picture of 1600 × 900
MANY_DOTS = 300  # from here on dots get smaller
DENSE_DOTS = 3000  # from here on their density is drawn


class Role(StrEnum):
    """What a text is for; size, weight and colour follow from it."""

    TITLE = "title"
    SUBTITLE = "subtitle"
    AXIS = "axis"
    TICK = "tick"
    REGION = "region"
    CEILING = "ceiling"
    CEILING_QUIET = "ceiling_quiet"
    CEILING_ASKED = "ceiling_asked"
    RIDGE = "ridge"
    NAME = "name"
    NAME_QUIET = "name_quiet"
    DETAIL = "detail"
    LEGEND = "legend"
    CAPTION = "caption"


_SIZES = {Role.TITLE: 1.65, Role.SUBTITLE: 1.05, Role.AXIS: 1.0, Role.TICK: 0.95, Role.CAPTION: 0.87, Role.REGION: 0.9}
_BOLD = frozenset({Role.TITLE, Role.NAME, Role.CEILING, Role.CEILING_ASKED})

# Width of a text and height of its line in pixels
Measure: TypeAlias = Callable[[str, Role], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Style:
    """Sizes in pixels, all from `text`, the size of labels."""

    text: float

    def font_size(self, role: Role) -> float:
        """Font size of a role in pixels."""
        return self.text * _SIZES.get(role, 0.93)

    @staticmethod
    def is_bold(role: Role) -> bool:
        """Whether a role is set in semi-bold."""
        return role in _BOLD

    def radii(self, area: Floats) -> Floats:
        """Radii of dots: area in proportion, with a floor that keeps the smallest visible."""
        many = min(1.0, (MANY_DOTS / max(1, len(area))) ** 0.25)
        return np.asarray(self.text * many * np.maximum(np.sqrt(area), 0.27))

    def as_rings(self, radii: Floats) -> Floats:
        """Radii of hollow dots: as of others, with a floor that keeps their inside visible."""
        return np.maximum(radii, self.text * 0.36)

    @property
    def level_radius(self) -> float:
        """Radius of the dots of a kernel's nearer levels."""
        return self.text * 0.33

    @property
    def ring(self) -> float:
        """Room for a ring around a dot."""
        return self.text * 0.25

    @property
    def edge_mark(self) -> float:
        """Half the size of the mark that stands for a dot outside the frame."""
        return self.text * 0.38

    @property
    def gap(self) -> float:
        """The small distance that separates things that belong together."""
        return self.text * 0.4

    def line(self, main: bool) -> float:
        """Width of a ceiling."""
        return self.text * (0.17 if main else 0.085)


def picture_style(width: float, height: float) -> Style:
    """The style of a picture of `width` × `height` pixels; small pictures keep relatively larger text."""
    share = min(width / 1600, height / 900)
    return Style(PICTURE_TEXT * (share if share > 1 else share**0.5))
