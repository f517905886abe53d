"""Runs that are judged on another machine than the one that they were measured on."""

from dataclasses import replace

import pytest

from roofline_gui.model.devices import judged_elsewhere
from roofline_gui.model.document import Document
from roofline_gui.model.machine import Machine
from roofline_gui.model.source import Source
from roofline_gui.model.what_if import WhatIf
from tests.model.builders import ROUND
from tests.model.profiles import profile

OLD = replace(ROUND, id="old", name="Old GPU", device_names=("NVIDIA Old",))
NEW = replace(ROUND, id="new", name="New GPU", device_names=("NVIDIA New", "New 80GB"))
OTHER = replace(ROUND, id="other", name="Other GPU", device_names=("NVIDIA Other",))


def told(device: str, judged: Machine, own: Machine | None = None, of_source: Machine | None = None) -> list[str]:
    source = Source(profile("run.csv", device=device, own=own), "run", machine=of_source)
    found = judged_elsewhere(Document(sources=(source,), machine=judged), (OLD, NEW))
    assert all(one.source is source for one in found)
    return [f"{one.device}: {one.own.name}, not {one.judged.name}" for one in found]


@pytest.mark.parametrize("device", ["NVIDIA New", "new", "NEW-80GB"])
def test_a_known_device_is_judged_on_its_machine_or_elsewhere(device: str) -> None:
    assert told(device, NEW) == []
    assert told(device, OLD) == [f"{device}: New GPU, not Old GPU"]
    assert told(device, OLD, of_source=NEW) == []
    assert told(device, NEW, of_source=OLD) == [f"{device}: New GPU, not Old GPU"]


def test_what_nobody_knows_is_not_held_against_a_choice() -> None:
    assert told("NVIDIA Odd", OLD) == []
    assert told("", OLD) == []
    assert told("NVIDIA New", replace(OLD, device_names=())) == []


def test_a_profile_may_carry_the_ceilings_of_its_device() -> None:
    assert told("NVIDIA Other", OLD, own=OTHER) == ["NVIDIA Other: Other GPU, not Old GPU"]
    assert told("NVIDIA Other", OTHER, own=OTHER) == []


def test_hidden_runs_and_a_what_if_are_no_reason() -> None:
    hidden = Source(profile("run.csv", device="NVIDIA New"), "run", shown=False)
    assert judged_elsewhere(Document(sources=(hidden,), machine=OLD), (OLD, NEW)) == ()
    shown = replace(hidden, shown=True)
    assert judged_elsewhere(Document(sources=(shown,), machine=NEW, what_if=WhatIf(machine=OLD)), (OLD, NEW)) == ()
    assert judged_elsewhere(Document(sources=(shown,)), (OLD, NEW)) == ()
