"""Quantities worked out from the counters of a table, with provenance."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from roofline_gui.io.ncu.counters import (
    CLOCK_KHZ,
    CYCLE_UNITS,
    MULTIPROCESSORS,
    ONE_PER_SM,
    PEAK,
    PER_CYCLE,
    PER_SECOND,
    SHARES,
    SM_CYCLES,
    SUM,
    TIMES,
    Formula,
    Quantity,
    Term,
)
from roofline_gui.io.ncu.table import Table
from roofline_gui.io.ncu.units import Dimension
from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.model.launches import Flag, Texts

Blame: TypeAlias = dict[int, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """One quantity for n launches.

    values: SI base units, shape (n,), NaN where unknown. provenance: which counters gave it, empty where unknown.
    flags: shape (n,). counted: whether the file has any counter of it. lacking: counters that a complete sum needs and
    the file has not. unreadable: per launch without value, the counters to blame and the reasons.
    """

    values: Floats
    provenance: Texts
    flags: Ints
    counted: bool
    lacking: tuple[str, ...] = ()
    unreadable: Blame = field(default_factory=dict)

    @property
    def known(self) -> Bools:
        """Where the value is known."""
        return ~np.isnan(self.values)

    def flagged(self, flag: Flag) -> "Evaluation":
        """The same with `flag` where the value is known."""
        return replace(self, flags=self.flags | np.where(self.known, int(flag), 0))

    def plus(self, other: "Evaluation") -> "Evaluation":
        """The sum, unknown where one of the two is."""
        codes, texts = _join(self.provenance.codes, self.provenance.values, other.provenance, 1.0)
        return replace(
            self,
            values=self.values + other.values,
            provenance=Texts(codes, tuple(texts)),
            flags=self.flags | other.flags,
            unreadable=join_blame(self.unreadable, other.unreadable),
        )

    def otherwise(self, other: "Evaluation") -> "Evaluation":
        """This value, or the other one where this is unknown."""
        filling = _Filling(len(self.values))
        for part in (self, other):
            filling.fill(part.values, part.provenance.codes, part.provenance.values, part.flags)
        return filling.finish(self.counted or other.counted, (), join_blame(self.unreadable, other.unreadable))


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """One way to get a counter's sum: values, how they came about, flags."""

    values: Floats
    text: str
    flags: Ints


