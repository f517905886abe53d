"""Benchmark outputs for tests, and the rates that are right for them.

The files have the structure of real outputs; numbers and names are invented. Rates are in 10⁹ per second, worked out
from the files by hand: GB/s as printed, MB/s ÷ 1000, twice the printed value for nvbandwidth, medians of plateaus.
"""

from pathlib import Path

from roofline_gui.io.ceilings import Extra, Reading, Target
from roofline_gui.io.ceilings.read import read_source
from roofline_gui.io.ceilings.source import Source
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Refusal
from roofline_gui.model.units import Unit

DATA = Path(__file__).parents[2] / "data" / "ceilings"
SAMPLES = tuple(sorted(path for path in DATA.iterdir() if path.suffix in (".csv", ".json", ".txt")))

INT32, INT64, VECTOR_INT8 = Extra("INT32"), Extra("INT64"), Extra("vector INT8")
VECTOR_FP8 = Extra("vector FP8", Unit.FLOP_PER_SECOND)
LEVELS = {"shared": Level.SHARED, "l1": Level.L1, "l2": Level.L2, "llc": Level.LLC, "dram": Level.DRAM}
EXTRAS = {"i32": INT32, "i64": INT64, "i8": VECTOR_INT8, "fp8": VECTOR_FP8}

# File → (tool, configurations in order: name → rates). Names of targets: levels, precisions, extras as above.
EXPECTED: dict[str, tuple[str, dict[str, dict[str, float]]]] = {
    "rocprof-compute.csv": (
        "ROCm Compute Profiler",
        {
            "device 0": {
                "dram": 4127.32, "l2": 17212.9, "l1": 31874.4, "shared": 59120.7, "llc": 9846.51,
                "fp64": 57218.4, "fp32": 113650, "fp16": 118035, "i8": 57044.1, "i32": 56990.9, "i64": 9480.65,
                "fp64_tensor": 127411, "fp32_tensor": 129877, "fp16_tensor": 1002117, "bf16_tensor": 998341,
                "fp8_tensor": 2004872, "int8_tensor": 2051933,
            },
            "device 1": {
                "dram": 4088.04, "l2": 17094.3, "l1": 31702.1, "shared": 58877.4, "llc": 9790.23,
                "fp64": 56904.7, "fp32": 113025, "fp16": 117390, "i8": 56732.0, "i32": 56688.2, "i64": 9431.11,
                "fp64_tensor": 126604, "fp32_tensor": 129010, "fp16_tensor": 995217, "bf16_tensor": 991880,
                "fp8_tensor": 1991403, "int8_tensor": 2038128,
            },
        },
    ),
    "ert.json": (
        "ERT",
        {"node07": {"l1": 2914.37, "l2": 1630.08, "llc": 702.55, "dram": 178.4, "fp64": 1386.22}},
    ),
    "carm.csv": (
        "CARM Tool",
        {
            "avx512, 64 threads": {
                "l1": 14212.4, "l2": 6120.88, "llc": 1904.33, "dram": 287.914, "fp64": 4598.02, "fp32": 9190.78,
            },
            "scalar, 1 thread": {"l1": 87.4412, "l2": 61.0385, "llc": 28.7741, "dram": 14.1102, "fp64": 14.9321},
        },
    ),
    "nvbandwidth.json": ("nvbandwidth", {"device 0": {"dram": 2967.24}}),
    "nvbandwidth.txt": ("nvbandwidth", {"device 0": {"dram": 2934.62}, "device 1": {"dram": 2943.76}}),
    "babelstream.csv": ("BabelStream", {"one device": {"dram": 3058.92}}),
    "babelstream.txt": ("BabelStream", {"one device": {"dram": 1422.42}}),
    "stream.txt": ("STREAM", {"96 threads": {"dram": 389.028}}),
    "mixbench.txt": ("mixbench", {"Example K": {"dram": 171.85, "fp32": 4311.45, "fp64": 1436.82, "i32": 1402.22}}),
    "likwid-bench.txt": ("likwid-bench", {"32 threads": {"dram": 300.988, "fp64": 1920.26}}),
    "gpu-cache.txt": ("gpu-benches", {"one device": {"l1": 19432, "l2": 6090}}),
    "plain.txt": (
        "plain text",
        {
            "one device": {
                "dram": 3021, "l2": 7240, "l1": 18900, "shared": 19300, "fp64": 31200, "fp32": 60400, "fp16": 121000,
                "fp64_tensor": 58700, "fp16_tensor": 742000, "bf16_tensor": 739000, "fp8_tensor": 1460000,
                "int8_tensor": 1480000,
            }
        },
    ),
}  # fmt: skip


def target(name: str) -> Target:
    """The target of a short name."""
    return LEVELS.get(name) or EXTRAS.get(name) or Precision(name)


def read_text(text: str, name: str = "output.txt") -> Reading:
    """The reading of a text that must be usable."""
    reading = read_source(Source(name, text))
    assert isinstance(reading, Reading), reading
    return reading


def refused(text: str, name: str = "output.txt") -> Refusal:
    """The refusal of a text that must not be usable."""
    refusal = read_source(Source(name, text))
    assert isinstance(refusal, Refusal), refusal
    return refusal


def rates(reading: Reading, index: int = 0) -> dict[Target, float]:
    """The rates of one configuration in 10⁹ per second."""
    return {value.target: round(value.value / 1e9, 9) for value in reading.configurations[index].values}


def doubts(reading: Reading, index: int = 0) -> dict[Target, str]:
    """The doubts of one configuration."""
    return {value.target: value.doubt for value in reading.configurations[index].values}
