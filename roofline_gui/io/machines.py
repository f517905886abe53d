"""Machines in and out: the bundled catalogue, files of one's own, lookup by id."""

import dataclasses
import difflib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from roofline_gui.io.files import write_atomically
from roofline_gui.io.readable_json import readable_json
from roofline_gui.io.strict_json import JsonError, decode_json
from roofline_gui.model.machine import Figure, Level, Machine
from roofline_gui.resources import resource_path

_ID = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
# Keys in the order of a machine file: what is short first.
_KEYS = (
    "id", "name", "vendor", "architecture", "compute_capability", "device_names", "units", "unit_name", "clock",
    "precision", "sparse", "accumulate", "peak", "level",
)  # fmt: skip


class MachineFileError(ValueError):
    """A machine file that cannot be used: the `path`, the `place` in it (``levels[0].name``) and what is `wrong`."""

    def __init__(self, path: Path, wrong: str, place: str = "") -> None:
        super().__init__(f"{path}, {place}: {wrong}" if place else f"{path}: {wrong}")
        self.path = path
        self.place = place
        self.wrong = wrong


class UnknownMachineError(LookupError):
    """No machine has this id, and no file this name."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The machines of a folder in the order of their ids, and the files there that could not be used."""

    machines: tuple[Machine, ...]
    problems: tuple[MachineFileError, ...] = ()


def load_catalogue(folder: Path | None = None) -> Catalogue:
    """Read all machine files of `folder` (default: the bundled ones). A damaged file is reported and skipped."""
    folder = folder or resource_path("machines")
    machines: dict[str, Machine] = {}
    problems: list[MachineFileError] = []
    if not folder.is_dir():
        problems.append(MachineFileError(folder, "the folder with the machine files is not there"))
    for path in sorted(folder.glob("*.json")):
        try:
            machine = read_machine(path)
        except MachineFileError as problem:
            problems.append(problem)
            continue
        if machine.id in machines:
            problems.append(MachineFileError(path, f"“{machine.id}” is the id of another file too", "id"))
        else:
            machines[machine.id] = machine
    return Catalogue(tuple(machines[key] for key in sorted(machines)), tuple(problems))


def read_machine(path: Path) -> Machine:
    """Read one machine file.

    Raises:
        MachineFileError: the file cannot be read, is no JSON, or does not describe a machine.
    """
    try:
        machine = decode_json(path.read_bytes(), Machine)
        _check(machine)
    except OSError as error:
        raise MachineFileError(path, f"the file cannot be read ({error.strerror})") from error
    except JsonError as problem:
        raise MachineFileError(path, problem.what, problem.place) from problem
    return machine


def save_machine(path: Path, machine: Machine) -> None:
    """Write a machine file that `read_machine` reads back as the same machine; a file that is there is replaced.

    Raises:
        MachineFileError: the machine is not one that a file may hold (its id, the order of its levels).
        OSError: the file cannot be written.
    """
    try:
        _check(machine)
    except JsonError as problem:
        raise MachineFileError(path, problem.what, problem.place) from problem
    write_atomically(path, readable_json(plain_machine(machine)) + "\n")


