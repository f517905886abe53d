"""The table of calculated kernels: what each operation of a step, and each formula, asks of the machine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.model.diagnosis import REGIMES, Regime, regimes
from roofline_gui.model.estimates import FORMULA, WHOLE_STEP, Calculated, Estimates
from roofline_gui.model.findings import Code
from roofline_gui.model.machine import Level
from roofline_gui.model.roofline import NO_RESOURCE
from roofline_gui.model.units import Unit, format_amount, format_number, format_percent
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.catalogue import find_formula
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.present.calculated.calculation import lost_roof_text, rate_text, short_intensity
from roofline_gui.present.cells import precision_cell, raw_number, resource_cell
from roofline_gui.present.picture.dots import ABOVE_ROOF
from roofline_gui.present.what_if.concerning import changes_text
from roofline_gui.present.words import NOTE_PHRASES, REGIME_NAMES

WHOLE_STEP_NAME, OPERATION_NAME = "whole step", "operation"


@dataclass(frozen=True, slots=True)
class StepColumn:
    """One column: `key` names it in files, `title` and `tip` are for people. `write` shows its numbers in base units;
    without it the column is text, of which `word` shows each cell. hidden: on screen not shown until asked for.
    """

    key: str
    title: str
    tip: str
    write: Callable[[float], str] | None = None
    word: Callable[[str], str] = str
    hidden: bool = False

    @property
    def is_number(self) -> bool:
        """Whether the column holds numbers."""
        return self.write is not None


def _count(value: float) -> str:
    return f"{value:,.0f}"


def _quantity(unit: Unit | str) -> Callable[[float], str]:
    return lambda value: format_amount(value, unit)


def _regime(code: str) -> str:
    return REGIME_NAMES[Regime(code)] if code else "–"


STEP_COLUMNS = (
    StepColumn("name", "Name", "The step, its operation, or what a formula is called"),
    StepColumn("launches", "Launches", "How often it is launched per step", _count),
    StepColumn("flop", "Work", "W of all launches, multiply-add = 2", _quantity(Unit.FLOP)),
    StepColumn("bytes_dram", "Bytes", "Q of all launches: bytes between DRAM and the chip", _quantity(Unit.BYTE)),
    StepColumn("intensity_dram", "Intensity", "W / Q, FLOP per byte of DRAM traffic", short_intensity),
    StepColumn("time_s", "Time", "All launches: each at its roof, or as measured", _quantity(Unit.SECOND)),
    StepColumn(
        "time_share",
        "Share",
        "Share of its step, kernel by kernel; single formulas make up one step together",
        lambda value: format_percent(value, 1),
    ),
    StepColumn("bound_by", "Bound by", "The resource that needs the most time", word=resource_cell),
    StepColumn("kind", "Kind", "A whole step, an operation of one, or the formula"),
    StepColumn("entry", "Of", "The step that it is or belongs to"),
    StepColumn("batch", "Batch", "Sequences or samples at once", _count),
    StepColumn("bound_time_s", "t_min, each", "The least time of one launch", _quantity(Unit.SECOND)),
    StepColumn("regime_ratio", "ρ", "Compute time over DRAM time", format_number),
    StepColumn("regime", "Regime", "Where ρ puts it", word=_regime),
    StepColumn("ridge_flop_per_byte", "Ridge", "P / B of its precision and DRAM", short_intensity),
    StepColumn("roof_flop_per_s", "Attainable", "FLOP per second at the roof", _quantity(Unit.FLOP_PER_SECOND)),
    StepColumn("precision", "Precision", "What it is computed in", word=precision_cell),
    StepColumn(
        "tokens_per_s",
        "Tokens/s, at most",
        "Tokens of all sequences per second, if the step were one ideal kernel at its roof",
        rate_text,
    ),
    StepColumn("special_ops", "Special", "Special-function results of all launches", _quantity("op"), hidden=True),
    StepColumn("what_if", "What if", "What is thought to be different from what is given", hidden=True),
    StepColumn("note", "Note", "What to know about the numbers"),
)


@dataclass(frozen=True, slots=True, eq=False)
class StepTable:
    """n shown kernels in the order of the document: each step as a whole, then its operations; formulas.

    rows: their rows in the estimates, shape (n,). columns: by the keys of STEP_COLUMNS: text columns are lists of n
    strings (empty = unknown), number columns float arrays of shape (n,) in base units (NaN = unknown).
    """

    rows: Ints
    columns: Mapping[str, list[str] | Floats]

    def __len__(self) -> int:
        return len(self.rows)

    def numbers(self, key: str) -> Floats:
        """A number column, shape (n,)."""
        column = self.columns[key]
        if isinstance(column, list):
            raise KeyError(f"{key} is a text column")
        return column

    def texts(self, key: str) -> list[str]:
        """A text column, n strings."""
        column = self.columns[key]
        if not isinstance(column, list):
            raise KeyError(f"{key} is a number column")
        return column

    def shown(self, column: StepColumn, row: int) -> str:
        """A cell as people read it."""
        if column.write is None:
            return column.word(self.texts(column.key)[row])
        value = float(self.numbers(column.key)[row])
        return "–" if value != value else column.write(value)

    def raw(self, column: StepColumn, row: int) -> str:
        """A cell for other programs: full precision in base units, codes; unknown is empty."""
        if column.is_number:
            return raw_number(float(self.numbers(column.key)[row]))
        return self.texts(column.key)[row]


def step_table(estimates: Estimates, what_if: WhatIf = AS_GIVEN) -> StepTable:
    """The table of the entries that are shown, which stand where they do under `what_if`."""
    calculated, bounds = estimates.calculated, estimates.bounds
    flop, moved = bounds.flop, estimates.demand.traffic(Level.DRAM)
    known = ~(np.isnan(flop) | np.isnan(moved) | bounds.lacks_ceiling) & (bounds.binding != NO_RESOURCE)
    count = calculated.count
    time = count * np.where(known | estimates.is_measured, estimates.time, np.nan)
    ratio = np.where(known & np.isfinite(bounds.regime_ratio), bounds.regime_ratio, np.nan)
    tokens = np.array([kernel.tokens for kernel in calculated.kernels], dtype=np.float64)
    entries = [calculated.entries[i] for i in calculated.entry.tolist()]
    with np.errstate(divide="ignore", invalid="ignore"):
        columns: dict[str, list[str] | Floats] = {
            "name": list(map(_name, entries, calculated.operation.tolist(), calculated.kernels)),
            "kind": list(map(_kind, entries, calculated.operation.tolist())),
            "entry": [entry.name if isinstance(entry, StepEntry) else "" for entry in entries],
            "launches": count,
            "flop": count * flop,
            "bytes_dram": count * moved,
            "intensity_dram": np.where(moved > 0, flop / moved, np.nan),
            "ridge_flop_per_byte": bounds.ridge,
            "regime_ratio": ratio,
            "regime": _texts([r.value for r in REGIMES], regimes(ratio)),
            "bound_by": _texts([r.value for r in bounds.resources], np.where(known, bounds.binding, NO_RESOURCE)),
            "bound_time_s": np.where(known, bounds.bound_time, np.nan),
            "time_s": time,
            "time_share": _shares(calculated, time),
            "batch": estimates.batch,
            "roof_flop_per_s": np.where(known, bounds.roof, np.nan),
            "precision": _texts([p.value for p in bounds.precisions], bounds.precision),
            "tokens_per_s": np.where(known & (tokens > 0), estimates.batch * tokens / bounds.bound_time, np.nan),
            "special_ops": count * estimates.demand.special_ops,
            "what_if": changes_text(estimates, what_if),
            "note": _notes(estimates),
        }
    rows = np.flatnonzero([entry.shown for entry in entries])
    return StepTable(rows, {column.key: _taken(columns[column.key], rows) for column in STEP_COLUMNS})


def formula_totals(table: StepTable, estimates: Estimates) -> tuple[int, float, float, float]:
    """How many formulas by themselves are shown, and their W, Q and time in all, FLOP, B and s."""
    alone = estimates.calculated.operation[table.rows] == FORMULA
    flop, moved, time = (float(table.numbers(key)[alone].sum()) for key in ("flop", "bytes_dram", "time_s"))
    return int(alone.sum()), flop, moved, time


def _name(entry: Entry, operation: int, kernel: FormulaKernel) -> str:
    return kernel.name if operation not in (WHOLE_STEP, FORMULA) else entry.name


def _kind(entry: Entry, operation: int) -> str:
    if isinstance(entry, KernelEntry):
        return find_formula(entry.workload.formula).name
    return WHOLE_STEP_NAME if operation == WHOLE_STEP else OPERATION_NAME


def _shares(calculated: Calculated, time: Floats) -> Floats:
    """Each operation's share of its step, NaN for steps as a whole; single formulas are one step together."""
    whole = calculated.operation == WHOLE_STEP
    group = np.where(calculated.operation == FORMULA, len(calculated.entries), calculated.entry)
    total = np.bincount(group, weights=np.where(whole, 0.0, time), minlength=len(calculated.entries) + 1)
    return np.where(whole, np.nan, time / total[group])


