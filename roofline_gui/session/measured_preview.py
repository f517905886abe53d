"""Which measured value would become which ceiling, in words, before anything changes."""

from collections.abc import Sequence
from dataclasses import dataclass

from roofline_gui.io.ceilings import Assignment, Configuration, Extra, Reading, assign, not_measured
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.machine_checks import MEASURED_ABOVE
from roofline_gui.model.machine_edits import Part, Slot
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import format_percent, format_quantity
from roofline_gui.present.machine.words import DIGITS, owner_name

_NO_MACHINE = Machine("none", "", "", (), ())


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One measured value: the `ceiling` that it becomes ("none: …" for none), what stands there, and where it is from.

    used: it is taken; not one of two values for one ceiling that is lower.
    """

    ceiling: str
    measured: str
    theoretical: str
    share: str
    source: str
    used: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """All values of one configuration; `remarks` are doubts, notes, and what was not measured, one a line. `warning`
    says why the machine is probably another one.
    """

    title: str
    rows: tuple[PreviewRow, ...]
    remarks: tuple[str, ...]
    warning: str = ""

    @property
    def taken(self) -> int:
        """How many values become ceilings."""
        return sum(r.used for r in self.rows)


def preview(base: Machine | None, reading: Reading, configuration: Configuration) -> Preview:
    """What taking the values of `configuration` beside the figures of `base` would do; None: a machine of its own."""
    assignments = assign(base, reading, configuration)
    rows, doubts = [], []
    for a in assignments:
        name = _target_name(base, a.target)
        unit = a.measured.unit
        rows.append(
            PreviewRow(
                name,
                format_quantity(a.figure.value, unit, DIGITS),
                "–" if a.replaced is None else format_quantity(a.replaced.value, unit, DIGITS),
                "" if a.replaced is None else format_percent(a.figure.value / a.replaced.value),
                a.measured.source,
                a.used,
            )
        )
        if a.figure.doubt:
            doubts.append(f"{name}: {a.figure.doubt}")
    rows += [
        PreviewRow(f"none: {v.target.name}", format_quantity(v.value, v.unit, DIGITS), "–", "", v.source, False)
        for v in configuration.values
        if isinstance(v.target, Extra)
    ]
    remarks = [*doubts, *reading.notes, *configuration.notes]
    if base is not None and (left := not_measured(base, assignments)):
        remarks.append(f"Not measured: {', '.join(_target_name(base, target) for target in left)}.")
    title = f"{reading.origin}: {configuration_name(configuration)}"
    return Preview(title, tuple(rows), tuple(remarks), _doubt_of_machine(base, assignments))


def _doubt_of_machine(base: Machine | None, assignments: Sequence[Assignment]) -> str:
    beside = [(a.figure.value, a.replaced.value) for a in assignments if a.used and a.replaced is not None]
    above = sum(measured > MEASURED_ABOVE * theoretical for measured, theoretical in beside)
    if base is None or 2 * above <= len(beside):
        return ""
    return f"{above} of {len(beside)} values are above the figures of the {base.name}. Was another machine measured?"


def configuration_name(configuration: Configuration) -> str:
    """Product and device or setting, as far as the file tells them."""
    return ", ".join(dict.fromkeys(part for part in (configuration.device, configuration.name) if part))


def _target_name(base: Machine | None, target: Level | Precision) -> str:
    part = Part.BANDWIDTH if isinstance(target, Level) else Part.PEAK
    return owner_name(base or _NO_MACHINE, Slot(part, target))
