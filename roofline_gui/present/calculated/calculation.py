"""One calculated kernel in words: what the form, the panel and the command line say of it."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from roofline_gui.model.estimates import Estimates
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import NO_RESOURCE, RESOURCES, Resource
from roofline_gui.model.units import Unit, format_amount, format_number, format_percent, format_quantity
from roofline_gui.model.workload.batch import ridge_batch
from roofline_gui.model.workload.calculation import Calculation
from roofline_gui.model.workload.elements import ElementTypes
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.law import Law
from roofline_gui.model.workload.prediction import minimal_time
from roofline_gui.present.cells import resource_cell
from roofline_gui.present.picture.dots import ABOVE_ROOF
from roofline_gui.present.words import REGIME_NAMES, VERDICT_NAMES, level_name

_INTENSITY = "FLOP/byte"
_EQUATION, _SENTENCE = " = ", ": "
_CHECK = "No kernel is faster than its roof: check time, unit, work, bytes, types and machine"
_ABOUT = {
    "W": "Work: floating-point operations, a multiply-add counts two",
    "Q": "Traffic: bytes between DRAM and the chip",
    "N_sf": "Results of the special-function unit: exponentials, reciprocal square roots",
    "I": "Arithmetic intensity: work per byte of DRAM traffic",
    "ridge": "The intensity at which memory and compute take the same time",
    "t_min": "The least time of a launch",
    "attainable": "The performance that the machine allows",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that is said: ``name = steps = value``, or ``name: value`` where `joint` says so.

    steps: how the value comes about: the formula in symbols, the same with its numbers. about: what it is.
    """

    name: str
    value: str
    steps: tuple[str, ...] = ()
    joint: str = _EQUATION
    about: str = ""

    @property
    def text(self) -> str:
        """The whole line."""
        return self.joint.join((self.name, *self.steps, self.value))


def calculation_lines(found: Calculation) -> tuple[Line, ...]:
    """Everything that the model says of one kernel on a machine, in the order in which it follows."""
    return (*demand_lines(found.kernel), *_bound(found), *_measured(found), *_batch(found))


def demand_lines(kernel: FormulaKernel) -> tuple[Line, ...]:
    """W, Q, special functions and I: what holds on any machine."""
    lines = [_quantity_line(text) for text in kernel.text]
    flop, moved = (float(amounts[0]) for amounts in (kernel.demand().total_flop, kernel.demand().traffic(Level.DRAM)))
    if moved > 0 and not math.isnan(flop):
        value = f"{format_number(flop / moved, 4)} {_INTENSITY}"
        lines.append(Line("I", value, ("W / Q",), about=_ABOUT["I"]))
    return tuple(lines)


def key_figures(kernel: FormulaKernel, found: Calculation | None) -> tuple[Line, ...]:
    """The six numbers that place a kernel, in short; those of the machine are unknown without one (`found`)."""
    demand, nan = kernel.demand(), math.nan
    flop, moved = float(demand.total_flop[0]), float(demand.traffic(Level.DRAM)[0])
    ridge, least, roof = (nan, nan, nan) if found is None else (found.ridge, found.bound_time, found.roof)
    return (
        Line("W", format_amount(flop, Unit.FLOP), about=_ABOUT["W"]),
        Line("Q", format_amount(moved, Unit.BYTE), about=_ABOUT["Q"]),
        Line(f"I, {Unit.FLOP_PER_BYTE.value}", format_number(flop / moved if moved > 0 else nan, 4), about=_ABOUT["I"]),
        Line(f"ridge, {Unit.FLOP_PER_BYTE.value}", format_number(ridge, 4), about=_ABOUT["ridge"]),
        Line("t_min", format_amount(least, Unit.SECOND), about=_ABOUT["t_min"]),
        Line("attainable", format_amount(roof, Unit.FLOP_PER_SECOND), about=_ABOUT["attainable"]),
    )


def summary_text(found: Calculation) -> str:
    """Where a kernel stands, in one or two short sentences."""
    if missing_ceiling(found.machine, found.precision) and found.precision is not None:
        return f"{found.machine.name} has no ceiling for {found.precision.label}: no bound follows."
    if found.resource is None:
        return "Work or traffic is unknown: no bound follows."
    if is_impossible(found.fraction):
        return f"Measured: {share_text(found.fraction)}. {_CHECK}."
    if not math.isnan(found.fraction):
        return f"Measured: {share_text(found.fraction)}. {VERDICT_NAMES[found.verdict]}."
    bound = f"Bound by {_resource_name(found.machine, found.resource)}"
    if not found.regime_ratio > 0:
        return f"{bound}."
    return f"{bound}, {_position(found)}. {REGIME_NAMES[found.regime].capitalize()}."


