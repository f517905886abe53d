"""Which precisions decide the kernels of a picture."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from roofline_gui.model.analysis import Analysis
from roofline_gui.model.demand import Bools, Floats
from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import NO_RESOURCE, Bounds

if TYPE_CHECKING:
    from roofline_gui.model.estimates import Estimates


@dataclass(frozen=True, slots=True)
class PrecisionUse:
    """The precisions that decide drawn kernels, and the one with most time, of measured kernels if there are any."""

    occurring: frozenset[Precision] = frozenset()
    main: Precision | None = None


def precision_use(analysis: Analysis | None, drawn: Bools | None, estimates: "Estimates | None") -> PrecisionUse:
    """What the rows `drawn` of an analysis and the drawn calculated kernels use."""
    measured = calculated = PrecisionUse()
    if analysis is not None and drawn is not None:
        measured = _use(analysis.bounds, drawn, analysis.groups.demand.time)
    if estimates is not None:
        calculated = _use(estimates.bounds, estimates.drawn, estimates.calculated.count * estimates.time)
    return PrecisionUse(measured.occurring | calculated.occurring, measured.main or calculated.main)


def _use(bounds: Bounds, drawn: Bools, time: Floats) -> PrecisionUse:
    rows = drawn & (bounds.precision != NO_RESOURCE)
    if not rows.any():
        return PrecisionUse()
    total = np.bincount(bounds.precision[rows], weights=time[rows], minlength=len(bounds.precisions))
    occurring = frozenset(bounds.precisions[i] for i in np.unique(bounds.precision[rows]).tolist())
    return PrecisionUse(occurring, bounds.precisions[int(total.argmax())])
