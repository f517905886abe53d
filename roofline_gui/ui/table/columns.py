"""The columns of the table on screen: where each comes from and how it is written."""

from collections.abc import Callable
from dataclasses import dataclass

from roofline_gui.model.diagnosis import Regime, Verdict
from roofline_gui.model.units import Unit, format_number, format_percent, format_quantity
from roofline_gui.present.cells import precision_cell, resource_cell
from roofline_gui.present.table import FORECAST_COLUMNS, PREDICTED_TIME
from roofline_gui.present.what_if.forecast import factor_text
from roofline_gui.present.words import REGIME_NAMES, VERDICT_NAMES, intensity_text


@dataclass(frozen=True, slots=True)
class Column:
    """One column on screen: `key` names the column of the performance table, `write` its numbers (None: it is text).

    width: pixels at first. hidden: not shown until asked for. in_full: writes a measured number with all its digits,
    for the tip that names its counters.
    """

    key: str
    title: str
    tip: str
    width: int
    write: Callable[[float], str] | None = None
    word: Callable[[str], str] = str
    hidden: bool = False
    in_full: Callable[[float], str] | None = None

    @property
    def is_number(self) -> bool:
        """Whether the column holds numbers."""
        return self.write is not None


def _quantity(unit: Unit) -> Callable[[float], str]:
    return lambda value: format_quantity(value, unit)


def _nanoseconds(value: float) -> str:
    return f"{value * 1e9:,.0f} ns"


def _measured(key: str, title: str, tip: str, width: int, unit: str) -> Column:
    """A count, hidden at first."""
    write, in_full = (lambda value: format_quantity(value, unit)), (lambda value: f"{value:,.0f} {unit}")
    return Column(key, title, tip, width, write, hidden=True, in_full=in_full)


_PREDICTED = "Time of all launches under the what-if; in brackets its error where that batch was measured"
NAME_KEY = "label"  # the name on the canvas; not a column of the performance table
COLUMNS = (
    Column(NAME_KEY, "Name", "What the row is called in the picture", 200),
    Column("time_s", "Time", "Measured time of all launches", 84, _quantity(Unit.SECOND), in_full=_nanoseconds),
    Column(PREDICTED_TIME, "Predicted", _PREDICTED, 124, _quantity(Unit.SECOND)),
    Column("predicted_speedup", "Speed-up", "Measured time over predicted time", 78, factor_text),
    Column("time_share", "Share", "Share of the kernel time", 62, lambda v: format_percent(v, 1)),
    Column("roof_fraction", "Of roof", "Fraction of roof: bound time over measured time", 68, format_percent),
    Column("verdict", "Verdict", "What the position means", 248, word=lambda code: VERDICT_NAMES[Verdict(code)]),
    Column("launches", "Launches", "Launches in this row", 76, lambda v: f"{v:,.0f}"),
    Column("bound_by", "Bound by", "The resource that needs the most time", 124, word=resource_cell),
    Column("precision", "Precision", "The precision with the largest share of pipe time", 98, word=precision_cell),
    Column("intensity_dram", "Intensity", "FLOP per byte of DRAM traffic", 116, intensity_text),
    Column("flop_per_s", "Achieved", "FLOP per second", 104, _quantity(Unit.FLOP_PER_SECOND)),
    Column("roof_flop_per_s", "Attainable", "FLOP per second at the roof", 104, _quantity(Unit.FLOP_PER_SECOND)),
    Column("dram_bytes_per_s", "DRAM", "DRAM bytes per second", 86, _quantity(Unit.BYTE_PER_SECOND)),
    Column("kernel", "Kernel", "Full kernel name; of several the one with the most time", 260),
    Column("group", "Operation", "NVTX ranges, outer to inner", 220),
    Column("source", "File", "The file that the row comes from", 140, hidden=True),
    _measured("flop", "Work", "Executed FLOP, FMA = 2", 92, "FLOP"),
    _measured("special_ops", "Special", "Special-function results", 84, "op"),
    _measured("bytes_dram", "DRAM bytes", "DRAM traffic", 88, "B"),
    _measured("bytes_l2", "L2 bytes", "L2 traffic", 88, "B"),
    _measured("bytes_l1", "L1 bytes", "Traffic of the L1/shared data path", 88, "B"),
    _measured("bytes_shared", "Shared bytes", "Shared-memory part of it", 96, "B"),
    Column("intensity_l2", "Intensity L2", "FLOP per byte of L2", 116, intensity_text, hidden=True),
    Column("intensity_l1", "Intensity L1", "FLOP per byte of L1/shared", 116, intensity_text, hidden=True),
    Column("ridge_flop_per_byte", "Ridge", "P / B of DRAM", 116, intensity_text, hidden=True),
    Column("regime_ratio", "ρ", "Compute time over DRAM time", 60, lambda v: format_number(v, 2), hidden=True),
    Column("regime", "Regime", "Where ρ puts it", 160, word=lambda code: REGIME_NAMES[Regime(code)], hidden=True),
    Column("advice", "Advice", "What to do", 300),
    Column("note", "Note", "What to know about the numbers", 240),
)
# Shown while a what-if holds.
PREDICTED = tuple(i for i, column in enumerate(COLUMNS) if column.key in FORECAST_COLUMNS)
