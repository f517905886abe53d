"""What every counter means: per quantity the counters that give it, best first.

This is the one place to change a counter's meaning. A name without suffix stands for all ways in which a file may
hold its sum over the chip: the sum itself, a rate per second or per cycle, and (with `per_sm`) a share of its peak.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from roofline_gui.io.ncu.ops_counters import OPS_PATH, needed_ops, parse_ops_counter
from roofline_gui.io.ncu.units import Dimension
from roofline_gui.model.launches import Evidence
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision

SECTOR = 32  # bytes
WAVEFRONT = 128  # bytes that the L1/shared data path moves per cycle and SM
XU_LANES = 32  # results of one special-function instruction: one per thread of the warp
XU_PER_SM = 0.5  # such instructions per cycle: 16 lanes


def dimension_of(metric: str) -> Dimension:
    """What a metric measures, by its name."""
    if ".pct" in metric:
        return Dimension.PERCENT
    if metric.startswith("gpu__time"):
        return Dimension.SECOND
    return Dimension.BYTE if "bytes" in metric else Dimension.COUNT


@dataclass(frozen=True, slots=True)
class Term:
    """One counter times `factor`; `names` are the names it goes by. per_sm: its peak per SM and cycle, where fixed."""

    names: tuple[str, ...]
    factor: float = 1.0
    per_sm: float | None = None

    @property
    def dimension(self) -> Dimension:
        """What the counter counts."""
        return dimension_of(self.names[0])


@dataclass(frozen=True, slots=True)
class Formula:
    """A sum of terms.

    packed: terms that chips with packed FP32 have besides. up_to: the last compute capability it holds for.
    may_lack: the sum over the terms that the file has is still worth showing, as a part.
    """

    terms: tuple[Term, ...]
    packed: tuple[Term, ...] = ()
    up_to: float = 99.0
    may_lack: bool = False


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity of the model: `key` in the provenance, and its formulas, best first."""

    key: str
    formulas: tuple[Formula, ...]


def _sum(*terms: tuple[str, float] | str) -> Formula:
    return Formula(tuple(Term((t,)) if isinstance(t, str) else Term((t[0],), t[1]) for t in terms))


def _instructions(**factors: float) -> tuple[Term, ...]:
    """Thread instructions whose predicate was on, counted per SM or per quarter of an SM."""
    name = "{}__sass_thread_inst_executed_op_{}_pred_on"
    return tuple(Term((name.format("sm", op), name.format("smsp", op)), f) for op, f in factors.items())


# An FMA is two FLOP; packed FP16 executes two lanes per instruction, and so does packed FP32 (CC 10).
WORK: dict[Precision, Quantity] = {
    Precision.FP32: Quantity(
        "flop.fp32",
        (
            Formula(
                _instructions(fadd=1, fmul=1, ffma=2),
                packed=_instructions(fadd2=2, fmul2=2, ffma2=4),
                may_lack=True,
            ),
        ),
    ),
    Precision.FP64: Quantity("flop.fp64", (Formula(_instructions(dadd=1, dmul=1, dfma=2), may_lack=True),)),
    Precision.FP16: Quantity("flop.fp16", (Formula(_instructions(hadd=2, hmul=2, hfma=4), may_lack=True),)),
}

DRAM = Quantity(
    "bytes.dram",
    (
        _sum("dram__bytes_read", "dram__bytes_write"),
        _sum("dram__bytes_op_read", "dram__bytes_op_write"),
        _sum("dram__bytes"),
        _sum(("dram__sectors_read", SECTOR), ("dram__sectors_write", SECTOR)),
        _sum(("dram__sectors", SECTOR)),
    ),
)
# Two definitions of L2 traffic are in use.
L2_TO_SMS = Quantity("bytes.l2", (_sum(("lts__lts2xbar_cycles_active", SECTOR)), _sum("derived__lts__lts2xbar_bytes")))
L2_ALL = Quantity("bytes.l2", (_sum("lts__t_bytes"), _sum(("lts__t_sectors", SECTOR))))

