"""What the panel says about a kernel."""

import dataclasses
import math

import numpy as np
import pytest

from roofline_gui.model.diagnosis import Verdict
from roofline_gui.model.findings import Code, find
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Evidence, Texts
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import Resource
from roofline_gui.present.explanation import explain
from roofline_gui.present.picture.card import card
from roofline_gui.present.words import NOTE_PHRASES, finding_text
from tests.present.builders import analysis_of, launches


def test_memory_side_quotes_bytes_per_second() -> None:
    # Published example: 3.1 TB/s is "93 % of 3.35"; here 4.5 of 5 TB/s is 90 %.
    found = launches(["add"], [200e-6], {Precision.FP32: [75e6]}, {Level.DRAM: [900e6]})
    told = explain(analysis_of(found), 0)
    assert told.verdict is Verdict.MEMORY_OPTIMAL
    assert told.metric == "4.5 TB/s of 5 TB/s (HBM, datasheet)"
    assert "FLOP/s" not in told.metric
    assert "90 % of the HBM roof" in told.headline
    assert told.headroom.startswith("1.11 × at the roof: 180 µs instead of 200 µs")


def test_every_measured_number_names_its_counters_and_every_derived_one_its_formula() -> None:
    found = launches(["add"], [200e-6], {Precision.FP32: [75e6]}, {Level.DRAM: [900e6]}, special_ops=[5.0])
    texts = {"time": "duration", "flop.fp32": "add + 2 × fma", "bytes.dram": "read + write", "special_ops": "32 × xu"}
    named = dataclasses.replace(found, provenance={q: Texts.constant(t, 1) for q, t in texts.items()})
    told = explain(analysis_of(named), 0)
    origin = {f.label.strip(): f.provenance for f in told.facts}
    assert origin["Time"] == "duration"
    assert origin["Work W (executed)"].endswith("FP32:\nadd\n+ 2 × fma")
    assert origin["FP32"] == "add\n+ 2 × fma"
    assert origin["Special functions"] == "32 × xu"
    assert origin["Q HBM"] == "read\n+ write"
    assert all(origin.values())
    assert told.metric_source.startswith("datasheet: ")


def test_intensities_have_no_prefix() -> None:
    # 75 MFLOP over 900 MB.
    found = launches(["add"], [200e-6], {Precision.FP32: [75e6]}, {Level.DRAM: [900e6]})
    shown = {f.label.strip(): f.text for f in explain(analysis_of(found), 0).facts}
    assert shown["I HBM"] == "0.0833 FLOP/B"
    assert dict(card(analysis_of(found), 0).lines)["Intensity I"] == "0.0833 FLOP/B"
    none = launches(["copy"], [200e-6], {Precision.FP32: [0.0]}, {Level.DRAM: [0.0]})
    assert dict(card(analysis_of(none), 0).lines)["Intensity I"] == "–"


def test_compute_side_quotes_flop_per_second() -> None:
    # 400 of 1000 TFLOP/s.
    found = launches(["gemm"], [1e-3], {Precision.BF16_TENSOR: [400e9]}, {Level.DRAM: [0.1e9]})
    told = explain(analysis_of(found), 0)
    assert told.verdict is Verdict.COMPUTE_SUBOPTIMAL
    assert told.metric == "400 TFLOP/s of 1 PFLOP/s (BF16 tensor, datasheet)"
    assert "TB/s" not in told.metric


def test_xu_bound_kernel_is_told_to_move_exponentials() -> None:
    found = launches(["exp"], [1e-3], {Precision.FP32: [1e9]}, {Level.DRAM: [1e6]}, special_ops=[3.9e9])
    told = explain(analysis_of(found), 0)
    assert told.verdict is Verdict.COMPUTE_OPTIMAL
    assert told.metric == "3.9 Top/s of 4 Top/s (XU, datasheet)"
    assert "FMA pipe" in told.advice


def test_one_bar_per_resource_and_the_shared_part() -> None:
    found = launches(
        ["tiled"],
        [1e-3],
        {Precision.FP32: [20e9]},
        {Level.DRAM: [0.5e9], Level.L2: [1e9], Level.L1: [36e9], Level.SHARED: [32e9]},
        special_ops=[0.0],
    )
    shown = {b.resource: b for b in explain(analysis_of(found), 0).bars}
    assert shown[Resource.L1].fraction == pytest.approx(0.9)
    assert shown[Resource.L1].binding
    assert shown[Resource.SHARED].fraction == pytest.approx(0.8)
    assert shown[Resource.SHARED].part_of == "L1/shared"
    assert shown[Resource.DRAM].fraction == pytest.approx(0.1)
    assert shown[Resource.L2].fraction == pytest.approx(0.1)
    assert shown[Resource.FMA].fraction == pytest.approx(0.2)
    assert shown[Resource.XU].fraction == 0


