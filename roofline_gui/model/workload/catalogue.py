"""All formulas by name, and the kernel of a filled-in formula."""

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from roofline_gui.model.arithmetic import evaluate_formula
from roofline_gui.model.workload import attention, matrix, rows, streams
from roofline_gui.model.workload.elements import ElementTypes, element_types
from roofline_gui.model.workload.formula import BATCH_SIZE, Formula, build
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.parameters import ParameterError, complete

FORMULAS: Mapping[str, Formula] = {
    formula.id: formula
    for formula in (
        streams.CUSTOM,
        streams.ELEMENTWISE,
        streams.FMA_STREAM,
        streams.REDUCTION,
        matrix.GEMM,
        matrix.BATCHED_GEMM,
        matrix.GROUPED_GEMM,
        matrix.MOE_GEMM,
        matrix.CONVOLUTION,
        rows.SOFTMAX,
        rows.LAYER_NORM,
        rows.RMS_NORM,
        attention.ATTENTION,
        attention.ATTENTION_DECODE,
        attention.DECODE,
        attention.PREFILL,
    )
}


@dataclass(frozen=True, slots=True)
class Workload:
    """A filled-in formula: everything that decides its kernel, in base units. An empty `variant` is the first one.

    time: a measured duration in s, NaN without one.
    """

    formula: str
    values: Mapping[str, float]
    types: ElementTypes = field(default_factory=lambda: element_types("bf16"))
    variant: str = ""
    batch: int = 1
    time: float = math.nan
    name: str = ""


def find_formula(name: str) -> Formula:
    """The formula called `name`; case, hyphens and blanks do not matter.

    Raises:
        ParameterError: no such formula.
    """
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted in FORMULAS:
        return FORMULAS[wanted]
    near = difflib.get_close_matches(wanted, FORMULAS, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise ParameterError("formula", f"“{name}” is not known.{hint} Known: {', '.join(FORMULAS)}.")


def evaluate(workload: Workload) -> FormulaKernel:
    """The kernel of a filled-in formula.

    Raises:
        ParameterError: a parameter that is unknown, missing or does not fit; the error names it and says why.
    """
    formula = find_formula(workload.formula)
    variant = formula.variant(workload.variant)
    batch = int(BATCH_SIZE.check(workload.batch))
    if not (math.isnan(workload.time) or 0 < workload.time < math.inf):
        raise ParameterError("time", "a measured time is a positive number of seconds.")
    values = formula.derive(complete(formula.parameters, workload.values))
    kernel = build(workload.name or formula.name, variant, values, workload.types, formula.engine, batch)
    if kernel.bytes is not None and kernel.bytes.at(batch) == 0:
        raise ParameterError("variant", f"{variant.label}: with these values it moves nothing.")
    tokens = evaluate_formula(formula.tokens, values) if formula.tokens else 0.0
    return replace(kernel, time=workload.time, tokens=tokens)
