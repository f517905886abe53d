"""Kernels of formulas with given numbers, for tests."""

from roofline_gui.io.machines import load_catalogue
from roofline_gui.model.workload.catalogue import Workload, evaluate
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.kernel import FormulaKernel

MACHINES = {machine.id: machine for machine in load_catalogue().machines}
H100 = MACHINES["h100-sxm"]


def kernel(formula: str, dtype: str, variant: str = "", batch: int = 1, **values: float) -> FormulaKernel:
    return evaluate(Workload(formula, values, element_types(dtype), variant, batch))


def flop_of(found: FormulaKernel, batch: int | None = None) -> float:
    return float(found.demand(batch).total_flop[0])


def bytes_of(found: FormulaKernel, batch: int = 1) -> float:
    assert found.bytes is not None
    return float(found.bytes.at(batch))


def special_of(found: FormulaKernel, batch: int = 1) -> float:
    assert found.special is not None
    return float(found.special.at(batch))
