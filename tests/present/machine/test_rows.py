"""Machines in words: every figure with its provenance, what is odd about it, two machines side by side."""

from dataclasses import replace

import pytest

from roofline_gui.io.machines import load_catalogue
from roofline_gui.model.machine import ComputeCeiling, Figure, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.machine_checks import check_machine
from roofline_gui.model.machine_edits import Part, Slot, put_figure, retype
from roofline_gui.model.precision import Precision
from roofline_gui.present.machine.comparison import comparison_rows, comparison_text
from roofline_gui.present.machine.rows import FigureRow, about_machine, figure_sections
from roofline_gui.present.machine.words import clock_note, slot_name, suspect_text
from tests.present.builders import MACHINE

CATALOGUE = {m.id: m for m in load_catalogue().machines}
DRAM = Slot(Part.BANDWIDTH, Level.DRAM)
FULL = replace(
    MACHINE,
    architecture="Hopper",
    compute_capability="9.0",
    units=132,
    notes=("A note.",),
    ceilings=(
        *MACHINE.ceilings[:2],
        ComputeCeiling(Precision.BF16_TENSOR, Figure(1e15, Kind.DATASHEET, "sheet"), accumulate="fp32"),
        ComputeCeiling(Precision.BF16_TENSOR, Figure(2e15, Kind.DATASHEET, "sheet"), sparse=True),
    ),
    levels=(
        *MACHINE.levels[:2],
        MemoryLevel(
            Level.DRAM,
            "HBM3",
            Figure(5e12, Kind.DATASHEET, "sheet, p. 3", "rounded", (Figure(4.9e12, Kind.DERIVED, "bus × rate"),)),
            Figure(80e9, Kind.DATASHEET, "sheet"),
            Figure(4.4e12, Kind.MEASURED, "stream"),
        ),
    ),
)


def rows(machine: Machine) -> dict[str, FigureRow]:
    sections = figure_sections(machine, check_machine(machine, tuple(CATALOGUE.values())))
    return {f"{s.title}/{r.name}": r for s in sections for r in s.rows}


def test_every_figure_has_value_kind_and_source() -> None:
    shown = rows(FULL)
    dram = shown["Memory levels/HBM3"]
    assert (dram.value, dram.kind, dram.slot) == ("5 TB/s", "datasheet ?", DRAM)
    assert dram.about.splitlines() == [
        "datasheet: sheet, p. 3", "Doubt: rounded", "Also found: 4.9 TB/s (derived, bus × rate)",
    ]  # fmt: skip
    measured = shown["Memory levels/measured"]
    assert (measured.value, measured.kind, measured.part_of_row_before) == ("4.4 TB/s", "88 %", True)
    size = shown["Memory levels/size"]
    assert (size.value, size.part_of_row_before) == ("80 GB", True)
    assert "FP32 accumulation" in shown["Compute ceilings, dense/BF16 tensor"].about
    assert shown["Compute ceilings, dense/XU"].value == "4 Top/s"
    assert shown["Ridge points at HBM3/BF16 tensor"].value == "200 FLOP/B"  # 1000 T over 5 T
    assert shown["Ridge points at HBM3/BF16 tensor"].slot is None
    assert shown["With structured sparsity, not drawn/BF16 tensor"].value == "2 PFLOP/s"
    assert shown["Other/Per launch"].value == "2 µs"
    assert shown["Other/A note."].slot is None
    assert not any(r.suspect for r in shown.values())


def test_every_figure_of_every_machine_is_shown_and_names_its_source() -> None:
    for machine in CATALOGUE.values():
        for name, row in rows(machine).items():
            assert row.slot is None or (row.value and row.kind and ": " in row.about), (machine.id, name)


def test_sections_without_rows_are_left_out() -> None:
    bare = replace(MACHINE, special_ops=None, launch_overhead=None)
    titles = [s.title for s in figure_sections(bare)]
    assert titles == ["Memory levels", "Compute ceilings, dense", "Ridge points at HBM"]


def test_a_profile_may_carry_ceilings_without_levels() -> None:
    titles = [section.title for section in figure_sections(replace(MACHINE, levels=()))]
    assert titles[0] == "Compute ceilings, dense"
    assert not any("Ridge" in title or "levels" in title for title in titles)


