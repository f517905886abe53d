"""Edits of machines: pure, exact, and nothing but what was meant changes."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.machine import ComputeCeiling, Figure, Kind, Level, Machine
from roofline_gui.model.machine_edits import (
    BY_HAND,
    MachineEditError,
    Part,
    Slot,
    absent_slots,
    derive,
    figure_at,
    own_copy,
    put_figure,
    rate_per_clock,
    remove_figure,
    rename_level,
    retype,
    supersede,
    take_alternative,
)
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit
from tests.model.builders import ROUND

SHEET = Figure(4.8e12, Kind.DATASHEET, "sheet", "rounded", (Figure(4.4e12, Kind.MEASURED, "stream"),))
NEW = Figure(7e12, Kind.USER, "typed")
DRAM, FP32 = Slot(Part.BANDWIDTH, Level.DRAM), Slot(Part.PEAK, Precision.FP32)
EVERY_SLOT = [
    *(Slot(part, level) for part in (Part.BANDWIDTH, Part.SIZE) for level in Level),
    *(Slot(Part.BANDWIDTH, level, measured=True) for level in Level),
    *(Slot(Part.PEAK, p, *which) for p in Precision for which in product((False, True), repeat=2)),
    Slot(Part.SPECIAL_OPS),
    Slot(Part.LAUNCH_OVERHEAD),
    Slot(Part.CLOCK),
]
FULL = ROUND
for each in EVERY_SLOT:
    FULL = put_figure(FULL, each, Figure(float(EVERY_SLOT.index(each) + 1), Kind.USER, str(each)))


def others(machine: Machine, slot: Slot) -> dict[Slot, Figure | None]:
    """Every figure but that of `slot` and of what goes with it."""
    goes_along = {slot}
    if slot.is_ceiling:
        goes_along |= {s for s in EVERY_SLOT if s.of is slot.of and s.of is not None and s.sparse == slot.sparse}
    return {s: figure_at(machine, s) for s in EVERY_SLOT if s not in goes_along}


@pytest.mark.parametrize("slot", EVERY_SLOT, ids=str)
def test_a_figure_is_put_where_it_belongs_and_nothing_else_changes(slot: Slot) -> None:
    changed = put_figure(FULL, slot, NEW)
    assert figure_at(changed, slot) == NEW
    assert {s: figure_at(changed, s) for s in EVERY_SLOT if s != slot} == {
        s: figure_at(FULL, s) for s in EVERY_SLOT if s != slot
    }


@pytest.mark.parametrize("slot", EVERY_SLOT, ids=str)
def test_a_removed_figure_is_absent_and_nothing_else_changes(slot: Slot) -> None:
    left = remove_figure(FULL, slot)
    assert figure_at(left, slot) is None
    assert others(left, slot) == others(FULL, slot)


def test_levels_stay_in_order_near_to_far_and_a_new_one_is_named() -> None:
    added = put_figure(ROUND, Slot(Part.BANDWIDTH, Level.LLC), NEW, "MALL")
    assert [m.level for m in added.levels] == [Level.L1, Level.L2, Level.LLC, Level.DRAM]
    level = added.level(Level.LLC)
    assert level is not None
    assert level.name == "MALL"
    unnamed = put_figure(ROUND, Slot(Part.BANDWIDTH, Level.SHARED), NEW).level(Level.SHARED)
    assert unnamed is not None
    assert unnamed.name == "Shared"
    renamed = rename_level(added, Level.DRAM, "HBM4").level(Level.DRAM)
    assert renamed is not None
    assert renamed.name == "HBM4"


def test_a_figure_beside_nothing_is_refused() -> None:
    for slot in (Slot(Part.SIZE, Level.LLC), Slot(Part.PEAK, Precision.FP4_TENSOR, measured=True)):
        with pytest.raises(MachineEditError, match="no ceiling"):
            put_figure(ROUND, slot, NEW)


def test_the_last_level_and_the_last_dense_ceiling_stay() -> None:
    sparse = ComputeCeiling(Precision.BF16_TENSOR, NEW, sparse=True)
    bare = replace(ROUND, levels=ROUND.levels[-1:], ceilings=(ROUND.ceilings[0], sparse))
    with pytest.raises(MachineEditError, match="memory level"):
        remove_figure(bare, DRAM)
    with pytest.raises(MachineEditError, match="dense compute ceiling"):
        remove_figure(bare, Slot(Part.PEAK, Precision.FP64))
    assert remove_figure(bare, Slot(Part.PEAK, Precision.BF16_TENSOR, sparse=True)).ceilings == ROUND.ceilings[:1]


def test_only_what_is_absent_can_be_added() -> None:
    absent = absent_slots(ROUND)
    assert all(figure_at(ROUND, slot) is None for slot in absent)
    assert {s.of for s in absent if s.part is Part.BANDWIDTH} == {Level.SHARED, Level.LLC}
    assert Slot(Part.PEAK, Precision.FP4_TENSOR) in absent
    assert {s.of for s in absent if s.part is Part.SIZE} == {Level.L1, Level.L2, Level.DRAM}
    assert Slot(Part.CLOCK) in absent
    assert Slot(Part.SPECIAL_OPS) not in absent


def test_a_typed_value_keeps_what_was_there_among_the_alternatives() -> None:
    typed = retype(SHEET, 5e12)
    assert (typed.value, typed.kind, typed.source, typed.doubt) == (5e12, Kind.USER, BY_HAND, "")
    assert [a.value for a in typed.alternatives] == [4.8e12, 4.4e12]
    assert retype(None, 5e12) == Figure(5e12, Kind.USER, BY_HAND)


def test_values_typed_in_between_leave_no_trace() -> None:
    assert [a.value for a in retype(retype(SHEET, 5e12), 6e12).alternatives] == [4.8e12, 4.4e12]


def test_typing_a_known_value_brings_its_provenance_back() -> None:
    assert retype(SHEET, 4.8e12) is SHEET
    back = retype(retype(SHEET, 5e12), 4.8e12)
    assert (back.kind, back.source, back.doubt) == (Kind.DATASHEET, "sheet", "rounded")
    measured = take_alternative(SHEET, 0)
    assert (measured.value, measured.source) == (4.4e12, "stream")
    assert [a.value for a in measured.alternatives] == [4.8e12]


def test_a_derived_figure_tells_its_product() -> None:
    # 132 SMs × 256 FLOP/clk × 1.98 GHz = 66.9 TFLOP/s, the FP32 peak that NVIDIA prints for the H100 as 67
    figure = derive(132, "SM", 256, 1.98e9, Unit.FLOP_PER_SECOND)
    assert figure.value == pytest.approx(66.90816e12)
    assert (figure.kind, figure.source) == (Kind.DERIVED, "132 SM × 256 FLOP/clk × 1.98 GHz")
    assert derive(132, "SM", 128, 1.98e9, Unit.BYTE_PER_SECOND).source == "132 SM × 128 B/clk × 1.98 GHz"
    assert supersede(SHEET, figure).alternatives[0].value == 4.8e12


@pytest.mark.parametrize(
    ("rate", "per_clock"),
    [(67e12, 256), (989.4e12, 4096), (1979e12, 8192), (33.45e12, 128), (100e12, pytest.approx(382.6, rel=1e-3))],
)
def test_rate_per_clock_of_an_h100(rate: float, per_clock: float) -> None:
    assert rate_per_clock(rate, 132, 1.98e9) == per_clock


def test_copies_have_names_and_ids_of_their_own() -> None:
    copy = own_copy(ROUND, "edited", {"test"})
    assert (copy.id, copy.name) == ("test-edited", "Test (edited)")
    again = own_copy(ROUND, "edited", {"test", "test-edited", "test-edited-2"})
    assert (again.id, again.name) == ("test-edited-3", "Test (edited 3)")
    assert copy.ceilings == ROUND.ceilings
    assert copy.notes == ("Made from Test.",)


@given(st.sampled_from(EVERY_SLOT), st.floats(min_value=1e-12, max_value=1e18))
def test_put_then_look_finds_the_value(slot: Slot, value: float) -> None:
    found = figure_at(put_figure(FULL, slot, retype(figure_at(FULL, slot), value)), slot)
    assert found is not None
    assert found.value == value
