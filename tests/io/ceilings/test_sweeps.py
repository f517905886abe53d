"""mixbench, likwid-bench and gpu-benches: groups, levels without a name, plateaus."""

import pytest

from roofline_gui.io.ceilings.numbers import Plateau, plateaus
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from tests.io.ceilings.samples import DATA, INT32, doubts, rates, read_text, refused

# mixbench ---------------------------------------------------------------------------------------------------------

CPU = """\
mixbench-cpu (v0.04-12-gabc)
Total threads: 32
---------------------------------------------------------- CSV data ---------------------------------------------
Experiment ID, Single Precision ops,,,,              Double precision ops,,,,              Integer operations,,,
Compute iters, Flops/byte, ex.time,  GFLOPS, GB/sec, Flops/byte, ex.time,  GFLOPS, GB/sec, Iops/byte, ex.time,   GIOPS, GB/sec
            0,      0.250,    1.56,   42.96, 171.85,      0.125,    3.13,   21.42, 181.35,     0.250,    1.57,   42.72, 170.86
           64,     32.250,    2.01, 3307.72, 133.57,     16.125,    6.03, 1635.57,  89.03,    32.250,    6.18, 1501.01,  43.44
-----------------------------------------------------------------------------------------------------------------
"""  # noqa: E501


def test_mixbench_on_a_cpu_has_no_half_group() -> None:
    reading = read_text(CPU)
    assert reading.origin == "mixbench-cpu v0.04-12-gabc"
    assert rates(reading) == {
        Level.DRAM: 181.35,  # the highest of all groups
        Precision.FP32: 3307.72,
        Precision.FP64: 1635.57,
        INT32: 1501.01,
    }


def test_mixbench_packed_singles_are_fp32_and_half_is_fp16() -> None:
    text = CPU.replace("Double precision ops", "Packed Single Precision ops").replace(
        "Integer operations", "Half precision ops"
    )
    found = rates(read_text(text.replace("GIOPS", "GFLOPS")))
    assert found == {Level.DRAM: 181.35, Precision.FP32: 3307.72, Precision.FP16: 1501.01}


def test_tables_of_mixbench_are_not_mixed() -> None:
    reading = read_text("Device:  A\n" + CPU + "Device:  B\n" + CPU.replace("3307.72", "100.00"))
    assert [c.name for c in reading.configurations] == ["A", "B"]
    assert [rates(reading, i)[Precision.FP32] for i in range(2)] == [3307.72, 100]


def test_mixbench_without_rows_is_refused() -> None:
    assert "CSV data" in refused("\n".join(CPU.splitlines()[:5]) + "\n").advice


# likwid-bench -----------------------------------------------------------------------------------------------------


def likwid(
    test: str, size: int, megabytes: float, megaflops: float, threads: int = 4, name: str = "Size (Byte)"
) -> str:
    return (
        f"LIKWID MICRO BENCHMARK\nTest: {test}\n----\nUsing 1 work groups\nUsing {threads} threads\n----\n"
        f"{name}:\t\t{size}\nMFlops/s:\t\t{megaflops}\nMByte/s:\t\t{megabytes}\nStores per update:\t1\n"
    )


@pytest.mark.parametrize(
    ("size", "level"),
    [
        (4 * 32 * 1024, Level.L1),
        (4 * 1024 * 1024, Level.L2),
        (60_000_000, Level.LLC),
        (2_000_000_000, Level.DRAM),
    ],
)
@pytest.mark.parametrize("name", ["Size (Byte)", "Size"])
def test_likwid_levels_are_proposed_from_the_working_set(size: int, level: Level, name: str) -> None:
    reading = read_text(likwid("copy", size, 135389.92, 0.0, name=name))
    assert rates(reading) == {level: 135.38992}
    assert "does not name the level" in doubts(reading)[level]
    assert "Write-allocate" in doubts(reading)[level]


def test_likwid_streams_past_the_cache_allocate_nothing() -> None:
    assert "Write-allocate" not in doubts(read_text(likwid("copy_mem", 2_000_000_000, 1e5, 0)))[Level.DRAM]


def test_likwid_peaks_by_precision_and_without_their_bandwidth() -> None:
    text = likwid("peakflops_sp_avx_fma", 16000, 999999, 640000) + likwid("peakflops_avx_fma", 16000, 999999, 320000)
    assert rates(read_text(text)) == {Precision.FP32: 640, Precision.FP64: 320}


def test_likwid_runs_with_other_thread_counts_are_not_mixed() -> None:
    text = likwid("load", 2_000_000_000, 200000, 0, threads=32) + likwid("load", 2_000_000_000, 14000, 0, threads=1)
    text += likwid("peakflops", 16000, 0, 900000, threads=32)
    reading = read_text(text)
    assert [c.name for c in reading.configurations] == ["32 threads", "1 thread"]
    assert rates(reading) == {Level.DRAM: 200, Precision.FP64: 900}
    assert rates(reading, 1) == {Level.DRAM: 14}


def test_likwid_without_results_is_refused() -> None:
    assert "MByte/s" in refused("LIKWID MICRO BENCHMARK\nTest: copy\nUsing 4 threads\n").advice


# gpu-benches ------------------------------------------------------------------------------------------------------


def test_plateaus_need_three_neighbours_within_three_percent() -> None:
    assert plateaus([100, 98, 97.0, 50, 49, 48.6, 20, 19.9]) == [Plateau(0, 2, 98), Plateau(3, 5, 49)]
    assert plateaus([100, 98, 96.9]) == []
    assert plateaus([]) == []
    assert plateaus([1, 1, 1, 1]) == [Plateau(0, 3, 1)]


def sweep(*rows: tuple[int, float]) -> str:
    lines = [
        f"       512 kB  {size:8} kB        10ms       0.1%   {rate:7.1f} GB/s        0 GB/s\n" for size, rate in rows
    ]
    return "     data set   exec time     spread       Eff. bw\n" + "".join(lines)


def test_gpu_l2_cache_gives_l2_and_dram() -> None:
    text = sweep(
        (1536, 4315.9), (2048, 5400), (2560, 5420), (3072, 5410), (30720, 4000), (40448, 2462), (44032, 2188),
        (100352, 1866), (110080, 1879), (4035072, 1731), (4438528, 1732), (4881920, 1730),
    )  # fmt: skip
    reading = read_text(text)
    assert rates(reading) == {Level.L2: 5410, Level.DRAM: 1731}
    assert "gpu-l2-cache" in reading.configurations[0].values[0].source
    assert "2048 to 3072 kB" in reading.configurations[0].values[0].source


def test_gpu_l2_cache_that_never_leaves_l2_has_no_dram() -> None:
    assert rates(read_text(sweep((2048, 5400), (2560, 5420), (3072, 5410)))) == {Level.L2: 5410}


def test_a_sweep_without_a_plateau_is_refused() -> None:
    assert "three neighbouring sizes" in refused(sweep((2048, 5400), (2560, 4000), (3072, 3000))).advice


def test_sweeps_of_several_devices_are_not_mixed() -> None:
    text = (DATA / "gpu-cache.txt").read_text(encoding="utf-8")
    reading = read_text(text + sweep((2048, 5400), (2560, 5420), (3072, 5410)))
    assert [c.name for c in reading.configurations] == ["sweep 1", "sweep 2"]
    assert Level.L1 in rates(reading)
    assert rates(reading, 1) == {Level.L2: 5410}
