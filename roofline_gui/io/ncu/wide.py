"""The raw page: one row per launch, one column per metric, a row of units."""

from collections.abc import Iterator, Sequence

import numpy as np

from roofline_gui.io.ncu.block import BlockColumns, Wanted
from roofline_gui.io.ncu.collect import LaunchColumns, build_table, must_be_whole, scaled_column, why_unread
from roofline_gui.io.ncu.counters import DEVICE_NAME, needed_of
from roofline_gui.io.ncu.layout import Header, Shape
from roofline_gui.io.ncu.table import Column, Table
from roofline_gui.io.ncu.units import read_unit
from roofline_gui.model.launches import Texts
from roofline_gui.model.read_options import NumberFormat


class WideTable:
    """Collects the blocks of a wide table."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self._launch = LaunchColumns.of(header)
        self._device_name = header.column(DEVICE_NAME)
        needed = set(needed_of(header.fields))
        self._texts = (*self._launch.indices, *(() if self._device_name is None else (self._device_name,)))
        self._numbers = tuple(i for i, name in enumerate(header.fields) if name in needed)
        self.units: tuple[str, ...] = ("",) * len(header.fields)
        self._blocks: list[BlockColumns] = []

    @property
    def shape(self) -> Shape:
        """How the table holds launches."""
        return Shape.WIDE

    @property
    def is_empty(self) -> bool:
        """Whether it has no launches."""
        return not self._blocks

    @property
    def metrics(self) -> list[str]:
        """All metrics of the header, for messages."""
        return [f for f in self.header.fields if "__" in f]

    def wanted(self, number_format: NumberFormat) -> Wanted:
        """The columns to parse."""
        return Wanted(self.header, self._texts, self._numbers, number_format)

    def sample(self, cells: Sequence[str]) -> Iterator[tuple[str, bool]]:
        """The numbers of a row, each with whether it must be a whole number."""
        for i in self._numbers:
            if i < len(cells):
                yield cells[i], must_be_whole(self.header.fields[i], self.units[i])

    def add(self, block: BlockColumns) -> None:
        """Take up the rows of a block."""
        self._blocks.append(block)

    def absorb(self, other: object) -> bool:
        """Take up the rows of a later table of the file if it is alike in everything; False leaves both as they are."""
        if not isinstance(other, WideTable):
            return False
        is_alike = other.header.fields == self.header.fields and other.units == self.units
        self._blocks += other._blocks if is_alike else []
        return is_alike

    def build(self) -> Table:
        """The table of all rows."""
        count = sum(b.count for b in self._blocks)
        texts = {i: Texts.concatenate([b.texts[i] for b in self._blocks]) for i in self._texts}
        columns: dict[str, tuple[Column, ...]] = {}
        unread: dict[str, dict[int, str]] = {}
        for i in self._numbers:
            name, unit = self.header.fields[i], self.units[i].strip()
            values = np.concatenate([b.numbers[i] for b in self._blocks])
            reasons = unread.setdefault(name, {})
            scale = read_unit(unit)
            if scale is None:
                reasons.update(dict.fromkeys(range(count), f"unknown unit “{unit}”"))
                continue
            columns[name] = (*columns.get(name, ()), scaled_column(values, scale, unit))
            start = 0
            for block in self._blocks:
                reasons.update((start + row, why_unread(text)) for row, text in block.unread.get(i, {}).items())
                start += block.count
        device = None if self._device_name is None else texts[self._device_name]
        return build_table(count, self._launch, texts, device, columns, {m: r for m, r in unread.items() if r})