_LSU = "l1tex__data_pipe_lsu_wavefronts"
WAVEFRONTS = Quantity("bytes.l1", (Formula((Term((_LSU,), WAVEFRONT, per_sm=1.0),)),))
# The least wavefronts that the same data would need.
WRITEBACK_ACTIVE = Quantity("wavefronts", (Formula((Term(("l1tex__lsu_writeback_active",), WAVEFRONT, per_sm=1.0),)),))
# The part of it that is not shared memory.
WRITEBACK_WITHOUT_SHARED = Quantity(
    "wavefronts",
    (
        _sum(("l1tex__lsu_writeback_active_mem_lgds", WAVEFRONT)),
        _sum("derived__l1tex__lsu_writeback_bytes_mem_lgds"),
    ),
)
WRITEBACK = Quantity(
    "bytes.l1",
    (
        _sum(("l1tex__lsu_writeback_active_mem_lgds", WAVEFRONT)),
        _sum("derived__l1tex__lsu_writeback_bytes_mem_lgds"),
        _sum(("l1tex__lsu_writeback_active_mem_lg", WAVEFRONT)),
        _sum("derived__l1tex__lsu_writeback_bytes_mem_lg"),
        Formula((Term(("l1tex__lsu_writeback_active",), WAVEFRONT),), up_to=7.2),
        _sum("l1tex__t_bytes"),
        _sum(("l1tex__t_sectors", SECTOR)),
    ),
)
SHARED = Quantity(
    "bytes.shared",
    (
        _sum(*((f"{_LSU}_mem_shared_op_{op}", WAVEFRONT) for op in ("ld", "st", "atom"))),
        # From CC 9.0 on global stores pass through this counter too.
        Formula((Term((f"{_LSU}_mem_shared",), WAVEFRONT),), up_to=8.9),
    ),
)
SHARED_GMMA = Quantity("bytes.gmma", (_sum((f"{_LSU}_mem_shared_op_gmma", WAVEFRONT)),))

SPECIAL_OPS = Quantity("special_ops", (Formula((Term(("sm__inst_executed_pipe_xu",), XU_LANES, per_sm=XU_PER_SM),)),))

# Tensor instructions, for files without operation counters.
TENSOR_INSTRUCTIONS = Quantity(
    "tensor_instructions",
    (
        Formula((Term(("sm__inst_executed_pipe_tensor", "smsp__inst_executed_pipe_tensor")),)),
        Formula((Term(("sm__inst_executed_pipe_tensor_op_hmma", "smsp__inst_executed_pipe_tensor_op_hmma")),)),
    ),
)
TENSOR_HFMA2 = Quantity("tensor_hfma2", (_sum("sm__inst_executed_pipe_tensor_op_hmma_type_hfma2"),))
TENSOR_GMMA = Quantity("tensor_gmma", (_sum("sm__inst_executed_pipe_tensor_op_gmma"),))
PACKED_FP16 = Quantity("packed_fp16", (Formula(_instructions(hadd=1, hmul=1, hfma=1)),))

TIMES = ("gpu__time_duration.sum", "gpu__time_duration.avg", "gpu__time_duration.max")
CYCLE_UNITS = ("sm", "smsp", "gpc")
DEVICE_NAME = "device__attribute_display_name"
MULTIPROCESSORS = "device__attribute_multiprocessor_count"
# Peaks of one per SM and cycle: their sum over the chip is the number of SMs.
ONE_PER_SM = tuple(
    f"{name}.sum.peak_sustained"
    for name in (
        "l1tex__data_pipe_lsu_wavefronts",
        "l1tex__lsu_writeback_active_mem_lgds",
        "l1tex__lsu_writeback_active_mem_lg",
    )
)
SM_CYCLES = "sm__cycles_elapsed.sum"
CLOCK_KHZ = "device__attribute_clock_rate"
L2_SIZE = "device__attribute_l2_cache_size"

_STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
_ACCESS = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_{}.ratio"
_SECTOR_USE = "smsp__sass_average_data_bytes_per_sector_mem_global_op_{}.pct"
EVIDENCE: dict[Evidence, tuple[str, Dimension]] = {
    Evidence.OCCUPANCY: ("sm__warps_active.avg.pct_of_peak_sustained_active", Dimension.PERCENT),
    Evidence.WAVES: ("launch__waves_per_multiprocessor", Dimension.COUNT),
    Evidence.ISSUE_ACTIVE: ("smsp__issue_active.avg.pct_of_peak_sustained_active", Dimension.PERCENT),
    Evidence.THREADS_PER_INSTRUCTION: ("smsp__thread_inst_executed_per_inst_executed.ratio", Dimension.COUNT),
    Evidence.SECTORS_PER_REQUEST_LOAD: (_ACCESS.format("ld"), Dimension.COUNT),
    Evidence.SECTORS_PER_REQUEST_STORE: (_ACCESS.format("st"), Dimension.COUNT),
    Evidence.SECTOR_USE_LOAD: (_SECTOR_USE.format("ld"), Dimension.PERCENT),
    Evidence.SECTOR_USE_STORE: (_SECTOR_USE.format("st"), Dimension.PERCENT),
    Evidence.L1_HIT: ("l1tex__t_sector_hit_rate.pct", Dimension.PERCENT),
    Evidence.L2_HIT: ("lts__t_sector_hit_rate.pct", Dimension.PERCENT),
    Evidence.BANK_CONFLICTS: ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", Dimension.COUNT),
    Evidence.INTEGER_OPS: ("sm__sass_thread_inst_executed_op_integer_pred_on.sum", Dimension.COUNT),
    Evidence.TENSOR_ACTIVE: ("sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", Dimension.PERCENT),
    Evidence.LIMIT_REGISTERS: ("launch__occupancy_limit_registers", Dimension.COUNT),
    Evidence.LIMIT_SHARED: ("launch__occupancy_limit_shared_mem", Dimension.COUNT),
    Evidence.LIMIT_WARPS: ("launch__occupancy_limit_warps", Dimension.COUNT),
    Evidence.LIMIT_BLOCKS: ("launch__occupancy_limit_blocks", Dimension.COUNT),
    Evidence.STALL_LONG_SCOREBOARD: (_STALL.format("long_scoreboard"), Dimension.COUNT),
    Evidence.STALL_BARRIER: (_STALL.format("barrier"), Dimension.COUNT),
    Evidence.STALL_MATH_PIPE: (_STALL.format("math_pipe_throttle"), Dimension.COUNT),
    Evidence.STALL_MIO: (_STALL.format("mio_throttle"), Dimension.COUNT),
    Evidence.STALL_LG: (_STALL.format("lg_throttle"), Dimension.COUNT),
    Evidence.STALL_WAIT: (_STALL.format("wait"), Dimension.COUNT),
}
TRANSFERS: dict[Evidence, Quantity] = {
    Evidence.DRAM_READ: Quantity("dram_read", (_sum("dram__bytes_read"), _sum("dram__bytes_op_read"))),
    Evidence.DRAM_WRITE: Quantity("dram_write", (_sum("dram__bytes_write"), _sum("dram__bytes_op_write"))),
}

