"""Everything to draw, as plain data in log10 coordinates: document and analysis in, scene out."""

from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.model.document import Document
from roofline_gui.model.launches import Flag
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.roofline import Resource
from roofline_gui.model.series import recorded_series
from roofline_gui.model.units import format_percent
from roofline_gui.present.axis import Frame, frame_of_both, machine_frame
from roofline_gui.present.captions import Caption, caption, level_words
from roofline_gui.present.ceilings import Roofs, roofs
from roofline_gui.present.colour_keys import colour_keys
from roofline_gui.present.names import group_labels, short_names
from roofline_gui.present.palette import REST, Shape

COLOURS = 8
LABELLED_BY_TIME = 5
LABELLED_SELECTION = 12
LEVELLED = 1000  # dots that show all their levels at most
NAMED_KEYS = 16  # with at most this many colours in use, each is named somewhere in the picture
DOTS_PER_NAME = 6  # dots that are tried for the name of a colour
ABOVE_ROOF = 1.005  # shown as 101 % or more


@dataclass(frozen=True, slots=True, eq=False)
class Dots:
    """k dots; every array has shape (k,).

    row: row of the analysis. x, y: log10 FLOP/B and FLOP/s. area: share of time, the largest dot is 1. colour: index
    into the palette's groups or REST. shape: `Shape`. level: which level the intensity belongs to, an index into
    `LEVELS` (DRAM; a nearer one where no byte reached DRAM). above_roof, close: marks.
    """

    row: Ints
    x: Floats
    y: Floats
    area: Floats
    colour: Ints
    shape: Ints
    level: Ints
    above_roof: Bools
    close: Bools

    def __len__(self) -> int:
        return len(self.row)


@dataclass(frozen=True, slots=True, eq=False)
class LevelDots:
    """The other levels of some dots, on the height of the dot; arrays of one length.

    dot: index into the dots. level: index into `LEVELS`. x: log10 intensity of that level.
    """

    dot: Ints
    level: Ints
    x: Floats

    def __len__(self) -> int:
        return len(self.dot)


