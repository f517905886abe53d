"""Files about a machine that are no profiles: machine files, and the output of benchmark tools."""

import json
from pathlib import Path
from typing import TypeAlias

from roofline_gui.io.ceilings import Reading, read_ceilings
from roofline_gui.io.machines import MachineFileError, read_machine
from roofline_gui.model.machine import Machine

LARGEST_MACHINE = 1 << 20  # bytes
_KEYS = ("ceilings", "levels")

MachineInput: TypeAlias = Machine | MachineFileError | Reading


def read_machine_input(path: Path) -> MachineInput | None:
    """A machine, the fault of a file that is meant to be one, or measured ceilings; None for any other file."""
    if _is_meant_as_machine(path):
        try:
            return read_machine(path)
        except MachineFileError as fault:
            return fault
    found = read_ceilings(path)
    return found if isinstance(found, Reading) else None


def _is_meant_as_machine(path: Path) -> bool:
    """Whether a JSON file has the keys of a machine, or would have them if it were not damaged."""
    try:
        if path.suffix.lower() != ".json" or path.stat().st_size > LARGEST_MACHINE:
            return False
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return False
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return all(f'"{key}"' in text for key in _KEYS)
    return isinstance(found, dict) and any(key in found for key in _KEYS)