class Evaluator:
    """Evaluates quantities over one table; `time` holds the durations that turn rates into sums."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.time = self._evaluate_time()

    def evaluate(self, quantity: Quantity) -> Evaluation:
        """Work out `quantity`: per launch by the first formula whose counters are known, sums before rates."""
        formulas = [f for f in (self._present(f) for f in quantity.formulas) if f.terms]
        result = _Filling(self.table.count)
        for ways in (self._sums, self._all_ways):
            for formula in formulas:
                if result.is_complete:
                    break
                result.fill(*self._add(formula, ways))
        metrics = [m for f in formulas for t in (*f.terms, *f.packed) for m in self._metrics(t)]
        lacking = tuple(t.names[0] + SUM for t in self._lacking(quantity))
        return result.finish(bool(formulas), lacking, self._blame(metrics))

    def evaluate_terms(self, terms: Sequence[Term]) -> Evaluation:
        """Work out a plain sum of terms."""
        return self.evaluate(Quantity("", (Formula(tuple(terms)),)))

    def single(self, metric: str, dimension: Dimension) -> Floats | None:
        """One metric as it stands, None where the file has not."""
        column = self.table.column(metric, dimension)
        return None if column is None else column.values

    @cached_property
    def multiprocessors(self) -> Floats | None:
        """Number of SMs per launch, None where the file does not say."""
        found = (self.single(name, Dimension.COUNT) for name in (MULTIPROCESSORS, *ONE_PER_SM))
        return next((np.where(values > 0, values, np.nan) for values in found if values is not None), None)

    @cached_property
    def clock(self) -> Floats | None:
        """SM clock per launch, Hz: of the run, else the device's highest; None where the file says neither."""
        for unit in CYCLE_UNITS:
            values = self.single(f"{unit}__cycles_elapsed.avg.per_second", Dimension.COUNT)
            if values is not None:
                return values
        highest = self.single(CLOCK_KHZ, Dimension.COUNT)
        return None if highest is None else highest * 1e3

    # --- formulas ---

    def _present(self, formula: Formula) -> Formula:
        """The formula as far as the file has counters for it; without terms where it cannot be used at all."""
        present = tuple(t for t in formula.terms if self._is_counted(t))
        if len(present) < len(formula.terms) and not formula.may_lack:
            present = ()
        return replace(formula, terms=present, packed=tuple(t for t in formula.packed if self._is_counted(t)))

    def _lacking(self, quantity: Quantity) -> list[Term]:
        """Terms that the (only) formula of a quantity that may lack some would need besides."""
        formula = quantity.formulas[0]
        if not formula.may_lack:
            return []
        needed = [*formula.terms, *(formula.packed if self._has_packed_fp32.any() else ())]
        return [t for t in needed if not self._is_counted(t)]

    @cached_property
    def _has_packed_fp32(self) -> Bools:
        return self.table.per_chip(lambda chip: chip is not None and chip.packed_fp32) > 0

    def _is_counted(self, term: Term) -> bool:
        return bool(self._metrics(term))

    def _metrics(self, term: Term) -> list[tuple[str, Dimension]]:
        """The metrics of the file that can give a term, and what they count."""
        rates = [(n + s, term.dimension) for n in term.names for s in (SUM, PER_SECOND, PER_CYCLE)]
        shares = [(n + s, Dimension.PERCENT) for n in term.names for s in SHARES] if term.per_sm is not None else []
        return [m for m in (*rates, *shares) if m[0] in self.table.columns]

    def _add(self, formula: Formula, ways: Callable[[Term], Iterator[_Way]]) -> tuple[Floats, Ints, list[str], Ints]:
        """Sum a formula: values, a code per launch into the provenance texts, those texts, flags."""
        n = self.table.count
        values, flags = np.zeros(n), np.zeros(n, dtype=np.int64)
        code, texts = np.zeros(n, dtype=np.int64), [""]
        for term in formula.terms:
            part = self._resolve(term, ways)
            values = values + part.values
            flags |= part.flags
            code, texts = _join(code, texts, part.provenance, term.factor)
        for term in formula.packed:
            part = self._resolve(term, ways)
            values = values + np.where(self._has_packed_fp32, part.values, np.nan_to_num(part.values))
            flags |= np.where(part.known, part.flags, 0)
            code, texts = _join(code, texts, part.provenance, term.factor)
        if formula.up_to < 99:
            values = np.where(self.table.capability <= formula.up_to, values, np.nan)
        return values, code, texts, flags

    def _resolve(self, term: Term, ways: Callable[[Term], Iterator[_Way]]) -> Evaluation:
        """One term, its factor included, per launch by the first way that is known there."""
        result = _Filling(self.table.count)
        for way in ways(term):
            if result.is_complete:
                break
            result.fill(way.values * term.factor, np.ones(self.table.count, dtype=np.int64), ["", way.text], way.flags)
        return result.finish(True, (), {})

    # --- ways to get a counter's sum ---

    def _sums(self, term: Term) -> Iterator[_Way]:
        for name in term.names:
            column = self.table.column(name + SUM, term.dimension)
            if column is not None:
                yield self._way(column.values, name + SUM, Flag.ROUNDED if column.rounded else Flag.NONE)

    def _all_ways(self, term: Term) -> Iterator[_Way]:
        yield from self._sums(term)
        for name in term.names:
            for suffix in (PER_SECOND, PER_CYCLE):
                yield from self._rate(name, suffix, term.dimension)
            if term.per_sm is not None:
                for suffix in SHARES:
                    yield from self._share(name, suffix, term.per_sm)

    def _rate(self, name: str, suffix: str, dimension: Dimension) -> Iterator[_Way]:
        """A rate × the time, or × the elapsed cycles of its unit."""
        metric = name + suffix
        column = self.table.column(metric, dimension)
        if column is None:
            return
        flags = Flag.RATE_TIMES_TIME | (Flag.ROUNDED if column.rounded else Flag.NONE)
        if suffix == PER_SECOND:
            yield self._way(column.values * self.time.values, f"{metric} × time", flags)
            return
        for cycles, text in self._cycles(name.partition("__")[0]):
            yield self._way(column.values * cycles, f"{metric} × {text}", flags)

    def _share(self, name: str, suffix: str, per_sm: float) -> Iterator[_Way]:
        """A percentage of the peak × that peak × the elapsed cycles."""
        metric = name + suffix
        column = self.table.column(metric, Dimension.PERCENT)
        if column is None:
            return
        peak, peak_text = self.single(name + PEAK, Dimension.COUNT), name + PEAK
        if peak is None and self.multiprocessors is not None:
            share = "" if per_sm == 1 else f"{per_sm:g} × "
            peak, peak_text = per_sm * self.multiprocessors, share + MULTIPROCESSORS
        if peak is None:
            return
        for cycles, text in self._cycles(name.partition("__")[0]):
            values = column.values / 100 * peak * cycles
            yield self._way(values, f"{metric} × {peak_text} × {text}", Flag.RATE_TIMES_TIME)

    def _cycles(self, unit: str) -> Iterator[tuple[Floats, str]]:
        """Elapsed cycles of a unit; the parts of an SM run at one clock."""
        for candidate in dict.fromkeys((unit, *CYCLE_UNITS)):
            name = f"{candidate}__cycles_elapsed.avg"
            clock = self.single(f"{name}.per_second", Dimension.COUNT)
            if clock is not None:
                yield clock * self.time.values, f"{name}.per_second × time"
        total = self.single(SM_CYCLES, Dimension.COUNT)
        if total is not None and self.multiprocessors is not None:
            yield total / self.multiprocessors, f"{SM_CYCLES} ÷ number of SMs"
        for candidate in dict.fromkeys((unit, *CYCLE_UNITS)):
            for name in (f"{candidate}__cycles_elapsed.avg", f"{candidate}__cycles_elapsed.max"):
                cycles = self.single(name, Dimension.COUNT)
                if cycles is not None:
                    yield cycles, name

    def _way(self, values: Floats, text: str, flag: Flag) -> _Way:
        return _Way(values, text, np.full(self.table.count, int(flag), dtype=np.int64))

    # --- time, and why a value is unknown ---

    def _evaluate_time(self) -> Evaluation:
        n = self.table.count
        result = _Filling(n)
        one = np.ones(n, dtype=np.int64)
        metrics = [(m, Dimension.SECOND) for m in TIMES if m in self.table.columns]
        for metric, dimension in metrics:
            column = self.table.column(metric, dimension)
            if column is not None:
                flags = np.full(n, int(Flag.ROUNDED if column.rounded else Flag.NONE), dtype=np.int64)
                result.fill(np.where(column.values > 0, column.values, np.nan), one, ["", metric], flags)
        for name in (f"{unit}__cycles_elapsed.{kind}" for unit in CYCLE_UNITS for kind in ("avg", "max")):
            cycles = self.single(name, Dimension.COUNT)
            clock = self.single(f"{name}.per_second", Dimension.COUNT)
            if cycles is not None and clock is not None:
                metrics += [(name, Dimension.COUNT), (f"{name}.per_second", Dimension.COUNT)]
                with np.errstate(divide="ignore", invalid="ignore"):
                    time = np.where((clock > 0) & (cycles > 0), cycles / clock, np.nan)
                result.fill(time, one, ["", f"{name} ÷ {name}.per_second"], np.zeros(n, dtype=np.int64))
        return result.finish(bool(metrics), (), self._blame(metrics))

    def _blame(self, metrics: Sequence[tuple[str, Dimension]]) -> Blame:
        """Per launch the metrics whose value could not be read, with the reasons."""
        blame: Blame = {}
        for metric, dimension in dict.fromkeys(metrics):
            reasons = self.table.unread.get(metric, {})
            columns = self.table.columns[metric]
            if self.table.column(metric, dimension) is None:
                units = ", ".join(f"“{c.unit}”" for c in columns if c.unit) or "no unit at all"
                wrong = f"it is printed in {units}, which is no unit of {dimension}s"
                reasons = {**dict.fromkeys(range(self.table.count), wrong), **reasons}
            for row, reason in reasons.items():
                blame[row] = (*blame.get(row, ()), (metric, reason))
        return blame


