"""The recommended collection command: few counters, yet enough for every level and verdict."""

import re
import shlex
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from roofline_gui.io.ncu.architecture import ARCHITECTURES, Architecture, capability_number, closest

FLAGS = "--csv --page raw --print-units base --clock-control none"
ANY_CHIP = f"ncu {FLAGS} --set roofline ./app > profile.csv"


class Part(StrEnum):
    """What a counter is collected for. DRAM, which holds time and work too, is always collected."""

    DRAM = "dram"
    L2 = "l2"
    L1 = "l1"
    EVIDENCE = "evidence"
    CEILINGS = "ceilings"


ALL_PARTS = frozenset(Part)


@dataclass(frozen=True, slots=True)
class CounterRequest:
    """One metric to collect, what it is for, and the part that it belongs to."""

    name: str
    purpose: str
    part: Part


@dataclass(frozen=True, slots=True)
class Selection:
    """Which launches of the program to profile; all of them unless something is set.

    nvtx_range: filter of NVTX ranges as `--nvtx-include` takes it (a push/pop range ends with "/"). kernels: regular
    expression for function names. skip: launches to pass over first. count: at most so many, 0 for all.
    """

    nvtx_range: str = ""
    kernels: str = ""
    skip: int = 0
    count: int = 0

    @property
    def options(self) -> tuple[str, ...]:
        """The options of `ncu`, quoted for a POSIX shell."""
        return (
            *(("--nvtx-include", shlex.quote(self.nvtx_range)) if self.nvtx_range else ()),
            *(("-k", shlex.quote(f"regex:{self.kernels}")) if self.kernels else ()),
            *(("--launch-skip", str(self.skip)) if self.skip else ()),
            *(("--launch-count", str(self.count)) if self.count else ()),
        )


EVERYTHING = Selection()


def metric_list(compute_capability: str, parts: Collection[Part] = ALL_PARTS) -> tuple[CounterRequest, ...]:
    """The recommended metrics of `parts` for a compute capability such as ``"9.0"``.

    Raises:
        ValueError: the compute capability is not known; the message lists those that are.
    """
    architecture = _known(compute_capability)
    groups = (
        (Part.DRAM, _work(architecture)),
        (Part.DRAM, [(f"{name}.sum", "DRAM traffic") for name in architecture.dram]),
        (Part.L2, _l2_traffic()),
        (Part.L1, _l1_traffic(architecture)),
        (Part.EVIDENCE, _evidence()),
        (Part.CEILINGS, _ceilings(architecture, {*parts, Part.DRAM})),
    )
    wanted = {*parts, Part.DRAM}
    return tuple(
        CounterRequest(name, purpose, part) for part, group in groups if part in wanted for name, purpose in group
    )


def recommended_command(
    compute_capability: str,
    app: str = "./app",
    nvtx: bool = False,
    *,
    parts: Collection[Part] = ALL_PARTS,
    selection: Selection = EVERYTHING,
) -> str:
    """The `ncu` command that collects `metric_list` of the selected launches of `app`, ready for a POSIX shell.

    app: the program with its arguments as one would type them. nvtx: record NVTX ranges, as a filter of ranges always
    does.

    Raises:
        ValueError: the compute capability is not known, or a quotation mark in `app` has no partner.
    """
    metrics = ",".join(request.name for request in metric_list(compute_capability, parts))
    words = ["ncu", FLAGS, "--metrics", metrics, *(["--nvtx"] if nvtx or selection.nvtx_range else [])]
    return " ".join([*words, *selection.options, _program(app), "> profile.csv"])


