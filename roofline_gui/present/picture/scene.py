"""Everything to draw, as plain data in log10 coordinates: what is shown in, scene out."""

from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Ints
from roofline_gui.model.document import Document
from roofline_gui.model.machine import Level
from roofline_gui.present.picture.axis import Frame, frame_of_both, machine_frame
from roofline_gui.present.picture.captions import Caption, Counts, caption, compared_machine, level_words
from roofline_gui.present.picture.ceilings import Roofs, roofs
from roofline_gui.present.picture.colours import LegendEntry, assign_colours
from roofline_gui.present.picture.dot_labels import DotLabel, dot_labels, fresh_labels
from roofline_gui.present.picture.dots import (
    LEVELS,
    Dots,
    Kind,
    LevelDots,
    joined,
    level_dots,
    measured_dots,
    measured_rows,
    no_dots,
    no_level_dots,
)
from roofline_gui.present.picture.ghosts import followers, ghosts_of
from roofline_gui.present.picture.ideal_arrows import IdealArrows, ideal_arrows
from roofline_gui.present.picture.paths import Path, followed, paths_of
from roofline_gui.present.picture.precisions import precision_use
from roofline_gui.present.picture.shown import Shown


@dataclass(frozen=True, slots=True)
class Trail:
    """Dots (indices) of one recorded series in order of the batch size."""

    dots: tuple[int, ...]
    batches: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What a picture shows. `frame` is the frame of the machine.

    ghost_of: the measured dot (index) of each ghost. selected: indices of dots, measured and calculated ones. recorded:
    dots that were measured at just what the what-if asks for.
    """

    shown: Shown
    frame: Frame
    roofs: Roofs
    dots: Dots
    ghost_of: Ints
    levels: LevelDots
    trails: tuple[Trail, ...]
    paths: tuple[Path, ...]
    arrows: tuple[IdealArrows, ...]
    labels: tuple[DotLabel, ...]
    legend: tuple[LegendEntry, ...]
    level_legend: tuple[tuple[Level, str], ...]
    selected: tuple[int, ...]
    recorded: tuple[int, ...]
    caption: Caption
    counts: Counts

    @property
    def show_regions(self) -> bool:
        """Whether memory, mixed and compute are tinted."""
        return self.shown.document.view.regions

    @property
    def ghosts(self) -> slice:
        """Where the ghosts stand among the dots."""
        return slice(self.dots.still, self.dots.still + len(self.ghost_of))


def scene(shown: Shown) -> Scene:
    """What to draw; without a machine nothing but an empty frame."""
    document, analysis = shown.document, shown.analysis
    dots, ghost_of, legend = _dots(shown)
    dot_of_row = {int(row): i for i, row in enumerate(dots.row[: dots.still].tolist())}
    trails: tuple[Trail, ...] = ()
    if analysis is not None:
        from roofline_gui.model.series import recorded_series  # which the first paint can spare

        drawn = np.zeros(len(analysis), dtype=np.bool_)
        drawn[dots.row[: dots.still]] = True
        series = recorded_series(analysis, drawn)
        trails = tuple(Trail(tuple(dot_of_row[r] for r in one.rows), one.batches) for one in series)
    lines = _roofs(shown, dots)
    counts = _counts(shown, dots)
    levels = no_level_dots()
    if analysis is not None and document.view.all_levels:
        levels = level_dots(dots, analysis, np.arange(dots.still))
    base = Scene(
        shown=shown,
        frame=_frame(document),
        roofs=lines,
        dots=dots,
        ghost_of=ghost_of,
        levels=levels,
        trails=trails,
        paths=(),
        arrows=(),
        labels=(),
        legend=legend,
        level_legend=(),
        selected=(),
        recorded=_recorded(shown, dots),
        caption=caption(shown, counts, lines.main_kinds, [trail.batches for trail in trails]),
        counts=counts,
    )
    return select(base, shown)


def select(base: Scene, shown: Shown) -> Scene:
    """The same scene with other things looked at: only what that changes is worked out again."""
    dots, analysis = base.dots, shown.analysis
    rows, chosen_rows = (np.array(sorted(some), dtype=np.int64) for some in (shown.selection, shown.chosen))
    measured = np.flatnonzero((dots.kind == Kind.MEASURED) & np.isin(dots.row, rows))
    chosen = np.flatnonzero(dots.calculated & np.isin(dots.row, chosen_rows))
    selected = np.concatenate([measured, chosen]).tolist()
    levels = base.levels
    if analysis is not None and not shown.document.view.all_levels:
        levels = level_dots(dots, analysis, measured)
    return replace(
        base,
        shown=shown,
        levels=levels,
        paths=paths_of(shown, dots, selected),
        arrows=ideal_arrows(shown, dots),
        labels=dot_labels(shown, dots, selected, [trail.dots for trail in base.trails], base.legend),
        level_legend=_level_legend(dots, levels, analysis),
        selected=tuple(selected),
        caption=base.caption.with_levels(several=len(levels) > 0),
    )


def slide(base: Scene, shown: Shown) -> Scene | None:
    """The scene under another what-if where only places change: which dots there are, and what is said of them, stays.
    None where that does not hold.
    """
    before, dots = base.shown, base.dots
    if before.analysis is not shown.analysis or before.selection != shown.selection or before.chosen != shown.chosen:
        return None
    measured, ghosts, ghost_of = _measured_part(shown, dots.part(slice(0, dots.still)))
    parts = [measured, ghosts]
    if shown.estimates is not None:
        from roofline_gui.present.picture.calculated_dots import calculated_dots

        old = dots.part(slice(base.ghosts.stop, None))
        rows = np.flatnonzero(shown.estimates.drawn)
        if not np.array_equal(rows, old.row):
            return None
        parts.append(calculated_dots(shown.estimates, rows, old.colour, old.shape))
    moved = joined(parts)
    if not moved.same_as(dots):
        return None
    what_if, other = shown.document.what_if, before.document.what_if
    same_lines = what_if.precision is other.precision and what_if.machine == other.machine
    return replace(
        base,
        shown=shown,
        dots=moved,
        ghost_of=ghost_of,
        recorded=_recorded(shown, moved),
        roofs=base.roofs if same_lines else _roofs(shown, moved),
        paths=followed(base.paths, before, shown, moved, base.selected),
        labels=fresh_labels(base.labels, shown, moved),
    )


def _dots(shown: Shown) -> tuple[Dots, Ints, tuple[LegendEntry, ...]]:
    """All dots, the measured dot of each ghost, and the legend of their colours."""
    analysis, estimates = shown.analysis, shown.estimates
    rows = calculated_rows = keys = np.zeros(0, dtype=np.int64)
    texts: tuple[str, ...] = ()
    time, names, diamonds = np.zeros(0), list[str](), np.zeros(0, dtype=np.bool_)
    if analysis is not None:
        from roofline_gui.present.picture.colour_keys import colour_keys

        rows = measured_rows(analysis)
        keys, texts = colour_keys(analysis.groups)
        keys, time = keys[rows], analysis.groups.demand.time[rows]
    if estimates is not None:
        from roofline_gui.present.calculated.names import calculated_names
        from roofline_gui.present.picture.calculated_dots import whole_steps

        calculated_rows = np.flatnonzero(estimates.drawn)
        diamonds = whole_steps(estimates, calculated_rows)
        names = calculated_names(estimates.calculated, calculated_rows.tolist())
    colours = assign_colours(keys, texts, time, names, diamonds)
    measured = no_dots() if analysis is None else measured_dots(analysis, rows, colours.colour, colours.shape)
    measured, ghosts, ghost_of = _measured_part(shown, measured)
    parts = [measured, ghosts]
    if estimates is not None:
        from roofline_gui.present.picture.calculated_dots import calculated_dots

        parts.append(calculated_dots(estimates, calculated_rows, colours.calculated_colour, colours.calculated_shape))
    return joined(parts), ghost_of, colours.legend


def _measured_part(shown: Shown, measured: Dots) -> tuple[Dots, Dots, Ints]:
    """The measured dots, their ghosts, and the measured dot of each ghost (indices)."""
    if shown.forecast is None:
        return measured, no_dots(), np.zeros(0, dtype=np.int64)
    ghosts, ghost_of = ghosts_of(measured, shown.forecast)
    return replace(measured, follows=followers(measured, shown.forecast)), ghosts, ghost_of


def _recorded(shown: Shown, dots: Dots) -> tuple[int, ...]:
    """The dots that were measured at just what the what-if asks for."""
    if shown.forecast is None:
        return ()
    rows = shown.forecast.stands_for[shown.forecast.stands_for >= 0]
    return tuple(np.flatnonzero(np.isin(dots.row[: dots.still], rows)).tolist()) if len(rows) else ()


def _counts(shown: Shown, dots: Dots) -> Counts:
    analysis, estimates = shown.analysis, shown.estimates
    counts = Counts(predicted=int((dots.kind == Kind.GHOST).sum()), above_roof=int(dots.above_roof.sum()))
    if analysis is not None:
        launches = analysis.groups.count
        drawn = int(launches[dots.row[: dots.still]].sum())
        counts = replace(
            counts,
            launches=int(launches.sum()),
            groups=len(analysis),
            not_drawn=int(launches.sum()) - drawn,
            close=int(dots.close.sum()),
        )
    if estimates is not None:
        from roofline_gui.model.estimates import WHOLE_STEP

        calculated = estimates.calculated
        there = np.array([entry.shown for entry in calculated.entries])[calculated.entry]
        total = int((there & (calculated.operation != WHOLE_STEP)).sum())
        drawn = int((dots.kind == Kind.CALCULATED).sum())
        counts = replace(counts, calculated=total, calculated_not_drawn=total - drawn)
    return counts


def _level_legend(dots: Dots, levels: LevelDots, analysis: Analysis | None) -> tuple[tuple[Level, str], ...]:
    """What marks levels and what they are, far to near, where there is more than one."""
    shown = sorted({*levels.level.tolist(), *dots.level[: dots.still].tolist()})
    if analysis is None or len(shown) <= 1:
        return ()
    return tuple((LEVELS[i], level_words(analysis, LEVELS[i])) for i in reversed(shown))


def _roofs(shown: Shown, dots: Dots) -> Roofs:
    """The lines of the machine with the figures that verdicts use, of its other figures, of the compared machine."""
    document, analysis = shown.document, shown.analysis
    if document.machine is None:
        return Roofs()
    drawn = None
    if analysis is not None:
        drawn = np.zeros(len(analysis), dtype=np.bool_)
        drawn[dots.row[: dots.still]] = True
    return roofs(
        document.machine.with_ceilings(document.ceilings) if analysis is None else analysis.machine,
        precision_use(analysis, drawn, shown.estimates),
        document.view.hidden_ceilings,
        document.machine.with_ceilings(document.ceilings.other) if document.machine.has_measured else None,
        compared_machine(document),
        document.what_if.precision,
    )


def _frame(document: Document) -> Frame:
    """The frame of the document's machine, whichever of its figures count; with a compared machine, of both."""
    frame, compared = machine_frame(document.machine), compared_machine(document)
    return frame if compared is None else frame_of_both(frame, machine_frame(compared))
