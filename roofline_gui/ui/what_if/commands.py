"""The commands of the what-if, which do from menu and keyboard what sliders and dots do with the mouse."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction

from roofline_gui.model.what_if import AS_GIVEN
from roofline_gui.present.what_if.batch_scale import double_batch, halve_batch
from roofline_gui.session.session import Session
from roofline_gui.ui.what_if.strip import WhatIfStrip


class WhatIfCommands(QObject):
    """Lets `actions`, the commands of the window, act on the what-if of `session`, which `strip` shows."""

    def __init__(self, session: Session, strip: WhatIfStrip, actions: Mapping[str, QAction]) -> None:
        super().__init__(strip)
        self._session = session
        self._desk = session.what_if_desk
        self._strip = strip
        self._actions = actions
        runs: dict[str, Callable[[], object]] = {
            "batch_up": lambda: self._scale_batch(double_batch),
            "batch_down": lambda: self._scale_batch(halve_batch),
            "precision_narrower": lambda: self._step_precision(1),
            "precision_wider": lambda: self._step_precision(-1),
            "what_if_machine": self.choose_machine,
            "batch_law": self.ask_for_law,
            "what_if_reset": self._desk.reset,
        }
        for name, run in runs.items():
            actions[name].triggered.connect(lambda checked=False, run=run: run())
        actions["what_if_more"].triggered.connect(lambda unfolded: self._show_strip() if unfolded else None)
        strip.tracks_changed.connect(self._offer)
        session.document_changed.connect(lambda old, new: self._offer_reset())
        session.selection_changed.connect(lambda rows: self._offer())
        self._offer()

    def choose_machine(self) -> None:
        """Show the list of machines."""
        self._show_strip()
        self._strip.choose_machine()

    def ask_for_law(self) -> None:
        """Ask how the selected rows grow with the batch."""
        from roofline_gui.model.row_law import kernel_of_row
        from roofline_gui.present.what_if.batch_law import offer_law
        from roofline_gui.ui.what_if.law_dialog import LawDialog

        session, desk = self._session, self._desk
        analysis, rows = session.analysis, sorted(session.selection)
        if analysis is None or not rows:
            return
        launches, measured = session.source_desk.selected_launches(), desk.measured
        alone = kernel_of_row(measured, rows[0], AS_GIVEN) if measured is not None and len(rows) == 1 else None
        dialog = LawDialog(offer_law(session.document, analysis, rows, desk.laws, launches, alone), self._strip)

        def finish() -> None:
            if dialog.removes:
                desk.take_law()
            elif dialog.weight_bytes is not None:
                desk.give_law(dialog.batch, dialog.weight_bytes)

        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(finish)
        dialog.open()

    def _show_strip(self) -> None:
        self._actions["what_if_strip"].setChecked(True)

    def _scale_batch(self, scale: Callable[[int | None, int], int]) -> None:
        self._desk.set_batch(scale(self._desk.what_if.batch, self._strip.batch_track.given))

    def _step_precision(self, steps: int) -> None:
        self._desk.set_precision(self._strip.precision_track.narrow(self._desk.what_if.precision, steps))

    def _offer(self) -> None:
        moves = {"batch": self._strip.batch_track.moves, "precision": not self._strip.precision_track.obstacle}
        for name in ("batch_up", "batch_down", "precision_narrower", "precision_wider"):
            self._actions[name].setEnabled(moves[name.partition("_")[0]])
        self._actions["what_if_machine"].setEnabled(self._session.document.machine is not None)
        self._actions["batch_law"].setEnabled(bool(self._session.selection))
        self._offer_reset()

    def _offer_reset(self) -> None:
        reset = self._actions["what_if_reset"]
        reset.setEnabled(self._desk.what_if.changes_something)
        reset.setText(f"&{self._desk.back}")
