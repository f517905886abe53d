"""The words around a picture: title, subtitle, axis titles, provenance."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.document import Document, title_of
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Flag
from roofline_gui.model.machine import Kind, Level, Machine
from roofline_gui.present.elsewhere import elsewhere_caption
from roofline_gui.present.picture.shown import Shown
from roofline_gui.present.what_if.words import what_if_text
from roofline_gui.present.words import level_name

X_TITLE = "Arithmetic intensity (FLOP/byte, {definition})"
Y_TITLE = "Performance (FLOP/s)"
_GROUPED = {
    Grouping.LAUNCH: "One dot per launch",
    Grouping.KERNEL: "Grouped by kernel",
    Grouping.SHAPE: "Grouped by kernel and shape",
    Grouping.NVTX: "Grouped by operation",
}
_CEILINGS = {
    Kind.DATASHEET: "datasheet",
    Kind.PUBLISHED: "published",
    Kind.DERIVED: "derived",
    Kind.MEASURED: "measured",
    Kind.PROFILE: "profiled",
    Kind.USER: "user-set",
}
FEW_BATCHES = 8  # series with more sizes are told by their ends
FEW_NAMES = 3  # a title that lists more files or kernels names two of them


@dataclass(frozen=True, slots=True)
class Counts:
    """What a picture tells in numbers.

    launches, groups: of the analysis. not_drawn: launches without a dot. above_roof, close: dots above it, and close
    verdicts. calculated: calculated kernels shown, and how many of them have no place. predicted: ghosts.
    """

    launches: int = 0
    groups: int = 0
    not_drawn: int = 0
    above_roof: int = 0
    close: int = 0
    calculated: int = 0
    calculated_not_drawn: int = 0
    predicted: int = 0


@dataclass(frozen=True, slots=True)
class Caption:
    """title, subtitle: above the picture. x_title, y_title: axes. source: machine, profiler, counts, below it."""

    title: str
    subtitle: str
    x_title: str
    y_title: str
    source: str

    def with_levels(self, *, several: bool) -> "Caption":
        """The caption of a picture that shows one or several levels."""
        definition = "traffic of each level" if several else "DRAM traffic"
        return replace(self, x_title=X_TITLE.format(definition=definition))


def _outcome(shown: Shown) -> str:
    """What a what-if does to the measured step: ``: 3.7 ms → 1.65 ms, 2.25 × faster (partial)``."""
    if shown.forecast is None:
        return ""
    from roofline_gui.present.what_if.forecast import totals_texts  # which the first paint can spare

    return ": " + next(text for text in totals_texts(shown.forecast) if ";" not in text)


def caption(shown: Shown, counts: Counts, kinds: Sequence[Kind], series: Sequence[tuple[int, ...]]) -> Caption:
    """The words of a picture. `kinds`: provenance of the main roof; `series`: batch sizes of each trail."""
    document, analysis = shown.document, shown.analysis
    machine = document.machine if analysis is None else analysis.machine
    sentences, source = [], []
    if machine is not None:
        ceilings = " and ".join(_CEILINGS[k] for k in kinds)
        source.append(f"{machine_name(machine)}, {ceilings} ceilings" if ceilings else machine_name(machine))
    if shown.elsewhere:
        sentences.append(elsewhere_caption(shown.elsewhere))
    if document.what_if.changes_something:
        sentences.append(f"What if: {what_if_text(document.what_if)}{_outcome(shown)}")
        sentences += ["Ghosts: predicted"] if counts.predicted else []
    if (compared := compared_machine(document)) is not None:
        source.append(f"dash-dotted: {machine_name(compared)}")
    if analysis is not None:
        sentences += [_GROUPED[analysis.groups.grouping], "Dot area: share of time", *_trails(series)]
        source.extend(dict.fromkeys(p.profiler for p in document.profiles if p.profiler))
        total = counted(counts.launches, "launch", "launches")
        grouped = analysis.groups.grouping is not Grouping.LAUNCH
        source.append(f"{total} in {counted(counts.groups, 'group', 'groups')}" if grouped else total)
        if counts.not_drawn:
            source.append(f"{counted(counts.not_drawn)} of {counted(counts.launches)} not drawn")
    if counts.calculated:
        kernels = counted(counts.calculated, "calculated kernel", "calculated kernels")
        lacking = f", {counted(counts.calculated_not_drawn)} not drawn" if counts.calculated_not_drawn else ""
        source.append(kernels + lacking)
    return Caption(
        title=_title(document),
        subtitle="".join(f"{s}. " for s in sentences).strip(),
        x_title=X_TITLE.format(definition="DRAM traffic"),
        y_title=Y_TITLE,
        source=" · ".join(source),
    )


def compared_machine(document: Document) -> Machine | None:
    """The machine whose ceilings are drawn beside those of the document's: that of the what-if before another."""
    asked = document.what_if.machine
    if asked is None or asked == document.machine:
        return document.view.compared
    return asked.with_ceilings(document.ceilings)


def _title(document: Document) -> str:
    """The title of the document; one that only lists its files is kept short, a missing one made of its kernels."""
    names = [title_of([source]) for source in document.sources]
    if not document.title and not names:
        names = [entry.name for entry in document.kernels if entry.shown]
    elif document.title != title_of(document.sources):
        return document.title
    names = list(dict.fromkeys(names))
    if len(names) <= FEW_NAMES:
        return ", ".join(names)
    return f"{', '.join(names[: FEW_NAMES - 1])} and {len(names) - FEW_NAMES + 1} more"


def counted(number: int, one: str = "", many: str = "") -> str:
    """A number with thin spaces between thousands, and its noun: ``5 000 launches``."""
    return f"{number:,} {one if number == 1 else many}".replace(",", "\u202f").strip()


def machine_name(machine: Machine) -> str:
    """Vendor and name, the vendor once: ``NVIDIA H200 SXM``."""
    if not machine.vendor or machine.name.lower().startswith(machine.vendor.lower()):
        return machine.name
    return f"{machine.vendor} {machine.name}"


def level_words(analysis: Analysis, level: Level) -> str:
    """A level with the definition of its traffic, for the legend: ``L2 (traffic to the SMs)``."""
    name = level_name(analysis.machine, level)
    flags = analysis.groups.flags
    match level:
        case Level.DRAM:
            return name
        case Level.L2 if (flags & Flag.L2_ALL_TRAFFIC).any():
            return f"{name} (all traffic)"
        case Level.L1 if (flags & Flag.L1_FROM_WRITEBACK).any():
            return f"{name} (bytes written back)"
        case Level.L1 if analysis.machine.shared_is_part_of_l1:
            return f"{name} (data path)"
        case _:
            return name


def _trails(series: Sequence[tuple[int, ...]]) -> list[str]:
    batches = sorted({batch for batches in series for batch in batches})
    if not batches:
        return []
    if len(batches) > FEW_BATCHES:
        return [f"Trails: batch {batches[0]} to {batches[-1]}"]
    return [f"Trails: batch {', '.join(map(str, batches))}"]
