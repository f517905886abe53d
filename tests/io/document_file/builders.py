"""A document that has something in every place, and equality of documents to the last bit."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from roofline_gui.model.demand import Demand
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document, View
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Evidence, Flag, Launches, Texts
from roofline_gui.model.ledger import Ledger, SkippedLine, UnreadValue
from roofline_gui.model.machine import CeilingSet, ComputeCeiling, Figure, Kind, Level, Machine, MemoryLevel
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.read_options import NumberFormat, ReadOptions
from roofline_gui.model.source import BatchLaw, Pin, Source
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.architecture import Architecture, GroupedQuery, Latent, Mixture, Norm
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import Element, ElementTypes
from roofline_gui.model.workload.entry import KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span

NAN = float("nan")
UNNAMED = "void at::<unnamed>::f<int, (int)4>(T1 *, const T2 &)"


def figure(value: float, kind: Kind = Kind.DATASHEET) -> Figure:
    return Figure(value, kind, "test sheet, §2 “peak”", "rounded", (Figure(value * 0.9, Kind.MEASURED, "a chain"),))


MACHINE = Machine(
    id="full",
    name="Full machine",
    vendor="Test",
    ceilings=(
        ComputeCeiling(Precision.BF16_TENSOR, figure(1000e12), accumulate="fp32", measured=figure(752.5e12)),
        ComputeCeiling(Precision.BF16_TENSOR, figure(2000e12), sparse=True),
        ComputeCeiling(Precision.FP32, figure(66.9e12)),
    ),
    levels=(
        MemoryLevel(Level.L2, "L2", figure(10.1e12), figure(50e6)),
        MemoryLevel(Level.DRAM, "HBM", figure(4.8e12), measured=figure(4.381e12)),
    ),
    special_ops=figure(4.18e12),
    launch_overhead=figure(2.1e-6),
    architecture="Testarossa",
    compute_capability="9.0",
    device_names=("nvidia full",),
    units=132,
    unit_name="CU",
    clock=figure(1.98e9),
    notes=("a note",),
)
# What a profile carries may lack half of a machine.
OWN_CEILINGS = Machine(
    "profile-full", "Full (profile)", "NVIDIA", ceilings=(), levels=(MemoryLevel(Level.DRAM, "HBM", figure(4.7e12)),)
)

LAUNCHES = Launches(
    kernel=Texts.of([UNNAMED, "gemm", "gemm", 'odd "name" \\ \x01 ü 日本 😀']),
    operation=Texts.of(["step / a", "step / a", "", "step / b"]),
    block=Texts.constant("(256, 1, 1)", 4),
    grid=Texts.of(["(1, 1, 1)", "(2, 1, 1)", "(2, 1, 1)", ""]),
    launch_id=Texts.of(["0", "1", "2", "2"]),
    process=Texts.constant("4506", 4),
    device=Texts.constant("0", 4),
    device_name=Texts.constant("NVIDIA Full", 4),
    compute_capability=Texts.constant("9.0", 4),
    demand=Demand(
        time=np.array([1.1e-5, 3.8080000000000002e-06, NAN, 2e-5]),
        flop={
            Precision.BF16_TENSOR: np.array([8.5e9, 0.1 + 0.2, 0.0, NAN]),
            Precision.FP32: np.array([1e22, 5e-324, 0.0, 1e15]),
        },
        flop_known=np.array([True, True, False, True]),
        special_ops=np.array([NAN, NAN, NAN, NAN]),
        bytes={Level.DRAM: np.array([5e6, 1e6 / 3, 0.0, 7e6]), Level.L2: np.array([6e6, NAN, 0.0, 9e6])},
    ),
    flags=np.array([0, int(Flag.TENSOR_ASSUMED | Flag.ROUNDED), 0, int(Flag.RANGE)]),
    evidence={Evidence.OCCUPANCY: np.array([50.0, 12.5, NAN, 99.9]), Evidence.WAVES: np.array([1.0, 1.0, 1.0, 1.0])},
    provenance={"time": Texts.constant("gpu__time_duration.sum", 4), "flop.fp32": Texts.of(["a", "b", "a", "a"])},
    counters={"gpu__time_duration.sum": np.array([1.1e-5, 3.8080000000000002e-06, NAN, 2e-5])},
    invocations=np.array([1, 1, 5, 2]),
)
LEDGER = Ledger(
    read=4,
    layout="wide",
    number_format="1,234.5",
    definitions=(("L1", "wavefronts × 128 B"),),
    notes=("a remark",),
    skipped=(SkippedLine(3, "==PROF== Connected"),),
    skipped_count=7,
    unread=(UnreadValue(2, "gpu__time_duration.sum", "n/a"),),
    missing=(("FP64 work", "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"),),
)


def full_profile() -> Profile:
    return Profile(
        "run.csv",
        "/data/run.csv",
        LAUNCHES,
        LEDGER,
        devices=(("NVIDIA Full", "9.0"),),
        own_ceilings=OWN_CEILINGS,
        profiler="ncu 2025.3",
        options=ReadOptions(NumberFormat.SPACED_COMMA, 4096.0, Precision.FP8_TENSOR),
    )


KERNELS = (
    KernelEntry(
        3,
        Workload(
            "gemm",
            {"m": 64.0, "n": 2.0 * 4096, "k": 0.1e6},
            ElementTypes(Element.INT4, Element.BF16, Element.FP8, Element.FP64, Precision.FP16_TENSOR),
            "naive",
            batch=8,
            time=3.8080000000000002e-06,
            name='odd "name" \\ ü 日本',
        ),
        {"n": "2*4096", "k": "0.1e6"},
        count=80,
        shown=False,
    ),
    KernelEntry(1, Workload("custom", {"flop": 0.1 + 0.2, "bytes": 1e6 / 3})),
    StepEntry(
        7,
        "grouped",
        Architecture(
            "Shape A",
            hidden=512,
            layers=4,
            vocabulary=1000,
            attention=GroupedQuery(8, 2, 64, qkv_bias=True, output_bias=True, sinks=True, qk_norm=True),
            mlp_width=2048,
            gated=False,
            activation="gelu",
            mlp_bias=True,
            norm=Norm.LAYER,
            norms_per_layer=4,
            tied_head=True,
            learned_positions=True,
            max_positions=4096,
            window=128,
            sliding_layers=2,
        ),
        Span(True, 3000),
        ElementTypes(Element.FP8, Element.FP16, Element.FP16, Element.FP32),
        batch=16,
        shown=False,
    ),
    StepEntry(
        8,
        "latent",
        Architecture(
            "Shape B",
            hidden=256,
            layers=6,
            vocabulary=500,
            attention=Latent(8, 96, 64, 32, 16, 24),
            mlp_width=1024,
            mixture=Mixture(16, 4, 128, shared=1, dense_layers=2, router_bias=True, correction=True),
        ),
        Span(False, 700),
        ElementTypes(Element.FP4, Element.FP8, Element.FP8, Element.FP32),
    ),
)
THERE = dataclasses.replace(MACHINE, id="there")
WHAT_IF = WhatIf(64, Precision.FP8_TENSOR, Element.FP4, Element.BF16, Element.INT8, THERE, 0.6, 1.25)


def first_version(**changes: Any) -> Document:
    """A document with no value that a reader could take for a default, without what later versions added."""
    known: dict[str, Any] = {
        "title": "A title",
        "sources": (
            Source(full_profile(), "before", machine=dataclasses.replace(MACHINE, id="other")),
            Source(dataclasses.replace(full_profile(), own_ceilings=None, devices=()), "after", shown=False),
        ),
        "machine": MACHINE,
        "grouping": Grouping.KERNEL,
        "thresholds": Thresholds(0.7, 0.2),
        "view": View(True, False, frozenset({Precision.FP32, Precision.BF16_TENSOR}), OWN_CEILINGS),
        "ceilings": CeilingSet.MEASURED,
    }
    return Document(**{**known, **changes})


def full_document(**changes: Any) -> Document:
    """The same with everything that came later."""
    document = first_version(kernels=KERNELS, what_if=WHAT_IF)
    first, second = document.sources
    laws = (BatchLaw((0, 3), 8.0, 1e6 / 3), BatchLaw((2,), 1.0, 0.0))
    sources = (
        dataclasses.replace(first, laws=laws, pins=(Pin((1, 2), 3),)),
        dataclasses.replace(second, pins=(Pin((3,), 1), Pin((0,), 7, "lm_head"))),
    )
    return dataclasses.replace(document, **{"sources": sources, **changes})


def differences(a: Any, b: Any, place: str = "") -> list[str]:
    """Places in which two values differ; numbers are compared to the last bit, and unknown equals unknown."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and a.dtype == b.dtype == np.float64:
        unknown = np.isnan(a) & np.isnan(b)
        same = a.shape == b.shape and bool((unknown | (a.view(np.int64) == b.view(np.int64))).all())
        return [] if same else [place]
    if isinstance(a, np.ndarray):
        return [] if isinstance(b, np.ndarray) and a.dtype == b.dtype and np.array_equal(a, b) else [place]
    if isinstance(a, Texts) and isinstance(b, Texts):
        return [] if a.rows() == b.rows() else [place]
    if dataclasses.is_dataclass(a) and type(a) is type(b):
        names = [f.name for f in dataclasses.fields(a)]
        return [x for name in names for x in differences(getattr(a, name), getattr(b, name), f"{place}.{name}")]
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        if list(a) != list(b):
            return [f"{place} keys"]
        return [x for key in a for x in differences(a[key], b[key], f"{place}[{key}]")]
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return [x for i, (x1, x2) in enumerate(zip(a, b, strict=True)) for x in differences(x1, x2, f"{place}[{i}]")]
    if isinstance(a, float) and isinstance(b, float):
        return [] if a.hex() == b.hex() else [place]
    return [] if type(a) is type(b) and a == b else [place]
