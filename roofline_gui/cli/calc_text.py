"""What `calc` prints for people."""

from collections.abc import Iterable, Iterator, Sequence

from roofline_gui.cli.text import columns
from roofline_gui.io.model_presets import Preset
from roofline_gui.model.estimates import calculate_entries, estimate
from roofline_gui.model.machine import Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.step_totals import given_totals
from roofline_gui.model.units import Unit, format_quantity
from roofline_gui.model.workload.calculation import Calculation
from roofline_gui.model.workload.elements import Element, ElementTypes
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.formula import Formula
from roofline_gui.model.workload.parameters import Parameter
from roofline_gui.model.workload.step import CONTEXT, TOKENS
from roofline_gui.present.calculated.calculation import calculation_lines, types_text
from roofline_gui.present.calculated.step_table import STEP_COLUMNS, step_table
from roofline_gui.present.calculated.step_totals import memory_text, span_text, step_notes

_SHOWN = ("name", "launches", "flop", "bytes_dram", "intensity_dram", "time_s", "time_share", "bound_by")


def result(
    found: Calculation,
    formula: Formula,
    types: ElementTypes,
    entry: Entry,
    *,
    default_machine: bool,
    default_length: str = "",
) -> Iterator[str]:
    """The formula with its numbers and what follows from it, line by line. `default_length` is what to say where nobody
    chose the tokens of a step.
    """
    machine = found.machine
    yield found.kernel.name if isinstance(entry, StepEntry) else formula.title
    chosen = f"{machine.id}, the default; --machine chooses another" if default_machine else machine.id
    yield f"{machine.name} ({chosen}). {types_text(types, found.kernel)}"
    if isinstance(entry, StepEntry):
        yield f"Batch {entry.batch:,}, {span_text(entry.span)}{default_length and f' ({default_length})'}"
    yield found.kernel.assumption
    yield ""
    yield from (line.text for line in calculation_lines(found))
    if isinstance(entry, StepEntry):
        yield from _step(entry, machine)
    others = [v for v in formula.variants if v.assumption != found.kernel.assumption]
    if others and isinstance(entry, KernelEntry):
        yield ""
        yield from (f"Other way: variant={v.id} ({v.label})" for v in others)


def catalogue(formulas: Iterable[Formula], presets: Sequence[Preset]) -> Iterator[str]:
    """All formulas with their parameters, and what every formula understands."""
    for formula in formulas:
        yield f"{formula.id}: {formula.title}"
        for parameter in formula.parameters:
            yield f"  {_described(parameter)}"
        if len(formula.variants) > 1:
            ways = ", ".join(f"{v.id} ({v.label})" for v in formula.variants)
            yield f"  variant      {ways}"
        yield f"  dtype        default {formula.dtype.value}"
        yield ""
    yield "Every formula understands:"
    yield f"  dtype        element type: {', '.join(e.value for e in Element)}; or a precision such as bf16_tensor"
    yield "  weights, activations, kv, accumulate   element types set apart, for example weights=int4"
    yield f"  compute      precision of the arithmetic: {', '.join(p.value for p in Precision)}"
    yield "  batch        sequences or samples at once (default 1)"
    yield "  time, rate   what was measured, for example time=\"180 us\", rate=\"400 TFLOP/s\" or \"3.1 TB/s\""
    yield ""
    yield "decode and prefill of a whole model: model=ID or model=PATH of a config.json, with"
    yield f"  {_described(CONTEXT)} (decode)"
    yield f"  {_described(TOKENS)} (prefill)"
    yield from (f"  {preset.id:<16} {preset.name}, {preset.published.text}" for preset in presets)


def _step(entry: StepEntry, machine: Machine) -> Iterator[str]:
    totals = given_totals(entry, machine)
    weights, cache = (format_quantity(v, Unit.BYTE) for v in (totals.weight_bytes, totals.kv_bytes))
    yield f"memory: {weights} of weights and {cache} of KV cache: {memory_text(totals)}"
    yield from step_notes(totals)
    yield f"kernel by kernel, each at its own roof: {format_quantity(totals.kernel_time, Unit.SECOND)}"
    yield ""
    table = step_table(estimate(calculate_entries((entry,)), machine))
    shown = [column for column in STEP_COLUMNS if column.key in _SHOWN]
    rows = [tuple(c.title.lower() for c in shown)]
    rows += [tuple(table.shown(c, row) for c in shown) for row in range(1, len(table))]  # the first is the whole step
    yield columns(rows, left=[i for i, column in enumerate(shown) if not column.is_number])


def _described(parameter: Parameter) -> str:
    if parameter.switch:
        default = f"yes or no, default {'yes' if parameter.default else 'no'}"
    elif parameter.default is not None:
        default = f"default {parameter.default:g}"
    else:
        default = f"if left out: {parameter.unset}" if parameter.optional else "needed"
    unit = f" in {parameter.unit.value}" if parameter.unit else ""
    return f"{parameter.name:<12} {parameter.label}{unit}; {default}"
