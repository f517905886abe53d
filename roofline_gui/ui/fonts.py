"""The bundled typeface, so that every picture looks the same on every machine."""

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from roofline_gui.present.picture.style import Role, Style
from roofline_gui.resources import resource_path

_FILES = ("Inter-Regular.otf", "Inter-SemiBold.otf")


@cache
def font_family() -> str:
    """Load the bundled fonts (once, needs a running application) and name their family.

    Where they cannot be loaded the application's own family is used.
    """
    families = []
    for file in _FILES:
        loaded = QFontDatabase.addApplicationFont(str(resource_path("fonts", file)))
        if loaded != -1:
            families += QFontDatabase.applicationFontFamilies(loaded)
    return families[0] if families else QFont().family()


def font(size: float, *, bold: bool = False) -> QFont:
    """The bundled font at `size` pixels, semi-bold if `bold`."""
    made = QFont(font_family())
    made.setPixelSize(max(1, round(size)))
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    keep_letters(made)
    # Widths that do not depend on the pixel grid keep labels in place at every scale.
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def keep_letters(font: QFont) -> None:
    """Let `font` show every letter as it is: by itself Inter shows the “x” between digits of kernel names as “×”."""
    font.setFeature(QFont.Tag("calt"), 0)


class Fonts:
    """The fonts of one style, with their measures."""

    def __init__(self, style: Style) -> None:
        self._fonts = {role: font(style.font_size(role), bold=style.is_bold(role)) for role in Role}
        self._metrics = {role: QFontMetricsF(f) for role, f in self._fonts.items()}

    def __getitem__(self, role: Role) -> QFont:
        return self._fonts[role]

    def ascent(self, role: Role) -> float:
        """Pixels from the top of a line of text to its baseline."""
        return self._metrics[role].ascent()

    def measure(self, text: str, role: Role) -> tuple[float, float]:
        """Width of a text and height of its line, pixels."""
        metrics = self._metrics[role]
        return metrics.horizontalAdvance(text), metrics.height()
