"""What is worth knowing about one kernel: codes and numbers. The words are in `present.words`."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Bools
from roofline_gui.model.diagnosis import (
    LAUNCH_SIZED,
    LOW_OCCUPANCY,
    ONE_WAVE,
    VERDICTS,
    WASTEFUL_SECTOR_USE,
    WASTEFUL_WAVEFRONTS,
    Verdict,
)
from roofline_gui.model.grouping import Lack
from roofline_gui.model.launches import Evidence, Flag
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.roofline import NO_RESOURCE, Resource

FEW_LANES = 24.0  # of 32: below it a quarter of the lanes or more idle
ISSUE_FULL = 80.0  # percent of issue slots
STALL_SHARE = 0.4  # of the measured stall reasons
TIME_SPREAD = 1.5  # longest launch over shortest
SECOND_PRECISION = 0.01  # share of W
L2_BELOW_DRAM = 0.98  # of the DRAM traffic; nearer than that the two counters agree

_STALLS = (
    Evidence.STALL_LONG_SCOREBOARD,
    Evidence.STALL_BARRIER,
    Evidence.STALL_MATH_PIPE,
    Evidence.STALL_MIO,
    Evidence.STALL_LG,
    Evidence.STALL_WAIT,
)


class Code(StrEnum):
    """What a finding is about, beside the verdict codes."""

    CLOSE_VERDICT = "close_verdict"
    ABOVE_ROOF = "above_roof"
    UNCOALESCED = "uncoalesced"
    WASTED_WAVEFRONTS = "wasted_wavefronts"
    LOW_OCCUPANCY = "low_occupancy"
    LESS_THAN_ONE_WAVE = "less_than_one_wave"
    LAUNCH_SIZED = "launch_sized"
    DIVERGENT = "divergent"
    ISSUE_BOUND = "issue_bound"
    STALLED = "stalled"
    INTEGER_WORK = "integer_work"
    SECOND_PRECISION = "second_precision"
    L2_BELOW_DRAM = "l2_below_dram"
    DRAM_UNUSED = "dram_unused"
    TIME_SPREAD = "time_spread"
    NO_CEILING = "no_ceiling"
    TIME_UNKNOWN = "time_unknown"
    WORK_UNKNOWN = "work_unknown"
    TRAFFIC_UNKNOWN = "traffic_unknown"
    L1_BYPASSED = "l1_bypassed"
    L1_FROM_WRITEBACK = "l1_from_writeback"
    L2_ALL_TRAFFIC = "l2_all_traffic"
    TENSOR_ASSUMED = "tensor_assumed"
    FLOP_PARTLY_COUNTED = "flop_partly_counted"
    RATE_TIMES_TIME = "rate_times_time"
    ROUNDED = "rounded"
    RANGE = "range"
    UNCOUNTED = "uncounted"


FLAG_CODES = {
    Flag.L1_BYPASSED: Code.L1_BYPASSED,
    Flag.L1_FROM_WRITEBACK: Code.L1_FROM_WRITEBACK,
    Flag.L2_ALL_TRAFFIC: Code.L2_ALL_TRAFFIC,
    Flag.TENSOR_ASSUMED: Code.TENSOR_ASSUMED,
    Flag.FLOP_PARTLY_COUNTED: Code.FLOP_PARTLY_COUNTED,
    Flag.RATE_TIMES_TIME: Code.RATE_TIMES_TIME,
    Flag.ROUNDED: Code.ROUNDED,
    Flag.RANGE: Code.RANGE,
}
LACK_CODES = {
    Lack.TIME: Code.TIME_UNKNOWN,
    Lack.WORK: Code.WORK_UNKNOWN,
    Lack.TRAFFIC: Code.TRAFFIC_UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark: `code` (a `Code` or the verdict), the deciding number and the limit it was held against (None: no
    such number), and a `subject` where the words need one (a stall reason, a precision).
    """

    code: Code | Verdict
    value: float | None = None
    threshold: float | None = None
    subject: str = ""


