"""The value of --what-if: what is thought to be different."""

import re
from collections.abc import Sequence

from roofline_gui.cli.outcome import UsageError
from roofline_gui.io.machines import MachineFileError, UnknownMachineError, resolve
from roofline_gui.model.machine import Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.elements import element_types, with_types
from roofline_gui.model.workload.formula import BATCH_SIZE
from roofline_gui.model.workload.parameters import ParameterError, unknown_name

NOTHING = "none"
EXAMPLE = "precision=fp8_tensor,batch=64,machine=b200,flop=-40%,bytes=0.5"

_TYPES = ("weights", "activations", "kv")
_FACTORS = ("flop", "bytes")
_KEYS = ("precision", "batch", "machine", *_FACTORS, *_TYPES)
_FACTOR = re.compile(r"(?P<sign>[+\-−]?)(?P<number>\d+(?:\.\d*)?|\.\d+)\s*(?P<percent>%?)")


def read_what_if(text: str, machines: Sequence[Machine]) -> WhatIf:
    """What KEY=VALUE pairs with commas between them, or “none”, mean; `machines` are known by their ids.

    Raises:
        UsageError: an unknown key or value; the error says what is known and what is spelled nearly so.
    """
    if text.strip().lower() == NOTHING:
        return AS_GIVEN
    given: dict[str, str] = {}
    for pair in text.split(","):
        key, equals, value = (part.strip() for part in pair.partition("="))
        key = key.lower()
        if not (key and equals and value):
            raise UsageError(f"--what-if: “{pair.strip()}” is not KEY=VALUE; write for example {EXAMPLE}.")
        if key not in _KEYS:
            raise UsageError(f"--what-if {pair.strip()}: {unknown_name(key, _KEYS)}")
        if key in given:
            raise UsageError(f"--what-if: {key} is given twice.")
        given[key] = value
    try:
        return _what_if(given, machines)
    except ParameterError as error:
        raise UsageError(f"--what-if {error.parameter}={given[error.parameter]}: {error.reason}") from error


def _what_if(given: dict[str, str], machines: Sequence[Machine]) -> WhatIf:
    as_given = element_types("bf16")
    types = with_types(as_given, **{role: given[role] for role in _TYPES if role in given})
    return WhatIf(
        batch=int(BATCH_SIZE.read(given["batch"])) if "batch" in given else None,
        precision=_precision(given["precision"]) if "precision" in given else None,
        weights=types.weights if "weights" in given else None,
        activations=types.activations if "activations" in given else None,
        kv=types.kv if "kv" in given else None,
        machine=_machine(given["machine"], machines) if "machine" in given else None,
        **{key: _factor(key, given[key]) for key in _FACTORS if key in given},
    )


def _precision(name: str) -> Precision:
    wanted, known = name.lower(), [precision.value for precision in Precision]
    if wanted not in known:
        on_tensor_cores = f"{wanted}_tensor"
        raise ParameterError("precision", unknown_name(on_tensor_cores if on_tensor_cores in known else wanted, known))
    return Precision(wanted)


def _machine(name: str, machines: Sequence[Machine]) -> Machine:
    try:
        return resolve(machines, name)
    except (MachineFileError, UnknownMachineError) as error:
        raise ParameterError("machine", str(error)) from error


def _factor(key: str, text: str) -> float:
    """The factor that a change in percent with its sign, or a factor without one, means."""
    match = _FACTOR.fullmatch(text)
    if match is None or bool(match["sign"]) is not bool(match["percent"]):
        raise ParameterError(key, "give a change with its sign (-40%, +20%) or a factor (0.6).")
    number = float(match["number"])
    if match["percent"]:
        number = 1 + number / 100 if match["sign"] == "+" else 1 - number / 100
    if not number > 0:
        raise ParameterError(key, "some must be left: a change above -100%, or a factor above 0.")
    return number
