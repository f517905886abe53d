"""A field for batch sizes, or for “as given”."""

from PySide6.QtCore import Signal

from roofline_gui.present.what_if.batch_scale import BATCH
from roofline_gui.ui.widgets.number_box import NumberBox


class BatchSpin(NumberBox):
    """Emits `entered(batch)` for a typed batch (None: as given), and `stepped(steps)` for arrows and wheel, which are
    not taken here.
    """

    stepped = Signal(int)

    def __init__(self, about: str) -> None:
        super().__init__(BATCH, "Batch", about)

    def show_batch(self, batch: int | None) -> None:
        """Show `batch`."""
        self.show_value(batch)

    def take_steps(self, steps: int) -> None:
        """Ask for steps."""
        self.stepped.emit(steps)
