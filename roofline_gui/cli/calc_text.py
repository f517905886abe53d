"""What `calc` prints for people."""

import math
from collections.abc import Iterable, Iterator, Sequence

from roofline_gui.io.model_presets import Preset
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.units import Unit, format_number, format_percent, format_quantity
from roofline_gui.model.workload.batch import ridge_batch
from roofline_gui.model.workload.calculation import Calculation, calculate
from roofline_gui.model.workload.elements import Element, ElementTypes
from roofline_gui.model.workload.formula import Formula
from roofline_gui.model.workload.parameters import Parameter
from roofline_gui.model.workload.step import CONTEXT, TOKENS, Step, time_step
from roofline_gui.present.words import REGIME_NAMES, VERDICT_NAMES, level_name, resource_name

_INTENSITY = "FLOP/byte"


def result(
    found: Calculation, formula: Formula, types: ElementTypes, step: Step | None, default_machine: bool
) -> Iterator[str]:
    """The formula with its numbers and what follows from it, line by line."""
    machine = found.machine
    yield found.kernel.name if step else formula.title
    chosen = f"{machine.id}, the default; --machine chooses another" if default_machine else machine.id
    yield f"{machine.name} ({chosen}). {_types(types, found)}"
    yield found.kernel.assumption
    yield ""
    yield from found.kernel.text
    if not math.isnan(found.intensity):
        yield f"I = W / Q = {format_number(found.intensity, 4)} {_INTENSITY}"
    yield from _roof(found)
    yield from _measured(found)
    if found.kernel.tokens and not math.isnan(found.bound_time):
        rate = found.kernel.batch * found.kernel.tokens / found.bound_time
        yield f"at most {format_number(rate)} tokens/s"
    yield from _batch(found)
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


def _types(types: ElementTypes, found: Calculation) -> str:
    stored = types.activations.label
    if not types.uniform:
        stored = f"weights {types.weights.label}, activations {types.activations.label}, KV cache {types.kv.label}"
    computed = "".join(f", computed in {precision.label}" for precision in found.kernel.work)
    return f"Stored as {stored}{computed}."


def _roof(found: Calculation) -> Iterator[str]:
    machine = found.machine
    if found.precision is not None and machine.peak(found.precision) is None:
        has = ", ".join(c.precision.value for c in machine.dense_ceilings)
        yield f"{machine.name} has no ceiling for {found.precision.label}; it has {has}."
        return
    if found.resource is None:
        yield "Work or traffic is unknown: no bound follows."
        return
    if found.precision is not None and not math.isnan(found.ridge):
        peak, bandwidth = machine.peak(found.precision), machine.bandwidth(Level.DRAM)
        parts = f"{_quantity(peak, Unit.FLOP_PER_SECOND)} / {_quantity(bandwidth, Unit.BYTE_PER_SECOND)}"
        yield f"ridge = {parts} = {format_number(found.ridge, 4)} {_INTENSITY} ({found.precision.label}, DRAM)"
    if found.regime_ratio > 0:
        yield f"regime: {_position(found)}, {REGIME_NAMES[found.regime]}"
    yield f"t_min = {format_quantity(found.bound_time, Unit.SECOND)}, bound by {resource_name(machine, found.resource)}"
    if found.precision is not None and not math.isnan(found.roof):
        share = format_percent(found.roof / (machine.peak(found.precision) or math.nan))
        roof = format_quantity(found.roof, Unit.FLOP_PER_SECOND)
        yield f"attainable = W / t_min = {roof}, {share} of the {found.precision.label} peak"
    yield f"right metric: {_metric(found)}"


def _position(found: Calculation) -> str:
    """Where ρ puts it: against the ridge, or in words where another pipe than that of the ridge decides."""
    ratio = found.regime_ratio
    if not math.isclose(ratio, found.intensity / found.ridge, rel_tol=1e-6):
        return f"compute takes {format_number(ratio)} × as long as DRAM (ρ)"
    side = f"{format_number(1 / ratio)} × below" if ratio < 1 else f"{format_number(ratio)} × above"
    return f"{side} the ridge (ρ = {format_number(ratio)})"


def _metric(found: Calculation) -> str:
    """What to quote, and against what: bytes per second under a memory roof, FLOP/s under a compute roof."""
    machine, resource = found.machine, found.resource
    if resource is not None and resource.is_memory:
        level = Level(resource.value)
        bandwidth = _quantity(machine.bandwidth(level), Unit.BYTE_PER_SECOND)
        return f"GB/s against {bandwidth} of {level_name(machine, level)}"
    if found.precision is not None and resource is not None and resource.value == found.precision.pipe.value:
        peak = _quantity(machine.peak(found.precision), Unit.FLOP_PER_SECOND)
        return f"TFLOP/s against {peak} of {found.precision.label}"
    rate = None if machine.special_ops is None else machine.special_ops.value
    return f"special-function results per second against {_quantity(rate, Unit.OP_PER_SECOND)}"


def _measured(found: Calculation) -> Iterator[str]:
    if math.isnan(found.time):
        return
    time = format_quantity(found.time, Unit.SECOND)
    if math.isnan(found.fraction):
        yield f"measured {time}: nothing follows without a bound."
        return
    rates = []
    if found.flop > 0:
        rates.append(format_quantity(found.flop / found.time, Unit.FLOP_PER_SECOND))
    rates.append(format_quantity(found.bytes / found.time, Unit.BYTE_PER_SECOND))
    share = format_percent(found.fraction)
    yield f"measured {time} = {' and '.join(rates)}: {share} of roof, {found.verdict.value}"
    yield f"  {VERDICT_NAMES[found.verdict]}"


def _batch(found: Calculation) -> Iterator[str]:
    if not found.kernel.follows_batch:
        return
    batch = ridge_batch(found.kernel, found.machine)
    if math.isnan(batch):
        return
    if math.isinf(batch):
        yield "batch: never crosses the ridge, the intensity saturates below it"
    elif batch == 1:
        yield "batch: beyond the ridge from batch 1 on"
    else:
        yield f"batch: crosses the ridge at {batch:.0f}"


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


def _quantity(value: float | None, unit: Unit) -> str:
    return "–" if value is None else format_quantity(value, unit)
