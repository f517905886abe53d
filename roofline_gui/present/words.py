"""The wording of verdicts, findings, levels and gaps: the one place to change a sentence."""

from collections.abc import Callable
from typing import TypeAlias

from roofline_gui.model.analysis import Analysis, binding_resources
from roofline_gui.model.diagnosis import Regime, Thresholds, Verdict
from roofline_gui.model.document import Document
from roofline_gui.model.findings import Code, Finding
from roofline_gui.model.grouping import Grouping, Lack
from roofline_gui.model.launches import Evidence
from roofline_gui.model.machine import Kind, Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Refusal
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES, Resource
from roofline_gui.model.units import Unit, format_number, format_percent, format_quantity

VERDICT_NAMES = {
    Verdict.MEMORY_OPTIMAL: "Memory-bound, at the roof",
    Verdict.MEMORY_SUBOPTIMAL: "Memory-bound, with headroom",
    Verdict.COMPUTE_OPTIMAL: "Compute-bound, at the roof",
    Verdict.COMPUTE_SUBOPTIMAL: "Compute-bound, with headroom",
    Verdict.LATENCY: "Latency-bound",
    Verdict.BANDWIDTH_ONLY: "Bandwidth only, no FLOP",
    Verdict.INCOMPLETE: "Incomplete",
}
REGIME_NAMES = {
    Regime.MEMORY: "clearly memory-bound",
    Regime.MIXED: "mixed: both levers count",
    Regime.COMPUTE: "clearly compute-bound",
    Regime.UNKNOWN: "regime unknown",
}
GROUPING_NAMES = {
    Grouping.NVTX: "Operations (NVTX)",
    Grouping.SHAPE: "Kernel and shape",
    Grouping.KERNEL: "Kernel",
    Grouping.LAUNCH: "Single launches",
}
KIND_NAMES = {
    Kind.DATASHEET: "datasheet",
    Kind.PUBLISHED: "published",
    Kind.DERIVED: "derived",
    Kind.MEASURED: "measured",
    Kind.PROFILE: "from the profile",
    Kind.USER: "user",
}
PIPE_NAMES = {
    Resource.TENSOR: "Tensor pipe",
    Resource.FMA: "FMA pipe",
    Resource.FP64: "FP64 pipe",
    Resource.XU: "XU (special functions)",
}
STALL_NAMES = {
    Evidence.STALL_LONG_SCOREBOARD.value: "waiting for global or local memory (long scoreboard)",
    Evidence.STALL_BARRIER.value: "waiting at barriers",
    Evidence.STALL_MATH_PIPE.value: "waiting for a busy math pipe",
    Evidence.STALL_MIO.value: "waiting for the shared-memory and special-function queue (MIO throttle)",
    Evidence.STALL_LG.value: "waiting for the load/store queue (LG throttle)",
    Evidence.STALL_WAIT.value: "waiting out fixed instruction latencies",
}
_LEVEL_ADVICE_DONE = {
    Level.DRAM: "Move fewer bytes: quantize, fuse, or a better algorithm. Tuning this kernel will not help.",
    Level.LLC: "Keep more in the nearer cache: smaller working sets per block, better order of blocks.",
    Level.L2: "Improve locality between blocks (swizzle, larger tiles, clusters) so that less passes through L2.",
    Level.L1: "Take work off the L1/shared path: register blocking, wider loads, tensor cores.",
    Level.SHARED: "Take work off the L1/shared path: register blocking, wider loads, tensor cores.",
}
_LEVEL_ADVICE_HEADROOM = {
    Level.DRAM: "Fix access: coalescing, layout, vectorised loads, more loads in flight.",
    Level.LLC: "Fix access: coalescing, layout, vectorised loads, more loads in flight.",
    Level.L2: "Fix access: better locality between blocks, coalescing, more loads in flight.",
    Level.L1: "Fix access on the L1/shared path: wider loads, fewer conflicts, register blocking.",
    Level.SHARED: "Fix access on the L1/shared path: wider loads, fewer bank conflicts, register blocking.",
}
_LATENCY_ADVICE = "Expose more parallelism: more occupancy, more ILP, fewer dependencies; fuse small launches."


