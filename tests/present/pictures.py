"""Documents with calculated and measured kernels, worked out for pictures, on the round machine of the model's tests.

It has 5 TB/s DRAM, FP32 100 T, BF16 tensor 1 P (ridge 200), FP8 tensor 2 P (ridge 400), 2 µs per launch.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from roofline_gui.io.model_presets import find_model
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import BatchLaw, Source
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.picture.shown import Shown, work_out
from tests.model.builders import ROUND, launches

SIZE = 4096


def gemm(id: int = 1, name: str = "gemm", size: int = SIZE, time: float = math.nan) -> KernelEntry:  # noqa: A002
    """I(b) = b / (1 + 2·b / size) FLOP/B in BF16."""
    return KernelEntry(id, Workload("gemm", {"m": 1, "n": size, "k": size}, time=time, name=name))


def stays(id: int = 2, name: str = "stays", intensity: float = 10.0) -> KernelEntry:  # noqa: A002
    """No batch law."""
    work = {"flop": 1e6 * intensity, "bytes": 1e6}
    return KernelEntry(id, Workload("custom", work, types=element_types("fp32"), name=name))


def llama(id: int = 9, name: str = "Llama") -> StepEntry:  # noqa: A002
    """A decode step at batch 8: ten operations, of which the embedding does no work."""
    return StepEntry(id, name, find_model("llama-3-8b"), Span(True, 1000), element_types("bf16"), batch=8)


def intensity_of(batch: float, size: int = SIZE, element: float = 2) -> float:
    """FLOP/B of `gemm` at a batch."""
    return 2 * size**2 * batch / (element * (size**2 + 2 * size * batch))


def measured_at(
    points: Sequence[tuple[float, float]],
    time: Sequence[float] | None = None,
    names: Sequence[str] | None = None,
    law: BatchLaw | None = None,
    operations: Sequence[str] | None = None,
) -> Document:
    """Launches at (FLOP/B, FLOP/s) in BF16 on tensor cores, 20 µs each unless `time` says otherwise."""
    time = time or [20e-6] * len(points)
    flop = [p * t for (_, p), t in zip(points, time, strict=True)]
    dram = [w / i for w, (i, _) in zip(flop, points, strict=True)]
    read = launches(
        names or [f"k{i}" for i in range(len(points))],
        time,
        {Precision.BF16_TENSOR: flop},
        {Level.DRAM: dram},
        operations=operations,
    )
    source = Source(Profile("p.csv", "p.csv", read, Ledger(len(read))), "p.csv", laws=() if law is None else (law,))
    return Document("p.csv", (source,), ROUND, Grouping.NVTX if operations else Grouping.LAUNCH)


def calculated(*entries: Entry, what_if: WhatIf = AS_GIVEN) -> Document:
    """Nothing measured."""
    return Document(machine=ROUND, kernels=entries, what_if=what_if)


def shown(document: Document, selection: Sequence[int] = (), chosen: Sequence[int] = (), **what_if: object) -> Shown:
    """A document worked out, under a what-if if one is given."""
    if what_if:
        document = replace(document, what_if=WhatIf(**what_if))  # type: ignore[arg-type]
    return replace(work_out(document), selection=frozenset(selection), chosen=frozenset(chosen))
