"""What a picture shows: a document and all that was worked out of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.devices import Elsewhere, judged_elsewhere
from roofline_gui.model.document import Document
from roofline_gui.model.machine import Machine

if TYPE_CHECKING:  # calculated kernels come after the first paint
    from roofline_gui.model.estimates import Estimates
    from roofline_gui.model.forecast import Forecast
    from roofline_gui.model.ideals import Held
    from roofline_gui.model.measured import Measured


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A document with what was worked out of it, and what is looked at.

    analysis: its measured rows, None without a profile or a machine. estimates: its calculated kernels, None without
    any. held: its measured rows that have an ideal, held against it. forecast: its measured rows under the what-if,
    None where it changes nothing; measured: what that starts from, where rows with a batch law may be looked at.
    selection: rows of the analysis. chosen: rows of the estimates. elsewhere: what is
    judged on a machine that it did not run on.
    """

    document: Document
    analysis: Analysis | None = None
    estimates: "Estimates | None" = None
    forecast: "Forecast | None" = None
    selection: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    elsewhere: tuple[Elsewhere, ...] = ()
    held: "tuple[Held, ...]" = ()
    measured: "Measured | None" = None

    def is_of(self, other: "Shown") -> bool:
        """Whether `other` shows the same things, whatever is looked at."""
        return (
            self.document is other.document
            and self.analysis is other.analysis
            and self.estimates is other.estimates
            and self.forecast is other.forecast
            and self.elsewhere == other.elsewhere
        )


def work_out(document: Document, analysis: Analysis | None = None, known: Sequence[Machine] = ()) -> Shown:
    """All of a document; `analysis` is its own where it is known already. `known`: machines that devices may be."""
    analysis = analyse(document) if analysis is None else analysis
    estimates = forecast = None
    held: tuple[Held, ...] = ()
    if document.kernels:
        from roofline_gui.model.estimates import estimate_document

        estimates = estimate_document(document)
    if analysis is not None and estimates is not None:
        from roofline_gui.model.ideals import hold_against

        held = hold_against(document, analysis, estimates)
    if document.what_if.changes_something:
        from roofline_gui.model.forecast import forecast_document

        forecast = forecast_document(document, analysis)
    return Shown(document, analysis, estimates, forecast, held=held, elsewhere=judged_elsewhere(document, known))
