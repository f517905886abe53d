"""The preview of measured ceilings says what would happen, and what happens is what it says."""

from pathlib import Path

import pytest

from roofline_gui.io.ceilings import Reading, read_ceilings
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.session.measured_preview import preview
from tests.model.builders import ROUND, machine

DATA = Path(__file__).parents[1] / "data" / "ceilings"
SMALL = machine({Precision.FP32: 1e12}, {Level.DRAM: 1e11, Level.L2: 1e12})


def reading(name: str) -> Reading:
    found = read_ceilings(DATA / name)
    assert isinstance(found, Reading)
    return found


def test_every_value_is_shown_beside_what_stands_there() -> None:
    found = reading("plain.txt")
    shown = preview(ROUND, found, found.configurations[0])
    rows = {(r.ceiling, r.used): r for r in shown.rows}
    dram = rows["dram", True]
    assert (dram.measured, dram.theoretical, dram.share) == ("3.021 TB/s", "5 TB/s", "60 %")  # 3.021 of 5
    assert "line" in dram.source
    assert rows["l1", True].measured == "19.3 TB/s"
    assert rows["l1", False].measured == "18.9 TB/s"  # one path with shared memory, the higher counts
    assert rows["INT8 tensor", True].theoretical == "–"
    assert shown.taken == sum(r.used for r in shown.rows) == 11
    assert shown.warning == ""


def test_what_is_no_ceiling_and_what_was_not_measured_is_told() -> None:
    found = reading("mixbench.txt")
    shown = preview(ROUND, found, found.configurations[0])
    assert [r.ceiling for r in shown.rows if not r.used] == ["none: INT32"]
    assert "Not measured: l1, l2, packed FP16, BF16 tensor, FP8 tensor." in shown.remarks


def test_values_above_most_figures_ask_whether_another_machine_was_measured() -> None:
    found = reading("mixbench.txt")  # DRAM 172 GB/s above 100, FP32 4.3 TFLOP/s above 1
    shown = preview(SMALL, found, found.configurations[0])
    assert shown.warning == "2 of 2 values are above the figures of the Test. Was another machine measured?"
    assert preview(None, found, found.configurations[0]).warning == ""


@pytest.mark.parametrize(("index", "title"), [(0, "device 0"), (1, "device 1")])
def test_the_title_names_tool_and_device(index: int, title: str) -> None:
    found = reading("rocprof-compute.csv")
    assert preview(None, found, found.configurations[index]).title.endswith(f": {title}")