def join_blame(a: Blame, b: Blame) -> Blame:
    """All reasons of both."""
    return {row: tuple(dict.fromkeys((*a.get(row, ()), *b.get(row, ())))) for row in {**a, **b}}


class _Filling:
    """Values of n launches that are filled from one source after the other, each where nothing is known yet."""

    def __init__(self, n: int) -> None:
        self._values = np.full(n, np.nan)
        self._flags = np.zeros(n, dtype=np.int64)
        self._codes = np.zeros(n, dtype=np.int64)
        self._texts = [""]

    @property
    def is_complete(self) -> bool:
        return not np.isnan(self._values).any()

    def fill(self, values: Floats, codes: Ints, texts: Sequence[str], flags: Ints) -> None:
        open_rows = np.isnan(self._values) & ~np.isnan(values)
        self._values = np.where(open_rows, values, self._values)
        self._flags = np.where(open_rows, flags, self._flags)
        self._codes = np.where(open_rows, codes + len(self._texts), self._codes)
        self._texts += texts

    def finish(self, counted: bool, lacking: tuple[str, ...], unreadable: Blame) -> Evaluation:
        used, codes = _compact(self._codes)
        unknown = np.isnan(self._values)
        return Evaluation(
            self._values,
            Texts(codes, tuple(self._texts[i] for i in used)),
            self._flags,
            counted,
            lacking,
            {row: why for row, why in unreadable.items() if unknown[row]},
        )


def _join(codes: Ints, texts: Sequence[str], part: Texts, factor: float) -> tuple[Ints, list[str]]:
    """Extend the provenance of a sum by that of its next term; one text per combination that occurs."""
    combined = codes * len(part.values) + part.codes
    used, joined = _compact(combined)
    result = []
    for combination in used:
        before, text = texts[combination // len(part.values)], part.values[combination % len(part.values)]
        term = text if factor == 1 or not text else f"{factor:g} × {text}"
        result.append(f"{before} + {term}" if before and term else before or term)
    return joined, result


def _compact(codes: Ints) -> tuple[list[int], Ints]:
    """The distinct codes and the place of each row among them. Mostly there is one."""
    if len(codes) and (codes == codes[0]).all():
        return [int(codes[0])], np.zeros(len(codes), dtype=np.int64)
    used, places = np.unique(codes, return_inverse=True)
    return used.tolist(), places.astype(np.int64)
