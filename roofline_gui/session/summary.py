"""A whole profile, or some of its rows, in few numbers: time by verdict and where the time above the roof lies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Ints
from roofline_gui.model.diagnosis import VERDICTS, Verdict
from roofline_gui.present.names import group_labels

MOST_TARGETS = 10


@dataclass(frozen=True, slots=True)
class VerdictShare:
    """The kernel time, s, of all rows with one verdict, and its share of the summed time."""

    verdict: Verdict
    rows: int
    time: float
    share: float


@dataclass(frozen=True, slots=True)
class Target:
    """A row worth work: the time that it spends above its roof (t − t_bound), s, and its share of the summed time."""

    row: int
    label: str
    verdict: Verdict
    time_above_roof: float
    share: float


@dataclass(frozen=True, slots=True)
class Summary:
    """`rows` rows with `launches` launches and `time` s; `share` is their part of the profile's kernel time.

    roof_fraction: t_bound summed over t summed, over the rows where both are known (NaN if none).
    verdicts: most time first. targets: most time above the roof first.
    """

    rows: int
    launches: int
    time: float
    share: float
    roof_fraction: float
    verdicts: tuple[VerdictShare, ...]
    targets: tuple[Target, ...]


def summarise(analysis: Analysis, rows: Sequence[int] | None = None, targets: int = MOST_TARGETS) -> Summary:
    """Sum up `rows` (all rows if None), naming at most `targets` of them. Unknown times count as no time."""
    index: Ints = np.arange(len(analysis)) if rows is None else np.array(sorted(rows), dtype=np.int64)
    time = np.nan_to_num(np.maximum(analysis.groups.demand.time[index], 0))
    needed = analysis.bounds.bound_time[index]
    verdict = analysis.judgement.verdict[index]
    total = float(time.sum())

    def share(part: float) -> float:
        return part / total if total > 0 else 0.0

    shares = [
        VerdictShare(VERDICTS[code], int((verdict == code).sum()), float(time[verdict == code].sum()), 0.0)
        for code in np.unique(verdict).tolist()
    ]
    known = (needed > 0) & (time > 0)
    # Without FLOP, and with memory far from explaining the time, nothing tells how fast it could be.
    unexplained = (verdict == VERDICTS.index(Verdict.BANDWIDTH_ONLY)) & (needed < analysis.thresholds.far * time)
    known &= ~unexplained
    above = np.where(known, np.maximum(time - np.where(known, needed, 0.0), 0.0), 0.0)
    worst = [i for i in np.argsort(-above, kind="stable")[:targets].tolist() if above[i] > 0]
    labels = group_labels(analysis.groups, index[worst].tolist())
    timed = float(time[known].sum())
    return Summary(
        rows=len(index),
        launches=int(analysis.groups.count[index].sum()),
        time=total,
        share=total / analysis.total_time if analysis.total_time > 0 else 0.0,
        roof_fraction=float(needed[known].sum()) / timed if timed > 0 else float("nan"),
        verdicts=tuple(
            VerdictShare(s.verdict, s.rows, s.time, share(s.time)) for s in sorted(shares, key=lambda s: -s.time)
        ),
        targets=tuple(
            Target(int(index[i]), label, VERDICTS[int(verdict[i])], float(above[i]), share(float(above[i])))
            for i, label in zip(worst, labels, strict=True)
        ),
    )
