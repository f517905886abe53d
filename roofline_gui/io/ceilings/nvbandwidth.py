"""NVIDIA nvbandwidth, JSON or text: only ``device_local_copy`` measures a ceiling, that of DRAM.

It counts every copied byte once although DRAM reads and writes it (NVIDIA/nvbandwidth, issue 48). All other tests
measure links or latency; sums add devices.
"""

import re

from roofline_gui.io.ceilings.format import Format
from roofline_gui.io.ceilings.numbers import GIGA, rate
from roofline_gui.io.ceilings.reading import Configuration, MeasuredValue, Reading
from roofline_gui.io.ceilings.source import Source, entry, items, json_object, shown_text
from roofline_gui.model.machine import Level

TOOL = "nvbandwidth"

_TEST = "device_local_copy"
_COUNTED_TWICE = "DRAM is twice what nvbandwidth prints: a local copy reads and writes each byte, counted once there."
_ABSENT = (
    f"The test {_TEST} is not in this output; the others measure links between devices. Run: nvbandwidth -t {_TEST}"
)
_DEVICE = re.compile(r"(?:Device )?([0-9]+): (.+?)(?: \([0-9A-Fa-f]+:[0-9A-Fa-f]+:[0-9A-Fa-f]+\).*)?")
_RUNNING = re.compile(rf"\s*Running {_TEST}\.?")


def _reading(version: str, rates: list[tuple[str, float | None]], names: dict[str, str], why: str) -> Reading:
    found = []
    for device, value in rates:
        if value is not None:
            measured = MeasuredValue(Level.DRAM, 2 * value, f"{_TEST}, twice {value / GIGA:g} GB/s")
            found.append(Configuration(f"device {device}", (measured,), (_COUNTED_TWICE,), names.get(device, "")))
    return Reading(TOOL, version, tuple(found), () if found else (why,))


def _is_json(source: Source) -> bool:
    return '"nvbandwidth"' in source.text and '"testcases"' in source.text


def _read_json(source: Source) -> Reading:
    root = entry(json_object(source, "nvbandwidth"), "nvbandwidth")
    if not isinstance(root, dict):
        return Reading(TOOL, "", (), ("The JSON is damaged or breaks off: run nvbandwidth -j again.",))
    names = {}
    for device in items(root.get("GPU Device list")):
        if match := _DEVICE.fullmatch(shown_text(device)):
            names[match[1]] = match[2]
    why, rates = _ABSENT, []
    for test in items(root.get("testcases")):
        if entry(test, "name") == _TEST:
            why = f"The test {_TEST} was not measured (status: {shown_text(entry(test, 'status')) or 'unknown'})."
            matrix = items(entry(test, "bandwidth_matrix"))
            columns = items(matrix[0]) if matrix else []
            rates = [(str(i), rate(column, GIGA)) for i, column in enumerate(columns)]
    return _reading(shown_text(root.get("version")), rates, names, why)


def _is_text(source: Source) -> bool:
    return any(line.startswith("nvbandwidth Version") or _RUNNING.fullmatch(line) for line in source.lines)


def _read_text(source: Source) -> Reading:
    version = next((v.partition(":")[2].strip() for v in source.lines if v.startswith("nvbandwidth Version:")), "")
    names = {m[1]: m[2] for line in source.lines if "evice " in line and (m := _DEVICE.fullmatch(line.strip()))}
    start = next((i for i, line in enumerate(source.lines) if _RUNNING.fullmatch(line)), None)
    if start is None:
        return _reading(version, [], names, _ABSENT)
    why = f"The test {_TEST} (line {start + 1}) shows no bandwidth."
    table = [
        (i, line.split())
        for i, line in enumerate(source.lines[start + 1 : start + 6], start + 1)
        if line.strip() and all(word == "N/A" or word[0].isdigit() for word in line.split())
    ]
    if len(table) < 2:
        return _reading(version, [], names, why)
    devices = table[0][1]
    row, fields = table[1]
    columns = fields[1:] if source.whole(row) else fields[1:-1]
    return _reading(version, [(d, rate(c, GIGA)) for d, c in zip(devices, columns, strict=False)], names, why)


FORMATS = (Format(TOOL, _is_json, _read_json), Format(TOOL, _is_text, _read_text))
