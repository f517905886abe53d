"""Launches of a profile, as columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntFlag, StrEnum

import numpy as np

from roofline_gui.model.demand import Demand, Floats, Ints


class Evidence(StrEnum):
    """Measured hints beyond W, Q and t. Percentages are 0 to 100, ratios plain numbers."""

    OCCUPANCY = "occupancy_percent"
    WAVES = "waves_per_multiprocessor"
    ISSUE_ACTIVE = "issue_active_percent"
    THREADS_PER_INSTRUCTION = "threads_per_instruction"
    SECTORS_PER_REQUEST_LOAD = "sectors_per_request_load"
    SECTORS_PER_REQUEST_STORE = "sectors_per_request_store"
    SECTOR_USE_LOAD = "sector_use_load_percent"
    SECTOR_USE_STORE = "sector_use_store_percent"
    DRAM_READ = "dram_read_bytes"
    DRAM_WRITE = "dram_write_bytes"
    WAVEFRONTS_OVER_MINIMUM = "wavefronts_over_minimum"
    SHARED_OF_WRITEBACK = "shared_share_of_writeback"
    L1_HIT = "l1_hit_percent"
    L2_HIT = "l2_hit_percent"
    BANK_CONFLICTS = "bank_conflicts"
    INTEGER_OPS = "integer_ops"
    TENSOR_ACTIVE = "tensor_pipe_active_percent"
    LIMIT_REGISTERS = "blocks_limited_by_registers"
    LIMIT_SHARED = "blocks_limited_by_shared_memory"
    LIMIT_WARPS = "blocks_limited_by_warps"
    LIMIT_BLOCKS = "blocks_limited_by_blocks"
    STALL_LONG_SCOREBOARD = "stall_long_scoreboard"
    STALL_BARRIER = "stall_barrier"
    STALL_MATH_PIPE = "stall_math_pipe_throttle"
    STALL_MIO = "stall_mio_throttle"
    STALL_LG = "stall_lg_throttle"
    STALL_WAIT = "stall_wait"


SUMMED_EVIDENCE = frozenset(
    {Evidence.DRAM_READ, Evidence.DRAM_WRITE, Evidence.BANK_CONFLICTS, Evidence.INTEGER_OPS}
)


class Flag(IntFlag):
    """What a reader of the numbers must know about a launch; words live in `present.words`."""

    NONE = 0
    L1_BYPASSED = 1  # only write-back bytes are known and the kernel loads around them
    L1_FROM_WRITEBACK = 2  # L1 is write-back (+ shared) bytes, not data path occupancy
    L2_ALL_TRAFFIC = 4  # L2 is lts__t_bytes, not the traffic to the SMs
    TENSOR_ASSUMED = 8  # tensor work = instructions × an assumed FLOP per instruction
    FLOP_PARTLY_COUNTED = 16  # the file lacks counters of some precisions
    RATE_TIMES_TIME = 32  # some value is a rate multiplied by the duration
    ROUNDED = 64  # some value was rounded by the profiler
    RANGE = 128  # one result for many kernels


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """A text column: distinct `values` and one code per row, shape (n,)."""

    codes: Ints
    values: tuple[str, ...]

    @staticmethod
    def of(rows: Sequence[str]) -> "Texts":
        """Encode one text per row, distinct values in order of appearance."""
        index: dict[str, int] = {}
        codes = np.fromiter((index.setdefault(r, len(index)) for r in rows), dtype=np.int64, count=len(rows))
        return Texts(codes, tuple(index))

    @staticmethod
    def constant(value: str, n: int) -> "Texts":
        """The same text in n rows."""
        return Texts(np.zeros(n, dtype=np.int64), (value,))

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> str:
        return self.values[int(self.codes[row])]

    def take(self, index: Ints) -> "Texts":
        """The rows at `index`."""
        return Texts(self.codes[index], self.values)

    def rows(self) -> list[str]:
        """One text per row."""
        return [self.values[c] for c in self.codes.tolist()]

    @staticmethod
    def concatenate(parts: Sequence["Texts"]) -> "Texts":
        """Rows of all parts after one another."""
        if len(parts) == 1:
            return parts[0]
        index: dict[str, int] = {}
        codes = []
        for part in parts:
            lookup = np.array([index.setdefault(v, len(index)) for v in part.values] or [0], dtype=np.int64)
            codes.append(lookup[part.codes])
        return Texts(np.concatenate(codes) if codes else np.zeros(0, dtype=np.int64), tuple(index))


@dataclass(frozen=True, slots=True, eq=False)
class Launches:
    """n launches in the order of the file.

    kernel: full name. operation: NVTX path joined with " / ", empty without NVTX. block, grid: as printed,
    "(256, 1, 1)".
    launch_id: the profiler's ID as text (IDs repeat between processes, devices and files). device: index as printed.
    device_name: display name, empty if unknown. compute_capability: "9.0", empty if unknown.
    provenance: per quantity (keys such as "time", "flop.fp32", "bytes.dram") which counters it came from, per launch:
    a sum of products such as "2 × a.sum + b.sum.per_second × time".
    counters: values of those counters, SI base units (percent: 0 to 100), per execution, shape (n,); may be empty.
    invocations: executions that a row sums up (the profiler's own summaries), shape (n,); None: one each.
    """

    kernel: Texts
    operation: Texts
    block: Texts
    grid: Texts
    launch_id: Texts
    process: Texts
    device: Texts
    device_name: Texts
    compute_capability: Texts
    demand: Demand
    flags: Ints
    evidence: Mapping[Evidence, Floats] = field(default_factory=dict)
    provenance: Mapping[str, Texts] = field(default_factory=dict)
    counters: Mapping[str, Floats] = field(default_factory=dict)
    invocations: Ints | None = None

    def __len__(self) -> int:
        return len(self.kernel)

    @property
    def counts(self) -> Ints:
        """Executions behind each row, shape (n,)."""
        return np.ones(len(self), dtype=np.int64) if self.invocations is None else self.invocations

    def take(self, index: Ints) -> "Launches":
        """The launches at `index`."""
        return Launches(
            kernel=self.kernel.take(index),
            operation=self.operation.take(index),
            block=self.block.take(index),
            grid=self.grid.take(index),
            launch_id=self.launch_id.take(index),
            process=self.process.take(index),
            device=self.device.take(index),
            device_name=self.device_name.take(index),
            compute_capability=self.compute_capability.take(index),
            demand=self.demand.take(index),
            flags=self.flags[index],
            evidence={e: v[index] for e, v in self.evidence.items()},
            provenance={q: t.take(index) for q, t in self.provenance.items()},
            counters={c: v[index] for c, v in self.counters.items()},
            invocations=None if self.invocations is None else self.invocations[index],
        )


def concatenate(parts: Sequence[Launches]) -> Launches:
    """All launches of `parts` (at least one) after one another; what one part lacks is unknown there."""

    def filled(part: Launches, values: Floats | None) -> Floats:
        return np.full(len(part), np.nan) if values is None else values

    if len(parts) == 1:
        return parts[0]
    demands = [p.demand for p in parts]
    precisions = dict.fromkeys(p for d in demands for p in d.flop)
    levels = dict.fromkeys(level for d in demands for level in d.bytes)
    evidence = dict.fromkeys(e for p in parts for e in p.evidence)
    quantities = dict.fromkeys(q for p in parts for q in p.provenance)
    counters = dict.fromkeys(c for p in parts for c in p.counters)
    return Launches(
        kernel=Texts.concatenate([p.kernel for p in parts]),
        operation=Texts.concatenate([p.operation for p in parts]),
        block=Texts.concatenate([p.block for p in parts]),
        grid=Texts.concatenate([p.grid for p in parts]),
        launch_id=Texts.concatenate([p.launch_id for p in parts]),
        process=Texts.concatenate([p.process for p in parts]),
        device=Texts.concatenate([p.device for p in parts]),
        device_name=Texts.concatenate([p.device_name for p in parts]),
        compute_capability=Texts.concatenate([p.compute_capability for p in parts]),
        demand=Demand(
            np.concatenate([d.time for d in demands]),
            {x: np.concatenate([filled(p, p.demand.flop.get(x)) for p in parts]) for x in precisions},
            np.concatenate([d.flop_known for d in demands]),
            np.concatenate([d.special_ops for d in demands]),
            {x: np.concatenate([filled(p, p.demand.bytes.get(x)) for p in parts]) for x in levels},
        ),
        flags=np.concatenate([p.flags for p in parts]),
        evidence={x: np.concatenate([filled(p, p.evidence.get(x)) for p in parts]) for x in evidence},
        provenance={
            q: Texts.concatenate([p.provenance.get(q) or Texts.constant("", len(p)) for p in parts])
            for q in quantities
        },
        counters={c: np.concatenate([filled(p, p.counters.get(c)) for p in parts]) for c in counters},
        invocations=None if all(p.invocations is None for p in parts) else np.concatenate([p.counts for p in parts]),
    )