def is_impossible(fraction: float) -> bool:
    """Whether a fraction of roof is beyond what any kernel reaches: it is not the time of this kernel on this machine.
    A calculated kernel moves its bytes through DRAM, so caches do not explain it.
    """
    return fraction > ABOVE_ROOF


def lost_roof_text(estimates: Estimates, row: int) -> str:
    """What binds a kernel with a measured time on one of two machines, and which of them has no ceiling for it; empty
    where that is not why it has no prediction.
    """
    lost = int(estimates.lost_roof[row])
    if lost == NO_RESOURCE:
        return ""
    here, there, resource = estimates.given_machine, estimates.machine, RESOURCES[lost]
    known = here.level(Level(resource.value)) if resource.is_memory else here.special_ops
    if known is not None:
        return f"bound by {_resource_name(here, resource)} on {here.name}; {there.name} has no figure for it"
    return f"bound by {_resource_name(there, resource)} on {there.name}; {here.name} has no figure for it"


def share_text(fraction: float) -> str:
    """A fraction of roof, and that it cannot be where it cannot."""
    share = f"{format_percent(fraction)} of roof"
    return f"{share}, impossible" if is_impossible(fraction) else share


def types_text(types: ElementTypes, kernel: FormulaKernel) -> str:
    """What the data are stored as and what is computed in, in a sentence."""
    stored = types.activations.label
    if not types.uniform:
        stored = f"weights {types.weights.label}, activations {types.activations.label}, KV cache {types.kv.label}"
    computed = "".join(f", computed in {precision.label}" for precision in kernel.work)
    return f"Stored as {stored}{computed}."


def missing_ceiling(machine: Machine, precision: Precision | None) -> str:
    """That a machine cannot compute in `precision`, and in what it can; empty where it has the ceiling."""
    if precision is None or machine.peak(precision) is not None:
        return ""
    has = ", ".join(c.precision.label for c in machine.dense_ceilings)
    return f"{machine.name} has no ceiling for {precision.label}; it has {has or 'none at all'}."


def short_intensity(value: float) -> str:
    """An intensity, FLOP/B, with the four digits that it has wherever a calculated kernel is looked at."""
    return "–" if math.isnan(value) else f"{format_number(value, 4)} {Unit.FLOP_PER_BYTE.value}"


def rate_text(rate: float) -> str:
    """Tokens per second: three digits, thousands apart."""
    return f"{float(f'{rate:.2e}'):,.0f}" if rate >= 1000 else format_number(rate)


def law_text(law: Law, unit: Unit) -> str:
    """How an amount grows with the batch: ``33.6 MB + 67.1 MB·b``."""
    parts = [format_quantity(law.fixed, unit)] if law.fixed else []
    if law.per_batch:
        parts.append(f"{format_quantity(law.per_batch, unit)}·b")
    for whole, share in law.pools:
        parts.append(f"{format_quantity(whole, unit)}·(1 − (1 − {format_number(share)})^b)")
    for per, least in law.padded:
        parts.append(f"{format_quantity(per, unit)}·max(b, {least:,.0f})")
    return " + ".join(parts) or "0"


def _quantity_line(text: str) -> Line:
    """A line of the kernel's own text: a formula with its numbers, or that the quantity is unknown."""
    name, *rest = text.split(_EQUATION)
    if not rest:
        name = text.removesuffix(" is unknown")
        return Line(name, "unknown", joint=_SENTENCE, about=_ABOUT[name])
    return Line(name, rest[-1], tuple(rest[:-1]), about=_ABOUT[name])


