"""What of a what-if concerns calculated kernels."""

from dataclasses import replace
from functools import lru_cache

from roofline_gui.model.estimates import Estimates
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.parameters import Role
from roofline_gui.present.what_if_words import what_if_text


def concerning(estimates: Estimates, row: int, what_if: WhatIf) -> WhatIf:
    """What of the what-if concerns a calculated kernel: factors do not, nor does a batch where it has no law, nor the
    type of data that it does not have.
    """
    moved = bool(estimates.batch[row] != estimates.calculated.batch[row])
    return _without(what_if, moved, _data(estimates.calculated.kernels[row], what_if))


def changes_text(estimates: Estimates, what_if: WhatIf) -> list[str]:
    """What concerns each kernel, in words; empty where nothing does. Quick, as it is for every step of a slider."""
    if what_if == AS_GIVEN:
        return [""] * len(estimates)

    @lru_cache
    def words(moved: bool, data: tuple[bool, ...]) -> str:
        return what_if_text(_without(what_if, moved, data))

    moved = (estimates.batch != estimates.calculated.batch).tolist()
    return [words(m, _data(kernel, what_if)) for m, kernel in zip(moved, estimates.calculated.kernels, strict=True)]


def has_data(kernel: FormulaKernel, role: Role) -> bool:
    """Whether any of its traffic is for `role`."""
    law = kernel.traffic.get(role)
    return law is not None and (law.grows or law.fixed > 0)


def _data(kernel: FormulaKernel, what_if: WhatIf) -> tuple[bool, ...]:
    """Whether it has data of each kind that the what-if sets a type for."""
    return tuple(getattr(what_if, role.value) is not None and has_data(kernel, role) for role in Role)


def _without(what_if: WhatIf, moved: bool, data: tuple[bool, ...]) -> WhatIf:
    kept = {role.value: getattr(what_if, role.value) if has else None for role, has in zip(Role, data, strict=True)}
    return replace(what_if, batch=what_if.batch if moved else None, flop=1.0, bytes=1.0, **kept)