@dataclass(frozen=True, slots=True)
class Trail:
    """Dots (indices) of one recorded series in order of the batch size."""

    dots: tuple[int, ...]
    batches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DotLabel:
    """A label wanted at one of `dots` (indices), the first in preference: a name, and numbers in a second line.

    Without numbers it only names a colour. Labels come in the order in which they take their places.
    """

    dots: tuple[int, ...]
    name: str
    detail: str


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What a colour and shape stand for."""

    colour: int
    shape: int
    text: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Launches and groups of the analysis, launches without a dot, dots above their roof, close verdicts among dots."""

    launches: int = 0
    groups: int = 0
    not_drawn: int = 0
    above_roof: int = 0
    close: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What a picture shows. `frame` is the frame of the machine; `selected` are indices of dots."""

    frame: Frame
    roofs: Roofs
    show_regions: bool
    dots: Dots
    levels: LevelDots
    trails: tuple[Trail, ...]
    labels: tuple[DotLabel, ...]
    legend: tuple[LegendEntry, ...]
    level_legend: tuple[tuple[Level, str], ...]
    selected: tuple[int, ...]
    caption: Caption
    counts: Counts


LEVELS = tuple(Level)


def scene(document: Document, analysis: Analysis | None, selection: frozenset[int] = frozenset()) -> Scene:
    """What to draw for a document and its analysis; `selection` holds rows of the analysis.

    Without an analysis the scene shows the machine's ceilings, if there is a machine.
    """
    if analysis is None:
        return _empty(document)
    machine = analysis.machine
    intensities = _log_intensities(analysis)
    level = _main_level(intensities)
    drawn = analysis.drawn & (level >= 0)
    rows = np.flatnonzero(drawn)
    keys, texts = colour_keys(analysis.groups)
    colour, shape, legend = _colours(keys[rows], texts, analysis.groups.demand.time[rows])
    time = analysis.groups.demand.time[rows]
    dots = Dots(
        row=rows,
        x=intensities[level[rows], rows],
        y=np.log10(analysis.bounds.flop[rows] / time),
        area=time / time.max() if len(time) else time,
        colour=colour,
        shape=shape,
        level=level[rows],
        above_roof=analysis.bounds.fraction[rows] > ABOVE_ROOF,
        close=analysis.judgement.close[rows],
    )
    dot_of_row = {row: i for i, row in enumerate(rows.tolist())}
    trails = tuple(
        Trail(tuple(dot_of_row[r] for r in series.rows), series.batches)
        for series in recorded_series(analysis, drawn)
    )
    counts = Counts(
        launches=int(analysis.groups.count.sum()),
        groups=len(analysis),
        not_drawn=int(analysis.groups.count[~drawn].sum()),
        above_roof=int(dots.above_roof.sum()),
        close=int(dots.close.sum()),
    )
    lines = _roofs(document, machine, analysis, drawn)
    base = Scene(
        frame=_frame(document),
        roofs=lines,
        show_regions=document.view.regions,
        dots=dots,
        levels=_level_dots(dots, intensities, np.arange(len(dots) if document.view.all_levels else 0)),
        trails=trails,
        labels=(),
        legend=legend,
        level_legend=(),
        selected=(),
        caption=caption(document, analysis, counts.not_drawn, lines.main_kinds, [t.batches for t in trails]),
        counts=counts,
    )
    return select(base, document, analysis, selection)


def select(base: Scene, document: Document, analysis: Analysis, selection: frozenset[int]) -> Scene:
    """The same scene with other rows selected: only what a selection changes is worked out again."""
    dots = base.dots
    rows = np.fromiter(selection, dtype=np.int64, count=len(selection))
    chosen = np.flatnonzero(np.isin(dots.row, rows))
    levels = base.levels
    if not document.view.all_levels:
        levels = _level_dots(dots, _log_intensities(analysis), chosen)
    shown = [LEVELS[i] for i in np.unique(np.concatenate([levels.level, dots.level])).tolist()]
    legend = tuple((level, level_words(analysis, level)) for level in reversed(shown)) if len(shown) > 1 else ()
    return replace(
        base,
        levels=levels,
        labels=_labels(analysis, base, chosen.tolist()),
        level_legend=legend,
        selected=tuple(chosen.tolist()),
        caption=base.caption.with_levels(several=len(levels) > 0),
    )


def _roofs(document: Document, machine: Machine, analysis: Analysis | None, drawn: Bools | None) -> Roofs:
    """The lines of `machine` with the figures that verdicts use, of its other figures, of the compared machine."""
    both = document.machine if document.machine is not None and document.machine.has_measured else None
    beside = None if both is None else both.with_ceilings(document.ceilings.other)
    return roofs(machine, analysis, drawn, document.view.hidden_ceilings, beside, document.view.compared)


def _frame(document: Document) -> Frame:
    """The frame of the document's machine, whichever of its figures count; with a compared machine, of both."""
    frame, compared = machine_frame(document.machine), document.view.compared
    return frame if compared is None else frame_of_both(frame, machine_frame(compared))


def _empty(document: Document) -> Scene:
    machine = document.machine
    none, nothing = np.zeros(0), np.zeros(0, dtype=np.int64)
    no = np.zeros(0, dtype=np.bool_)
    lines = Roofs() if machine is None else _roofs(document, machine.with_ceilings(document.ceilings), None, None)
    return Scene(
        frame=_frame(document),
        roofs=lines,
        show_regions=document.view.regions,
        dots=Dots(nothing, none, none, none, nothing, nothing, nothing, no, no),
        levels=LevelDots(nothing, nothing, none),
        trails=(),
        labels=(),
        legend=(),
        level_legend=(),
        selected=(),
        caption=caption(document, None, 0, lines.main_kinds, []),
        counts=Counts(),
    )


