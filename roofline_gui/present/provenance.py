"""Which counters the numbers of a row came from, with their values, in words for tips."""

import re
from dataclasses import dataclass

from roofline_gui.model.grouping import Groups
from roofline_gui.model.launches import Launches
from roofline_gui.model.machine import Level
from roofline_gui.model.units import Unit, format_quantity

_QUANTITIES = {  # by column of the performance table
    "time_s": "time",
    "special_ops": "special_ops",
    **{f"bytes_{level.value}": f"bytes.{level.value}" for level in Level},
}
_UNITS = {"bytes": "B", "flop": "FLOP", "special_ops": "results"}  # by the first part of a quantity's name
_TERM = re.compile(r"(?:([\d.]+) × )?(\w+__[\w.]+)((?: [×÷] .*)?)", re.DOTALL)
_VALUE_IN_TEXT = re.compile(r"\w+__[\w.]+|\btime\b")
_COUNTED = {"_wavefronts": "wavefronts", "_sectors": "sectors", "_cycles_": "cycles", "_inst_": "instructions"}


def provenance(groups: Groups, row: int, quantity: str) -> str:
    """The counters behind `quantity` (a key of `Launches.provenance`) of one row; empty if unknown.

    Of a group, those of the first launch.
    """
    launches, first = groups.launches, int(groups.first[row])
    text = provenance_text(launches, quantity, first)
    members = groups.members(row)
    if not text or len(members) == 1:
        return text
    codes = launches.provenance[quantity].codes[members]
    more = len(members) - 1
    if not launches.counters and (codes == codes[0]).all():
        return f"{text}\nsummed over {len(members):,} launches"
    return f"Launch #{launches.launch_id[first]}:\n{text}\nand {more:,} more launch{'es' if more > 1 else ''}"


def work_provenance(groups: Groups, row: int) -> str:
    """The counters behind the work of one row, by precision."""
    parts = []
    for precision, work in groups.demand.flop.items():
        if work[row] > 0:
            parts.append(f"{precision.label}:\n{provenance(groups, row, f'flop.{precision.value}')}")
    return "\n".join(parts)


def column_provenance(groups: Groups, row: int, column: str) -> str:
    """The counters behind a cell of the performance table; empty for columns that are no plain quantity."""
    if column == "flop":
        return work_provenance(groups, row)
    return provenance(groups, row, _QUANTITIES[column]) if column in _QUANTITIES else ""


def provenance_text(launches: Launches, quantity: str, launch: int) -> str:
    """How `quantity` of one launch came about; empty if unknown.

    Where the values of the counters are known they are put in: ``(ld 402,835,794 + st 18,877,963) wavefronts × 128 B``,
    and on the next line what the counters are called.
    """
    texts = launches.provenance.get(quantity)
    text = "" if texts is None else texts[launch]
    if not text:
        return ""
    values = {name: float(column[launch]) for name, column in launches.counters.items()}
    count = int(launches.counts[launch])
    values["time"] = float(launches.demand.time[launch]) / count
    summed = _summed(text, quantity, values)
    shown = summed or "\n+ ".join(_with_values(term, values) for term in text.split(" + "))
    return f"{shown}\non average, × {count:,} launches" if count > 1 else shown


@dataclass(frozen=True, slots=True)
class _Term:
    """A counter with a factor."""

    factor: str
    name: str
    value: float

    def text(self, label: str, factor: str) -> str:
        return " ".join(x for x in (factor and f"{factor} ×", label, _shown(self.name, self.value)) if x)


def _summed(text: str, quantity: str, values: dict[str, float]) -> str:
    """A sum of counters of one kind with their values in place; empty if it is something else or a value is unknown."""
    matches = [_TERM.fullmatch(term) for term in text.split(" + ")]
    terms = [_Term(m[1] or "", m[2], values.get(m[2], float("nan"))) for m in matches if m is not None]
    rests = {m[3] for m in matches if m is not None}
    if len(terms) < len(matches) or len(rests) > 1 or any(t.value != t.value for t in terms):
        return ""
    start, labels, end = _apart([t.name for t in terms])
    factors = {t.factor for t in terms}
    common = factors.pop() if len(factors) == 1 else ""
    parts = [
        term.text(label, "" if common else term.factor)
        for term, label in zip(terms, labels, strict=True)
        if term.value != 0 or not any(t.value for t in terms)
    ]
    rest = _with_values(rests.pop(), values)
    unit = "" if rest else _UNITS.get(quantity.partition(".")[0], "")
    total = f"({' + '.join(parts)})" if len(parts) > 1 and (common or unit or rest) else " + ".join(parts)
    if common:
        total = " ".join(x for x in (total, _noun(terms), f"× {common}") if x)
    names = f"{start}…{end}" if len(terms) > 1 else terms[0].name
    return f"{total} {unit}".rstrip() + f"{rest}\n{names}"


def _apart(names: list[str]) -> tuple[str, list[str], str]:
    """What names start with in common, what tells them apart (nothing for a single one), and their common end."""
    if len(names) == 1:
        return names[0], [""], ""
    start = _common_start(names)
    rests = [name.removeprefix(start) for name in names]
    end = _common_start([rest[::-1] for rest in rests])[::-1]
    return start, [rest.removesuffix(end) for rest in rests], end


def _common_start(names: list[str]) -> str:
    """What all names start with, up to the last sign between words."""
    first, last = min(names), max(names)  # in order, so that all others lie between
    alike = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[: max(first.rfind("_", 0, alike), first.rfind(".", 0, alike)) + 1]


def _noun(terms: list[_Term]) -> str:
    """What the counters count, where all count the same."""
    nouns = {next((noun for part, noun in _COUNTED.items() if part in t.name), "") for t in terms}
    return nouns.pop() if len(nouns) == 1 and all(t.name.endswith(".sum") for t in terms) else ""


def _with_values(text: str, values: dict[str, float]) -> str:
    """A text with the value of each counter behind its name."""

    def with_value(match: re.Match[str]) -> str:
        value = values.get(match[0], float("nan"))
        return match[0] if value != value else f"{match[0]} ({_shown(match[0], value)})"

    return _VALUE_IN_TEXT.sub(with_value, text)


def _shown(name: str, value: float) -> str:
    """The value of a counter for people."""
    if ".pct" in name:
        return f"{value:.4g} %"
    if name == "time" or name.startswith("gpu__time"):
        return format_quantity(value, Unit.SECOND, 6)
    if name.endswith(".per_second"):
        unit = "B/s" if "bytes" in name else "Hz" if "cycles_elapsed" in name else "/s"
        return format_quantity(value, unit, 4)
    return f"{value:,.0f}" if value.is_integer() else f"{value:,.6g}"
