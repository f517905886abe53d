"""`roofline-gui machines --from FILE`: a machine with the ceilings that a benchmark tool measured."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from roofline_gui.cli.outcome import DONE, NOTHING_USABLE, UsageError
from roofline_gui.cli.text import columns
from roofline_gui.io.ceilings import (
    Assignment,
    Configuration,
    Extra,
    IncompleteMachineError,
    Reading,
    Target,
    assign,
    machine_with,
    not_measured,
    read_ceilings,
)
from roofline_gui.io.machines import MachineFileError, id_from, machine_to_json, resolve, save_machine
from roofline_gui.model.devices import find_by_device
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Refusal
from roofline_gui.model.units import Unit, format_quantity
from roofline_gui.present.words import refusal_text

_DIGITS = 4
_DEVICE = "device "
_LEVEL_NAMES = {
    Level.SHARED: "shared",
    Level.L1: "L1",
    Level.L2: "L2",
    Level.LLC: "last-level cache",
    Level.DRAM: "DRAM",
}
# What a user would look for; the list of what is not measured on a machine of one's own.
_USUAL: tuple[Target, ...] = (
    Level.L1,
    Level.L2,
    Level.DRAM,
    Precision.FP64,
    Precision.FP32,
    Precision.FP16_TENSOR,
    Precision.BF16_TENSOR,
    Precision.FP8_TENSOR,
    Precision.INT8_TENSOR,
)


def run(arguments: argparse.Namespace, machines: Sequence[Machine]) -> int:
    """Show which value becomes which ceiling, and save the machine. Returns 1 where the file holds nothing usable."""
    path = Path(arguments.benchmark)
    reading = read_ceilings(path)
    if isinstance(reading, Refusal):
        print(f"roofline-gui: {refusal_text(reading)}", file=sys.stderr)
        return NOTHING_USABLE
    base = _base(arguments.base, machines)
    configuration = _chosen(path, reading, arguments.device)
    if hint := _device_hint(configuration, base, machines):
        print(f"roofline-gui: {hint}", file=sys.stderr)
    if not arguments.json:
        print(_preview(reading, configuration, base))
    if arguments.save is None and not arguments.json:
        print("roofline-gui: nothing is saved; add --save FILE to make a machine of it.", file=sys.stderr)
        return DONE
    target = None if arguments.save is None else _target(arguments.save, path)
    try:
        machine = machine_with(base, reading, configuration, "" if target is None else id_from(target.stem))
    except IncompleteMachineError as error:
        raise UsageError(f"{path}: {error} --base ID takes it from the catalogue, --base FILE from a file.") from error
    if arguments.json:
        print(json.dumps(machine_to_json(machine), indent=2, ensure_ascii=False))
    if target is not None:
        _save(target, machine)
    return DONE


def _base(name: str | None, machines: Sequence[Machine]) -> Machine | None:
    if name is None:
        return None
    try:
        return resolve(machines, name)
    except (MachineFileError, LookupError) as error:
        raise UsageError(f"--base {name}: {error}") from error


def _chosen(path: Path, reading: Reading, wanted: str | None) -> Configuration:
    """The configuration that --device names by device number, place in the file from 0, or name; else the first."""
    found = dict(zip(_numbers(reading), reading.configurations, strict=True))
    listed = "\n".join(f"  --device {number}: {_shown(c)}" for number, c in found.items())
    if wanted is None:
        first = reading.configurations[0]
        if len(found) > 1:
            print(f"roofline-gui: {path} holds more than one; this is {first.name}.\n{listed}", file=sys.stderr)
        return first
    by_name = {c.name: c for c in reading.configurations}
    chosen = found.get(wanted.strip()) or by_name.get(wanted.strip())
    if chosen is None:
        raise UsageError(f"--device {wanted}: {path} does not hold it. It holds:\n{listed}")
    return chosen


def _numbers(reading: Reading) -> list[str]:
    """What --device takes for each configuration: device numbers where all have one, else the place from 0."""
    names = [c.name for c in reading.configurations]
    numbers = [name.removeprefix(_DEVICE) for name in names if name.startswith(_DEVICE)]
    if len(numbers) == len(names) and all(number.isdecimal() for number in numbers):
        return numbers
    return [str(i) for i in range(len(names))]


def _shown(configuration: Configuration) -> str:
    return ", ".join(dict.fromkeys(part for part in (configuration.device, configuration.name) if part))


def _device_hint(configuration: Configuration, base: Machine | None, machines: Sequence[Machine]) -> str:
    """What is odd about the device that the tool prints and the chosen base."""
    known = find_by_device(machines, configuration.device)
    if known is None or (base is not None and known.name == base.name):
        return ""
    if base is None:
        return f"the file names {configuration.device}: --base {known.id} would add what was not measured."
    return f"the file names {configuration.device}, which is {known.name} and not {base.name}."


def _target(name: str, source: Path) -> Path:
    target = Path(name)
    if target.exists() and target.samefile(source):
        raise UsageError(f"--save {name}: this is the file of the benchmark; give another name.")
    if not id_from(target.stem):
        raise UsageError(f"--save {name}: the name becomes the machine's id; use letters or digits.")
    return target


def _save(target: Path, machine: Machine) -> None:
    try:
        save_machine(target, machine)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}.") from error
    print(f"wrote {target} (id {machine.id}); use it with --machine {target}", file=sys.stderr)


# The preview ------------------------------------------------------------------------------------------------------


def _preview(reading: Reading, configuration: Configuration, base: Machine | None) -> str:
    """Which value becomes which ceiling, what is no ceiling, every doubt, and what is not measured."""
    assignments = assign(base, reading, configuration)
    head = f"{reading.origin}: {_shown(configuration)}"
    rows = [("ceiling", "measured", "was", "from")]
    doubts: dict[str, list[str]] = {}
    for a in assignments:
        name = _name(a.target, base)
        old = "–" if a.replaced is None else _rate(a.replaced.value, a.measured.unit)
        shown = name if a.used else f"{name}, not used"
        rows.append((shown, _rate(a.figure.value, a.measured.unit), old, a.measured.source))
        if a.figure.doubt:
            doubts.setdefault(a.figure.doubt, []).append(name)
    rows += [
        (f"none: {value.target.name}", _rate(value.value, value.unit), "–", value.source)
        for value in configuration.values
        if isinstance(value.target, Extra)
    ]
    lines = [head if base is None else f"{head}, on the figures of {base.name}", "", columns(rows, left=(0, 3)), ""]
    lines += [f"{', '.join(names)}: {doubt}" for doubt, names in doubts.items()]
    lines += [*reading.notes, *configuration.notes, _missing(base, assignments)]
    return "\n".join(lines).rstrip()


def _missing(base: Machine | None, assignments: tuple[Assignment, ...]) -> str:
    if base is None:
        measured = {a.target for a in assignments}
        return f"Not measured: {_names([t for t in _USUAL if t not in measured], base)}."
    return f"Not measured, kept from {base.name}: {_names(not_measured(base, assignments), base)}."


def _names(targets: Sequence[Target], base: Machine | None) -> str:
    return ", ".join(_name(target, base) for target in targets) or "nothing"


def _name(target: Target, base: Machine | None) -> str:
    if isinstance(target, Level):
        level = None if base is None else base.level(target)
        return _LEVEL_NAMES[target] if level is None else level.name
    return target.label if isinstance(target, Precision) else target.name


def _rate(value: float, unit: Unit) -> str:
    return format_quantity(value, unit, _DIGITS)
