"""Cells of tables: codes in words, and rows as text for the clipboard."""

from collections.abc import Iterable, Sequence

from roofline_gui.model.precision import Precision
from roofline_gui.model.roofline import Resource

_RESOURCES = {
    Resource.SHARED.value: "shared memory",
    Resource.L1.value: "L1",
    Resource.L2.value: "L2",
    Resource.LLC.value: "LLC",
    Resource.DRAM.value: "DRAM",
    Resource.TENSOR.value: "tensor pipe",
    Resource.FMA.value: "FMA pipe",
    Resource.FP64.value: "FP64 pipe",
    Resource.XU.value: "XU",
    "": "–",
}


def resource_cell(code: str) -> str:
    """What a code of the `bound_by` column means."""
    return _RESOURCES[code]


def precision_cell(code: str) -> str:
    """What a code of the `precision` column means."""
    return Precision(code).label if code else "–"


def raw_number(value: float) -> str:
    """The shortest text that reads back as the same number; whole numbers without a fraction; NaN is empty."""
    if value != value:
        return ""
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def tab_separated(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows of cells below a header, tab separated; blanks and line breaks within a cell become one blank."""
    return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in (header, *rows))


def markdown(header: Sequence[str], right: Sequence[bool], rows: Iterable[Sequence[str]]) -> str:
    """Rows of cells as a Markdown table in which every cell is shown as it is; `right` columns are set to the right."""
    rule = ["---:" if is_right else "---" for is_right in right]
    lines = [header, rule, *([_literal(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _literal(text: str) -> str:
    """`text` so that Markdown shows it as it is, angle brackets and bars included."""
    for mark in ("\\", "|", "<", ">", "*", "_", "`"):
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())
