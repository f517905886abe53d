"""What a benchmark tool's output says: rates by device, each with where it stands in the file."""

from dataclasses import dataclass

from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit


@dataclass(frozen=True, slots=True)
class Extra:
    """A measured rate that is no ceiling of the model (INT32, vector FP8): its name and unit."""

    name: str
    unit: Unit = Unit.OP_PER_SECOND


Target = Level | Precision | Extra
ONLY = "one device"  # name of a configuration where the file tells no device and no setting


@dataclass(frozen=True, slots=True)
class MeasuredValue:
    """One rate in SI base units: B/s for a level, FLOP/s or op/s for the rest.

    `source` says where it stands (column, kernel, sizes). `doubt` says why it may not be the limit it stands for.
    `name` is what the tool calls the level (HBM, MALL, L3), empty where the name of the target says it.
    """

    target: Target
    value: float
    source: str
    doubt: str = ""
    name: str = ""

    @property
    def unit(self) -> Unit:
        """Unit of `value`."""
        if isinstance(self.target, Level):
            return Unit.BYTE_PER_SECOND
        if isinstance(self.target, Extra):
            return self.target.unit
        return Unit.OP_PER_SECOND if self.target is Precision.INT8_TENSOR else Unit.FLOP_PER_SECOND


@dataclass(frozen=True, slots=True)
class Configuration:
    """What was measured on one device in one setting; different ones are never added or averaged.

    `values` hold a target once. `device` is the product name where the tool prints it.
    """

    name: str
    values: tuple[MeasuredValue, ...]
    notes: tuple[str, ...] = ()
    device: str = ""

    def value(self, target: Target) -> float | None:
        """The rate of `target`, or None where it was not measured."""
        return next((v.value for v in self.values if v.target == target), None)


@dataclass(frozen=True, slots=True)
class Reading:
    """A file of a benchmark tool: its configurations in the order of the file, the first one is the default.

    `version` is empty where the file does not tell it. `notes` hold for all configurations.
    """

    tool: str
    version: str
    configurations: tuple[Configuration, ...]
    notes: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """Tool and version, as they stand in the source of every ceiling."""
        return f"{self.tool} {self.version}".strip()


def threads_setting(count: str) -> str:
    """The name of a setting with so many threads; empty where the file does not tell."""
    return f"{count} thread{'' if count == '1' else 's'}" if count else ""


def highest(values: list[MeasuredValue]) -> tuple[MeasuredValue, ...]:
    """The highest value of each target, in the order in which the targets come."""
    best: dict[Target, MeasuredValue] = {}
    for value in values:
        if value.target not in best or value.value > best[value.target].value:
            best[value.target] = value
    return tuple(best.values())
