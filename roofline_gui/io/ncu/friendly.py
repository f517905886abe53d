"""Names that `--page details` shows instead of metric names, where one stands for one counter without doubt.

Its values are rounded to two decimals. A name may occur with two units and two meanings ("Memory Throughput").
"""

from roofline_gui.io.ncu.counters import MULTIPROCESSORS, SM_CYCLES, SUM
from roofline_gui.io.ncu.ops_counters import OPS_PATH
from roofline_gui.io.ncu.units import Dimension

_INSTRUCTIONS = "Predicated-On {} Thread Instructions Executed Per Cycle"
_PER_CYCLE = "smsp__sass_thread_inst_executed_op_{}_pred_on.sum.per_cycle_elapsed"
_OPERATIONS = ("fadd", "fmul", "ffma", "dadd", "dmul", "dfma", "hadd", "hmul", "hfma")

# An FMA is two operations; a packed one four.
_OPERATIONS_OF = {"ffma": 2, "dfma": 2, "hfma": 4}

METRICS: dict[tuple[str, Dimension], str] = {
    ("Duration", Dimension.SECOND): "gpu__time_duration.sum",
    ("Elapsed Cycles", Dimension.COUNT): "gpc__cycles_elapsed.max",
    ("Total SM Elapsed Cycles", Dimension.COUNT): SM_CYCLES,
    ("Memory Throughput", Dimension.BYTE): "dram__bytes.sum.per_second",
    ("DRAM Bandwidth", Dimension.BYTE): "dram__bytes.sum.per_second",
    ("L2 Cache Bandwidth", Dimension.BYTE): "derived__lts__lts2xbar_bytes.sum.per_second",
    ("L1/TEX active local/global writeback cycles per second", Dimension.COUNT): (
        "l1tex__lsu_writeback_active_mem_lgds.sum.per_second"
    ),
    ("L1/TEX peak local/global writeback cycles", Dimension.NONE): (
        "l1tex__lsu_writeback_active_mem_lgds.sum.peak_sustained"
    ),
    ("L1: Data Pipe Lsu Wavefronts", Dimension.PERCENT): (
        "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed"
    ),
    ("L1: Lsu Writeback Active", Dimension.PERCENT): ("l1tex__lsu_writeback_active.avg.pct_of_peak_sustained_elapsed"),
    ("SM: Inst Executed Pipe Xu", Dimension.PERCENT): "sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_elapsed",
    ("# SMs", Dimension.COUNT): MULTIPROCESSORS,
    ("Achieved Occupancy", Dimension.PERCENT): "sm__warps_active.avg.pct_of_peak_sustained_active",
    ("Waves Per SM", Dimension.NONE): "launch__waves_per_multiprocessor",
    ("Avg. Active Threads Per Warp", Dimension.NONE): "smsp__thread_inst_executed_per_inst_executed.ratio",
    ("L1/TEX Hit Rate", Dimension.PERCENT): "l1tex__t_sector_hit_rate.pct",
    ("L2 Hit Rate", Dimension.PERCENT): "lts__t_sector_hit_rate.pct",
    ("Block Limit Registers", Dimension.COUNT): "launch__occupancy_limit_registers",
    ("Block Limit Shared Mem", Dimension.COUNT): "launch__occupancy_limit_shared_mem",
    ("Block Limit Warps", Dimension.COUNT): "launch__occupancy_limit_warps",
    ("Block Limit SM", Dimension.COUNT): "launch__occupancy_limit_blocks",
    **{(_INSTRUCTIONS.format(op.upper()), Dimension.COUNT): _PER_CYCLE.format(op) for op in _OPERATIONS},
}


def find(name: str, dimension: Dimension) -> tuple[str, float] | None:
    """The metric that a row called `name` shows, and what its values are to be multiplied with; None for others."""
    metric = METRICS.get((name, dimension))
    if metric is not None:
        return metric, 1.0
    for op, operations in _OPERATIONS_OF.items():
        if dimension is Dimension.COUNT and name == f"Predicated-On {op.upper()} Operations Per Cycle":
            return _PER_CYCLE.format(op), 1 / operations
    return None


def tensor_share(name: str, dimension: Dimension) -> str | None:
    """The operation counter whose share of peak a row such as "Src:bf16 Dst:fp32" (in %) shows, None for other rows.

    The rows of the counter itself cannot be told apart from its peaks, but a share of 0 tells that it is 0.
    """
    if dimension is not Dimension.PERCENT or not name.startswith(("Src:", "Op:")):
        return None
    parts = [part.replace(":", "_").lower() for part in name.split()]
    return OPS_PATH + "_".join(parts) + SUM
