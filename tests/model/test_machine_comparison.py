"""Two machines side by side, held against the published figures."""

import pytest

from roofline_gui.io.machines import load_catalogue
from roofline_gui.model.machine import Level
from roofline_gui.model.machine_comparison import Section, compare_machines
from roofline_gui.model.machine_edits import Part, Slot
from roofline_gui.model.precision import Precision

MACHINES = {m.id: m for m in load_catalogue().machines}
PAIRS = {(p.section, p.slot): p for p in compare_machines(MACHINES["h100-sxm"], MACHINES["b200"])}


@pytest.mark.parametrize(
    ("section", "slot", "left", "right", "ratio"),
    [
        (Section.LEVELS, Slot(Part.BANDWIDTH, Level.DRAM), 3.35e12, 8e12, 2.39),
        (Section.COMPUTE, Slot(Part.PEAK, Precision.BF16_TENSOR), 990e12, 2250e12, 2.27),
        (Section.RIDGES, Slot(Part.PEAK, Precision.BF16_TENSOR), 296, 281, 0.95),
    ],
)
def test_h100_against_b200(section: Section, slot: Slot, left: float, right: float, ratio: float) -> None:
    pair = PAIRS[section, slot]
    assert [pair.left, pair.right] == pytest.approx([left, right], rel=2e-3)
    assert pair.ratio == pytest.approx(ratio, abs=0.01)


def test_what_one_machine_lacks_has_no_ratio() -> None:
    fp4 = PAIRS[Section.COMPUTE, Slot(Part.PEAK, Precision.FP4_TENSOR)]
    assert (fp4.left, fp4.right, fp4.ratio) == (None, 9000e12, None)
    assert (Section.COMPUTE, Slot(Part.PEAK, Precision.FP32_TENSOR)) not in PAIRS  # neither has it


def test_a_machine_equals_itself() -> None:
    same = compare_machines(MACHINES["mi300x"], MACHINES["mi300x"])
    assert {p.ratio for p in same} == {1.0}
