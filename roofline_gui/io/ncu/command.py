"""The recommended collection command: few counters, yet enough for every level and verdict."""

from dataclasses import dataclass

from roofline_gui.io.ncu.architecture import ARCHITECTURES, Architecture, capability_number, closest

FLAGS = "--csv --page raw --print-units base --clock-control none"
ANY_CHIP = f"ncu {FLAGS} --set roofline ./app > profile.csv"


@dataclass(frozen=True, slots=True)
class CounterRequest:
    """One metric to collect and what it is for."""

    name: str
    purpose: str


def metric_list(compute_capability: str) -> tuple[CounterRequest, ...]:
    """The recommended metrics for a compute capability such as ``"9.0"``.

    Raises:
        ValueError: the compute capability is not known; the message lists those that are.
    """
    architecture = _known(compute_capability)
    groups = (
        _work(architecture),
        _traffic(architecture),
        _evidence(),
        _ceilings(architecture),
    )
    return tuple(CounterRequest(name, purpose) for group in groups for name, purpose in group)


def recommended_command(compute_capability: str, app: str = "./app", nvtx: bool = False) -> str:
    """The `ncu` command that collects `metric_list`, ready to copy.

    Raises:
        ValueError: the compute capability is not known; the message lists those that are.
    """
    metrics = ",".join(request.name for request in metric_list(compute_capability))
    return f"ncu {FLAGS} --metrics {metrics}{' --nvtx' if nvtx else ''} {app} > profile.csv"


def closest_command(compute_capability: str) -> str:
    """A command for advice: tailored where the compute capability is known, else one that every chip understands."""
    try:
        return recommended_command(compute_capability)
    except ValueError:
        return ANY_CHIP


def _known(compute_capability: str) -> Architecture:
    number = capability_number(compute_capability)
    architecture = closest(compute_capability)
    if number is None or architecture is None or f"{number:.1f}" not in ARCHITECTURES:
        known = ", ".join(ARCHITECTURES)
        raise ValueError(
            f"Compute capability “{compute_capability}” is not known; write it like 9.0. Known are {known}."
        )
    return architecture


_Requests = list[tuple[str, str]]


def _work(architecture: Architecture) -> _Requests:
    """Time and FLOP."""
    operations = ["fadd", "fmul", "ffma", "dadd", "dmul", "dfma", "hadd", "hmul", "hfma"]
    if architecture.packed_fp32:
        operations += ["fadd2", "fmul2", "ffma2"]
    purposes = {"f": "FP32 work", "d": "FP64 work", "h": "packed FP16 work"}
    requests = [("gpu__time_duration.sum", "time")]
    requests += [(f"sm__sass_thread_inst_executed_op_{o}_pred_on.sum", purposes[o[0]]) for o in operations]
    requests += [(f"sm__ops_path_tensor_{t}.sum", "tensor work") for t in architecture.tensor_types]
    requests.append(("sm__inst_executed_pipe_tensor.sum", "tensor instructions, to check the tensor work"))
    if architecture.shared_tensor_pipe is not None:
        requests += [
            ("sm__inst_executed_pipe_tensor_op_hmma.sum", "tensor instructions of the half-precision kind"),
            (
                "sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum",
                "packed FP16 instructions among the tensor instructions: no matrix work",
            ),
        ]
    if architecture.warpgroup_mma:
        requests.append(("sm__inst_executed_pipe_tensor_op_gmma.sum", "warpgroup MMA instructions"))
    requests += [
        ("sm__inst_executed_pipe_xu.sum", "special-function results"),
        ("sm__sass_thread_inst_executed_op_integer_pred_on.sum", "integer work of kernels without FLOP"),
    ]
    return requests


def _traffic(architecture: Architecture) -> _Requests:
    """Bytes per level."""
    shared = ["ld", "st", "atom"] + (["gmma"] if architecture.warpgroup_mma else [])
    writeback = dict.fromkeys(("l1tex__lsu_writeback_active", architecture.writeback))
    return [
        *((f"{name}.sum", "DRAM traffic") for name in architecture.dram),
        ("lts__lts2xbar_cycles_active.sum", "L2 traffic to the SMs"),
        ("lts__t_bytes.sum", "all L2 traffic"),
        ("l1tex__data_pipe_lsu_wavefronts.sum", "occupancy of the L1/shared data path"),
        *((f"{name}.sum", "the least wavefronts that would do, and L1 write-back") for name in writeback),
        ("l1tex__t_bytes.sum", "L1 traffic by bytes"),
        *((f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum", "shared-memory traffic") for op in shared),
    ]


def _evidence() -> _Requests:
    """Hints at causes."""
    stalls = ("long_scoreboard", "barrier", "math_pipe_throttle", "mio_throttle", "lg_throttle", "wait")
    limits = ("registers", "shared_mem", "warps", "blocks")
    global_access = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_{}.ratio"
    sector_use = "smsp__sass_average_data_bytes_per_sector_mem_global_op_{}.pct"
    return [
        ("sm__warps_active.avg.pct_of_peak_sustained_active", "occupancy"),
        ("smsp__issue_active.avg.pct_of_peak_sustained_active", "busy issue slots"),
        ("smsp__thread_inst_executed_per_inst_executed.ratio", "divergence: active threads per instruction"),
        *((global_access.format(op), "coalescing: sectors per request") for op in ("ld", "st")),
        *((sector_use.format(op), "coalescing: used share of each sector") for op in ("ld", "st")),
        ("sm__throughput.avg.pct_of_peak_sustained_elapsed", "busiest part of the SMs"),
        ("gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", "busiest part of the memory system"),
        ("sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", "busy tensor pipe"),
        ("lts__t_sector_hit_rate.pct", "L2 hits"),
        ("l1tex__t_sector_hit_rate.pct", "L1 hits"),
        ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "bank conflicts in shared memory"),
        ("launch__waves_per_multiprocessor", "waves: is there work for every SM"),
        *((f"launch__occupancy_limit_{limit}", "what limits the occupancy") for limit in limits),
        *((f"smsp__average_warps_issue_stalled_{s}_per_issue_active.ratio", "what warps wait for") for s in stalls),
    ]


def _ceilings(architecture: Architecture) -> _Requests:
    """Peaks at the clocks of the run."""
    clocks = ["sm", *(["dram"] if architecture.dram else []), "lts", "l1tex"]
    peaks = [
        *(["dram__bytes"] if architecture.dram else []),
        "lts__lts2xbar_cycles_active",
        "l1tex__data_pipe_lsu_wavefronts",
        architecture.writeback,
        *(f"sm__sass_thread_inst_executed_op_{op}_pred_on" for op in ("ffma", "dfma", "hfma", "integer")),
        "sm__inst_executed_pipe_xu",
        *(f"sm__ops_path_tensor_{t}" for t in architecture.tensor_peaks),
    ]
    return [
        *((f"{unit}__cycles_elapsed.avg.per_second", "clock of the run, for the ceilings") for unit in clocks),
        *((f"{peak}.sum.peak_sustained", "ceiling") for peak in peaks),
    ]
