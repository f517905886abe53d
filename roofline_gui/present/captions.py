"""The words around a picture: title, subtitle, axis titles, provenance."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Flag
from roofline_gui.model.machine import Kind, Level, Machine
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


def caption(
    document: Document,
    analysis: Analysis | None,
    not_drawn: int,
    kinds: Sequence[Kind],
    series: Sequence[tuple[int, ...]],
) -> Caption:
    """The words of a picture. `kinds`: provenance of the main roof; `series`: batch sizes of each trail."""
    machine = document.machine if analysis is None else analysis.machine
    sentences, source = [], []
    if machine is not None:
        ceilings = " and ".join(_CEILINGS[k] for k in kinds)
        source.append(f"{machine_name(machine)}, {ceilings} ceilings" if ceilings else machine_name(machine))
    if document.view.compared is not None:
        source.append(f"dash-dotted: {machine_name(document.view.compared)}")
    if analysis is not None:
        sentences = [_GROUPED[analysis.groups.grouping], "Dot area: share of time", *_trails(series)]
        source.extend(dict.fromkeys(p.profiler for p in document.profiles if p.profiler))
        launches, groups = int(analysis.groups.count.sum()), len(analysis)
        total = counted(launches, "launch", "launches")
        grouped = analysis.groups.grouping is not Grouping.LAUNCH
        source.append(f"{total} in {counted(groups, 'group', 'groups')}" if grouped else total)
        if not_drawn:
            source.append(f"{counted(not_drawn)} of {counted(launches)} not drawn")
    return Caption(
        title=document.title,
        subtitle="".join(f"{s}. " for s in sentences).strip(),
        x_title=X_TITLE.format(definition="DRAM traffic"),
        y_title=Y_TITLE,
        source=" · ".join(source),
    )


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
