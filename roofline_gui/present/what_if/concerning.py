"""What of a what-if concerns calculated kernels."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from roofline_gui.model.estimates import Estimates
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.parameters import Role
from roofline_gui.present.what_if.words import what_if_text


def concerning(estimates: Estimates, row: int, what_if: WhatIf) -> WhatIf:
    """What of the what-if concerns a calculated kernel: factors do not, nor does a batch where it has no law, nor the
    type of data that it does not have.
    """
    moved = bool(estimates.batch[row] != estimates.calculated.batch[row])
    return _without(what_if, moved, _data(estimates.calculated.kernels[row], _set_types(what_if)))


def changes_text(estimates: Estimates, what_if: WhatIf) -> list[str]:
    """What concerns each kernel, in words; empty where nothing does. Quick, as it is for every step of a slider."""
    if what_if == AS_GIVEN:
        return [""] * len(estimates)

    @lru_cache
    def words(moved: bool, data: frozenset[Role]) -> str:
        return what_if_text(_without(what_if, moved, data))

    types, kernels = _set_types(what_if), estimates.calculated.kernels
    data = [_data(kernel, types) for kernel in kernels] if types else [frozenset[Role]()] * len(kernels)
    return list(map(words, (estimates.batch != estimates.calculated.batch).tolist(), data))


def has_data(kernel: FormulaKernel, role: Role) -> bool:
    """Whether any of its traffic is for `role`."""
    law = kernel.traffic.get(role)
    return law is not None and (law.grows or law.fixed > 0)


def _set_types(what_if: WhatIf) -> list[Role]:
    """The data that the what-if sets a type of its own for."""
    return [role for role in Role if getattr(what_if, role.value) is not None]


def _data(kernel: FormulaKernel, roles: Iterable[Role]) -> frozenset[Role]:
    """Which of these data a kernel has."""
    return frozenset(role for role in roles if has_data(kernel, role))


def _without(what_if: WhatIf, moved: bool, data: frozenset[Role]) -> WhatIf:
    kept = {role.value: getattr(what_if, role.value) if role in data else None for role in Role}
    return replace(what_if, batch=what_if.batch if moved else None, flop=1.0, bytes=1.0, **kept)
