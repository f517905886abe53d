"""Formulas filled in: what a new kernel starts with, and the worked examples of two texts about rooflines.

Sources: “Le modèle roofline” §1.3 and its exercises; “The Roofline Model in Practice” §4 and §10. Both are about an
H100.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from roofline_gui.model.workload.catalogue import Workload, find_formula
from roofline_gui.model.workload.draft import Draft, read_draft
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import KernelEntry

MACHINE = "h100-sxm"

# What cannot be left empty, for a kernel that has just been added.
STARTS: Mapping[str, Mapping[str, str]] = {
    "custom": {"flop": "137 GFLOP", "bytes": "100 MB"},
    "elementwise": {"n": "1e8"},
    "fma_stream": {"n": "1e8"},
    "reduction": {"n": "1e8"},
    "gemm": {"m": "4096", "n": "4096", "k": "4096"},
    "batched_gemm": {"count": "32", "m": "2048", "n": "2048", "k": "128"},
    "grouped_gemm": {"groups": "8", "rows": "4096", "n": "4096", "k": "4096"},
    "moe_gemm": {"experts": "8", "top": "2", "n": "14336", "k": "4096"},
    "convolution": {"h": "1024", "w": "1024"},
    "softmax": {"rows": "4096", "n": "4096"},
    "layer_norm": {"rows": "4096", "n": "4096"},
    "rms_norm": {"rows": "4096", "n": "4096"},
    "attention": {"seq": "4096", "d": "128", "heads": "32"},
    "attention_decode": {"context": "4096", "d": "128", "heads": "32", "kv_heads": "8"},
    "decode": {"params": "70e9"},
    "prefill": {"params": "70e9", "tokens": "2048"},
}


@dataclass(frozen=True, slots=True)
class Example:
    """Kernels that a text works out. `says`: what it finds, on an H100 SXM."""

    title: str
    says: str
    kernels: tuple[Draft, ...]


def start_of(formula: str) -> Draft:
    """A new kernel of `formula`, with its usual element type."""
    return Draft(formula, STARTS[formula], element_types(find_formula(formula).dtype.value))


def new_entry(draft: Draft) -> KernelEntry:
    """The entry of a draft that is known to be right; its id is still to be given."""
    entry = read_draft(draft, KernelEntry(0, Workload(draft.formula, {}))).entry
    if entry is None:
        raise ValueError(f"{draft.name or draft.formula}: cannot be calculated as it is written.")
    return entry


def _kernel(name: str, formula: str, dtype: str, variant: str = "", **texts: str) -> Draft:
    return Draft(formula, texts, element_types(dtype), variant, name)


def _table_row(name: str, flop: str, intensity: str, achieved: str) -> Draft:
    """A row of the decode table: printed work, and traffic from the printed intensity, which is the less rounded."""
    moved = f"{flop}/{intensity} GB"
    return _kernel(name, "custom", "bf16", flop=f"{flop} GFLOP", bytes=moved, measured=f"{achieved} TFLOP/s")


_GEMM = {"m": "4096", "n": "4096", "k": "4096"}
_IMAGE = {"h": "1024", "w": "1024"}
_GATE_UP = {"m": "1", "n": "2*14336", "k": "4096"}  # of Llama 3 8B

_MODEL_TEXT = (
    Example(
        "Example 1: c = a + b, float, n = 10⁸",
        "I = 0.083, 240 × below the ridge; 0.28 TFLOP/s = 0.4 % of the peak; t_min = 358 µs",
        (_kernel("c = a + b", "elementwise", "fp32", n="10^8"),),
    ),
    Example(
        "Example 1: the same, measured at 3.1 TB/s",
        "93 % of 3.35 TB/s: at the roof",
        (_kernel("c = a + b, 3.1 TB/s", "elementwise", "fp32", n="10^8", measured="3.1 TB/s"),),
    ),
    Example(
        "Example 2: GEMM 4096³ in BF16",
        "W = 1.37·10¹¹, Q = 1.01·10⁸, I = 1365, above the ridge of 296; t_min = 139 µs",
        (_kernel("GEMM 4096³", "gemm", "bf16", **_GEMM),),
    ),
    Example(
        "Example 2: naive GEMM, every operand re-read",
        "I = 1/4: on the wrong side of the ridge",
        (_kernel("GEMM 4096³, naive", "gemm", "fp32", "naive", **_GEMM),),
    ),
    Example(
        "Example 3: decode of 70·10⁹ parameters in BF16, batch 1",
        "I = 1, 296 × below the ridge; t_min = 41.8 ms, at most 24 tokens/s",
        (_kernel("Decode 70B", "decode", "bf16", params="70*10^9"),),
    ),
    Example(
        "Exercise: 3×3 convolution of a 1024×1024 image, float",
        "W = 1.89·10⁷, Q = 8.39·10⁶, I = 2.25: memory-bound by about 9",
        (_kernel("Convolution 3×3", "convolution", "fp32", **_IMAGE),),
    ),
    Example(
        "Exercise: the same convolution without reuse",
        "Q = 3.8·10⁷, I = 0.5: 40 × below the ridge",
        (_kernel("Convolution 3×3, no reuse", "convolution", "fp32", "no_reuse", **_IMAGE),),
    ),
    Example(
        "Exercise: GEMM at 400 TFLOP/s in BF16",
        "40 % of 990 TFLOP/s: with headroom",
        (_kernel("GEMM at 400 TFLOP/s", "gemm", "bf16", **_GEMM, measured="400 TFLOP/s"),),
    ),
    Example(
        "Exercise: decode in batches, at the ridge",
        "I grows as the batch; b = 296 reaches the ridge",
        (_kernel("Decode 70B, batch 296", "decode", "bf16", params="70*10^9", batch="296"),),
    ),
)
_PRACTICE_TEXT = (
    Example(
        "§4: nine kernels of a decode step, as measured",
        "33 % to 99 % of the memory roof; add_rms_norm and sampling stand apart",
        (
            _table_row("qkv_proj", "1.2", "2.0", "6.5"),
            _table_row("o_proj", "1.1", "2.0", "6.4"),
            _table_row("gate_up", "7.5", "2.0", "6.4"),
            _table_row("down", "3.8", "2.0", "6.5"),
            _table_row("paged_attention", "0.5", "0.9", "2.9"),
            _table_row("add_rms_norm", "0.02", "1.25", "1.4"),
            _table_row("silu_and_mul", "0.03", "0.6", "2.0"),
            _table_row("lm_head", "1.05", "2.0", "6.4"),
            _table_row("sampling", "0.01", "0.3", "0.6"),
        ),
    ),
    Example(
        "§4: the whole step",
        "15.2 GFLOP and 8.0 GB: 2.4 ms at the memory roof",
        (_kernel("Decode step of §4", "custom", "bf16", flop="15.2 GFLOP", bytes="8.0 GB"),),
    ),
    Example(
        "§10 D: a decode GEMM at batch 1, 8, 64 and 256",
        "It climbs the memory roof as the batch grows; below the ridge even at 256",
        tuple(_kernel(f"gate_up, batch {b}", "gemm", "bf16", **_GATE_UP, batch=b) for b in ("1", "8", "64", "256")),
    ),
    Example(
        "§10 E: the same GEMM in BF16 and in FP8",
        "Half the bytes, half the least time",
        (
            _kernel("gate_up in BF16", "gemm", "bf16", **_GATE_UP),
            _kernel("gate_up in FP8", "gemm", "fp8", **_GATE_UP),
        ),
    ),
)
EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "Le modèle roofline": _MODEL_TEXT,
    "The Roofline Model in Practice": _PRACTICE_TEXT,
}
