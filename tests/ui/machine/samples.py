"""Machines of round figures for the pane, and a reader that reads no profile."""

from dataclasses import replace
from pathlib import Path

from roofline_gui.model.machine import Figure, Kind, Level, Machine
from roofline_gui.model.machine_edits import Part, Slot, put_figure
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile, Refusal
from tests.model.builders import ROUND
from tests.session.builders import profile

DRAM, L2 = Slot(Part.BANDWIDTH, Level.DRAM), Slot(Part.BANDWIDTH, Level.L2)
FP32, BF16 = Slot(Part.PEAK, Precision.FP32), Slot(Part.PEAK, Precision.BF16_TENSOR)
SHEET = Figure(5e12, Kind.DATASHEET, "sheet <p. 3>", "rounded", (Figure(4.4e12, Kind.MEASURED, "stream"),))
FIRST = replace(
    put_figure(ROUND, DRAM, SHEET),
    name="First",
    architecture="Hopper",
    units=100,
    device_names=("nvidia first",),
    clock=Figure(2e9, Kind.DATASHEET, "sheet"),
)
SECOND = replace(put_figure(ROUND, DRAM, Figure(10e12, Kind.DATASHEET, "sheet")), id="second", name="Second")
CATALOGUE = (FIRST, SECOND)
OWN = replace(
    ROUND, id="own", name="NVIDIA First (ceilings of the profile)", clock=Figure(1.5e9, Kind.PROFILE, "run")
)


def profile_with_ceilings(own: Machine) -> Profile:
    return profile(own=own, device="NVIDIA First")


def refuse(path: Path, progress: object) -> Profile | Refusal:
    return Refusal(path.name, "This is no profile.", "Open something else.")