def find(analysis: Analysis, row: int) -> tuple[Finding, ...]:
    """Everything worth saying about row `row`, most decisive first; the first entry is the verdict itself."""
    verdict = analysis.judgement.verdict_of(row)
    fraction = float(analysis.bounds.fraction[row])
    near, far = analysis.thresholds.near, analysis.thresholds.far
    found = [Finding(verdict, _known(fraction), near if fraction >= near else far)]
    if verdict is Verdict.INCOMPLETE:
        found += _lacking(analysis, row)
    else:
        if analysis.judgement.close[row]:
            limit = min((near, far), key=lambda x: abs(x - fraction))
            found.append(Finding(Code.CLOSE_VERDICT, fraction, limit))
        if fraction > 1:
            found.append(Finding(Code.ABOVE_ROOF, fraction, 1.0))
        found += _waste(analysis, row)
        if verdict not in (Verdict.MEMORY_OPTIMAL, Verdict.COMPUTE_OPTIMAL):  # more parallelism would not help those
            found += _parallelism(analysis, row, verdict)
    missing = [r.value for r, rows in uncounted(analysis).items() if rows[row]]
    if missing:
        found.append(Finding(Code.UNCOUNTED, float(len(missing)), subject=" ".join(missing)))
    found += _work_and_traffic(analysis, row)
    flags = int(analysis.groups.flags[row])
    found += [Finding(code) for flag, code in FLAG_CODES.items() if flags & flag]
    return tuple(found)


@lru_cache(maxsize=2)  # asked for row by row; an analysis never changes
def uncounted(analysis: Analysis) -> dict[Resource, Bools]:
    """Where a level or the XU was not counted although the machine has a ceiling for it and what was counted does not
    explain the time, so that it may bind instead; shape (n,) each. Pipes have a flag of their own.
    """
    bounds, groups = analysis.bounds, analysis.groups
    open_question = ~(bounds.fraction >= analysis.thresholds.near)
    open_question &= analysis.judgement.verdict != VERDICTS.index(Verdict.INCOMPLETE)
    unknown = np.ones(len(analysis), dtype=np.bool_)
    found = {}
    for resource in (*(Resource(level.value) for level in Level if level is not Level.SHARED), Resource.XU):
        has = np.array([_has_ceiling(m, resource) for m in analysis.machines], dtype=np.bool_)
        at = bounds.resources.index(resource) if resource in bounds.resources else None
        rows = (unknown if at is None else np.isnan(bounds.needed[at])) & has[analysis.machine_of_row] & open_question
        if resource is Resource.L1:
            rows &= (groups.flags & Flag.L1_BYPASSED) == 0
        found[resource] = rows
    return found


def _has_ceiling(machine: Machine, resource: Resource) -> bool:
    if resource is Resource.XU:
        return machine.special_ops is not None
    return machine.bandwidth(Level(resource.value)) is not None


def _known(value: float) -> float | None:
    return None if np.isnan(value) else value


def _evidence(analysis: Analysis, item: Evidence, row: int) -> float:
    values = analysis.groups.evidence.get(item)
    return float("nan") if values is None else float(values[row])


def _lacking(analysis: Analysis, row: int) -> list[Finding]:
    lack = int(analysis.groups.lack[row])
    found = [Finding(code) for bit, code in LACK_CODES.items() if lack & bit]
    if analysis.bounds.lacks_ceiling[row]:
        precision = analysis.bounds.precision_of(row)
        found.append(Finding(Code.NO_CEILING, subject=precision.value if precision else ""))
    return found


