"""Files about a machine that are no profiles: machine files, and the output of benchmark tools."""

from pathlib import Path
from typing import TypeAlias

from roofline_gui.io.ceilings import Reading, read_ceilings
from roofline_gui.io.json_kind import holds_keys
from roofline_gui.io.machines import MachineFileError, read_machine
from roofline_gui.model.machine import Machine

LARGEST_MACHINE = 1 << 20  # bytes
_KEYS = ("ceilings", "levels")

MachineInput: TypeAlias = Machine | MachineFileError | Reading


def read_machine_input(path: Path) -> MachineInput | None:
    """A machine, the fault of a file that is meant to be one, or measured ceilings; None for any other file."""
    if holds_keys(path, _KEYS, LARGEST_MACHINE, all):
        try:
            return read_machine(path)
        except MachineFileError as fault:
            return fault
    found = read_ceilings(path)
    return found if isinstance(found, Reading) else None
