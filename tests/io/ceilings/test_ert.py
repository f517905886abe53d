"""Empirical Roofline Tool: JSON and text of several versions."""

import json
from typing import Any

from roofline_gui.io.ceilings import Extra
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit
from tests.io.ceilings.samples import doubts, rates, read_text, refused

L4 = Extra("L4", Unit.BYTE_PER_SECOND)


def roofline(gbytes: list[Any], gflops: list[Any], gpu: Any = "False") -> str:
    metadata = {"ERT_VERSION": "1.1.0", "HOSTNAME": ["n1"], "CONFIG": {"ERT_GPU": [gpu]}}
    empirical = {"gbytes": {"data": gbytes}, "gflops": {"data": gflops}, "metadata": metadata}
    return json.dumps({"empirical": empirical, "spec": {"gbytes": {"data": [["DRAM", 999.0]]}}})


def test_several_precisions() -> None:
    text = roofline(
        [["L1", 12000.5], ["DRAM", 1500.0]],
        [["FP64 GFLOPs", 7818.02], ["FP32 GFLOPs", 15100], ["FP16 GFLOPs", 29000], ["TENSOR GFLOPs", 96000]],
        gpu=True,
    )
    reading = read_text(text)
    assert rates(reading) == {
        Level.L1: 12000.5,
        Level.DRAM: 1500,
        Precision.FP64: 7818.02,
        Precision.FP32: 15100,
        Precision.FP16: 29000,
        Precision.FP16_TENSOR: 96000,
    }
    assert doubts(reading)[Precision.FP64] == ""
    assert "may be the L2" in doubts(reading)[Level.L1]


def test_a_fork_that_keeps_the_first_word_of_the_label() -> None:
    reading = read_text(roofline([["DRAM", 500]], [["FP64", 7800], ["GFLOPs", 7000]]))
    assert rates(reading) == {Level.DRAM: 500, Precision.FP64: 7800}


def test_odd_entries_are_passed_over() -> None:
    reading = read_text(roofline([["L1", None], ["L2", "fast"], "DRAM", ["DRAM", 0], ["L4", 139.56]], [[7, 8]]))
    assert rates(reading) == {L4: 139.56}


def test_only_data_sheet_figures_are_no_measurement() -> None:
    refusal = refused(roofline([], []))
    assert "ERT" in refusal.what
    assert "spec" in refusal.advice


def test_json_that_breaks_off_is_refused() -> None:
    text = roofline([["DRAM", 178.4]], [["GFLOPs", 1386.2]])
    assert "breaks off" in refused(text[: text.index("1386") + 3]).advice


FINAL = """\
--------------------------------------
908.43 GFLOPs EMP
META_DATA
OPENMP_THREADS 1
FLOPS          8
MPI_PROCS      36

5647.33 L1 EMP
3203.86 L2 EMP
1773.58 L3 EMP
139.56 L4 EMP
103.50 DRAM EMP
META_DATA
FLOPS          2
"""
RUNS = """\
  700.10 GFLOPs
META_DATA
FLOPS 2

  12.5 Weight
  2900.00 L1
  150.00 DRAM
META_DATA
  1386.22 GFLOPs
META_DATA
FLOPS 16

  3.5 Weight
  3100.00 L1
  160.00 DRAM
"""


def test_the_text_of_the_last_step() -> None:
    reading = read_text(FINAL)
    assert rates(reading) == {
        Level.L1: 5647.33,
        Level.L2: 3203.86,
        Level.LLC: 1773.58,
        L4: 139.56,
        Level.DRAM: 103.5,
        Precision.FP64: 908.43,
    }
    assert "assumed" in doubts(reading)[Precision.FP64]


def test_of_several_runs_the_highest_peak_and_the_levels_with_the_largest_weight() -> None:
    reading = read_text(RUNS)
    assert rates(reading) == {Level.L1: 2900, Level.DRAM: 150, Precision.FP64: 1386.22}
    assert "2 runs" in reading.configurations[0].notes[0]
