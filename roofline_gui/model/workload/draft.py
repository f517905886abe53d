"""A formula being filled in: everything as it is typed, and the entry that comes of it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from roofline_gui.model.machine import Level
from roofline_gui.model.units import QuantityError, Unit, format_quantity
from roofline_gui.model.workload.catalogue import Workload, evaluate, find_formula
from roofline_gui.model.workload.elements import ElementTypes, element_types
from roofline_gui.model.workload.entry import KernelEntry
from roofline_gui.model.workload.formula import BATCH_SIZE, Formula
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.measured import MEASURED, read_measured
from roofline_gui.model.workload.parameters import Parameter, ParameterError

FORMULA, VARIANT = "formula", "variant"  # where problems can lie beside the texts
LAUNCHES = Parameter("launches", "launches per step", default=1, largest=1e9)
_ALL_DIGITS = 15


@dataclass(frozen=True, slots=True)
class Draft:
    """texts: what is typed, by name: parameters of the formula, `batch`, `launches` per step, and what was `measured`.
    An empty text leaves a parameter at its default.
    """

    formula: str
    texts: Mapping[str, str] = field(default_factory=dict)
    types: ElementTypes = field(default_factory=lambda: element_types("bf16"))
    variant: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of a draft: the kernel, or why there is none.

    problems: a reason for each text that cannot be used, by name. values: what the usable ones mean, in base units.
    """

    entry: KernelEntry | None
    problems: Mapping[str, str]
    values: Mapping[str, float]


def read_draft(draft: Draft, before: KernelEntry) -> Outcome:
    """The entry `before` filled in as `draft` says."""
    formula = find_formula(draft.formula)
    values: dict[str, float] = {}
    problems: dict[str, str] = {}
    for parameter in (*formula.parameters, BATCH_SIZE, LAUNCHES):
        text = draft.texts.get(parameter.name, "").strip()
        try:
            if text:
                values[parameter.name] = parameter.read(text)
            elif parameter.default is None and not parameter.optional:
                problems[parameter.name] = f"a number is needed here: {parameter.label}."
        except ParameterError as error:
            problems[error.parameter] = error.reason
    if problems:
        return Outcome(None, problems, values)
    try:
        workload = _workload(draft, formula, values)
        time = _measured_time(draft, evaluate(workload))
    except ParameterError as error:
        return Outcome(None, {error.parameter: error.reason}, values)
    except QuantityError as error:
        return Outcome(None, {FORMULA: str(error)}, values)
    if not math.isnan(time):
        values[MEASURED] = time
    known = (*(p.name for p in formula.parameters), BATCH_SIZE.name, LAUNCHES.name, MEASURED)
    typed = {name: text.strip() for name, text in draft.texts.items() if name in known and text.strip()}
    count = int(values.get(LAUNCHES.name, 1))
    return Outcome(replace(before, workload=replace(workload, time=time), typed=typed, count=count), {}, values)


def draft_of(entry: KernelEntry) -> Draft:
    """What is to stand in the fields for `entry`: texts as they were typed, as long as they mean what it holds."""
    workload = entry.workload
    formula = find_formula(workload.formula)
    held = {**workload.values, BATCH_SIZE.name: float(workload.batch), LAUNCHES.name: float(entry.count)}
    texts = {}
    for parameter in (*formula.parameters, BATCH_SIZE, LAUNCHES):
        if parameter.name in held:
            typed, value = entry.typed.get(parameter.name, ""), held[parameter.name]
            texts[parameter.name] = typed if _means(parameter, typed, value) else _written(parameter, value)
    texts[MEASURED] = _measured_text(entry)
    return Draft(formula.id, texts, workload.types, workload.variant, workload.name)


def with_formula(draft: Draft, formula: Formula, start: Mapping[str, str]) -> Draft:
    """The draft with another formula: parameters that both have keep their texts, others take those of `start`. Types
    that were the usual ones of the old formula become those of the new one.
    """
    before = find_formula(draft.formula)
    kept = {**start, **{name: text for name, text in draft.texts.items() if text.strip()}}
    names = (*(p.name for p in formula.parameters), BATCH_SIZE.name, LAUNCHES.name, MEASURED)
    usual = draft.types == element_types(before.dtype.value)
    return replace(
        draft,
        formula=formula.id,
        texts={name: kept[name] for name in names if name in kept},
        types=element_types(formula.dtype.value) if usual else draft.types,
        variant="",
    )


def _workload(draft: Draft, formula: Formula, values: Mapping[str, float]) -> Workload:
    own = {p.name: values[p.name] for p in formula.parameters if p.name in values}
    batch = int(values.get(BATCH_SIZE.name, 1))
    return Workload(formula.id, own, draft.types, draft.variant, batch, name=draft.name)


def _measured_time(draft: Draft, kernel: FormulaKernel) -> float:
    text = draft.texts.get(MEASURED, "").strip()
    return read_measured(text, *_amounts(kernel)) if text else math.nan


def _amounts(kernel: FormulaKernel) -> tuple[float, float]:
    """W in FLOP and Q in B, NaN where unknown."""
    demand = kernel.demand()
    return float(demand.total_flop[0]), float(demand.traffic(Level.DRAM)[0])


def _means(parameter: Parameter, text: str, value: float) -> bool:
    try:
        return parameter.read(text) == value
    except ParameterError:
        return False


def _written(parameter: Parameter, value: float) -> str:
    if parameter.switch:
        return "yes" if value else "no"
    if parameter.unit is not None:
        return format_quantity(value, parameter.unit, _ALL_DIGITS)
    return f"{value:.{_ALL_DIGITS}g}"


def _measured_text(entry: KernelEntry) -> str:
    time, text = entry.workload.time, entry.typed.get(MEASURED, "")
    if math.isnan(time):
        return ""
    try:
        if text and read_measured(text, *_amounts(evaluate(entry.workload))) == time:
            return text
    except ParameterError:
        pass
    return format_quantity(time, Unit.SECOND, _ALL_DIGITS)
