import dataclasses

import numpy as np
import pytest

from roofline_gui.model.grouping import Grouping, Groups, group
from roofline_gui.model.launches import Texts
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.present.provenance import column_provenance, provenance, provenance_text, work_provenance
from tests.model.builders import launches

KNOWN = launches(
    ["a", "a", "b"],
    time=[1e-6, 2e-6, 3e-6],
    flop={Precision.FP32: [10.0, 20.0, 0.0], Precision.FP64: [1.0, 1.0, 5.0]},
    bytes={Level.DRAM: [1.0, 2.0, 3.0]},
)


def grouped(**texts: list[str]) -> Groups:
    named = {q.replace("__", "."): Texts.of(t) for q, t in texts.items()}
    return group(dataclasses.replace(KNOWN, provenance=named), Grouping.KERNEL)


def test_each_term_has_a_line_of_its_own() -> None:
    groups = grouped(bytes__dram=["read + 2 × write", "read + 2 × write", "read + 2 × write"])
    assert provenance(groups, 1, "bytes.dram") == "read\n+ 2 × write"
    assert provenance(groups, 0, "bytes.dram") == "read\n+ 2 × write\nsummed over 2 launches"


def test_launches_that_differ_are_told_by_the_first() -> None:
    groups = grouped(time=["sum 1", "sum 2", "sum 3"])
    assert provenance(groups, 0, "time") == "Launch #0:\nsum 1\nand 1 more launch"
    assert column_provenance(groups, 1, "time_s") == "sum 3"


def test_what_is_unknown_says_nothing() -> None:
    groups = grouped(time=["", "", ""])
    assert provenance(groups, 0, "time") == ""
    assert provenance(groups, 0, "bytes.l2") == ""
    assert column_provenance(groups, 0, "verdict") == ""


WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
EXECUTED = "sm__sass_thread_inst_executed_op_{}_pred_on.sum"
RATE = "dram__bytes.sum.per_second"
CLOCK = "sm__cycles_elapsed.avg.per_second"
COUNTERS = {
    WAVEFRONTS.format("ld"): 402_835_794.0,
    WAVEFRONTS.format("st"): 18_877_963.0,
    WAVEFRONTS.format("atom"): 0.0,
    EXECUTED.format("fadd"): 5.0,
    EXECUTED.format("ffma"): 1_000_000.0,
    EXECUTED.format("fadd") + ".per_cycle_elapsed": 2.5,
    "gpu__time_duration.sum": 1e-6,
    "lts__lts2xbar_cycles_active.sum": 2.0,
    "sm__share.avg.pct_of_peak_sustained_elapsed": 12.5,
    RATE: 3.35e12,
    CLOCK: 1.98e9,
    "a__op_p_on.sum": 0.0,
    "a__op_q_on.sum": 0.0,
}


def told(quantity: str, text: str, **changes: object) -> str:
    """What is said of the first launch, whose counters are `COUNTERS`."""
    known = dataclasses.replace(
        KNOWN,
        provenance={quantity: Texts.constant(text, 3)},
        counters={name: np.array([value, 7.0, np.nan]) for name, value in COUNTERS.items()},
        **changes,  # type: ignore[arg-type]
    )
    return provenance_text(known, quantity, 0)


@pytest.mark.parametrize(
    ("quantity", "text", "expected"),
    [
        (
            "bytes.shared",
            " + ".join(f"128 × {WAVEFRONTS.format(op)}" for op in ("ld", "st", "atom")),
            f"(ld 402,835,794 + st 18,877,963) wavefronts × 128 B\n{WAVEFRONTS.format('…')}",
        ),
        (
            "flop.fp32",
            f"{EXECUTED.format('fadd')} + 2 × {EXECUTED.format('ffma')}",
            f"(fadd 5 + 2 × ffma 1,000,000) FLOP\n{EXECUTED.format('…')}",
        ),
        ("time", "gpu__time_duration.sum", "1 µs\ngpu__time_duration.sum"),
        ("bytes.l2", "32 × lts__lts2xbar_cycles_active.sum", "2 cycles × 32 B\nlts__lts2xbar_cycles_active.sum"),
        ("bytes.dram", f"{RATE} × time", f"3.35 TB/s × time (1 µs)\n{RATE}"),
        (
            "flop.fp32",
            f"2 × {EXECUTED.format('fadd')}.per_cycle_elapsed × {CLOCK} × time",
            f"2.5 × 2 × {CLOCK} (1.98 GHz) × time (1 µs)\n{EXECUTED.format('fadd')}.per_cycle_elapsed",
        ),
        (
            "special_ops",
            "32 × sm__share.avg.pct_of_peak_sustained_elapsed × 0.5 × number of SMs",
            "12.5 % × 32 × 0.5 × number of SMs\nsm__share.avg.pct_of_peak_sustained_elapsed",
        ),
        ("flop.fp64", "a__op_p_on.sum + 2 × a__op_q_on.sum", "(p 0 + 2 × q 0) FLOP\na__op_…_on.sum"),
        ("bytes.l1", "128 × unknown__counter.sum", "128 × unknown__counter.sum"),
        (
            "flop.bf16_tensor",
            f"4096 × ({EXECUTED.format('ffma')} − packed)",
            f"4096 × ({EXECUTED.format('ffma')} (1,000,000) − packed)",
        ),
        ("time", "time_s of the table", "time_s of the table"),
    ],
)
def test_values_of_the_counters_are_put_in(quantity: str, text: str, expected: str) -> None:
    assert told(quantity, text) == expected


def test_a_summary_tells_the_average_of_its_launches() -> None:
    text = told("bytes.dram", f"{RATE} × time", invocations=np.array([4, 1, 1]))
    assert text == f"3.35 TB/s × time (250 ns)\n{RATE}\non average, × 4 launches"


def test_a_group_tells_its_first_launch_and_how_many_more_there_are() -> None:
    known = dataclasses.replace(
        KNOWN,
        provenance={"bytes.dram": Texts.constant("dram__bytes.sum", 3)},
        counters={"dram__bytes.sum": np.array([1.0, 2.0, 3.0])},
    )
    assert provenance(group(known, Grouping.KERNEL), 0, "bytes.dram") == (
        "Launch #0:\n1 B\ndram__bytes.sum\nand 1 more launch"
    )
    assert provenance(group(known, Grouping.KERNEL), 1, "bytes.dram") == "3 B\ndram__bytes.sum"


def test_work_names_the_precisions_that_did_some() -> None:
    groups = grouped(flop__fp32=["f"] * 3, flop__fp64=["d"] * 3)
    assert work_provenance(groups, 1) == "FP64:\nd"
    assert column_provenance(groups, 0, "flop") == (
        "FP32:\nf\nsummed over 2 launches\nFP64:\nd\nsummed over 2 launches"
    )
