import dataclasses

from roofline_gui.model.grouping import Grouping, Groups, group
from roofline_gui.model.launches import Texts
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.present.provenance import column_provenance, provenance, work_provenance
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
    assert provenance(groups, 0, "time") == "Launch #0, the first of 2:\nsum 1"
    assert column_provenance(groups, 1, "time_s") == "sum 3"


def test_what_is_unknown_says_nothing() -> None:
    groups = grouped(time=["", "", ""])
    assert provenance(groups, 0, "time") == ""
    assert provenance(groups, 0, "bytes.l2") == ""
    assert column_provenance(groups, 0, "verdict") == ""


def test_work_names_the_precisions_that_did_some() -> None:
    groups = grouped(flop__fp32=["f"] * 3, flop__fp64=["d"] * 3)
    assert work_provenance(groups, 1) == "FP64:\nd"
    assert column_provenance(groups, 0, "flop") == (
        "FP32:\nf\nsummed over 2 launches\nFP64:\nd\nsummed over 2 launches"
    )