def first_step(document: Document) -> str:
    """What is to be done before a document without an analysis can show something."""
    if not document.sources:
        return "Open a profile of Nsight Compute (Ctrl+O), or drop one anywhere"
    if not document.shown:
        return "All profiles are hidden: show one in the Profile pane"
    return "Choose the machine that the profile ran on, in the Machine pane"


def intensity_text(intensity: float) -> str:
    """An intensity, FLOP/B, without prefix: 0.26 FLOP/B and not 260 mFLOP/B."""
    return "–" if intensity != intensity else f"{format_number(intensity)} {Unit.FLOP_PER_BYTE.value}"


def level_name(machine: Machine, level: Level) -> str:
    """What people call a level of this machine: HBM3e, L2, L1/shared."""
    found = machine.level(level)
    return level.value.upper() if found is None else found.name


def resource_name(machine: Machine, resource: Resource) -> str:
    """What people call a resource of this machine."""
    return level_name(machine, Level(resource.value)) if resource.is_memory else PIPE_NAMES[resource]


def bound_by(analysis: Analysis, row: int) -> Resource | None:
    """The binding resource of one row, as in the `bound_by` column."""
    code = int(binding_resources(analysis)[row])
    return None if code == NO_RESOURCE else RESOURCES[code]


def resource_label(analysis: Analysis, row: int, resource: Resource) -> str:
    """A resource in a table cell: the level's name on the row's machine, or the pipe's."""
    machine = analysis.machine_of(row)
    if resource is Resource.SHARED and machine.shared_is_part_of_l1:
        return "shared memory"
    return resource_name(machine, resource)


def roof_name(analysis: Analysis, row: int) -> str:
    """The roof that a row stands under: a level name, a precision or XU; on the L1/shared path with its main part."""
    resource = bound_by(analysis, row)
    if resource is None:
        return "roof"
    if resource in (Resource.L1, Resource.SHARED) and analysis.machine_of(row).shared_is_part_of_l1:
        part = "shared memory" if resource is Resource.SHARED else "L1"
        return f"{level_name(analysis.machine_of(row), Level.L1)} path ({part})"
    if resource.is_memory:
        return level_name(analysis.machine_of(row), Level(resource.value))
    if resource is Resource.XU:
        return "XU"
    precision = analysis.bounds.precision_of(row)
    return precision.label if precision is not None else PIPE_NAMES[resource]


def headline(analysis: Analysis, row: int) -> str:
    """One line for a row: verdict and distance from its roof."""
    verdict = analysis.judgement.verdict_of(row)
    share, roof = _share(float(analysis.bounds.fraction[row]), analysis.thresholds), roof_name(analysis, row)
    if verdict is Verdict.INCOMPLETE:
        lack = int(analysis.groups.lack[row])
        parts = [name for bit, name in ((1, "time"), (2, "work"), (4, "DRAM traffic")) if lack & bit]
        return f"Incomplete: {' and '.join(parts)} unknown" if parts else "Incomplete: no ceiling for its precision"
    if verdict is Verdict.BANDWIDTH_ONLY:
        return f"No FLOP: judged by bandwidth, {share} of {roof}"
    if verdict is Verdict.MEMORY_SUBOPTIMAL and analysis.bounds.fraction[row] >= analysis.thresholds.near:
        return f"Memory-bound, full of waste: {share} of the {roof} roof"
    return f"{VERDICT_NAMES[verdict]}: {share} of the {roof} roof"


def _share(fraction: float, thresholds: Thresholds) -> str:
    """A fraction of roof in percent, with a decimal where rounding would put it on the other side of a limit."""
    crosses = any(
        (round(fraction, 2) >= limit) is not (fraction >= limit) for limit in (thresholds.near, thresholds.far)
    )
    return format_percent(fraction, 1 if crosses else 0)