def _bound(found: Calculation) -> Iterator[Line]:
    machine, precision, resource = found.machine, found.precision, found.resource
    if lack := missing_ceiling(machine, precision):
        yield Line("no bound", lack, joint=_SENTENCE)
        return
    if resource is None:
        yield Line("no bound", "work or traffic is unknown.", joint=_SENTENCE)
        return
    if precision is not None and not math.isnan(found.ridge):
        yield _ridge(found, precision)
    if found.regime_ratio > 0:
        yield Line("regime", f"{_position(found)}, {REGIME_NAMES[found.regime]}", joint=_SENTENCE)
    least = format_amount(found.bound_time, Unit.SECOND)
    yield Line("t_min", f"{least}, bound by {_resource_name(machine, resource)}", about=_ABOUT["t_min"])
    overhead = minimal_time(machine)
    if found.bound_time < overhead:
        fixed = format_quantity(overhead, Unit.SECOND)
        yield Line("launch", f"no launch takes less than about {fixed}, whatever it does", joint=_SENTENCE)
    if precision is not None and not math.isnan(found.roof):
        share = format_percent(found.roof / (machine.peak(precision) or math.nan))
        roof = format_amount(found.roof, Unit.FLOP_PER_SECOND)
        value = f"{roof}, {share} of the {precision.label} peak"
        yield Line("attainable", value, ("W / t_min",), about=_ABOUT["attainable"])
    yield Line("right metric", _metric(found), joint=_SENTENCE, about="What to quote for this kernel, and against what")


def _resource_name(machine: Machine, resource: Resource) -> str:
    """A resource within a sentence: HBM3, tensor pipe."""
    return level_name(machine, Level(resource.value)) if resource.is_memory else resource_cell(resource.value)


def _ridge(found: Calculation, precision: Precision) -> Line:
    peak, bandwidth = found.machine.peak(precision), found.machine.bandwidth(Level.DRAM)
    parts = f"{_quantity(peak, Unit.FLOP_PER_SECOND)} / {_quantity(bandwidth, Unit.BYTE_PER_SECOND)}"
    value = f"{format_number(found.ridge, 4)} {_INTENSITY} ({precision.label}, DRAM)"
    return Line("ridge", value, ("P / B", parts), about=_ABOUT["ridge"])


def _position(found: Calculation) -> str:
    """Where ρ puts it: against the ridge, or in words where another pipe than that of the ridge decides."""
    ratio = found.regime_ratio
    if not math.isclose(ratio, found.intensity / found.ridge, rel_tol=1e-6):
        return f"compute takes {format_number(ratio)} × as long as DRAM (ρ)"
    factor = format_number(max(ratio, 1 / ratio))
    side = "at" if factor == "1" else f"{factor} × {'below' if ratio < 1 else 'above'}"
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


def _measured(found: Calculation) -> Iterator[Line]:
    if not math.isnan(found.time):
        time = format_amount(found.time, Unit.SECOND)
        if math.isnan(found.fraction):
            yield Line("measured", f"{time}; nothing follows without a bound", joint=_SENTENCE)
        else:
            rates = [format_amount(found.flop / found.time, Unit.FLOP_PER_SECOND)] if found.flop > 0 else []
            rates.append(format_amount(found.bytes / found.time, Unit.BYTE_PER_SECOND))
            yield Line("measured", f"{time}, {', '.join(rates)}: {share_text(found.fraction)}", joint=_SENTENCE)
            verdict = _CHECK if is_impossible(found.fraction) else VERDICT_NAMES[found.verdict]
            yield Line("verdict", verdict, joint=_SENTENCE)
    if found.kernel.tokens and not math.isnan(found.bound_time):
        rate = found.kernel.batch * found.kernel.tokens / found.bound_time
        yield Line("throughput", f"at most {rate_text(rate)} tokens/s", joint=_SENTENCE)


def _batch(found: Calculation) -> Iterator[Line]:
    kernel = found.kernel
    if not kernel.follows_batch:
        return
    batch = ridge_batch(kernel, found.machine)
    if math.isinf(batch):
        yield Line("batch", "never crosses the ridge, the intensity saturates below it", joint=_SENTENCE)
    elif batch == 1:
        yield Line("batch", "beyond the ridge from batch 1 on", joint=_SENTENCE)
    elif not math.isnan(batch):
        yield Line("batch", f"crosses the ridge at {batch:.0f}", joint=_SENTENCE)
    if kernel.work:
        work = sum(kernel.work.values(), Law())
        yield Line("W(b)", law_text(work, Unit.FLOP), ("W₀ + W₁·b",), about="How the work grows with the batch")
    if kernel.bytes is not None:
        form = "Q₀ + Q₁·b" if not kernel.bytes.pools else "Q₀ + Q₁·b + Q₂·(1 − (1 − p)^b)"
        value = law_text(kernel.bytes, Unit.BYTE)
        yield Line("Q(b)", value, (form,), about="How the traffic grows with the batch")


def _quantity(value: float | None, unit: Unit) -> str:
    return "–" if value is None else format_quantity(value, unit)
