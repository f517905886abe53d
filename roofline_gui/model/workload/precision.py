"""What a change of precision does to a calculated kernel: element sizes and the compute ceiling."""

import math
from dataclasses import replace

from roofline_gui.model.machine import Machine
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.catalogue import Workload, find_formula
from roofline_gui.model.workload.elements import Element, ElementTypes, Engine, element_types, stored_as
from roofline_gui.model.workload.parameters import Role


def stops(machine: Machine) -> tuple[Precision, ...]:
    """The precisions that the machine has a dense ceiling for, widest to narrowest; vector before matrix units."""
    order = list(Element)
    found = {ceiling.precision for ceiling in machine.dense_ceilings}
    return tuple(sorted(found, key=lambda p: (order.index(stored_as(p)), p.is_tensor)))


def types_at(precision: Precision, engine: Engine = Engine.MATRIX) -> ElementTypes:
    """All data stored as `precision` computes. Only matrix products compute in it: the others keep their arithmetic."""
    types = element_types(stored_as(precision).value)
    return replace(types, compute=precision) if engine is Engine.MATRIX else types


def at_precision(workload: Workload, precision: Precision) -> Workload:
    """The same workload in another precision; a measured time does not hold any more."""
    return retyped(workload, types_at(precision, find_formula(workload.formula).engine))


def retyped(workload: Workload, types: ElementTypes) -> Workload:
    """The same workload with data of other types. Amounts typed in bytes shrink and grow with their elements.

    A measured time does not hold any more.
    """
    given, values = workload.values, dict(workload.values)
    stored = [(p, p.stored_as) for p in find_formula(workload.formula).parameters if p.stored_as and p.name in given]
    growth = {p.name: _size(types, role) / _size(workload.types, role) for p, role in stored}
    for parameter, _ in stored:
        name = parameter.name
        parts = [p.name for p, _ in stored if p.part_of == name]
        amount = growth[name] * (given[name] - sum(given[part] for part in parts))
        amount += sum(growth[part] * given[part] for part in parts)
        values[name] = min(max(amount, parameter.smallest), parameter.largest)
    return replace(workload, types=types, values=values, time=math.nan)


def types_under(given: ElementTypes, what_if: WhatIf, engine: Engine = Engine.MATRIX) -> ElementTypes:
    """The types that `what_if` makes of those `given`: its precision, then the storage types that it sets apart."""
    types = given if what_if.precision is None else types_at(what_if.precision, engine)
    return replace(
        types,
        weights=what_if.weights or types.weights,
        activations=what_if.activations or types.activations,
        kv=what_if.kv or types.kv,
    )


def _size(types: ElementTypes, role: Role) -> float:
    return {Role.WEIGHTS: types.weights, Role.ACTIVATIONS: types.activations, Role.KV: types.kv}[role].size