def thresholds_words(thresholds: Thresholds) -> str:
    """The two limits behind every verdict."""
    return f"Done from {format_percent(thresholds.near)} of roof, far below under {format_percent(thresholds.far)}."


def advice(verdict: Verdict, resource: Resource | None, wasteful: bool) -> str:
    """What to do about a verdict, by the binding resource."""
    level = Level(resource.value) if resource is not None and resource.is_memory else None
    match verdict:
        case Verdict.MEMORY_OPTIMAL:
            return _LEVEL_ADVICE_DONE[level or Level.DRAM]
        case Verdict.MEMORY_SUBOPTIMAL if wasteful and level in (Level.L1, Level.SHARED):
            return "Fix access: the data path is full, and most of its wavefronts repeat (conflicts, scattered lanes)."
        case Verdict.MEMORY_SUBOPTIMAL if wasteful:
            return (
                "Fix access: most of each transferred sector is unused. Coalesce, change the layout, vectorise loads."
            )
        case Verdict.MEMORY_SUBOPTIMAL:
            return _LEVEL_ADVICE_HEADROOM[level or Level.DRAM]
        case Verdict.COMPUTE_OPTIMAL if resource is Resource.XU:
            return "Compute fewer special functions, or move exponentials to the FMA pipe (polynomial)."
        case Verdict.COMPUTE_OPTIMAL:
            return "Do fewer FLOPs: lower precision, another algorithm, skip what is not needed."
        case Verdict.COMPUTE_SUBOPTIMAL if resource is Resource.TENSOR:
            return "Feed the tensor cores: better tiling, deeper pipelining (wgmma, TMA), whole waves and tiles."
        case Verdict.COMPUTE_SUBOPTIMAL:
            return "Use tensor cores where the work allows, better tiling, less divergence."
        case Verdict.LATENCY:
            return _LATENCY_ADVICE
        case Verdict.BANDWIDTH_ONLY:
            return "No floating-point work: compare its bandwidth with the memory roof; move fewer bytes or fuse it."
        case Verdict.INCOMPLETE:
            return "Collect the missing counters: roofline-gui ncu-command prints the command."


def finding_text(analysis: Analysis, row: int, finding: Finding) -> tuple[str, str]:
    """A finding as a sentence and, where there is something to do, an action (else empty)."""
    value = float("nan") if finding.value is None else finding.value
    limit = float("nan") if finding.threshold is None else finding.threshold
    if isinstance(finding.code, Verdict):
        resource = bound_by(analysis, row)
        return headline(analysis, row), advice(finding.code, resource, bool(analysis.judgement.wasteful[row]))
    return _SENTENCES[finding.code](analysis, row, value, limit, finding.subject)


# Analysis, row, value, threshold, subject → sentence and action.
Sentence: TypeAlias = Callable[[Analysis, int, float, float, str], tuple[str, str]]


def _plain(text: str, action: str = "") -> Sentence:
    return lambda analysis, row, value, limit, subject: (text, action)


def _resource_names(analysis: Analysis, row: int, resources: str) -> str:
    return ", ".join(resource_name(analysis.machine_of(row), Resource(r)) for r in resources.split())