def id_from(text: str) -> str:
    """A machine id made of a name: lower-case letters and digits joined by hyphens; empty if there are none."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def resolve(machines: Sequence[Machine], text: str) -> Machine:
    """The machine that `text` names: an id of `machines` (in any case), or a machine file.

    Raises:
        UnknownMachineError: neither; the message lists the known ids and what is spelled nearly so.
        MachineFileError: the file does not describe a machine.
    """
    wanted = text.strip()
    for machine in machines:
        if machine.id == wanted.lower():
            return machine
    path = Path(wanted)
    if path.suffix.lower() == ".json" or os.sep in wanted or path.is_file():
        return read_machine(path)
    ids = [machine.id for machine in machines]
    spelled_nearly = difflib.get_close_matches(wanted.lower(), ids)
    near = [i for i in ids if wanted and wanted.lower() in i] or spelled_nearly
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    raise UnknownMachineError(
        f"no machine is called “{wanted}”.{hint} Known: {', '.join(ids)}; the name of a machine file (.json) works too."
    )


def machine_to_json(machine: Machine) -> dict[str, Any]:
    """The machine as `machines --json` and `report --json` print it; what is unknown is None."""
    return {
        "id": machine.id,
        "name": machine.name,
        "vendor": machine.vendor,
        "architecture": machine.architecture or None,
        "compute_capability": machine.compute_capability or None,
        "device_names": list(machine.device_names),
        "units": machine.units,
        "unit_name": machine.unit_name,
        "clock_hz": _value(machine.clock),
        "ceilings": [
            {
                "precision": ceiling.precision.value,
                "flop_per_s": ceiling.peak.value,
                **_provenance(ceiling.peak),
                "measured_flop_per_s": _value(ceiling.measured),
                "sparse": ceiling.sparse,
                "accumulate": ceiling.accumulate or None,
            }
            for ceiling in machine.ceilings
        ],
        "levels": [
            {
                "name": level.level.value,
                "label": level.name,
                "bytes_per_s": level.bandwidth.value,
                **_provenance(level.bandwidth),
                "measured_bytes_per_s": _value(level.measured),
                "size_bytes": _value(level.size),
            }
            for level in machine.levels
        ],
        "special_ops_per_s": _value(machine.special_ops),
        "launch_overhead_s": _value(machine.launch_overhead),
        "notes": list(machine.notes),
    }


def plain_machine(machine: Machine) -> dict[str, Any]:
    """The machine as plain values, as a machine file has it: without what has its default value."""
    plain: dict[str, Any] = _plain(machine)
    return plain


def check_resources(machine: Machine, place: str = "") -> None:
    """Check that no ceiling stands twice and that levels run near to far; `place` is that of the machine in its file.

    Raises:
        JsonError: they do not.
    """
    before = f"{place}." if place else ""
    seen = set()
    for i, ceiling in enumerate(machine.ceilings):
        key = (ceiling.precision, ceiling.sparse)
        if key in seen:
            raise JsonError(f"{ceiling.precision.value} has a ceiling already", f"{before}ceilings[{i}].precision")
        seen.add(key)
    order = list(Level)
    for i, (near, far) in enumerate(zip(machine.levels, machine.levels[1:], strict=False), start=1):
        if order.index(near.level) >= order.index(far.level):
            raise JsonError(
                f"levels run near to far ({', '.join(order)}), each once; {far.level.value} follows {near.level.value}",
                f"{before}levels[{i}].level",
            )


def _plain(value: Any) -> Any:
    """Dataclasses as dicts without what has its default value."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if not dataclasses.is_dataclass(value):
        return value
    fields = [f for f in dataclasses.fields(value) if getattr(value, f.name) != f.default]
    fields.sort(key=lambda f: _KEYS.index(f.name) if f.name in _KEYS else len(_KEYS))
    return {f.name: _plain(getattr(value, f.name)) for f in fields}


def _value(figure: Figure | None) -> float | None:
    return None if figure is None else figure.value


def _provenance(figure: Figure) -> dict[str, str | None]:
    return {"kind": figure.kind.value, "source": figure.source, "doubt": figure.doubt or None}


def _check(machine: Machine) -> None:
    """What the types do not say; raises JsonError."""
    if not _ID.fullmatch(machine.id):
        raise JsonError("expected lower-case letters and digits joined by hyphens or dots", "id")
    if not machine.name.strip():
        raise JsonError("expected a name to show", "name")
    if machine.units is not None and machine.units <= 0:
        raise JsonError("expected a positive number", "units")
    if not machine.ceilings:
        raise JsonError("expected at least one compute ceiling", "ceilings")
    if not machine.levels:
        raise JsonError("expected at least one memory level", "levels")
    check_resources(machine)