def _waste(analysis: Analysis, row: int) -> list[Finding]:
    code = int(analysis.bounds.binding[row])
    if code == NO_RESOURCE or not analysis.bounds.resources[code].is_memory:
        return []
    found = []
    resource = analysis.bounds.resources[code]
    ratio = _evidence(analysis, Evidence.WAVEFRONTS_OVER_MINIMUM, row)
    if resource in (Resource.L1, Resource.SHARED):
        if ratio > WASTEFUL_WAVEFRONTS:
            found.append(Finding(Code.WASTED_WAVEFRONTS, ratio, WASTEFUL_WAVEFRONTS))
    elif analysis.judgement.sector_use[row] < WASTEFUL_SECTOR_USE:
        found.append(Finding(Code.UNCOALESCED, float(analysis.judgement.sector_use[row]), WASTEFUL_SECTOR_USE))
    return found


def _parallelism(analysis: Analysis, row: int, verdict: Verdict) -> list[Finding]:
    found = []
    occupancy = _evidence(analysis, Evidence.OCCUPANCY, row)
    if occupancy < LOW_OCCUPANCY:
        found.append(Finding(Code.LOW_OCCUPANCY, occupancy, LOW_OCCUPANCY))
    waves = _evidence(analysis, Evidence.WAVES, row)
    if waves < ONE_WAVE:
        found.append(Finding(Code.LESS_THAN_ONE_WAVE, waves, ONE_WAVE))
    overhead = analysis.machine_of(row).launch_overhead
    per_launch = float(analysis.groups.demand.time[row] / analysis.groups.count[row])
    if overhead is not None and per_launch < LAUNCH_SIZED * overhead.value:
        found.append(Finding(Code.LAUNCH_SIZED, per_launch, LAUNCH_SIZED * overhead.value))
    lanes = _evidence(analysis, Evidence.THREADS_PER_INSTRUCTION, row)
    if lanes < FEW_LANES:
        found.append(Finding(Code.DIVERGENT, lanes, FEW_LANES))
    headroom = verdict in (Verdict.LATENCY, Verdict.COMPUTE_SUBOPTIMAL, Verdict.MEMORY_SUBOPTIMAL)
    issue = _evidence(analysis, Evidence.ISSUE_ACTIVE, row)
    if headroom and issue >= ISSUE_FULL:
        found.append(Finding(Code.ISSUE_BOUND, issue, ISSUE_FULL))
    if headroom:
        stalls = {item: _evidence(analysis, item, row) for item in _STALLS}
        total = sum(v for v in stalls.values() if v > 0)
        reason, value = max(stalls.items(), key=lambda x: np.nan_to_num(x[1], nan=-1.0))
        if total > 0 and value >= max(1.0, STALL_SHARE * total):
            found.append(Finding(Code.STALLED, value / total, STALL_SHARE, reason.value))
    return found


def _work_and_traffic(analysis: Analysis, row: int) -> list[Finding]:
    found = []
    demand, flop = analysis.groups.demand, float(analysis.bounds.flop[row])
    if flop == 0:
        integers = _evidence(analysis, Evidence.INTEGER_OPS, row)
        if integers > 0:
            found.append(Finding(Code.INTEGER_WORK, integers))
    main = analysis.bounds.precision_of(row)
    for precision, work in demand.flop.items():
        share = float(work[row]) / flop if flop > 0 else 0.0
        if precision is not main and share >= SECOND_PRECISION:
            found.append(Finding(Code.SECOND_PRECISION, share, SECOND_PRECISION, precision.value))
    dram, l2 = float(demand.traffic(Level.DRAM)[row]), float(demand.traffic(Level.L2)[row])
    if dram == 0:
        found.append(Finding(Code.DRAM_UNUSED, 0.0))
    elif l2 < L2_BELOW_DRAM * dram:
        found.append(Finding(Code.L2_BELOW_DRAM, l2 / dram, 1.0))
    shortest, longest = float(analysis.groups.shortest[row]), float(analysis.groups.longest[row])
    if analysis.groups.count[row] > 1 and shortest > 0 and longest > TIME_SPREAD * shortest:
        found.append(Finding(Code.TIME_SPREAD, longest / shortest, TIME_SPREAD))
    return found