def _program(app: str) -> str:
    """A program with arguments as the last words of a command: as it is typed where that is one simple command, else
    handed to a shell of its own, so that `ncu` profiles all of it and what `ncu` prints goes to the file.
    """
    text = app.strip() or "./app"
    words = shlex.shlex(text, posix=True, punctuation_chars=True)
    words.whitespace_split, words.commenters = True, ""
    try:
        found = list(words)
    except ValueError as error:
        raise ValueError(f"A quotation mark has no partner in “{text}”.") from error
    operators = set(";&|<>()")
    if "\n" in text or any(operators.issuperset(word) or word.startswith("#") for word in found):
        return f"--target-processes all sh -c {shlex.quote(text)}"
    return f"env {text}" if re.match(r"\w+=", text) else text


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
    requests += [(f"sm__ops_path_tensor_{t}.sum", f"{_type_name(t)} tensor work") for t in architecture.tensor_types]
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


def _type_name(counter: str) -> str:
    """The precision in the name of a tensor counter: ``src_fp4_fp6_dst_fp32`` is FP4/FP6."""
    match = re.search(r"src_(.*?)(?:_dst_\w+|_sparsity_\w+)*$", counter)
    return counter if match is None else match[1].upper().replace("_", "/")


def _l2_traffic() -> _Requests:
    return [("lts__lts2xbar_cycles_active.sum", "L2 traffic to the SMs"), ("lts__t_bytes.sum", "all L2 traffic")]


def _l1_traffic(architecture: Architecture) -> _Requests:
    """Bytes through the L1/shared data path."""
    shared = ["ld", "st", "atom"] + (["gmma"] if architecture.warpgroup_mma else [])
    writeback = dict.fromkeys(("l1tex__lsu_writeback_active", architecture.writeback))
    return [
        ("l1tex__data_pipe_lsu_wavefronts.sum", "occupancy of the L1/shared data path"),
        *((f"{name}.sum", "the least wavefronts that would do, and L1 write-back") for name in writeback),
        ("l1tex__t_bytes.sum", "L1 traffic by bytes"),
        *((f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum", "shared-memory traffic") for op in shared),
    ]


def _evidence() -> _Requests:
    """Hints at causes."""
    stalls = {
        "long_scoreboard": "data from global memory",
        "barrier": "other warps of the block",
        "math_pipe_throttle": "a busy pipe",
        "mio_throttle": "the queue of shared memory and special functions",
        "lg_throttle": "the queue of global memory",
        "wait": "a fixed latency",
    }
    limits = {"registers": "registers", "shared_mem": "shared memory", "warps": "warps", "blocks": "the chip"}
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
        *((f"launch__occupancy_limit_{limit}", f"blocks per SM as limited by {by}") for limit, by in limits.items()),
        *(
            (f"smsp__average_warps_issue_stalled_{stall}_per_issue_active.ratio", f"warps that wait for {what}")
            for stall, what in stalls.items()
        ),
    ]


def _ceilings(architecture: Architecture, parts: Collection[Part]) -> _Requests:
    """Peaks at the clocks of the run, of the levels among `parts` and of all pipes."""
    clocks, peaks = ["sm"], list[tuple[str, str]]()
    if architecture.dram:
        clocks.append("dram")
        peaks.append(("dram__bytes", "DRAM"))
    if Part.L2 in parts:
        clocks.append("lts")
        peaks.append(("lts__lts2xbar_cycles_active", "L2"))
    if Part.L1 in parts:
        clocks.append("l1tex")
        peaks += [("l1tex__data_pipe_lsu_wavefronts", "L1/shared"), (architecture.writeback, "L1 write-back")]
    pipes = {"ffma": "FP32", "dfma": "FP64", "hfma": "packed FP16", "integer": "integer"}
    peaks += [(f"sm__sass_thread_inst_executed_op_{op}_pred_on", name) for op, name in pipes.items()]
    peaks.append(("sm__inst_executed_pipe_xu", "special-function"))
    peaks += [(f"sm__ops_path_tensor_{t}", f"{_type_name(t)} tensor") for t in architecture.tensor_peaks]
    return [
        *((f"{unit}__cycles_elapsed.avg.per_second", "clock of the run, for the ceilings") for unit in clocks),
        *((f"{peak}.sum.peak_sustained", f"{name} ceiling") for peak, name in peaks),
    ]
