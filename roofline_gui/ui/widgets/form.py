"""The grid of a form."""

from PySide6.QtWidgets import QGridLayout, QWidget

_LABEL_SHARE, _FIELD_SHARE = 1, 1  # of the width


def form_grid(parent: QWidget | None = None) -> QGridLayout:
    """Two columns, labels and fields, that have the same widths in all parts of a form."""
    grid = QGridLayout(parent) if parent is not None else QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(0, _LABEL_SHARE)
    grid.setColumnStretch(1, _FIELD_SHARE)
    return grid
