"""One row per launch and metric: `--csv --metrics …` with metric names, `--page details` with names for people.

Summaries (`--print-summary`) look alike, with averages over many launches.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.io.ncu import friendly
from roofline_gui.io.ncu.block import BlockColumns, Wanted
from roofline_gui.io.ncu.collect import ID, LaunchColumns, build_table, must_be_whole
from roofline_gui.io.ncu.counters import DEVICE_NAME, is_needed
from roofline_gui.io.ncu.layout import INVOCATIONS, KERNEL_NAME, METRIC_NAME, Header, Shape
from roofline_gui.io.ncu.pivot import Pivot, Target
from roofline_gui.io.ncu.table import Table
from roofline_gui.io.ncu.units import Dimension, Scale, read_unit
from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.model.launches import Texts
from roofline_gui.model.read_options import NumberFormat

UNIT, VALUE = "Metric Unit", "Metric Value"
AVERAGE = "Average"  # the value of a summary
_KEY = (ID, "Process ID", "Device", KERNEL_NAME, "Context", "Stream", "Block Size", "Grid Size", "Domain")
_LABEL_AND_NAME = re.compile(r".* \((\w+__[\w.]+)\)", re.DOTALL)  # what `--print-metric-name label-name` prints


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """The rows of one block that matter: of needed metrics, and the first of every launch.

    document: IDs of different documents of the file are never those of one launch.
    """

    texts: dict[int, Texts]
    targets: Ints
    values: Floats
    unread: dict[int, str]
    invocations: Floats | None
    document: int = 0

    def __len__(self) -> int:
        return len(self.targets)


class LongTable:
    """Collects the blocks of a long table."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self._launch = LaunchColumns.of(header)
        is_summary = header.shape is Shape.SUMMARY
        self._name = header.fields.index(METRIC_NAME)
        self._value = header.fields.index(AVERAGE if is_summary else VALUE)
        self._invocations = header.column(INVOCATIONS) if is_summary else None
        self._unit = header.column(UNIT)
        named = tuple(header.fields.index(name) for name in _KEY if name in header.fields)
        self._key = (*named, *self._launch.summed_ranges)
        self._texts = tuple(dict.fromkeys((*self._launch.indices, *self._key, self._name, *self._optional_unit)))
        self._numbers = (self._value,) if self._invocations is None else (self._value, self._invocations)
        self._targets: dict[tuple[str, str], int] = {}
        self._target_list: list[Target] = []
        self._names: dict[str, None] = {}
        self._kept: list[_Kept] = []

    @property
    def _optional_unit(self) -> tuple[int, ...]:
        return () if self._unit is None else (self._unit,)

    @property
    def shape(self) -> Shape:
        """How the table holds launches."""
        return self.header.shape

    @property
    def is_empty(self) -> bool:
        """Whether it has no launches."""
        return not self._kept

    @property
    def metrics(self) -> list[str]:
        """All metric names so far, for messages."""
        return list(self._names)

    def wanted(self, number_format: NumberFormat) -> Wanted:
        """The columns to parse."""
        return Wanted(self.header, self._texts, self._numbers, number_format)

    def sample(self, cells: Sequence[str]) -> Iterator[tuple[str, bool]]:
        """The number of a row and whether it must be a whole number."""
        if self._value < len(cells):
            unit = "" if self._unit is None else cells[self._unit]
            yield cells[self._value], must_be_whole(cells[self._name], unit)

    def add(self, block: BlockColumns) -> None:
        """Take up the rows of a block; those without metric are rules, or parts of rows."""
        names = block.texts[self._name]
        block = block.take(np.array([bool(name) for name in names.values] or [False])[names.codes])
        if not block.count:
            return
        targets = self._targets_of(block)
        keep = (targets >= 0) | _changes([block.texts[i].codes for i in self._key])
        kept = block.take(keep)
        texts = {i: kept.texts[i] for i in dict.fromkeys((*self._launch.indices, *self._key))}
        self._kept.append(
            _Kept(
                texts,
                targets[keep],
                kept.numbers[self._value],
                kept.unread.get(self._value, {}),
                None if self._invocations is None else kept.numbers[self._invocations],
            )
        )

    def _targets_of(self, block: BlockColumns) -> Ints:
        """Index of each row's target, -1 for rows that are not needed."""
        names = block.texts[self._name]
        units = Texts.constant("", block.count) if self._unit is None else block.texts[self._unit]
        self._names.update(dict.fromkeys(n for n in names.values if n))
        pairs, inverse = np.unique(names.codes * max(1, len(units.values)) + units.codes, return_inverse=True)
        split = [divmod(pair, max(1, len(units.values))) for pair in pairs.tolist()]
        found = [self._target(names.values[n], units.values[u]) for n, u in split]
        return np.array(found, dtype=np.int64)[inverse] if found else np.zeros(0, dtype=np.int64)

    def _target(self, name: str, unit: str) -> int:
        known = self._targets.get((name, unit))
        if known is not None:
            return known
        target = _find_target(name, unit.strip())
        index = -1
        if target is not None:
            index = len(self._target_list)
            self._target_list.append(target)
        self._targets[name, unit] = index
        return index

    def absorb(self, other: object) -> bool:
        """Take up the rows of a later table of the file if it is alike in columns and metrics; False leaves both as
        they are.
        """
        if not isinstance(other, LongTable) or other.header.fields != self.header.fields:
            return False
        if {name for name, _ in other._targets} != {name for name, _ in self._targets}:
            return False
        lookup = np.full(len(other._target_list) + 1, -1)  # the last is that of rows that are not needed
        for (name, unit), index in other._targets.items():
            lookup[index] = self._target(name, unit)
        document = self._kept[-1].document + 1
        self._kept += [replace(kept, targets=lookup[kept.targets], document=document) for kept in other._kept]
        return True

    def build(self) -> Table:
        """The table with one row per launch."""
        texts = {i: Texts.concatenate([k.texts[i] for k in self._kept]) for i in self._kept[0].texts}
        targets = np.concatenate([k.targets for k in self._kept])
        values = np.concatenate([k.values for k in self._kept])
        documents = np.concatenate([np.full(len(k), k.document) for k in self._kept])
        launch, first = _launches([documents, *(texts[i].codes for i in self._key)], targets)
        unread: dict[int, str] = {}
        start = 0
        for kept in self._kept:
            unread.update((start + row, text) for row, text in kept.unread.items() if kept.targets[row] >= 0)
            start += len(kept)
        pivot = Pivot(len(first), self._target_list, launch, targets, values, unread)
        return build_table(
            len(first),
            self._launch,
            {i: Texts(texts[i].codes[first], texts[i].values) for i in self._launch.indices},
            pivot.device_name(),
            pivot.columns(),
            pivot.reasons(),
            self._counts(first),
        )

    def _counts(self, first: Ints) -> Ints | None:
        """Executions behind each row of a summary."""
        parts = [k.invocations for k in self._kept if k.invocations is not None]
        return np.nan_to_num(np.concatenate(parts)[first], nan=1.0).astype(np.int64) if parts else None


