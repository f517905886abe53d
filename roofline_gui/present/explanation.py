"""One row explained: everything the diagnosis panel and the reports say about a kernel."""

from dataclasses import dataclass

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.diagnosis import Regime, Verdict
from roofline_gui.model.findings import find
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.machine import Figure, Level
from roofline_gui.model.roofline import Resource
from roofline_gui.model.units import Unit, format_number, format_percent, format_quantity
from roofline_gui.present.provenance import provenance, work_provenance
from roofline_gui.present.table import name_of
from roofline_gui.present.words import (
    KIND_NAMES,
    REGIME_NAMES,
    bound_by,
    finding_text,
    headline,
    intensity_text,
    level_name,
    resource_name,
    roof_name,
    thresholds_words,
)


@dataclass(frozen=True, slots=True)
class Bar:
    """Utilisation of one resource: `fraction` of its capacity (NaN unknown), the same in words, whether it binds.

    `part_of` names the resource that this one is a part of (shared memory on the L1/shared path), else empty.
    """

    name: str
    resource: Resource
    fraction: float
    text: str
    binding: bool
    part_of: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled value with where it came from."""

    label: str
    text: str
    provenance: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding in words; `action` is empty where nothing is to be done."""

    code: str
    text: str
    action: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the panel shows for one row. Names are plain text, never markup.

    metric_source: where the ceiling in `metric` comes from.
    """

    title: str
    group: str
    verdict: Verdict
    close: bool
    headline: str
    regime: str
    metric: str
    metric_source: str
    headroom: str
    thresholds: str
    advice: str
    bars: tuple[Bar, ...]
    findings: tuple[Remark, ...]
    facts: tuple[Fact, ...]


def explain(analysis: Analysis, row: int) -> Explanation:
    """Explain row `row` of `analysis`."""
    groups, judgement = analysis.groups, analysis.judgement
    remarks = [(f, *finding_text(analysis, row, f)) for f in find(analysis, row)]
    return Explanation(
        title=name_of(groups.kernels[row]),
        group=_operation(analysis, row),
        verdict=judgement.verdict_of(row),
        close=bool(judgement.close[row]),
        headline=headline(analysis, row),
        regime=regime_text(analysis, row),
        metric=metric_text(analysis, row),
        metric_source=metric_source(analysis, row),
        headroom=headroom_text(analysis, row),
        thresholds=thresholds_words(analysis.thresholds),
        advice=remarks[0][2],
        bars=bars(analysis, row),
        findings=tuple(Remark(f.code.value, text, action) for f, text, action in remarks[1:]),
        facts=facts(analysis, row),
    )


def _operation(analysis: Analysis, row: int) -> str:
    """The operation path of a row, or how many its launches belong to."""
    launches = analysis.groups.launches
    operations = {launches.operation[i] for i in analysis.groups.members(row).tolist()}
    return analysis.groups.operation(row) if len(operations) == 1 else f"{len(operations)} operations"


def regime_text(analysis: Analysis, row: int) -> str:
    """The regime with its number: "ρ = 0.04: clearly memory-bound"."""
    regime = analysis.judgement.regime_of(row)
    ratio = float(analysis.bounds.regime_ratio[row])
    if regime is Regime.UNKNOWN:
        return REGIME_NAMES[regime]
    return f"{REGIME_NAMES[regime].capitalize()} by DRAM traffic (ρ = {format_number(ratio, 2)})"


def metric_text(analysis: Analysis, row: int) -> str:
    """The right metric against the right ceiling: bytes per second under a memory roof, FLOP/s under a compute roof."""
    resource = bound_by(analysis, row)
    if resource is None or not analysis.groups.demand.time[row] > 0:
        return ""
    capacity, unit, name = _capacity(analysis, row, resource)
    if capacity is None:
        return ""
    rate = float(analysis.bounds.fraction[row]) * capacity.value
    limit = format_quantity(capacity.value, unit)
    return f"{format_quantity(rate, unit)} of {limit} ({name}, {KIND_NAMES[capacity.kind]})"


def metric_source(analysis: Analysis, row: int) -> str:
    """Where the ceiling of `metric_text` comes from, empty without one."""
    resource = bound_by(analysis, row)
    capacity = None if resource is None else _capacity(analysis, row, resource)[0]
    return "" if capacity is None else f"{KIND_NAMES[capacity.kind]}: {capacity.source}"


def headroom_text(analysis: Analysis, row: int) -> str:
    """How much faster the kernel would be at its roof, and what that is worth for the whole profile."""
    time, needed = float(analysis.groups.demand.time[row]), float(analysis.bounds.bound_time[row])
    if not (time > 0 and needed > 0):
        return ""
    verdict = analysis.judgement.verdict_of(row)
    if verdict is Verdict.BANDWIDTH_ONLY and needed < analysis.thresholds.far * time:
        return "Unknown: memory does not explain the time, and there are no FLOP."
    if needed >= time:
        return "None: at or above this roof."
    saved = (time - needed) / analysis.total_time
    return (
        f"{format_number(time / needed, 3)} × at the roof: {format_quantity(needed, Unit.SECOND)} "
        f"instead of {format_quantity(time, Unit.SECOND)}, {format_percent(saved)} of the profile"
    )


def bars(analysis: Analysis, row: int) -> tuple[Bar, ...]:
    """Utilisation per resource of the machine, near levels first; shared memory as a part of a common L1 path."""
    shown = []
    for i, resource in enumerate(analysis.bounds.resources):
        fraction = float(analysis.bounds.utilisation[i, row])
        name = resource_name(analysis.machine_of(row), resource)
        binding = int(analysis.bounds.binding[row]) == i
        shown.append(Bar(name, resource, fraction, format_percent(fraction), binding))
        if resource is Resource.L1 and analysis.machine_of(row).shared_is_part_of_l1:
            part = shared_share_of_path(analysis, row)
            if part > 0:
                shown.append(
                    Bar("of it shared memory", Resource.SHARED, part, format_percent(part), False, part_of=name)
                )
    return tuple(shown)


def shared_share_of_path(analysis: Analysis, row: int) -> float:
    """Utilisation of the L1/shared path by shared memory alone; NaN where unknown."""
    bandwidth = analysis.machine_of(row).bandwidth(Level.L1)
    time = float(analysis.groups.demand.time[row])
    if bandwidth is None or not time > 0:
        return float("nan")
    return float(analysis.groups.demand.traffic(Level.SHARED)[row]) / bandwidth / time


def facts(analysis: Analysis, row: int) -> tuple[Fact, ...]:
    """The measured and derived numbers of a row, each with the counters that it came from."""
    groups, bounds = analysis.groups, analysis.bounds
    demand = groups.demand
    time, flop = float(demand.time[row]), float(bounds.flop[row])

    def origin(quantity: str) -> str:
        return provenance(groups, row, quantity)

    shown = [Fact("Time", format_quantity(time, Unit.SECOND), origin("time"))]
    count = int(groups.count[row])
    if groups.grouping is not Grouping.LAUNCH and count > 1:
        shortest, longest = (format_quantity(float(t[row]), Unit.SECOND) for t in (groups.shortest, groups.longest))
        shown.append(Fact("Launches", f"{count} ({shortest} to {longest} each)"))
    if analysis.total_time > 0:
        whole = f"of {format_quantity(analysis.total_time, Unit.SECOND)} in all launches"
        shown.append(Fact("Share of kernel time", format_percent(time / analysis.total_time, 1), whole))
    counted = "\n".join(x for x in ("sum over precisions, FMA = 2", work_provenance(groups, row)) if x)
    shown.append(Fact("Work W (executed)", format_quantity(flop, Unit.FLOP), counted))
    for precision, work in demand.flop.items():
        if work[row] > 0:
            text = format_quantity(float(work[row]), Unit.FLOP)
            shown.append(Fact(f"  {precision.label}", text, origin(f"flop.{precision.value}")))
    if demand.special_ops[row] > 0:
        text = format_quantity(float(demand.special_ops[row]), "op")
        shown.append(Fact("Special functions", text, origin("special_ops")))
    achieved = flop / time if time > 0 else float("nan")
    shown.append(Fact("Achieved", format_quantity(achieved, Unit.FLOP_PER_SECOND), "W / t"))
    roof = format_quantity(float(bounds.roof[row]), Unit.FLOP_PER_SECOND)
    shown.append(Fact("Attainable (roof)", roof, f"W over the least time that the {roof_name(analysis, row)} needs"))
    if analysis.other_fraction is not None and analysis.other_fraction[row] == analysis.other_fraction[row]:
        for which, fraction in (
            (analysis.ceilings, bounds.fraction[row]),
            (analysis.ceilings.other, analysis.other_fraction[row]),
        ):
            used = "verdicts use these ceilings" if which is analysis.ceilings else ""
            shown.append(Fact(f"Of {which.value} roof", format_percent(float(fraction)), used))
    for level in reversed(Level):
        traffic = float(demand.traffic(level)[row])
        if traffic != traffic:
            continue
        name = level_name(analysis.machine_of(row), level) if level is not Level.SHARED else "shared memory"
        shown.append(Fact(f"Q {name}", format_quantity(traffic, Unit.BYTE), origin(f"bytes.{level.value}")))
        if traffic > 0 and flop > 0:
            shown.append(Fact(f"  I {name}", intensity_text(flop / traffic), "W / Q"))
    shown.append(Fact("Ridge", intensity_text(float(bounds.ridge[row])), "P / B of DRAM"))
    return tuple(shown)


def _capacity(analysis: Analysis, row: int, resource: Resource) -> tuple[Figure | None, Unit, str]:
    """The ceiling that a row is held against, its unit and its name."""
    machine = analysis.machine_of(row)
    if resource.is_memory:
        level = Level(resource.value)
        if level is Level.SHARED and machine.shared_is_part_of_l1:
            level = Level.L1
        found = machine.level(level)
        return (found.bandwidth if found else None), Unit.BYTE_PER_SECOND, level_name(machine, level)
    if resource is Resource.XU:
        return machine.special_ops, Unit.OP_PER_SECOND, "XU"
    precision = analysis.bounds.precision_of(row)
    if precision is not None and precision.pipe.value == resource.value:
        for ceiling in machine.dense_ceilings:
            if ceiling.precision is precision:
                return ceiling.peak, Unit.FLOP_PER_SECOND, precision.label
    return None, Unit.FLOP_PER_SECOND, ""
