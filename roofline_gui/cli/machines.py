"""`roofline-gui machines`: the catalogue."""

import argparse
import json
import sys

from roofline_gui.cli.outcome import DONE
from roofline_gui.io.machines import load_catalogue, machine_to_json
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit, format_number, format_quantity

_SHOWN = (Precision.FP64, Precision.FP32, Precision.BF16_TENSOR, Precision.FP8_TENSOR)


def run(arguments: argparse.Namespace) -> int:
    """Print the catalogue, for people or as JSON."""
    catalogue = load_catalogue()
    for problem in catalogue.problems:
        print(f"roofline-gui: {problem}", file=sys.stderr)
    if arguments.json:
        print(json.dumps([machine_to_json(m) for m in catalogue.machines], indent=2, ensure_ascii=False))
        return DONE
    rows = [("id", "name", *(p.label for p in _SHOWN), "L1/shared", "L2", "DRAM", "ridge BF16")]
    rows += [_row(m) for m in catalogue.machines]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        print("  ".join(cells).rstrip())
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
