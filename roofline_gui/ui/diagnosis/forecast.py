"""What a measured row would take under the what-if."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from roofline_gui.present.palette import Palette
from roofline_gui.present.what_if.row_forecast import RowForecast
from roofline_gui.ui.diagnosis.chip import Chip
from roofline_gui.ui.diagnosis.facts import FactsGrid
from roofline_gui.ui.widgets.text import label


class ForecastSection(QWidget):
    """What is thought to be different, what comes of it, and the numbers, in the colour of all predictions."""

    def __init__(self, found: RowForecast, palette: Palette) -> None:
        super().__init__()
        self._condition = label("", "section", wraps=True)
        self._condition.setStyleSheet(f"color: {palette.what_if};")
        self._headline = Chip("", palette.what_if, palette)
        self._facts = FactsGrid()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._condition)
        column.addWidget(self._headline)
        column.addWidget(self._facts)
        self.show_forecast(found)

    def show_forecast(self, found: RowForecast) -> None:
        """Show another prediction of the same row."""
        self._condition.setText(f"What if: {found.condition}")
        self._headline.show_text(found.headline)
        self._facts.show_facts(found.facts)
