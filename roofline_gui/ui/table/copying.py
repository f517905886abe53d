"""Rows of the table as text for the clipboard."""

from collections.abc import Sequence

from roofline_gui.present import cells
from roofline_gui.ui.table.columns import NAME_KEY, Column
from roofline_gui.ui.table.model import Rows


def tab_separated(rows: Rows, chosen: Sequence[int], columns: Sequence[Column]) -> str:
    """`chosen` rows with one header row: full precision, SI base units, the names of the CSV; unknown is empty."""
    rows.label(chosen)
    header = ["name" if c.key == NAME_KEY else c.key for c in columns]
    return cells.tab_separated(header, ([_raw(rows, column, row) for column in columns] for row in chosen))


def markdown(rows: Rows, chosen: Sequence[int], columns: Sequence[Column]) -> str:
    """`chosen` rows as a Markdown table, written as on screen."""
    rows.label(chosen)
    shown = ([rows.shown(column, row) for column in columns] for row in chosen)
    return cells.markdown([c.title for c in columns], [c.is_number for c in columns], shown)


def _raw(rows: Rows, column: Column, row: int) -> str:
    if column.is_number:
        return cells.raw_number(float(rows.numbers(column)[row]))
    return rows.text(column, row)
