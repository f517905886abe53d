"""ROCm Compute Profiler and Omniperf: versions, devices, and the traps of their columns."""

import pytest

from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from tests.io.ceilings.samples import INT32, VECTOR_FP8, VECTOR_INT8, doubts, rates, read_text, refused

OMNIPERF_2 = """\
device,HBMBw,HBMBwLow,hbmBwHigh,L2Bw,L2BwLow,L2BwHigh,FP32Flops,FP32FlopsLow,FP32FlopsHigh,MFMABF16Flops,\
MFMABF16FlopsLow,MFMABF16FlopsHigh,MFMAF16Flops,MFMAF16FlopsLow,MFMAF16FlopsHigh,MFMAI8Ops,MFMAFI8OpsLow,MFMAFI8OpsHigh
3,1388.5,1387,1390,5030,5020,5040,20980,20970,20990,82600,82500,82700,165100,165000,165200,170900,170800,171000
1,1379.2,1378,1380,5010,5000,5020,20870,20860,20880,0,0,0,164200,164100,164300,169800,169700,169900
"""


def test_devices_stand_in_the_order_of_the_file_under_their_own_numbers() -> None:
    reading = read_text(OMNIPERF_2)
    assert reading.origin == "ROCm Compute Profiler (Omniperf 2 layout)"
    assert [c.name for c in reading.configurations] == ["device 3", "device 1"]
    assert rates(reading)[Level.DRAM] == 1388.5
    assert rates(reading)[Precision.INT8_TENSOR] == 170900  # its bounds are spelled MFMAFI8Ops…
    assert rates(reading, 1)[Level.DRAM] == 1379.2
    assert Precision.BF16_TENSOR not in rates(reading, 1)  # 0 is not measured


def test_half_rate_bf16_is_marked_as_a_known_defect() -> None:
    reading = read_text(OMNIPERF_2)
    assert rates(reading)[Precision.BF16_TENSOR] == 82600
    assert "known defect" in doubts(reading)[Precision.BF16_TENSOR]
    sound = read_text(OMNIPERF_2.replace("82600,82500,82700", "163000,162900,163100"))
    assert doubts(sound)[Precision.BF16_TENSOR] == ""


def test_columns_of_2025_and_2026() -> None:
    first = read_text("device,HBMBw,MALLBw,FP8Flops,I32Ops,I8Ops\n0,5000,9000,81000,40000,80000\n")
    assert first.version == "(layout of 2025)"
    assert rates(first) == {Level.LLC: 9000, Level.DRAM: 5000, VECTOR_FP8: 81000, VECTOR_INT8: 80000, INT32: 40000}
    late = read_text(
        "device,HBMBw,HBMBwLow,HBMBwHigh,MALLBw,L0Bw,MFMAF4Flops,MFMAF6F4Flops,WMMAF16Flops,WMMABF16Flops\r\n"
        "0,800,790,810,2500,11000,9769632,0,190000,189000\r\n"
    )
    assert late.version == "(layout of 2026)"
    found = rates(late)
    assert found[Level.DRAM] == 800
    assert found[Precision.FP4_TENSOR] == 9769632
    assert found[Precision.FP16_TENSOR] == 190000
    assert found[Precision.BF16_TENSOR] == 189000
    assert {"L0"} == {getattr(t, "name", "") for t in found if getattr(t, "name", "") == "L0"}


@pytest.mark.parametrize("cell", ["0", "", "N/A", "nan", "inf", "-1", "unsupported"])
def test_what_is_not_a_rate_is_not_measured(cell: str) -> None:
    reading = read_text(f"device,HBMBw,L2Bw\n0,1600,{cell}\n")
    assert rates(reading) == {Level.DRAM: 1600}


def test_a_missing_column_is_not_measured_and_foreign_ones_are_ignored() -> None:
    reading = read_text("devID,Name,HBMBw,Something\n0,gfx942,4000,17\n")
    assert rates(reading) == {Level.DRAM: 4000}


def test_what_a_spreadsheet_made_of_it() -> None:
    assert rates(read_text("device;HBMBw;L2Bw\n0;4127,32;17212,9\n")) == {Level.L2: 17212.9, Level.DRAM: 4127.32}


def test_a_row_that_breaks_off_keeps_its_whole_cells() -> None:
    reading = read_text("device,HBMBw,L2Bw,L1Bw\n0,4000,17000,31000\n1,4100,17")
    assert rates(reading, 1) == {Level.DRAM: 4100}
    assert "device 1 (line 3) breaks off" in reading.notes[0]
    assert "The last line has no end" in reading.notes[-1]


def test_output_below_the_table_is_no_device() -> None:
    reading = read_text("device,HBMBw\n0,4000\nINFO done,1\n")
    assert [c.name for c in reading.configurations] == ["device 0"]


def test_two_rows_of_one_device_are_told_apart() -> None:
    reading = read_text("device,HBMBw\n0,4000\n0,4100\n")
    assert [c.name for c in reading.configurations] == ["device 0", "device 0 (line 3)"]


def test_a_table_without_rates_is_refused() -> None:
    refusal = refused("device,HBMBw,L2Bw\n0,0,0\n")
    assert "ROCm Compute Profiler" in refusal.what
    assert "no rate" in refusal.what