_SENTENCES: dict[Code, Sentence] = {
    Code.CLOSE_VERDICT: lambda a, r, v, t, s: (
        f"Close: {format_percent(v, 1)} of roof; a 10 % change of the binding ceiling would change the verdict.",
        "Check the ceiling (clock, measured bandwidth) before acting on it.",
    ),
    Code.ABOVE_ROOF: lambda a, r, v, t, s: (
        f"Above the roof: {format_percent(v, 1 if v < 1.1 else 0)}. The ceilings are too low for this run.",
        "Check boost clock against datasheet clock, the chosen machine, and traffic served by caches.",
    ),
    Code.UNCOALESCED: lambda a, r, v, t, s: (
        f"Uncoalesced: {format_number(v)} % of each transferred sector is used.",
        "Let neighbouring threads read neighbouring addresses; change the layout or stage through shared memory.",
    ),
    Code.WASTED_WAVEFRONTS: lambda a, r, v, t, s: (
        f"{format_number(v, 2)} × the wavefronts that the data needs: requests are split or serialised.",
        "Remove bank conflicts, use wider and aligned accesses, ldmatrix or TMA for fragments.",
    ),
    Code.LOW_OCCUPANCY: lambda a, r, v, t, s: (
        f"Occupancy {format_number(v, 2)} %: few warps to hide latency.{_limiter(a, r)}",
        "More warps per SM: fewer registers or less shared memory per block, larger grid.",
    ),
    Code.LESS_THAN_ONE_WAVE: lambda a, r, v, t, s: (
        f"{format_number(v, 2)} waves: the grid does not fill the machine once.",
        "Split the work finer (split-K, more blocks) or batch it.",
    ),
    Code.LAUNCH_SIZED: lambda a, r, v, t, s: (
        f"{format_quantity(v, Unit.SECOND)} per launch is near the launch overhead.",
        "Fuse it with its neighbours or capture the step in a graph.",
    ),
    Code.DIVERGENT: lambda a, r, v, t, s: (
        f"{format_number(v, 2)} of 32 lanes active per instruction.",
        "Reduce divergence: regroup work so that a warp takes one path.",
    ),
    Code.ISSUE_BOUND: lambda a, r, v, t, s: (
        f"Issue slots {format_number(v, 2)} % busy: the schedulers are full although no pipe is.",
        "Do more per instruction: vector loads, packed math, tensor cores, less overhead per element.",
    ),
    Code.STALLED: lambda a, r, v, t, s: (f"Warps spend most stalls {STALL_NAMES[s]} ({format_percent(v)}).", ""),
    Code.INTEGER_WORK: lambda a, r, v, t, s: (
        f"{format_quantity(v, 'integer instructions')} and no FLOP: the roofline of FLOPs does not apply.",
        "",
    ),
    Code.SECOND_PRECISION: lambda a, r, v, t, s: (
        f"{format_percent(v)} of its FLOP run in {Precision(s).label}.",
        "",
    ),
    Code.L2_BELOW_DRAM: lambda a, r, v, t, s: (
        f"L2 traffic is {format_percent(v)} of DRAM traffic (other clients, write-back): drawn as counted.",
        "",
    ),
    Code.UNCOUNTED: lambda a, r, v, t, s: (
        f"Not counted, so it may bind instead: {_resource_names(a, r, s)}.",
        "Collect the counters of all levels (see ncu-command).",
    ),
    Code.DRAM_UNUSED: _plain("No DRAM traffic: the data stayed in the cache, the DRAM roof does not apply."),
    Code.TIME_SPREAD: lambda a, r, v, t, s: (
        f"Launch times spread {format_number(v, 2)} × between shortest and longest.",
        "Group by shape or look at single launches.",
    ),
    Code.NO_CEILING: lambda a, r, v, t, s: (
        f"The machine has no ceiling for {Precision(s).label if s else 'its precision'}.",
        "Choose the machine that it ran on.",
    ),
    Code.TIME_UNKNOWN: _plain("Time unknown.", "Collect gpu__time_duration.sum."),
    Code.WORK_UNKNOWN: _plain("Work unknown: no readable FLOP counters.", "Collect the sass and tensor counters."),
    Code.TRAFFIC_UNKNOWN: _plain("DRAM traffic unknown.", "Collect dram__bytes_read.sum and dram__bytes_write.sum."),
    Code.L1_BYPASSED: _plain(
        "L1 is bypassed (asynchronous copies): its write-back bytes say nothing and are left out."
    ),
    Code.L1_FROM_WRITEBACK: _plain(
        "L1 traffic is write-back bytes; serialisation on the data path is not in it.",
        "Collect l1tex__data_pipe_lsu_wavefronts.sum.",
    ),
    Code.L2_ALL_TRAFFIC: _plain("L2 traffic is all that passes L2 (lts__t_bytes), not only towards the SMs."),
    Code.TENSOR_ASSUMED: _plain(
        "Tensor work is counted instructions × an assumed FLOP per instruction.",
        "Collect the sm__ops_path_tensor_src_… counters.",
    ),
    Code.FLOP_PARTLY_COUNTED: _plain("Some precisions were not counted in this profile: work may be missing."),
    Code.RATE_TIMES_TIME: _plain("Some amounts are rates multiplied by the duration."),
    Code.ROUNDED: _plain("Some values were rounded by the profiler."),
    Code.RANGE: _plain("One result for a range of kernels."),
}