def test_findings_of_a_starved_scattered_kernel() -> None:
    evidence = {
        Evidence.OCCUPANCY: np.array([1.6]),
        Evidence.WAVES: np.array([0.03]),
        Evidence.SECTOR_USE_LOAD: np.array([12.5]),
        Evidence.SECTOR_USE_STORE: np.array([0.0]),
        Evidence.DRAM_READ: np.array([1e8]),
        Evidence.DRAM_WRITE: np.array([0.0]),
        Evidence.THREADS_PER_INSTRUCTION: np.array([4.0]),
        Evidence.STALL_LONG_SCOREBOARD: np.array([30.0]),
        Evidence.STALL_WAIT: np.array([2.0]),
    }
    found = launches(["chase"], [1e-3], {Precision.FP32: [1e5]}, {Level.DRAM: [1e8]}, evidence=evidence)
    analysis = analysis_of(found)
    codes = {f.code: f for f in find(analysis, 0)}
    assert analysis.judgement.verdict_of(0) is Verdict.LATENCY
    assert codes[Code.LOW_OCCUPANCY].value == 1.6
    assert codes[Code.LESS_THAN_ONE_WAVE].value == 0.03
    assert codes[Code.UNCOALESCED].value == pytest.approx(12.5)
    assert codes[Code.DIVERGENT].value == 4.0
    assert codes[Code.STALLED].subject == Evidence.STALL_LONG_SCOREBOARD.value


def test_above_the_roof_is_said_and_not_clipped() -> None:
    found = launches(["hot"], [100e-6], {Precision.FP32: [1e8]}, {Level.DRAM: [0.6e9]})
    told = explain(analysis_of(found), 0)
    assert any(r.code == "above_roof" and "120 %" in r.text for r in told.findings)
    assert told.headroom == "None: at or above this roof."
    assert max(b.fraction for b in told.bars if not math.isnan(b.fraction)) == pytest.approx(1.2)
    little = explain(analysis_of(launches(["warm"], [100e-6], {Precision.FP32: [1e8]}, {Level.DRAM: [0.501e9]})), 0)
    assert any("Above the roof: 100.2 %." in r.text for r in little.findings)


def test_no_flop_is_judged_by_bandwidth() -> None:
    found = launches(["copy"], [100e-6], {Precision.FP32: [0.0]}, {Level.DRAM: [0.4e9]})
    told = explain(analysis_of(found), 0)
    assert told.verdict is Verdict.BANDWIDTH_ONLY
    assert told.metric == "4 TB/s of 5 TB/s (HBM, datasheet)"
    assert "80 % of HBM" in told.headline


def test_every_code_and_verdict_has_words() -> None:
    found = launches(["k"], [1e-3], {Precision.FP32: [1e9]}, {Level.DRAM: [1e9]})
    analysis = analysis_of(found)
    subjects = {Code.STALLED: Evidence.STALL_WAIT.value, Code.SECOND_PRECISION: "fp64", Code.NO_CEILING: "fp64"}
    from roofline_gui.model.findings import Finding

    for code in [*Code, *Verdict]:
        text, _ = finding_text(analysis, 0, Finding(code, 0.5, 0.25, subjects.get(code, "")))
        assert text.strip().endswith((".", "roof", "HBM", "unknown", "precision"))
    assert set(NOTE_PHRASES) <= set(Code)


def test_no_headroom_is_made_up_where_neither_flop_nor_memory_explain_the_time() -> None:
    found = launches(["hash"], [154e-6], {Precision.FP32: [0.0]}, {Level.DRAM: [3e3]})
    told = explain(analysis_of(found), 0)
    assert told.verdict is Verdict.BANDWIDTH_ONLY
    assert told.headroom.startswith("Unknown")
    assert "< 0.01 % of HBM" in told.headline


def test_rounding_never_shows_the_other_side_of_a_limit() -> None:
    # 3.985 of 5 TB/s is 79.7 %: below the 80 % from which a kernel is done.
    found = launches(["k"], [200e-6], {Precision.FP32: [1e6]}, {Level.DRAM: [797e6]})
    told = explain(analysis_of(found), 0)
    assert told.verdict is Verdict.MEMORY_SUBOPTIMAL
    assert "79.7 % of the HBM roof" in told.headline


def test_a_kernel_at_its_roof_is_not_told_to_find_parallelism() -> None:
    evidence = {Evidence.OCCUPANCY: np.array([12.0])}
    done = launches(["k"], [200e-6], {Precision.FP32: [1e6]}, {Level.DRAM: [900e6]}, evidence=evidence)
    assert Code.LOW_OCCUPANCY not in {f.code for f in find(analysis_of(done), 0)}
    headroom = launches(["k"], [200e-6], {Precision.FP32: [1e6]}, {Level.DRAM: [600e6]}, evidence=evidence)
    assert Code.LOW_OCCUPANCY in {f.code for f in find(analysis_of(headroom), 0)}


def test_a_row_over_several_operations_says_how_many() -> None:
    found = launches(
        ["k", "k"], [1e-3, 1e-3], {Precision.FP32: [1e6] * 2}, {Level.DRAM: [1e9] * 2}, operations=["a / x", "b / x"]
    )
    assert explain(analysis_of(found, Grouping.KERNEL), 0).group == "2 operations"
