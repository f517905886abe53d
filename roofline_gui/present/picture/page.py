"""The page of an exported picture: title, key, plot, axis titles and provenance, placed in pixels."""

from dataclasses import dataclass

from roofline_gui.present.picture.axis import Y_TICK_SAMPLE, Frame, Viewport
from roofline_gui.present.picture.captions import counted
from roofline_gui.present.picture.colours import LegendEntry
from roofline_gui.present.picture.keys import Key, KeyEntry, marks_of, place_keys
from roofline_gui.present.picture.layout import Layout, lay_out
from roofline_gui.present.picture.lines import Word
from roofline_gui.present.picture.scene import Scene
from roofline_gui.present.picture.style import Measure, Role, Style


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """words: all words outside the plot; y_title is the turned one among them. keys: the legend. layout: the plot."""

    words: tuple[Word, ...]
    keys: tuple[Key, ...]
    layout: Layout


def compose(
    scene: Scene, width: float, height: float, style: Style, measure: Measure, frame: Frame | None = None
) -> Page:
    """Place everything on a page of `width` × `height` pixels; `frame` is that of the machine unless given.

    Colours are explained by the labels in the plot; those that found no place there, by a key below the subtitle.
    """
    marks = marks_of(scene)
    keyed: set[LegendEntry] = set()
    while True:
        entries = [KeyEntry(entry, entry.text) for entry in scene.legend if entry in keyed]
        page = _page(scene, width, height, style, measure, frame or scene.frame, [*entries, *marks])
        named = {(int(scene.dots.colour[d]), int(scene.dots.shape[d])) for d in page.layout.labelled}
        unnamed = {entry for entry in scene.legend if (entry.colour, entry.shape) not in named}
        if unnamed <= keyed:
            return page
        keyed |= unnamed  # a longer key makes the plot smaller, which may cost another label its place


def _page(
    scene: Scene,
    width: float,
    height: float,
    style: Style,
    measure: Measure,
    frame: Frame,
    entries: list[KeyEntry],
) -> Page:
    margin, gap = style.text * 1.5, style.gap
    tick_height = measure(Y_TICK_SAMPLE, Role.TICK)[1]
    title_height = measure(scene.caption.y_title, Role.AXIS)[1]
    left = margin + title_height + 2 * gap + measure(Y_TICK_SAMPLE, Role.TICK)[0] + style.text * 0.35 + gap
    right = width - margin
    words: list[Word] = []
    y = margin * 0.9
    for text, role in ((scene.caption.title, Role.TITLE), (scene.caption.subtitle, Role.SUBTITLE)):
        if text:
            words.append(Word(left, y, cut(text, role, right - left, measure), role))
            y += measure(text, role)[1] + gap * 0.4
    keys, y = place_keys(entries, left, right, y + gap * 0.5, style, measure)
    top = y + gap * 1.2
    bottom = height - margin * 0.8
    caption = scene.caption
    source_height = measure(caption.source, Role.CAPTION)[1]
    x_title_width, x_title_height = measure(caption.x_title, Role.AXIS)
    x_title_top = bottom - source_height - gap - x_title_height
    plot_bottom = x_title_top - gap * 1.3 - tick_height - style.text * 0.35
    viewport = Viewport(frame, round(left), round(top), round(right - left), round(max(plot_bottom - top, 10.0)))
    layout = lay_out(scene, viewport, style, measure)
    outside = [f"{counted(layout.outside)} outside the frame"] if layout.outside else []
    source = cut(" · ".join([caption.source, *outside]), Role.CAPTION, right - left, measure)
    centre, middle = viewport.x + viewport.width / 2, viewport.y + viewport.height / 2
    y_title_bottom = middle + measure(caption.y_title, Role.AXIS)[0] / 2
    words += [
        Word(centre - x_title_width / 2, x_title_top, caption.x_title, Role.AXIS),
        Word(margin, y_title_bottom, caption.y_title, Role.AXIS, 90.0),
        Word(right - measure(source, Role.CAPTION)[0], bottom - source_height, source, Role.CAPTION),
    ]
    return Page(tuple(words), tuple(keys), layout)


def cut(text: str, role: Role, width: float, measure: Measure) -> str:
    """The text, its end given up for an ellipsis where it is wider than `width` pixels."""
    if measure(text, role)[0] <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + "…", role)[0] <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"
