"""Values of the model as plain ones that a file can hold, and the checks on the way back."""

from typing import Any

from roofline_gui.io.document_file.columns import storable
from roofline_gui.io.machines import check_resources, plain_machine
from roofline_gui.io.strict_json import JsonError, convert_json
from roofline_gui.model.machine import Machine
from roofline_gui.model.workload.parameters import Parameter, ParameterError

LARGEST_ID = 2**53  # up to which a number in a JSON file is the same for every program


def storable_values(value: Any) -> Any:
    """Plain values with every text as a file can hold it."""
    if isinstance(value, dict):
        return {storable_values(key): storable_values(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [storable_values(inner) for inner in value]
    return storable(value) if isinstance(value, str) else value


def encode_machine(machine: Machine | None) -> Any:
    """A machine in the form of a machine file."""
    return None if machine is None else storable_values(plain_machine(machine))


def decode_machine(stored: Any, place: str) -> Machine | None:
    """The machine that stands at `place`.

    Raises:
        JsonError: it does not describe one.
    """
    if stored is None:
        return None
    machine = convert_json(stored, Machine, place)
    check_resources(machine, place)
    return machine


def check_whole(number: int, least: int, most: int, place: str) -> int:
    """`number` itself, if it lies within the limits.

    Raises:
        JsonError: it does not.
    """
    if not least <= number <= most:
        raise JsonError(f"expected a whole number from {least} to {most}", place)
    return number


def check_parameter(parameter: Parameter, value: float, place: str) -> None:
    """Check a value that stands for `parameter`.

    Raises:
        JsonError: it does not fit.
    """
    try:
        parameter.check(value)
    except ParameterError as error:
        raise JsonError(error.reason.rstrip("."), place) from error