def _find_target(name: str, unit: str) -> Target | None:
    scale = read_unit(unit)
    labelled = _LABEL_AND_NAME.fullmatch(name)
    name = name if labelled is None else labelled[1]
    if is_needed(name) or name == DEVICE_NAME:
        return Target(name, unit, scale)
    if scale is None:
        return None
    found = friendly.find(name, scale.dimension)
    if found is not None:
        metric, factor = found
        return Target(metric, unit, replace(scale, factor=scale.factor * factor), is_friendly=True)
    share = friendly.tensor_share(name, scale.dimension)
    if share is not None and is_needed(share):
        return Target(share, unit, Scale(1.0, Dimension.COUNT), is_friendly=True, is_share=True)
    return None


def _changes(keys: Sequence[Ints]) -> Bools:
    """Where a row differs from the one before in any of the keys; the first row does."""
    changed = np.zeros(len(keys[0]), dtype=np.bool_)
    changed[:1] = True
    for key in keys:
        changed[1:] |= key[1:] != key[:-1]
    return changed


def _launches(keys: Sequence[Ints], targets: Ints) -> tuple[Ints, Ints]:
    """Launch of each row, and the first row of each launch.

    Rows with the same IDs are one launch, also when they do not stand together (a table sorted by metric), unless that
    would give a metric twice: then IDs have been used again.
    """
    changed = _changes(keys)
    starts = np.flatnonzero(changed)
    combined = np.zeros(len(starts), dtype=np.int64)
    for key in keys:
        _, dense = np.unique(key[starts], return_inverse=True)
        _, combined = np.unique(combined * (int(dense.max()) + 1) + dense, return_inverse=True)
    run = np.cumsum(changed) - 1
    if len(np.unique(combined)) == len(starts):
        return run, starts
    bounds = [*starts.tolist(), len(targets)]
    metrics: list[set[int]] = []
    first: list[int] = []
    latest: dict[int, int] = {}
    launch_of_run: list[int] = []
    for r, key_code in enumerate(combined.tolist()):
        found = {t for t in targets[bounds[r] : bounds[r + 1]].tolist() if t >= 0}
        launch = latest.get(key_code)
        if launch is None or metrics[launch] & found:
            launch = latest[key_code] = len(first)
            first.append(bounds[r])
            metrics.append(set())
        metrics[launch] |= found
        launch_of_run.append(launch)
    return np.array(launch_of_run, dtype=np.int64)[run], np.array(first, dtype=np.int64)
