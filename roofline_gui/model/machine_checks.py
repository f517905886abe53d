"""Checks of figures that people type: what cannot be a capacity, and what can but is probably a mistake."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from roofline_gui.model.machine import Machine
from roofline_gui.model.machine_edits import Part, Slot, figure_at
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import QuantityError, Unit, format_number, parse_quantity

SAME = 0.005  # figures nearer than this are the same one, rounded differently
MEASURED_ABOVE = 1.01  # a measured figure above this multiple of the theoretical one is odd
FAR_OFF = 100.0  # a figure off by this factor from what it was has probably lost a prefix
LEAST_RATE = 1e6  # per second; below it a bare number is a number that lacks its unit
LONGEST_OVERHEAD = 0.1  # s; likewise above it


class Suspicion(StrEnum):
    """Why a figure is probably wrong."""

    NEAR_BELOW_FAR = "near_below_far"
    WITH_SPARSITY = "with_sparsity"
    FP64_ABOVE_FP32 = "fp64_above_fp32"
    MEASURED_ABOVE_PEAK = "measured_above_peak"
    FAR_OFF = "far_off"


@dataclass(frozen=True, slots=True)
class Suspect:
    """A figure that is probably wrong: its `slot` and `value`, and the slot and value that it does not fit (for
    `WITH_SPARSITY` the dense peak of the machine called `known`).
    """

    suspicion: Suspicion
    slot: Slot
    value: float
    other: Slot
    other_value: float
    known: str = ""


def parse_figure(text: str, unit: Unit) -> float:
    """A typed capacity in base units of `unit`: a positive number with its unit, ``3.35 TB/s``.

    Raises:
        QuantityError: no number, not above 0, no unit where it matters, or a unit of another kind.
    """
    if "," in text:
        raise QuantityError(f"Write {text.strip().replace(',', '.')} with a point.")
    value = parse_quantity(text, unit)
    if not value > 0:
        raise QuantityError("A figure must be above 0. Where it is unknown, remove it.")
    bare = text.strip().lstrip("+").replace("_", "").replace(" ", "").replace(".", "").isdecimal()
    if bare and (value > LONGEST_OVERHEAD if unit is Unit.SECOND else value < LEAST_RATE):
        prefix = "µ" if unit is Unit.SECOND else "M" if unit is Unit.BYTE else "G" if unit is Unit.HERTZ else "T"
        raise QuantityError(f"Add the unit, for example {format_number(value, 6)} {prefix}{unit.value}.")
    return value


def check_machine(machine: Machine, known: Sequence[Machine] = ()) -> tuple[Suspect, ...]:
    """Everything about `machine` that is probably a mistake; `known` are the machines of the catalogue."""
    within = (*_slow_near_levels(machine), *_fp64(machine), *_measured(machine), *_far_off(machine))
    return (*within, *_sparse(machine, known))


def _slow_near_levels(machine: Machine) -> list[Suspect]:
    return [
        Suspect(
            Suspicion.NEAR_BELOW_FAR,
            Slot(Part.BANDWIDTH, near.level),
            near.bandwidth.value,
            Slot(Part.BANDWIDTH, far.level),
            far.bandwidth.value,
        )
        for near, far in pairwise(machine.levels)
        if near.bandwidth.value < far.bandwidth.value
    ]


def _fp64(machine: Machine) -> list[Suspect]:
    found = []
    for double, single in (
        (Precision.FP64, Precision.FP32),
        (Precision.FP64_TENSOR, Precision.FP32_TENSOR),
    ):
        high, low = machine.peak(double), machine.peak(single)
        if high is not None and low is not None and high > low * (1 + SAME):
            slots = Slot(Part.PEAK, double), Slot(Part.PEAK, single)
            found.append(Suspect(Suspicion.FP64_ABOVE_FP32, slots[0], high, slots[1], low))
    return found


def _sparse(machine: Machine, known: Sequence[Machine]) -> list[Suspect]:
    """Dense peaks of exactly twice a dense peak that is known for this kind of chip, and of no chip itself."""
    kin = [k for k in known if not machine.architecture or k.architecture == machine.architecture]
    kin.sort(key=lambda k: not set(k.device_names) & set(machine.device_names))  # the same device first
    found = []
    for ceiling in machine.dense_ceilings:
        peak = ceiling.peak.value
        dense = [(p, k.name) for k in kin if (p := k.peak(ceiling.precision)) is not None]
        if not ceiling.precision.is_tensor or any(_same(peak, p) for p, _ in dense):
            continue
        half = next(((p, name) for p, name in dense if _same(peak, 2 * p)), None)
        if half is not None:
            slot = Slot(Part.PEAK, ceiling.precision)
            found.append(Suspect(Suspicion.WITH_SPARSITY, slot, peak, slot, *half))
    return found


def _measured(machine: Machine) -> list[Suspect]:
    slots = [
        *(Slot(Part.BANDWIDTH, m.level, measured=True) for m in machine.levels),
        *(Slot(Part.PEAK, c.precision, measured=True) for c in machine.ceilings),
    ]
    found = []
    for slot in slots:
        beside = Slot(slot.part, slot.of)
        measured, peak = figure_at(machine, slot), figure_at(machine, beside)
        if measured is not None and peak is not None and measured.value > MEASURED_ABOVE * peak.value:
            found.append(Suspect(Suspicion.MEASURED_ABOVE_PEAK, slot, measured.value, beside, peak.value))
    return found


def _far_off(machine: Machine) -> list[Suspect]:
    """Figures that are off by orders of magnitude from another figure found for the same."""
    slots = [
        *(Slot(Part.BANDWIDTH, m.level) for m in machine.levels),
        *(Slot(Part.SIZE, m.level) for m in machine.levels),
        *(Slot(Part.PEAK, c.precision, c.sparse) for c in machine.ceilings),
        *(Slot(part) for part in (Part.SPECIAL_OPS, Part.LAUNCH_OVERHEAD, Part.CLOCK)),
    ]
    found = []
    for slot in slots:
        figure = figure_at(machine, slot)
        if figure is None or not figure.alternatives:
            continue
        before = figure.alternatives[0].value
        if not before / FAR_OFF < figure.value < before * FAR_OFF:
            found.append(Suspect(Suspicion.FAR_OFF, slot, figure.value, slot, before))
    return found


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= SAME * other