DEFINITIONS = {
    (Level.L2, True): "traffic between L2 and the SMs (lts2xbar)",
    (Level.L2, False): "all traffic of L2 (lts__t_bytes)",
    (Level.L1, True): "occupancy of the L1/shared data path (LSU wavefronts × 128 B)",
    (Level.L1, False): "bytes written back by L1, shared memory included where it was counted",
}
# The metric that would give a quantity, for what a file lacks.
REMEDIES = {
    "time": "gpu__time_duration.sum",
    "FP32 work": "sm__sass_thread_inst_executed_op_{fadd,fmul,ffma}_pred_on.sum",
    "FP64 work": "sm__sass_thread_inst_executed_op_{dadd,dmul,dfma}_pred_on.sum",
    "packed FP16 work": "sm__sass_thread_inst_executed_op_{hadd,hmul,hfma}_pred_on.sum",
    "tensor work": "sm__ops_path_tensor_src_*.sum",
    "special-function results": "sm__inst_executed_pipe_xu.sum",
    "DRAM bytes": "dram__bytes_read.sum + dram__bytes_write.sum",
    "L2 bytes": "lts__lts2xbar_cycles_active.sum",
    "L1/shared bytes": "l1tex__data_pipe_lsu_wavefronts.sum",
    "shared-memory bytes": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st,atom}.sum",
}

SUM, PER_SECOND, PER_CYCLE, PEAK = ".sum", ".sum.per_second", ".sum.per_cycle_elapsed", ".sum.peak_sustained"
SHARES = (".avg.pct_of_peak_sustained_elapsed", ".sum.pct_of_peak_sustained_elapsed")
_RATES = (PER_SECOND, PER_CYCLE)
_CLOCKS = re.compile(r"(?:sm|smsp|gpc|dram|lts|l1tex)__cycles_elapsed\.(?:avg|max)(?:\.per_second)?$")
_TENSOR = re.compile(
    re.escape(OPS_PATH) + r"(?:op_|src_)\w+\.sum(?:\.per_second|\.per_cycle_elapsed|\.peak_sustained)?$"
)


def _collect_names() -> frozenset[str]:
    quantities = [
        *WORK.values(), DRAM, L2_TO_SMS, L2_ALL, WAVEFRONTS, WRITEBACK_ACTIVE, WRITEBACK, WRITEBACK_WITHOUT_SHARED,
        SHARED, SHARED_GMMA, SPECIAL_OPS, TENSOR_INSTRUCTIONS, TENSOR_HFMA2, TENSOR_GMMA, PACKED_FP16,
        *TRANSFERS.values(),
    ]  # fmt: skip
    terms = [t for q in quantities for f in q.formulas for t in (*f.terms, *f.packed)]
    names = {*TIMES, MULTIPROCESSORS, SM_CYCLES, CLOCK_KHZ, L2_SIZE, *(name for name, _ in EVIDENCE.values())}
    for term in terms:
        suffixes = (SUM, *_RATES, PEAK, *(SHARES if term.per_sm is not None else ()))
        names |= {name + suffix for name in term.names for suffix in suffixes}
    return frozenset(names)


_NAMES = _collect_names()


def is_needed(metric: str) -> bool:
    """Whether the reader can use a metric; all others are not even parsed."""
    if metric in _NAMES or _CLOCKS.match(metric) is not None:
        return True
    base, suffix = _split(metric)
    return suffix in (SUM, *_RATES, PEAK) and parse_ops_counter(base) is not None


def needed_of(metrics: Collection[str]) -> list[str]:
    """The metrics of a wide table worth parsing: the needed ones, without those that say the same again."""
    present = frozenset(metrics)
    tensor = [m for m in metrics if m.startswith(OPS_PATH)]
    sums, peaks = needed_ops(dict.fromkeys(_split(m)[0] for m in tensor))

    def is_spare(metric: str) -> bool:
        base, suffix = _split(metric)
        is_rate = suffix in _RATES and base + SUM in present
        is_copy = suffix == SHARES[1] and base + SHARES[0] in present
        is_child = metric.startswith(OPS_PATH) and base not in (peaks if suffix == PEAK else sums)
        return is_rate or is_copy or is_child or (metric in TIMES[1:] and TIMES[0] in present)

    return [m for m in metrics if is_needed(m) and not is_spare(m)]


def _split(metric: str) -> tuple[str, str]:
    """Counter and suffix of a metric: ``dram__bytes`` and ``.sum.per_second``."""
    base, dot, suffix = metric.partition(".")
    return base, dot + suffix
