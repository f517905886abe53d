import math

import pytest

from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.diagnosis import Verdict
from roofline_gui.session.summary import summarise
from tests.session.builders import document


def analysis() -> Analysis:
    found = analyse(document())
    assert found is not None
    return found


def test_whole_profile() -> None:
    # Times 10, 4, 20 and 5 µs; bound times 8.5, 1, 2 and 4 µs (see builders).
    summary = summarise(analysis())
    assert (summary.rows, summary.launches) == (4, 4)
    assert summary.time == pytest.approx(39e-6)
    assert summary.share == pytest.approx(1)
    assert summary.roof_fraction == pytest.approx(15.5 / 39)


def test_time_by_verdict_adds_up() -> None:
    # 85 % of a pipe; 25 % of DRAM; 10 % at ρ = 2; no FLOP at 80 % of DRAM.
    summary = summarise(analysis())
    found = {s.verdict: (s.rows, s.time, s.share) for s in summary.verdicts}
    assert found[Verdict.COMPUTE_OPTIMAL] == pytest.approx((1, 10e-6, 10 / 39))
    assert found[Verdict.LATENCY] == pytest.approx((1, 20e-6, 20 / 39))
    assert found[Verdict.BANDWIDTH_ONLY] == pytest.approx((1, 5e-6, 5 / 39))
    assert [s.time for s in summary.verdicts] == sorted((s.time for s in summary.verdicts), reverse=True)
    assert sum(s.share for s in summary.verdicts) == pytest.approx(1)


def test_targets_have_most_time_above_the_roof_first() -> None:
    summary = summarise(analysis())
    assert [t.row for t in summary.targets] == [2, 1, 0, 3]
    assert [t.time_above_roof for t in summary.targets] == pytest.approx([18e-6, 3e-6, 1.5e-6, 1e-6])
    assert summary.targets[0].share == pytest.approx(18 / 39)
    assert len(summarise(analysis(), targets=2).targets) == 2


def test_some_rows() -> None:
    summary = summarise(analysis(), [1, 3])
    assert (summary.rows, summary.launches) == (2, 2)
    assert summary.time == pytest.approx(9e-6)
    assert summary.share == pytest.approx(9 / 39)
    assert [t.row for t in summary.targets] == [1, 3]
    assert summary.targets[0].share == pytest.approx(3 / 9)


def test_no_rows() -> None:
    summary = summarise(analysis(), [])
    assert summary.time == 0
    assert math.isnan(summary.roof_fraction)
    assert summary.targets == ()
