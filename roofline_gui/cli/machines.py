"""`roofline-gui machines`: the catalogue with the user's own machines, and machines with measured ceilings."""

import argparse
import json

from roofline_gui.cli import measured
from roofline_gui.cli.known_machines import known_machines
from roofline_gui.cli.outcome import DONE, UsageError
from roofline_gui.cli.text import columns
from roofline_gui.io.machines import machine_to_json
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit, format_number, format_quantity

_SHOWN = (Precision.FP64, Precision.FP32, Precision.BF16_TENSOR, Precision.FP8_TENSOR)


def run(arguments: argparse.Namespace) -> int:
    """Print the known machines, for people or as JSON; with --from show and save a machine with measured ceilings."""
    for option in ("base", "device", "save"):
        if getattr(arguments, option) is not None and arguments.benchmark is None:
            raise UsageError(f"--{option} goes with --from FILE, the output of a benchmark tool.")
    machines = known_machines()
    if arguments.benchmark is not None:
        return measured.run(arguments, machines)
    if arguments.json:
        print(json.dumps([machine_to_json(m) for m in machines], indent=2, ensure_ascii=False))
        return DONE
    header = ("id", "name", *(p.label for p in _SHOWN), "L1/shared", "L2", "DRAM", "ridge BF16")
    print(columns([header, *(_row(m) for m in machines)], left=(0, 1)))
    print("\nDense peaks. Every figure with its source: roofline-gui machines --json")
    return DONE


def _row(machine: Machine) -> tuple[str, ...]:
    peaks = (machine.peak(p) for p in _SHOWN)
    bandwidths = (machine.bandwidth(level) for level in (Level.L1, Level.L2, Level.DRAM))
    ridge = machine.ridge(Precision.BF16_TENSOR)
    return (
        machine.id,
        machine.name,
        *("–" if p is None else format_quantity(p, Unit.FLOP_PER_SECOND) for p in peaks),
        *("–" if b is None else format_quantity(b, Unit.BYTE_PER_SECOND) for b in bandwidths),
        "–" if ridge is None else format_number(ridge),
    )
