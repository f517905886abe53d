"""The key of a picture: what its symbols mean."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from roofline_gui.model.machine import Level
from roofline_gui.present.picture.colours import LegendEntry
from roofline_gui.present.picture.dot_pixels import MARKED
from roofline_gui.present.picture.dots import Kind
from roofline_gui.present.picture.lines import Word
from roofline_gui.present.picture.paths import TICKED, Over
from roofline_gui.present.picture.scene import Scene
from roofline_gui.present.picture.style import Measure, Role, Style


class Mark(StrEnum):
    """Symbols that a key explains beside colours and levels."""

    CALCULATED = "calculated"
    WHOLE_STEP = "whole_step"
    PREDICTED = "predicted"
    RECORDED = "recorded"
    TRAIL = "trail"
    PRECISIONS = "precisions"
    IDEAL = "ideal"
    ABOVE_ROOF = "above_roof"
    CLOSE = "close"


Symbol: TypeAlias = LegendEntry | Level | Mark


class KeyEntry(NamedTuple):
    """A symbol and what it means; `short` says it where space is short."""

    symbol: Symbol
    text: str
    short: str = ""


class Key(NamedTuple):
    """A symbol centred at (x, y) and the word that explains it."""

    x: float
    y: float
    symbol: Symbol
    word: Word


def marks_of(scene: Scene) -> list[KeyEntry]:
    """What needs explaining in a picture, whatever its colours mean."""
    dots, counts = scene.dots, scene.counts
    entries: list[KeyEntry] = []
    if (dots.hollow & (dots.kind == Kind.CALCULATED)).any():
        entries.append(KeyEntry(Mark.CALCULATED, "hollow: calculated", "calculated"))
    if (dots.kind == Kind.WHOLE_STEP).any():
        entries.append(KeyEntry(Mark.WHOLE_STEP, "whole step, calculated", "whole step"))
    if counts.predicted:
        entries.append(KeyEntry(Mark.PREDICTED, "ghost: predicted", "predicted"))
    if scene.recorded:
        entries.append(KeyEntry(Mark.RECORDED, f"measured at batch {scene.shown.document.what_if.batch:,}"))
    over = {path.over for path in scene.paths}
    if Over.BATCH in over:
        trail = f"batch 1 to {TICKED[-1]:,}"
        entries.append(KeyEntry(Mark.TRAIL, f"{trail}, ring: crosses the ridge", trail))
    if Over.PRECISION in over:
        entries.append(KeyEntry(Mark.PRECISIONS, "in other precisions", "precisions"))
    if scene.arrows:
        waste = "from ideal to measured: waste across, lost rate down"
        entries.append(KeyEntry(Mark.IDEAL, waste, "waste across, lost rate down"))
    entries += [KeyEntry(level, text, text.split(" (")[0]) for level, text in scene.level_legend]
    if counts.above_roof:
        entries.append(KeyEntry(Mark.ABOVE_ROOF, f"{counts.above_roof} above the roof"))
    if 0 < counts.close <= MARKED:
        close = f"{counts.close} close: a ceiling 10 % off changes the verdict"
        entries.append(KeyEntry(Mark.CLOSE, close, f"{counts.close} close"))
    return entries


def place_keys(
    entries: Sequence[KeyEntry], left: float, right: float, top: float, style: Style, measure: Measure
) -> tuple[list[Key], float]:
    """Keys in rows from (left, top), and where the next thing below may begin."""
    if not entries:
        return [], top
    keys = []
    x, y = left, top
    symbol = style.text * 0.9
    height = measure("x", Role.LEGEND)[1]
    for entry, text, _ in entries:
        width = measure(text, Role.LEGEND)[0]
        if x > left and x + symbol + style.gap + width > right:
            x, y = left, y + height + style.gap * 0.5
        word = Word(x + symbol + style.gap, y, text, Role.LEGEND)
        keys.append(Key(x + symbol / 2, y + height / 2, entry, word))
        x = word.x + width + style.text * 1.4
    return keys, y + height
