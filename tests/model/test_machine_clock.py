"""Ceilings at another clock, and machines made of a profile."""

from dataclasses import replace

import pytest

from roofline_gui.model.machine import Figure, Kind, Level
from roofline_gui.model.machine_clock import L2_DOUBT, held_below, machine_of_profile, scale_to_clock
from roofline_gui.model.machine_edits import Part, Slot, figure_at, put_figure
from roofline_gui.model.precision import Precision
from tests.model.builders import ROUND

AT_1_5 = replace(
    put_figure(ROUND, Slot(Part.BANDWIDTH, Level.DRAM, measured=True), Figure(4e12, Kind.MEASURED, "stream")),
    clock=Figure(1.5e9, Kind.PROFILE, "sm__cycles_elapsed.avg.per_second"),
)
BOOST = replace(ROUND, name="H100 SXM", clock=Figure(1.98e9, Kind.DATASHEET, "sheet"))


def test_what_follows_the_clock_is_scaled_and_the_rest_stays() -> None:
    scaled = scale_to_clock(AT_1_5, 1.8e9)  # × 1.2
    assert scaled.peak(Precision.FP32) == pytest.approx(120e12)
    assert scaled.peak(Precision.BF16_TENSOR) == pytest.approx(1200e12)
    assert scaled.bandwidth(Level.L1) == pytest.approx(48e12)
    assert scaled.bandwidth(Level.L2) == pytest.approx(12e12)
    assert scaled.bandwidth(Level.DRAM) == 5e12
    assert scaled.special_ops is not None
    assert scaled.special_ops.value == pytest.approx(4.8e12)
    assert scaled.launch_overhead == AT_1_5.launch_overhead
    assert figure_at(scaled, Slot(Part.BANDWIDTH, Level.DRAM, measured=True)) == Figure(4e12, Kind.MEASURED, "stream")
    assert scaled.clock is not None
    assert scaled.clock.value == 1.8e9


def test_scaled_figures_tell_by_what_and_what_they_were() -> None:
    scaled = scale_to_clock(AT_1_5, 1.8e9)
    peak = figure_at(scaled, Slot(Part.PEAK, Precision.FP32))
    l2 = figure_at(scaled, Slot(Part.BANDWIDTH, Level.L2))
    assert peak is not None
    assert l2 is not None
    assert (peak.kind, peak.source) == (Kind.DERIVED, "stated in a test × 1.8 GHz / 1.5 GHz")
    assert peak.alternatives[0].value == 100e12
    assert peak.doubt == ""
    assert l2.doubt == L2_DOUBT
    twice = figure_at(scale_to_clock(scaled, 1.9e9), Slot(Part.BANDWIDTH, Level.L2))
    assert twice is not None
    assert twice.doubt == L2_DOUBT  # said once


def test_the_same_clock_changes_nothing_and_an_unknown_one_is_an_error() -> None:
    assert scale_to_clock(AT_1_5, 1.5e9) is AT_1_5
    with pytest.raises(ValueError, match="unknown"):
        scale_to_clock(ROUND, 1.5e9)


def test_a_machine_of_a_profile_says_that_the_clocks_were_locked() -> None:
    made = machine_of_profile(replace(AT_1_5, id="profile-x", name="NVIDIA X (ceilings of the profile)"), BOOST)
    assert (made.id, made.name) == ("profile-x-1-50-ghz", "H100 SXM at 1.50 GHz")
    assert made.clock is not None
    assert "1.98 GHz" in made.clock.doubt
    assert "--clock-control none" in made.clock.doubt
    assert made.ceilings == AT_1_5.ceilings


def test_a_run_near_the_boost_clock_and_an_unknown_chip_raise_no_doubt() -> None:
    near = replace(AT_1_5, clock=Figure(1.93e9, Kind.PROFILE, "run"))
    assert held_below(near, BOOST) is None
    made = machine_of_profile(replace(near, name="NVIDIA X (ceilings of the profile)"), None)
    assert made.name == "NVIDIA X at 1.93 GHz"
    assert made.clock is not None
    assert made.clock.doubt == ""
    assert machine_of_profile(ROUND, BOOST) is ROUND  # the profile does not tell its clock
