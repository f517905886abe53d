"""BabelStream and STREAM: units, kernels that count, several runs."""

import pytest

from roofline_gui.model.machine import Level
from tests.io.ceilings.samples import DATA, doubts, rates, read_text, refused

BABEL_CSV = "function,num_times,n_elements,sizeof,{},min_runtime,max_runtime,avg_runtime\n"
ROW = "{},100,{},8,{},0.001,0.002,0.0015\n"


@pytest.mark.parametrize(
    ("column", "printed", "gigabytes"),
    [
        ("max_mbytes_per_sec", "2.98e+06", 2980),
        ("max_mibytes_per_sec", "2841949", 2980),  # 2841949 × 1048576 = 2.97999987 · 10¹²
        ("max_GB_per_sec", "2980", 2980),
        ("max_GiB_per_sec", "2775.341", 2980),  # 2775.341 × 2³⁰ = 2.98000 · 10¹²
        ("gbytes_per_sec", "2980", 2980),
        ("gibytes_per_sec", "2775.341", 2980),
    ],
)
def test_babelstream_units(column: str, printed: str, gigabytes: float) -> None:
    reading = read_text(BABEL_CSV.format(column) + ROW.format("Triad", 268435456, printed))
    assert rates(reading)[Level.DRAM] == pytest.approx(gigabytes, rel=1e-5)


@pytest.mark.parametrize(
    ("header", "printed", "gigabytes"),
    [
        ("Function    MBytes/sec  Min (sec)   Max         Average", "1422422.662", 1422.422662),
        ("Function    MiBytes/sec Min (sec)   Max         Average", "1356528.0", 1422.4226),  # × 1048576
        ("Function    MB/s        Min (sec)   Max         Average", "1422422.662", 1422.422662),
        ("Function    GB/s        Min (s)     Max         Average", "1422.423", 1422.423),
    ],
)
def test_babelstream_units_in_text(header: str, printed: str, gigabytes: float) -> None:
    reading = read_text(f"BabelStream\nVersion: 5.0\n{header}\nTriad       {printed} 0.00453     0.00462     0.00455\n")
    assert rates(reading)[Level.DRAM] == pytest.approx(gigabytes, rel=1e-6)


def test_babelstream_takes_the_best_copying_kernel_at_the_largest_array() -> None:
    small = "".join(ROW.format(kernel, 1 << 20, rate) for kernel, rate in (("Copy", "9e6"), ("Triad", "8e6")))
    large = "".join(
        ROW.format(kernel, 1 << 28, rate) for kernel, rate in (("Copy", "2.9e6"), ("Nstream", "3e6"), ("Dot", "3.2e6"))
    )
    reading = read_text(BABEL_CSV.format("max_mbytes_per_sec") + small + large)
    (value,) = reading.configurations[0].values
    assert value.value == 3e12
    assert value.source == "kernel Nstream"
    assert value.doubt == ""


def test_babelstream_in_caches_is_doubted() -> None:
    reading = read_text(BABEL_CSV.format("max_mbytes_per_sec") + ROW.format("Copy", 1 << 20, "9e6"))
    assert doubts(reading)[Level.DRAM] == "Three arrays are 25.2 MB only: caches may have helped."  # 3 · 8 · 2²⁰ B


def test_babelstream_of_several_devices() -> None:
    header = "gpu_id,function,num_times,n_elements,sizeof,max_mbytes_per_sec,min_runtime,max_runtime,avg_runtime\n"
    rows = "0,Copy,100,268435456,8,3e6,1,1,1\n1,Copy,100,268435456,8,2.9e6,1,1,1\n0,Add,100,268435456,8,3.1e6,1,1,1\n"
    reading = read_text(header + rows)
    assert [c.name for c in reading.configurations] == ["device 0", "device 1"]
    assert [rates(reading, i)[Level.DRAM] for i in range(2)] == [3100, 2900]


def test_babelstream_triad_only() -> None:
    reading = read_text(
        "BabelStream\nVersion: 5.0\nArray size: 268.4 MB (=0.3 GB)\n"
        "Runtime (seconds): 0.21\nBandwidth (GB/s):  1391.2\n"
    )
    assert rates(reading) == {Level.DRAM: 1391.2}


def test_babelstream_with_dot_alone_is_refused() -> None:
    refusal = refused(BABEL_CSV.format("max_mbytes_per_sec") + ROW.format("Dot", 1 << 28, "3e6"))
    assert "BabelStream" in refusal.what
    assert "Triad" in refusal.advice


def test_babelstream_says_that_validation_failed() -> None:
    text = (DATA / "babelstream.txt").read_text(encoding="utf-8")
    reading = read_text("Validation failed on a[]. Average error 1.5\n" + text)
    assert "Validation failed" in reading.configurations[0].notes[1]


FORTRAN = """\
 Double precision appears to have 16 digits of accuracy
 Array size =   {}
 Number of Threads =   4
----------------------------------------------------
Function     Rate (MB/s)  Avg time   Min time  Max time
Copy:        10000.5000      0.0300      0.0290      0.0310
Scale:       11000.0000      0.0300      0.0290      0.0310
Add:         12345.6000      0.0300      0.0290      0.0310
Triad:       12000.0000      0.0300      0.0290      0.0310
"""


def test_stream_in_fortran() -> None:
    reading = read_text(FORTRAN.format(100000000))
    assert rates(reading) == {Level.DRAM: 12.3456}
    assert "caches" not in doubts(reading)[Level.DRAM]


def test_stream_with_small_arrays_is_doubted() -> None:
    # 3 · 8 B · 2 000 000 = 48 MB
    assert "Three arrays are 48 MB only" in doubts(read_text(FORTRAN.format(2000000)))[Level.DRAM]


def test_stream_that_failed_its_validation_is_doubted() -> None:
    text = (DATA / "stream.txt").read_text(encoding="utf-8")
    failed = text.replace("Solution Validates: avg error less than", "Failed Validation on array a[], AvgRelAbsErr >")
    assert "failed validation" in doubts(read_text(failed))[Level.DRAM]
    assert "failed validation" not in doubts(read_text(text))[Level.DRAM]


def test_runs_of_stream_are_not_mixed() -> None:
    text = (DATA / "stream.txt").read_text(encoding="utf-8")
    one = text.replace("= 96", "= 1").replace("389027.5", "14000.0").replace("388640.2", "13000.0")
    reading = read_text(text + one.replace("371204.6", "12000.0").replace("366911.3", "12000.0"))
    assert [c.name for c in reading.configurations] == ["run 1, 96 threads", "run 2, 1 thread"]
    assert [rates(reading, i)[Level.DRAM] for i in range(2)] == [389.0275, 14]
