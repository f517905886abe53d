"""One measured row under a what-if, on the bundled capture and on stated launches of a round machine."""

import math
from dataclasses import replace

from roofline_gui.model.forecast import forecast_document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import WhatIf
from roofline_gui.present.what_if.row_forecast import RowForecast, row_forecast
from tests.model import builders
from tests.model.builders import launches
from tests.model.profiles import document, profile

TENSOR, DRAM = Precision.BF16_TENSOR, Level.DRAM
# 8 GFLOP are 8 µs on the tensor pipe, 25 MB 5 µs from DRAM; 2 µs of each launch are fixed.
KERNEL = launches(["gemm"], time=[12e-6], flop={TENSOR: [8e9]}, bytes={DRAM: [25e6]})


def said(of: Launches, what_if: WhatIf, row: int = 0, **more: object) -> RowForecast:
    made = document(profiles=(profile(of=of),), what_if=what_if, **more)
    found = forecast_document(made)
    assert found is not None
    return row_forecast(found, row)


def facts(found: RowForecast) -> dict[str, str]:
    return {fact.label: fact.text for fact in found.facts}


def test_less_work_and_what_binds_then() -> None:
    found = said(KERNEL, WhatIf(flop=0.5))
    assert found.condition == "−50 % FLOP"
    assert found.headline == "1.45 × faster: 12 µs → 8.25 µs"  # 2 + 10 · 5 / 8
    assert facts(found) == {
        "Bound by": "dram, now Tensor pipe",
        "Fraction of roof": "61 %",  # 5 of 8.25 µs
        "Work W": "8 GFLOP → 4 GFLOP",
        "Intensity I": "320 FLOP/B → 160 FLOP/B",
    }


def test_what_does_not_change_is_not_told() -> None:
    found = said(KERNEL, WhatIf(bytes=0.5))
    assert found.headline == "Same time: 12 µs → 12 µs"
    assert facts(found)["Bound by"] == "Tensor pipe, as now"
    assert "Work W" not in facts(found)
    there = builders.machine({TENSOR: 4000e12}, {DRAM: 5e12}, launch_overhead=2e-6)
    moved = said(KERNEL, WhatIf(machine=replace(there, name="There")))
    assert moved.condition == "on There"
    assert moved.headline == "1.45 × faster: 12 µs → 8.25 µs"
    assert set(facts(moved)) == {"Bound by", "Fraction of roof"}


def test_why_there_is_no_prediction() -> None:
    found = said(launches(["k"], time=[math.nan], flop={TENSOR: [8e9]}, bytes={DRAM: [25e6]}), WhatIf(flop=0.5))
    assert found.headline == "Not predicted: time unknown."
    assert found.facts == ()


# Half of the traffic of batch 1 stays, the work grows: at batch 4 10 + 4·10 = 50 MB.
SERIES = launches(
    ["k", "k", "copy"],
    time=[6e-6, 14e-6, 3e-6],
    flop={TENSOR: [1e6, 4e6, 0]},
    bytes={DRAM: [20e6, 50e6, 5e6]},
    operations=["batch=1 / k", "batch=4 / k", "copy"],
)


def test_a_recorded_series_shows_measured_beside_predicted() -> None:
    nvtx = {"grouping": Grouping.NVTX}
    base = facts(said(SERIES, WhatIf(batch=4), 0, **nvtx))
    assert base["Measured"] == "14 µs at batch 4"
    assert base["DRAM traffic Q"] == "20 MB → 50 MB"
    told = base["Predicted"]
    at = said(SERIES, WhatIf(batch=4), 1, **nvtx)
    assert at.headline == "Recorded at just this batch"
    assert facts(at) == {"Measured": "14 µs at batch 4", "Predicted": told}
    predicted = float(told.split(" µs ")[0])
    assert told.endswith(f" µs from batch 1 (−{100 * (1 - predicted / 14):.0f} %)")
    assert said(SERIES, WhatIf(batch=4), 2, **nvtx).headline == "Not predicted: no batch law."
    assert "Measured" not in facts(said(SERIES, WhatIf(batch=2), 0, **nvtx))
    assert "Measured" not in facts(said(SERIES, WhatIf(batch=1), 0, **nvtx))


def test_the_path_that_l1_and_shared_memory_share_is_one_roof() -> None:
    moved: dict[Level, list[float]] = {DRAM: [1e6], Level.L1: [120e6], Level.SHARED: [100e6]}
    found = said(launches(["k"], time=[5e-6], flop={TENSOR: [1e6]}, bytes=moved), WhatIf(flop=0.5))
    assert facts(found)["Bound by"] == "l1, as now"
