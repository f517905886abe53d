"""What calculated kernels are called on screen."""

from collections.abc import Sequence

from roofline_gui.model.estimates import FORMULA, WHOLE_STEP, Calculated
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.present.names import NAME_LIMIT, shorten


def calculated_names(calculated: Calculated, rows: Sequence[int]) -> list[str]:
    """What shares a colour: the names of operations, whatever step they are of; those of entries."""
    return [_name(calculated, row) for row in rows]


def calculated_labels(calculated: Calculated, rows: Sequence[int]) -> list[str]:
    """The names of `rows`, cut where they are long; where there are several steps, operations with their step."""
    several = sum(isinstance(entry, StepEntry) for entry in calculated.entries) > 1
    labels = []
    for row in rows:
        label = shorten(_name(calculated, row), NAME_LIMIT)
        if several and int(calculated.operation[row]) not in (WHOLE_STEP, FORMULA):
            label += f" · {shorten(_entry_name(calculated, row), NAME_LIMIT)}"
        labels.append(label)
    return labels


def _name(calculated: Calculated, row: int) -> str:
    if int(calculated.operation[row]) in (WHOLE_STEP, FORMULA):
        return _entry_name(calculated, row)
    return calculated.kernels[row].name


def _entry_name(calculated: Calculated, row: int) -> str:
    return calculated.entries[int(calculated.entry[row])].name
