"""A box of choices for forms that scroll."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter

from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.text import tip

T = TypeVar("T")


class ChoiceBox(ComboBox, Generic[T]):
    """Choices with their texts."""

    def __init__(self, name: str, about: str = "") -> None:
        super().__init__()
        self._choices: tuple[T, ...] = ()
        self.setAccessibleName(name)
        self.setToolTip(tip(about))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(5)

    @property
    def choices(self) -> tuple[T, ...]:
        """What can be chosen, in order."""
        return self._choices

    @property
    def choice(self) -> T:
        """What is chosen; only where something is."""
        return self._choices[self.currentIndex()]

    def offer(self, choices: Sequence[tuple[T, str, str]]) -> None:
        """Offer (choice, text, tip) in place of what there was."""
        with QSignalBlocker(self):
            self.clear()
            self._choices = tuple(choice for choice, _, _ in choices)
            for i, (_, text, about) in enumerate(choices):
                self.addItem(text)
                self.setItemData(i, tip(about), Qt.ItemDataRole.ToolTipRole)

    def show_choice(self, choice: object) -> None:
        """Show `choice` as the chosen one; nothing is chosen where it is not offered."""
        with QSignalBlocker(self):
            self.setCurrentIndex(next((i for i, c in enumerate(self._choices) if c == choice), -1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the choice, with an ellipsis where it is too long."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        place = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        text = self.currentText() if self.currentIndex() >= 0 else self.placeholderText()
        option.currentText = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
