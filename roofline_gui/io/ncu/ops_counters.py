"""Names of the operation counters of the tensor pipe, which overlap.

``sm__ops_path_tensor_*`` comes as a parent per type, as children per opcode, and split by sparsity; all count the same
work, 2 FLOP per FMA.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from roofline_gui.model.precision import Precision

OPS_PATH = "sm__ops_path_tensor_"
_OPS_NAME = re.compile(OPS_PATH + r"(?:op_([a-z0-9]+)_)?src_([a-z0-9_]+?)(?:_dst_(fp16|fp32))?(?:_sparsity_(on|off))?")
_SOURCE_TYPE = re.compile(r"(?:fp|bf|tf|int)\d+")
# The widest source type decides: the narrower ones of a mixed path run at its rate.
PRECISIONS = {
    "fp64": Precision.FP64_TENSOR,
    "fp16": Precision.FP16_TENSOR,
    "bf16": Precision.BF16_TENSOR,
    "tf32": Precision.TF32_TENSOR,
    "fp8": Precision.FP8_TENSOR,
    "fp6": Precision.FP6_TENSOR,
    "fp4": Precision.FP4_TENSOR,
    "int8": Precision.INT8_TENSOR,
}
WARP_LEVEL = ("hmma", "imma", "dmma")


@dataclass(frozen=True, slots=True)
class OpsCounter:
    """One operation counter, taken apart by its name (without suffix); an empty part stands for all of its kinds."""

    name: str
    opcode: str
    sources: tuple[str, ...]
    accumulator: str
    sparsity: str
    precision: Precision


def parse_ops_counter(name: str) -> OpsCounter | None:
    """Take an operation counter's name apart, None for other counters and for types outside the model (int4, int1)."""
    match = _OPS_NAME.fullmatch(name)
    if match is None:
        return None
    sources = tuple(match[2].split("_"))
    precision = next((p for source, p in PRECISIONS.items() if source in sources), None)
    if precision is None or not all(_SOURCE_TYPE.fullmatch(s) for s in sources):
        return None
    return OpsCounter(name, match[1] or "", sources, match[3] or "", match[4] or "", precision)


def without_overlap(counters: Iterable[OpsCounter]) -> list[OpsCounter]:
    """Counters that together count the work once: the parents where the table has them, else their children."""
    chosen: list[OpsCounter] = []
    for counter in sorted(counters, key=lambda c: (c.opcode != "", c.sparsity != "", c.accumulator != "")):
        if not any(_overlap(counter, other) for other in chosen):
            chosen.append(counter)
    return chosen


def _overlap(a: OpsCounter, b: OpsCounter) -> bool:
    """Whether some instruction counts in both."""

    def compatible(x: str, y: str) -> bool:
        return not x or not y or x == y

    same_types = bool({*a.sources} & {*b.sources}) and compatible(a.accumulator, b.accumulator)
    return same_types and compatible(a.opcode, b.opcode) and compatible(a.sparsity, b.sparsity)


def needed_ops(names: Iterable[str]) -> tuple[set[str], set[str]]:
    """Of counter names without suffix: those whose sums are worth reading, and those whose peaks are.

    Sums: without overlap, and the warp-level children, which tell what else must have been warpgroup MMA. Peaks: of
    dense work where the table has them.
    """
    counters = [c for c in map(parse_ops_counter, names) if c is not None]
    sums: set[str] = set()
    peaks: set[str] = set()
    for precision in dict.fromkeys(c.precision for c in counters):
        own = [c for c in counters if c.precision is precision]
        sums |= {c.name for c in (*without_overlap(own), *(c for c in own if c.opcode in WARP_LEVEL))}
        dense = [c.name for c in own if c.sparsity == "off"]
        peaks |= set(dense or (c.name for c in own))
    return sums, peaks
