"""Measured ceilings: the output of benchmark tools becomes a machine."""

from roofline_gui.io.ceilings.machine import (
    Assignment,
    IncompleteMachineError,
    assign,
    machine_with,
    not_measured,
)
from roofline_gui.io.ceilings.read import read_ceilings
from roofline_gui.io.ceilings.reading import Configuration, Extra, MeasuredValue, Reading, Target

__all__ = [
    "Assignment",
    "Configuration",
    "Extra",
    "IncompleteMachineError",
    "MeasuredValue",
    "Reading",
    "Target",
    "assign",
    "machine_with",
    "not_measured",
    "read_ceilings",
]
