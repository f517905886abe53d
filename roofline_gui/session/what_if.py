"""What a session does with the what-if: the sliders, another machine, batch laws of measured launches."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from roofline_gui.model.kernel_edits import remove_laws, set_law, think
from roofline_gui.model.precision import Precision
from roofline_gui.model.source import BatchLaw
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.present.what_if.words import back_text

if TYPE_CHECKING:
    from roofline_gui.model.analysis import Analysis
    from roofline_gui.model.forecast import Forecast
    from roofline_gui.model.measured import Measured, RowLaw
    from roofline_gui.session.session import Session


class WhatIfDesk(QObject):
    """Changes of the what-if of `session` as undo steps; those of one drag are one step.

    sliding_changed(bool): a slider or a dot is being dragged, or was let go. What is costly waits until then.
    """

    sliding_changed = Signal(bool)

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._session = session
        self._sliding = False
        self._slid_from = AS_GIVEN
        self._measured: Measured | None = None
        self._forecast: Forecast | None = None

    @property
    def what_if(self) -> WhatIf:
        """The what-if of the document."""
        return self._session.document.what_if

    @property
    def forecast(self) -> "Forecast | None":
        """The measured rows under the what-if; None where nothing is measured or nothing is different."""
        analysis = self._session.analysis if self.what_if.changes_something else None
        if analysis is None:
            return None
        found = self._forecast
        if found is None or found.analysis is not analysis or found.what_if != self.what_if:
            from roofline_gui.model.forecast import forecast

            self._forecast = found = forecast(self._measure(analysis), self.what_if)
        return found

    @property
    def laws(self) -> "tuple[RowLaw, ...]":
        """How the selected rows grow with the batch, in order of the rows."""
        from roofline_gui.model.measured import laws_of

        analysis = self._session.analysis
        rows = sorted(self._session.selection)
        return laws_of(self._measure(analysis), rows) if analysis is not None and rows else ()

    @property
    def measured(self) -> "Measured | None":
        """The measured rows with their batch laws, None without any."""
        analysis = self._session.analysis
        return None if analysis is None else self._measure(analysis)

    def _measure(self, analysis: "Analysis") -> "Measured":
        """What predictions start from; the same as long as the analysis is."""
        if self._measured is None or self._measured.analysis is not analysis:
            from roofline_gui.model.measured import measure

            self._measured = measure(self._session.document.shown, analysis)
        return self._measured

    @property
    def sliding(self) -> bool:
        """Whether something is being dragged."""
        return self._sliding

    def begin_slide(self) -> None:
        """Something is being dragged from now on."""
        if not self._sliding:
            self._session.end_merge()
            self._slid_from = self.what_if
            self._sliding = True
            self.sliding_changed.emit(True)

    def end_slide(self) -> None:
        """It was let go: the next change is a step of its own."""
        self._session.end_merge()
        if self._sliding:
            self._sliding = False
            self.sliding_changed.emit(False)

    def cancel_slide(self) -> None:
        """Take back what was dragged, and end the slide."""
        if self._sliding and self.what_if != self._slid_from:
            self._session.undo_stack.undo()
        self.end_slide()

    def change(self, text: str, what_if: WhatIf, merge: str | None = None) -> None:
        """Make `what_if` hold, as an undo step called `text`; steps in a row with the same `merge` key become one."""
        if what_if != self.what_if:
            self._session.edit(text, think(self._session.document, what_if), merge)

    def set_batch(self, batch: int | None, merge: str | None = None) -> None:
        """Let kernels with a batch law stand at `batch`; None: as given."""
        text = "Batch as given" if batch is None else f"Batch {batch}"
        self.change(text, replace(self.what_if, batch=batch), merge)

    def set_precision(self, precision: Precision | None, merge: str | None = None) -> None:
        """Let kernels compute in `precision` and store their data so; None: as given."""
        text = "Precision as given" if precision is None else f"Precision {precision.label}"
        self.change(text, replace(self.what_if, precision=precision), merge)

    def reset(self) -> None:
        """Back to what is given."""
        self.change(self.back, AS_GIVEN)

    @property
    def back(self) -> str:
        """What the way back is called."""
        return back_text(measured=self._session.analysis is not None)

    # Batch laws of measured launches

    def give_law(self, batch: float, weight_bytes: float) -> None:
        """Let the launches behind the selected rows grow from `batch`, with `weight_bytes`, B, fixed in all."""
        document = self._session.document
        chosen = self._session.source_desk.selected_launches()
        traffic = [self._session.source_desk.dram_bytes(source, launches) for source, launches in chosen]
        whole = sum(traffic)
        for (source, launches), own in zip(chosen, traffic, strict=True):
            share = own / whole if whole > 0 else 1 / len(chosen)
            document = set_law(document, document.sources[source], BatchLaw(launches, batch, weight_bytes * share))
        if chosen:
            self._session.edit("Batch law", document)

    def take_law(self) -> None:
        """Take the batch laws of the launches behind the selected rows away."""
        document = self._session.document
        for source, launches in self._session.source_desk.selected_launches():
            document = remove_laws(document, document.sources[source], launches)
        self._session.edit("Remove the batch law", document)
