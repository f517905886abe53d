"""Rows of the table as text for the clipboard."""

from collections.abc import Sequence

from roofline_gui.ui.table.columns import NAME_KEY, Column
from roofline_gui.ui.table.model import Rows


def tab_separated(rows: Rows, chosen: Sequence[int], columns: Sequence[Column]) -> str:
    """`chosen` rows with one header row: full precision, SI base units, the names of the CSV; unknown is empty."""
    rows.label(chosen)
    lines = ["\t".join("name" if c.key == NAME_KEY else c.key for c in columns)]
    lines += ["\t".join(_raw(rows, column, row) for column in columns) for row in chosen]
    return "\n".join(lines) + "\n"


def markdown(rows: Rows, chosen: Sequence[int], columns: Sequence[Column]) -> str:
    """`chosen` rows as a Markdown table, written as on screen."""
    rows.label(chosen)
    lines = [
        _markdown_row([c.title for c in columns]),
        _markdown_row(["---:" if c.is_number else "---" for c in columns]),
        *(_markdown_row([_literal(rows.shown(c, row)) for c in columns]) for row in chosen),
    ]
    return "\n".join(lines) + "\n"


def _raw(rows: Rows, column: Column, row: int) -> str:
    if not column.is_number:
        return " ".join(rows.text(column, row).split())
    value = float(rows.table.numbers(column.key)[row])
    if value != value:
        return ""
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _literal(text: str) -> str:
    """`text` so that Markdown shows it as it is, angle brackets and bars included."""
    for mark in ("\\", "|", "<", ">", "*", "_", "`"):
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())
