"""Every colour on screen, for a light and a dark theme. Colours are `#RRGGBB`; an alpha stands beside its colour."""

from dataclasses import dataclass
from enum import IntEnum


class Shape(IntEnum):
    """Marker shapes; the next one is taken when groups exceed the colours."""

    CIRCLE = 0
    SQUARE = 1
    DIAMOND = 2
    TRIANGLE = 3
    HEXAGON = 4


@dataclass(frozen=True, slots=True)
class Palette:
    """One theme.

    window: behind everything, the picture's background. surface: panes and cards. field: text inputs, table rows.
    text, muted: words and quieter words, both at least 4.5 : 1 on window, surface and field. border: outlines of panes.
    grid, grid_minor: lines behind the data. ceiling: the roof that counts; ceiling_quiet: the other ceilings.
    memory, mixed, compute: region tints, painted with the opacity `tint`. accent: selection and focus;
    accent_text: words on it. what_if: what is predicted, and the controls that say so. ok, warn, bad: states, readable
    as text. groups: dots, told apart with every kind of colour vision. rest: dots beyond the groups that colour and
    shape can tell apart.
    """

    name: str
    is_dark: bool
    window: str
    surface: str
    field: str
    text: str
    muted: str
    border: str
    grid: str
    grid_minor: str
    ceiling: str
    ceiling_quiet: str
    memory: str
    mixed: str
    compute: str
    tint: float
    accent: str
    accent_text: str
    what_if: str
    ok: str
    warn: str
    bad: str
    groups: tuple[str, ...]
    rest: str


# The group colours start from Okabe and Ito, "Color Universal Design" (2008), moved until all pairs stay apart under
# simulated protanopia, deuteranopia and tritanopia and each stands at 3 : 1 or more on the window.
LIGHT = Palette(
    name="light",
    is_dark=False,
    window="#FFFFFF",
    surface="#F5F6F8",
    field="#FFFFFF",
    text="#1B1F24",
    muted="#586170",
    border="#D5D9E0",
    grid="#DFE3E8",
    grid_minor="#EEF0F3",
    ceiling="#2A2F36",
    ceiling_quiet="#8A929D",
    memory="#3C8FD6",
    mixed="#8A94A3",
    compute="#E0883A",
    tint=0.07,
    accent="#0B62D6",
    accent_text="#FFFFFF",
    what_if="#8327B8",
    ok="#1B7440",
    warn="#8F5800",
    bad="#B42318",
    groups=("#0958BD", "#BC5004", "#36886A", "#CE64AD", "#B0901A", "#0897FF", "#844438", "#684C81"),
    rest="#7D8590",
)
DARK = Palette(
    name="dark",
    is_dark=True,
    window="#16181D",
    surface="#1E2127",
    field="#121419",
    text="#E9ECF0",
    muted="#A3ABB7",
    border="#363B44",
    grid="#2F343C",
    grid_minor="#23272E",
    ceiling="#E3E6EA",
    ceiling_quiet="#7C8591",
    memory="#3FA0F0",
    mixed="#A7B0BD",
    compute="#F09A45",
    tint=0.08,
    accent="#6CB2FF",
    accent_text="#0D1420",
    what_if="#CB9BFF",
    ok="#5CCB8A",
    warn="#F0B65A",
    bad="#FF8A7A",
    groups=("#2196C0", "#DE7400", "#0DC07E", "#F79FBB", "#CDC94C", "#79DCFF", "#A17A70", "#967EFF"),
    rest="#8B939E",
)
PALETTES = {p.name: p for p in (LIGHT, DARK)}

REST = -1  # colour index of dots beyond the groups that colour and shape can tell apart


def group_colour(palette: Palette, index: int) -> str:
    """The colour of a colour index (`REST` included)."""
    return palette.rest if index == REST else palette.groups[index]
