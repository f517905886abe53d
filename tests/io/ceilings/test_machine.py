"""Measured rates become ceilings; what was not measured stays; the file reads back as the same machine."""

import stat
from pathlib import Path

import pytest

from roofline_gui.io.ceilings import (
    Configuration,
    Extra,
    IncompleteMachineError,
    MeasuredValue,
    Reading,
    assign,
    machine_with,
    not_measured,
    read_ceilings,
)
from roofline_gui.io.machines import MachineFileError, id_from, load_catalogue, read_machine, save_machine
from roofline_gui.model.machine import ComputeCeiling, Figure, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.precision import Precision
from tests.io.ceilings.samples import SAMPLES, read_text


def figure(value: float, source: str = "a sheet") -> Figure:
    return Figure(value, Kind.DATASHEET, source)


BASE = Machine(
    id="card",
    name="Card",
    vendor="NVIDIA",
    ceilings=(
        ComputeCeiling(Precision.FP32, figure(60e12)),
        ComputeCeiling(Precision.BF16_TENSOR, figure(900e12), accumulate="fp32"),
        ComputeCeiling(Precision.BF16_TENSOR, figure(1800e12), sparse=True, accumulate="fp32"),
    ),
    levels=(
        MemoryLevel(Level.L1, "L1/shared", figure(30e12), figure(33e6)),
        MemoryLevel(Level.DRAM, "HBM3", Figure(3e12, Kind.DATASHEET, "a sheet", "", (figure(2.9e12, "a blog"),))),
    ),
    special_ops=figure(4e12),
    device_names=("nvidia card",),
    units=132,
    notes=("A note.",),
)
MEASURED = read_text("dram 2.8 TB/s\nbf16_matrix 700 TFLOPS\nfp64_matrix 50 TFLOPS\nint8 40 TOPS\nl2 8 TB/s\n")


def measured(reading: Reading = MEASURED, base: Machine | None = BASE) -> Machine:
    return machine_with(base, reading, reading.configurations[0])


def test_a_measured_value_replaces_the_figure_and_keeps_it_as_an_alternative() -> None:
    dram = measured().level(Level.DRAM)
    assert dram is not None
    assert dram.name == "HBM3"
    assert dram.bandwidth.value == 2.8e12
    assert dram.bandwidth.kind is Kind.MEASURED
    assert dram.bandwidth.source == "plain text, line 1, dram"
    assert [(f.value, f.source) for f in dram.bandwidth.alternatives] == [(3e12, "a sheet"), (2.9e12, "a blog")]


def test_only_the_dense_ceiling_is_replaced() -> None:
    ceilings = {(c.precision, c.sparse): c for c in measured().ceilings}
    assert ceilings[Precision.BF16_TENSOR, False].peak.value == 700e12
    assert ceilings[Precision.BF16_TENSOR, False].accumulate == "fp32"
    assert ceilings[Precision.BF16_TENSOR, True].peak.value == 1800e12
    assert ceilings[Precision.FP32, False].peak.value == 60e12


def test_what_the_base_has_not_is_added_in_its_place() -> None:
    machine = measured()
    assert machine.peak(Precision.FP64_TENSOR) == 50e12
    assert [level.level for level in machine.levels] == [Level.L1, Level.L2, Level.DRAM]
    assert machine.bandwidth(Level.L2) == 8e12


def test_the_rest_is_that_of_the_base() -> None:
    machine = measured()
    assert (machine.id, machine.name, machine.units) == ("card-measured", "Card (measured)", 132)
    assert machine.special_ops == BASE.special_ops
    assert machine.device_names == ()  # chosen by hand only
    assert machine.notes[0] == "A note."
    assert machine.notes[1] == "Ceilings measured with plain text."
    assert measured(base=machine).name == "Card (measured)"


def test_an_extra_rate_becomes_no_ceiling() -> None:
    assert Extra("vector INT8") in {v.target for v in MEASURED.configurations[0].values}
    assert Precision.INT8_TENSOR not in {c.precision for c in measured().ceilings}
    assert len(assign(BASE, MEASURED, MEASURED.configurations[0])) == 4


def test_what_was_not_measured_is_listed() -> None:
    assignments = assign(BASE, MEASURED, MEASURED.configurations[0])
    assert not_measured(BASE, assignments) == (Level.L1, Precision.FP32)


