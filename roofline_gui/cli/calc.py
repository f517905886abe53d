"""`roofline-gui calc`: one formula kernel, or a whole transformer step, at the roofs of a machine."""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from roofline_gui.cli import calc_text
from roofline_gui.cli.known_machines import known_machines
from roofline_gui.cli.outcome import DONE, UsageError
from roofline_gui.cli.output import write_output
from roofline_gui.io.hf_config import ConfigError
from roofline_gui.io.machines import MachineFileError, UnknownMachineError, resolve
from roofline_gui.io.model_presets import UnknownModelError, find_model, load_presets
from roofline_gui.io.table_csv import table_text
from roofline_gui.model.estimates import calculate_entries, calculate_step, estimate
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.units import QuantityError, Unit
from roofline_gui.model.what_if import AS_GIVEN
from roofline_gui.model.workload.calculation import Calculation, calculate
from roofline_gui.model.workload.catalogue import FORMULAS, Workload, evaluate, find_formula
from roofline_gui.model.workload.elements import ElementTypes, element_types, with_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.formula import BATCH_SIZE, Formula
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.measured import read_rate
from roofline_gui.model.workload.operations import Span
from roofline_gui.model.workload.parameters import Parameter, ParameterError, unknown_name
from roofline_gui.model.workload.step import CONTEXT, TOKENS, Step, time_step
from roofline_gui.present.calculated.calculation import is_impossible, summary_text
from roofline_gui.present.calculated.step_table import step_table
from roofline_gui.present.calculated.step_totals import span_text

DEFAULT_MACHINE = "h100-sxm"

_TYPE_KEYS = ("weights", "activations", "kv", "accumulate", "compute")
_COMMON_KEYS = ("dtype", *_TYPE_KEYS, "batch", "variant", "time", "rate")
_TIME = Parameter("time", "measured duration", Unit.SECOND, whole=False, smallest=1e-12)
_LENGTHS = {"decode": CONTEXT, "prefill": TOKENS}  # formulas that can be the step of a whole model


def run(arguments: argparse.Namespace) -> int:
    """Calculate and print, for people or as JSON."""
    if arguments.list:
        print("\n".join(calc_text.catalogue(FORMULAS.values(), load_presets())))
        return DONE
    if arguments.formula is None:
        raise UsageError("calc: name a formula; roofline-gui calc --list shows them all.")
    machine = _machine(arguments.machine or DEFAULT_MACHINE)
    try:
        formula = find_formula(arguments.formula)
        given = _pairs(arguments.values)
        types = _types(formula, given)
        entry = _entry(formula, given, types)
        kernel = _kernel(entry)
        kernel = replace(kernel, time=_measured_time(given, calculate(kernel, machine)))
        csv = _csv(entry, kernel.time, machine) if arguments.csv else ""
    except (ParameterError, QuantityError, ConfigError, UnknownModelError) as error:
        raise UsageError(f"calc {arguments.formula}: {error}") from error
    result = calculate(kernel, machine)
    if arguments.machine is None and (arguments.json or arguments.csv):
        print(f"roofline-gui: machine {machine.id}, the default; --machine chooses another", file=sys.stderr)
    if isinstance(entry, StepEntry) and (arguments.json or arguments.csv) and (said := _default_length(formula, given)):
        print(f"roofline-gui: {span_text(entry.span)}, {said}", file=sys.stderr)
    if (arguments.json or arguments.csv) and is_impossible(result.fraction):
        print(f"roofline-gui: {summary_text(result)}", file=sys.stderr)
    if arguments.csv:
        write_output(arguments.csv, csv)
    if arguments.json:
        print(json.dumps(_to_json(result, entry), indent=2, ensure_ascii=False, allow_nan=False))
    if not (arguments.csv or arguments.json):
        default = _default_length(formula, given) if isinstance(entry, StepEntry) else ""
        lines = calc_text.result(
            result, formula, types, entry, default_machine=arguments.machine is None, default_length=default
        )
        print("\n".join(lines))
    return DONE


def _machine(choice: str) -> Machine:
    try:
        return resolve(known_machines(), choice)
    except (MachineFileError, UnknownMachineError) as error:
        raise UsageError(f"--machine {choice}: {error}") from error


def _pairs(words: Sequence[str]) -> dict[str, str]:
    """KEY=VALUE words as a dictionary; hyphens in keys are underscores."""
    given: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        key = key.strip().lower().replace("-", "_")
        if not (equals and key):
            raise UsageError(f"calc: “{word}” is not KEY=VALUE; write for example m=4096.")
        if key in given:
            raise ParameterError(key, "given twice.")
        given[key] = value
    return given


def _types(formula: Formula, given: dict[str, str]) -> ElementTypes:
    types = element_types(given.get("dtype", formula.dtype.value))
    return with_types(types, **{role: given[role] for role in _TYPE_KEYS if role in given})


def _batch(given: dict[str, str]) -> int:
    return int(BATCH_SIZE.read(given.get("batch", "1")))


