"""Asks how the selected rows grow with the batch: at which one they were recorded, and what of their traffic stays."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QPushButton, QVBoxLayout, QWidget

from roofline_gui.model.units import QuantityError, Unit, format_percent, format_quantity
from roofline_gui.present.what_if.batch_law import LawOffer, law_preview, read_weight_bytes
from roofline_gui.present.what_if.batch_scale import RECORDED_BATCH
from roofline_gui.ui.widgets.number_box import NumberBox
from roofline_gui.ui.widgets.quantity_field import Field
from roofline_gui.ui.widgets.text import label

_WHAT = "The weights stay. All other traffic and all work grow with the batch b:\nW(b) = W₁·b, Q(b) = Q₀ + Q₁·b."
_WIDTH, _DIGITS = 460, 6


class LawDialog(QDialog):
    """`batch` and `weight_bytes` are what was typed; `removes` tells that the law is to be taken away instead."""

    def __init__(self, offer: LawOffer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Batch law")
        self.setMinimumWidth(_WIDTH)
        self._offer = offer
        self.removes = False
        self._batch = NumberBox(RECORDED_BATCH, "Recorded at batch", live=True)
        self._batch.show_value(offer.batch)
        self._weights = Field("Weight bytes")
        self._weights.setText(format_quantity(offer.weight_bytes, Unit.BYTE, _DIGITS))
        self._hint = label(offer.origin, "muted", wraps=True)
        self._preview = label("", wraps=True, selectable=True)
        self._give = QPushButton("&Give")
        self._build()
        self._batch.entered.connect(lambda batch: self._show_preview())
        self._batch.checked.connect(self._show_preview)
        self._weights.textChanged.connect(self._show_preview)
        self._show_preview()

    @property
    def batch(self) -> int:
        """At which they were recorded."""
        return int(self._batch.value or 1)

    @property
    def weight_bytes(self) -> float | None:
        """What of their DRAM traffic stays, B, all launches together; None where it cannot be read."""
        try:
            return read_weight_bytes(self._weights.text(), self._offer)
        except QuantityError:
            return None

    def _build(self) -> None:
        offer = self._offer
        launches = "1 launch" if offer.launches == 1 else f"{offer.launches:,} launches"
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        form.addRow("Selected", label(f"{launches}, {format_quantity(offer.traffic, Unit.BYTE)} of DRAM traffic"))
        form.addRow("&Recorded at batch", self._batch)
        if offer.several:
            sizes = ", ".join(f"{batch:,}" for batch in offer.several)
            warning = f"Their names tell several: {sizes}. Better select those of one."
            form.addRow("", label(warning, "warning", wraps=True))
        form.addRow("&Weight bytes", self._weights)
        form.addRow("", self._hint)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self._give, QDialogButtonBox.ButtonRole.AcceptRole)
        self._give.setDefault(True)
        if offer.given:
            remove = QPushButton("R&emove the law")
            remove.clicked.connect(self._remove)
            buttons.addButton(remove, QDialogButtonBox.ButtonRole.DestructiveRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        column.addWidget(label(_WHAT, wraps=True))
        column.addLayout(form)
        column.addWidget(self._preview)
        column.addWidget(buttons)

    def _remove(self) -> None:
        self.removes = True
        self.accept()

    def _show_preview(self) -> None:
        """What follows, or at the field what is wrong with it."""
        try:
            weights = read_weight_bytes(self._weights.text(), self._offer)
        except QuantityError as error:
            self._say(f"{str(error)[:1].upper()}{str(error)[1:]}", bad=True)
            self._preview.setText("")
            self._give.setEnabled(False)
            return
        if self._weights.isModified():
            share = format_percent(weights / self._offer.traffic)
            self._say(f"{format_quantity(weights, Unit.BYTE, 4)}, {share} of the traffic", bad=False)
        else:
            self._say(self._offer.origin, bad=False)
        self._preview.setText("\n".join(law_preview(self._offer, self.batch, weights)))
        self._give.setEnabled(not self._batch.problem)

    def _say(self, text: str, *, bad: bool) -> None:
        self._hint.setText(text)
        for widget in (self._weights, self._hint):
            widget.setProperty("state", "bad" if bad else "")
            widget.style().unpolish(widget)
            widget.style().polish(widget)
