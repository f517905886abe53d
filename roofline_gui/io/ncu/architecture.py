"""What differs between compute capabilities as far as the profiler's counters go."""

import re
from dataclasses import dataclass, field, replace

_AMPERE_TYPES = ("bf16_dst_fp32", "fp16_dst_fp16", "fp16_dst_fp32", "tf32_dst_fp32", "fp64", "int8", "int4", "int1")
_BLACKWELL_TYPES = (
    "bf16_dst_fp32",
    "fp16_dst_fp16",
    "fp16_dst_fp32",
    "fp4_dst_fp32",
    "fp4_fp6_fp8_dst_fp16",
    "fp4_fp6_fp8_dst_fp32",
    "tf32_dst_fp32",
    "fp64",
    "int8",
)


@dataclass(frozen=True, slots=True)
class SharedTensorPipe:
    """A chip whose packed FP16 instructions run through the tensor instruction counter.

    dense_flop: peak BF16 FLOP per SM and cycle; multiprocessors and clock (Hz): the largest that was sold.
    """

    dense_flop: int
    multiprocessors: int
    clock: float


@dataclass(frozen=True, slots=True)
class Architecture:
    """One compute capability.

    tensor_types: names after ``sm__ops_path_tensor_`` whose counters together hold all matrix work, none twice.
    tensor_peaks: names of dense variants whose peak gives a tensor ceiling. dram: prefixes of the read and write
    counters, empty on chips with unified memory. writeback: the counter that `ncu` calls L1 traffic.
    flop_per_tensor_instruction: an assumption for files without operation counters (mma.m16n8k16 from CC 8.0 on).
    """

    name: str
    tensor_types: tuple[str, ...]
    tensor_peaks: tuple[str, ...] = ()
    dram: tuple[str, ...] = ("dram__bytes_read", "dram__bytes_write")
    writeback: str = "l1tex__lsu_writeback_active_mem_lg"
    flop_per_tensor_instruction: int = 4096
    warpgroup_mma: bool = False
    packed_fp32: bool = False
    shared_tensor_pipe: SharedTensorPipe | None = field(default=None)


def _types(*names: str) -> tuple[str, ...]:
    return tuple(f"src_{name}" for name in names)


_AMPERE_PEAKS = tuple(f"op_hmma_src_{name}_sparsity_off" for name in ("bf16_dst_fp32", "tf32_dst_fp32"))
_BLACKWELL = Architecture(
    "Blackwell",
    _types(*_BLACKWELL_TYPES),
    (
        "op_utchmma_src_bf16_dst_fp32_sparsity_off",
        "op_utcqmma_src_fp4_fp6_fp8_dst_fp32_sparsity_off",
        "op_utcomma_src_fp4_dst_fp32_sparsity_off",
    ),
    writeback="l1tex__lsu_writeback_active_mem_lgds",
    packed_fp32=True,
)
_BLACKWELL_RTX = Architecture(
    "Blackwell",
    _types(
        "bf16_dst_fp32",
        "fp16_dst_fp16",
        "fp16_dst_fp32",
        "fp4_dst_fp32",
        "fp4_fp6_dst_fp16",
        "fp4_fp6_dst_fp32",
        "fp8_dst_fp16",
        "fp8_dst_fp32",
        "tf32_dst_fp32",
        "fp64",
        "int8",
    ),
    dram=("dram__bytes_op_read", "dram__bytes_op_write"),
    writeback="l1tex__lsu_writeback_active_mem_lgds",
)

ARCHITECTURES: dict[str, Architecture] = {
    # Volta has no operation counters; its tensor instructions are m8n8k4 steps.
    "7.0": Architecture("Volta", (), writeback="l1tex__lsu_writeback_active", flop_per_tensor_instruction=512),
    "7.5": Architecture(
        "Turing",
        _types("fp16_bf16_tf32_dst_fp32", "fp16_dst_fp16", "int8", "int4", "int1"),
        flop_per_tensor_instruction=2048,
    ),
    "8.0": Architecture(
        "Ampere", _types(*_AMPERE_TYPES), _AMPERE_PEAKS, shared_tensor_pipe=SharedTensorPipe(2048, 108, 1.41e9)
    ),
    "8.6": Architecture("Ampere", _types(*_AMPERE_TYPES), _AMPERE_PEAKS),
    "8.7": Architecture("Ampere", _types(*_AMPERE_TYPES), _AMPERE_PEAKS, dram=()),
    "8.9": Architecture("Ada", _types(*_AMPERE_TYPES, "fp8"), (*_AMPERE_PEAKS, "src_fp8_sparsity_off")),
    "9.0": Architecture(
        "Hopper",
        _types("bf16_dst_fp32", "fp16", "fp8", "tf32_dst_fp32", "fp64", "int8"),
        (
            "op_hgmma_src_bf16_dst_fp32_sparsity_off",
            "op_hgmma_src_tf32_dst_fp32_sparsity_off",
            "src_fp8_sparsity_off",
        ),
        writeback="l1tex__lsu_writeback_active_mem_lgds",
        warpgroup_mma=True,
        shared_tensor_pipe=SharedTensorPipe(4096, 132, 1.98e9),
    ),
    "10.0": _BLACKWELL,
    # GB300 counts FP8 under its own name.
    "10.3": replace(
        _BLACKWELL,
        tensor_types=(
            *_types("bf16_dst_fp32", "fp16_dst_fp16", "fp16_dst_fp32", "fp4_dst_fp32", "tf32_dst_fp32", "fp64", "int8"),
            "op_utcqmma_src_fp8_dst_fp16",
            "op_utcqmma_src_fp8_dst_fp32",
        ),
        tensor_peaks=(
            "op_utchmma_src_bf16_dst_fp32_sparsity_off",
            "op_utcqmma_src_fp8_dst_fp32_sparsity_off",
            "op_utcomma_src_fp4_dst_fp32",
        ),
    ),
    "11.0": replace(_BLACKWELL, dram=()),
    "12.0": _BLACKWELL_RTX,
    "12.1": replace(_BLACKWELL_RTX, dram=()),
}


def capability_number(text: str) -> float | None:
    """A compute capability as a number that can be compared (``"9.0"`` and ``"9,0"`` give 9.0), None for other text."""
    match = re.fullmatch(r"\s*(\d{1,2})[.,](\d)\s*", text)
    return None if match is None else int(match[1]) + int(match[2]) / 10


def closest(capability: str) -> Architecture | None:
    """The architecture of a compute capability, or the latest known one before it; None for an unreadable text."""
    number = capability_number(capability)
    if number is None:
        return None
    older = [name for name in ARCHITECTURES if float(name) <= number]
    return ARCHITECTURES[max(older, key=float)] if older else None
