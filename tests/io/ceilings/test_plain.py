"""Plain text of this program's own: separators, units, doubtful lines."""

import pytest

from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from tests.io.ceilings.samples import VECTOR_FP8, VECTOR_INT8, doubts, rates, read_text, refused


@pytest.mark.parametrize(
    "line",
    [
        "dram 3.021 TB/s",
        "dram=3.021TB/s",
        "DRAM: 3021 GB/s",
        "dram\t3021000 MB/s",
        "  dram_bw = 3.021e3 GB/s   # best of 5",
        "Dram-Bandwidth 3,021 TB/s",
        "hbm 3021000000000 B/s",
        "dram 2.7476 TiB/s",  # 2.7476 × 2⁴⁰ = 3.02102 · 10¹²
    ],
)
def test_ways_to_write_a_rate(line: str) -> None:
    assert rates(read_text(line + "\n"))[Level.DRAM] == pytest.approx(3021, rel=1e-4)


@pytest.mark.parametrize("unit", ["TFLOP/s", "TFLOPS", "Tflop/s", "TFLOPs", "TFLOPs/s", "TOP/s", "TOPS"])
def test_ways_to_write_operations(unit: str) -> None:
    assert rates(read_text(f"fp32 60.4 {unit}\n")) == {Precision.FP32: 60400}


def test_names() -> None:
    text = "lds 50 TB/s\nl3 2 TB/s\nfp64-matrix 58 TFLOPS\ntf32_tensor 300 TFLOPS\nfp8 1 TFLOPS\nint8 2 TOPS\n"
    assert rates(read_text(text)) == {
        Level.SHARED: 50000,
        Level.LLC: 2000,
        Precision.FP64_TENSOR: 58000,
        Precision.TF32_TENSOR: 300000,
        VECTOR_FP8: 1000,
        VECTOR_INT8: 2000,
    }


def test_a_comma_is_marked() -> None:
    assert "decimal comma" in doubts(read_text("dram 3,021 TB/s\n"))[Level.DRAM]


def test_of_two_values_the_higher_counts_and_both_are_told() -> None:
    reading = read_text("dram 3.0 TB/s\ndram 3.1 TB/s\ndram 2.9 TB/s\n")
    assert rates(reading) == {Level.DRAM: 3100}
    assert [note.split(":")[0] for note in reading.configurations[0].notes] == ["line 1, dram", "line 3, dram"]


def test_lines_that_cannot_be_used_are_told() -> None:
    reading = read_text("dram 3 TB/s\nwarp 9 TB/s\nl2 7 TFLOP/s\nfp32 60 TB/s\nl1 0 TB/s\nl1 3 Gb/s\nl1 3 TB\n")
    assert rates(reading) == {Level.DRAM: 3000}
    told = reading.configurations[0].notes
    assert len(told) == 6
    assert "“warp 9 TB/s”: this name is not known" in told[0]
    assert "“l2 7 TFLOP/s”: expected a unit of B/s" in told[1]
    assert "“fp32 60 TB/s”: expected a unit of FLOP/s or OP/s" in told[2]
    assert "“l1 0 TB/s”: this is not a positive number" in told[3]
    assert "“l1 3 Gb/s”: expected a unit of B/s" in told[4]  # bits
    assert "“l1 3 TB”: expected a unit of B/s" in told[5]  # an amount


def test_a_number_without_a_unit_is_no_rate() -> None:
    assert "known benchmark tool" in refused("dram 3021\n").what