def _notes(estimates: Estimates) -> list[str]:
    timed = ~np.isnan(estimates.calculated.time)
    applies: dict[str, Bools] = {
        NOTE_PHRASES[Code.NO_CEILING]: estimates.bounds.lacks_ceiling,
        NOTE_PHRASES[Code.WORK_UNKNOWN]: np.isnan(estimates.bounds.flop),
        NOTE_PHRASES[Code.TRAFFIC_UNKNOWN]: np.isnan(estimates.demand.traffic(Level.DRAM)),
        "faster than its roof: check time, work, bytes, types and machine": estimates.bounds.fraction > ABOVE_ROOF,
        "time as measured": estimates.is_measured,
        "time predicted from the measured one": timed & ~estimates.is_measured & ~np.isnan(estimates.time),
    }
    columns = [np.where(where, text, "").tolist() for text, where in applies.items()]
    lost = estimates.lost_roof != NO_RESOURCE
    if lost.any():
        columns.append([_no_prediction(estimates, row) if lost[row] else "" for row in range(len(estimates))])
    return ["; ".join(filter(None, row)) for row in zip(*columns, strict=True)]


def _no_prediction(estimates: Estimates, row: int) -> str:
    return f"no prediction: {lost_roof_text(estimates, row)}"


def _texts(values: list[str], codes: Ints) -> list[str]:
    """One of `values` per code; -1 is empty."""
    lookup: npt.NDArray[np.object_] = np.array([*values, ""], dtype=object)
    return lookup[codes].tolist()  # type: ignore[no-any-return]


def _taken(column: list[str] | Floats, rows: Ints) -> list[str] | Floats:
    return [column[i] for i in rows.tolist()] if isinstance(column, list) else column[rows]
