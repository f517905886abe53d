"""The performance table: every column worked out by hand for two kernels, and its behaviour at the edges."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from roofline_gui.model.findings import Code, find
from roofline_gui.model.forecast import forecast
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Flag
from roofline_gui.model.machine import Level
from roofline_gui.model.measured import measure
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import WhatIf
from roofline_gui.present.table import COLUMNS, FORECAST_COLUMNS, table, with_forecast
from tests.present.builders import analysis_of, launches


def test_columns_are_those_of_the_contract_in_order() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    section = readme.split("## The performance table")[1].split("\n## ")[0]
    documented = re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE)
    assert tuple(documented) == COLUMNS + FORECAST_COLUMNS


def test_every_column_of_a_memory_bound_kernel() -> None:
    # 1 GB over 5 TB/s needs 200 us; measured 250 us, so 80 % of the HBM roof. W = 0.5 GFLOP FP32 needs 5 us.
    found = launches(
        ["copy_scale(float *)", "other"],
        [250e-6, 750e-6],
        {Precision.FP32: [0.5e9, 0.0], Precision.FP64: [0.0, 0.0]},
        {
            Level.DRAM: [1e9, 1e9],
            Level.L2: [1.25e9, 1e9],
            Level.L1: [2e9, 1e9],
            Level.SHARED: [0.0, 0.0],
        },
        special_ops=[0.0, 0.0],
    )
    data = table(analysis_of(found, near=0.79)).columns
    row = {name: column[0] for name, column in data.items()}
    assert row["kernel"] == "copy_scale(float *)"
    assert row["source"] == "p.csv"
    assert row["launches"] == 1
    assert row["time_s"] == pytest.approx(250e-6)
    assert row["precision"] == "fp32"
    assert row["flop"] == 0.5e9
    assert row["bytes_l2"] == 1.25e9
    assert row["intensity_dram"] == pytest.approx(0.5)
    assert row["intensity_l2"] == pytest.approx(0.4)
    assert row["intensity_l1"] == pytest.approx(0.25)
    assert np.isnan(table(analysis_of(found, near=0.79)).numbers("intensity_shared")).all()
    assert row["flop_per_s"] == pytest.approx(2e12)
    assert row["dram_bytes_per_s"] == pytest.approx(4e12)
    assert row["ridge_flop_per_byte"] == pytest.approx(20)  # 100e12 / 5e12
    assert row["regime_ratio"] == pytest.approx(5e-6 / 200e-6)
    assert row["regime"] == "memory"
    assert row["bound_by"] == "dram"
    assert row["roof_flop_per_s"] == pytest.approx(2.5e12)  # I × B = 0.5 × 5e12
    assert row["roof_fraction"] == pytest.approx(0.8)
    assert row["time_share"] == pytest.approx(0.25)
    assert row["verdict"] == "memory_optimal"
    assert "fewer bytes" in row["advice"]
    assert row["note"].startswith("close verdict")  # 72 or 88 % would fall on the other side of 79 %


def test_shared_memory_names_the_path_that_it_dominates() -> None:
    # 30 GB over the 40 TB/s path needs 750 us of 800 us; 20 GB of it is shared memory.
    found = launches(
        ["tiled", "naive"],
        [800e-6, 800e-6],
        {Precision.FP32: [1e9, 1e9]},
        {Level.DRAM: [1e6, 1e6], Level.L1: [30e9, 30e9], Level.SHARED: [20e9, 10e9]},
    )
    data = table(analysis_of(found))
    assert data.texts("bound_by") == ["shared", "l1"]
    assert data.numbers("roof_fraction") == pytest.approx([0.9375, 0.9375])


def test_unknown_stays_unknown_and_names_what_lacks() -> None:
    found = launches(
        ["no_time", "no_traffic", "good"],
        [math.nan, 1e-3, 1e-3],
        {Precision.FP32: [1e9, 1e9, 1e9]},
        {Level.DRAM: [1e9, math.nan, 1e9]},
    )
    data = table(analysis_of(found))
    assert data.texts("verdict")[:2] == ["incomplete", "incomplete"]
    assert "time unknown" in data.texts("note")[0]
    assert "DRAM traffic unknown" in data.texts("note")[1]
    assert np.isnan(data.numbers("flop_per_s")[0])
    assert np.isnan(data.numbers("intensity_dram")[1])
    assert np.isnan(data.numbers("bytes_l2")).all()
    assert data.texts("verdict")[2] == "memory_suboptimal"
    assert data.numbers("roof_fraction")[2] == pytest.approx(0.2)  # 1 GB / 5 TB/s = 200 µs of 1 ms


def test_a_bad_launch_takes_no_other_with_it() -> None:
    found = launches(["k", "k", "k"], [1e-3, math.nan, 3e-3], {Precision.FP32: [1e9] * 3}, {Level.DRAM: [1e9] * 3})
    data = table(analysis_of(found, Grouping.KERNEL))
    assert list(data.numbers("launches")) == [2, 1]
    assert data.numbers("time_s")[0] == pytest.approx(4e-3)
    assert data.numbers("flop")[0] == 2e9
    assert data.texts("verdict")[1] == "incomplete"


def test_rows_of_operations_keep_order_path_and_kernels() -> None:
    found = launches(
        ["gemm", "norm", "splitk"],
        [3e-3, 1e-3, 1e-3],
        {Precision.FP32: [1e9, 1e6, 1e6]},
        {Level.DRAM: [1e9, 1e6, 1e6]},
        operations=["step / proj", "step / norm", "step / proj"],
    )
    data = table(analysis_of(found, Grouping.NVTX))
    assert data.texts("group") == ["step / proj", "step / norm"]
    assert data.texts("kernel") == ["gemm + 1 more", "norm"]
    assert data.numbers("time_s").sum() == pytest.approx(5e-3)


def test_flags_become_remarks() -> None:
    found = launches(
        ["k"],
        [1e-3],
        {Precision.FP32: [1e9]},
        {Level.DRAM: [1e9]},
        flags=[Flag.TENSOR_ASSUMED | Flag.FLOP_PARTLY_COUNTED],
    )
    note = table(analysis_of(found)).texts("note")[0]
    assert "assumed FLOP per instruction" in note
    assert "not all precisions were counted" in note


def test_zero_flop_is_no_knowledge_where_not_all_precisions_were_counted() -> None:
    # Both have 0 FLOP in FP32, the only precision counted. Memory explains the first (4 of 5 TB/s), not the second.
    found = launches(
        ["copy", "fp64_chain"],
        [100e-6, 100e-6],
        {Precision.FP32: [0.0, 0.0]},
        {Level.DRAM: [0.4e9, 1e3]},
        flags=[Flag.FLOP_PARTLY_COUNTED] * 2,
    )
    data = table(analysis_of(found))
    assert data.texts("verdict") == ["bandwidth_only", "incomplete"]
    assert data.numbers("flop")[0] == 0
    assert np.isnan(data.numbers("flop")[1])
    assert "work unknown" in data.texts("note")[1]


def test_levels_that_nobody_counted_are_told_where_they_may_bind() -> None:
    # DRAM needs 1 GB / 5 TB/s = 200 us: 20 % of 1000 us leaves the question open, 91 % of 220 us explains the time.
    found = launches(
        ["slow", "fast"],
        [1000e-6, 220e-6],
        {Precision.FP32: [0.5e9, 0.5e9], Precision.FP64: [0.0, 0.0]},
        {Level.DRAM: [1e9, 1e9], Level.L2: [1.25e9, 1.25e9], Level.L1: [math.nan, math.nan]},
        special_ops=[0.0, 0.0],
    )
    analysis = analysis_of(found)
    notes = table(analysis).texts("note")
    assert "not counted and may bind" in notes[0]
    assert "not counted" not in notes[1]
    told = {row: [f.subject for f in find(analysis, row) if f.code is Code.UNCOUNTED] for row in (0, 1)}
    assert told == {0: ["l1"], 1: []}


def test_a_forecast_adds_two_columns_behind_the_others() -> None:
    # 10 of 12 µs are above the 2 µs of a launch; half the bytes make them 5. The traffic of the second is unknown.
    found = launches(["a", "b"], [12e-6, 5e-6], {Precision.FP32: [1e6, 1e6]}, {Level.DRAM: [50e6, math.nan]})
    analysis = analysis_of(found)
    given = table(analysis)
    assert tuple(given.columns) == COLUMNS
    predicted = with_forecast(given, forecast(measure((), analysis), WhatIf(bytes=0.5)))
    assert tuple(predicted.columns) == COLUMNS + FORECAST_COLUMNS
    assert predicted.numbers("predicted_time_s") == pytest.approx([7e-6, math.nan], nan_ok=True)
    assert predicted.numbers("predicted_speedup") == pytest.approx([12 / 7, math.nan], nan_ok=True)
    assert tuple(with_forecast(predicted, None).columns) == COLUMNS
