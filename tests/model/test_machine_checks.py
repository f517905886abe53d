"""Figures that people type: read exactly, refused in clear words, or marked as suspect."""

from dataclasses import replace

import pytest

from roofline_gui.io.machines import load_catalogue
from roofline_gui.model.machine import Figure, Kind, Level, Machine
from roofline_gui.model.machine_checks import Suspicion, check_machine, parse_figure
from roofline_gui.model.machine_edits import Part, Slot, figure_at, own_copy, put_figure, retype
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import QuantityError, Unit
from tests.model.builders import ROUND, machine

CATALOGUE = load_catalogue().machines
H100 = next(m for m in CATALOGUE if m.id == "h100-sxm")
BF16, FP64, FP32 = (Slot(Part.PEAK, p) for p in (Precision.BF16_TENSOR, Precision.FP64, Precision.FP32))
DRAM, L2 = Slot(Part.BANDWIDTH, Level.DRAM), Slot(Part.BANDWIDTH, Level.L2)


def suspicions(of: Machine) -> dict[Slot, Suspicion]:
    return {s.slot: s.suspicion for s in check_machine(of, CATALOGUE)}


def typed(of: Machine, slot: Slot, value: float) -> Machine:
    return put_figure(of, slot, retype(figure_at(of, slot), value))


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("3.35 TB/s", Unit.BYTE_PER_SECOND, 3.35e12),
        ("26 GB/s", Unit.BYTE_PER_SECOND, 26e9),
        ("24 GiB/s", Unit.BYTE_PER_SECOND, 24 * 2**30),
        ("989.4 TFLOPS", Unit.FLOP_PER_SECOND, 989.4e12),
        ("1.979 PFLOP/s", Unit.FLOP_PER_SECOND, 1.979e15),
        ("3.35e12", Unit.BYTE_PER_SECOND, 3.35e12),
        ("3350000000000", Unit.BYTE_PER_SECOND, 3.35e12),
        ("50 MiB", Unit.BYTE, 50 * 2**20),
        ("1.98 GHz", Unit.HERTZ, 1.98e9),
        ("2 us", Unit.SECOND, 2e-6),
        ("0.000002", Unit.SECOND, 2e-6),
    ],
)
def test_typed_figures(text: str, unit: Unit, value: float) -> None:
    assert parse_figure(text, unit) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "unit", "said"),
    [
        ("0 TB/s", Unit.BYTE_PER_SECOND, "above 0"),
        ("-3 TB/s", Unit.BYTE_PER_SECOND, "above 0"),
        ("nan", Unit.BYTE_PER_SECOND, "does not start with a number"),
        ("inf TB/s", Unit.BYTE_PER_SECOND, "does not start with a number"),
        ("1e999 TB/s", Unit.BYTE_PER_SECOND, "finite"),
        ("4.8", Unit.BYTE_PER_SECOND, "Add the unit, for example 4.8 TB/s"),
        ("990", Unit.FLOP_PER_SECOND, "Add the unit, for example 990 TFLOP/s"),
        ("1.98", Unit.HERTZ, "Add the unit, for example 1.98 GHz"),
        ("2", Unit.SECOND, "Add the unit, for example 2 µs"),
        ("3,35 TB/s", Unit.BYTE_PER_SECOND, "Write 3.35 TB/s with a point"),
        ("4.8 TFLOP/s", Unit.BYTE_PER_SECOND, "not a unit of B/s"),
        ("4.8 TiFLOP/s", Unit.FLOP_PER_SECOND, "not a unit of FLOP/s"),
        ("4.8 Tb/z", Unit.BYTE_PER_SECOND, "not a unit of B/s"),
        ("", Unit.BYTE, "does not start with a number"),
    ],
)
def test_figures_that_cannot_be(text: str, unit: Unit, said: str) -> None:
    with pytest.raises(QuantityError, match=said):
        parse_figure(text, unit)


def test_no_machine_of_the_catalogue_is_suspect() -> None:
    assert {m.id: suspicions(m) for m in CATALOGUE if suspicions(m)} == {}


def test_a_near_level_slower_than_the_one_behind_it() -> None:
    assert suspicions(typed(ROUND, L2, 4e12)) == {L2: Suspicion.NEAR_BELOW_FAR}  # DRAM has 5 TB/s


def test_fp64_above_fp32() -> None:
    assert suspicions(typed(ROUND, FP64, 101e12)) == {FP64: Suspicion.FP64_ABOVE_FP32}
    assert suspicions(typed(ROUND, FP64, 100e12)) == {}


@pytest.mark.parametrize("value", [1979e12, 1980e12])
def test_twice_the_dense_peak_of_the_data_sheet(value: float) -> None:
    edited = typed(own_copy(H100, "edited", ()), BF16, value)
    found = check_machine(edited, CATALOGUE)
    assert [(s.suspicion, s.slot, s.known) for s in found] == [(Suspicion.WITH_SPARSITY, BF16, "H100 SXM")]
    assert found[0].other_value == pytest.approx(990e12, rel=1e-3)
    # a machine typed anew, without a chip, is held against all of them
    unknown = machine({Precision.BF16_TENSOR: value}, {Level.DRAM: 3.35e12})
    assert suspicions(unknown) == {BF16: Suspicion.WITH_SPARSITY}


def test_peaks_that_are_twice_another_chips_are_not_suspect() -> None:
    b200 = next(m for m in CATALOGUE if m.id == "b200")
    assert b200.peak(Precision.FP16_TENSOR) is not None
    assert suspicions(replace(b200, id="mine", name="Mine")) == {}
    assert suspicions(typed(own_copy(H100, "edited", ()), FP32, 134e12)) == {}  # no sparsity outside of tensor cores


def test_measured_above_theoretical() -> None:
    slot = Slot(Part.BANDWIDTH, Level.DRAM, measured=True)
    above = put_figure(ROUND, slot, Figure(5.2e12, Kind.MEASURED, "stream"))
    assert suspicions(above) == {slot: Suspicion.MEASURED_ABOVE_PEAK}
    assert suspicions(put_figure(ROUND, slot, Figure(5.04e12, Kind.MEASURED, "stream"))) == {}


def test_a_lost_prefix() -> None:
    assert suspicions(typed(ROUND, DRAM, 5e9)) == {DRAM: Suspicion.FAR_OFF}
    assert Suspicion.FAR_OFF in suspicions(typed(ROUND, FP32, 100e15)).values()