def _log_intensities(analysis: Analysis) -> Floats:
    """log10 I per level, shape (levels, n); NaN where unknown, where no byte passed, or where kernels bypass L1."""
    bounds = analysis.bounds
    table = np.full((len(LEVELS), len(analysis)), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        for i, level in enumerate(LEVELS):
            traffic = _traffic(analysis, level)
            if traffic is None:
                continue
            values = np.log10(bounds.flop / traffic)
            table[i] = np.where(np.isfinite(values), values, np.nan)
    bypassed = (analysis.groups.flags & Flag.L1_BYPASSED) != 0
    table[LEVELS.index(Level.L1), bypassed] = np.nan
    return table


def _traffic(analysis: Analysis, level: Level) -> Floats | None:
    """Bytes that occupied a level, as the bounds took them (on one data path or two): t_r · B."""
    resource = Resource(level.value)
    if resource in analysis.bounds.resources:
        bandwidth = np.array([m.bandwidth(level) or np.nan for m in analysis.machines])[analysis.machine_of_row]
        return np.asarray(analysis.bounds.needed[analysis.bounds.resources.index(resource)] * bandwidth)
    return analysis.groups.demand.traffic(level) if level is Level.DRAM else None


def _main_level(intensities: Floats) -> Ints:
    """The farthest level with a finite intensity, index into `LEVELS`, shape (n,); -1 where there is none."""
    known = ~np.isnan(intensities)
    farthest = len(LEVELS) - 1 - np.argmax(known[::-1], axis=0)
    return np.where(known.any(axis=0), farthest, -1)


def _level_dots(dots: Dots, intensities: Floats, chosen: Ints) -> LevelDots:
    """The other levels of the dots `chosen`; of very many, those with most time."""
    index = chosen[np.argsort(-dots.area[chosen], kind="stable")][:LEVELLED]
    x = intensities[:, dots.row[index]]
    level, which = np.nonzero(~np.isnan(x) & (np.arange(len(LEVELS))[:, None] != dots.level[index]))
    return LevelDots(index[which], level, x[level, which])


def _colours(keys: Ints, texts: tuple[str, ...], time: Floats) -> tuple[Ints, Ints, tuple[LegendEntry, ...]]:
    """Colour and shape per dot, most time first; what goes beyond both is REST. The legend if it is short."""
    present, inverse = np.unique(keys, return_inverse=True)
    total = np.bincount(inverse, weights=time, minlength=len(present))
    order = np.argsort(-total, kind="stable")
    rank = np.empty(len(present), dtype=np.int64)
    rank[order] = np.arange(len(present))
    place = rank[inverse] if len(keys) else np.zeros(0, dtype=np.int64)
    told_apart = place < COLOURS * len(Shape)
    colour = np.where(told_apart, place % COLOURS, REST)
    shape = np.where(told_apart, place // COLOURS, Shape.CIRCLE)
    if len(present) > NAMED_KEYS:
        return colour, shape, ()
    names = short_names(texts[present[i]] for i in order)
    legend = tuple(
        LegendEntry(i % COLOURS, i // COLOURS, names[texts[present[key]]]) for i, key in enumerate(order.tolist())
    )
    return colour, shape, legend


def _labels(analysis: Analysis, base: Scene, chosen: list[int]) -> tuple[DotLabel, ...]:
    """The selection, the largest shares of time (one per recorded series), then the names of the other colours."""
    dots = base.dots
    by_time = np.argsort(-dots.area, kind="stable").tolist()
    wanted = sorted(chosen, key=lambda dot: -dots.area[dot])[:LABELLED_SELECTION]
    series_of = {dot: i for i, trail in enumerate(base.trails) for dot in trail.dots}
    named: set[int] = set()
    for dot in by_time:
        if len(named) == LABELLED_BY_TIME:
            break
        series = series_of.get(dot, -1 - dot)
        if series not in named:
            named.add(series)
            wanted.append(dot)
    in_full = list(dict.fromkeys(wanted))
    total = analysis.total_time
    labels = []
    for dot, name in zip(in_full, group_labels(analysis.groups, dots.row[in_full].tolist()), strict=True):
        row = int(dots.row[dot])
        share = format_percent(float(analysis.groups.demand.time[row]) / total)
        fraction = format_percent(float(analysis.bounds.fraction[row]))
        labels.append(DotLabel((dot,), name, f"{share} of time, {fraction} of roof"))
    seen = {(int(dots.colour[d]), int(dots.shape[d])) for d in in_full}
    for entry in base.legend:
        if (entry.colour, entry.shape) not in seen:
            alike = [d for d in by_time if dots.colour[d] == entry.colour and dots.shape[d] == entry.shape]
            labels.append(DotLabel(tuple(alike[:DOTS_PER_NAME]), entry.text, ""))
    return tuple(labels)
