"""The grid of a form."""

from PySide6.QtWidgets import QGridLayout, QWidget

EVEN = (1, 1)


def form_grid(parent: QWidget | None = None, shares: tuple[int, int] = EVEN) -> QGridLayout:
    """Two columns, labels and fields, that have the same `shares` of the width in all parts of a form."""
    grid = QGridLayout(parent) if parent is not None else QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(4)
    for column, share in enumerate(shares):
        grid.setColumnStretch(column, share)
    return grid
