"""CARM Tool: roofline tables of CPU and GPU, the memory curve, JSON lines."""

import json

from roofline_gui.io.ceilings import Extra
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from tests.io.ceilings.samples import INT32, doubts, rates, read_text, refused

ABOVE = "Name:,gpu1,Shared Size:,100,L2 Size:,50000,,,,Shared,Shared,L1,L1,L2,L2,Global,Global,FP,FP"
BELOW = (
    "Date,ISA,Precision,Threads,Loads,Stores,Interleaved,DRAM Bytes,FP Inst.,"
    "GB/s,I/Cycle,GB/s,I/Cycle,GB/s,I/Cycle,GB/s,I/Cycle,Gflop/s,I/Cycle"
)


def gpu_row(isa: str, precision: str, shared: float, dram: float, peak: float, threads: int = 1024) -> str:
    return f"2025-01-02 10:00:00,{isa},{precision},{threads},1,0,No,1,fma,{shared},1,0,0,5000,1,{dram},1,{peak},1"


def test_a_gpu_is_one_machine_over_its_instruction_sets() -> None:
    rows = [
        gpu_row("cuda", "sp", 18000, 1800, 19000),
        gpu_row("cuda", "hp2", 18100, 1790, 37000),
        gpu_row("cuda", "int", 18050, 1795, 9500),
        gpu_row("tensor", "fp16_32", 0, 0, 300000),
        gpu_row("tensor", "tf32", 0, 0, 150000),
        gpu_row("tensor", "bf16", 0, 0, 299000),
    ]
    reading = read_text("\n".join([ABOVE, BELOW, *rows, ""]))
    assert len(reading.configurations) == 1
    assert rates(reading) == {
        Level.SHARED: 18100,  # the highest of the rows; L1 is always 0
        Level.L2: 5000,
        Level.DRAM: 1800,
        Precision.FP32: 19000,
        Precision.FP16: 37000,
        INT32: 9500,
        Precision.FP16_TENSOR: 300000,
        Precision.TF32_TENSOR: 150000,
        Precision.BF16_TENSOR: 299000,
    }
    assert doubts(reading)[Precision.FP16_TENSOR] == ""


def test_amd_vectors_and_unknown_types() -> None:
    rows = [gpu_row("vector-amd", "dp", 40000, 1300, 21000), gpu_row("vector-amd", "xx", 0, 0, 7)]
    reading = read_text("\n".join([ABOVE, BELOW, *rows, ""]))
    found = rates(reading)
    assert found[Precision.FP64] == 21000
    assert [target.name for target in found if isinstance(target, Extra)] == ["vector-amd xx"]


CPU_ABOVE = "Name:,n1,L1 Size:,48,L2 Size:,2048,L3 Size:,30000,,L1,L1,L2,L2,L3,L3,DRAM,DRAM,FP,FP,FP FMA,FP_FMA"
CPU_BELOW = (
    "Date,ISA,Precision,Threads,Loads,Stores,Interleaved,DRAM Bytes,FP Inst.,"
    "GB/s,I/Cycle,GB/s,I/Cycle,GB/s,I/Cycle,GB/s,I/Cycle,Gflop/s,I/Cycle,Gflop/s,I/Cycle"
)


def test_without_fma_the_other_instruction_counts_and_is_doubted() -> None:
    row = "2025-01-02 10:00:00,avx2,dp,8,2,1,No,524288,add,1000,1,800,1,0,1,90,1,150,1,0,0"
    reading = read_text(f"{CPU_ABOVE}\n{CPU_BELOW}\n{row}\n")
    assert rates(reading) == {Level.L1: 1000, Level.L2: 800, Level.DRAM: 90, Precision.FP64: 150}
    assert "Measured with add, not FMA" in doubts(reading)[Precision.FP64]


def test_a_row_that_breaks_off_loses_its_last_cell() -> None:
    row = "2025-01-02 10:00:00,avx2,dp,8,2,1,No,524288,add,1000,1,800,1,300,1,9"
    reading = read_text(f"{CPU_ABOVE}\n{CPU_BELOW}\n{row}")
    assert rates(reading) == {Level.L1: 1000, Level.L2: 800, Level.LLC: 300}


def test_a_memory_curve_gives_plateaus_inside_the_caches() -> None:
    sizes = [2, 8, 16, 32, 64, 256, 512, 1024, 1536, 3000, 4000, 8000, 16000, 32000, 64000]
    values = [700, 990, 1000, 1010, 650, 500, 505, 495, 450, 210, 205, 60, 40, 39.5, 40.2]
    above = "Name:,n1,L1 Size:,48,L2 Size:,2048,L3 Size:,32000" + "".join(f",{s},{s}" for s in sizes)
    below = "Date,ISA,Precision,Threads,Loads,Stores,Interleaved," + ",Gbps,I/Cycle" * len(sizes)
    row = "2025-01-02 10:00:00,avx2,dp,4,2,1,No," + "".join(f",{v},1" for v in values)
    reading = read_text(f"{above}\n{below}\n{row}\n")
    # L1 to 48 kB: 8 to 32; L2 to 2048 kB: 256 to 1024; L3 to 32000 / 4 = 8000 kB per thread: no three within 3 %;
    # DRAM from twice that: 16000 to 64000. Gbps means GB/s.
    assert rates(reading) == {Level.L1: 1000, Level.L2: 500, Level.DRAM: 40}
    assert "256 to 1024 kB per thread" in next(v.source for v in reading.configurations[0].values if v.value == 5e11)


def record(**entries: object) -> str:
    return json.dumps({"isa": "avx512", "data_type": "DOUBLE", "num_threads": 64, "machine": "rack7", **entries})


def test_json_lines() -> None:
    text = "\n".join(
        [
            record(type="memory", cache_level="L1", bandwidth_gbps=14212.4),
            record(type="memory", cache_level="DRAM", bandwidth_gbps=287.9),
            record(type="memory", cache_level="DRAM", bandwidth_gbps=281.0),
            record(type="arithmetic", operation="fma", performance_gops=4598.02),
            record(type="arithmetic", operation="add", performance_gops=2310.66),
            record(type="memory", cache_level="L2", bandwidth_gbps="nan"),
            record(type="arithmetic", data_type="SINGLE", num_threads=1, operation="add", performance_gops=70.1),
            '{"bandwidth_gbps": 12',
        ]
    )
    reading = read_text(text)
    assert [c.name for c in reading.configurations] == ["avx512, 64 threads", "avx512, 1 thread"]
    assert rates(reading) == {Level.L1: 14212.4, Level.DRAM: 287.9, Precision.FP64: 4598.02}
    assert "not FMA" in doubts(reading, 1)[Precision.FP32]


def test_a_table_without_rows_is_refused() -> None:
    assert "CARM Tool" in refused(f"{CPU_ABOVE}\n{CPU_BELOW}\n").what