def test_about_names_the_chip() -> None:
    assert about_machine(FULL) == "Hopper · CC 9.0 · 132 SMs"
    assert about_machine(MACHINE) == ""


@pytest.mark.parametrize(
    ("slot", "name"),
    [
        (DRAM, "HBM bandwidth"),
        (Slot(Part.SIZE, Level.L2), "L2 size"),
        (Slot(Part.BANDWIDTH, Level.LLC), "L3 bandwidth"),
        (Slot(Part.PEAK, Precision.BF16_TENSOR), "BF16 tensor peak"),
        (Slot(Part.PEAK, Precision.BF16_TENSOR, sparse=True), "BF16 tensor peak with sparsity"),
        (Slot(Part.PEAK, Precision.FP32, measured=True), "measured FP32 peak"),
        (Slot(Part.LAUNCH_OVERHEAD), "launch overhead"),
    ],
)
def test_what_figures_are_called(slot: Slot, name: str) -> None:
    assert slot_name(MACHINE, slot) == name


@pytest.mark.parametrize(
    ("machine", "slot", "value", "said"),
    [
        (MACHINE, Slot(Part.BANDWIDTH, Level.L2), 4e12, "L2 with 4 TB/s is slower than HBM behind it with 5 TB/s"),
        (MACHINE, Slot(Part.PEAK, Precision.FP64), 134e12, "FP64 with 134 TFLOP/s is above FP32 with 100 TFLOP/s"),
        (
            CATALOGUE["h100-sxm"],
            Slot(Part.PEAK, Precision.BF16_TENSOR),
            1979e12,
            "Twice the dense 990 TFLOP/s of the H100 SXM: with sparsity?",
        ),
        (MACHINE, DRAM, 5e9, "1000 × below the 5 TB/s found before. Is the prefix right?"),
        (MACHINE, Slot(Part.BANDWIDTH, Level.DRAM, measured=True), 5.5e12, "10 % above the theoretical 5 TB/s"),
    ],
)
def test_what_is_odd_is_said_at_the_figure(machine: Machine, slot: Slot, value: float, said: str) -> None:
    old = None if slot.measured else next(r for r in rows(machine).values() if r.slot == slot)
    before = Figure(5e12, Kind.DATASHEET, "sheet") if slot == DRAM else None
    edited = put_figure(machine, slot, retype(before, value))
    suspects = check_machine(edited, tuple(CATALOGUE.values()))
    assert any(said in suspect_text(edited, s) for s in suspects if s.slot == slot)
    now = next(r for r in rows(edited).values() if r.slot == slot)
    assert now.suspect
    assert now.kind.endswith("?")
    assert said in now.about
    assert old is None or not old.suspect


def test_comparison_in_words() -> None:
    found = {f"{r.section}/{r.name}": r for r in comparison_rows(CATALOGUE["h100-sxm"], CATALOGUE["b200"])}
    dram = found["Memory levels/HBM3 / HBM3e"]
    assert (dram.left, dram.right, dram.ratio) == ("3.35 TB/s", "8 TB/s", "× 2.39")  # 8 over 3.35
    fp4 = found["Compute ceilings, dense/FP4 tensor"]
    assert (fp4.left, fp4.right, fp4.ratio) == ("–", "9 PFLOP/s", "")
    same = comparison_rows(MACHINE, MACHINE)
    assert {r.ratio for r in same} == {"="}


def test_comparison_to_copy() -> None:
    text = comparison_text(MACHINE, FULL)
    lines = [line.split("\t") for line in text.splitlines()]
    assert lines[0] == ["", "Round", "Round", "ratio"]
    assert all(len(line) == 4 for line in lines)
    assert ["Memory levels: L2", "10 TB/s", "10 TB/s", "="] in lines


def test_a_locked_clock_is_told() -> None:
    own = replace(MACHINE, clock=Figure(1.2e9, Kind.PROFILE, "run"))
    known = replace(MACHINE, name="H100", clock=Figure(1.98e9, Kind.DATASHEET, "sheet"))
    note = clock_note(own, known)
    assert note is not None
    assert note[0] == "This profile ran at 1.2 GHz, below the 1.98 GHz of the H100."
    assert clock_note(known, known) is None
    assert clock_note(own, None) is None
