"""What `calc` prints for people."""

from collections.abc import Iterable, Iterator, Sequence

from roofline_gui.io.model_presets import Preset
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit, format_number, format_quantity
from roofline_gui.model.workload.calculation import Calculation, calculate
from roofline_gui.model.workload.elements import Element, ElementTypes
from roofline_gui.model.workload.formula import Formula
from roofline_gui.model.workload.parameters import Parameter
from roofline_gui.model.workload.step import CONTEXT, TOKENS, Step, time_step
from roofline_gui.present.calculation import calculation_lines, types_text
from roofline_gui.present.words import level_name


def result(
    found: Calculation, formula: Formula, types: ElementTypes, step: Step | None, default_machine: bool
) -> Iterator[str]:
    """The formula with its numbers and what follows from it, line by line."""
    machine = found.machine
    yield found.kernel.name if step else formula.title
    chosen = f"{machine.id}, the default; --machine chooses another" if default_machine else machine.id
    yield f"{machine.name} ({chosen}). {types_text(types, found.kernel)}"
    yield found.kernel.assumption
    yield ""
    yield from (line.text for line in calculation_lines(found))
    if step is not None:
        yield from _step(step, machine)
    others = [v for v in formula.variants if v.assumption != found.kernel.assumption]
    if others and step is None:
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
    yield "  time, rate   what was measured, for example time=\"180 us\" or rate=\"400 TFLOP/s\""
    yield ""
    yield "decode and prefill of a whole model: model=ID or model=PATH of a config.json, with"
    yield f"  {_described(CONTEXT)} (decode)"
    yield f"  {_described(TOKENS)} (prefill)"
    yield from (f"  {preset.id:<16} {preset.name}, {preset.published.text}" for preset in presets)


def _step(step: Step, machine: Machine) -> Iterator[str]:
    times = time_step(step, machine)
    weights, cache = (format_quantity(v, Unit.BYTE) for v in (step.weight_bytes, step.kv_bytes))
    need = format_quantity(step.weight_bytes + step.kv_bytes, Unit.BYTE)
    if times.fits is None:
        verdict = "the size of the memory is unknown"
    else:
        memory = format_quantity(times.memory, Unit.BYTE)
        verdict = f"{'fits into' if times.fits else 'does not fit into'} {memory} of {level_name(machine, Level.DRAM)}"
    yield f"memory: {weights} of weights and {cache} of KV cache, {need}: {verdict}"
    positions = step.architecture.max_positions
    if positions is not None and step.span.length > positions:
        yield f"{step.architecture.name} has {positions} positions: {step.span.length} tokens are beyond them."
    yield f"kernel by kernel, each at its own roof: {format_quantity(times.kernel_time, Unit.SECOND)}"
    yield ""
    rows = [("operation", "times", "W", "Q", "I", "bound by", "t_min, all")]
    for operation in step.operations:
        each = calculate(operation.kernel, machine)
        rows.append(
            (
                operation.kernel.name,
                str(operation.count),
                format_quantity(each.flop, Unit.FLOP),
                format_quantity(each.bytes, Unit.BYTE),
                format_number(each.intensity),
                "–" if each.resource is None else each.resource.value,
                format_quantity(operation.count * each.bound_time, Unit.SECOND),
            )
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        yield "  ".join(cells).rstrip()


def _described(parameter: Parameter) -> str:
    if parameter.switch:
        default = f"yes or no, default {'yes' if parameter.default else 'no'}"
    elif parameter.default is not None:
        default = f"default {parameter.default:g}"
    else:
        default = "optional" if parameter.optional else "needed"
    unit = f" in {parameter.unit.value}" if parameter.unit else ""
    return f"{parameter.name:<12} {parameter.label}{unit}; {default}"