def test_a_value_above_the_base_is_marked_and_kept() -> None:
    dram = measured(read_text("dram 3.3 TB/s\n")).level(Level.DRAM)
    assert dram is not None
    assert dram.bandwidth.value == 3.3e12
    assert dram.bandwidth.doubt == "10 % above 3 TB/s (a sheet)."


def test_on_one_data_path_the_higher_of_l1_and_shared_counts() -> None:
    reading = read_text("l1 28 TB/s\nshared 29 TB/s\n")
    machine = measured(reading)
    assert machine.bandwidth(Level.L1) == 29e12
    assert machine.level(Level.SHARED) is None
    used = {a.measured.target: a.used for a in assign(BASE, reading, reading.configurations[0])}
    assert used == {Level.L1: False, Level.SHARED: True}


def test_without_a_base_l1_and_shared_are_two_levels() -> None:
    machine = measured(read_text("l1 9 TB/s\nlds 18 TB/s\nfp32 20 TFLOPS\n"), None)
    assert [(level.level, level.name) for level in machine.levels] == [(Level.SHARED, "LDS"), (Level.L1, "L1")]


def test_a_machine_without_a_base_is_named_by_its_device() -> None:
    value = MeasuredValue(Level.DRAM, 1e12, "column HBMBw", name="HBM")
    peak = MeasuredValue(Precision.FP32, 9e12, "column FP32Flops")
    reading = Reading("Tool", "1.2", (Configuration("device 1", (value, peak), device="AMD Example M"),))
    machine = machine_with(None, reading, reading.configurations[0])
    assert (machine.id, machine.name, machine.vendor) == ("amd-example-m-measured", "AMD Example M (measured)", "AMD")
    assert machine.levels[0].name == "HBM"
    assert machine.ceilings[0].peak.source == "Tool 1.2, AMD Example M, device 1, column FP32Flops"
    assert machine_with(None, reading, reading.configurations[0], "mine").id == "mine"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dram 3 TB/s\n", "memory bandwidth only"),
        ("fp32 3 TFLOPS\n", "compute peaks only"),
        ("int8 3 TOPS\n", "no ceiling"),
    ],
)
def test_too_little_for_a_machine(text: str, said: str) -> None:
    with pytest.raises(IncompleteMachineError, match=said):
        measured(read_text(text), None)


# Files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("machine", load_catalogue().machines, ids=lambda machine: machine.id)
def test_every_bundled_machine_reads_back_as_it_was_saved(tmp_path: Path, machine: Machine) -> None:
    path = tmp_path / "machine.json"
    save_machine(path, machine)
    assert read_machine(path) == machine


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_measured_machines_read_back_as_they_were_saved(tmp_path: Path, sample: Path) -> None:
    reading = read_ceilings(sample)
    assert isinstance(reading, Reading)
    for configuration in reading.configurations:
        machine = machine_with(BASE, reading, configuration)
        path = tmp_path / "machine.json"
        save_machine(path, machine)
        assert read_machine(path) == machine


def test_a_saved_file_is_readable(tmp_path: Path) -> None:
    path = tmp_path / "machine.json"
    save_machine(path, measured())
    text = path.read_text(encoding="utf-8")
    assert '"value": 2.8e12' in text
    assert '{"value": 3e12, "kind": "datasheet", "source": "a sheet"}' in text
    assert text.index('"id"') < text.index('"notes"')
    assert max(len(line) for line in text.splitlines()) <= 120
    assert text.endswith("}\n")


def test_saving_replaces_at_once_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "machine.json"
    path.write_text("old")
    mode = stat.S_IMODE(path.stat().st_mode)
    save_machine(path, BASE)
    assert [p.name for p in tmp_path.iterdir()] == ["machine.json"]
    assert stat.S_IMODE(path.stat().st_mode) == mode  # as any new file, not private as temporary files are
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError, match=r"[Dd]irectory"):
        save_machine(folder, BASE)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder", "machine.json"]


def test_a_machine_that_no_file_may_hold_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "machine.json"
    with pytest.raises(MachineFileError, match="lower-case"):
        save_machine(path, Machine("My Card", "Card", "me", BASE.ceilings, BASE.levels))
    assert not path.exists()


@pytest.mark.parametrize(
    ("text", "expected"), [("My GPU (v2)", "my-gpu-v2"), ("H200", "h200"), ("−−", ""), ("a__b", "a-b")]
)
def test_ids_are_made_of_names(text: str, expected: str) -> None:
    assert id_from(text) == expected