def _workload(formula: Formula, given: dict[str, str], types: ElementTypes) -> Workload:
    """The formula filled in; unknown keys are refused here, with all that could stand there."""
    if formula.id in _LENGTHS:
        length = _LENGTHS[formula.id].name
        if length in given and length not in {p.name for p in formula.parameters}:
            raise ParameterError(length, "needs a model, for example model=llama-3-70b.")
        if "params" not in given:
            raise ParameterError("params", "missing; give params=70e9 or a model, for example model=llama-3-70b.")
    known = {p.name: p for p in formula.parameters}
    values = {}
    for key, text in given.items():
        if key in known:
            values[key] = known[key].read(text)
        elif key not in _COMMON_KEYS:
            raise ParameterError(key, unknown_name(key, (*known, *_COMMON_KEYS)))
    return Workload(formula.id, values, types, given.get("variant", ""), _batch(given))


def _entry(formula: Formula, given: dict[str, str], types: ElementTypes) -> Entry:
    """The formula filled in, or the step of the model that `given` names."""
    if "model" not in given:
        return KernelEntry(1, _workload(formula, given, types))
    if formula.id not in _LENGTHS:
        raise ParameterError("model", f"belongs to {' and '.join(_LENGTHS)}, not to {formula.id}.")
    length = _LENGTHS[formula.id]
    understood = ("model", length.name, *(key for key in _COMMON_KEYS if key != "variant"))
    for key in given:
        if key not in understood:
            raise ParameterError(key, f"not used with a model. Known there: {', '.join(understood)}.")
    architecture = find_model(given["model"])
    tokens = length.read(given[length.name]) if length.name in given else length.default
    span = Span(length is CONTEXT, int(tokens or 0))
    return StepEntry(1, f"{architecture.name} {formula.id}", architecture, span, types, _batch(given))


def _default_length(formula: Formula, given: dict[str, str]) -> str:
    """That the tokens of a step were not chosen, and how to; empty where they were."""
    length = _LENGTHS[formula.id].name
    return "" if length in given else f"the default; {length}=4096 chooses others"


def _kernel(entry: Entry) -> FormulaKernel:
    """The formula, or the step as one ideal kernel."""
    return calculate_step(entry, AS_GIVEN).kernel if isinstance(entry, StepEntry) else evaluate(entry.workload)


def _csv(entry: Entry, time: float, machine: Machine) -> str:
    """The table of the step and its operations, or of the one formula; a formula may have taken `time`, s."""
    if isinstance(entry, KernelEntry):
        entry = replace(entry, workload=replace(entry.workload, time=time))
    elif not math.isnan(time):
        raise ParameterError("time", "a step in --csv has no measured time; leave one of both out.")
    return table_text(step_table(estimate(calculate_entries((entry,)), machine)))


def _measured_time(given: dict[str, str], found: Calculation) -> float:
    """The duration that was measured, s, given as such or as a rate of work or traffic; NaN without one."""
    if "rate" not in given:
        return _TIME.read(given["time"]) if "time" in given else math.nan
    if "time" in given:
        raise ParameterError("rate", "give a time or a rate, not both.")
    try:
        return read_rate(given["rate"], found.flop, found.bytes)
    except ParameterError as error:
        raise ParameterError("rate", error.reason) from error


def _to_json(result: Calculation, entry: Entry) -> dict[str, Any]:
    """The documented keys; unknown is None. A measured time and a model step add theirs."""
    kernel, batch = result.kernel, result.kernel.batch
    data: dict[str, Any] = {
        "flop": {precision.value: float(law.at(batch)) for precision, law in kernel.work.items()} or None,
        "special_ops": _known(result.special),
        "bytes": None if math.isnan(result.bytes) else {Level.DRAM.value: result.bytes},
        "intensity": _known(result.intensity),
        "ridge": _known(result.ridge),
        "regime_ratio": _known(result.regime_ratio),
        "regime": result.regime.value or None,
        "bound_by": None if result.resource is None else result.resource.value,
        "bound_time_s": _known(result.bound_time),
        "roof_flop_per_s": _known(result.roof),
        "formula": "; ".join(kernel.text),
    }
    if not math.isnan(result.time):
        data |= {"time_s": result.time, "roof_fraction": _known(result.fraction), "verdict": result.verdict.value}
    if isinstance(entry, StepEntry):
        data["step"] = _step_to_json(calculate_step(entry, AS_GIVEN), result.machine)
    return data


def _step_to_json(step: Step, machine: Machine) -> dict[str, Any]:
    times = time_step(step, machine)
    return {
        "model": step.architecture.name,
        "batch": step.batch,
        "parameters": step.parameters,
        "weight_bytes": step.weight_bytes,
        "kv_bytes": step.kv_bytes,
        "memory_bytes": _known(times.memory),
        "fits": times.fits,
        "tokens_per_s": _known(times.tokens_per_s),
        "kernel_by_kernel_time_s": _known(times.kernel_time),
        "operations": [
            {
                "name": operation.kernel.name,
                "count": operation.count,
                "flop": _known(each.flop),
                "bytes_dram": _known(each.bytes),
                "bound_by": None if each.resource is None else each.resource.value,
                "bound_time_s": _known(each.bound_time),
            }
            for operation in step.operations
            for each in [calculate(operation.kernel, machine)]
        ],
    }


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
