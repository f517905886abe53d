"""What both table shapes share: the columns that describe a launch, and values brought to SI units."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from roofline_gui.io.ncu import nvtx
from roofline_gui.io.ncu.layout import KERNEL_NAME, Header
from roofline_gui.io.ncu.table import Column, Table
from roofline_gui.io.ncu.units import Dimension, Scale
from roofline_gui.model.demand import Floats, Ints
from roofline_gui.model.launches import Texts

ID, PROCESS, DEVICE = "ID", "Process ID", "Device"
LAUNCH_COLUMNS = (KERNEL_NAME, "Block Size", "Grid Size", ID, PROCESS, DEVICE, "CC")


@dataclass(frozen=True, slots=True)
class LaunchColumns:
    """Indices of the columns that describe a launch; what a header lacks is absent."""

    named: Mapping[str, int]
    ranges: tuple[int, ...]
    summed_ranges: tuple[int, ...]

    @staticmethod
    def of(header: Header) -> "LaunchColumns":
        """Find them in a header; NVTX push/pop ranges come before start/stop ranges, which do not nest."""
        named = {name: header.fields.index(name) for name in LAUNCH_COLUMNS if name in header.fields}

        def containing(text: str) -> tuple[int, ...]:
            return tuple(i for i, field in enumerate(header.fields) if text in field)

        ranges = (*containing(nvtx.PUSH_POP), *containing(nvtx.START_STOP))
        summed = tuple(i for i, field in enumerate(header.fields) if field.startswith(nvtx.SUMMED))
        return LaunchColumns(named, ranges, summed)

    @property
    def indices(self) -> tuple[int, ...]:
        """All of them."""
        return (*self.named.values(), *self.ranges, *self.summed_ranges)


def build_table(
    count: int,
    columns: LaunchColumns,
    texts: Mapping[int, Texts],
    device_name: Texts | None,
    metrics: Mapping[str, tuple[Column, ...]],
    unread: Mapping[str, Mapping[int, str]],
    invocations: Ints | None = None,
) -> Table:
    """A table of `count` launches from the texts per header column and the metrics."""

    def named(name: str) -> Texts:
        index = columns.named.get(name)
        return Texts.constant("", count) if index is None else texts[index]

    capability = named("CC")
    return Table(
        count=count,
        kernel=named(KERNEL_NAME),
        operation=_operations(
            count,
            [_paths(texts[i], has_domain=True) for i in columns.ranges]
            + [_paths(texts[i], has_domain=False) for i in columns.summed_ranges],
        ),
        block=named("Block Size"),
        grid=named("Grid Size"),
        launch_id=named(ID),
        process=named(PROCESS),
        device=named(DEVICE),
        device_name=Texts.constant("", count) if device_name is None else device_name,
        compute_capability=_renamed(capability, [v.strip().replace(",", ".") for v in capability.values]),
        columns=metrics,
        unread=unread,
        invocations=invocations,
    )


def scaled_column(values: Floats, scale: Scale, unit: str) -> Column:
    """Printed values in SI base units."""
    is_base = scale.factor == 1 or (scale.dimension is Dimension.SECOND and unit.startswith("ns"))
    rounded = not is_base and _has_two_decimals(values[np.isfinite(values)])
    return Column(values if scale.factor == 1 else values * scale.factor, scale.dimension, unit, rounded)


def _has_two_decimals(values: Floats) -> bool:
    """Whether all values are hundredths, and not all of them whole."""
    hundredths = values * 100
    are_hundredths = np.abs(hundredths - np.rint(hundredths)) < 1e-6
    return bool(are_hundredths.all() and (values != np.rint(values)).any())


def must_be_whole(metric: str, unit: str) -> bool:
    """Whether a metric's values are whole numbers: sums of counts in base units."""
    return metric.endswith(".sum") and unit in ("", "inst", "byte", "sector", "cycle", "ns", "nsecond")


def why_unread(text: str) -> str:
    """The reason for a cell that is no number."""
    return f"the profile says “{text}”" if text else "the cell is empty"


def _paths(cells: Texts, *, has_domain: bool) -> Texts:
    return _renamed(cells, [nvtx.operation_path(cell, has_domain=has_domain) for cell in cells.values])


def _operations(count: int, ranges: list[Texts]) -> Texts:
    """The operation of each launch: of the first range column that has one."""
    result = Texts.constant("", count)
    for paths in ranges:
        if not any(result.values):
            result = paths
        elif any(paths.values):
            result = Texts.of([first or second for first, second in zip(result.rows(), paths.rows(), strict=True)])
    return result


def _renamed(texts: Texts, values: list[str]) -> Texts:
    """The same rows with other texts, equal ones merged."""
    index: dict[str, int] = {}
    lookup = np.array([index.setdefault(v, len(index)) for v in values] or [0], dtype=np.int64)
    return Texts(lookup[texts.codes], tuple(index))