_LIMITERS = {
    Evidence.LIMIT_REGISTERS: "registers",
    Evidence.LIMIT_SHARED: "shared memory",
    Evidence.LIMIT_WARPS: "warps per block",
}


def _limiter(analysis: Analysis, row: int) -> str:
    """What limits the blocks per SM, where it is known and one thing does."""
    limits = {
        name: float(values[row])
        for item, name in _LIMITERS.items()
        if (values := analysis.groups.evidence.get(item)) is not None and values[row] > 0
    }
    if not limits:
        return ""
    name, blocks = min(limits.items(), key=lambda x: x[1])
    return f" {name.capitalize()} {'limits' if name == 'shared memory' else 'limit'} it to {_blocks(blocks)} per SM."


def _blocks(blocks: float) -> str:
    return "1 block" if blocks == 1 else f"{format_number(blocks)} blocks"


# Short remarks for the `note` column, in this order.
NOTE_PHRASES = {
    Code.CLOSE_VERDICT: "close verdict: a 10 % change of the binding ceiling flips it",
    Code.ABOVE_ROOF: "above the roof: check clock, machine, cache hits",
    Code.NO_CEILING: "the machine has no ceiling for its precision",
    Code.TIME_UNKNOWN: "time unknown",
    Code.WORK_UNKNOWN: "work unknown",
    Code.TRAFFIC_UNKNOWN: "DRAM traffic unknown",
    Code.UNCOUNTED: "a level or the XU was not counted and may bind instead",
    Code.DRAM_UNUSED: "no DRAM traffic: served by the cache",
    Code.L2_BELOW_DRAM: "L2 traffic below DRAM traffic",
    Code.L1_BYPASSED: "L1 bypassed, left out",
    Code.L1_FROM_WRITEBACK: "L1 from write-back bytes",
    Code.L2_ALL_TRAFFIC: "L2 is all L2 traffic (lts__t_bytes)",
    Code.TENSOR_ASSUMED: "tensor work from an assumed FLOP per instruction",
    Code.FLOP_PARTLY_COUNTED: "not all precisions were counted",
    Code.RATE_TIMES_TIME: "amounts from rates × time",
    Code.ROUNDED: "rounded values",
    Code.RANGE: "range of kernels",
}

LACK_REASONS = {
    Lack.TIME: ("no time", "collect gpu__time_duration.sum"),
    Lack.WORK: ("no readable FLOP counters", "collect the sass and tensor counters (see ncu-command)"),
    Lack.TRAFFIC: ("no DRAM traffic counters", "collect dram__bytes_read.sum and dram__bytes_write.sum"),
}
NO_TRAFFIC_REASON = ("no bytes were counted at any level", "none needed: it is in the table")
NO_COUNTED_FLOP_REASON = (
    "no FLOP in the precisions that were counted",
    "collect the counters of all precisions (see ncu-command)",
)
NO_FLOP_REASON = ("no floating-point work", "none needed: it is in the table, judged by bandwidth")


def refusal_text(refusal: Refusal) -> str:
    """A refused file in full sentences, for a terminal or a message bar."""
    parts = [f"{refusal.name}: {refusal.what}", refusal.advice]
    if refusal.command:
        parts.append(f"  {refusal.command}")
    if refusal.detail:
        parts.append(f"  ({refusal.detail})")
    return "\n".join(p for p in parts if p)
